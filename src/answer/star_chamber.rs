//! Star Chamber: nobody decides anything, so that a series of combats is solved or played as
//! it is.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::arena::Arena;
use super::fight::{self, Fight, Told};
use super::scene::{Look, Single};
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
    fight::answer(question, StarFight::<SHIPS>::new(question, forces, stop)?, pool, stop, watch)
}

/// Looks at single series of combats of a question.
pub(super) fn look<L: Look>(
    question: &Asked,
    stop: &AtomicBool,
    look: L,
) -> Result<L::Seen, NoAnswer> {
    let forces: Vec<Force> = question.muster.sides.iter().map(|side| side.fleet.clone()).collect();
    Ok(match star_chamber::ships(&forces) {
        0..=16 => look.look(&Single(question, &StarFight::<16>::new(question, &forces, stop)?)),
        17..=64 => look.look(&Single(question, &StarFight::<64>::new(question, &forces, stop)?)),
        _ => look.look(&Single(question, &StarFight::<256>::new(question, &forces, stop)?)),
    })
}

/// A series of combats that is asked about.
struct StarFight<'a, const SHIPS: usize> {
    question: &'a Asked,
    arena: Arena<StarBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> StarFight<'a, SHIPS> {
    /// Compiles it, and draws its graph where that is wanted and fits.
    fn new(question: &'a Asked, forces: &[Force], stop: &AtomicBool) -> Result<Self, NoAnswer> {
        let mut arena = Arena::new(compile(forces, &question.muster.terms)?);
        if question.engine != Engine::Kernel {
            arena.draw(question, question.budget, stop)?;
        }
        Ok(Self { question, arena })
    }
}

impl<const SHIPS: usize> Fight for StarFight<'_, SHIPS> {
    type Battle = StarBattle<SHIPS>;

    fn arena(&self) -> &Arena<StarBattle<SHIPS>> {
        &self.arena
    }

    fn arena_mut(&mut self) -> &mut Arena<StarBattle<SHIPS>> {
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
