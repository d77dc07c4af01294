//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::battle::Ti4State;
use super::super::pending::Pending;
use super::position::{Ti4Phase, Ti4Position, Ti4PositionValues};
use crate::bug::OrBug;

/// Decisions of captains that look ahead.
#[derive(Clone, Debug)]
pub struct Ti4Strategy {
    pub(super) names: Ti4PositionValues,
    pub(super) choices: FxHashMap<Ti4Position, u8>,
}

impl Ti4Strategy {
    /// Returns the index of the effect chosen for a side's next hit.
    pub(in super::super) fn assign(
        &self,
        state: &Ti4State,
        pending: &Pending,
        side: usize,
    ) -> usize {
        let number = self.names.pending.known(pending);
        self.choice(state, number.map(|number| Ti4Phase::Assign(side as u8, number)))
    }

    /// Returns whether a side announces a retreat.
    pub(in super::super) fn retreat(&self, side: u8, state: &Ti4State) -> bool {
        self.choice(state, Some(Ti4Phase::Announce(side))) == 1
    }

    fn choice(&self, state: &Ti4State, phase: Option<Ti4Phase>) -> usize {
        let position = self
            .names
            .states
            .known(state)
            .and_then(|state| Some(Ti4Position { state, phase: phase? }));
        let choice = position.and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }
}
