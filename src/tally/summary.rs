//! The result of a question in plain numbers: what every report reads. Field names and
//! order are those of the JSON result.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::Histogram;

/// A probability with its 95 % interval; an exact one is its own interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The best figure there is.
    pub probability: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// What a simulation beside an exact figure shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<Interval>,
    /// Between worst and best play of the side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

impl Estimate {
    /// A probability with its interval, and nothing beside it.
    #[must_use]
    pub fn new(probability: f64, low: f64, high: f64) -> Self {
        Self { probability, low, high, simulated: None, band: None }
    }

    /// Is it exact?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A simulated share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The share.
    pub probability: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// A side's odds when its own dice are assigned as badly and as well as they can be, the
/// enemy playing as declared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    /// Odds under the worst play.
    pub worst: f64,
    /// Odds under the best play.
    pub best: f64,
}

/// A probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Probability {
    /// From 0 to 1.
    pub probability: f64,
}

/// Everything that is reported of one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Name and version of this form.
    pub schema: &'static str,
    /// The rulebook.
    pub rules: String,
    /// Which engine answered.
    pub engine: &'static str,
    /// How each side played, by its role.
    #[serde(serialize_with = "as_object")]
    pub play: Vec<(String, PlayedBy)>,
    /// Battles played.
    pub battles: u64,
    /// Seed of the battles.
    pub seed: u64,
    /// The run was interrupted; the figures are those of the battles played until then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Attacker, defender.
    pub sides: Vec<SideSummary>,
    /// Nobody is left.
    pub draw: Estimate,
    /// Both are left.
    pub standoff: Estimate,
    /// Rounds that the battles took.
    pub rounds: Rounds,
    /// Battles of a sector.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encounters: Vec<Encounter>,
    /// Population attacked after the battles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationLost>,
    /// The influence disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub influence: Option<Influence>,
    /// By side, how likely it controls the planet, or all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<BTreeMap<String, f64>>,
    /// Planets of an invasion, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planets: Vec<PlanetSummary>,
    /// What cost and time are counted in.
    #[serde(skip)]
    pub units: Units,
    /// House rules that were in force.
    pub house_rules: Vec<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// How long it took; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// What cost and time are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// What ships cost: `materials`.
    pub cost: &'static str,
    /// What a battle takes: `round`.
    pub time: &'static str,
}

impl Summary {
    /// Is it about a sector, and not one battle of two sides?
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

/// How one side played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayedBy {
    /// Policy by which dice were assigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assign: Option<String>,
    /// When damage was sustained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustain: Option<String>,
    /// How the order was found in which units were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_order: Option<String>,
    /// When groups began to retreat, where they could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<String>,
    /// How ships moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doctrine: Option<String>,
    /// Whom they attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What of it they aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// What a captain who plays his best was after, if it is not to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
}

/// Figures of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// The side's name.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// This side alone has ships left.
    pub win: Estimate,
    /// The side left the field with at least one ship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreated: Option<Probability>,
    /// All its ships were lost, where a side may leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Probability>,
    /// All its ships were lost, where no side may leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wiped_out: Option<Probability>,
    /// A leader was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader_lost: Option<Probability>,
    /// Points that the side was bought for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// One entry per group as listed.
    pub survivors: Vec<Survivors>,
    /// The same after the winner's capacity has been checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_capacity: Option<Vec<Survivors>>,
    /// Classes in the order in which they were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_order: Option<Vec<String>>,
    /// Materials or resources.
    pub cost: Cost,
    /// Tiles drawn; none for non-player ships.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reputation: Option<Reputation>,
    /// The side may claim the sector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_claim: Option<Probability>,
}

impl SideSummary {
    /// A side of which nothing else is told.
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

/// Ships of one group that are left.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survivors {
    /// Class of the group.
    pub class: String,
    /// Ships at the start.
    pub start: u64,
    /// Expected number left.
    pub mean: f64,
    /// Hull that is left of the whole group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<Mean>,
    /// Probability of 0, 1, … `start` left.
    pub distribution: Vec<f64>,
}

/// An expected value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The value.
    pub mean: f64,
}

/// Expected materials.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Value of own ships lost.
    pub lost: f64,
    /// Value of enemy ships destroyed.
    pub destroyed: f64,
    /// The second less the first, value by value; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing: Option<Swing>,
    /// Standard deviation of what is lost, or more: as if all groups were lost together.
    #[serde(skip)]
    pub spread: f64,
}

/// Value of enemy ships destroyed less that of own ships lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Swing {
    /// Expected value.
    pub mean: f64,
    /// All values that it can have, in ascending order.
    pub values: Vec<f64>,
    /// How likely each of them is.
    pub distribution: Vec<f64>,
}

/// Reputation tiles of one owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reputation {
    /// Probability of drawing 0 to 5 tiles.
    pub draws: Vec<f64>,
    /// Expected number drawn.
    pub mean: f64,
    /// The best of the tiles drawn; nothing where they are drawn one lot after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_tile: Option<BestTile>,
}

/// A battle of a sector.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Encounter {
    /// The later arrival, the earlier.
    pub sides: Vec<String>,
    /// How likely they meet.
    pub probability: f64,
    /// By side, how likely it wins, given that they meet.
    pub win: BTreeMap<String, f64>,
    /// Nobody is left, given that they meet.
    pub draw: f64,
    /// Both are left, given that they meet.
    pub standoff: f64,
    /// Tiles by owner, given that they meet, where they are drawn after each battle.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reputation: BTreeMap<String, Reputation>,
}

/// What an attack on population destroys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PopulationLost {
    /// Probability of 0, 1, … all cubes.
    pub destroyed: Vec<f64>,
    /// Probability that none is left.
    pub all: f64,
}

/// What becomes of the influence disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Influence {
    /// Probability that it is lost.
    pub lost: f64,
}

/// The best of the tiles drawn; no tile, or none that is better than the lowest that the owner
/// has, counts as 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestTile {
    /// Expected value.
    pub mean: f64,
    /// By how much it is better than the owner's lowest tile, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improvement: Option<f64>,
    /// Probability by value.
    pub distribution: BTreeMap<u8, f64>,
}

/// Rounds that the battles took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rounds {
    /// Expected number.
    pub mean: f64,
    /// Probability of 0, 1, 2, … rounds.
    pub distribution: Vec<f64>,
    /// How the sides stand after each round, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_round: Vec<AfterRound>,
}

impl Rounds {
    /// The rounds of these odds.
    #[must_use]
    pub fn of(rounds: Histogram) -> Self {
        let Histogram { mean, distribution } = rounds;
        Self { mean, distribution, by_round: Vec::new() }
    }
}

/// How the sides stand after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AfterRound {
    /// The round.
    pub round: u32,
    /// Attacker, defender.
    pub sides: Vec<SideAfterRound>,
    /// Nobody is left.
    pub draw: Estimate,
    /// The battle goes on.
    pub undecided: Estimate,
}

/// How a side stands after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideAfterRound {
    /// Its name.
    pub name: String,
    /// It has won by then.
    pub win: Estimate,
    /// One entry per group as listed.
    pub survivors: Vec<Left>,
}

/// Units of one group that are left on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Left {
    /// Class of the group.
    pub class: String,
    /// Units at the start.
    pub start: u64,
    /// Expected number left.
    pub mean: f64,
}

impl AfterRound {
    /// What is told of each side.
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
pub struct PlanetSummary {
    /// Its name.
    pub name: String,
    /// Attacker, defender.
    pub sides: Vec<SideSummary>,
    /// Nobody is left.
    pub draw: Estimate,
    /// Both are left.
    pub standoff: Estimate,
    /// By side, how likely it controls the planet.
    pub control: BTreeMap<String, f64>,
}

/// How long the run took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Battles played per second.
    pub battles_per_second: f64,
}
