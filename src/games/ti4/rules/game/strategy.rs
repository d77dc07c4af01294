//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::battle::State;
use super::super::pending::Pending;
use super::position::{Names, Phase, Position};
use crate::bug::OrBug;

/// Decisions of captains that look ahead.
#[derive(Clone, Debug)]
pub struct Strategy {
    pub(super) names: Names,
    pub(super) choices: FxHashMap<Position, u8>,
}

impl Strategy {
    /// Returns the index of the effect chosen for a side's next hit.
    pub(in super::super) fn assign(&self, state: &State, pending: &Pending, side: usize) -> usize {
        let number = self.names.pending.known(pending);
        self.choice(state, number.map(|number| Phase::Assign(side as u8, number)))
    }

    /// Returns whether a side announces a retreat.
    pub(in super::super) fn retreat(&self, side: u8, state: &State) -> bool {
        self.choice(state, Some(Phase::Announce(side))) == 1
    }

    fn choice(&self, state: &State, phase: Option<Phase>) -> usize {
        let position = self
            .names
            .states
            .known(state)
            .and_then(|state| Some(Position { state, phase: phase? }));
        let choice = position.and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }
}
