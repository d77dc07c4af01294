//! Questions: the fleets and their rules, the engine that answers and the budget.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::budget::Budget;
use super::matchup::Matchup;
use super::simulation::{Battles, Listed, Simulation};
use crate::engine::{RunPlan, Shard};
use crate::scenario::Engine;
use crate::scenario::Rulebook;

/// Default number of rounds after which a simulated battle is a standoff (D7).
pub const ROUND_CAP: u32 = 1000;

/// Largest number of listed rounds for [`Listed::Enough`].
pub(crate) const MAX_ROUNDS_LISTED: u32 = 20;

/// Largest number of simulated battles if no number is given.
const BATTLES: u64 = 1_000_000;

/// Seed of a question that names none.
pub const DEFAULT_SEED: u64 = 1;

/// Returns the title of a game, with a setting.
pub(crate) fn titled(game: &str, setting: Option<&Map<String, Value>>) -> String {
    let mut title = game.to_string();
    for (name, value) in setting.into_iter().flatten() {
        if let Some(words) = in_words(name, value) {
            title += &format!(", {words}");
        }
    }
    title
}

/// Returns a field of a setting in words: `nebula`, `range 6`, `map of 12 × 8`, `2 events`. Leaves
/// out what only concerns the report.
fn in_words(name: &str, value: &Value) -> Option<String> {
    let words = name.replace('_', " ");
    let scalar = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match value {
        _ if name == "rounds" => None,
        Value::Bool(true) => Some(words),
        Value::Bool(false) => Some(format!("not {words}")),
        Value::Object(fields) if name == "map" => {
            let [width, height] = ["width", "height"].map(|size| fields.get(size).map(scalar));
            Some(format!("map of {} × {}", width?, height?))
        }
        Value::Object(tiles) if name == "bag" => {
            let all: u64 = tiles.values().filter_map(Value::as_u64).sum();
            Some(format!("{all} tiles in the bag"))
        }
        Value::Object(fields) => {
            let pair = |(key, value): (&String, &Value)| match value {
                Value::Bool(true) => key.clone(),
                Value::Bool(false) => format!("not {key}"),
                value if value.is_object() => key.clone(),
                value => format!("{key} {}", scalar(value)),
            };
            let pairs: Vec<String> = fields.iter().map(pair).collect();
            Some(format!("{words}: {}", pairs.join(", ").replace('_', " ")))
        }
        Value::Array(members) => {
            let names = members.iter().map(|member| match &member["name"] {
                Value::String(name) => Some(name.clone()),
                _ => (!member.is_object()).then(|| scalar(member)),
            });
            let names: Option<Vec<String>> = names.collect();
            match names {
                Some(names) => Some(format!("{words} {}", names.join(", "))),
                None if members.len() == 1 => Some(format!("1 {}", words.trim_end_matches('s'))),
                None => Some(format!("{} {words}", members.len())),
            }
        }
        value => Some(format!("{words} {}", scalar(value))),
    }
}

/// A fight and the way in which its odds are to be found.
#[derive(Clone, Debug)]
pub struct Question {
    /// Rulebook of the fight.
    pub rulebook: Rulebook,
    /// The fight as a scenario, if it comes from one: rules, sides and setting.
    pub asked: Option<Arc<Value>>,
    /// Side of who asks: 0 for the attacker, 1 for the defender.
    pub you: usize,
    /// Fleets and battlefield.
    pub matchup: Arc<dyn Matchup>,
    /// Round in which the battle begins.
    pub first_round: u32,
    /// Requested engine.
    pub engine: Engine,
    /// Time and memory that the answer may take.
    pub budget: Budget,
    /// Number of battles to simulate.
    pub battles: Battles,
    /// Seed of the simulation.
    pub seed: u64,
    /// Half-width of the 95 % intervals of all outcomes at which the simulation stops, from 0 to
    /// 1.
    pub precision: Option<f64>,
    /// Round after which an undecided battle is a standoff.
    pub round_cap: Option<u32>,
    /// Rounds after which the state of the battle is reported.
    pub rounds: Option<Listed>,
    /// Whether an exact answer is checked by battles, if the budget allows.
    pub checks: bool,
    /// Whether to report the odds under the worst and the best play of each side.
    pub play_band: bool,
    /// Whether to report the distribution of the swing of cost.
    pub swings: bool,
    /// Battles to simulate here, or their known counts.
    pub run: Simulation,
}

impl Question {
    /// Reports the state after each round until nearly all battles are decided, unless the question
    /// names its rounds.
    pub fn list_rounds(&mut self, are_listed: bool) {
        self.rounds = self.rounds.or(are_listed.then_some(Listed::Enough));
    }

    /// Creates a question about these sides, with the default budget, engine and number of battles.
    #[must_use]
    pub fn about(rulebook: Rulebook, matchup: Arc<dyn Matchup>) -> Self {
        let rounds = matchup.rounds();
        Self {
            rulebook,
            asked: None,
            you: 0,
            first_round: rounds.first,
            round_cap: rounds.last,
            rounds: rounds.listed.map(Listed::To),
            matchup,
            engine: Engine::default(),
            budget: Budget::default(),
            battles: Battles::AtMost(BATTLES),
            seed: DEFAULT_SEED,
            precision: None,
            checks: true,
            play_band: false,
            swings: false,
            run: Simulation::Played(Shard::WHOLE),
        }
    }

    /// Returns the question as a scenario, with the engine, the number of battles and the seed
    /// where they are not the default.
    pub(crate) fn document(&self) -> Option<Value> {
        let mut document = Value::clone(self.asked.as_deref()?);
        if let Battles::Given(battles) = self.battles {
            document["battles"] = battles.into();
        }
        if self.seed != DEFAULT_SEED {
            document["seed"] = self.seed.into();
        }
        if self.engine != Engine::Auto {
            document["engine"] = self.engine.name().into();
        }
        Some(document)
    }

    /// Returns the title of the rulebook, with the setting: `Star Chamber, turns 3`.
    pub(crate) fn title(&self) -> String {
        let setting = self.asked.as_ref().and_then(|asked| asked["setting"].as_object());
        titled(self.matchup.title().unwrap_or(self.rulebook.title()), setting)
    }

    /// Returns the plan of a run of this many battles.
    pub(crate) fn plan(&self, battles: u64) -> RunPlan {
        RunPlan {
            battles,
            seed: self.seed,
            round_cap: self.last_round(),
            precision: self.precision,
            shard: match self.run {
                Simulation::Played(shard) => shard,
                Simulation::Known(_) => Shard::WHOLE,
            },
        }
    }

    /// Returns the cost of a simulated answer, in runs over all battles. The state after each
    /// listed round takes another run that stops after this round, and counts as half a run. The
    /// swing of cost takes one more run.
    pub(crate) fn runs(&self) -> f64 {
        let listed = match self.rounds {
            Some(Listed::To(rounds)) => f64::from(rounds),
            Some(Listed::Enough) => f64::from(MAX_ROUNDS_LISTED),
            None => 0.0,
        };
        1.0 + listed / 2.0 + f64::from(u8::from(self.swings))
    }

    /// Returns the last round of a simulated battle; after it, the battle is a standoff.
    pub(crate) fn last_round(&self) -> u32 {
        self.round_cap.unwrap_or(ROUND_CAP + self.first_round - 1)
    }

    /// Returns whether only one shard of a run is simulated. Shards report no exact odds.
    pub(crate) fn is_shard(&self) -> bool {
        !matches!(self.run, Simulation::Played(Shard::WHOLE) | Simulation::Known(_))
    }
}
