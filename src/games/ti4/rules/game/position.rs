//! Positions of the game.

use super::super::battle::Ti4State;
use super::super::pending::Pending;
use crate::model::Numbered;

/// A state by index, and the progress within the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ti4Position {
    pub(super) state: u32,
    pub(super) phase: Ti4Phase,
}

/// Progress within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ti4Phase {
    /// The step begins.
    Ready,
    /// This side may announce a retreat.
    Announce(u8),
    /// The dice are rolled next. Holds the side that has announced a retreat.
    Roll(Option<u8>),
    /// This side chooses the effect of its next hit.
    Assign(u8, u32),
    /// All hits have been assigned.
    Assigned(u32),
    /// The combat is over.
    Over,
}

/// The states and pending hits behind the indices of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Ti4PositionValues {
    pub(super) states: Numbered<Ti4State>,
    pub(super) pending: Numbered<Pending>,
}
