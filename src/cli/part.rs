//! Parts of one run (`fleetodds/part/2`): what was asked, which blocks were played, the counts.
//!
//! Each is a line that is sealed with a checksum of all that it holds.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args::AskArgs;
use super::ask::{Options, count_of_shards};
use super::failure::Failure;
use super::seal;
use crate::answer::{Answer, Counted, Question};
use crate::bug::OrBug;
use crate::engine::Shard;
use crate::scenario::{Engine, Source, read_scenario};
use crate::tally::Tally;

/// Name and version of the form.
const SCHEMA: &str = "fleetodds/part/2";

/// The form that version 0.1.0 wrote, without a checksum.
const UNSEALED: &str = "fleetodds/part/1";

/// Largest amount that one battle adds to a cell: sums of sound parts never overflow.
const MOST_OF_A_BATTLE: u64 = 1 << 20;

/// What any form of a part says of itself.
#[derive(Deserialize)]
struct Form {
    schema: String,
}

/// A part of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    schema: String,
    /// Number of the part, from 1, and of how many.
    pub(super) shard: [u64; 2],
    /// First block, and the first that is no longer of this part.
    blocks: [u64; 2],
    /// What is asked, alike in all parts.
    pub(super) question: Asked,
    tally: Counts,
    approximated: bool,
    /// It answers a line of a batch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) batch: bool,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    scenario: Value,
    options: Value,
    seed: u64,
    battles: u64,
    /// What the scenario could not take over, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
}

/// Counts as they are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    battles: u64,
    cells: Vec<u64>,
    rounds: Vec<u64>,
}

/// Options that shape a question, as typed.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    rules: Option<String>,
    play: Vec<String>,
    any_blueprint: bool,
    engine: Option<String>,
    battles: Option<String>,
    seed: Option<u64>,
    budget: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rounds: bool,
    play_band: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    swing: bool,
}

impl Typed {
    /// Those of the command line.
    pub(super) fn of(ask: &AskArgs) -> Self {
        Self {
            rules: ask.rules.clone(),
            play: ask.play.clone(),
            any_blueprint: ask.any_blueprint,
            engine: ask.engine.clone(),
            battles: ask.battles.clone(),
            seed: ask.seed,
            budget: ask.budget.clone(),
            rounds: ask.rounds,
            play_band: ask.play_band,
            swing: ask.swing,
        }
    }

    /// The options as JSON.
    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).or_bug("options cannot be written as JSON")
    }
}

impl Part {
    /// The part of an answer.
    pub(super) fn of(
        answer: Answer,
        shard: Shard,
        question: &Question,
        ask: &AskArgs,
        scenario: Value,
    ) -> Result<Self, Failure> {
        let planned = answer.battles;
        let Some(Counted { tally, approximated }) = answer.counted else {
            let why = match question.engine {
                Engine::Exact => "--shard is for simulations, not `--engine exact`",
                _ => {
                    "--shard: beside the exact answer no simulation fits the budget; \
                      `--engine simulate` plays all battles"
                }
            };
            return Err(Failure::Refused(why.into()));
        };
        let blocks = shard.blocks(planned);
        let seen = tally.rounds.iter().rposition(|n| *n > 0).map_or(0, |last| last + 1);
        let Tally { battles, cells, rounds } = tally;
        let tally = Counts { battles, cells, rounds: rounds[..seen].to_vec() };
        Ok(Self {
            schema: SCHEMA.into(),
            shard: [shard.number + 1, shard.of],
            blocks: [blocks.start, blocks.end],
            question: Asked {
                scenario,
                options: Typed::of(ask).value(),
                seed: question.seed,
                battles: planned,
                left_out: Vec::new(),
            },
            tally,
            approximated,
            batch: false,
        })
    }

    /// The part in one line.
    pub(super) fn line(&self) -> String {
        seal::seal(&serde_json::to_string(self).or_bug("a part cannot be written as JSON")) + "\n"
    }

    /// Reads a part.
    pub(super) fn read(line: &str, name: &str) -> Result<Self, Failure> {
        let refused = |what: String| Failure::Refused(format!("{name} {what}"));
        match serde_json::from_str::<Form>(line) {
            Ok(form) if form.schema == UNSEALED => {
                let what = "was made by version 0.1.0: run all shards again with this version";
                return Err(refused(what.into()));
            }
            Ok(form) if form.schema != SCHEMA => {
                let what = format!("is not a part of a run: `{}` is not `{SCHEMA}`", form.schema);
                return Err(refused(what));
            }
            Err(error) if !seal::is_sealed(line) => {
                return Err(refused(format!("is not a part of a run: {error}")));
            }
            _ => {}
        }
        let damaged = || refused("is damaged: run its shard again".into());
        let body = seal::open(line).ok_or_else(damaged)?;
        let part: Self = serde_json::from_str(&body)
            .map_err(|error| refused(format!("is not a part of a run: {error}")))?;
        count_of_shards(part.shard[1])?;
        if !part.is_whole() {
            return Err(refused(
                "is not a part of a run: its counts do not fit its battles".into(),
            ));
        }
        Ok(part)
    }

    /// Whether the blocks and counts are those of this shard.
    fn is_whole(&self) -> bool {
        let ([number, of], battles) = (self.shard, self.question.battles);
        if !(1..=of).contains(&number) {
            return false;
        }
        let shard = Shard { number: number - 1, of };
        let blocks = shard.blocks(battles);
        let Counts { battles: played, cells, rounds } = &self.tally;
        let sum: u128 = rounds.iter().copied().map(u128::from).sum();
        let most = played.saturating_mul(MOST_OF_A_BATTLE);
        self.blocks == [blocks.start, blocks.end]
            && *played == shard.battles(battles)
            && sum == u128::from(*played)
            && cells.iter().all(|count| *count <= most)
    }

    /// Whether both parts have counted the same things.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.question == other.question
            && self.shard[1] == other.shard[1]
            && self.batch == other.batch
            && self.tally.cells.len() == other.tally.cells.len()
    }

    /// What it has counted.
    pub(super) fn counted(&self) -> Counted {
        let Counts { battles, cells, rounds } = self.tally.clone();
        Counted { tally: Tally { battles, cells, rounds }, approximated: self.approximated }
    }
}

impl Asked {
    /// The question, with a catalogue folder that the merging is told of.
    pub(super) fn question(&self, fleets: Option<&Path>) -> Result<Question, Failure> {
        let typed: Typed = serde_json::from_value(self.options.clone())
            .map_err(|error| Failure::Refused(format!("the options of a part: {error}")))?;
        let ask = AskArgs {
            rules: typed.rules,
            play: typed.play,
            any_blueprint: typed.any_blueprint,
            engine: typed.engine,
            battles: typed.battles,
            seed: typed.seed,
            budget: typed.budget,
            rounds: typed.rounds,
            play_band: typed.play_band,
            swing: typed.swing,
            fleets: fleets.map(Path::to_path_buf),
            ..AskArgs::default()
        };
        let source = Source::new("part", self.scenario.to_string());
        let question = Options::read(&ask)?.question(read_scenario(&source)?)?;
        if question.seed != self.seed || question.battles.most() < self.battles {
            return Err(Failure::Refused("a part does not ask what it says".into()));
        }
        Ok(question)
    }
}
