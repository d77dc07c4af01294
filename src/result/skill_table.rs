//! The result document of `analyse` for several battles: luck and skill by player.

use serde::Serialize;

use super::analysis::{Analysis, Skill};

/// Luck and skill of players over several battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SkillTable {
    /// Name and version of the format.
    pub schema: &'static str,
    /// Sums by player, in the order in which they first appear.
    pub players: Vec<PlayerTotal>,
    /// The battles, in order.
    pub records: Vec<Analysis>,
    /// Records that were not analysed.
    pub left_out: Vec<RecordLeftOut>,
    /// Whether records are missing because the work was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// Luck and skill of a player over several battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlayerTotal {
    /// Name of the side in the records.
    pub name: String,
    /// Unit of the figures, if the player plays for the balance of losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Number of battles.
    pub battles: u32,
    /// Number of battles that the player has won.
    pub won: u32,
    /// Sums over all battles. For a player who plays for the win, `start` is the expected number of
    /// wins.
    #[serde(flatten)]
    pub skill: Skill,
}

/// A record that was not analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecordLeftOut {
    /// Name of the record.
    pub record: String,
    /// Number of the line with the error, from 1, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The reason.
    pub message: String,
}

impl RecordLeftOut {
    /// Creates the note of a record that was not analysed.
    #[must_use]
    pub fn new(record: String, line: Option<usize>, message: String) -> Self {
        Self { record, line, message }
    }
}
