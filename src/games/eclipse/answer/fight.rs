//! One battle of two sides.

use super::band;
use super::captains::PreparedEclipse;
use super::near_best::NearBest;
use super::words::{UNITS, played_with_focus};
use crate::answer::budget::Budget;
use crate::answer::prepared::Prepared;
use crate::answer::prepared_fight::{BattleFigures, FightReport};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, by_role};
use crate::engine::Control;
use crate::engine::optimize::duel::Sense;
use crate::games::eclipse::rules;
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::result::{BestPlay, PlayedBy, Summary, Units};
use crate::stats::Odds;

/// The battle of a question.
pub(super) struct EclipseFight<'a> {
    pub(super) question: &'a Question,
    pub(super) matchup: &'a EclipseMatchup,
    pub(super) fight: PreparedEclipse,
}

impl FightReport for EclipseFight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.fight.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.fight.prepared
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let matchup = self.matchup;
        let labels = [0, 1].map(|side| matchup.sides[side].labels.clone());
        let PreparedEclipse { fleets, prepared, .. } = &self.fight;
        BattleFigures {
            sides: rules::summarise(&prepared.battle, fleets, &labels, odds),
            draw: rules::draw(odds),
            standoff: rules::standoff(odds),
        }
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        let tiles = [0, 1].map(|side| self.matchup.tiles[side].clone());
        rules::add_figures(&self.fight.prepared.battle, &tiles, odds, &mut summary.sides);
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let is_focused = self.fight.near_best.as_ref().is_some_and(NearBest::is_focused);
        by_role(self.fight.fleets.iter().map(|fleet| played_with_focus(fleet, is_focused)))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.fight.prepared.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }

    fn best_play(&self) -> Option<BestPlay> {
        self.fight.near_best.as_ref().map(NearBest::best_play)
    }

    fn odds_of_play(
        &self,
        side: usize,
        sense: Sense,
        budget: Budget,
        control: &Control,
    ) -> Result<f64, NoAnswer> {
        band::odds(
            self.question,
            self.matchup.setup,
            &self.fight.fleets,
            side,
            sense,
            budget,
            control,
        )
    }
}
