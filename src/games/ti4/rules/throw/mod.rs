//! Dice that a side rolls together, and the distributions of their hits.
//!
//! ```text
//! build    collects the dice of a roll
//! plain    draws the hits of a roll that nothing changes, from tables
//! dice     lists the dice that the living units roll
//! changed  hits of a roll that abilities change after the dice were thrown (T22)
//! shown    the dice of a roll for the story of a combat
//! ```

mod build;
mod changed;
mod dice;
mod plain;
mod shown;

pub(super) use self::build::{
    Changes, DiceModifiers, Extra, Loose, MODIFIER_COMBINATIONS, ThrowBuilder,
};
pub(super) use self::changed::{RollMemory, Rolled, Uses};
pub(super) use self::plain::{Tables, UnitThrow};

/// Hits of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Hits {
    /// Hits on any unit.
    pub(super) free: u16,
    /// Hits on ships other than fighters, if there are any.
    pub(super) aimed: u16,
}

impl Hits {
    pub(super) const NONE: Self = Self { free: 0, aimed: 0 };

    #[inline]
    pub(super) fn total(self) -> u16 {
        self.free + self.aimed
    }

    /// Returns the hits, each counted a number of times.
    pub(super) fn times(self, times: u16) -> Self {
        Self { free: times * self.free, aimed: times * self.aimed }
    }

    /// Subtracts cancelled hits, aimed ones first.
    pub(super) fn less(self, cancelled: u16) -> Self {
        let aimed = self.aimed.min(cancelled);
        Self { aimed: self.aimed - aimed, free: self.free - (cancelled - aimed).min(self.free) }
    }
}
