//! Moves with their events, for combats that were played.

use super::super::battle::Stage;
use super::super::terms::Theatre;
use super::moves::Ti4Game;
use super::position::{Ti4Phase, Ti4Position};
use crate::model::game::Mover;
use crate::story::{Event, Recorder};

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

    /// Lists the moves from a position with their events. Returns `None` if dice have more than
    /// `most` outcomes.
    pub(crate) fn played_moves(
        &mut self,
        position: &Ti4Position,
        most: usize,
        each: &mut PlayedMove<'_>,
    ) -> Option<Mover> {
        let mut listed = 0;
        self.each_move::<Recorder>(position, |to, chance, events, _| {
            listed += 1;
            listed <= most && each(to, chance, events)
        })
    }
}
