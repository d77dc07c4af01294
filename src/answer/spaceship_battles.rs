//! Spaceship Battles: captains follow their orders, so that a battle is solved or played as it
//! is.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::fight::{self, Fight, Told};
use super::ledger::Ledger;
use super::prepared::{Prepared, PreparedBattle};
use super::scene::{Scene, Single};
use super::warnings::of_sides;
use super::{Answer, NoAnswer, Question, Watch, by_role};
use crate::rules::spaceship_battles::{self, Fleet, Orders, ShipBattle, System, compile};
use crate::scenario::Engine;
use crate::scenario::spaceship_battles::Muster;
use crate::tally::{Odds, PlayedBy, Units};

/// How many attacks by order take the time that is reckoned for one that a captain thinks about,
/// with few ships and with many.
const EASE: [f64; 2] = [3.0, 0.3];

/// Part of the budget that is spent on trying to draw a graph on a map: more than a duel seldom
/// fits.
const ON_MAP: f64 = 0.25;

/// Ships up to which they are few.
const FEW: usize = 16;

/// Answers a question.
pub(super) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    fight::answer(question, fight(question, muster, stop)?, pool, stop, watch)
}

/// Prepares single battles of a question to be looked at.
pub(super) fn scene<'a>(
    question: &'a Question,
    muster: &'a Muster,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    Ok(Box::new(Single { question, fight: fight(question, muster, stop)? }))
}

/// The battle, in no more room than its ships need.
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

/// A battle that is asked about.
struct ShipFight<'a, const SHIPS: usize> {
    muster: &'a Muster,
    fleets: [Fleet; 2],
    prepared: PreparedBattle<ShipBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> ShipFight<'a, SHIPS> {
    /// Compiles it, and draws its graph where that is wanted and fits.
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
            // A graph that does not fit is no surprise on a map, and not worth a note.
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

/// How the captains of a side played: each thing once.
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
