//! The result document of `luck`: how lucky a reported outcome was.

use std::cmp::Ordering;

use serde::Serialize;
use serde_json::Value;

use super::engine::EngineUsed;
use super::sides::SideFleet;
use crate::stats::Estimate;

/// Rank of a reported outcome among all possible outcomes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Luck {
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
    /// Source of the probabilities: `exact` or `simulate`.
    pub engine: EngineUsed,
    /// Number of simulated battles; 0 if the probabilities are exact.
    pub battles: u64,
    /// Seed of the simulated battles.
    pub seed: u64,
    /// The sides with their fleets.
    pub sides: Vec<SideFleet>,
    /// Name of the side whose luck is rated.
    pub side: String,
    /// The reported outcome in words.
    pub happened: String,
    /// Probability of exactly this outcome.
    pub probability: Estimate,
    /// Probability that a battle ends worse for the side.
    pub worse: Estimate,
    /// Probability that it ends equally well.
    pub same: Estimate,
    /// Probability that it ends better.
    pub better: Estimate,
    /// `worse` plus half of `same`.
    pub percentile: f64,
    /// Summary in one sentence.
    pub sentence: String,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Ends of different worth, the worst first, for charts.
    #[serde(skip)]
    pub ends: Vec<RankedEnd>,
}

/// Ends of a battle that are equally good for a side.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankedEnd {
    /// The outcome for the side: `loses`, `no winner`, `wins`.
    pub outcome: &'static str,
    /// Cost destroyed minus cost lost, if it counts.
    pub swing: Option<f64>,
    /// Probability of these ends.
    pub share: f64,
    /// Order relative to the reported result.
    pub than_reported: Ordering,
}

impl Luck {
    /// Returns a word for the luck of this percentile.
    #[must_use]
    pub fn word(percentile: f64) -> &'static str {
        match percentile {
            p if p < 0.025 => "dreadful luck",
            p if p < 0.16 => "bad luck",
            p if p < 0.4 => "a little unlucky",
            p if p <= 0.6 => "about average",
            p if p <= 0.84 => "a little lucky",
            p if p <= 0.975 => "good luck",
            _ => "wonderful luck",
        }
    }
}
