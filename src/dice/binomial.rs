//! Hits of n equal dice. The total is drawn at once instead of rolling each die.

use std::sync::OnceLock;

use super::Distribution;

/// Probability of one die as a fraction: `num` of `den` faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Number of faces that hit.
    pub num: u8,
    /// Number of faces.
    pub den: u8,
}

/// Maximum number of faces of a die, and of dice that are drawn together.
const MAX_FACES: usize = 10;
pub(crate) const MAX_DICE: usize = 100;

/// Number of pairs (`den`, `num`) for dice with up to [`MAX_FACES`] faces.
const CHANCES: usize = (MAX_FACES + 1) * (MAX_FACES + 1);

/// Distributions of the hits for one chance, indexed by the number of dice.
type ByDice = Box<[OnceLock<Distribution<u8>>]>;

/// Distributions for all chances. They depend on the chance and the number of dice alone, so all
/// battles share them. Each is computed on first use.
static HITS: [OnceLock<ByDice>; CHANCES] = [const { OnceLock::new() }; CHANCES];

impl Chance {
    /// Returns the probability, `num / den`.
    #[must_use]
    pub fn probability(self) -> f64 {
        f64::from(self.num) / f64::from(self.den)
    }

    /// Returns the distribution of the number of hits of `dice` dice.
    ///
    /// # Panics
    /// If there are more than 100 dice, or a die has more than 10 faces. The rules limit both.
    #[inline]
    #[must_use]
    pub fn hits(self, dice: usize) -> &'static Distribution<u8> {
        let place = usize::from(self.den) * (MAX_FACES + 1) + usize::from(self.num);
        let by_dice = HITS[place].get_or_init(|| (0..=MAX_DICE).map(|_| OnceLock::new()).collect());
        by_dice[dice].get_or_init(|| Distribution::new((0..).zip(binomial(dice, self))))
    }
}

/// Returns the probabilities of 0 to n hits, built up die by die. Only positive terms are added, so
/// every value is accurate to rounding error.
fn binomial(n: usize, chance: Chance) -> Vec<f64> {
    let p = chance.probability();
    let mut hits = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; hits.len() + 1];
        for (k, share) in hits.iter().enumerate() {
            next[k] += share * (1.0 - p);
            next[k + 1] += share * p;
        }
        hits = next;
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::{Chance, binomial};

    #[test]
    fn two_dice_at_one_in_three() {
        let p = binomial(2, Chance { num: 2, den: 6 });
        for (got, expected) in p.iter().zip([4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]) {
            assert!((got - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn sixty_four_dice_have_the_right_mean() {
        let chances = [Chance { num: 1, den: 6 }, Chance { num: 5, den: 6 }];
        for chance in chances {
            let d = chance.hits(64);
            let mean: f64 = d.outcomes().iter().map(|(k, p)| f64::from(*k) * p).sum();
            assert!((mean - 64.0 * chance.probability()).abs() < 1e-12);
        }
    }
}
