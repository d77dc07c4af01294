//! A battle at the table: a record that grows by rolls and choices.

use super::super::failure::Failure;
use super::session::Session;
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::analysis::battle::{battle_now, random_roll};
use fleetodds::internals::answer::{NoAnswer, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Analysis, BattleChoices, BattleNext, BattleNow};
use fleetodds::internals::scenario::{BattleRecord, Source, read_record, record_as_text};

/// Dice of the next roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dice {
    /// None: only the situation is asked for.
    None,
    /// As the players rolled them.
    Typed(String),
    /// Rolled by the program, with this seed.
    Random(u64),
}

pub(crate) struct BattleTable {
    /// Records after each choice; the last one is the present.
    records: Vec<String>,
    /// The next step, once it is found.
    pub(crate) now: Option<BattleNow>,
    /// Number of rolls by the program, so that each has its own dice.
    rolled: u64,
}

/// A question about a battle, for any thread.
pub(crate) struct BattleQuestion {
    question: Question,
    record: BattleRecord,
}

impl BattleTable {
    pub(crate) fn begin(session: &Session) -> Result<Self, Failure> {
        let scenario = session.scenario()?;
        // A wrong fight is refused before the battle begins.
        session.question_of(scenario.clone())?;
        let start = record_as_text(session.desk().game().lexicon(), &scenario, &[])?;
        Ok(Self { records: vec![start], now: None, rolled: 0 })
    }

    /// Returns the place of a battle that was taken away.
    pub(crate) fn none() -> Self {
        Self { records: Vec::new(), now: None, rolled: 0 }
    }

    /// Whether both battles began with the same fleets.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.records.first() == other.records.first()
    }

    /// Returns the record up to the last choice.
    pub(crate) fn record(&self) -> &str {
        self.records.last().map_or("", String::as_str)
    }

    /// Returns what has happened so far, one line for each part and each action.
    pub(crate) fn events(&self) -> impl Iterator<Item = &str> {
        let start = self.records.first().map_or(0, |start| start.lines().count());
        self.record().lines().skip(start).filter(|line| !line.trim().is_empty())
    }

    /// Returns the question about the present situation.
    pub(crate) fn question(&self, session: &Session) -> Result<BattleQuestion, Failure> {
        let record = read_record(&Source::new("battle", self.record()))?;
        let question = session.question_of(record.scenario.clone())?;
        Ok(BattleQuestion { question, record })
    }

    /// Returns dice for the next roll: those that were typed, or the program's own.
    pub(crate) fn dice(&mut self, typed: &str) -> Dice {
        match typed.trim() {
            "" => {
                self.rolled += 1;
                Dice::Random(seed(self.record(), self.rolled))
            }
            typed => Dice::Typed(typed.into()),
        }
    }

    /// Returns the choices that come next, if that is a choice.
    pub(crate) fn choices(&self) -> Option<&BattleChoices> {
        match &self.now.as_ref()?.next {
            BattleNext::Choose(choices) => Some(choices),
            _ => None,
        }
    }

    /// Makes a choice, counted from 0. Returns false if there is none of this number.
    pub(crate) fn choose(&mut self, choice: usize) -> bool {
        let chosen = self.choices().and_then(|choices| choices.choices.get(choice));
        let Some(choice) = chosen else { return false };
        self.records.push(choice.record.clone());
        self.now = None;
        true
    }

    /// Takes the last choice back, or the roll before it. Returns false at the beginning.
    pub(crate) fn back(&mut self) -> bool {
        let has_rolled = self.choices().is_some_and(|choices| !choices.roll.is_empty());
        if !has_rolled && self.records.len() == 1 {
            return false;
        }
        if !has_rolled {
            self.records.pop();
        }
        self.now = None;
        true
    }
}

impl BattleQuestion {
    /// Finds what comes next, after a roll if there is one.
    pub(crate) fn now(&self, dice: &Dice, ctx: &Ctx) -> Result<BattleNow, Failure> {
        let Self { question, record } = self;
        let rolled = match dice {
            Dice::None => Ok(None),
            Dice::Typed(typed) => Ok(Some(typed.clone())),
            Dice::Random(seed) => random_roll(question, record, *seed, ctx).map(Some),
        };
        let now = rolled.and_then(|rolled| battle_now(question, record, rolled.as_deref(), ctx));
        now.map_err(|no| Failure::of(no, &record.scenario))
    }

    /// Finds luck and mistakes so far.
    pub(crate) fn analysis(&self, ctx: &Ctx) -> Result<Analysis, Failure> {
        let Self { question, record } = self;
        if record.entries.is_empty() {
            return Err(NoAnswer::NotHere("nothing has happened yet".into()).into());
        }
        analyse(question, record, ctx).map_err(|no| Failure::of(no, &record.scenario))
    }
}

/// Returns the seed of a roll. It differs for each run of the program, as dice do.
fn seed(record: &str, rolled: u64) -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one((record, rolled))
}
