//! Rests of a volley: the dice that some ships have left for the others.

use super::super::volley::{MAX_SALVOS, Salvo};
use crate::array::array;

/// Numbers of dice by salvo, a byte each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DiceBySalvo([u64; WORDS]);

/// Words for all salvos, and salvos per word.
const WORDS: usize = MAX_SALVOS.div_ceil(SALVOS_A_WORD);
const SALVOS_A_WORD: usize = 8;

/// The upper bit of each byte. A volley has too few dice to set it.
const TOP_BITS: u64 = 0x8080_8080_8080_8080;

impl DiceBySalvo {
    pub(super) fn new(dice: &[u8; MAX_SALVOS]) -> Self {
        let byte = |n: usize| dice.get(n).copied().unwrap_or(0);
        Self(array(|word| u64::from_le_bytes(array(|n| byte(word * SALVOS_A_WORD + n)))))
    }

    /// Returns all dice of a volley.
    pub(super) fn of_all(volley: &[Salvo]) -> Self {
        let mut hits = [0; MAX_SALVOS];
        hits.iter_mut().zip(volley).for_each(|(hits, salvo)| *hits = salvo.hits);
        Self::new(&hits)
    }

    /// Whether these include other dice of a volley with this many salvos.
    #[inline]
    pub(super) fn include(&self, others: &Self, salvos: usize) -> bool {
        // A byte that is too small borrows from its upper bit.
        let fits = |n: usize| ((self.0[n] | TOP_BITS) - others.0[n]) & TOP_BITS == TOP_BITS;
        fits(0) && (salvos <= SALVOS_A_WORD || (1..WORDS).all(fits))
    }

    /// Returns these dice without others that they include.
    #[inline]
    pub(super) fn without(&self, others: &Self) -> Self {
        Self(array(|n| self.0[n] - others.0[n]))
    }
}

/// Returns the number of ways in which some of the dice of a volley can be left; `None` if it
/// overflows.
pub(super) fn rests(volley: &[Salvo]) -> Option<usize> {
    volley.iter().try_fold(1usize, |rests, salvo| rests.checked_mul(usize::from(salvo.hits) + 1))
}

#[cfg(test)]
mod tests {
    use super::{DiceBySalvo, MAX_SALVOS};

    #[test]
    fn dice_are_compared_salvo_by_salvo() {
        let mut most = [0; MAX_SALVOS];
        (most[0], most[1], most[7], most[8], most[20]) = (2, 0, 64, 127, 1);
        let all = DiceBySalvo::new(&most);
        assert!(all.include(&all, MAX_SALVOS));
        for n in 0..MAX_SALVOS {
            let mut dice = most;
            dice[n] += 1;
            assert!(!all.include(&DiceBySalvo::new(&dice), MAX_SALVOS), "salvo {n}");
            let less = DiceBySalvo::new(&dice).without(&all);
            dice = [0; MAX_SALVOS];
            dice[n] = 1;
            assert_eq!(less.0, DiceBySalvo::new(&dice).0);
        }
    }
}
