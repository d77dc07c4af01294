//! Hits of n equal dice: a volley is drawn as a whole, not rolled one by one.

use super::Distribution;

/// Probability of one die as a fraction: `num` of `den` faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Faces that count.
    pub num: u8,
    /// Faces that are possible.
    pub den: u8,
}

impl Chance {
    /// The probability as a number.
    #[must_use]
    pub fn probability(self) -> f64 {
        f64::from(self.num) / f64::from(self.den)
    }
}

/// Binomial distributions of the chances and dice numbers that a battle can ask for,
/// built once, looked up by index.
#[derive(Clone, Debug, Default)]
pub struct Binomials {
    /// Per chance `num / den`, at `den * FACES + num`: where its distributions begin.
    first: Vec<Option<u32>>,
    table: Vec<Distribution<u8>>,
    most_dice: usize,
}

/// Dice of up to 12 faces have their place in the index.
const FACES: usize = 13;

impl Binomials {
    /// Distributions of 0 to `most_dice` dice for each of the chances.
    #[must_use]
    pub fn new(chances: impl IntoIterator<Item = Chance>, most_dice: usize) -> Self {
        let mut all = Self { first: vec![None; FACES * FACES], table: Vec::new(), most_dice };
        for chance in chances {
            let place = place(chance);
            if all.first[place].is_none() {
                all.first[place] = Some(all.table.len() as u32);
                all.table.extend(
                    (0..=most_dice).map(|n| Distribution::new((0..).zip(binomial(n, chance)))),
                );
            }
        }
        all
    }

    /// Hits of `dice` dice with `chance` each; the chance must be one that was announced.
    #[inline]
    #[must_use]
    pub fn of(&self, dice: usize, chance: Chance) -> &Distribution<u8> {
        debug_assert!(dice <= self.most_dice, "{dice} dice, at most {}", self.most_dice);
        let first = self.first[place(chance)].unwrap_or_default() as usize;
        &self.table[first + dice]
    }
}

#[inline]
fn place(chance: Chance) -> usize {
    usize::from(chance.den) * FACES + usize::from(chance.num)
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
    use super::{Binomials, Chance, binomial};

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
        let all = Binomials::new(chances, 64);
        for chance in chances {
            let d = all.of(64, chance);
            let mean: f64 = d.outcomes().iter().map(|(k, p)| f64::from(*k) * p).sum();
            assert!((mean - 64.0 * chance.probability()).abs() < 1e-12);
        }
    }
}
