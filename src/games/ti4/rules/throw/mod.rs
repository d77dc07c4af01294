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
