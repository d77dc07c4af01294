//! The place of a walked battle, packed.

use super::table::LANES;

/// The place of a walked battle in one word. From the lowest bit:
///
/// ```text
///  6  right shift of a draw that selects among the rows of the state
/// 25  first row of the state, or number of the end
///  1  whether it is an end
///  3  lane
/// 29  rounds so far
/// ```
///
/// A row stores the difference between the words after and before a step.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Word(u64);

impl Word {
    const INDEX: u32 = 6;
    const END: u32 = 31;
    const LANE: u32 = 32;
    const ROUND: u32 = Self::LANE + LANES.trailing_zeros();
    /// Maximum number of rows, and of ends.
    pub(in crate::engine) const MAX_ROWS: usize = 1 << (Self::END - Self::INDEX);

    pub(super) fn state(row: usize, row_bits: u32) -> Self {
        Self((row as u64) << Self::INDEX | u64::from(32 - row_bits))
    }

    pub(in crate::engine) fn end(number: u32) -> Self {
        Self(1 << Self::END | u64::from(number) << Self::INDEX)
    }

    pub(super) fn with_round(self, round: bool) -> Self {
        Self(self.0 | u64::from(round) << Self::ROUND)
    }

    pub(in crate::engine) fn with_lane(self, lane: usize) -> Self {
        Self(self.0 | (lane as u64) << Self::LANE)
    }

    #[inline]
    pub(in crate::engine) fn is_end(self) -> bool {
        self.0 >> Self::END & 1 != 0
    }

    /// First row of the state, or number of the end.
    #[inline]
    pub(in crate::engine) fn index(self) -> usize {
        (self.0 as u32 & !(1 << Self::END)) as usize >> Self::INDEX
    }

    #[inline]
    pub(super) fn row(self, draw: u32) -> usize {
        // The place is not an end, so that bit is not set. The shift wraps, so only its lowest bits
        // count.
        (self.0 as u32 >> Self::INDEX) as usize + draw.wrapping_shr(self.0 as u32) as usize
    }

    #[inline]
    pub(in crate::engine) fn round(self) -> u32 {
        (self.0 >> Self::ROUND) as u32
    }

    #[inline]
    pub(in crate::engine) fn lane(self) -> usize {
        (self.0 >> Self::LANE) as usize % LANES
    }

    /// Difference between this word and an earlier one.
    pub(super) fn since(self, from: Self) -> Self {
        Self(self.0.wrapping_sub(from.0))
    }

    /// Returns the word after a step.
    #[inline]
    pub(super) fn then(self, step: Self) -> Self {
        Self(self.0.wrapping_add(step.0))
    }
}
