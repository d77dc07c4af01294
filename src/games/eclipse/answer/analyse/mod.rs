//! Luck and skill of a battle that was played.
//!
//! Both players are taken to play as well as possible; neutral ships follow their rule.
//!
//! ```text
//! course  the record, step by step through the positions of the battle
//! lives   lives of ships, and the ways in which notes can be understood
//! noted   what a line says of dice and ships, and which choices fit it
//! now     the present situation of a battle that is being played
//! words   steps in words
//! written the record of a battle that was simulated
//! ```

mod course;
mod lives;
mod noted;
mod now;
mod words;
mod written;

use rustc_hash::FxHashMap;

use self::course::Course;
use super::best_play::{EclipseNotSolved, new_game};
use super::gains::gains_of_both;
use super::near_best::best_or_focused;
use super::words::UNITS;
use crate::answer::ledger::Ledger;
use crate::answer::played::report::{PlayedSides, analysis};
use crate::answer::played::{asked, evaluate};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, Records};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::common::{Objective, Retreat};
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseFleet, EclipseGame, EclipsePosition, Focus, Policy, compile_from,
};
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
            are_players: table.are_players,
            objectives: table.objectives,
            cost: table.fleets.iter().map(EclipseFleet::cost).sum(),
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

/// The battle as both players should play it.
struct Table<'a> {
    matchup: &'a EclipseMatchup,
    fleets: [EclipseFleet; 2],
    battle: EclipseBattle,
    /// By side: whether a player decides for it.
    are_players: [bool; 2],
    objectives: [Objective; 2],
}

impl<'a> Table<'a> {
    fn of(question: &Question, matchup: &'a EclipseMatchup) -> Result<Self, NoAnswer> {
        let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
        if matchup.sector.is_some() {
            return refuse(
                "a record is of one battle of two sides; analyse a sector battle by battle",
            );
        }
        let mut fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
        let are_players = [0, 1].map(|side: usize| !fleets[side].non_player);
        if are_players == [false; 2] {
            return refuse("neutral ships follow their rule, so there is nothing to analyse");
        }
        for fleet in fleets.iter_mut().filter(|fleet| !fleet.non_player) {
            let objective = fleet.owners[0].objective;
            for owner in &mut fleet.owners {
                if owner.objective != objective {
                    return refuse("allies with different objectives have no common odds");
                }
                owner.policy = Policy::Optimal;
                if owner.may_retreat {
                    owner.retreat = Retreat::Optimal;
                }
            }
        }
        let mut battle = compile_from(&fleets, matchup.setup)?;
        if let Some(cap) = question.round_cap {
            battle = battle.with_clock(cap);
        }
        let objectives = [0, 1].map(|side| battle.objective(side));
        Ok(Self { matchup, fleets, battle, are_players, objectives })
    }

    /// Returns what positions are worth to both sides. Where best play does not fit the budget, the
    /// captains focus their fire, and a note says so.
    ///
    /// # Errors
    /// If this does not fit the budget either, if the engine is `exact`, or if it is stopped.
    fn gains(
        &self,
        question: &Question,
        game: &mut EclipseGame<'_>,
        positions: &[EclipsePosition],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<(Vec<[Gain; 2]>, Option<String>), NoAnswer> {
        let played = (self.objectives, self.are_players);
        let find = |focus: [Focus; 2], ledger: &mut Ledger| {
            gains_of_both(&self.battle, game, positions, played, focus, ledger, control)
        };
        let (gains, fire) = best_or_focused(question, self.battle.span_of_focus(), ledger, find)
            .map_err(|none| match none {
                EclipseNotSolved::Stopped => NoAnswer::Stopped,
                EclipseNotSolved::Because(why) => ledger.too_large(why),
            })?;
        Ok((gains, fire.map(|fire| fire.note(self.objectives[0]))))
    }

    /// Returns a group in words: `attacker cruiser`.
    fn group(&self, side: usize, group: usize) -> String {
        let labels = &self.matchup.sides[side].labels;
        format!("{} {}", labels.name, labels.group_name(group))
    }
}
