//! Declares the arguments of the command line. Doc comments here are the texts of `--help` and
//! `man`.

mod design;
mod fleets;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fleetodds::games::help;

pub(in crate::cli) use self::design::DesignArgs;
pub(in crate::cli) use self::fleets::{FleetsAction, FleetsArgs};

/// Calculates the odds of space battles.
#[derive(Debug, Parser)]
#[command(name = "fleetodds", version, max_term_width = 100, after_help = AFTER_HELP)]
pub(in crate::cli) struct Cli {
    /// Command to run.
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

const AFTER_HELP: &str = "\
Exit codes: 0 success, 1 reading or writing failed, 2 wrong command line, 3 wrong or refused
fleet or scenario, 130 interrupted (the results so far are printed).

`fight` is the command if none is named. A shell needs quotes around fleets with brackets,
apostrophes, & or ;, but not for + and commas.

Examples:
  fleetodds 3 interceptor vs 1 ancient
  fleetodds \"2 cruiser(-ion cannon, +plasma cannon)\" vs 2 ancient";

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Show the odds of one battle
    #[command(after_help = FIGHT_HELP)]
    Fight(Box<FightArgs>),
    /// Show the ships, parts and prices of the catalogue, or check that a fleet is legal
    Fleets(FleetsArgs),
    /// Rank fleets or loadouts, and show by how much the best is ahead
    #[command(after_help = COMPARE_HELP)]
    Compare(Box<CompareArgs>),
    /// Show how the odds change with a number of ships, a figure, a part or a policy
    #[command(after_help = SWEEP_HELP)]
    Sweep(Box<SweepArgs>),
    /// Find the best legal blueprint, or the best fleet for a given cost
    #[command(after_help = help::DESIGN)]
    Design(Box<DesignArgs>),
    /// Read one scenario per line and write one result per line, in order
    #[command(after_help = BATCH_HELP)]
    Batch(Box<BatchArgs>),
    /// Combine the parts of one run into its result
    Merge(Box<MergeArgs>),
    /// Show one battle step by step: every volley, die, hit and loss
    #[command(after_help = REPLAY_HELP)]
    Replay(Box<ReplayArgs>),
    /// Show how lucky an actual outcome was
    #[command(after_help = LUCK_HELP)]
    Luck(Box<LuckArgs>),
    /// Print the JSON Schema of scenarios or results
    Schema {
        /// Document that the schema describes
        #[arg(value_enum)]
        of: SchemaOf,
    },
    /// Print the completions for a shell
    Completions {
        /// Name of the shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

impl Cli {
    /// Returns the value of `--color`, or the default for commands without that option.
    #[must_use]
    pub(in crate::cli) fn colour(&self) -> Colour {
        match &self.command {
            Command::Fight(args) => args.out.color,
            Command::Fleets(args) => args.color,
            Command::Batch(args) => args.color,
            Command::Merge(args) => args.out.color,
            Command::Sweep(args) => args.out.color,
            Command::Compare(args) => args.out.color,
            Command::Design(args) => args.out.color,
            Command::Replay(args) => args.out.color,
            Command::Luck(args) => args.out.color,
            _ => Colour::Auto,
        }
    }
}

const FIGHT_HELP: &str = "\
Between the fleets: vs, v, versus or against. Two texts in quotes need no such word. A shell needs
quotes around fleets with brackets, apostrophes, & or ;, but not for + and commas.

Fleets:
  3 interceptor
  2 cruiser + 1 dreadnought
  2 cruiser(-ion cannon, +plasma cannon)       changes to the printed blueprint
  orion/cruiser(plasma cannon, hull, …)        the whole loadout
  4 cruiser(cannons=2y1o, computer=1, hull=2)  figures instead of parts; dice y o b r
  2 cruiser(damaged=[0,1])                     damage on each ship
  2 dreadnought & play=npc                     options of the side
  @armada.json                                 a fleet file
  fo1.…                                        the code of a whole fight, see --share";

/// Arguments of `fight`.
#[derive(Debug, Args)]
pub(in crate::cli) struct FightArgs {
    /// Fight whose odds are shown.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// Print a code of the fight instead of its odds; `fight` can read the code
    #[arg(
        long,
        conflicts_with_all =
            ["shard", "fleets", "any_blueprint", "precision", "budget", "rounds", "play_band",
             "swing", "chart", "plot", "report"]
    )]
    pub(in crate::cli) share: bool,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Play only one part of the battles, like 1/7 for the first of seven; `merge` combines the
    /// parts
    #[arg(long, value_name = "I/N", conflicts_with_all = ["precision", "chart", "plot", "report"])]
    pub(in crate::cli) shard: Option<String>,
    /// Pictures of the result.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

/// Arguments that give a fight.
#[derive(Debug, Args)]
pub(in crate::cli) struct FightSourceArgs {
    /// Attacker and defender, like 3 interceptor vs 1 ancient; or the code of a fight
    #[arg(value_name = "FLEETS", required_unless_present_any = ["scenario", "from_link"])]
    pub(in crate::cli) words: Vec<String>,
    /// Scenario in JSON; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub(in crate::cli) scenario: Option<PathBuf>,
    #[arg(
        long,
        help = help::LINKS,
        value_name = "URL",
        allow_hyphen_values = true,
        conflicts_with_all = ["words", "scenario"]
    )]
    pub(in crate::cli) from_link: Option<String>,
}

/// Options for pictures of a result.
#[derive(Debug, Args)]
pub(in crate::cli) struct PictureArgs {
    /// Show charts below the table: survivors, rounds, swing of cost
    #[arg(long)]
    pub(in crate::cli) chart: bool,
    /// Write the charts to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) plot: Option<PathBuf>,
    /// Write an HTML page with the odds, the charts, the scenario and the command that reproduces
    /// them
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) report: Option<PathBuf>,
}

const COMPARE_HELP: &str = "\
Battles are solved exactly if they fit the budget. The others are simulated in stages. A fleet is
dropped early if its best plausible result is below the worst of another (wrong once in 1,000
comparisons). When the work of --total is spent, the results so far are shown.

Example: fleetodds compare \"4 cruiser\" \"2 dreadnought\" --against \"2 ancient\" --against gcds";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// Fleets to compare, each typed or @FILE
    #[arg(required = true, value_name = "FLEET")]
    pub(in crate::cli) candidates: Vec<String>,
    /// Enemy fleet; may be given several times
    #[arg(
        long,
        value_name = "FLEET",
        required_unless_present = "matrix",
        allow_hyphen_values = true
    )]
    pub(in crate::cli) against: Vec<String>,
    /// Weight of each enemy, like 2,1 [default: all equal]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub(in crate::cli) weights: Vec<f64>,
    /// Let the fleets defend instead of attack
    #[arg(long)]
    pub(in crate::cli) defend: bool,
    /// Compare all fleets with each other, and find the best mix of them for both players
    #[arg(long, conflicts_with_all = ["against", "weights", "defend"])]
    pub(in crate::cli) matrix: bool,
    /// Figure to rank by: win, swing (cost destroyed minus cost lost), per-cost
    #[arg(long, value_name = "WHAT")]
    pub(in crate::cli) by: Option<String>,
    /// Limit on the work of the command.
    #[command(flatten)]
    pub(in crate::cli) total: TotalArgs,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const SWEEP_HELP: &str = "\
What to vary:
  attacker.interceptor=0..8                 ships of a class; 0 leaves it out
  defender.ancient.hull=0..6..2             a figure, in steps of two
  attacker.cruiser.part=none,hull,gauss shield   one more part
  attacker.play=npc,threat,optimal          how a side assigns its dice

Example: fleetodds sweep 2 cruiser vs 2 ancient --vary attacker.interceptor=0..8 --target 80%";

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SweepArgs {
    /// Fight to vary.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// What to vary, and its values; give it twice for a grid
    #[arg(long, value_name = "PATH=RANGE", required_unless_present = "tornado")]
    pub(in crate::cli) vary: Vec<String>,
    /// Odds to reach, like 80%; shows the first value that reaches them
    #[arg(long, value_name = "P")]
    pub(in crate::cli) target: Option<String>,
    /// Try each single change of a side, and show which helps most
    #[arg(long, conflicts_with_all = ["vary", "target"])]
    pub(in crate::cli) tornado: bool,
    /// Side whose odds are shown [default: the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(in crate::cli) side: Option<String>,
    /// Limit on the work of the command.
    #[command(flatten)]
    pub(in crate::cli) total: TotalArgs,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const REPLAY_HELP: &str = "\
Shows a battle of the run that `fight` plays with the same options. If the run follows the battle
graph, it draws only the result of each step; the dice are drawn afterwards to match. With
--engine kernel, they are the dice of the run.

Example: fleetodds replay 3 interceptor vs 1 ancient --upset";

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    /// Fight to which the battle belongs.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// Number of the battle, from 0 [default: 0]
    #[arg(long, value_name = "K")]
    pub(in crate::cli) battle: Option<u64>,
    /// Show the first battle with the rarest result
    #[arg(long, conflicts_with = "battle")]
    pub(in crate::cli) rarest: bool,
    /// Show the best win of the side with the lower odds
    #[arg(long, conflicts_with_all = ["battle", "rarest"])]
    pub(in crate::cli) upset: bool,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const LUCK_HELP: &str = "\
Shows how likely a worse and a better result are for a side. A win is better than a draw or
standoff, and these are better than a loss. Between equal outcomes, the cost destroyed minus the
cost lost decides. Without --left, only the outcome counts.

Example: fleetodds luck 3 interceptor vs 1 ancient --left \"attacker=2 interceptor\"";

/// Arguments of `luck`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LuckArgs {
    /// Fight that took place.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// Winner: a side, draw or standoff
    #[arg(long, value_name = "WHO", required_unless_present = "left")]
    pub(in crate::cli) won: Option<String>,
    /// Survivors of a side, like "attacker=2 interceptor" or defender=none
    #[arg(long, value_name = "SIDE=FLEET")]
    pub(in crate::cli) left: Vec<String>,
    /// Side whose luck is shown [default: the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(in crate::cli) side: Option<String>,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const BATCH_HELP: &str = "\
Each line is a scenario in JSON; see the README. An invalid line yields
{\"line\": 17, \"error\": {\"message\": …, \"path\": …}} in its place. The other lines are still
answered, and the exit code is 3 at the end. Blank lines are skipped.

Example: fleetodds batch fights.ndjson --engine exact --output odds.ndjson";

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub(in crate::cli) struct BatchArgs {
    /// File with one scenario per line; without it, or with `-`, reads standard input
    pub(in crate::cli) file: Option<PathBuf>,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Play only one part of the battles of each line; `merge` combines the parts
    #[arg(long, value_name = "I/N", conflicts_with = "precision")]
    pub(in crate::cli) shard: Option<String>,
    /// Write the results to a file, each as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Continue an interrupted batch with the same input and options where its output ends
    #[arg(long, requires = "output")]
    pub(in crate::cli) resume: bool,
    /// Hide the progress of long runs on stderr: a bar on a terminal, elsewhere a line every 10 s
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(in crate::cli) color: Colour,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(in crate::cli) struct MergeArgs {
    /// Files written by `fight --shard` or `batch --shard`: all parts of one run
    #[arg(required = true)]
    pub(in crate::cli) parts: Vec<PathBuf>,
    /// Number of worker threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) threads: Option<usize>,
    /// Folder of catalogue files, if the parts were made with `--fleets`
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) fleets: Option<PathBuf>,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

/// Options that affect the odds, and how they are found.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct QuestionArgs {
    #[arg(long, value_name = "RULEBOOK", help = help::RULES)]
    pub(in crate::cli) rules: Option<String>,
    #[arg(long, value_name = "SIDE=POLICY", help = help::POLICIES)]
    pub(in crate::cli) play: Vec<String>,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) fleets: Option<PathBuf>,
    /// Allow illegal blueprints
    #[arg(long)]
    pub(in crate::cli) any_blueprint: bool,
    /// Engine: auto (default), exact, simulate, kernel
    #[arg(long, value_name = "ENGINE")]
    pub(in crate::cli) engine: Option<String>,
    /// Number of battles to play, like 1e7 or 10M; after an exact answer, at most as many as fit
    /// the budget [default: at most 1000000 that fit it]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(in crate::cli) battles: Option<String>,
    /// Seed of the dice [default: 1]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) seed: Option<u64>,
    /// Number of worker threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) threads: Option<usize>,
    /// Stop when the odds of every outcome are known to within this margin, like 0.1%
    #[arg(long, value_name = "P")]
    pub(in crate::cli) precision: Option<String>,
    /// Limit on the time on two cores and the memory for one fight; estimated, not measured
    /// [default: 2s,2GB]
    #[arg(long, value_name = "TIME[,MEMORY]")]
    pub(in crate::cli) budget: Option<String>,
    /// Show the state of the sides after each round
    #[arg(long)]
    pub(in crate::cli) rounds: bool,
    /// Show the odds under the worst and the best play of each side
    #[arg(long)]
    pub(in crate::cli) play_band: bool,
    /// Show the probability of each swing of cost (cost destroyed minus cost lost)
    #[arg(long)]
    pub(in crate::cli) swing: bool,
}

/// Options of commands that work out many fights.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct TotalArgs {
    /// Limit on the time for all fights together, as estimated work on two cores; when it is
    /// spent, the results so far are shown [default: 20s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(in crate::cli) total: Option<String>,
}

/// Output options.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutArgs {
    /// Format of the result
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(in crate::cli) format: Format,
    /// Write the result to a file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Hide warnings, and the progress of long runs on stderr: a bar on a terminal, elsewhere a
    /// line every 10 s
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(in crate::cli) color: Colour,
    /// Report the time taken
    #[arg(long)]
    pub(in crate::cli) timing: bool,
}

/// Formats of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Table to read
    #[default]
    Table,
    /// JSON for scripts
    Json,
    /// CSV with one figure per row
    Csv,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Colour {
    /// Only on a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Documents that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SchemaOf {
    /// Scenarios, the input of `fight --scenario` and `batch`
    Scenario,
    /// Results, the output of `fight --format json` and `batch`
    Result,
}
