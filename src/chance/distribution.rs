//! A finite distribution: exact probabilities, and an alias table to draw from.

use std::hint::select_unpredictable;

/// One row of an alias table: its own outcome comes up while the fraction is below
/// `threshold`, the alias otherwise.
#[derive(Clone, Copy, Debug)]
struct Row<T> {
    threshold: u64,
    own: T,
    alias: T,
}

/// Outcomes with their probabilities.
///
/// Drawing takes one 64-bit number and one table row (the alias method of Walker,
/// 1977): the upper bits choose a row, the others decide between the row and its
/// alias. A probability is met to within `2^-52`, far below what any number of
/// battles could show.
#[derive(Clone, Debug)]
pub struct Distribution<T> {
    outcomes: Box<[(T, f64)]>,
    rows: Box<[Row<T>]>,
    row_bits: u32,
}

impl<T: Copy> Distribution<T> {
    /// A distribution over these outcomes.
    ///
    /// # Panics
    /// If there is no outcome, or a probability is negative, or they do not add up to
    /// 1 within 1e-9: distributions are built by rules, not read from input.
    #[must_use]
    pub fn new(outcomes: impl IntoIterator<Item = (T, f64)>) -> Self {
        let outcomes: Box<[(T, f64)]> = outcomes.into_iter().collect();
        let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
        assert!(
            outcomes.iter().all(|(_, p)| *p >= 0.0) && (sum - 1.0).abs() < 1e-9,
            "probabilities must add up to 1, not {sum}"
        );
        let row_bits = outcomes.len().next_power_of_two().trailing_zeros().max(1);
        let probabilities: Vec<f64> = outcomes.iter().map(|(_, p)| *p).collect();
        let value = |index: usize| outcomes[index.min(outcomes.len() - 1)].0;
        let rows = alias_rows(&probabilities, 1 << row_bits)
            .into_iter()
            .enumerate()
            .map(|(i, (threshold, alias))| Row { threshold, own: value(i), alias: value(alias) })
            .collect();
        Self { outcomes, rows, row_bits }
    }

    /// The outcomes and their exact probabilities.
    #[must_use]
    pub fn outcomes(&self) -> &[(T, f64)] {
        &self.outcomes
    }

    /// The outcome that 64 uniform random bits select.
    #[inline]
    #[must_use]
    pub fn pick(&self, bits: u64) -> T {
        let row = self.rows[(bits >> (64 - self.row_bits)) as usize];
        // Which of the two it is cannot be predicted, so it must not be a branch.
        select_unpredictable(bits << self.row_bits < row.threshold, row.own, row.alias)
    }
}

/// Vose's construction: rows that lack probability are filled up from rows that have
/// too much; per row the threshold, in
/// parts of 2^64, and the alias. Rows beyond the outcomes start empty and are all alias.
pub(crate) fn alias_rows(probabilities: &[f64], size: usize) -> Vec<(u64, usize)> {
    let mut share: Vec<f64> =
        (0..size).map(|i| probabilities.get(i).copied().unwrap_or(0.0) * size as f64).collect();
    let mut rows: Vec<(u64, usize)> = (0..size).map(|i| (u64::MAX, i)).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..size).partition(|&i| share[i] < 1.0);
    while let (Some(&lacking), Some(&giving)) = (small.last(), large.last()) {
        small.pop();
        rows[lacking] = ((share[lacking] * 2f64.powi(64)) as u64, giving);
        share[giving] -= 1.0 - share[lacking];
        if share[giving] < 1.0 {
            large.pop();
            small.push(giving);
        }
    }
    // What is left is 1 but for rounding. A row beyond the outcomes, or an outcome that
    // cannot come up, must not be left standing for itself.
    let likeliest =
        (0..probabilities.len()).max_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    for i in small {
        if probabilities.get(i).is_none_or(|p| *p == 0.0) {
            rows[i] = (0, likeliest.unwrap_or(0));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::Distribution;

    /// Exact probability with which the alias table answers `outcome`.
    fn drawn(distribution: &Distribution<usize>, outcome: usize) -> f64 {
        let rows = distribution.rows.len() as f64;
        let share = |value: usize, p: f64| if value == outcome { p } else { 0.0 };
        distribution
            .rows
            .iter()
            .map(|row| {
                let own = row.threshold as f64 / 2f64.powi(64);
                (share(row.own, own) + share(row.alias, 1.0 - own)) / rows
            })
            .sum()
    }

    fn numbered(probabilities: &[f64]) -> Distribution<usize> {
        Distribution::new(probabilities.iter().copied().enumerate())
    }

    #[test]
    fn the_alias_table_gives_the_probabilities_back() {
        for probabilities in [
            vec![1.0],
            vec![0.25, 0.75],
            vec![0.5, 0.0, 0.5],
            vec![0.1, 0.2, 0.3, 0.4],
            vec![1.0 / 3.0; 3],
            vec![0.0, 0.0, 1.0, 0.0, 0.0],
            (1..=65).map(|i| f64::from(i) / 2145.0).collect(),
        ] {
            let distribution = numbered(&probabilities);
            for (outcome, p) in probabilities.iter().enumerate() {
                assert!((drawn(&distribution, outcome) - p).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn extreme_bits_select_an_outcome_that_can_come_up() {
        let distribution = numbered(&[0.0, 0.5, 0.5, 0.0, 0.0]);
        for bits in [0, 1, u64::MAX, u64::MAX / 2, 1 << 63, 3 << 62] {
            assert!((1..=2).contains(&distribution.pick(bits)));
        }
    }

    #[test]
    #[should_panic(expected = "must add up to 1")]
    fn probabilities_that_do_not_add_up_are_refused() {
        let _ = numbered(&[0.5, 0.4]);
    }
}
