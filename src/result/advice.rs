//! The result document of `advise`: what each choice of a captain is worth.

use serde::Serialize;
use serde_json::Value;

use super::engine::EngineUsed;
use super::play::PlayedBy;
use super::sides::SideFleet;

/// The choices of a captain in one situation, the best first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Advice {
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
    /// Source of the figures: `exact` or `simulate`.
    pub engine: EngineUsed,
    /// Number of simulated battles of each choice; 0 if the figures are exact.
    pub battles: u64,
    /// Seed of the simulated battles.
    pub seed: u64,
    /// The sides with their fleets.
    pub sides: Vec<SideFleet>,
    /// Play of each side from here on, by its role.
    #[serde(serialize_with = "super::play::as_object")]
    pub play: Vec<(String, PlayedBy)>,
    /// Name of the side that decides.
    pub side: String,
    /// Role of the side that decides: `attacker` or `defender`.
    pub role: &'static str,
    /// Kind of the decision: `assign`, `aim`, `stop`, `retreat`, `card`, `planets`, `orders` or
    /// another name of the game.
    pub decision: &'static str,
    /// The situation in one sentence.
    pub situation: String,
    /// Figure that the side maximises: `win` or `swing`.
    pub objective: &'static str,
    /// The dice, or the hits, as they were read; empty without any.
    pub roll: String,
    /// Effect of the dice, or of the hits that the enemy has assigned before, or the present
    /// orders, in words; may be empty.
    pub dice: String,
    /// Worth of the situation before the roll. Without a roll it is that of the best choice, of the
    /// present orders, or of the order in which the planets are listed.
    pub before: Option<Worth>,
    /// The choices, the best first. Without a roll these are the choices before the dice are
    /// rolled, if there are any.
    pub choices: Vec<AdvisedChoice>,
    /// Without a roll: all rolls, the most likely first.
    pub rolls: Vec<AdvisedRoll>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// Value of a situation for the side that decides, under the play of both sides from here on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Worth {
    /// Probability that the side wins.
    pub win: f64,
    /// Expected cost of enemy ships destroyed less that of own ships lost.
    pub swing: f64,
}

/// A choice and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AdvisedChoice {
    /// The choice in words.
    pub choice: String,
    /// Its parts, in order: each die or missile with its target.
    pub steps: Vec<String>,
    /// Worth of the situation after it.
    #[serde(flatten)]
    pub worth: Worth,
    /// Loss compared with the best choice, in the figure that the side maximises.
    pub cost: f64,
    /// Half-width of the 95 % interval of `cost`; 0 if it is exact.
    pub margin: f64,
    /// Whether it is as good as the best choice, as far as is known.
    pub is_best: bool,
}

/// A roll, its best use and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AdvisedRoll {
    /// The dice that hit, in words.
    pub roll: String,
    /// Probability of the roll.
    pub probability: f64,
    /// The best choice in words.
    pub choice: String,
    /// Worth of the situation after the best choice.
    #[serde(flatten)]
    pub worth: Worth,
}
