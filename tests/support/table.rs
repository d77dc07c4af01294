//! Battles at the table, step by step.

use fleetodds::Fight;
use fleetodds::internals::analysis::battle::{battle_now, random_roll};
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::answer::Question;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{
    BattleChoice, BattleChoices, BattleNext, BattleNow, BattleRoll,
};
use fleetodds::internals::scenario::{BattleRecord, Source, read_record};

/// A battle that is being played.
pub(crate) struct AtTable {
    pub(crate) question: Question,
    pub(crate) text: String,
    ctx: Ctx,
}

impl AtTable {
    /// Begins a battle, or goes on with one.
    pub(crate) fn new(text: &str) -> Self {
        let record = read_record(&Source::new("battle", text)).unwrap();
        let question = Fight::from(record.scenario).question().unwrap();
        Self::of(question, text)
    }

    pub(crate) fn of(question: Question, text: &str) -> Self {
        Self { question, text: text.into(), ctx: Ctx::new(1).unwrap() }
    }

    fn record(&self) -> BattleRecord {
        let record = read_record(&Source::new("battle", self.text.as_str()));
        record.unwrap_or_else(|error| panic!("{error}\n{}", self.text))
    }

    /// Returns what comes next, after a roll if one is given.
    pub(crate) fn ask(&self, roll: Option<&str>) -> Result<BattleNow, NoAnswer> {
        battle_now(&self.question, &self.record(), roll, &self.ctx)
    }

    pub(crate) fn now(&self) -> BattleNow {
        self.ask(None).unwrap_or_else(|error| panic!("{error}\n{}", self.text))
    }

    pub(crate) fn after(&self, roll: &str) -> BattleNow {
        let now = self.ask(Some(roll));
        now.unwrap_or_else(|error| panic!("{error}\n{}\nroll {roll}", self.text))
    }

    pub(crate) fn random_roll(&self, seed: u64) -> String {
        let roll = random_roll(&self.question, &self.record(), seed, &self.ctx);
        roll.unwrap_or_else(|error| panic!("{error}\n{}", self.text))
    }

    /// Returns the choices after a roll.
    pub(crate) fn choices(&self, roll: &str) -> Vec<BattleChoice> {
        choices(self.after(roll)).choices
    }

    /// Goes on after a roll with the best choice.
    pub(crate) fn play(&mut self, roll: &str) -> BattleChoice {
        let best = self.choices(roll).swap_remove(0);
        self.text.clone_from(&best.record);
        best
    }
}

/// Returns the choices of a situation in which a choice comes next.
#[track_caller]
pub(crate) fn choices(now: BattleNow) -> BattleChoices {
    match now.next {
        BattleNext::Choose(choices) => choices,
        other => panic!("{other:#?}"),
    }
}

/// Returns the rolls of a situation in which dice come next.
#[track_caller]
pub(crate) fn rolls(now: &BattleNow) -> &[BattleRoll] {
    match &now.next {
        BattleNext::Roll { rolls, .. } => rolls,
        other => panic!("{other:#?}"),
    }
}
