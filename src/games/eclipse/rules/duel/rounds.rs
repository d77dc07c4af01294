//! A battle under the solution of its duel, played for all situations at once.

use std::sync::Arc;

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::captains::EclipseStrategy;
use super::DuelStrategy;
use crate::array::array;
use crate::bug::OrBug;
use crate::engine::flow::duel::DuelFlow;
use crate::model::StepOutcome;
use crate::model::duel::{AfterRound, Duel, DuelRounds, DuelSituation, DuelSolution};
use crate::model::flow::Flow;

/// A battle and the solution that its captains follow.
struct EclipseRounds<'a> {
    battle: &'a EclipseBattle,
    strategy: Arc<EclipseStrategy>,
}

impl EclipseBattle {
    /// Returns the flow of the battle if its captains follow the solution of a duel. A pair of
    /// situations does not tell which owner has destroyed the ships that are missing, and replies
    /// that had to be approximated are left to engines that report them.
    pub(in super::super) fn duel_flow(
        &self,
        strategy: Arc<EclipseStrategy>,
    ) -> Option<Box<dyn Flow<EclipseState> + '_>> {
        let is_told_apart = self.counts_kills == [false; 2] && self.number == 0;
        let applies = is_told_apart && !strategy.as_duel()?.has_approximated;
        applies.then(|| -> Box<dyn Flow<EclipseState> + '_> {
            Box::new(DuelFlow::new(EclipseRounds { battle: self, strategy }))
        })
    }
}

impl EclipseRounds<'_> {
    fn solved(&self) -> &DuelStrategy {
        self.strategy.as_duel().or_bug("a flow has no solution")
    }
}

impl DuelRounds<EclipseState> for EclipseRounds<'_> {
    fn duel(&self) -> &Duel {
        &self.solved().duel
    }

    fn solution(&self) -> &DuelSolution {
        &self.solved().solution
    }

    fn opening(&self) -> DuelSituation {
        let EclipseState { turn, clock, .. } = self.battle.opening;
        let pair = self.solved().duel.opening;
        DuelSituation { turn: turn.into(), pair, rounds_left: clock }
    }

    fn state(&self, situation: DuelSituation) -> EclipseState {
        let DuelSituation { turn, pair, rounds_left } = situation;
        let ships = array(|side| self.solved().values.ships[side][pair[side]]);
        EclipseState { ships, turn: turn as u8, clock: rounds_left, ..self.battle.opening }
    }

    fn end_round(&self, situation: DuelSituation) -> AfterRound<EclipseState> {
        let mut state = self.state(situation);
        let before = state.ships;
        let turn = &self.battle.turns[situation.turn];
        if self.battle.advance(&mut state, turn) == StepOutcome::Over {
            return AfterRound::Over(state);
        }
        let number = |side: usize| match state.ships[side] == before[side] {
            true => situation.pair[side],
            false => {
                let number = self.solved().values.number(side, &state.ships[side]);
                number.or_bug("a repaired fleet has no number")
            }
        };
        AfterRound::GoesOn([number(0), number(1)])
    }
}
