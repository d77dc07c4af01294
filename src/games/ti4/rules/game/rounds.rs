//! Best play of the rounds of a combat, where what each side can make of its hits depends on that
//! side alone.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::battle::{Ti4Battle, Ti4State};
use super::super::exchange::key;
use super::super::force::Ti4Force;
use super::super::pending::Pending;
use super::strategy::Ti4Strategy;
use crate::engine::exchange::play::ExchangePlay;
use crate::model::StepOutcome;
use crate::model::exchange::{ChoiceSide, ExchangeRounds, chances_of_kinds};
use crate::model::game::Values;

/// Largest number of states of one side.
const MAX_STATES: usize = u16::MAX as usize;

/// Work of listing a state of one side with its choices, in units of one move.
const WORK_PER_STATE: u64 = 8;

/// All states of both sides in the rounds from the battle's clock on, and the choices in them.
#[derive(Clone, Debug)]
pub struct ChoiceRounds {
    /// A state whose stage and round are those of all these rounds.
    round: Ti4State,
    sides: [RoundSide; 2],
    choices: [ChoiceSide; 2],
}

/// The states of one side, in the order of their numbers.
#[derive(Clone, Debug)]
struct RoundSide {
    forces: Vec<Ti4Force>,
    numbers: FxHashMap<Ti4Force, u32>,
}

/// Best play of all rounds from the battle's clock on.
#[derive(Clone, Debug)]
pub(super) struct RoundPlay {
    rounds: ChoiceRounds,
    play: ExchangePlay,
}

impl ChoiceRounds {
    /// Lists the rounds of a combat that may reach them in any of these states; `None` if the work
    /// exceeds `most`.
    pub(super) fn new(battle: &Ti4Battle, openings: &[Ti4State], most: u64) -> Option<Self> {
        let round = battle.round();
        let most = (most / WORK_PER_STATE) as usize;
        let first = RoundSide::new(battle, 0, openings, &round, most)?;
        let second = RoundSide::new(battle, 1, openings, &round, most - first.forces.len())?;
        let sides = [first, second];
        let choices = [0, 1].map(|side| sides[side].choices(battle, side, &round));
        Some(Self { round, sides, choices })
    }

    /// Returns the choices of both sides.
    #[must_use]
    pub fn choices(&self) -> &[ChoiceSide; 2] {
        &self.choices
    }

    /// Returns the values of a pair of states if the combat ends there.
    #[must_use]
    pub fn worth(&self, battle: &Ti4Battle, states: [u32; 2]) -> Values {
        battle.worth(&Ti4State { forces: self.forces(states), ..self.round })
    }

    /// Work of listing these rounds, in units of one move.
    #[must_use]
    pub fn work(&self) -> u64 {
        let states: usize = self.sides.iter().map(|side| side.forces.len()).sum();
        states as u64 * WORK_PER_STATE
    }

    fn forces(&self, [a, d]: [u32; 2]) -> [Ti4Force; 2] {
        let [first, second] = &self.sides;
        [first.forces[a as usize], second.forces[d as usize]]
    }

    /// Returns the number of the state of each side; `None` outside these rounds.
    fn split(&self, state: &Ti4State) -> Option<[u32; 2]> {
        let is_round = state.is_round_like(&self.round);
        let number = |side: usize| self.sides[side].numbers.get(&state.forces[side]).copied();
        Some([number(0)?, number(1)?]).filter(|_| is_round)
    }
}

impl RoundPlay {
    pub(super) fn new(rounds: ChoiceRounds, play: ExchangePlay) -> Self {
        Self { rounds, play }
    }

    /// Returns the values of a state at the beginning of a round.
    pub(super) fn values(&self, state: &Ti4State) -> Option<Values> {
        Some(self.play.values(self.rounds.split(state)?))
    }

    /// Returns whether these hits can be scored in one of the rounds.
    pub(super) fn covers(&self, pending: &Pending) -> bool {
        self.play.covers(pending.due.map(|due| usize::from(due.total())))
    }

    /// Returns the state after both sides have assigned their hits; `None` if this is no state of a
    /// round, or if the hits cannot be scored in one.
    pub(super) fn after(&self, state: &Ti4State, pending: &Pending) -> Option<Ti4State> {
        let states = self.rounds.split(state).filter(|_| self.covers(pending))?;
        let hits = pending.due.map(|due| usize::from(due.total()));
        let forces = self.rounds.forces(self.play.after(states, hits));
        Some(Ti4State { forces, ..*state })
    }

    /// Returns the index of the effect that a side chooses for its next hit; `None` if this is no
    /// state of a round.
    pub(super) fn choice(&self, state: &Ti4State, pending: &Pending, side: usize) -> Option<usize> {
        let states = self.rounds.split(state)?;
        let hits = pending.due.map(|due| usize::from(due.total()));
        let best = self.play.after(states, hits)[side];
        let choices = self.rounds.choices[side].choices.of(states[side] as usize);
        choices.iter().position(|&to| {
            let (mut states, mut hits) = (states, hits);
            states[side] = to;
            hits[side] -= 1;
            self.play.after(states, hits)[side] == best
        })
    }
}

impl RoundSide {
    /// Finds all states of a side from these openings on; `None` if there are more than `most`.
    fn new(
        battle: &Ti4Battle,
        side: usize,
        openings: &[Ti4State],
        round: &Ti4State,
        most: usize,
    ) -> Option<Self> {
        let mut numbers: FxHashMap<Ti4Force, u32> = FxHashMap::default();
        let mut open: Vec<Ti4Force> = openings.iter().map(|state| state.forces[side]).collect();
        while let Some(force) = open.pop() {
            if numbers.insert(force, 0).is_none() {
                open.extend(battle.after_a_hit(side, force, round));
            }
            if numbers.len() > most.min(MAX_STATES) {
                return None;
            }
        }
        let mut forces: Vec<Ti4Force> = numbers.keys().copied().collect();
        forces.sort_by_key(key);
        for (number, force) in (0..).zip(&forces) {
            numbers.insert(*force, number);
        }
        Some(Self { forces, numbers })
    }

    fn choices(&self, battle: &Ti4Battle, side: usize, round: &Ti4State) -> ChoiceSide {
        let mut choices = ChoiceSide::default();
        for force in &self.forces {
            choices.fights.push(force.any(battle.sides[side].fighting));
            choices.hits.push(battle.hits_of(side, force));
            let after = battle.after_a_hit(side, *force, round);
            choices.choices.push(after.iter().map(|force| self.numbers[force]));
        }
        choices
    }
}

impl Ti4Battle {
    /// Returns whether best play of its rounds can be solved for each pair of forces: the effect of
    /// a hit depends on nothing but the force that it hits. Cards are left out, and so are classes
    /// in which it matters which of several damaged units was damaged last.
    pub(super) fn has_plain_rounds(&self) -> bool {
        let holds_cards = |side: usize| {
            let force = &self.opening.forces[side];
            force.supplies.0 > 0
        };
        let is_mixed = |side: usize| {
            let roster = &self.sides[side];
            roster.classes.iter().any(|class| class.and(roster.sustaining).each().count() > 1)
        };
        self.has_independent_sides()
            && !self.is_intricate
            && ![0, 1].into_iter().any(|s| holds_cards(s) || is_mixed(s))
    }

    /// Returns the states of a side after each possible effect of one hit in a round.
    fn after_a_hit(&self, side: usize, force: Ti4Force, round: &Ti4State) -> Vec<Ti4Force> {
        let mut state = *round;
        state.forces[side] = force;
        let mut pending = Pending { sustains: self.may_sustain(&state), ..Pending::none() };
        pending.due[side].free = 1;
        if !self.sides[side].is_adaptive {
            self.settle(&mut state, &mut pending, &mut ());
            return [state.forces[side]].into_iter().filter(|after| *after != force).collect();
        }
        let choices = self.choices(side, &mut state.clone(), &mut pending.clone()).len();
        let choose = |choice| {
            let (mut state, mut pending) = (state, pending);
            self.choose(side, choice, &mut state, &mut pending, &mut ());
            state.forces[side]
        };
        (0..choices).map(choose).collect()
    }
}

/// The rounds of a combat under a strategy.
pub(in super::super) struct ChosenRounds<'a> {
    battle: &'a Ti4Battle,
    strategy: Arc<Ti4Strategy>,
}

impl<'a> ChosenRounds<'a> {
    /// Returns the rounds if the strategy covers them.
    pub(in super::super) fn new(battle: &'a Ti4Battle, strategy: Arc<Ti4Strategy>) -> Option<Self> {
        strategy.rounds.is_some().then_some(Self { battle, strategy })
    }
}

impl ExchangeRounds<Ti4State> for ChosenRounds<'_> {
    fn split(&mut self, state: &Ti4State) -> Option<[u32; 2]> {
        let rounds = &self.strategy.rounds.as_ref()?.rounds;
        rounds.split(state).filter(|_| state.round == rounds.round.round)
    }

    fn outcomes(&mut self, states: [u32; 2], outcomes: &mut Vec<([u32; 2], f64)>) {
        let Some(RoundPlay { rounds, play }) = &self.strategy.rounds else { return };
        let [first, second] = rounds.choices();
        let [a, d] = states.map(|state| state as usize);
        let kinds = play.kinds(states);
        for (n, p) in chances_of_kinds(first.hits.of(a), kinds[1]).enumerate() {
            let of_second = chances_of_kinds(second.hits.of(d), kinds[0]).enumerate();
            let after = of_second.map(|(hits, q)| (play.after(states, [hits, n]), p * q));
            outcomes.extend(after.filter(|(_, chance)| *chance > 0.0));
        }
    }

    fn join(&self, states: [u32; 2]) -> (Ti4State, StepOutcome) {
        let forces = self.strategy.rounds.as_ref().map(|play| play.rounds.forces(states));
        self.battle.after_round(forces.unwrap_or(self.battle.opening.forces))
    }
}
