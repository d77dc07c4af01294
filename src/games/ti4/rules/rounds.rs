//! The rounds of a combat that is an exchange: what each side makes of its hits, found on demand.

use super::ability::Ability;
use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::force::Ti4Force;
use crate::model::exchange::{ExchangeRounds, Pool, chances_of_kinds};
use crate::model::game::Numbered;
use crate::model::{Battle, StepOutcome};

/// The rounds of a combat as an exchange.
pub(super) struct Ti4Rounds<'a> {
    battle: &'a Ti4Battle,
    /// A state whose stage and round are those of all rounds.
    round: Ti4State,
    sides: [SideRounds; 2],
}

/// What is known of the rounds of one side. Each list covers the first states.
#[derive(Default)]
struct SideRounds {
    forces: Numbered<Ti4Force>,
    /// By state: probabilities of scoring 0, 1, 2, … hits.
    hits: Pool<f64>,
    /// By state: the next state after taking 0, 1, 2, … hits.
    replies: Pool<u32>,
}

impl Ti4Battle {
    /// Returns the rounds of the combat if all of them are those of one exchange. Emergency Repairs
    /// are not part of it: they depend on whether the enemy has survived.
    pub(super) fn rounds(&self) -> Option<Ti4Rounds<'_>> {
        let repairs =
            |side: usize| self.opening.forces[side].supplies.has(Ability::EmergencyRepairs);
        if !self.is_exchange() || repairs(0) || repairs(1) {
            return None;
        }
        let (stage, round, exit) = (Stage::Round, self.clock, Exit::None);
        let round = Ti4State { stage, round, exit, ..self.opening };
        Some(Ti4Rounds { battle: self, round, sides: Default::default() })
    }
}

impl Ti4Rounds<'_> {
    /// Finds the rolls and the replies of a side up to this state.
    fn learn(&mut self, side: usize, state: u32) {
        let Self { battle, round, sides } = self;
        let known = &mut sides[side];
        for next in known.replies.lists()..=state as usize {
            let force = known.forces.get(next as u32);
            known.hits.push(battle.hits_of(side, &force));
            let replies = battle.replies(side, force, round);
            known.replies.push(replies.into_iter().map(|reply| known.forces.number(reply)));
        }
    }
}

impl ExchangeRounds<Ti4State> for Ti4Rounds<'_> {
    fn split(&mut self, state: &Ti4State) -> Option<[u32; 2]> {
        let Self { round, sides, .. } = self;
        let is_round =
            (state.stage, state.round, state.exit) == (round.stage, round.round, round.exit);
        let [first, second] = sides;
        let [a, d] = state.forces;
        is_round.then(|| [first.forces.number(a), second.forces.number(d)])
    }

    fn replies(&mut self, side: usize, states: [u32; 2], replies: &mut Vec<(u32, f64)>) {
        for (side, &state) in states.iter().enumerate() {
            self.learn(side, state);
        }
        let to = self.sides[side].replies.of(states[side] as usize);
        let hits = self.sides[1 - side].hits.of(states[1 - side] as usize);
        let chances = chances_of_kinds(hits, to.len());
        replies.clear();
        replies.extend(to.iter().copied().zip(chances).filter(|(_, chance)| *chance > 0.0));
    }

    fn join(&self, [a, d]: [u32; 2]) -> (Ti4State, StepOutcome) {
        let [first, second] = &self.sides;
        let forces = [first.forces.get(a), second.forces.get(d)];
        let state = Ti4State { forces, ..self.round };
        let over = self.battle.is_over(&state);
        (state, if over { StepOutcome::Over } else { StepOutcome::NextRound })
    }
}
