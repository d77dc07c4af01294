//! Luck and skill of a combat that was played.
//!
//! Both players are taken to play as well as possible: with each hit they are free to sustain
//! damage or to lose a unit, and they retreat when that is best. Neutral units follow their rule.
//! Effects are used by their rules, so their timing is not counted.
//!
//! A record has a heading for each part of the combat: `bombardment`, `space cannon`, `start of
//! combat`, `barrage`, `round 1` and so on. A part in which no dice were rolled and nothing was
//! decided may be left out. Below the heading, each side has a line, in any order:
//!
//! - `attacker: 3 hits` are the hits on the dice of this part, before any of them are cancelled.
//!   Dice of other effects are not noted.
//! - `defender: loses 2 destroyer + fighter, sustains dreadnought` are units lost to hits and units
//!   that sustain hits in this part. If either is noted, both lists are complete; `loses nothing`
//!   if there is neither. Units that leave, are removed for lack of room or are destroyed by other
//!   effects are not noted.
//! - `attacker: retreat` is an announcement. Without it, the side stays.
//! - `attacker: ?` leaves everything open. Without hits, the hits are open; without losses, the
//!   choice is open.
//!
//! A side that rolls dice in a part must have a line.
//!
//! ```text
//! noted   what the lines of a part say
//! table   the combat as both players should play it
//! now     the present situation of a combat that is being played
//! course  the record, part by part through the positions of the combat
//! tally   hits and losses, counted from events
//! words   steps in words
//! errors  records that do not fit
//! written the record of a combat that was simulated
//! ```

mod course;
mod errors;
mod noted;
mod now;
mod table;
mod tally;
mod words;
mod written;

use self::course::Course;
use self::table::Table;
use super::report::UNITS;
use crate::answer::ledger::Ledger;
use crate::answer::played::report::{PlayedSides, analysis};
use crate::answer::played::{asked, evaluate};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, Records};
use crate::engine::Control;
use crate::games::ti4::rules::Ti4Game;
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::Battle;
use crate::result::{Analysis, BattleNow, Story};
use crate::scenario::{BattleRecord, WrittenEntry};

impl Records for Ti4Matchup {
    fn check_recordable(&self) -> Result<(), NoAnswer> {
        written::check_recordable(self)
    }

    fn record(&self, story: &Story) -> Result<Vec<WrittenEntry>, NoAnswer> {
        written::record(self, story)
    }

    fn analyse(
        &self,
        question: &Question,
        record: &BattleRecord,
        control: &Control,
    ) -> Result<Analysis, NoAnswer> {
        let table = Table::of(question, self)?;
        let mut ledger = Ledger::new(question.budget);
        let mut game = Ti4Game::new(&table.battle, &table.fleets);
        let start = game.opening(table.battle.opening());
        let mut course = Course::new(&table, &mut game, start, control);
        for entry in &record.entries {
            course.follow(entry)?;
        }
        course.end(record)?;
        let opening = course.opening(start);
        let positions = asked(&[opening], &course.steps);
        let worth = table.worth(course.game, &positions, &mut ledger, control)?;
        let evaluated = evaluate(opening, &course.steps, &worth);
        let ended = course.ends().iter().all(|end| end.at.is_over());
        let sides = PlayedSides {
            players: table.players(),
            record: record.place.source.name.clone(),
            battles: None,
            is_ordered: false,
            ended,
            outcome: words::outcome(&table, ended, evaluated.last()),
            warnings: of_sides(&self.sides, &words::notes(&table)),
        };
        let words = course.noted.iter().zip(&course.steps).zip(&evaluated);
        let words: Vec<_> =
            words.map(|((noted, step), evaluated)| noted.words(&course, step, evaluated)).collect();
        let steps = words::merged(evaluated.into_iter().zip(words));
        Ok(analysis(question, &self.sides, UNITS, sides, &steps))
    }

    fn battle_now(
        &self,
        question: &Question,
        record: &BattleRecord,
        roll: Option<&str>,
        control: &Control,
    ) -> Result<BattleNow, NoAnswer> {
        now::battle_now(question, self, record, roll, control)
    }

    fn random_roll(
        &self,
        question: &Question,
        record: &BattleRecord,
        seed: u64,
        control: &Control,
    ) -> Result<String, NoAnswer> {
        now::random_roll(question, self, record, seed, control)
    }
}
