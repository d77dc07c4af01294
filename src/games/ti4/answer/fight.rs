//! One combat.

use super::band;
use super::captains::PreparedTi4;
use super::report::{UNITS, control, played_by};
use crate::answer::budget::Budget;
use crate::answer::prepared::Prepared;
use crate::answer::prepared_fight::{BattleFigures, FightReport};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, by_role};
use crate::engine::Control;
use crate::engine::optimize::duel::Sense;
use crate::games::ti4::rules::{self, LossOrder, Theatre};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::result::{Amount, Field, Figure, Outcomes, PlayedBy, SideSummary, Summary, Units};
use crate::stats::Odds;

/// Words for the outcomes of a ground combat.
const CONTROLS: Outcomes = Outcomes { longest: "controls", ..Outcomes::WINS };

/// The combat of a question.
pub(super) struct Ti4Fight<'a> {
    pub(super) question: &'a Question,
    pub(super) matchup: &'a Ti4Matchup,
    pub(super) fight: PreparedTi4,
}

impl FightReport for Ti4Fight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.fight.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.fight.prepared
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let labels = [0, 1].map(|side| self.matchup.sides[side].labels.clone());
        let PreparedTi4 { fleets, prepared, .. } = &self.fight;
        BattleFigures {
            sides: rules::summarise(&prepared.battle, fleets, &labels, odds),
            draw: rules::draw(odds),
            standoff: rules::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let pairs = self.matchup.sides.iter().zip(&self.fight.fleets);
        by_role(pairs.map(|(asked, fleet)| played_by(&asked.fleet, fleet, self.fight.is_customary)))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.fight.prepared.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }

    fn odds_of_play(
        &self,
        side: usize,
        aim: Sense,
        budget: Budget,
        control: &Control,
    ) -> Result<f64, NoAnswer> {
        band::odds(
            self.question,
            self.matchup.terms,
            &self.fight.fleets,
            side,
            aim,
            budget,
            control,
        )
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        let labels = [0, 1].map(|side| self.matchup.sides[side].labels.clone());
        let PreparedTi4 { fleets, prepared, .. } = &self.fight;
        let is_chosen = [0, 1].map(|side| match &self.matchup.sides[side].fleet.captain.order {
            LossOrder::Unstated => !self.fight.is_customary && fleets[side].groups.len() > 1,
            LossOrder::Optimal => true,
            LossOrder::Adaptive => false,
            LossOrder::Fixed(order) => *order != fleets[side].customary_order(),
        });
        let (battle, sides) = (&prepared.battle, &mut summary.sides);
        rules::add_figures(battle, fleets, &labels, is_chosen, odds, sides);
        if self.matchup.terms.theatre == Theatre::Ground {
            summary.outcomes = &CONTROLS;
            let has_winner = summary.draw.probability + summary.standoff.probability <= 0.0;
            let unheld = rules::unheld(&prepared.battle, odds);
            summary.of_game.push(controllers(&summary.sides, unheld, has_winner));
        }
    }
}

/// Returns the probability that each side controls the planet. If a combat always has a winner,
/// people see it from the odds.
fn controllers(sides: &[SideSummary], unheld: f64, has_winner: bool) -> Figure {
    let control = control(sides, unheld);
    let figure = Figure::new("control", Field::Rounds, &control);
    if has_winner && unheld <= 0.0 {
        return figure;
    }
    sides.iter().fold(figure, |figure, side| {
        let share = control.get(&side.name).copied().unwrap_or(0.0);
        figure.in_line("control", &side.name, Amount::Share(share))
    })
}
