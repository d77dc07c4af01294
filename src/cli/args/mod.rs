//! Declares the arguments of the command line. Doc comments here are the texts of `--help` and
//! `man`.

mod analyse;
mod design;
mod fight;
mod fleets;
mod live;
mod out;
mod question;
mod rules;
mod schema;
mod settle;
mod shown;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fleetodds::games::help;

use super::complete;

use self::analyse::ANALYSE_HELP;
pub(in crate::cli) use self::analyse::AnalyseArgs;
pub(in crate::cli) use self::design::DesignArgs;
use self::fight::FIGHT_HELP;
pub(in crate::cli) use self::fight::{FightArgs, FightSourceArgs, PictureArgs};
pub(in crate::cli) use self::fleets::{FleetsAction, FleetsArgs};
use self::live::LIVE_HELP;
pub(in crate::cli) use self::live::LiveArgs;
pub(in crate::cli) use self::out::{Colour, Format, OutArgs, PictureFileArgs};
pub(in crate::cli) use self::question::{DetailArgs, Own, QuestionArgs, TotalArgs};
pub(in crate::cli) use self::rules::{RulesArgs, is_of_rules};
pub(in crate::cli) use self::schema::SchemaOf;
pub(in crate::cli) use self::shown::command;

/// Calculates the odds of space battles.
#[derive(Debug, Parser)]
#[command(
    name = "fleetodds",
    version,
    long_version = LONG_VERSION,
    max_term_width = 100,
    override_usage = USAGE,
    after_help = AFTER_HELP
)]
pub(in crate::cli) struct Cli {
    /// Use ASCII only, as on a terminal whose locale has no UTF-8
    #[arg(long, global = true, display_order = 1000)]
    pub(in crate::cli) ascii: bool,
    /// Ignore the settings of `config`, the variables that replace them, and saved ships
    #[arg(long, global = true, display_order = 1000)]
    pub(in crate::cli) no_config: bool,
    /// Command to run.
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

/// Version with the features of the program.
const LONG_VERSION: &str = match (cfg!(feature = "live"), cfg!(feature = "png")) {
    (true, true) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: +live, +png"),
    (true, false) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: +live, -png"),
    (false, true) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: -live, +png"),
    (false, false) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: -live, -png"),
};

const USAGE: &str = "\
fleetodds [OPTIONS] FLEET vs FLEET
       fleetodds [OPTIONS] <COMMAND>";

const AFTER_HELP: &str = "\
Examples:
  fleetodds 3 int vs ancient
  fleetodds \"2 cruiser(-ion cannon, +plasma cannon) vs 2 ancient\"

Fleets without a command are a `fight`; `fleetodds fight --help` shows its options, and how to
type a fleet. A shell needs quotes around fleets with brackets, apostrophes, & or ;, but not for +
and commas. `fleetodds config rules=NAME` chooses your game.

Exit codes: 0 success, 1 a file could not be read or written, 2 wrong command line, 3 invalid or
unsupported fleet or scenario, 130 interrupted (the results so far are printed).";

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Show the odds of one battle
    #[command(after_help = FIGHT_HELP)]
    Fight(Box<FightArgs>),
    /// Edit two fleets on the screen and see the odds change with every key
    #[command(after_help = LIVE_HELP)]
    Live(Box<LiveArgs>),
    /// Show the ships, parts and prices of the catalogue, or check that a fleet is legal
    Fleets(FleetsArgs),
    /// Rank fleets or loadouts, and show by how much the best is ahead
    #[command(after_help = COMPARE_HELP)]
    Compare(Box<CompareArgs>),
    /// Show how the odds change with a number of ships, a figure, a part or a policy
    #[command(after_help = SWEEP_HELP)]
    Sweep(Box<SweepArgs>),
    /// Try each single change of a fleet, and show which helps most
    #[command(after_help = IMPROVE_HELP)]
    Improve(Box<VariedArgs>),
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
    /// Compare two saved results of `fight`
    #[command(after_help = DIFF_HELP)]
    Diff(Box<DiffArgs>),
    /// Show how lucky an actual outcome was
    #[command(after_help = LUCK_HELP)]
    Luck(Box<LuckArgs>),
    /// Show what each choice in the middle of a battle is worth, the best first
    #[command(after_help = help::ADVISE)]
    Advise(Box<AdviseArgs>),
    /// Show luck and mistakes in a battle that was played, or in several by player
    #[command(after_help = ANALYSE_HELP)]
    Analyse(Box<AnalyseArgs>),
    /// Show or change your settings
    #[command(after_help = CONFIG_HELP)]
    Config {
        /// Settings like rules=2e; without a value, like rules=, a setting is removed
        #[arg(value_name = "NAME=VALUE", add = complete::assignments())]
        assigned: Vec<String>,
    },
    /// Print the JSON Schema of a document, or list all schemas
    Schema {
        /// Document that the schema describes
        #[arg(value_enum, value_name = "DOCUMENT")]
        of: Option<SchemaOf>,
    },
    /// Print a script that completes commands, options, ships and parts in a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// Name of the shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

const COMPLETIONS_HELP: &str = "\
Put the line for your shell into its start file:
  bash  source <(fleetodds completions bash)        in ~/.bashrc
  zsh   source <(fleetodds completions zsh)         in ~/.zshrc, after compinit
  fish  fleetodds completions fish | source         in ~/.config/fish/config.fish

Ships, parts, species and saved ships are those of the chosen rulebook.";

const CONFIG_HELP: &str = "\
Settings:
  rules      your game, for typed fleets: any name that -r understands
  captains   how players assign hits, for typed fleets that do not say: optimal, threat, npc, …
  color      auto, always, never
  report     short or full
  page       address of your copy of the page, to which reports link their fight

The settings are in fleetodds/config.toml below $XDG_CONFIG_HOME (by default ~/.config) or
%APPDATA%; FLEETODDS_CONFIG names another folder. FLEETODDS_RULES, FLEETODDS_CAPTAINS,
FLEETODDS_COLOR, FLEETODDS_REPORT and FLEETODDS_PAGE override the file, and options override both.
Scenario files, batches and codes use neither rules nor captains of the settings.

Example: fleetodds config rules=2e";

const COMPARE_HELP: &str = "\
Battles are solved exactly if they fit the budget. The others are simulated in stages. A fleet is
dropped early if its best plausible result is below the worst of another (wrong once in 1,000
comparisons). When the work of --total is spent, the results so far are shown.

Examples:
  fleetodds compare \"4 cruiser\" \"2 dreadnought\" vs gcds
  fleetodds compare \"4 cruiser | 2 dreadnought vs 2 ancient | gcds\"
  fleetodds compare \"2 cruiser\" \"3 interceptor\" --matrix";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// Fleets to compare, vs, and their enemies; each typed or @FILE, or several with | between them
    #[arg(required = true, value_name = "FLEET", add = complete::fleets())]
    pub(in crate::cli) candidates: Vec<String>,
    /// Further enemy fleet; may be given several times
    #[arg(long, value_name = "FLEET", allow_hyphen_values = true, add = complete::fleets())]
    pub(in crate::cli) against: Vec<String>,
    /// Weight of each enemy, like 2,1 [default: all equal]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub(in crate::cli) weights: Vec<f64>,
    /// Name of a fleet for the report, like B=Plasma for the second one, or Plasma for the next one;
    /// may be given several times
    #[arg(long, value_name = "[LETTER=]NAME")]
    pub(in crate::cli) name: Vec<String>,
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
    /// Files with pictures.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureFileArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const SWEEP_HELP: &str = "\
What to vary, with --vary or as a range in place of a number of ships:
  attacker.interceptor=0..8                 ships of a class; 0 leaves it out
  defender.ancient.hull=0..6..2             a figure, in steps of two
  attacker.cruiser.part=none,hull,gauss shield   one more part
  attacker.play=npc,threat,optimal          how a side assigns its dice

Examples:
  fleetodds sweep 1..6 interceptor vs 2 ancient
  fleetodds how many cruisers beat the gcds for 80%
  fleetodds sweep 2 cruiser vs 2 ancient --vary attacker.interceptor=0..8 --target 80%";

const IMPROVE_HELP: &str = "\
Tries one more ship of each kind, each part and technology, one more of each figure, and each policy.

Example: fleetodds improve 2 cruiser vs 2 ancient";

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SweepArgs {
    /// Variations.
    #[command(flatten)]
    pub(in crate::cli) plan: PlanArgs,
    /// Fight to vary.
    #[command(flatten)]
    pub(in crate::cli) varied: VariedArgs,
}

/// Variations to try.
#[derive(Debug, Args)]
pub(in crate::cli) struct PlanArgs {
    /// What to vary, and its values; give it twice for a grid
    #[arg(long, value_name = "PATH=RANGE")]
    pub(in crate::cli) vary: Vec<String>,
    /// Odds to reach, like 80% or 0.8; shows the first value that reaches them
    #[arg(long, value_name = "P")]
    pub(in crate::cli) target: Option<String>,
    /// Try each single change of a side, as `improve` does
    #[arg(long, conflicts_with_all = ["vary", "target"])]
    pub(in crate::cli) tornado: bool,
}

impl PlanArgs {
    /// Each single change of a side, which `improve` tries.
    pub(in crate::cli) const IMPROVE: Self = Self { vary: Vec::new(), target: None, tornado: true };
}

/// Fight that is varied, for `sweep` and `improve`.
#[derive(Debug, Args)]
pub(in crate::cli) struct VariedArgs {
    /// Fight to vary.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// Side to change, and whose odds are shown [default: yours, the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(in crate::cli) side: Option<String>,
    /// Limit on the work of the command.
    #[command(flatten)]
    pub(in crate::cli) total: TotalArgs,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Files with pictures.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureFileArgs,
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
#[command(mut_arg("against_mix", |arg| arg.hide(true)))]
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
    /// Print the record of the battle instead of its story, as text or JSON; `analyse` reads it
    #[arg(long)]
    pub(in crate::cli) record: bool,
    /// Show which choices were not best, and what they gave away
    #[arg(long, conflicts_with = "record")]
    pub(in crate::cli) advice: bool,
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

Examples:
  fleetodds luck 3 interceptor vs ancient, lost
  fleetodds luck 3 interceptor vs 1 ancient --left \"2 interceptor\"";

/// Arguments of `luck`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LuckArgs {
    /// Fight that took place.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    /// Winner: a side, me, enemy, draw or standoff; or end the question with `, won` or `, lost`
    #[arg(long, value_name = "WHO")]
    pub(in crate::cli) won: Option<String>,
    /// Survivors of a side, like "attacker=2 interceptor" or defender=none; the side can be left out
    /// if only one has such ships
    #[arg(long, value_name = "[SIDE=]FLEET")]
    pub(in crate::cli) left: Vec<String>,
    /// Side whose luck is shown [default: the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(in crate::cli) side: Option<String>,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Files with pictures.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureFileArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

/// Arguments of `advise`.
#[derive(Debug, Args)]
#[command(mut_arg("against_mix", |arg| arg.hide(true)))]
pub(in crate::cli) struct AdviseArgs {
    /// Fight as it is on the table: the ships that are left, with their damage.
    #[command(flatten)]
    pub(in crate::cli) given: FightSourceArgs,
    #[arg(long, value_name = "GROUP", help = help::TURN)]
    pub(in crate::cli) turn: Option<String>,
    #[arg(long, value_name = "DICE", help = help::ROLL)]
    pub(in crate::cli) roll: Option<String>,
    #[arg(long, value_name = "LIST", help = help::MISSILES)]
    pub(in crate::cli) missiles: Option<String>,
    #[arg(long, value_name = "N", help = help::HITS)]
    pub(in crate::cli) hits: Option<u32>,
    #[arg(long, value_name = "N", help = help::SCORED)]
    pub(in crate::cli) scored: Option<u32>,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Files with pictures.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureFileArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const DIFF_HELP: &str = "\
Shows the figures of two results, and by how much the second differs: odds in percentage points. The
table has the main figures, with --full all of them; JSON and CSV always have all.

Example: fleetodds diff before.json after.json";

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub(in crate::cli) struct DiffArgs {
    /// Result that `fight --json --output` has saved
    pub(in crate::cli) a: PathBuf,
    /// Result that is compared with it
    pub(in crate::cli) b: PathBuf,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
}

const BATCH_HELP: &str = "\
Each line is a scenario in JSON (see fleetodds schema scenario), a fight as it is typed, like
`3 interceptor vs ancient`, or a code. CSV has a header with the columns attacker and defender, and if
you like id and rules. Each result has the number of its line, and its id. An invalid line yields
{\"line\": 17, \"error\": {\"message\": …, \"path\": …}} in its place. The other lines are still
answered, and the exit code is 3 at the end. Blank lines and comments (# …) are skipped, but counted.

What a line says of its rules and its sides wins over options. Engine, seed, number of battles and
budget are those of the options. Odds are exact where that fits the budget, and are checked by battles
only with --battles. Lines are answered as they come.

Example: fleetodds batch fights.ndjson --engine exact --output odds.ndjson";

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub(in crate::cli) struct BatchArgs {
    /// File with one scenario per line; without it, or with `-`, reads standard input
    pub(in crate::cli) file: Option<PathBuf>,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// Figures beside the odds.
    #[command(flatten)]
    pub(in crate::cli) details: DetailArgs,
    /// Play only one part of the battles of each line; `merge` combines the parts
    #[arg(long, value_name = "I/N", help_heading = "Precision", conflicts_with = "precision")]
    pub(in crate::cli) shard: Option<String>,
    /// Format of the results: one JSON document or one row of CSV for each fight
    #[arg(long, short, value_enum, default_value_t, value_name = "FORM", help_heading = "Output")]
    pub(in crate::cli) format: BatchFormat,
    /// Write the results to a file, each as soon as it is known
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Continue an interrupted batch with the same input and options where its output ends
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(in crate::cli) resume: bool,
    /// Hide the progress of long runs on stderr: a bar on a terminal, elsewhere a line every 10 s
    #[arg(long, short, help_heading = "Output")]
    pub(in crate::cli) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(in crate::cli) color: Colour,
}

/// Formats of the results of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum BatchFormat {
    /// A JSON document in each line
    #[default]
    Json,
    /// A row for each fight of two sides
    Csv,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ManArgs {
    /// Command; without it, the page of the program
    #[arg(value_name = "COMMAND")]
    pub(in crate::cli) of: Option<String>,
    /// Write all pages to a folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "of")]
    pub(in crate::cli) dir: Option<PathBuf>,
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
