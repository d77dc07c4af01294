//! Luck and skill of a battle that was played.
//!
//! Both players are taken to play as well as possible; neutral ships follow their rule.
//!
//! ```text
//! course  the record, step by step through the positions of the battle
//! lives   lives of ships, and the ways in which notes can be understood
//! noted   what a line says of dice and ships, and which choices fit it
//! table   the battle as both players should play it
//! now     the present situation of a battle that is being played
//! words   steps in words
//! written the record of a battle that was simulated
//! ```

mod course;
mod lives;
mod noted;
mod now;
mod table;
mod words;
mod written;

use rustc_hash::FxHashMap;

use self::course::Course;
use self::table::Table;
use super::best_play::new_game;
use super::words::UNITS;
use crate::answer::ledger::Ledger;
use crate::answer::played::report::{PlayedSides, analysis};
use crate::answer::played::{asked, evaluate};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, Records};
use crate::engine::Control;
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::model::Battle;
use crate::result::{Analysis, BattleNow, Story};
use crate::scenario::{BattleRecord, WrittenEntry};

impl Records for EclipseMatchup {
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
        let mut game = new_game(&table.battle, &ledger, control);
        let opening = game.position(&table.battle.opening());
        let mut course = Course::new(&table, &mut game, opening);
        for entry in &record.entries {
            course.follow(entry)?;
        }
        course.end(record)?;
        let (steps, noted) = (course.steps, course.noted);
        let positions = asked(&[opening], &steps);
        let (gains, note) = table.gains(question, &mut game, &positions, &mut ledger, control)?;
        let worth: FxHashMap<_, _> = positions.iter().copied().zip(gains).collect();
        let evaluated = evaluate(opening, &steps, &worth);
        let ends = steps.last().map_or_else(|| vec![opening], |step| step.ends());
        let ended = ends.iter().all(|end| end.is_over());
        let sides = PlayedSides {
            players: table.players(),
            record: record.place.source.name.clone(),
            battles: None,
            is_ordered: false,
            ended,
            outcome: words::outcome(self, &game, &ends, ended),
            warnings: of_sides(&self.sides, note.as_slice()),
        };
        let words = noted.iter().zip(&steps).zip(&evaluated);
        let words: Vec<_> = words
            .map(|((noted, step), evaluated)| noted.words(&table, &game, step, evaluated))
            .collect();
        let steps: Vec<_> = evaluated.into_iter().zip(words).collect();
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
