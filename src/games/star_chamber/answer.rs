//! Star Chamber. Players decide nothing in a series of combats, so it is solved or played without
//! a search for best play.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use crate::answer::fight::{self, Fight, Told};
use crate::answer::ledger::Ledger;
use crate::answer::prepared::{Prepared, PreparedBattle};
use crate::answer::scene::{Scene, Single};
use crate::answer::warnings::of_sides;
use crate::answer::{Answer, NoAnswer, Question, Watch};
use crate::games::star_chamber::rules as star_chamber;
use crate::games::star_chamber::rules::{Force, StarBattle, compile};
use crate::games::star_chamber::scenario::Muster;
use crate::result::{PlayedBy, Units};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Answers a question about a series of combats.
pub(crate) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    fight::answer(question, fight(question, muster, stop)?, pool, stop, watch)
}

/// Returns access to the single series of combats of a question.
pub(crate) fn scene<'a>(
    question: &'a Question,
    muster: &'a Muster,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    Ok(Box::new(Single { question, fight: fight(question, muster, stop)? }))
}

/// Returns the series of combats, in the smallest state type that holds its ships.
fn fight<'a>(
    question: &Question,
    muster: &'a Muster,
    stop: &AtomicBool,
) -> Result<Box<dyn Fight + 'a>, NoAnswer> {
    let forces: Vec<Force> = muster.sides.iter().map(|side| side.fleet.clone()).collect();
    Ok(match star_chamber::ships(&forces) {
        0..=16 => Box::new(StarFight::<16>::new(question, muster, &forces, stop)?),
        17..=64 => Box::new(StarFight::<64>::new(question, muster, &forces, stop)?),
        _ => Box::new(StarFight::<256>::new(question, muster, &forces, stop)?),
    })
}

/// The series of combats of a question.
struct StarFight<'a, const SHIPS: usize> {
    muster: &'a Muster,
    prepared: PreparedBattle<StarBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> StarFight<'a, SHIPS> {
    /// Compiles the combats, and builds their graph unless the engine is `kernel` or the graph
    /// exceeds the budget.
    fn new(
        question: &Question,
        muster: &'a Muster,
        forces: &[Force],
        stop: &AtomicBool,
    ) -> Result<Self, NoAnswer> {
        let mut prepared =
            PreparedBattle::new(compile(forces, &muster.terms)?, Ledger::new(question.budget));
        if question.engine != Engine::Kernel {
            prepared.draw(question, 1.0, stop)?;
        }
        Ok(Self { muster, prepared })
    }
}

impl<const SHIPS: usize> Fight for StarFight<'_, SHIPS> {
    fn prepared(&self) -> &dyn Prepared {
        &self.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.prepared
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels: Vec<_> = self.muster.sides.iter().map(|side| &side.labels).collect();
        let battle = &self.prepared.battle;
        Told {
            sides: star_chamber::summarise(battle, &labels, odds),
            draw: star_chamber::draw(battle, odds),
            standoff: star_chamber::standoff(battle, odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let roles = &self.muster.roles;
        roles.iter().map(|role| (role.clone(), PlayedBy::default())).collect()
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.muster.sides, &self.prepared.notes)
    }

    fn units(&self) -> Units {
        Units { cost: "ships", time: "turn" }
    }

    fn house_rules(&self) -> Vec<String> {
        self.muster.house_rules.clone()
    }
}
