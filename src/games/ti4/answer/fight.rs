//! One combat.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::band;
use super::captains::Field;
use super::report::{UNITS, control, played_by};
use crate::answer::budget::Budget;
use crate::answer::fight::{Fight, Told};
use crate::answer::prepared::Prepared;
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, by_role};
use crate::engine::optimize::duel::Aim;
use crate::games::ti4::rules::{self, Theatre};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::result::{PlayedBy, SideSummary, Units};
use crate::stats::Odds;

/// The combat of a question.
pub(super) struct Ti4Fight<'a> {
    pub(super) question: &'a Question,
    pub(super) matchup: &'a Ti4Matchup,
    pub(super) field: Field,
}

impl Fight for Ti4Fight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.field.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.field.prepared
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels = [0, 1].map(|side| self.matchup.sides[side].labels.clone());
        let Field { fleets, prepared } = &self.field;
        Told {
            sides: rules::summarise(&prepared.battle, fleets, &labels, odds),
            draw: rules::draw(odds),
            standoff: rules::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let pairs = self.matchup.sides.iter().zip(&self.field.fleets);
        by_role(pairs.map(|(asked, fleet)| played_by(&asked.fleet, fleet)))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.field.prepared.notes)
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
        band::odds(self.question, self.matchup.terms, &self.field.fleets, side, aim, budget, stop)
    }

    fn control(&self, sides: &[SideSummary]) -> Option<BTreeMap<String, f64>> {
        (self.matchup.terms.theatre == Theatre::Ground).then(|| control(sides))
    }
}
