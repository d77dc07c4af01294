//! Names of the schemas.

use clap::ValueEnum;

/// Documents that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SchemaOf {
    /// A scenario, the input of `fight --scenario`, and a line of JSON for `batch`
    Scenario,
    /// The result of `fight`, `merge` and `batch`
    #[value(alias = "fight")]
    Result,
    /// The result of `compare`
    #[value(alias = "compare")]
    Comparison,
    /// The result of `compare --matrix`
    Matrix,
    /// The result of `sweep`
    Sweep,
    /// The result of `sweep --tornado`
    Tornado,
    /// The result of `design`
    Design,
    /// The result of `luck`
    Luck,
    /// The result of `advise`
    #[value(alias = "advise")]
    Advice,
    /// The result of `analyse` for one record
    #[value(alias = "analyse")]
    Analysis,
    /// The result of `analyse` for several records
    Skill,
    /// A record of a battle, the input of `analyse`, as `replay --record --json` writes it
    Record,
    /// The result of `replay`
    #[value(alias = "replay")]
    Story,
    /// A line of the output of `batch`: a result, an error, or a part with --shard
    Batch,
    /// The answer of `batch` to a line that is wrong or refused
    Error,
    /// A part of a run, the output of `fight --shard` and `batch --shard`
    Part,
    /// The result of `diff`
    Diff,
    /// The result of `fleets list`
    Catalogue,
    /// The result of `fleets show`
    Entry,
}
