//! The present situation of a combat that is being played, and what comes next.
//!
//! ```text
//! moment   the end of a record: what comes next in the combat
//! choices  the ways to go on, each with the record after it
//! dice     dice that are rolled next, and rolls that users give
//! ```

mod choices;
mod dice;
mod moment;

use self::moment::{Moment, Open, Valuing};
use super::super::report::UNITS;
use super::course::Course;
use super::table::Spot;
use super::table::Table;
use super::words::notes;
use crate::answer::NoAnswer;
use crate::answer::Question;
use crate::answer::ledger::Ledger;
use crate::answer::played::next::{self, Upcoming};
use crate::answer::played::now::{self, Present, no_roll};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::ti4::rules::Ti4Game;
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::Battle;
use crate::result::{BattleGroup, BattleNext, BattleNow};
use crate::scenario::{BattleRecord, Diagnostic};

/// Returns the present situation, and what comes next after a roll, if one is given.
///
/// # Errors
/// As for an analysis; also if the record leaves something open, or if the roll does not fit.
pub(in super::super) fn battle_now(
    question: &Question,
    matchup: &Ti4Matchup,
    record: &BattleRecord,
    roll: Option<&str>,
    control: &Control,
) -> Result<BattleNow, NoAnswer> {
    at_the_table(question, matchup, record, control, |mut now, ledger| {
        let table = now.table;
        let found = now.found(roll)?;
        let spots = found.positions(now.moment.spot);
        let worth = table.worth(now.course.game, &spots, ledger, control)?;
        let gains: Vec<[Gain; 2]> = spots.iter().map(|spot| worth[spot]).collect();
        let present = now.valued(found, &gains);
        let damaged = |damage: &[u32]| damage.iter().sum::<u32>().to_string();
        Ok(now::battle_now(question, (&matchup.sides, UNITS), table.players(), present, damaged))
    })
}

/// Returns a random result of the dice that are rolled next.
///
/// # Errors
/// As for [`battle_now`], and if no dice are rolled next.
pub(in super::super) fn random_roll(
    question: &Question,
    matchup: &Ti4Matchup,
    record: &BattleRecord,
    seed: u64,
    control: &Control,
) -> Result<String, NoAnswer> {
    at_the_table(question, matchup, record, control, |now, _| {
        now.thrown(seed)?.ok_or_else(|| Diagnostic::new("no dice are rolled now").into())
    })
}

/// Follows a record and hands over the present situation, with what is left of the budget.
fn at_the_table<R>(
    question: &Question,
    matchup: &Ti4Matchup,
    record: &BattleRecord,
    control: &Control,
    then: impl FnOnce(Now<'_, '_>, &mut Ledger) -> Result<R, NoAnswer>,
) -> Result<R, NoAnswer> {
    let table = Table::of(question, matchup)?;
    let mut ledger = Ledger::new(question.budget);
    let mut game = Ti4Game::new(&table.battle, &table.fleets);
    let opening = game.opening(table.battle.opening());
    let mut course = Course::new(&table, &mut game, opening, control);
    let mut valuing = Valuing { opening, ledger: &mut ledger, control };
    let moment = course.moment(record, &mut valuing)?;
    let text = record.place.source.text.as_str();
    then(Now { table: &table, course, moment, text }, &mut ledger)
}

/// The present situation.
struct Now<'a, 'b> {
    table: &'a Table<'a>,
    course: Course<'a, 'b>,
    moment: Moment,
    /// The record.
    text: &'a str,
}

/// The next step, before its spots are valued.
type Found = next::Found<Spot>;

impl Now<'_, '_> {
    /// Finds what comes next.
    fn found(&mut self, roll: Option<&str>) -> Result<Found, NoAnswer> {
        let refuse = |what: &str| match roll {
            Some(roll) => Err(NoAnswer::from(no_roll(roll, what))),
            None => Ok(()),
        };
        match self.moment.open.clone() {
            Open::Over | Open::Ended => {
                refuse("nothing: the combat is over")?;
                Ok(Found::Over)
            }
            Open::Announce(side) => {
                refuse("a choice: to stay or to announce a retreat")?;
                Ok(Found::Decision(self.announcement(side)?))
            }
            Open::Assign(side) => {
                refuse("a choice: how the hits are assigned")?;
                Ok(Found::Decision(self.assignment(side)?))
            }
            Open::Roll(sides) => match roll {
                None => Ok(Found::Roll(self.roll(&sides)?)),
                Some(roll) => Ok(Found::Decision(self.after_roll(&sides, roll)?)),
            },
        }
    }

    /// Returns the situation with the worth of these spots.
    fn valued(self, found: Found, worth: &[[Gain; 2]]) -> Present {
        let groups = [0, 1].map(|side| self.groups(side));
        let players = self.table.players();
        let Upcoming { next, gains, record } =
            found.valued(worth, &players, self.text, |gains| self.over(gains));
        let (part, notes) = (self.part().to_string(), notes(self.table));
        Present { part, groups, gains, next, record, notes }
    }

    fn over(&self, gains: [Gain; 2]) -> BattleNext {
        let winner = self.table.winner(&gains);
        BattleNext::Over { words: self.table.result(winner), winner }
    }

    /// Returns the name of the present part; that of the last one if the combat is over.
    fn part(&self) -> &str {
        self.moment.part.as_ref().map_or("", |part| part.notes.name.as_str())
    }

    /// Returns the groups of a side. Groups of one class are counted together.
    fn groups(&self, side: usize) -> Vec<BattleGroup> {
        let at = &self.moment.spot.at;
        let (living, damaged) =
            (self.course.game.living(side, at), self.course.game.damaged(side, at));
        let classes = &self.table.matchup.sides[side].labels.classes;
        let fleet = &self.table.fleets[side];
        let group = |n: usize| {
            let hurt = damaged.get(n).map_or(0, |hurt| usize::from(*hurt));
            let living = living.get(n).map_or(0, |living| usize::from(*living));
            let damage = (0..living).map(|unit| u32::from(unit + hurt >= living)).collect();
            let hull = fleet.groups[n].unit.sustains.into();
            now::group(&classes[n], (fleet.groups[n].count.into(), 0), damage, hull)
        };
        (0..classes.len().min(fleet.groups.len())).map(group).collect()
    }
}
