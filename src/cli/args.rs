//! What can be typed. Nothing here does anything.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Odds of space battles, before a fleet is risked.
#[derive(Debug, Parser)]
#[command(name = "fleetodds", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
Exit codes: 0 done, 1 reading or writing failed, 2 wrong command line, 3 wrong or refused
fleet or scenario, 130 interrupted (what had been computed is printed).

Example: fleetodds fight \"3 interceptor\" \"1 ancient\"";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The odds of one battle
    #[command(after_help = FIGHT_HELP)]
    Fight(Box<FightArgs>),
    /// The catalogue: ships, parts, prices, legality
    Fleets(FleetsArgs),
    /// Which fleet or loadout is best, and by how much
    #[command(after_help = COMPARE_HELP)]
    Compare(Box<CompareArgs>),
    /// How the odds change with a count, a figure, a part or a policy
    #[command(after_help = SWEEP_HELP)]
    Sweep(Box<SweepArgs>),
    /// The best legal blueprint (not yet built)
    #[command(hide = true)]
    Design(LaterArgs),
    /// One scenario a line in, one result a line out, in order
    #[command(after_help = BATCH_HELP)]
    Batch(Box<BatchArgs>),
    /// The parts of one run added up to the whole
    Merge(Box<MergeArgs>),
    /// The story of one battle (not yet built)
    #[command(hide = true)]
    Replay(LaterArgs),
    /// How lucky was what happened (not yet built)
    #[command(hide = true)]
    Luck(LaterArgs),
    /// JSON Schema of scenarios or results
    Schema {
        /// What of
        #[arg(value_enum)]
        of: SchemaOf,
    },
    /// Completions for a shell, to standard output
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// The manual page, to standard output
    Man,
}

impl Command {
    /// The name as typed.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Fight(_) => "fight",
            Self::Fleets(_) => "fleets",
            Self::Compare(_) => "compare",
            Self::Sweep(_) => "sweep",
            Self::Design(_) => "design",
            Self::Batch(_) => "batch",
            Self::Merge(_) => "merge",
            Self::Replay(_) => "replay",
            Self::Luck(_) => "luck",
            Self::Schema { .. } => "schema",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
        }
    }
}

impl Cli {
    /// When to use colour.
    #[must_use]
    pub fn colour(&self) -> Colour {
        match &self.command {
            Command::Fight(args) => args.out.color,
            Command::Fleets(args) => args.color,
            Command::Batch(args) => args.color,
            Command::Merge(args) => args.out.color,
            Command::Sweep(args) => args.out.color,
            Command::Compare(args) => args.out.color,
            _ => Colour::Auto,
        }
    }
}

const FIGHT_HELP: &str = "\
Fleets:
  3 interceptor
  2 cruiser + 1 dreadnought
  2 cruiser(-ion cannon, +plasma cannon)       changes to the printed blueprint
  orion/cruiser(plasma cannon, hull, …)        the whole loadout
  4 cruiser(cannons=2y1o, computer=1, hull=2)  figures outright; dice y o b r
  2 cruiser(damaged=[0,1])                     damage on each ship
  2 dreadnought & play=npc                     options of the side
  @armada.json                                 a fleet file
  fo1.…                                        a whole fight by its code, see --share";

/// Arguments of `fight`.
#[derive(Debug, Args)]
pub struct FightArgs {
    /// The attacking fleet, as typed at the table, or @FILE; or the code of a fight
    #[arg(allow_hyphen_values = true, required_unless_present_any = ["scenario", "from_link"])]
    pub attacker: Option<String>,
    /// The defending fleet
    #[arg(allow_hyphen_values = true)]
    pub defender: Option<String>,
    /// A scenario in JSON; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["attacker", "defender"])]
    pub scenario: Option<PathBuf>,
    /// A fight of Twilight Imperium as a link of ti4battle.com
    #[arg(
        long,
        value_name = "URL",
        allow_hyphen_values = true,
        conflicts_with_all = ["attacker", "defender", "scenario"]
    )]
    pub from_link: Option<String>,
    /// Print the fight as a code that `fight` reads again, instead of its odds
    #[arg(
        long,
        conflicts_with_all =
            ["shard", "fleets", "any_blueprint", "precision", "budget", "rounds", "play_band"]
    )]
    pub share: bool,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Play one part of the battles only, the first of seven with 1/7; `merge` adds them up
    #[arg(long, value_name = "I/N", conflicts_with = "precision")]
    pub shard: Option<String>,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const COMPARE_HELP: &str = "\
Exact where it fits; the rest is simulated in stages, and candidates are dropped early whose
best is worse than another's worst (wrong once in 1,000 comparisons).

Example: fleetodds compare \"4 cruiser\" \"2 dreadnought\" --against \"2 ancient\" --against gcds";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The fleets to compare, as typed at the table, or @FILE
    #[arg(required = true, value_name = "FLEET")]
    pub candidates: Vec<String>,
    /// An enemy; may be given several times
    #[arg(
        long,
        value_name = "FLEET",
        required_unless_present = "matrix",
        allow_hyphen_values = true
    )]
    pub against: Vec<String>,
    /// How much each enemy counts, like 2,1 [default: all the same]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub weights: Vec<f64>,
    /// The candidates defend
    #[arg(long)]
    pub defend: bool,
    /// All fleets against all, and the best mix of them for both players
    #[arg(long, conflicts_with_all = ["against", "weights", "defend"])]
    pub matrix: bool,
    /// What counts: win, swing (cost destroyed less cost lost), per-cost
    #[arg(long, value_name = "WHAT")]
    pub by: Option<String>,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const SWEEP_HELP: &str = "\
What to vary:
  attacker.interceptor=0..8                 ships of a class; 0 leaves it out
  defender.ancient.hull=0..6..2             a figure, in steps of two
  attacker.cruiser.part=none,hull,gauss shield   a part more
  attacker.play=npc,threat,optimal          how a side assigns its dice

Example: fleetodds sweep \"2 cruiser\" \"2 ancient\" --vary attacker.interceptor=0..8 --target 80%";

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The attacking fleet, as typed at the table, or @FILE
    #[arg(allow_hyphen_values = true, required_unless_present = "scenario")]
    pub attacker: Option<String>,
    /// The defending fleet
    #[arg(allow_hyphen_values = true, required_unless_present = "scenario")]
    pub defender: Option<String>,
    /// A scenario in JSON; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["attacker", "defender"])]
    pub scenario: Option<PathBuf>,
    /// What to vary over which values; twice for a grid
    #[arg(long, value_name = "PATH=RANGE", required_unless_present = "tornado")]
    pub vary: Vec<String>,
    /// The odds that are to be reached: 80%
    #[arg(long, value_name = "P")]
    pub target: Option<String>,
    /// Single changes of a side, and which of them helps most
    #[arg(long, conflicts_with_all = ["vary", "target"])]
    pub tornado: bool,
    /// Whose odds [default: the attacker's]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const BATCH_HELP: &str = "\
Each line is a scenario in JSON; see the README. A line that is wrong yields
{\"line\": 17, \"error\": {\"message\": …, \"path\": …}} in its place; the others go on, and the
exit code is 3 at the end. Blank lines are passed over.

Example: fleetodds batch fights.ndjson --engine exact --output odds.ndjson";

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Scenarios, one a line; standard input if there is none or it is `-`
    pub file: Option<PathBuf>,
    /// What the questions are asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Play one part of each line's battles only; `merge` adds them up
    #[arg(long, value_name = "I/N", conflicts_with = "precision")]
    pub shard: Option<String>,
    /// Write the results to a file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on where the output file ends
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
    /// When to use colour; `NO_COLOR` is heeded
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Colour,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Files that `fight --shard` or `batch --shard` has written, all parts of a run
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// Worker threads; the result does not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// The folder of catalogue files that the parts were made with
    #[arg(long, value_name = "DIR")]
    pub fleets: Option<PathBuf>,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

/// Options that shape a question.
#[derive(Clone, Debug, Default, Args)]
pub struct AskArgs {
    /// Rulebook: eclipse (default), eclipse-2e, ti4-space, ti4-ground, star-chamber,
    /// spaceship-battles
    #[arg(long, value_name = "RULEBOOK")]
    pub rules: Option<String>,
    /// How a side plays: optimal, npc, npc-spread, threat; ti4: optimal, adaptive;
    /// spaceship-battles: close, hold, keep N
    #[arg(long, value_name = "SIDE=POLICY")]
    pub play: Vec<String>,
    /// A folder of catalogue files that add to the shipped ones or override them
    #[arg(long, value_name = "DIR")]
    pub fleets: Option<PathBuf>,
    /// Blueprints need not be legal
    #[arg(long)]
    pub any_blueprint: bool,
    /// Engine: auto (default), exact, simulate, kernel
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Battles to play, 1e7 and 10M are fine; the most with --precision [default: 1000000]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub battles: Option<String>,
    /// Seed of the dice [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Worker threads; the result does not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Stop when every outcome is known to within this much: 0.1%
    #[arg(long, value_name = "P")]
    pub precision: Option<String>,
    /// Time and memory that exact odds may take [default: 2s,2GB]
    #[arg(long, value_name = "TIME[,MEMORY]")]
    pub budget: Option<String>,
    /// How the sides stand after each round
    #[arg(long)]
    pub rounds: bool,
    /// Odds under the worst and the best play of each side
    #[arg(long)]
    pub play_band: bool,
}

/// Options that say where an answer goes.
#[derive(Debug, Args)]
pub struct OutArgs {
    /// Form of the result
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: Format,
    /// Write the result to a file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// No progress and no warnings
    #[arg(long, short)]
    pub quiet: bool,
    /// When to use colour; `NO_COLOR` is heeded
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Colour,
    /// Report how long it took
    #[arg(long)]
    pub timing: bool,
}

/// Forms of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// To be read
    #[default]
    Table,
    /// For scripts
    Json,
    /// One figure a row
    Csv,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Arguments of `fleets`.
#[derive(Debug, Args)]
pub struct FleetsArgs {
    /// What to do with the catalogue.
    #[command(subcommand)]
    pub action: FleetsAction,
    /// Rulebook: eclipse (default), eclipse-2e, ti4-space, ti4-ground, star-chamber,
    /// spaceship-battles
    #[arg(long, global = true, value_name = "RULEBOOK")]
    pub rules: Option<String>,
    /// A folder of catalogue files that add to the shipped ones or override them
    #[arg(long, global = true, value_name = "DIR")]
    pub fleets: Option<PathBuf>,
    /// When to use colour; `NO_COLOR` is heeded
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Colour,
}

/// What can be done with the catalogue.
#[derive(Debug, Subcommand)]
pub enum FleetsAction {
    /// All ships and parts with their figures
    List,
    /// One entry, with its source and how sure it is
    Show {
        /// A ship, part, species or technology; `orion/cruiser` for a species' ship
        name: String,
    },
    /// Is a fleet legal, and what does it cost? Without a fleet, checks the catalogue
    Check {
        /// Fleets, as typed at the table, or @FILE
        fleet: Vec<String>,
        /// Blueprints need not be legal
        #[arg(long)]
        any_blueprint: bool,
    },
}

/// What a schema is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// What goes in
    Scenario,
    /// What comes out
    Result,
}

/// Arguments of commands that come later.
#[derive(Debug, Args)]
pub struct LaterArgs {
    /// Anything.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub anything: Vec<String>,
}
