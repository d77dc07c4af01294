//! The present situation of a battle that is being played, and what comes next.
//!
//! ```text
//! moment   the end of a record: what comes next in the battle
//! choices  the ways to go on, each with the record after it
//! dice     dice that are rolled next, and rolls that users give
//! ```

mod choices;
mod dice;
mod moment;

use self::moment::{Moment, Open};
use super::course::Course;
use super::table::Table;
use super::words::outcome;
use crate::answer::NoAnswer;
use crate::answer::Question;
use crate::answer::ledger::Ledger;
use crate::answer::played::next::{self, Upcoming};
use crate::answer::played::now::{self, Present, no_roll};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::answer::best_play::new_game;
use crate::games::eclipse::answer::words::UNITS;
use crate::games::eclipse::rules::{EclipseGame, EclipsePosition, EclipseState};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::model::Battle;
use crate::model::game::DecisionGame;
use crate::result::{BattleGroup, BattleNext, BattleNow};
use crate::scenario::{BattleRecord, Diagnostic};

/// Returns the present situation, and what comes next after a roll, if one is given.
///
/// # Errors
/// As for an analysis; also if the record leaves something open, or if the roll does not fit.
pub(in super::super) fn battle_now(
    question: &Question,
    matchup: &EclipseMatchup,
    record: &BattleRecord,
    roll: Option<&str>,
    control: &Control,
) -> Result<BattleNow, NoAnswer> {
    at_the_table(question, matchup, record, control, |mut now, ledger| {
        let table = now.table;
        let found = now.found(roll)?;
        let positions = found.positions(now.moment.at);
        let (worth, note) = table.gains(question, now.game, &positions, ledger, control)?;
        let present = now.valued(found, &worth);
        let sides = (&matchup.sides[..], UNITS);
        let mut now = now::battle_now(question, sides, table.players(), present, now::by_ship);
        now.warnings.extend(note);
        Ok(now)
    })
}

/// Returns a random result of the dice that are rolled next.
///
/// # Errors
/// As for [`battle_now`], and if no dice are rolled next.
pub(in super::super) fn random_roll(
    question: &Question,
    matchup: &EclipseMatchup,
    record: &BattleRecord,
    seed: u64,
    control: &Control,
) -> Result<String, NoAnswer> {
    at_the_table(question, matchup, record, control, |now, _| {
        now.thrown(seed).ok_or_else(|| Diagnostic::new("no dice are rolled now").into())
    })
}

/// Follows a record and hands over the present situation, with what is left of the budget.
fn at_the_table<R>(
    question: &Question,
    matchup: &EclipseMatchup,
    record: &BattleRecord,
    control: &Control,
    then: impl FnOnce(Now<'_, '_>, &mut Ledger) -> Result<R, NoAnswer>,
) -> Result<R, NoAnswer> {
    let table = Table::of(question, matchup)?;
    let mut ledger = Ledger::new(question.budget);
    let mut game = new_game(&table.battle, &ledger, control);
    let opening = game.position(&table.battle.opening());
    let moment = Course::new(&table, &mut game, opening).moment(record)?;
    let text = record.place.source.text.as_str();
    then(Now { table: &table, game: &mut game, moment, text }, &mut ledger)
}

/// The present situation.
struct Now<'a, 'b> {
    table: &'a Table<'a>,
    game: &'a mut EclipseGame<'b>,
    moment: Moment,
    /// The record.
    text: &'a str,
}

/// The next step, before its positions are valued.
type Found = next::Found<EclipsePosition>;

impl Now<'_, '_> {
    /// Finds what comes next.
    fn found(&mut self, roll: Option<&str>) -> Result<Found, NoAnswer> {
        let refuse = |what: &str| match roll {
            Some(roll) => Err(NoAnswer::from(no_roll(roll, what))),
            None => Ok(()),
        };
        match &self.moment.open {
            Open::Over => refuse("nothing: the battle is over").map(|()| Found::Over),
            Open::Retreat(activation) => {
                refuse("a choice: to stay or to retreat")?;
                self.retreat(*activation).map(Found::Decision)
            }
            Open::Dice(activation, dice, fits) => {
                refuse("a choice: the dice are noted, but not their targets")?;
                let (activation, dice, fits) = (*activation, dice.clone(), fits.clone());
                let at = self.moment.at;
                self.dice(activation, dice, at, &fits).map(Found::Decision)
            }
            Open::Roll(activation) => {
                let activation = *activation;
                let Some(roll) = roll else { return Ok(Found::Roll(self.cannons(&activation))) };
                let dice = self.read_dice(&activation, roll)?;
                let state = self.state();
                let rolled = self.game.with_roll(&state, &dice);
                self.dice(activation, dice, rolled, &[]).map(Found::Decision)
            }
            Open::Defence(activation) => {
                let activation = *activation;
                match roll {
                    None => Ok(Found::Roll(self.defence(&activation))),
                    Some(roll) => self.defended(activation, roll).map(Found::Decision),
                }
            }
        }
    }

    /// Returns the situation of both fleets.
    fn state(&self) -> EclipseState {
        self.game.situation(&self.moment.at)
    }

    /// Returns the situation with the worth of these positions.
    fn valued(self, found: Found, worth: &[[Gain; 2]]) -> Present {
        let groups = [0, 1].map(|side| self.groups(side));
        let players = self.table.players();
        let Upcoming { next, gains, record } =
            found.valued(worth, &players, self.text, |_| self.over());
        Present { part: self.moment.part, groups, gains, next, record, notes: Vec::new() }
    }

    fn over(&self) -> BattleNext {
        let at = self.moment.at;
        let values = self.game.worth(&at);
        let winner = [0, 1].into_iter().find(|side| values[value_of(*side, Objective::Win)] > 0.5);
        BattleNext::Over { words: outcome(self.table.matchup, self.game, &[at], true), winner }
    }

    /// Returns the groups of a side.
    fn groups(&self, side: usize) -> Vec<BattleGroup> {
        let state = self.state();
        let lives = self.table.battle.lives(side, &state.ships[side]);
        let away = self.game.away(side, &state);
        let labels = &self.table.matchup.sides[side].labels;
        let fleet = &self.table.fleets[side];
        let group = |n: usize| {
            let full = u32::from(self.table.battle.full_life(side, n));
            let damage = lives[n].iter().map(|life| full.saturating_sub((*life).into())).collect();
            let counts = (fleet.groups[n].count.into(), away[n].into());
            let mut group =
                now::group(&labels.group_name(n), counts, damage, full.saturating_sub(1));
            if state.ships[side].is_retreating(n) {
                group.is_retreating = true;
                group.text += ", retreating";
            }
            group
        };
        (0..lives.len()).map(group).collect()
    }
}
