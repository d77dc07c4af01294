//! Parts of a run (`fleetodds/part/2`): the question, the blocks that were played, the counts.
//!
//! A part is one line of JSON, sealed with a checksum of its whole content.
//!
//! A sealed line is a JSON object whose last field is `"crc32"`, the checksum of the object
//! without that field. CRC-32 detects every change within 32 consecutive bits.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::bug::OrBug;
use crate::cli::args::{DetailArgs, QuestionArgs, RulesArgs};
use crate::cli::failure::Failure;
use crate::cli::files::checksum;
use crate::cli::options::QuestionOptions;
use crate::cli::work::count_of_shards;
use fleetodds::internals::answer::{Answer, Counted, Question};
use fleetodds::internals::engine::Shard;
use fleetodds::internals::scenario::{Engine, Source, quoted, read_scenario};
use fleetodds::internals::stats::Tally;

/// Name and version of the format.
const SCHEMA: &str = "fleetodds/part/2";

/// Format of version 0.1.0, without a checksum.
const UNSEALED: &str = "fleetodds/part/1";

/// Maximum that one battle adds to a cell. It bounds the counts of a valid part, so that sums of
/// parts do not overflow.
const MAX_COUNT_PER_BATTLE: u64 = 1 << 20;

/// Fields that all formats of a part have.
#[derive(Deserialize)]
struct Form {
    schema: String,
}

/// Part of a run: its question, and the counts of one shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPart {
    schema: String,
    /// Number of the part, from 1, and the number of parts.
    pub(crate) shard: [u64; 2],
    /// Range of blocks: the first, and the one after the last.
    blocks: [u64; 2],
    /// Question, equal in all parts of a run.
    pub(crate) question: RunQuestion,
    #[serde(with = "Counts")]
    tally: Tally,
    approximated: bool,
    /// Line of a batch that the part answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// `id` of that line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Box<RawValue>>,
}

/// Question of a run: a scenario and the options that affect the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunQuestion {
    scenario: Value,
    options: Value,
    seed: u64,
    battles: u64,
    /// Warnings about parts of a link that the scenario leaves out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<String>,
}

/// A [`Tally`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Tally", deny_unknown_fields)]
struct Counts {
    battles: u64,
    cells: Vec<u64>,
    rounds: Vec<u64>,
}

/// Options that affect the result, as typed.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Typed {
    rules: Option<String>,
    play: Vec<String>,
    any_blueprint: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ds: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ignore_texts: bool,
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
    /// Copies the options of the command line.
    pub(crate) fn of(ask: &QuestionArgs, details: &DetailArgs) -> Self {
        Self {
            rules: ask.rules.rulebook().map(|rulebook| rulebook.name().into()),
            play: ask.play.clone(),
            any_blueprint: ask.any_blueprint,
            ds: ask.ds || ask.own.has_ds,
            ignore_texts: ask.ignore_texts,
            engine: ask.engine.clone(),
            battles: ask.battles.clone(),
            seed: ask.seed,
            budget: ask.budget.clone(),
            rounds: details.rounds,
            play_band: details.play_band,
            swing: details.swing,
        }
    }

    /// Leaves out what the scenario says itself: the rules and how the sides play.
    pub(crate) fn beside_scenario(self) -> Self {
        Self { rules: None, play: Vec::new(), ..self }
    }

    /// Returns the options as JSON.
    pub(crate) fn value(&self) -> Value {
        serde_json::to_value(self).or_bug("options cannot be written as JSON")
    }
}

impl RunPart {
    /// Creates the part of a shard from its answer.
    ///
    /// # Errors
    /// If the answer contains no simulation.
    pub(crate) fn of(
        answer: Answer,
        shard: Shard,
        question: &Question,
        typed: &Typed,
        scenario: Value,
    ) -> Result<Self, Failure> {
        let planned = answer.battles;
        let Some(Counted { mut tally, approximated }) = answer.counted else {
            let why = match question.engine {
                Engine::Exact => "--shard is for simulations, not `--engine exact`",
                _ => {
                    "--shard: the exact answer leaves no budget for a simulation; \
                      use `--engine simulate` to play all battles"
                }
            };
            return Err(Failure::refused(why));
        };
        let blocks = shard.blocks(planned);
        let seen = tally.rounds.iter().rposition(|n| *n > 0).map_or(0, |last| last + 1);
        tally.rounds.truncate(seen);
        Ok(Self {
            schema: SCHEMA.into(),
            shard: [shard.number + 1, shard.of],
            blocks: [blocks.start, blocks.end],
            question: RunQuestion {
                scenario,
                options: typed.value(),
                seed: question.seed,
                battles: planned,
                left_out: Vec::new(),
            },
            tally,
            approximated,
            line: None,
            id: None,
        })
    }

    /// Returns the part as one line of JSON, not sealed and without its end.
    pub(crate) fn open_line(&self) -> String {
        serde_json::to_string(self).or_bug("a part cannot be written as JSON")
    }

    pub(crate) fn line(&self) -> String {
        seal(&self.open_line()) + "\n"
    }

    /// Returns the `id` of the line that it answers, as written.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_ref().map(|id| id.get())
    }

    /// Reads a part from a line; `name` is the name of its file in messages.
    pub(crate) fn read(line: &str, name: &str) -> Result<Self, Failure> {
        let refused = |what: String| Failure::refused(format!("{name} {what}"));
        match serde_json::from_str::<Form>(line) {
            Ok(form) if form.schema == UNSEALED => {
                let what = "was made by version 0.1.0: run all shards again with this version";
                return Err(refused(what.into()));
            }
            Ok(form) if form.schema != SCHEMA => {
                let what = format!(
                    "is not a part of a run: its schema is `{}`, not `{SCHEMA}`",
                    form.schema
                );
                return Err(refused(what));
            }
            Err(error) if !line.contains("\"crc32\"") => {
                let is_scenario = serde_json::from_str::<Value>(line)
                    .is_ok_and(|value| ["attacker", "parties"].iter().any(|f| !value[f].is_null()));
                let why = match is_scenario {
                    true => {
                        format!("it is a scenario: `fleetodds batch {}`", quoted(name))
                    }
                    false => error.to_string(),
                };
                return Err(refused(format!("is not a part of a run: {why}")));
            }
            _ => {}
        }
        let damaged = || refused("is damaged: run its shard again".into());
        let body = open_seal(line).ok_or_else(damaged)?;
        let part: Self = serde_json::from_str(&body)
            .map_err(|error| refused(format!("is not a part of a run: {error}")))?;
        count_of_shards(part.shard[1])?;
        if !part.is_whole() {
            return Err(refused(
                "is not a part of a run: its counts do not match its number of battles".into(),
            ));
        }
        Ok(part)
    }

    /// Whether the blocks and counts are possible for this shard.
    fn is_whole(&self) -> bool {
        let ([number, of], battles) = (self.shard, self.question.battles);
        if !(1..=of).contains(&number) {
            return false;
        }
        let shard = Shard { number: number - 1, of };
        let blocks = shard.blocks(battles);
        let Tally { battles: played, cells, rounds } = &self.tally;
        let sum: u128 = rounds.iter().copied().map(u128::from).sum();
        let most = played.saturating_mul(MAX_COUNT_PER_BATTLE);
        self.blocks == [blocks.start, blocks.end]
            && *played == shard.battles(battles)
            && sum == u128::from(*played)
            && cells.iter().all(|count| *count <= most)
    }

    /// Whether both parts belong to the same run.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.question == other.question
            && self.shard[1] == other.shard[1]
            && self.line == other.line
            && self.id() == other.id()
            && self.tally.cells.len() == other.tally.cells.len()
    }

    pub(crate) fn counted(&self) -> Counted {
        Counted { tally: self.tally.clone(), approximated: self.approximated }
    }
}

impl RunQuestion {
    /// Returns the question. `fleets` is the catalogue folder of `merge`; the part does not
    /// contain one.
    pub(crate) fn question(&self, fleets: Option<&Path>) -> Result<Question, Failure> {
        let typed: Typed = serde_json::from_value(self.options.clone())
            .map_err(|error| Failure::refused(format!("invalid options in a part: {error}")))?;
        let ask = QuestionArgs {
            rules: RulesArgs { rules: typed.rules },
            play: typed.play,
            any_blueprint: typed.any_blueprint,
            ds: typed.ds,
            ignore_texts: typed.ignore_texts,
            engine: typed.engine,
            battles: typed.battles,
            seed: typed.seed,
            budget: typed.budget,
            fleets: fleets.map(Path::to_path_buf),
            ..QuestionArgs::default()
        };
        let (rounds, play_band, swing) = (typed.rounds, typed.play_band, typed.swing);
        let details = DetailArgs { play_band, rounds, swing };
        let source = Source::new("part", self.scenario.to_string());
        let options = QuestionOptions::with_details(&ask, &details)?;
        let question = options.question(read_scenario(&source)?)?;
        if question.seed != self.seed || question.battles.most() < self.battles {
            let why = "a part contradicts itself: its options do not give its seed and battles";
            return Err(Failure::refused(why));
        }
        Ok(question)
    }
}

/// Text before the checksum.
const FIELD: &str = ",\"crc32\":\"";

/// Text after the checksum.
const END: &str = "\"}";

/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// Adds the checksum to a JSON object. The object must have at least one field.
pub(crate) fn seal(object: &str) -> String {
    let inside = object.strip_suffix('}').unwrap_or(object);
    format!("{inside}{FIELD}{}{END}", checksum(object.as_bytes()))
}

/// Returns the object that was sealed, or `None` if the line has changed since.
pub(crate) fn open_seal(line: &str) -> Option<String> {
    let sealed_at = line.len().checked_sub(FIELD.len() + DIGITS + END.len())?;
    let (inside, sum) = line.strip_suffix(END)?.split_at_checked(sealed_at)?;
    let object = format!("{inside}}}");
    (sum.strip_prefix(FIELD)? == checksum(object.as_bytes())).then_some(object)
}

#[cfg(test)]
mod tests {
    use super::{open_seal, seal};

    #[test]
    fn a_seal_holds_what_was_sealed() {
        let object = r#"{"a":"é","b":[1,2]}"#;
        let sealed = seal(object);
        assert_eq!(open_seal(&sealed).as_deref(), Some(object));
        assert_eq!(open_seal(object), None);
        assert_eq!(open_seal(""), None);
        assert_eq!(open_seal("é"), None);
    }
}
