//! The positions of a combat, and the moves between them.

use super::super::battle::{Ti4Battle, Ti4State};
use super::super::captains::Ti4Captains;
use super::super::fleet::Ti4Fleet;
use super::super::pending::Pending;
use super::position::{Ti4Phase, Ti4Position, Ti4PositionValues};
use super::rounds::{ChoiceRounds, RoundPlay};
use super::strategy::Ti4Strategy;
use crate::dice::Enumerator;
use crate::engine::exchange::play::ExchangePlay;
use crate::games::common::{Objective, Retreat, best, value_of};
use crate::model::game::{Decider, DecisionGame, Mover, Solved, Values};
use crate::model::{Battle, StepOutcome};
use crate::story::{Event, Observer, Recorder};

/// A combat as a game to be solved.
pub struct Ti4Game<'a> {
    pub(super) battle: &'a Ti4Battle,
    pub(super) captains: Ti4Captains,
    /// By side: its objective.
    pub(super) objectives: [Objective; 2],
    pub(super) names: Ti4PositionValues,
    /// Number of hits assigned so far on the way between positions.
    pub(super) hits: u64,
    /// Work done before the positions are listed, in units of one move.
    pub(super) work: u64,
    /// Whether the identical rounds are solved for each pair of forces, not as positions.
    pub(super) ends_at_rounds: bool,
    pub(super) rounds: Option<RoundPlay>,
}

/// Observes a move for as long as one outcome needs, and returns what it heard.
pub(super) trait Listener: Observer + Default {
    /// Returns the events of the outcome.
    fn heard(self) -> Vec<Event>;
}

impl Listener for () {
    fn heard(self) -> Vec<Event> {
        Vec::new()
    }
}

impl Listener for Recorder {
    fn heard(mut self) -> Vec<Event> {
        self.take_events()
    }
}

/// Number of hits that can be assigned in the time of one move.
pub(super) const HITS: u64 = 6;

/// Returns the captain of a side that decides on its hits, or on its retreat.
pub(super) fn captain(side: usize, retreats: bool) -> Mover {
    Mover::Captain((2 * side + usize::from(retreats)) as u8)
}

impl<'a> Ti4Game<'a> {
    /// Creates the game of this combat between these fleets.
    #[must_use]
    pub fn new(battle: &'a Ti4Battle, fleets: &[Ti4Fleet; 2]) -> Self {
        let objectives = fleets.each_ref().map(|fleet| fleet.captain.objective);
        Self {
            battle,
            captains: battle.captains(),
            objectives,
            names: Ti4PositionValues::default(),
            hits: 0,
            work: 0,
            ends_at_rounds: false,
            rounds: None,
        }
    }

    /// Ends the game where the identical rounds begin, if these can be solved for each pair of
    /// forces. Returns whether they can.
    pub fn leave_out_rounds(&mut self) -> bool {
        self.rounds = None;
        self.ends_at_rounds = self.battle.has_plain_rounds();
        self.ends_at_rounds
    }

    /// Plays the identical rounds as part of the game again.
    pub fn take_in_rounds(&mut self) {
        self.ends_at_rounds = false;
    }

    /// Returns the identical rounds, from all states in which the positions known so far lead to
    /// them; `None` if the work of listing them exceeds `most`, in units of one move.
    #[must_use]
    pub fn left_out_rounds(&self, most: u64) -> Option<ChoiceRounds> {
        let all = (0..self.names.states.count()).map(|n| self.names.states.get(n as u32));
        let round = self.battle.round();
        let openings: Vec<Ti4State> = all.filter(|state| state.is_round_like(&round)).collect();
        ChoiceRounds::new(self.battle, &openings, most)
    }

    /// Sets best play of the rounds that are left out. `work` is the work of finding it.
    pub fn set_rounds(&mut self, rounds: ChoiceRounds, play: ExchangePlay, work: u64) {
        self.work = work;
        self.hits = 0;
        self.rounds = Some(RoundPlay::new(rounds, play));
    }

    /// Returns whether a position belongs to the identical rounds: one of them begins, or its hits
    /// are being assigned.
    pub(super) fn is_in_identical_round(&self, position: &Ti4Position, state: &Ti4State) -> bool {
        let is_open = match position.phase {
            Ti4Phase::Ready => !self.battle.is_over(state),
            Ti4Phase::Assign(_, number) => {
                let pending = self.names.pending.get(number);
                let is_covered = |rounds: &RoundPlay| rounds.covers(&pending);
                pending.is_plain() && self.rounds.as_ref().is_none_or(is_covered)
            }
            _ => false,
        };
        is_open && state.is_round_like(&self.battle.round())
    }

    /// Returns the position in which a combat begins.
    pub fn opening(&mut self, state: Ti4State) -> Ti4Position {
        self.position(state, self.battle.is_over(&state))
    }

    /// Returns the rule by which each captain decides. It maximises its objective, or minimises it
    /// if the sign of its side is -1.
    #[must_use]
    pub fn deciders(&self, signs: [f64; 2]) -> Vec<Decider> {
        let decider = |side: usize| {
            let best = best(side, self.objectives[side], signs[side]);
            let retreats = match self.battle.sides[side].retreat {
                Some(Retreat::Below(limit)) => {
                    Decider::While { value: value_of(side, Objective::Win), limit }
                }
                _ => best,
            };
            [best, retreats]
        };
        [decider(0), decider(1)].concat()
    }

    /// Returns the strategy that follows from the solved game.
    #[must_use]
    pub fn strategy(self, solved: Solved<Ti4Position>) -> Ti4Strategy {
        Ti4Strategy { names: self.names, choices: solved.choices, rounds: self.rounds }
    }

    pub(super) fn position(&mut self, state: Ti4State, over: bool) -> Ti4Position {
        let phase = if over { Ti4Phase::Over } else { Ti4Phase::Ready };
        Ti4Position { state: self.names.states.number(state), phase }
    }

    /// Returns the values of a position of the identical rounds, if these are solved.
    pub(super) fn values_in_rounds(
        &self,
        position: &Ti4Position,
        state: &Ti4State,
    ) -> Option<Values> {
        let rounds = self.rounds.as_ref()?;
        match position.phase {
            Ti4Phase::Ready => rounds.values(state),
            Ti4Phase::Assign(_, number) => {
                let pending = self.names.pending.get(number);
                rounds.values(&rounds.after(state, &pending)?)
            }
            _ => None,
        }
    }

    /// Lists the moves from a position, whether or not the identical rounds are left out. Returns
    /// `None` if outcomes of dice and work together exceed `most`.
    pub(super) fn all_moves(
        &mut self,
        position: &Ti4Position,
        most: u64,
        next: &mut Vec<(Ti4Position, f64)>,
    ) -> Option<Mover> {
        self.each_move::<()>(position, |to, chance, _, work_done| {
            next.push((to, chance));
            next.len() as u64 + work_done <= most
        })
    }

    /// Passes each move from a position to `each`: the position that it leads to, its probability
    /// if chance decides, what the listener heard, and the work done so far. Returns `None` if
    /// `each` stops the outcomes of dice by returning false; it cannot stop other moves.
    pub(super) fn each_move<L: Listener>(
        &mut self,
        position: &Ti4Position,
        mut each: impl FnMut(Ti4Position, f64, Vec<Event>, u64) -> bool,
    ) -> Option<Mover> {
        let battle = self.battle;
        let state = self.names.states.get(position.state);
        match position.phase {
            Ti4Phase::Over => Some(Mover::Over),
            Ti4Phase::Ready => {
                let mut state = state;
                let rolls = battle.rolls(&state);
                if battle.begins_a_round(&state) {
                    battle.start_round(&mut state);
                }
                if !rolls {
                    return self.thrown::<L>(each, |game, die, listener| {
                        game.attack(state, None, die, listener)
                    });
                }
                let state = self.names.states.number(state);
                each(Ti4Position { state, phase: Ti4Phase::Announce(1) }, 1.0, Vec::new(), 0);
                Some(Mover::Chance)
            }
            Ti4Phase::Announce(side) => {
                let stays = if side == 1 { Ti4Phase::Announce(0) } else { Ti4Phase::Roll(None) };
                let phases = [stays, Ti4Phase::Roll(Some(side))];
                let to = phases.map(|phase| Ti4Position { phase, ..*position });
                match battle.declared_retreat(side, &state) {
                    Some(declared) => {
                        each(to[usize::from(declared)], 1.0, Vec::new(), 0);
                        Some(Mover::Chance)
                    }
                    None => {
                        for to in to {
                            each(to, 1.0, Vec::new(), 0);
                        }
                        Some(captain(usize::from(side), true))
                    }
                }
            }
            Ti4Phase::Roll(leaving) => self.thrown::<L>(each, |game, die, listener| {
                game.attack(state, leaving, die, listener)
            }),
            Ti4Phase::Assign(side, number) => {
                let side = usize::from(side);
                let pending = self.names.pending.get(number);
                let choices = battle.choices(side, &mut state.clone(), &mut pending.clone()).len();
                for choice in 0..choices {
                    let (mut state, mut pending) = (state, pending);
                    let mut listener = L::default();
                    battle.choose(side, choice, &mut state, &mut pending, &mut listener);
                    let to = self.go_on(state, pending, &mut listener);
                    each(to, 1.0, listener.heard(), 0);
                }
                Some(captain(side, false))
            }
            Ti4Phase::Assigned(number) => {
                let pending = self.names.pending.get(number);
                self.thrown::<L>(each, |game, die, listener| {
                    let (mut state, mut pending) = (state, pending);
                    if battle.follow(&mut state, &mut pending, die, listener) {
                        return game.go_on(state, pending, listener);
                    }
                    let progress = battle.finish(&mut state, &pending, die, listener);
                    game.position(state, progress == StepOutcome::Over)
                })
            }
        }
    }

    /// Passes all outcomes of a move that rolls dice to `each`, with the work done for them;
    /// `None` if `each` stops them.
    fn thrown<L: Listener>(
        &mut self,
        mut each: impl FnMut(Ti4Position, f64, Vec<Event>, u64) -> bool,
        mut play: impl FnMut(&mut Self, &mut Enumerator, &mut L) -> Ti4Position,
    ) -> Option<Mover> {
        let before = self.work_done();
        let mut fits = true;
        Enumerator::each_while(
            |die| {
                let mut listener = L::default();
                let to = play(self, die, &mut listener);
                (to, listener.heard(), self.work_done() - before)
            },
            |(to, events, work_done), chance| {
                fits = each(to, chance, events, work_done);
                fits
            },
        );
        fits.then_some(Mover::Chance)
    }

    /// Plays a stage up to the first choice, and returns the position reached.
    fn attack<O: Observer>(
        &mut self,
        mut state: Ti4State,
        leaving: Option<u8>,
        die: &mut Enumerator,
        observer: &mut O,
    ) -> Ti4Position {
        let (mut pending, captains) = (Pending::none(), &mut self.captains);
        self.battle.attack(&mut state, &mut pending, leaving, die, observer, captains);
        self.go_on(state, pending, observer)
    }

    /// Assigns the hits that follow a declared rule, and returns the position reached.
    pub(super) fn go_on<O: Observer>(
        &mut self,
        mut state: Ti4State,
        mut pending: Pending,
        observer: &mut O,
    ) -> Ti4Position {
        let due = |pending: &Pending| pending.due.iter().map(|hits| u64::from(hits.total())).sum();
        let before: u64 = due(&pending);
        let phase = match self.battle.settle(&mut state, &mut pending, observer) {
            Some(side) => Ti4Phase::Assign(side as u8, self.names.pending.number(pending)),
            None => Ti4Phase::Assigned(self.names.pending.number(pending)),
        };
        self.hits += before.saturating_sub(due(&pending));
        Ti4Position { state: self.names.states.number(state), phase }
    }
}

impl DecisionGame for Ti4Game<'_> {
    type Position = Ti4Position;

    fn moves(
        &mut self,
        position: &Ti4Position,
        most: u64,
        next: &mut Vec<(Ti4Position, f64)>,
    ) -> Option<Mover> {
        if self.ends_at_rounds {
            let state = self.names.states.get(position.state);
            if self.is_in_identical_round(position, &state) {
                return Some(Mover::Over);
            }
        }
        self.all_moves(position, most, next)
    }

    fn work_done(&self) -> u64 {
        self.work + self.hits / HITS
    }

    fn worth(&self, position: &Ti4Position) -> Values {
        let state = self.names.states.get(position.state);
        self.values_in_rounds(position, &state).unwrap_or_else(|| self.battle.worth(&state))
    }

    fn worth_alone(&self, position: &Ti4Position) -> Option<Values> {
        // Rounds that are solved for each pair of forces contain no loop with decisions.
        let beyond = self.battle.looks_beyond() && !self.ends_at_rounds;
        beyond.then(|| self.battle.worth_alone(&self.names.states.get(position.state)))
    }
}
