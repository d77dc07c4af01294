//! Moves with their events, for combats that were played.

use super::super::battle::{Stage, Ti4State};
use super::super::pending::Pending;
use super::super::terms::Theatre;
use super::moves::{Ti4Game, captain};
use super::position::{Ti4Phase, Ti4Position};
use crate::dice::Enumerator;
use crate::model::StepOutcome;
use crate::model::game::Mover;
use crate::story::{Event, Observer, Recorder};

/// A part of a combat, as players note it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The attacker's bombardment before ground combat.
    Bombardment,
    /// Space cannon of both sides, or of the defender on a planet.
    Cannon,
    /// Effects at the start of combat.
    Start,
    /// Anti-fighter barrage.
    Barrage,
    /// A combat round, with the effects at its start and at its end.
    Round,
}

/// Receives a move: the position that it leads to, its probability if chance decides, and its
/// events. Returns whether the next one is wanted.
pub(crate) type PlayedMove<'a> = dyn FnMut(Ti4Position, f64, Vec<Event>) -> bool + 'a;

impl Ti4Position {
    /// Whether the combat has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Ti4Phase::Over
    }

    /// Returns the side that has announced a retreat, if one has, where the dice of a round are
    /// rolled next; otherwise `None`.
    #[must_use]
    pub fn announced(&self) -> Option<Option<u8>> {
        match self.phase {
            Ti4Phase::Roll(leaving) => Some(leaving),
            _ => None,
        }
    }
}

impl Ti4Game<'_> {
    /// Returns the part of the combat that a position belongs to; `None` if the combat has ended.
    #[must_use]
    pub fn part(&self, position: &Ti4Position) -> Option<Part> {
        if position.is_over() {
            return None;
        }
        Some(match (self.situation(position).stage, self.battle.terms.theatre) {
            (Stage::First, Theatre::Ground) => Part::Bombardment,
            (Stage::First | Stage::Second, _) => Part::Cannon,
            (Stage::Start(_), _) => Part::Start,
            (Stage::Opening, _) => Part::Barrage,
            (Stage::Siege(_) | Stage::Round | Stage::Roll | Stage::End(_), _) => Part::Round,
        })
    }

    /// Whether a round begins in a position. The start of round 1 may have been played already.
    #[must_use]
    pub fn begins_a_round(&self, position: &Ti4Position) -> bool {
        let stage = self.situation(position).stage;
        position.phase == Ti4Phase::Ready && matches!(stage, Stage::Siege(0) | Stage::Round)
    }

    /// Returns the number of living units of a side in a position, by group of its fleet.
    #[must_use]
    pub fn living(&self, side: usize, position: &Ti4Position) -> Vec<u8> {
        let force = self.battle.by_group(side, &self.situation(position).forces[side]);
        (0..self.battle.sides[side].groups).map(|group| force.alive(group)).collect()
    }

    /// Returns the number of damaged units of a side in a position, by group of its fleet.
    #[must_use]
    pub fn damaged(&self, side: usize, position: &Ti4Position) -> Vec<u8> {
        let force = self.battle.by_group(side, &self.situation(position).forces[side]);
        force.hurt[..self.battle.sides[side].groups].to_vec()
    }

    /// Lists the moves from a position with their events, at most `most` of them. Returns `None` if
    /// there are more.
    pub(crate) fn played_moves(
        &mut self,
        position: &Ti4Position,
        most: usize,
        each: &mut PlayedMove<'_>,
    ) -> Option<Mover> {
        let battle = self.battle;
        let state = self.situation(position);
        match position.phase {
            Ti4Phase::Ready if !battle.rolls(&state) => {
                let mut state = state;
                if battle.begins_a_round(&state) {
                    battle.start_round(&mut state);
                }
                self.thrown(most, each, &mut |game, die, observer| {
                    game.attack_observed(state, None, die, observer)
                })
            }
            Ti4Phase::Roll(leaving) => self.thrown(most, each, &mut |game, die, observer| {
                game.attack_observed(state, leaving, die, observer)
            }),
            Ti4Phase::Assigned(number) => {
                let pending = self.names.pending.get(number);
                self.thrown(most, each, &mut |game, die, observer| {
                    let (mut state, mut pending) = (state, pending);
                    if battle.follow(&mut state, &mut pending, die, observer) {
                        return game.go_on_observed(state, pending, observer);
                    }
                    let progress = battle.finish(&mut state, &pending, die, observer);
                    game.position(state, progress == StepOutcome::Over)
                })
            }
            Ti4Phase::Assign(side, number) => {
                let side = usize::from(side);
                let pending = self.names.pending.get(number);
                let choices = battle.choices(side, &mut state.clone(), &mut pending.clone()).len();
                for choice in 0..choices {
                    let (mut state, mut pending) = (state, pending);
                    let mut observer = Recorder::default();
                    battle.choose(side, choice, &mut state, &mut pending, &mut observer);
                    let to = self.go_on_observed(state, pending, &mut observer);
                    each(to, 1.0, observer.take_events());
                }
                Some(captain(side, false))
            }
            Ti4Phase::Ready | Ti4Phase::Announce(_) | Ti4Phase::Over => {
                let mut next = Vec::new();
                let mover = self.all_moves(position, u64::MAX, &mut next)?;
                for (to, chance) in next {
                    each(to, chance, Vec::new());
                }
                Some(mover)
            }
        }
    }

    /// Lists all outcomes of a move that rolls dice.
    fn thrown(
        &mut self,
        most: usize,
        each: &mut PlayedMove<'_>,
        play: &mut dyn FnMut(&mut Self, &mut Enumerator, &mut Recorder) -> Ti4Position,
    ) -> Option<Mover> {
        let mut listed = 0;
        let mut fits = true;
        Enumerator::each_while(
            |die| {
                let mut observer = Recorder::default();
                let to = play(self, die, &mut observer);
                (to, observer.take_events())
            },
            |(to, events), chance| {
                listed += 1;
                fits = listed <= most && each(to, chance, events);
                fits
            },
        );
        fits.then_some(Mover::Chance)
    }

    /// Plays a stage up to the first choice, and returns the position reached.
    pub(super) fn attack_observed<O: Observer>(
        &mut self,
        mut state: Ti4State,
        leaving: Option<u8>,
        die: &mut Enumerator,
        observer: &mut O,
    ) -> Ti4Position {
        let (mut pending, captains) = (Pending::none(), &mut self.captains);
        self.battle.attack(&mut state, &mut pending, leaving, die, observer, captains);
        self.go_on_observed(state, pending, observer)
    }

    /// Assigns hits as far as this is declared, and returns the position reached.
    pub(super) fn go_on_observed<O: Observer>(
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
