//! Values of one turn.

use super::pack::Sums;
use crate::array::array;

/// One turn against one state of the inner side, in all lanes.
#[derive(Clone, Copy)]
pub(super) struct TurnValue<const N: usize, const L: usize> {
    /// Value of the outcomes that change something, weighted by their probability.
    pub(super) changed: Sums<N, L>,
    /// Probability that the turn changes nothing.
    pub(super) nothing: [f64; L],
    /// Value after the turn if it changes nothing.
    pub(super) after: Sums<N, L>,
}

impl<const N: usize, const L: usize> Default for TurnValue<N, L> {
    fn default() -> Self {
        Self { changed: [[0.0; L]; N], nothing: [1.0; L], after: [[0.0; L]; N] }
    }
}

impl<const N: usize, const L: usize> TurnValue<N, L> {
    /// Value before the turn.
    #[inline(always)]
    pub(super) fn at(&self) -> Sums<N, L> {
        let of = |figure: usize, lane: usize| {
            self.changed[figure][lane] + self.nothing[lane] * self.after[figure][lane]
        };
        array(|figure| array(|lane| of(figure, lane)))
    }
}

/// Computes the value after each turn, from the last back to the first.
#[inline(always)]
pub(super) fn follow<const N: usize, const L: usize>(
    turns: &mut [TurnValue<N, L>],
    last: Sums<N, L>,
) {
    let mut next = last;
    for turn in turns.iter_mut().rev() {
        turn.after = next;
        next = turn.at();
    }
}
