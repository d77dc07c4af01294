//! The sides of a fight, resolved to figures: what a game supplies to answer a question.

use super::ledger::Ledger;
use super::prepared_fight::PreparedFight;
use super::{Change, Labels, NoAnswer, OnTheTable, Question};
use crate::engine::Control;
use crate::engine::Ctx;
use crate::result::{Advice, Analysis, BattleNow, Story};
use crate::scenario::{BattleRecord, WrittenEntry};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// The sides of a fight and its situation, resolved to figures.
pub trait Matchup: Any + Debug + Send + Sync {
    /// Returns all sides, in the order of the scenario.
    fn sides(&self) -> Vec<SideInfo<'_>>;

    /// Returns the first and the last round.
    fn rounds(&self) -> RoundWindow;

    /// Returns the title of the game, if that of its rulebook does not say all that is fought.
    fn title(&self) -> Option<&'static str> {
        None
    }

    /// Returns the name of a single battle if several follow each other, as in `one combat`.
    /// Questions about single rounds do not apply to them.
    fn single(&self) -> Option<&'static str> {
        None
    }

    /// Returns the index of the outcome in which a side wins; `None` if it cannot win.
    fn outcome(&self, side: usize) -> Option<usize> {
        Some(side)
    }

    /// Returns single changes of a side that may improve its odds.
    fn changes(&self, side: usize) -> Vec<Change>;

    /// Returns fights that differ in the play of a side only, and whose odds tell how much that
    /// play matters.
    fn alternatives(&self) -> Vec<Alternative> {
        Vec::new()
    }

    /// Returns what a ship of the first group of a side carries, for purchases of fleets.
    fn carriage(&self, _side: usize) -> Carriage {
        Carriage { carries: 0, is_carried: false, counts: true }
    }

    /// Returns an upper bound of the probability that a side wins, for any play of both sides; 1 if
    /// no bound is known. The work is taken off the ledger.
    ///
    /// # Errors
    /// If a fleet exceeds a limit, or if it is stopped.
    fn win_bound(
        &self,
        _question: &Question,
        _side: usize,
        _ledger: &mut Ledger,
        _control: &Control,
    ) -> Result<f64, NoAnswer> {
        Ok(1.0)
    }

    /// Returns what each choice of the captain who decides now is worth.
    ///
    /// # Errors
    /// If players decide nothing in this game, if what lies on the table does not fit the fleets,
    /// or if the choices cannot be compared within the budget.
    fn advise(
        &self,
        question: &Question,
        _table: &OnTheTable,
        _ctx: &Ctx,
    ) -> Result<Advice, NoAnswer> {
        let why = format!("{}: players decide nothing", question.rulebook.title());
        Err(NoAnswer::NotHere(why))
    }

    /// Whether a player decides before the first dice, such as to retreat.
    fn decides_before_dice(&self) -> bool {
        false
    }

    /// Returns what the game knows of battles that were noted down.
    ///
    /// # Errors
    /// If players decide nothing in this game.
    fn records(&self, question: &Question) -> Result<&dyn Records, NoAnswer> {
        let title = question.rulebook.title();
        Err(NoAnswer::NotHere(format!("{title}: players decide nothing")))
    }

    /// Prepares the battles of a question: finds the play of all captains that look ahead, and
    /// builds graphs where they are needed and fit the budget.
    ///
    /// # Errors
    /// If a fleet exceeds a limit, the work does not fit the budget, or if it is stopped.
    fn prepare<'a>(
        &'a self,
        question: &'a Question,
        ctx: &Ctx,
    ) -> Result<PreparedFight<'a>, NoAnswer>;
}

/// Battles that players note down.
pub trait Records: Sync {
    /// Checks that battles of these fleets can be noted down as a record holds them.
    ///
    /// # Errors
    /// If there are several battles.
    fn check_recordable(&self) -> Result<(), NoAnswer>;

    /// Whether the odds of an analysis are simulated where they do not fit the budget.
    fn is_simulated(&self) -> bool {
        false
    }

    /// Returns the notes of a battle from its story, as a record holds them.
    ///
    /// # Errors
    /// If battles of these fleets [cannot be noted down](Self::check_recordable).
    fn record(&self, story: &Story) -> Result<Vec<WrittenEntry>, NoAnswer>;

    /// Returns luck and skill of a battle that was played.
    ///
    /// # Errors
    /// If the record does not fit the battle, or if best play does not fit the budget.
    fn analyse(
        &self,
        question: &Question,
        record: &BattleRecord,
        control: &Control,
    ) -> Result<Analysis, NoAnswer>;

    /// Returns the present situation of a battle that is being played, and what comes next. `roll`
    /// are the dice that were rolled after what the record tells.
    ///
    /// # Errors
    /// As for [`Self::analyse`], and if the record leaves open what has happened.
    fn battle_now(
        &self,
        question: &Question,
        record: &BattleRecord,
        roll: Option<&str>,
        control: &Control,
    ) -> Result<BattleNow, NoAnswer>;

    /// Returns a random result of the dice that are rolled next in a battle that is being played.
    ///
    /// # Errors
    /// As for [`Self::battle_now`], and if no dice are rolled next.
    fn random_roll(
        &self,
        question: &Question,
        record: &BattleRecord,
        seed: u64,
        control: &Control,
    ) -> Result<String, NoAnswer>;
}

impl dyn Matchup {
    /// Returns what the game knows of battles that were noted down, if those of this question can be
    /// written.
    ///
    /// # Errors
    /// If players decide nothing in this game, if there are several battles, or if both sides have one
    /// name.
    pub fn recordable(&self, question: &Question) -> Result<&dyn Records, NoAnswer> {
        let records = self.records(question)?;
        records.check_recordable()?;
        match &self.sides()[..] {
            [one, other] if one.labels.name == other.labels.name => {
                Err(NoAnswer::NotHere(format!(
                    "a record tells the sides by their names, and both are called `{}`",
                    one.labels.name
                )))
            }
            _ => Ok(records),
        }
    }

    /// Returns the sides as the type of their game; `None` for other games.
    #[must_use]
    pub fn of_game<M: Matchup>(&self) -> Option<&M> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}

/// A fight with other play.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The other play in words: `with the usual order of losses`.
    pub label: String,
    /// The fight.
    pub matchup: Arc<dyn Matchup>,
}

/// A side of a fight.
#[derive(Clone, Copy, Debug)]
pub struct SideInfo<'a> {
    /// Names for reports.
    pub labels: &'a Labels,
    /// Price of all units, in the currency of the game: materials, resources, ships or points.
    pub cost: f64,
    /// Warnings about the fleet, for the user.
    pub warnings: &'a [String],
}

/// Rounds of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundWindow {
    /// Round in which the battle begins; 1 for a whole battle.
    pub first: u32,
    /// Round after which an undecided battle is a standoff, if limited.
    pub last: Option<u32>,
    /// Last round after which the state is reported, if the scenario asks for it.
    pub listed: Option<u32>,
}

/// What a ship carries and whether it must be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carriage {
    /// Number of other ships that it carries.
    pub carries: u32,
    /// Whether it must be carried.
    pub is_carried: bool,
    /// Whether it counts against the fleet pool.
    pub counts: bool,
}
