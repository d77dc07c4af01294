//! The story of one battle, in the form in which it is reported.

use serde::Serialize;

use super::PlayedBy;
use super::summary::as_object;

/// A battle, told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// Name and version of this form.
    pub schema: &'static str,
    /// The rulebook.
    pub rules: String,
    /// What played the run: `walk` down the graph, or the `kernel` battle by battle.
    pub engine: &'static str,
    /// Battles of the run.
    pub battles: u64,
    /// Its seed.
    pub seed: u64,
    /// Which of them this is, from 0.
    pub battle: u64,
    /// What its rounds are called.
    #[serde(skip)]
    pub time: &'static str,
    /// How each side played, by its role.
    #[serde(serialize_with = "as_object")]
    pub play: Vec<(String, PlayedBy)>,
    /// Who fought.
    pub sides: Vec<StorySide>,
    /// One battle after the other, if there were several.
    pub chapters: Vec<StoryChapter>,
    /// How it ended: `attacker wins`.
    pub outcome: String,
    /// How likely it was to end with exactly this left; nothing where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// In how many battles of the run it did, where the whole run was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A side of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StorySide {
    /// Its name.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// Has it won?
    pub wins: bool,
    /// What was left, one entry per group as listed.
    pub survivors: Vec<StoryLeft>,
    /// Value of own ships lost.
    pub lost: f64,
    /// Value of enemy ships destroyed.
    pub destroyed: f64,
}

/// What was left of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryLeft {
    /// Class of the group.
    pub class: String,
    /// Ships at the start.
    pub start: u64,
    /// Ships at the end.
    pub left: u64,
}

/// One battle of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoryChapter {
    /// What it is called, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Round after round.
    pub rounds: Vec<StoryRound>,
}

/// A round of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoryRound {
    /// Its number; 0 is what comes before the first.
    pub round: u32,
    /// One thing after the other.
    pub events: Vec<StoryEvent>,
}

/// Somebody in a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Actor {
    /// The side.
    pub side: String,
    /// The class of his group, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Its place among the groups as listed, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// How many ships of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ships: Option<u16>,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum StoryEvent {
    /// Somebody does something without dice.
    Act {
        /// Who.
        who: Actor,
        /// What.
        does: String,
    },
    /// Dice are thrown.
    Throw {
        /// Who throws.
        who: Actor,
        /// What with.
        with: String,
        /// Dice of one kind after the other.
        dice: Vec<StoryDice>,
        /// What they are worth together: hits, or points.
        sum: u32,
        /// What is taken off that.
        less: u32,
    },
    /// Ships are hit, repaired or otherwise changed.
    Change {
        /// Which.
        who: Actor,
        /// What becomes of them.
        becomes: String,
        /// Points of damage, or hits, that they take.
        damage: u16,
        /// What a ship could bear before and can bear now.
        #[serde(skip_serializing_if = "Option::is_none")]
        life: Option<[u16; 2]>,
        /// Ships lost by it.
        lost: u16,
    },
    /// Hits that come to nothing.
    Wasted {
        /// Whose.
        who: Actor,
        /// How many.
        hits: u16,
        /// Why.
        why: String,
    },
}

/// Dice of a kind that have been thrown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoryDice {
    /// The class whose dice they are, where those of several are thrown together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// What they are called.
    pub kind: String,
    /// What each shows.
    pub faces: Vec<u8>,
    /// What each showed when it was rolled once more; nothing where none was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<Option<u8>>,
    /// What each is worth.
    pub worth: Vec<u32>,
}
