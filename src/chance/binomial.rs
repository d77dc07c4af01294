//! Hits of n equal dice: dice are drawn together, not rolled one by one.

use std::sync::OnceLock;

use super::Distribution;

/// Probability of one die as a fraction: `num` of `den` faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Faces that count.
    pub num: u8,
    /// Faces that are possible.
    pub den: u8,
}

/// Most faces of a die, and most dice that are drawn together.
const MOST_FACES: usize = 10;
pub(crate) const MOST_DICE: usize = 100;

/// Chances of dice with up to [`MOST_FACES`] faces.
const CHANCES: usize = (MOST_FACES + 1) * (MOST_FACES + 1);

/// Distributions of one chance by number of dice.
type ByDice = Box<[OnceLock<Distribution<u8>>]>;

/// Distributions of all chances. They depend on nothing else, so that all battles share them; each
/// is worked out when it is first asked for.
static HITS: [OnceLock<ByDice>; CHANCES] = [const { OnceLock::new() }; CHANCES];

impl Chance {
    /// The probability as a number.
    #[must_use]
    pub fn probability(self) -> f64 {
        f64::from(self.num) / f64::from(self.den)
    }

    /// Returns the distribution of the hits of so many dice.
    ///
    /// # Panics
    /// If there are more than 100 dice, or a die has more than 10 faces: rules limit both.
    #[inline]
    #[must_use]
    pub fn hits(self, dice: usize) -> &'static Distribution<u8> {
        let place = usize::from(self.den) * (MOST_FACES + 1) + usize::from(self.num);
        let by_dice =
            HITS[place].get_or_init(|| (0..=MOST_DICE).map(|_| OnceLock::new()).collect());
        by_dice[dice].get_or_init(|| Distribution::new((0..).zip(binomial(dice, self))))
    }
}

/// Probabilities of 0 to n hits, built die by die: only additions of positive terms, so
/// every value is right to the last digits.
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
