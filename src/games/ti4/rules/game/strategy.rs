//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::battle::Ti4State;
use super::super::pending::Pending;
use super::position::{Ti4Phase, Ti4Position, Ti4PositionValues};
use super::rounds::RoundPlay;
use crate::bug::OrBug;

/// Decisions of captains that look ahead.
#[derive(Clone, Debug)]
pub struct Ti4Strategy {
    pub(super) names: Ti4PositionValues,
    pub(super) choices: FxHashMap<Ti4Position, u8>,
    /// Best play of the identical rounds, if they were solved for each pair of forces.
    pub(super) rounds: Option<RoundPlay>,
}

impl Ti4Strategy {
    /// Returns the index of the effect chosen for a side's next hit.
    pub(in super::super) fn assign(
        &self,
        state: &Ti4State,
        pending: &Pending,
        side: usize,
    ) -> usize {
        let of_rounds = self.rounds.as_ref();
        if let Some(choice) = of_rounds.and_then(|rounds| rounds.choice(state, pending, side)) {
            return choice;
        }
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
