//! One combat.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::super::arena::Arena;
use super::super::budget::Budget;
use super::super::fight::{Fight, Told};
use super::super::warnings::of_sides;
use super::super::{NoAnswer, by_role};
use super::captains::Field;
use super::{Asked, UNITS, band, control, played_by};
use crate::engine::play::Aim;
use crate::rules::ti4::{self, Theatre, Ti4Battle};
use crate::tally::{Odds, PlayedBy, SideSummary, Units};

/// A combat that is asked about.
pub(super) struct Ti4Fight<'a> {
    pub(super) question: &'a Asked,
    pub(super) field: Field,
}

impl Fight for Ti4Fight<'_> {
    type Battle = Ti4Battle;

    fn arena(&self) -> &Arena<Ti4Battle> {
        &self.field.arena
    }

    fn arena_mut(&mut self) -> &mut Arena<Ti4Battle> {
        &mut self.field.arena
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels = [0, 1].map(|side| self.question.muster.sides[side].labels.clone());
        let Field { fleets, arena } = &self.field;
        Told {
            sides: ti4::summarise(&arena.battle, fleets, &labels, odds),
            draw: ti4::draw(odds),
            standoff: ti4::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let pairs = self.question.muster.sides.iter().zip(&self.field.fleets);
        by_role(pairs.map(|(asked, fleet)| played_by(&asked.fleet, fleet)))
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

    fn control(&self, sides: &[SideSummary]) -> Option<BTreeMap<String, f64>> {
        (self.question.muster.terms.theatre == Theatre::Ground).then(|| control(sides))
    }
}
