//! Spaceship Battles. Captains follow fixed orders, so a battle is solved or played without a
//! search for best play.

mod advise;
mod playing;
// The page without the program has no room for it.
#[cfg(not(target_family = "wasm"))]
mod records;

use crate::answer::ledger::Ledger;
use crate::answer::prepared::{Prepared, PreparedBattle};
use crate::answer::prepared_fight::{BattleFigures, FightReport, PreparedFight};
use crate::answer::warnings::of_sides;
use crate::answer::{
    Change, Matchup, NoAnswer, OnTheTable, Question, Records, RoundWindow, SideInfo, by_role,
};
use crate::engine::Control;
use crate::engine::Ctx;
use crate::games::spaceship_battles::rules as spaceship_battles;
use crate::games::spaceship_battles::rules::{
    ShipBattle, ShipFleet, ShipOrders, ShipSystem, compile,
};
use crate::games::spaceship_battles::scenario::{ShipMatchup, changes};
use crate::result::{Advice, Choice, Field, Figure, Manner, PlayedBy, Summary, Units};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Speed of building a graph relative to the estimates of the budget, with few ships and with many.
const TIME_FACTOR: [f64; 2] = [2.0, 0.3];

/// Share of the budget that may be spent on the graph of a battle on a map. It seldom fits unless
/// the battle is a duel.
const MAP_GRAPH_SHARE: f64 = 0.25;

/// Largest number of ships that counts as few.
const MAX_SMALL_BATTLE: usize = 16;

/// Units of cost and time.
pub(crate) const UNITS: Units = Units { cost: "points", time: "turn" };

/// Evaluates an expression with the smallest size of a state that holds this many ships.
macro_rules! sized {
    ($ships:expr, $size:ident => $then:expr) => {
        match $ships {
            0..=8 => {
                const $size: usize = 8;
                $then
            }
            _ => {
                const $size: usize = 128;
                $then
            }
        }
    };
}
use sized;

/// Returns the battle, in the smallest state type that holds its ships.
fn fight<'a>(
    question: &'a Question,
    matchup: &'a ShipMatchup,
    control: &Control,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    sized!(spaceship_battles::ships(&fleets), SHIPS => {
        let fight = ShipFight::<SHIPS>::new(question, matchup, fleets, control)?;
        Ok(PreparedFight::new(question, fight))
    })
}

/// The battle of a question.
struct ShipFight<'a, const SHIPS: usize> {
    matchup: &'a ShipMatchup,
    fleets: [ShipFleet; 2],
    prepared: PreparedBattle<ShipBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> ShipFight<'a, SHIPS> {
    /// Compiles the battle, and solves it unless the engine is `kernel` or it exceeds the budget.
    fn new(
        question: &Question,
        matchup: &'a ShipMatchup,
        fleets: [ShipFleet; 2],
        control: &Control,
    ) -> Result<Self, NoAnswer> {
        let mut prepared =
            PreparedBattle::new(compile(&fleets, &matchup.terms)?, Ledger::new(question.budget));
        let ease = TIME_FACTOR[usize::from(SHIPS > MAX_SMALL_BATTLE)];
        let on_map = matches!(matchup.terms.geometry, spaceship_battles::Geometry::Map(_));
        match question.engine {
            Engine::Kernel => {}
            _ if prepared.solve(question, ease, control)? => {}
            // On a map the graph seldom fits, so a note would only be noise.
            Engine::Auto | Engine::Simulate if on_map => {
                prepared.ledger.limit(MAP_GRAPH_SHARE);
                prepared.draw(question, ease, control)?;
                prepared.ledger.try_again();
                prepared.notes.clear();
            }
            _ => prepared.draw(question, ease, control)?,
        }
        Ok(Self { matchup, fleets, prepared })
    }
}

impl<const SHIPS: usize> FightReport for ShipFight<'_, SHIPS> {
    fn prepared(&self) -> &dyn Prepared {
        &self.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.prepared
    }

    fn figures(&self, odds: &Odds) -> BattleFigures {
        let labels: Vec<_> = self.matchup.sides.iter().map(|side| &side.labels).collect();
        BattleFigures {
            sides: spaceship_battles::summarise(&self.prepared.battle, &self.fleets, &labels, odds),
            draw: spaceship_battles::draw(odds),
            standoff: spaceship_battles::standoff(odds),
        }
    }

    fn add_figures(&self, _: &Odds, summary: &mut Summary) {
        for (side, fleet) in summary.sides.iter_mut().zip(&self.fleets) {
            side.of_game.push(Figure::new("points", Field::Win, &fleet.points()));
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let on_map = matches!(self.matchup.terms.geometry, spaceship_battles::Geometry::Map(_));
        by_role(self.fleets.iter().map(|fleet| played_by(fleet, on_map)))
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

/// Returns the orders of a side. Consecutive groups with equal orders are listed once.
fn played_by(fleet: &ShipFleet, on_map: bool) -> PlayedBy {
    let all = |of: fn(&ShipOrders) -> String| {
        let mut words: Vec<String> = fleet.groups.iter().map(|g| of(&g.orders)).collect();
        words.dedup();
        Some(words.join(", ")).filter(|words| !words.is_empty())
    };
    let doctrine = all(|orders| orders.doctrine.to_string()).filter(|_| on_map);
    let target = all(|orders| orders.target.name().into());
    let aim = all(|orders| orders.aim.map_or("hull", ShipSystem::name).into());
    let words = [
        doctrine.clone(),
        target.as_ref().map(|target| format!("attacks the {target}")),
        aim.as_ref().filter(|aim| *aim != "hull").map(|aim| format!("aims at {aim}")),
    ];
    let manner = target.as_ref().map(|target| {
        let aim = aim.as_ref().filter(|aim| *aim != "hull");
        let aim = aim.map_or(String::new(), |aim| format!(", aiming at {aim}"));
        let doctrine = doctrine.as_ref().map_or(String::new(), |doctrine| format!(" ({doctrine})"));
        Manner { verb: ["attack", "attacks"], how: format!("the {target} ship{aim}{doctrine}") }
    });
    let choices = [
        ("doctrine", "doctrine", doctrine),
        ("target", "attacks", target),
        ("aim", "aims at", aim),
    ];
    PlayedBy {
        choices: choices
            .into_iter()
            .filter_map(|(name, title, value)| Some(Choice::new(name, title, value?)))
            .collect(),
        words: words.into_iter().flatten().collect::<Vec<_>>().join(", "),
        manner,
    }
}

impl Matchup for ShipMatchup {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        self.sides.iter().map(|side| side.info(f64::from(side.fleet.points()))).collect()
    }

    fn rounds(&self) -> RoundWindow {
        self.rounds
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        changes(&self.sides[side])
    }

    #[cfg(not(target_family = "wasm"))]
    fn records(&self, _: &Question) -> Result<&dyn Records, NoAnswer> {
        Ok(self)
    }

    fn advise(
        &self,
        question: &Question,
        table: &OnTheTable,
        ctx: &Ctx,
    ) -> Result<Advice, NoAnswer> {
        ctx.install(|| advise::advise(question, self, table, ctx.control()))
    }

    fn prepare<'a>(
        &'a self,
        question: &'a Question,
        ctx: &Ctx,
    ) -> Result<PreparedFight<'a>, NoAnswer> {
        fight(question, self, ctx.control())
    }
}
