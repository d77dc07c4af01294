//! Spaceship Battles. Captains follow fixed orders, so a battle is solved or played without a
//! search for best play.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use crate::answer::fight::{self, Fight, Told};
use crate::answer::ledger::Ledger;
use crate::answer::prepared::{Prepared, PreparedBattle};
use crate::answer::scene::{Scene, Single};
use crate::answer::warnings::of_sides;
use crate::answer::{Answer, NoAnswer, Question, Watch, by_role};
use crate::games::spaceship_battles::rules as spaceship_battles;
use crate::games::spaceship_battles::rules::{Fleet, Orders, ShipBattle, System, compile};
use crate::games::spaceship_battles::scenario::Muster;
use crate::result::{PlayedBy, Units};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Speed of building a graph relative to the estimates of the budget, with few ships and with many.
const EASE: [f64; 2] = [3.0, 0.3];

/// Share of the budget that may be spent on the graph of a battle on a map. It seldom fits unless
/// the battle is a duel.
const ON_MAP: f64 = 0.25;

/// Largest number of ships that counts as few.
const FEW: usize = 16;

/// Answers a question about a battle.
pub(crate) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    fight::answer(question, fight(question, muster, stop)?, pool, stop, watch)
}

/// Returns access to the single battles of a question.
pub(crate) fn scene<'a>(
    question: &'a Question,
    muster: &'a Muster,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    Ok(Box::new(Single { question, fight: fight(question, muster, stop)? }))
}

/// Returns the battle, in the smallest state type that holds its ships.
fn fight<'a>(
    question: &Question,
    muster: &'a Muster,
    stop: &AtomicBool,
) -> Result<Box<dyn Fight + 'a>, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| muster.sides[side].fleet.clone());
    Ok(match spaceship_battles::ships(&fleets) {
        0..=4 => Box::new(ShipFight::<4>::new(question, muster, fleets, stop)?),
        5..=16 => Box::new(ShipFight::<16>::new(question, muster, fleets, stop)?),
        _ => Box::new(ShipFight::<128>::new(question, muster, fleets, stop)?),
    })
}

/// The battle of a question.
struct ShipFight<'a, const SHIPS: usize> {
    muster: &'a Muster,
    fleets: [Fleet; 2],
    prepared: PreparedBattle<ShipBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> ShipFight<'a, SHIPS> {
    /// Compiles the battle, and builds its graph unless the engine is `kernel` or the graph exceeds
    /// the budget.
    fn new(
        question: &Question,
        muster: &'a Muster,
        fleets: [Fleet; 2],
        stop: &AtomicBool,
    ) -> Result<Self, NoAnswer> {
        let mut prepared =
            PreparedBattle::new(compile(&fleets, &muster.terms)?, Ledger::new(question.budget));
        let ease = EASE[usize::from(SHIPS > FEW)];
        let on_map = matches!(muster.terms.scene, spaceship_battles::Scene::Map(_));
        match question.engine {
            Engine::Kernel => {}
            // On a map the graph seldom fits, so a note would only be noise.
            Engine::Auto | Engine::Simulate if on_map => {
                prepared.ledger.limit(ON_MAP);
                prepared.draw(question, ease, stop)?;
                prepared.ledger.try_again();
                prepared.notes.clear();
            }
            _ => prepared.draw(question, ease, stop)?,
        }
        Ok(Self { muster, fleets, prepared })
    }
}

impl<const SHIPS: usize> Fight for ShipFight<'_, SHIPS> {
    fn prepared(&self) -> &dyn Prepared {
        &self.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.prepared
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels: Vec<_> = self.muster.sides.iter().map(|side| &side.labels).collect();
        Told {
            sides: spaceship_battles::summarise(&self.prepared.battle, &self.fleets, &labels, odds),
            draw: spaceship_battles::draw(odds),
            standoff: spaceship_battles::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let on_map = matches!(self.muster.terms.scene, spaceship_battles::Scene::Map(_));
        by_role(self.fleets.iter().map(|fleet| played_by(fleet, on_map)))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.muster.sides, &self.prepared.notes)
    }

    fn units(&self) -> Units {
        Units { cost: "points", time: "turn" }
    }

    fn house_rules(&self) -> Vec<String> {
        self.muster.house_rules.clone()
    }
}

/// Returns the orders of a side. Consecutive groups with equal orders are listed once.
fn played_by(fleet: &Fleet, on_map: bool) -> PlayedBy {
    let all = |of: fn(&Orders) -> String| {
        let mut words: Vec<String> = fleet.groups.iter().map(|g| of(&g.orders)).collect();
        words.dedup();
        Some(words.join(", ")).filter(|words| !words.is_empty())
    };
    PlayedBy {
        doctrine: all(|orders| orders.doctrine.to_string()).filter(|_| on_map),
        target: all(|orders| orders.target.name().into()),
        aim: all(|orders| orders.aim.map_or("hull", System::name).into()),
        ..PlayedBy::default()
    }
}
