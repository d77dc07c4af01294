//! Rows of known transitions, packed.

/// Consequences of a draw, in one word. From the lowest bit:
///
/// ```text
///  6  right shift of a draw that selects among the rows of the state
/// 25  first row of the state
///  1  unused
///  1  whether the battle is over
///  1  whether a round begins
///  1  whether the battle cannot follow rows from here
///  5  unused
/// 24  number of the place
/// ```
///
/// After the end of a battle, the lower half is that of the opening, where the next one begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onward(u64);

/// A row of the alias table of a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownRow {
    pub(super) threshold: u64,
    pub(super) own: Onward,
    pub(super) alias: Onward,
}

impl Onward {
    const FIRST: u32 = 6;
    const OVER: u32 = 32;
    const ROUND: u32 = 33;
    const STOP: u32 = 34;
    const PLACE: u32 = 40;
    /// A transition that has not occurred yet.
    pub(super) const UNKNOWN: Self = Self(1 << Self::STOP | u64::MAX << Self::PLACE);

    /// Returns the way to a place with these rows.
    pub(super) fn rows(place: usize, first: usize, row_bits: u32) -> Self {
        let first = (first as u64) << Self::FIRST;
        Self((place as u64) << Self::PLACE | first | u64::from(64 - row_bits))
    }

    /// Returns the way to a place from which the battle is played by the rules.
    pub(super) fn by_rules(place: usize) -> Self {
        Self((place as u64) << Self::PLACE | 1 << Self::STOP)
    }

    /// Returns the way to the end of a battle.
    pub(super) fn over(place: usize, opening: Option<Self>) -> Self {
        let opening = opening.map_or(0, |opening| u64::from(opening.0 as u32));
        Self((place as u64) << Self::PLACE | 1 << Self::OVER | opening)
    }

    pub(super) fn with_round(self, begins: bool) -> Self {
        Self(self.0 | u64::from(begins) << Self::ROUND)
    }

    #[inline]
    pub(super) fn is_over(self) -> bool {
        self.0 >> Self::OVER & 1 != 0
    }

    /// Number of rounds that begin.
    #[inline]
    pub(super) fn rounds(self) -> u32 {
        (self.0 >> Self::ROUND) as u32 & 1
    }

    /// Whether the battle cannot follow rows from here.
    #[inline]
    pub(super) fn stops(self) -> bool {
        self.0 >> Self::STOP & 1 != 0
    }

    #[inline]
    pub(super) fn is_unknown(self) -> bool {
        self.0 == Self::UNKNOWN.0
    }

    #[inline]
    pub(super) fn place(self) -> usize {
        (self.0 >> Self::PLACE) as usize
    }

    /// Returns the row that a draw selects.
    #[inline]
    pub(super) fn row(self, bits: u64) -> usize {
        // The bit above the number of the row is not set. The shift wraps, so only its lowest bits
        // count.
        (self.0 as u32 >> Self::FIRST) as usize + bits.wrapping_shr(self.0 as u32) as usize
    }

    /// Whether a draw takes the row's own outcome, as
    /// [`Distribution::pick`](crate::dice::Distribution::pick) decides.
    #[inline]
    pub(super) fn takes_own(self, bits: u64, threshold: u64) -> bool {
        bits.wrapping_shl((self.0 as u32).wrapping_neg()) < threshold
    }
}
