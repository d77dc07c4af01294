//! Star Chamber: nobody decides anything, so that a series of combats is solved or played as
//! it is.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::arena::Arena;
use super::fight::{self, Fight, Told};
use super::warnings::of_sides;
use super::{Answer, NoAnswer, Question};
use crate::rules::star_chamber::{self, Force, StarBattle, compile};
use crate::scenario::Engine;
use crate::scenario::star_chamber::Muster;
use crate::tally::{Odds, PlayedBy, Tally, Units};

/// A question about Star Chamber.
type Asked = Question<Muster>;

/// Answers a question, in no more room than so many ships need.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let forces: Vec<Force> = question.muster.sides.iter().map(|side| side.fleet.clone()).collect();
    match star_chamber::ships(&forces) {
        0..=16 => fight::<16>(question, &forces, pool, stop, watch),
        17..=64 => fight::<64>(question, &forces, pool, stop, watch),
        _ => fight::<256>(question, &forces, pool, stop, watch),
    }
}

fn fight<const SHIPS: usize>(
    question: &Asked,
    forces: &[Force],
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let mut arena = Arena::new(compile::<SHIPS>(forces, &question.muster.terms)?);
    if question.engine != Engine::Kernel {
        arena.draw(question, question.budget, stop)?;
    }
    fight::answer(question, StarFight { question, arena }, pool, stop, watch)
}

/// A series of combats that is asked about.
struct StarFight<'a, const SHIPS: usize> {
    question: &'a Asked,
    arena: Arena<StarBattle<SHIPS>>,
}

impl<const SHIPS: usize> Fight for StarFight<'_, SHIPS> {
    type Battle = StarBattle<SHIPS>;

    fn arena(&mut self) -> &mut Arena<StarBattle<SHIPS>> {
        &mut self.arena
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels: Vec<_> = self.question.muster.sides.iter().map(|side| &side.labels).collect();
        let battle = &self.arena.battle;
        Told {
            sides: star_chamber::summarise(battle, &labels, odds),
            draw: star_chamber::draw(battle, odds),
            standoff: star_chamber::standoff(battle, odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let roles = &self.question.muster.roles;
        roles.iter().map(|role| (role.clone(), PlayedBy::default())).collect()
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.question.muster.sides, &self.arena.notes)
    }

    fn units(&self) -> Units {
        Units { cost: "ships", time: "turn" }
    }

    fn house_rules(&self) -> Vec<String> {
        self.question.muster.house_rules.clone()
    }
}
