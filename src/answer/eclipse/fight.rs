//! One battle of two sides.

use std::sync::atomic::AtomicBool;

use super::super::budget::Budget;
use super::super::fight::{Fight, Told};
use super::super::prepared::Prepared;
use super::super::warnings::of_sides;
use super::super::{NoAnswer, Question, by_role};
use super::captains::Field;
use super::{UNITS, band, played_by};
use crate::engine::play::Aim;
use crate::rules::eclipse;
use crate::scenario::eclipse::Muster;
use crate::tally::{Odds, PlayedBy, Units};

/// The battle of a question.
pub(super) struct EclipseFight<'a> {
    pub(super) question: &'a Question,
    pub(super) muster: &'a Muster,
    pub(super) field: Field,
}

impl Fight for EclipseFight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.field.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.field.prepared
    }

    fn told(&self, odds: &Odds) -> Told {
        let muster = self.muster;
        let labels = [0, 1].map(|side| muster.sides[side].labels.clone());
        let tiles = [0, 1].map(|side| muster.tiles[side].clone());
        let Field { fleets, prepared } = &self.field;
        Told {
            sides: eclipse::summarise(&prepared.battle, fleets, &labels, &tiles, odds),
            draw: eclipse::draw(odds),
            standoff: eclipse::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        by_role(self.field.fleets.iter().map(played_by))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.muster.sides, &self.field.prepared.notes)
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
        band::odds(self.question, self.muster.setup, &self.field.fleets, side, aim, budget, stop)
    }
}
