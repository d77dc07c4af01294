//! The result document of a fight, read by every report. Names and order of the fields are those of
//! the JSON result.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::engine::EngineUsed;
use super::figure::{Field, Figures};
use super::play::{BestPlay, FirstDecision, Hint, PlayedBy, as_object};
use crate::stats::{Estimate, Histogram, is_almost_impossible, settle_all, settled};

/// Name and version of the format of a result.
pub const RESULT_SCHEMA: &str = "fleetodds/result/1";

/// Names of the two roles.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// The result of a fight. `serde_json::to_value` gives the whole document, with the figures that
/// only one game has, such as reputation tiles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Name and version of the format.
    pub schema: &'static str,
    /// Name of the rulebook.
    pub rules: String,
    /// The question as a scenario, which gives the same result: rules, sides and setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Value>,
    /// Title of the rulebook and the setting, for people.
    #[serde(skip)]
    pub title: String,
    /// Side of who asks.
    #[serde(skip)]
    pub you: usize,
    /// Engine that computed the result.
    pub engine: EngineUsed,
    /// Bounds on best play, if the captains follow a play that is only close to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub best_play: Option<BestPlay>,
    /// Play of each side, by its role.
    #[serde(serialize_with = "as_object")]
    #[doc(hidden)]
    pub play: Vec<(String, PlayedBy)>,
    /// Number of battles played.
    pub battles: u64,
    /// Seed of the battles.
    pub seed: u64,
    /// Whether the run was interrupted; the figures are those of the battles played until then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The sides, in the order of the scenario.
    pub sides: Vec<SideSummary>,
    /// Probability that no side has ships left.
    pub draw: Estimate,
    /// Probability that more than one side has ships left.
    pub standoff: Estimate,
    /// Number of rounds.
    pub rounds: Rounds,
    /// Figures that only this game has.
    #[serde(flatten)]
    #[doc(hidden)]
    pub of_game: Figures,
    /// Words for the outcomes.
    #[serde(skip)]
    #[doc(hidden)]
    pub outcomes: &'static Outcomes,
    /// Units of cost and time.
    #[serde(skip)]
    #[doc(hidden)]
    pub units: Units,
    /// Odds under other play that differ much.
    #[serde(skip)]
    #[doc(hidden)]
    pub hints: Vec<Hint>,
    /// The first decision, where much depends on it.
    #[serde(skip)]
    #[doc(hidden)]
    pub first_decision: Option<FirstDecision>,
    /// House rules in force.
    pub house_rules: Vec<String>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The words of the question, if they leave something open.
    #[serde(flatten)]
    pub as_typed: Option<AsTyped>,
    /// Duration of the run, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

impl Summary {
    /// Completes the figures: no probability is past 0 or 1 by rounding, an end is certain only if
    /// no other is possible, and probabilities that only this game has get their intervals.
    pub(crate) fn complete(&mut self) {
        let battles = if self.engine.is_exact() { 0 } else { self.battles };
        let Self { sides, draw, standoff, rounds, of_game, .. } = self;
        let wins = sides.iter_mut().map(|side| &mut side.win);
        let mut ends: Vec<&mut Estimate> = wins.chain([draw, standoff]).collect();
        Estimate::settle_all(&mut ends);
        let is_rounded = !ends.iter().any(|end| is_almost_impossible(end.probability));
        for side in sides {
            side.survivors.iter_mut().for_each(Survivors::settle);
            side.cost.swing.iter_mut().for_each(|swing| settle_all(&mut swing.distribution));
            side.of_game.complete(battles, is_rounded);
        }
        settle_all(&mut rounds.distribution);
        for AfterRound { sides, draw, undecided, .. } in &mut rounds.by_round {
            let wins = sides.iter_mut().map(|side| &mut side.win);
            Estimate::settle_all(&mut wins.chain([draw, undecided]).collect::<Vec<_>>());
        }
        of_game.complete(battles, is_rounded);
    }

    /// Returns the figures that only this game has: for each side, with its index and name, and
    /// for the whole battle.
    #[doc(hidden)]
    pub fn of_game(&self) -> impl Iterator<Item = (Option<usize>, &str, &Figures)> {
        let sides = self.sides.iter().enumerate();
        let of_sides = sides.map(|(n, side)| (Some(n), side.name.as_str(), &side.of_game));
        of_sides.chain([(None, "", &self.of_game)])
    }

    /// Returns the known distributions of the swing of cost, with the index of each side. With two
    /// sides, that of the second is the mirror image of the first.
    pub fn swings(&self) -> impl Iterator<Item = (usize, &SideSummary, &Swing)> {
        let number = if self.sides.len() == 2 { 1 } else { self.sides.len() };
        let sides = self.sides.iter().enumerate().take(number);
        sides.filter_map(|(n, side)| Some((n, side, side.cost.swing.as_ref()?)))
    }
}

/// The words of a typed question that leave something open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AsTyped {
    /// The question as typed.
    pub typed: String,
    /// Whether its words could have another meaning than the one that was answered.
    #[serde(skip)]
    pub is_guess: bool,
    /// Commands for the other meanings, and remarks.
    pub notes: Vec<String>,
}

impl AsTyped {
    /// Creates the words of a question.
    #[must_use]
    pub fn new(typed: String, is_guess: bool, notes: Vec<String>) -> Self {
        Self { typed, is_guess, notes }
    }
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

/// Words for the outcomes of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Words after the name of a side that wins, in tables: of the first side, and of the others.
    pub wins: [&'static str; 2],
    /// Those words in charts and on pages.
    pub wins_in_charts: &'static str,
    /// Words for a win in a headline: after `You`, and after a name; of the first side, and of the
    /// others.
    pub headline: [[&'static str; 2]; 2],
    /// The end with several sides left, in tables.
    pub standoff: &'static str,
    /// Longest words that tables of this game have after the name of a side in any case. They
    /// reserve room for them.
    pub longest: &'static str,
}

impl Outcomes {
    /// Words for a battle that a side wins.
    pub const WINS: Self = Self {
        wins: ["wins"; 2],
        wins_in_charts: "wins",
        headline: [["win", "wins"]; 2],
        standoff: "standoff",
        longest: "wins",
    };
}

/// Figures of one side.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SideSummary {
    /// Name of the side.
    pub name: String,
    /// The fleet in typed notation.
    pub fleet: String,
    /// Probability that only this side has ships left.
    pub win: Estimate,
    /// Survivors, one entry per group in the order of the fleet.
    pub survivors: Vec<Survivors>,
    /// Expected losses of both sides, in materials or resources.
    pub cost: Cost,
    /// Whether its ships belong to no player, so that their price is no loss.
    pub is_neutral: bool,
    /// Figures that only this game has.
    #[doc(hidden)]
    pub of_game: Figures,
}

impl SideSummary {
    /// Creates the figures of a side, without those that only its game has.
    #[must_use]
    pub fn new(
        name: &str,
        fleet: &str,
        win: Estimate,
        survivors: Vec<Survivors>,
        cost: Cost,
    ) -> Self {
        let (name, fleet) = (name.to_string(), fleet.to_string());
        Self { name, fleet, win, survivors, cost, is_neutral: false, of_game: Figures::default() }
    }

    /// Marks ships that belong to no player.
    #[must_use]
    pub(crate) fn neutral(self, is_neutral: bool) -> Self {
        Self { is_neutral, ..self }
    }
}

impl Serialize for SideSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, fleet, win, survivors, cost, of_game, .. } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", name)?;
        map.serialize_entry("fleet", fleet)?;
        map.serialize_entry("win", win)?;
        of_game.serialize_after(Field::Win, &mut map)?;
        map.serialize_entry("survivors", survivors)?;
        of_game.serialize_after(Field::Survivors, &mut map)?;
        map.serialize_entry("cost", cost)?;
        of_game.serialize_after(Field::Cost, &mut map)?;
        map.end()
    }
}

/// Survivors of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Survivors {
    /// Class of the group.
    pub class: String,
    /// Planet of the group, in an invasion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planet: Option<String>,
    /// Number of ships at the start.
    pub start: u64,
    /// Expected number of survivors.
    pub mean: f64,
    /// Expected hull left in the whole group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<Mean>,
    /// Probability of 0, 1, … survivors, up to `start` or, if abilities place ships in the group,
    /// up to all that there can be.
    pub distribution: Vec<f64>,
    /// How many of the survivors are damaged, if they can be and remain so after the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Histogram>,
}

impl Survivors {
    /// Creates the survivors of a group of `start` ships, as they were counted.
    #[must_use]
    pub(crate) fn new(class: &str, start: u64, left: Histogram) -> Self {
        let Histogram { mean, distribution } = left;
        let (class, planet) = (class.to_string(), None);
        Self { class, planet, start, mean, hull: None, distribution, damaged: None }
    }

    /// Returns the group as it was at the start: `3 interceptor`, `2 infantry on Abyz`.
    #[must_use]
    pub fn group(&self) -> String {
        let Self { start, class, planet, .. } = self;
        planet.as_ref().map_or_else(
            || format!("{start} {class}"),
            |planet| format!("{start} {class} on {planet}"),
        )
    }

    /// Removes rounding errors past the smallest and the largest possible values.
    fn settle(&mut self) {
        settle_all(&mut self.distribution);
        self.damaged.iter_mut().for_each(|damaged| settle_all(&mut damaged.distribution));
        let most = self.most() as f64;
        let share = self.mean / most;
        if share > 1.0 && settled(share) <= 1.0 {
            self.mean = most;
        }
    }

    /// Returns the largest number of survivors that is possible, at least `start`.
    #[must_use]
    pub fn most(&self) -> u64 {
        let last = self.distribution.iter().rposition(|share| *share > 0.0).unwrap_or(0);
        self.start.max(last as u64)
    }

    /// Returns the distribution up to the largest possible number of survivors.
    #[must_use]
    pub fn possible(&self) -> &[f64] {
        let most = self.most() as usize + 1;
        &self.distribution[..most.min(self.distribution.len())]
    }
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

impl Swing {
    /// Merges equal values. `shares` are values with their probabilities.
    pub(crate) fn of(mut shares: Vec<(f64, f64)>) -> Self {
        shares.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut swing = Self::default();
        for (value, share) in shares {
            swing.mean += value * share;
            match swing.distribution.last_mut() {
                Some(last) if swing.values.last() == Some(&value) => *last += share,
                _ => {
                    swing.values.push(value);
                    swing.distribution.push(share);
                }
            }
        }
        swing
    }
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

/// Duration of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Number of battles played per second.
    pub battles_per_second: f64,
}
