//! Spaceship Battles: captains follow their orders, so that a battle is solved or played as it
//! is.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::arena::Arena;
use super::fight::{self, Fight, Told};
use super::scene::{Look, Single};
use super::warnings::of_sides;
use super::{Answer, NoAnswer, Question, by_role};
use crate::rules::spaceship_battles::{self, Fleet, Orders, Scene, ShipBattle, System, compile};
use crate::scenario::Engine;
use crate::scenario::spaceship_battles::Muster;
use crate::tally::{Odds, PlayedBy, Tally, Units};

/// A question about Spaceship Battles.
type Asked = Question<Muster>;

/// How many attacks by order take the time that is reckoned for one that a captain thinks about,
/// with few ships and with many.
const EASE: [f64; 2] = [3.0, 0.3];

/// Ships up to which they are few.
const FEW: usize = 16;

/// Answers a question, in no more room than so many ships need.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| question.muster.sides[side].fleet.clone());
    match spaceship_battles::ships(&fleets) {
        0..=4 => fight::<4>(question, fleets, pool, stop, watch),
        5..=16 => fight::<16>(question, fleets, pool, stop, watch),
        _ => fight::<128>(question, fleets, pool, stop, watch),
    }
}

fn fight<const SHIPS: usize>(
    question: &Asked,
    fleets: [Fleet; 2],
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    fight::answer(question, ShipFight::<SHIPS>::new(question, fleets, stop)?, pool, stop, watch)
}

/// Looks at single battles of a question.
pub(super) fn look<L: Look>(
    question: &Asked,
    stop: &AtomicBool,
    look: L,
) -> Result<L::Seen, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| question.muster.sides[side].fleet.clone());
    Ok(match spaceship_battles::ships(&fleets) {
        0..=4 => look.look(&Single(question, &ShipFight::<4>::new(question, fleets, stop)?)),
        5..=16 => look.look(&Single(question, &ShipFight::<16>::new(question, fleets, stop)?)),
        _ => look.look(&Single(question, &ShipFight::<128>::new(question, fleets, stop)?)),
    })
}

/// A battle that is asked about.
struct ShipFight<'a, const SHIPS: usize> {
    question: &'a Asked,
    fleets: [Fleet; 2],
    arena: Arena<ShipBattle<SHIPS>>,
}

impl<'a, const SHIPS: usize> ShipFight<'a, SHIPS> {
    /// Compiles it, and draws its graph where that is wanted and fits.
    fn new(question: &'a Asked, fleets: [Fleet; 2], stop: &AtomicBool) -> Result<Self, NoAnswer> {
        let mut arena = Arena::new(compile(&fleets, &question.muster.terms)?);
        let budget = question.budget.stretched(EASE[usize::from(SHIPS > FEW)]);
        let on_map = matches!(question.muster.terms.scene, Scene::Map(_));
        match question.engine {
            Engine::Kernel => {}
            // On a map more than a duel seldom fits, so that not much is spent on trying, and it
            // is not worth a word.
            Engine::Auto | Engine::Simulate if on_map => {
                arena.draw(question, budget.stretched(0.25), stop)?;
                arena.notes.clear();
            }
            _ => arena.draw(question, budget, stop)?,
        }
        Ok(Self { question, fleets, arena })
    }
}

impl<const SHIPS: usize> Fight for ShipFight<'_, SHIPS> {
    type Battle = ShipBattle<SHIPS>;

    fn arena(&self) -> &Arena<ShipBattle<SHIPS>> {
        &self.arena
    }

    fn arena_mut(&mut self) -> &mut Arena<ShipBattle<SHIPS>> {
        &mut self.arena
    }

    fn told(&self, odds: &Odds) -> Told {
        let labels: Vec<_> = self.question.muster.sides.iter().map(|side| &side.labels).collect();
        Told {
            sides: spaceship_battles::summarise(&self.arena.battle, &self.fleets, &labels, odds),
            draw: spaceship_battles::draw(odds),
            standoff: spaceship_battles::standoff(odds),
        }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        let on_map = matches!(self.question.muster.terms.scene, Scene::Map(_));
        by_role(self.fleets.iter().map(|fleet| played_by(fleet, on_map)))
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.question.muster.sides, &self.arena.notes)
    }

    fn units(&self) -> Units {
        Units { cost: "points", time: "turn" }
    }

    fn house_rules(&self) -> Vec<String> {
        self.question.muster.house_rules.clone()
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
