//! The best targets that were found, and where their values are kept.

use super::pack::{Cell, Found, Pack, Sums, add, add_by_lane};
use crate::array::array;
use crate::model::duel::Codes;

/// Choices of consecutive packs.
pub(super) struct PackCodes<'a> {
    pub(super) codes: &'a mut Codes,
    pub(super) first: usize,
}

impl PackCodes<'_> {
    /// Stores the numbers of the chosen targets of a pack.
    #[inline(always)]
    fn set<C: Cell, const L: usize>(&mut self, pack: usize, numbers: [C; L]) {
        let pack = self.first + pack;
        match self.codes.is_wide() {
            false => self.codes.set_nibbles::<L>(pack, C::nibbles(&numbers)),
            true => self.codes.set_bytes::<L>(pack, array(|lane| numbers[lane].value() as u8)),
        }
    }
}

/// Best targets of the inner side's volleys.
pub(super) struct FoundInColumn<'a, C, const N: usize, const L: usize> {
    pub(super) to: &'a mut [Pack<C, N, L>],
    pub(super) chance: f64,
    pub(super) changed: &'a mut [Sums<N, L>],
    pub(super) codes: PackCodes<'a>,
}

impl<C: Cell, const N: usize, const L: usize> Found<C, N, L> for FoundInColumn<'_, C, N, L> {
    #[inline(always)]
    fn note(&mut self, pack: usize, best: Pack<C, N, L>, numbers: [C; L]) {
        self.to[pack] = best;
        add(&mut self.changed[pack], self.chance, &best);
        self.codes.set(pack, numbers);
    }
}

/// Best targets of the outer side's volleys.
pub(super) struct FoundInBatch<'a, C, const N: usize, const L: usize> {
    pub(super) to: &'a mut [Pack<C, N, L>],
    pub(super) chances: &'a [[f64; L]],
    pub(super) sums: &'a mut Sums<N, L>,
    pub(super) codes: PackCodes<'a>,
}

impl<C: Cell, const N: usize, const L: usize> Found<C, N, L> for FoundInBatch<'_, C, N, L> {
    #[inline(always)]
    fn note(&mut self, volley: usize, best: Pack<C, N, L>, numbers: [C; L]) {
        self.to[volley] = best;
        add_by_lane(self.sums, &self.chances[volley], &best);
        self.codes.set(volley, numbers);
    }
}
