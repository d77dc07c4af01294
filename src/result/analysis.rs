//! The result document of `analyse`: luck and skill of a battle that was played.

use serde::Serialize;
use serde_json::Value;

use super::sides::SideFleet;

/// A battle that was played, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Analysis {
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
    /// Unit of the swing.
    #[serde(skip)]
    pub unit: &'static str,
    /// Name of the record.
    pub record: String,
    /// Number of simulated battles from each situation; `None` if the odds are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battles: Option<u64>,
    /// Whether captains follow orders, so that dice alone decide.
    #[serde(skip)]
    pub is_ordered: bool,
    /// Whether the record reaches the end of the battle.
    pub ended: bool,
    /// The outcome in words, for example `attacker wins`.
    pub outcome: String,
    /// Luck and skill of each side.
    pub sides: Vec<AnalysedSide>,
    /// The steps of the battle, in order.
    pub steps: Vec<AnalysedStep>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A side of a battle that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnalysedSide {
    /// Its name and fleet.
    #[serde(flatten)]
    pub side: SideFleet,
    /// Its role: `attacker` or `defender`.
    pub role: &'static str,
    /// Luck and skill of its player. Other sides follow their rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Skill>,
}

/// Luck and skill of a player. All figures are in the objective of the side. The worth of the
/// situation at the end is `start + luck - mistakes + enemy_mistakes + not_noted`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Skill {
    /// Figure that the side maximises: `win` or `swing`.
    pub objective: &'static str,
    /// Worth of the situation before the battle, under best play.
    pub start: f64,
    /// Sum of the luck of all rolls.
    pub luck: f64,
    /// Sum of what the choices of the player gave away.
    pub mistakes: f64,
    /// Sum of what the choices of the enemy changed for the player.
    pub enemy_mistakes: f64,
    /// Sum of all changes that were not noted down: rolls with the choices after them.
    pub not_noted: f64,
    /// Worth of the situation at the end of the record.
    pub end: f64,
    /// Number of choices that mattered.
    pub decisions: u32,
    /// Number of choices that mattered, by mark.
    pub marks: AnalysedMarks,
}

/// Number of choices by mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnalysedMarks {
    /// Choices that gave away little or nothing.
    pub good: u32,
    /// Choices that gave away at least 2 points.
    pub doubtful: u32,
    /// Choices that gave away at least 4 points.
    pub mistake: u32,
    /// Choices that gave away at least 8 points.
    pub blunder: u32,
}

/// Worth of a situation for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnalysedWorth {
    /// Probability that the side wins.
    pub win: f64,
    /// Worth in the objective of the side.
    pub worth: f64,
    /// Change of the worth in the step: luck for a roll. For a choice it is what the choice
    /// changed, compared with the best one.
    pub change: f64,
}

/// A step of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnalysedStep {
    /// Number of the line in the record, from 1.
    pub line: usize,
    /// Part of the battle in which it happened: `round 2`.
    pub part: String,
    /// The group or the side that acted.
    pub who: String,
    /// `roll`, `choice` or `not noted`.
    pub kind: &'static str,
    /// The dice, or the choice in words.
    pub what: String,
    /// Role of the side that chose, for a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    /// By side: its situation after the step; `None` for sides without a player.
    pub after: [Option<AnalysedWorth>; 2],
    /// Loss of a choice compared with the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Mark of a choice that mattered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The best choice in words, if another one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}
