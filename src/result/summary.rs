//! The result document of a fight, read by every report. Names and order of the fields are those of
//! the JSON result.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::stats::{Estimate, Histogram};

/// A probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Probability {
    /// The probability, from 0 to 1.
    pub probability: f64,
}

/// The result of a fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Name and version of the format.
    pub schema: &'static str,
    /// Name of the rulebook.
    pub rules: String,
    /// Engine that computed the result.
    pub engine: &'static str,
    /// Play of each side, by its role.
    #[serde(serialize_with = "as_object")]
    pub play: Vec<(String, PlayedBy)>,
    /// Number of battles played.
    pub battles: u64,
    /// Seed of the battles.
    pub seed: u64,
    /// Whether the run was interrupted; the figures are those of the battles played until then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Attacker and defender, or the parties of a sector.
    pub sides: Vec<SideSummary>,
    /// Probability that no side has ships left.
    pub draw: Estimate,
    /// Probability that more than one side has ships left.
    pub standoff: Estimate,
    /// Number of rounds.
    pub rounds: Rounds,
    /// Battles of a sector.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encounters: Vec<Encounter>,
    /// Losses of population attacked after the battles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationLost>,
    /// Loss of the influence disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub influence: Option<Influence>,
    /// By side: probability that it controls the planet, or all planets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<BTreeMap<String, f64>>,
    /// Planets of an invasion, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planets: Vec<PlanetSummary>,
    /// Units of cost and time.
    #[serde(skip)]
    pub units: Units,
    /// House rules in force.
    pub house_rules: Vec<String>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Duration of the run, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// Units of cost and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Units {
    /// Unit of the cost of ships, for example `materials`.
    pub cost: &'static str,
    /// Unit of the length of a battle, for example `round`.
    pub time: &'static str,
}

impl Summary {
    /// Whether this is the result of a sector rather than of a single battle.
    #[must_use]
    pub fn is_sector(&self) -> bool {
        self.sides.iter().any(|side| side.may_claim.is_some())
    }
}

pub(super) fn as_object<S: Serializer>(
    pairs: &[(String, PlayedBy)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, played)| (name, played)))
}

/// Play of one side: its policies and orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlayedBy {
    /// Policy for assigning dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assign: Option<String>,
    /// Rule for sustaining damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustain: Option<String>,
    /// Method that chose the order of losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_order: Option<String>,
    /// Rule for beginning to retreat, if possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<String>,
    /// Doctrine by which ships moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doctrine: Option<String>,
    /// Rule for choosing the enemies to attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Part of an enemy that the ships aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// Objective of optimal play, if it is not winning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
}

/// Figures of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideSummary {
    /// Name of the side.
    pub name: String,
    /// The fleet in typed notation.
    pub fleet: String,
    /// Probability that only this side has ships left.
    pub win: Estimate,
    /// Probability that the side left the field with at least one ship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreated: Option<Probability>,
    /// Probability that all its ships were lost, in games with retreats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Probability>,
    /// Probability that all its ships were lost, in games without retreats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wiped_out: Option<Probability>,
    /// Probability that a leader was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader_lost: Option<Probability>,
    /// Points for which the side was bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Survivors, one entry per group in the order of the fleet.
    pub survivors: Vec<Survivors>,
    /// Survivors after units beyond the winner's capacity have been removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_capacity: Option<Vec<Survivors>>,
    /// Classes in the order in which they were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_order: Option<Vec<String>>,
    /// Expected losses of both sides, in materials or resources.
    pub cost: Cost,
    /// Reputation tiles drawn; `None` for non-player ships.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reputation: Option<Reputation>,
    /// Probability that the side may claim the sector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_claim: Option<Probability>,
}

impl SideSummary {
    /// Creates the figures of a side, with all optional ones empty.
    #[must_use]
    pub fn new(name: &str, fleet: &str, win: Estimate, survivors: Vec<Survivors>) -> Self {
        Self {
            name: name.to_string(),
            fleet: fleet.to_string(),
            win,
            retreated: None,
            destroyed: None,
            wiped_out: None,
            leader_lost: None,
            points: None,
            survivors,
            after_capacity: None,
            loss_order: None,
            cost: Cost::default(),
            reputation: None,
            may_claim: None,
        }
    }
}

/// Survivors of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Survivors {
    /// Class of the group.
    pub class: String,
    /// Number of ships at the start.
    pub start: u64,
    /// Expected number of survivors.
    pub mean: f64,
    /// Expected hull left in the whole group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<Mean>,
    /// Probability of 0, 1, … `start` survivors.
    pub distribution: Vec<f64>,
}

/// An expected value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mean {
    /// The expected value.
    pub mean: f64,
}

/// Expected losses, by value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cost {
    /// Value of own ships lost.
    pub lost: f64,
    /// Value of enemy ships destroyed.
    pub destroyed: f64,
    /// Distribution of `destroyed` minus `lost`, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing: Option<Swing>,
    /// Upper bound of the standard deviation of the own losses, reached if the losses of all groups
    /// are fully correlated.
    #[serde(skip)]
    pub spread: f64,
}

/// Distribution of the value of enemy ships destroyed minus that of own ships lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Swing {
    /// Expected value.
    pub mean: f64,
    /// All possible values, in ascending order.
    pub values: Vec<f64>,
    /// Probability of each value.
    pub distribution: Vec<f64>,
}

/// Reputation tiles of one owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reputation {
    /// Probability of drawing 0, 1, 2, … tiles.
    pub draws: Vec<f64>,
    /// Expected number of tiles drawn.
    pub mean: f64,
    /// The best of the tiles drawn; `None` if tiles are drawn after each of several battles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_tile: Option<BestTile>,
}

/// A battle of a sector.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Encounter {
    /// The later arrival, followed by the earlier one.
    pub sides: Vec<String>,
    /// Probability that the two meet.
    pub probability: f64,
    /// By side: probability that it wins, given that they meet.
    pub win: BTreeMap<String, f64>,
    /// Probability that neither has ships left, given that they meet.
    pub draw: f64,
    /// Probability that both have ships left, given that they meet.
    pub standoff: f64,
    /// Tiles by owner, given that they meet, if tiles are drawn after each battle.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reputation: BTreeMap<String, Reputation>,
}

/// Population destroyed by an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PopulationLost {
    /// Probability of 0, 1, … all cubes.
    pub destroyed: Vec<f64>,
    /// Probability that no cube is left.
    pub all: f64,
}

/// Loss of the influence disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Influence {
    /// Probability that the disc is lost.
    pub lost: f64,
}

/// The best of the tiles drawn. It counts as 0 if no tile is drawn, or none better than the owner's
/// lowest one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BestTile {
    /// Expected value.
    pub mean: f64,
    /// Expected gain over the owner's lowest tile, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improvement: Option<f64>,
    /// Probability of each value.
    pub distribution: BTreeMap<u8, f64>,
}

/// Number of rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rounds {
    /// Expected number of rounds.
    pub mean: f64,
    /// Probability of 0, 1, 2, … rounds.
    pub distribution: Vec<f64>,
    /// State of the battle after each round, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_round: Vec<AfterRound>,
}

impl Rounds {
    /// Converts the rounds of odds.
    #[must_use]
    pub fn of(rounds: Histogram) -> Self {
        let Histogram { mean, distribution } = rounds;
        Self { mean, distribution, by_round: Vec::new() }
    }
}

/// State of the battle after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AfterRound {
    /// Number of the round.
    pub round: u32,
    /// Attacker and defender.
    pub sides: Vec<SideAfterRound>,
    /// Probability that no side has ships left.
    pub draw: Estimate,
    /// Probability that the battle continues.
    pub undecided: Estimate,
}

/// State of a side after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideAfterRound {
    /// Name of the side.
    pub name: String,
    /// Probability that the side has won by then.
    pub win: Estimate,
    /// Survivors, one entry per group in the order of the fleet.
    pub survivors: Vec<Left>,
}

/// Mean survivors of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Left {
    /// Class of the group.
    pub class: String,
    /// Number of units at the start.
    pub start: u64,
    /// Expected number of survivors.
    pub mean: f64,
}

impl AfterRound {
    /// Takes the figures of each side that are listed by round.
    #[must_use]
    pub fn new(round: u32, sides: &[SideSummary], draw: Estimate, undecided: Estimate) -> Self {
        let left = |s: &Survivors| Left { class: s.class.clone(), start: s.start, mean: s.mean };
        let side = |side: &SideSummary| SideAfterRound {
            name: side.name.clone(),
            win: side.win,
            survivors: side.survivors.iter().map(left).collect(),
        };
        Self { round, sides: sides.iter().map(side).collect(), draw, undecided }
    }
}

/// One planet of an invasion.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlanetSummary {
    /// Name of the planet.
    pub name: String,
    /// Attacker and defender.
    pub sides: Vec<SideSummary>,
    /// Probability that no side has units left.
    pub draw: Estimate,
    /// Probability that both sides have units left.
    pub standoff: Estimate,
    /// By side: probability that it controls the planet.
    pub control: BTreeMap<String, f64>,
}

/// Duration of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Number of battles played per second.
    pub battles_per_second: f64,
}
