//! One battle of two sides.

use std::sync::atomic::AtomicBool;

use super::super::arena::Arena;
use super::super::budget::Budget;
use super::super::fight::{Fight, Told};
use super::super::warnings::of_sides;
use super::super::{NoAnswer, by_role};
use super::captains::Field;
use super::{Asked, UNITS, band, played_by};
use crate::engine::play::Aim;
use crate::rules::eclipse::{self, Captains, EclipseBattle};
use crate::tally::{Odds, PlayedBy, Units};

/// A battle that is asked about.
pub(super) struct EclipseFight<'a> {
    pub(super) question: &'a Asked,
    pub(super) field: Field,
}

impl Fight for EclipseFight<'_> {
    type Battle = EclipseBattle;

    fn arena(&self) -> &Arena<EclipseBattle> {
        &self.field.arena
    }

    fn arena_mut(&mut self) -> &mut Arena<EclipseBattle> {
        &mut self.field.arena
    }

    fn told(&self, odds: &Odds) -> Told {
        let muster = &self.question.muster;
        let labels = [0, 1].map(|side| muster.sides[side].labels.clone());
        let tiles = [0, 1].map(|side| muster.tiles[side].clone());
        let Field { fleets, arena } = &self.field;
        Told {
            sides: eclipse::summarise(&arena.battle, fleets, &labels, &tiles, odds),
            draw: eclipse::draw(odds),
            standoff: eclipse::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        by_role(self.field.fleets.iter().map(played_by))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.question.muster.sides, &self.field.arena.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }

    fn odds_of_play(
        &self,
        side: usize,
        aim: Aim,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<f64, NoAnswer> {
        band::odds(self.question, &self.field.fleets, side, aim, budget, stop)
    }

    fn guessed(captains: &Captains) -> bool {
        captains.approximated()
    }
}
