//! The result document of `replay`: the story of one battle.

use serde::Serialize;
use serde_json::Value;

use super::engine::StoryEngine;
use super::play::{PlayedBy, as_object};
use crate::stats::Estimate;

/// The story of one battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Story {
    /// Name and version of the format.
    pub schema: &'static str,
    /// Name of the rulebook.
    pub rules: String,
    /// The question as a scenario: rules, sides and setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Value>,
    /// Title of the rulebook and the setting, for people.
    #[serde(skip)]
    pub title: String,
    /// Engine of the run: `walk` along the graph, or `kernel` battle by battle.
    pub engine: StoryEngine,
    /// Number of battles in the run.
    pub battles: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Number of this battle in the run, from 0.
    pub battle: u64,
    /// Name of a round.
    #[serde(skip)]
    pub time: &'static str,
    /// Play of each side, by its role.
    #[serde(serialize_with = "as_object")]
    pub play: Vec<(String, PlayedBy)>,
    /// The sides of the battle.
    pub sides: Vec<StorySide>,
    /// The battles, in order, if there were several.
    pub chapters: Vec<StoryChapter>,
    /// The outcome in words, for example `attacker wins`.
    pub outcome: String,
    /// Probability of exactly these survivors, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<Estimate>,
    /// Number of battles of the run that ended like this, if the whole run was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A side of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StorySide {
    /// Name of the side.
    pub name: String,
    /// The fleet in typed notation.
    pub fleet: String,
    /// Whether the side has won.
    pub wins: bool,
    /// Survivors, one entry per group in the order of the fleet.
    pub survivors: Vec<StoryLeft>,
    /// Value of own ships lost.
    pub lost: f64,
    /// Value of enemy ships destroyed.
    pub destroyed: f64,
}

/// Survivors of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoryLeft {
    /// Class of the group.
    pub class: String,
    /// Number of ships at the start.
    pub start: u64,
    /// Number of ships at the end.
    pub left: u64,
}

/// One battle of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StoryChapter {
    /// Title of the battle, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rounds, in order.
    pub rounds: Vec<StoryRound>,
}

/// A round of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StoryRound {
    /// Number of the round; 0 for events before the first round.
    pub round: u32,
    /// The events, in order.
    pub events: Vec<StoryEvent>,
}

/// The ships or the side that an event is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Actor {
    /// Name of the side.
    pub side: String,
    /// Class of the group, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Index of the group in the order of the fleet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// Number of ships of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ships: Option<u16>,
}

impl Actor {
    /// Returns a side as an actor.
    #[must_use]
    pub fn of_side(name: &str) -> Self {
        Self { side: name.into(), class: None, group: None, ships: None }
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum StoryEvent {
    /// A side or its ships do something without dice.
    Act {
        /// The acting side or ships.
        who: Actor,
        /// The action, in words.
        does: String,
    },
    /// Dice are rolled.
    Throw {
        /// The side or ships that roll.
        who: Actor,
        /// Name of the weapon or ability.
        with: String,
        /// The dice, one entry per kind.
        dice: Vec<StoryDice>,
        /// Total of the dice, in hits or points.
        sum: u32,
        /// Amount subtracted from the total.
        less: u32,
    },
    /// Ships are hit, repaired or otherwise changed.
    Change {
        /// The ships affected.
        who: Actor,
        /// The effect, in words.
        becomes: String,
        /// Points of damage, or hits, taken.
        damage: u16,
        /// Damage that a ship can take, before and after.
        #[serde(skip_serializing_if = "Option::is_none")]
        life: Option<[u16; 2]>,
        /// Number of ships lost.
        lost: u16,
    },
    /// A choice that was not the best one.
    Advice {
        /// The ships or the side whose captain chose.
        who: Actor,
        /// Mark of the choice: `good`, `doubtful`, `mistake` or `blunder`.
        mark: String,
        /// Figure that the captain maximises: `win` or `swing`.
        objective: String,
        /// Loss in this figure, compared with the best choice.
        cost: f64,
        /// The best choice in words.
        better: String,
    },
    /// Hits without effect.
    Wasted {
        /// The side or ships that scored the hits.
        who: Actor,
        /// Number of hits.
        hits: u16,
        /// Reason, in words.
        why: String,
    },
}

/// Rolled dice of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StoryDice {
    /// Class of the ships that rolled, if several classes roll together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Name of the kind of dice.
    pub kind: String,
    /// Face of each die.
    pub faces: Vec<u8>,
    /// Face of each die after a reroll; `None` for dice that were not rerolled, and empty if no die
    /// was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<Option<u8>>,
    /// Hits or points of each die.
    pub worth: Vec<u32>,
}
