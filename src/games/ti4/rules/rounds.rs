//! The rounds of a combat that is an exchange: what each side makes of its hits, found on demand.

use super::ability::Ability;
use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::force::Ti4Force;
use crate::model::exchange::{ExchangeRounds, ExchangeSide, chances_of_kinds};
use crate::model::{Battle, StepOutcome};
use crate::model::{Lists, Numbered};

/// The rounds of a combat as an exchange.
pub(super) struct Ti4Rounds<'a> {
    battle: &'a Ti4Battle,
    /// A state whose stage and round are those of all rounds.
    round: Ti4State,
    sides: [SideRounds; 2],
    /// Chances of the replies of the first side. Its memory is used again for each round.
    on_first: Vec<f64>,
}

/// Rounds of one side that have been found. Each list covers the first states.
#[derive(Default)]
struct SideRounds {
    forces: Numbered<Ti4Force>,
    /// By state: probabilities of scoring 0, 1, 2, … hits.
    hits: Lists<f64>,
    /// By state: the next state after taking 0, 1, 2, … hits.
    replies: Lists<u32>,
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
        let (sides, on_first) = Default::default();
        Some(Ti4Rounds { battle: self, round: self.round(), sides, on_first })
    }

    /// Returns a state whose stage and round are those of all identical rounds.
    pub(super) fn round(&self) -> Ti4State {
        let (stage, round, exit) = (Stage::Round, self.clock, Exit::None);
        Ti4State { stage, round, exit, ..self.opening }
    }

    /// Returns the state after an identical round that leaves these forces, and how it ends.
    pub(super) fn after_round(&self, forces: [Ti4Force; 2]) -> (Ti4State, StepOutcome) {
        let state = Ti4State { forces, ..self.round() };
        let over = self.is_over(&state);
        (state, if over { StepOutcome::Over } else { StepOutcome::NextRound })
    }
}

impl Ti4State {
    /// Returns whether the next step is a round like this one. Before the first round, the round is
    /// 0 where cards are counted.
    pub(super) fn is_round_like(&self, round: &Self) -> bool {
        let now = (self.stage, self.round.max(1), self.exit);
        now == (round.stage, round.round, round.exit)
    }
}

impl Ti4Rounds<'_> {
    /// Finds the rolls and the replies of a side up to this state.
    fn learn(&mut self, side: usize, state: u32) {
        let Self { battle, round, sides, .. } = self;
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
        let Self { round, sides: [first, second], .. } = self;
        let is_round = state.round == round.round && state.is_round_like(round);
        let [a, d] = state.forces;
        is_round.then(|| [first.forces.number(a), second.forces.number(d)])
    }

    fn outcomes(&mut self, states: [u32; 2], outcomes: &mut Vec<([u32; 2], f64)>) {
        for (side, &state) in states.iter().enumerate() {
            self.learn(side, state);
        }
        let Self { sides: [first, second], on_first, .. } = self;
        let [a, d] = states.map(|state| state as usize);
        let (to_first, to_second) = (first.replies.of(a), second.replies.of(d));
        on_first.clear();
        on_first.extend(chances_of_kinds(second.hits.of(d), to_first.len()));
        let on_second = chances_of_kinds(first.hits.of(a), to_second.len());
        for (hits, p) in on_second.enumerate() {
            let d = to_second[hits];
            for (hits, &q) in on_first.iter().enumerate() {
                let chance = p * q;
                if chance > 0.0 {
                    outcomes.push(([to_first[hits], d], chance));
                }
            }
        }
    }

    fn sides(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<[ExchangeSide; 2]> {
        for side in 0..2 {
            while self.sides[side].replies.lists() < self.sides[side].forces.count() {
                self.learn(side, self.sides[side].replies.lists() as u32);
                if !go_on(self.sides[side].replies.total() as u64) {
                    return None;
                }
            }
        }
        Some([0, 1].map(|side| {
            let SideRounds { forces, hits, replies } = &self.sides[side];
            let fighting = self.battle.sides[side].fighting;
            let fights = (0..forces.count() as u32).map(|n| forces.get(n).any(fighting)).collect();
            ExchangeSide { fights, hits: hits.clone(), replies: replies.clone() }
        }))
    }

    fn join(&self, [a, d]: [u32; 2]) -> (Ti4State, StepOutcome) {
        let [first, second] = &self.sides;
        self.battle.after_round([first.forces.get(a), second.forces.get(d)])
    }
}
