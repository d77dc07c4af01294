//! Star Chamber. Players decide nothing in a series of combats, so it is solved or played without
//! a search for best play.

use crate::answer::ledger::Ledger;
use crate::answer::prepared::{Prepared, PreparedBattle};
use crate::answer::prepared_fight::{BattleFigures, FightReport, PreparedFight};
use crate::answer::warnings::of_sides;
use crate::answer::{Change, Matchup, NoAnswer, Question, RoundWindow, SideInfo};
use crate::engine::Control;
use crate::engine::Ctx;
use crate::games::star_chamber::rules as star_chamber;
use crate::games::star_chamber::rules::{StarBattle, StarForce, compile};
use crate::games::star_chamber::scenario::{StarMatchup, changes};
use crate::result::{PlayedBy, Summary, Units};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Speed of building a graph relative to the estimates of the budget.
const TIME_FACTOR: f64 = 0.5;

/// Largest number of ships for which the small type of state has room.
const FEW: usize = 32;

/// Maximum number of ships of all forces.
const MANY: usize = 256;

/// Units of cost and time.
pub(crate) const UNITS: Units = Units { cost: "ships", time: "turn" };

/// Returns the series of combats, in the smallest state type that holds its ships.
fn fight<'a>(
    question: &'a Question,
    matchup: &'a StarMatchup,
    control: &Control,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let forces: Vec<StarForce> = matchup.sides.iter().map(|side| side.fleet.clone()).collect();
    Ok(match star_chamber::ships(&forces) {
        0..=FEW => {
            let fight = StarFight::<FEW>::new(question, matchup, &forces, control)?;
            PreparedFight::new(question, fight)
        }
        _ => {
            let fight = StarFight::<MANY>::new(question, matchup, &forces, control)?;
            PreparedFight::new(question, fight)
        }
    })
}

/// The series of combats of a question.
struct StarFight<'a, const SHIPS: usize> {
    matchup: &'a StarMatchup,
    prepared: PreparedBattle<StarBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> StarFight<'a, SHIPS> {
    /// Compiles the combats, and solves them unless the engine is `kernel` or they exceed the
    /// budget.
    fn new(
        question: &Question,
        matchup: &'a StarMatchup,
        forces: &[StarForce],
        control: &Control,
    ) -> Result<Self, NoAnswer> {
        let mut prepared =
            PreparedBattle::new(compile(forces, &matchup.terms)?, Ledger::new(question.budget));
        let is_wanted = question.engine != Engine::Kernel;
        if is_wanted && !prepared.solve(question, TIME_FACTOR, control)? {
            prepared.draw(question, TIME_FACTOR, control)?;
        }
        Ok(Self { matchup, prepared })
    }
}

impl<const SHIPS: usize> FightReport for StarFight<'_, SHIPS> {
    fn prepared(&self) -> &dyn Prepared {
        &self.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.prepared
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let labels: Vec<_> = self.matchup.sides.iter().map(|side| &side.labels).collect();
        let battle = &self.prepared.battle;
        BattleFigures {
            sides: star_chamber::summarise(battle, &labels, odds),
            draw: star_chamber::draw(battle, odds),
            standoff: star_chamber::standoff(battle, odds),
        }
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        star_chamber::add_figures(&self.prepared.battle, odds, &mut summary.sides);
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let roles = &self.matchup.roles;
        roles.iter().map(|role| (role.clone(), PlayedBy::default())).collect()
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.prepared.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }

    fn house_rules(&self) -> Vec<String> {
        self.matchup.house_rules.clone()
    }
}

impl Matchup for StarMatchup {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        self.sides.iter().map(|side| side.info(side.fleet.ships() as f64)).collect()
    }

    fn rounds(&self) -> RoundWindow {
        self.rounds
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        changes(&self.sides[side])
    }

    fn prepare<'a>(
        &'a self,
        question: &'a Question,
        ctx: &Ctx,
    ) -> Result<PreparedFight<'a>, NoAnswer> {
        fight(question, self, ctx.control())
    }
}
