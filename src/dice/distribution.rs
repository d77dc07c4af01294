//! Finite distributions with exact probabilities, and alias tables to sample from them.

use std::hint::select_unpredictable;

/// One row of an alias table. It yields `own` if the fraction is below `threshold` (in units of
/// 2^-64), and `alias` otherwise.
#[derive(Clone, Copy, Debug)]
struct Row<T> {
    threshold: u64,
    own: T,
    alias: T,
}

/// Outcomes and their probabilities.
///
/// A draw takes one 64-bit number and one table row (the alias method of Walker, 1977). The upper
/// bits choose a row; the remaining bits decide between the row's own outcome and its alias. Each
/// probability is met to within `2^-52`, far below what any number of battles could show.
#[derive(Clone, Debug)]
pub struct Distribution<T> {
    outcomes: Box<[(T, f64)]>,
    rows: Box<[Row<T>]>,
    row_bits: u32,
}

impl<T: Copy> Distribution<T> {
    /// Creates a distribution over these outcomes.
    ///
    /// # Panics
    /// If there is no outcome, if a probability is negative, or if the probabilities do not add up
    /// to 1 within 1e-9. Distributions are built by rules, never read from input.
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

    /// Returns the outcomes and their exact probabilities.
    #[must_use]
    pub fn outcomes(&self) -> &[(T, f64)] {
        &self.outcomes
    }

    /// Number of upper bits of a draw that select a row.
    pub(crate) fn row_bits(&self) -> u32 {
        self.row_bits
    }

    /// Returns the thresholds of all rows: a draw takes the row's own outcome if its remaining
    /// bits, shifted to the top, are below it.
    pub(crate) fn thresholds(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.threshold)
    }

    /// Returns the outcome that 64 uniform random bits select.
    #[inline]
    #[must_use]
    pub fn pick(&self, bits: u64) -> T {
        let row = self.rows[(bits >> (64 - self.row_bits)) as usize];
        // The result is unpredictable, so a branch here would often be mispredicted.
        select_unpredictable(bits << self.row_bits < row.threshold, row.own, row.alias)
    }
}

/// Builds an alias table of `size` rows with Vose's method: rows with too little probability are
/// filled from rows with too much. Each row is its threshold, in units of 2^-64, and its alias.
/// Rows beyond the outcomes start empty and always yield their alias.
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
    // The remaining rows have share 1 up to rounding. A row beyond the outcomes, or of an outcome
    // with probability 0, must never yield itself.
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

    /// Returns the exact probability with which the alias table yields `outcome`.
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
