//! Play of the sides: their policies and orders.

use serde::{Serialize, Serializer};

/// Play of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedBy {
    /// Choices of the side; empty if it has nothing to decide. They are serialised as the fields of
    /// an object.
    pub choices: Vec<Choice>,
    /// The play in a few words.
    pub words: String,
    /// The play as a sentence, for readers who know the game but not this program; `None` if there
    /// is nothing to say.
    pub manner: Option<Manner>,
}

/// Play of a side as a sentence: `you assign hits as well as possible`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What the side does, after `you` or a plural, and after a name: `assign hits`, `assigns
    /// hits`.
    pub verb: [&'static str; 2],
    /// How the side does it: `as well as possible`.
    pub how: String,
}

/// A choice of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name in JSON.
    pub name: &'static str,
    /// Title on pages.
    pub title: &'static str,
    /// The choice.
    pub value: String,
}

impl Choice {
    /// Creates a choice.
    pub fn new(name: &'static str, title: &'static str, value: impl Into<String>) -> Self {
        Self { name, title, value: value.into() }
    }
}

impl PlayedBy {
    /// Returns the choice with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.choices.iter().find(|choice| choice.name == name).map(|choice| &*choice.value)
    }
}

impl Serialize for PlayedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.choices.iter().map(|choice| (choice.name, &choice.value)))
    }
}

/// Serialises the play of each side as a field of an object.
pub(super) fn as_object<S: Serializer>(
    pairs: &[(String, PlayedBy)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, played)| (name, played)))
}

/// Bounds on best play, where the captains follow a play that is only close to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BestPlay {
    /// The least value that best play may have for the first side, by its objective.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Whether these bounds are proven. Otherwise they are an estimate, and hold in 19 of 20 fights
    /// of this kind.
    pub proven: bool,
    /// Whether play was found in single precision.
    #[serde(skip)]
    pub(crate) single: bool,
}

/// The first decision of a battle, before any die.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstDecision {
    /// The side that decides, in a sentence.
    pub who: String,
    /// The best choice.
    pub best: String,
    /// The next best choice.
    pub other: String,
    /// Loss of the other choice compared with the best one, with its unit.
    pub cost: String,
}

/// Odds of a side under other play, beside the odds of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The other play: `with the usual order of losses`.
    pub label: String,
    /// Probability that the first side wins.
    pub probability: f64,
}
