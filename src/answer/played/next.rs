//! The next step of a battle at the table, before and after its positions are valued.

use super::evaluated::Gains;
use super::now::{Players, Way, merged};
use crate::result::{BattleChoices, BattleNext};

/// The next step, before its positions are valued.
pub(crate) enum Found<P> {
    Roll(BattleNext),
    Decision(Decision<P>),
    Over,
}

/// A decision of a side, or what follows by rule.
pub(crate) struct Decision<P> {
    pub(crate) side: usize,
    /// The group that acts, or the side.
    pub(crate) who: String,
    /// Kind of the decision.
    pub(crate) kind: &'static str,
    /// The situation in words.
    pub(crate) words: String,
    /// The dice or hits as they were read.
    pub(crate) roll: String,
    /// Effect of the dice in words.
    pub(crate) dice: String,
    pub(crate) ways: Vec<Way<P>>,
    /// Positions of choices that do not fit what was noted.
    pub(crate) others: Vec<P>,
    /// Whether choices that a record cannot tell apart are shown as one.
    pub(crate) merges: bool,
    /// The record with the dice or hits.
    pub(crate) noted: Option<String>,
}

/// The next step, with the worth of the situation and the record so far.
pub(crate) struct Upcoming {
    pub(crate) next: BattleNext,
    /// By side: what the situation is worth to it.
    pub(crate) gains: Gains,
    pub(crate) record: String,
}

impl<P: Copy> Found<P> {
    /// Returns the positions whose worth is needed, in a situation at this position.
    pub(crate) fn positions(&self, at: P) -> Vec<P> {
        match self {
            Self::Roll(_) | Self::Over => vec![at],
            Self::Decision(Decision { ways, others, .. }) => {
                ways.iter().map(|way| way.to).chain(others.iter().copied()).collect()
            }
        }
    }

    /// Returns what comes next with the worth of these positions, after a record. `over` returns
    /// the end of the battle.
    pub(crate) fn valued(
        self,
        worth: &[Gains],
        players: &Players,
        record: &str,
        over: impl FnOnce(Gains) -> BattleNext,
    ) -> Upcoming {
        let gains = worth.first().copied().unwrap_or_default();
        let record = record.to_string();
        match self {
            Self::Roll(next) => Upcoming { next, gains, record },
            Self::Over => Upcoming { next: over(gains), gains, record },
            Self::Decision(decision) => decision.valued(worth, players, record),
        }
    }
}

impl<P> Decision<P> {
    fn valued(self, worth: &[Gains], players: &Players, record: String) -> Upcoming {
        let Self { side, who, kind: decision, words, roll, dice, ways, merges, noted, .. } = self;
        let others = worth.get(ways.len()..).unwrap_or_default();
        let choice = |(way, gains): (Way<P>, &Gains)| {
            let Way { choice, steps, record, .. } = way;
            Way { choice, steps, to: *gains, record }
        };
        let choices = ways.into_iter().zip(worth).map(choice);
        let choices = if merges { merged(side, choices) } else { choices.collect() };
        let is_forced = choices.len() == 1;
        let (choices, gains) = players.ranked(side, choices, others);
        let choices = BattleChoices { side, who, decision, words, roll, dice, is_forced, choices };
        Upcoming { next: BattleNext::Choose(choices), gains, record: noted.unwrap_or(record) }
    }
}
