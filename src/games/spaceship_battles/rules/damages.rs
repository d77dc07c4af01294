//! Distributions of damage.

use crate::dice::Distribution;

/// Distributions of damage by number of dice and deduction.
#[derive(Clone, Debug, Default)]
pub(super) struct Damages {
    /// By number of dice, then by deduction. Deductions that leave no damage are omitted.
    by_dice: Vec<Vec<Distribution<u8>>>,
}

impl Damages {
    /// Computes the distributions for these numbers of dice.
    pub(super) fn new(dice: impl IntoIterator<Item = u8>) -> Self {
        let mut damages = Self::default();
        for n in dice {
            let n = usize::from(n);
            if n >= damages.by_dice.len() {
                damages.by_dice.resize(n + 1, Vec::new());
            }
            if damages.by_dice[n].is_empty() {
                let sums = sums(n);
                damages.by_dice[n] = (0..6 * n).map(|off| damage(&sums, off)).collect();
            }
        }
        damages
    }

    /// Returns the distribution of the damage of `dice` dice less `off`; `None` if there can be no
    /// damage.
    #[inline]
    pub(super) fn of(&self, dice: u8, off: u32) -> Option<&Distribution<u8>> {
        self.by_dice[usize::from(dice)].get(off as usize)
    }
}

/// Returns the probabilities of the sums of n dice, indexed by sum.
fn sums(n: usize) -> Vec<f64> {
    let mut sums = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; sums.len() + 6];
        for (sum, p) in sums.iter().enumerate() {
            (1..=6).for_each(|face| next[sum + face] += p / 6.0);
        }
        sums = next;
    }
    sums
}

/// Returns the distribution of the positive part of a sum less `off`.
fn damage(sums: &[f64], off: usize) -> Distribution<u8> {
    let none: f64 = sums[..=off].iter().sum();
    let some = sums[off + 1..].iter().zip(1u8..).map(|(p, damage)| (damage, *p));
    Distribution::new(std::iter::once((0, none)).chain(some).filter(|(_, p)| *p > 0.0))
}

#[cfg(test)]
mod tests {
    use super::Damages;

    /// Mean damage, probability of any damage, and probability of 6 damage or more, as printed in
    /// the rulebook.
    #[test]
    fn duels_of_one_row_at_factor_iii() {
        for (dice, field, mean, any, drops) in [
            (9, 15, 16.500, 0.9995, 0.985),
            (5, 12, 5.618, 0.902, 0.500),
            (4, 9, 5.097, 0.903, 0.444),
            (3, 6, 4.569, 0.907, 0.375),
            (2, 3, 4.028, 0.917, 0.278),
            (1, 0, 3.500, 1.0, 0.167),
        ] {
            let damages = Damages::new([dice]);
            let outcomes = damages.of(dice, field).map_or(&[][..], |all| all.outcomes());
            let chance = |least: u8| -> f64 {
                outcomes.iter().filter(|(damage, _)| *damage >= least).map(|(_, p)| p).sum()
            };
            let found: f64 = outcomes.iter().map(|(damage, p)| f64::from(*damage) * p).sum();
            assert!((found - mean).abs() < 0.000_6, "{dice}: {found}");
            assert!((chance(1) - any).abs() < 0.000_6, "{dice}: {}", chance(1));
            assert!((chance(6) - drops).abs() < 0.000_6, "{dice}: {}", chance(6));
        }
    }
}
