//! Declares the arguments of the command line. Doc comments here are the texts of `--help` and
//! `man`.

mod commands;
mod options;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Arg, Command as Clap, CommandFactory, Parser, Subcommand};
use fleetodds::internals::games::help;

pub(crate) use self::commands::*;
pub(crate) use self::options::*;

/// Calculates the odds of space battles.
#[derive(Debug, Parser)]
#[command(
    name = "fleetodds",
    version,
    long_version = LONG_VERSION.as_str(),
    max_term_width = 100,
    override_usage = USAGE,
    after_help = AFTER_HELP
)]
pub(crate) struct Cli {
    /// Use ASCII only, as on a terminal whose locale has no UTF-8
    #[arg(long, global = true, display_order = 1000)]
    pub(crate) ascii: bool,
    /// Ignore the settings of `config`, the variables that replace them, and saved ships
    #[arg(long, global = true, display_order = 1000)]
    pub(crate) no_config: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Version with the features of the program.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [
        ("live", cfg!(feature = "live")),
        ("page", cfg!(feature = "page")),
        ("png", cfg!(feature = "png")),
    ];
    let features = features.map(|(name, has)| format!("{}{name}", if has { '+' } else { '-' }));
    format!("{}\nfeatures: {}", env!("CARGO_PKG_VERSION"), features.join(", "))
});

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
pub(crate) enum Command {
    /// Show the odds of one battle
    #[command(after_help = FIGHT_HELP)]
    Fight(Box<FightArgs>),
    /// Edit two fleets on the screen and see the odds change with every key
    #[command(after_help = LIVE_HELP)]
    Live(Box<LiveArgs>),
    /// Serve the calculator as a page to the browsers of this computer or its network
    #[command(after_help = SERVE_HELP)]
    Serve(Box<ServeArgs>),
    /// Open the page in the browser, with a fight
    Open(Box<PageArgs>),
    /// Write the page as one file, which works without this program and without a connection
    #[command(after_help = PAGE_HELP)]
    Page {
        /// File to write; `-` is standard output
        #[arg(value_name = "FILE", default_value = "fleetodds.html")]
        file: PathBuf,
        /// Replace a file of that name
        #[arg(long)]
        force: bool,
    },
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
        #[arg(value_name = "NAME=VALUE")]
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

/// Options of the short help, for the commands that have them.
const MAIN: [&str; 24] = [
    "defend", "full", "json", "output", "share", "play", "matrix", "by", "vary", "target", "cost",
    "lan", "open", "parts", "won", "left", "upset", "battle", "turn", "roll", "hits", "resume",
    "force", "dir",
];

/// Returns the command line with its help.
pub(crate) fn command() -> Clap {
    Cli::command().mut_args(as_main).mut_subcommands(|command| {
        with_examples(command.mut_args(as_main).mut_subcommands(|action| action.mut_args(as_main)))
    })
}

/// Hides an option from the short help unless it is a main one.
fn as_main(arg: Arg) -> Arg {
    let name = arg.get_id().as_str();
    let is_short_for_rules = name != "rules" && is_of_rules(&format!("--{name}"));
    let is_main = arg.is_positional() || is_short_for_rules || MAIN.contains(&name);
    arg.hide_short_help(!is_main)
}

/// Ends the short help of a command with its examples.
fn with_examples(command: Clap) -> Clap {
    let long = command.get_after_help().cloned().unwrap_or_default();
    let examples = help::examples(command.get_name()).iter();
    let examples: String = examples.map(|line| format!("  {line}\n")).collect();
    let short = format!("Examples:\n{examples}\n--help shows all options.");
    command.after_long_help(long).after_help(short)
}
