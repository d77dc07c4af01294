//! Options that several commands have.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use fleetodds::internals::games::{Rulebook, help};
use fleetodds::internals::scenario::is_code;

/// Options that affect the odds, and how they are found.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, value_name = "DIR", help_heading = "Rules")]
    pub(crate) fleets: Option<PathBuf>,
    #[arg(
        long,
        visible_alias = "discordant-stars",
        help_heading = "Rules",
        help = help::DISCORDANT_STARS,
    )]
    pub(crate) ds: bool,
    /// Allow illegal blueprints
    #[arg(long, help_heading = "Rules")]
    pub(crate) any_blueprint: bool,
    /// Accept units of --fleets or --ds with texts that are not simulated, and play them without
    #[arg(long, help_heading = "Rules")]
    pub(crate) ignore_texts: bool,
    #[arg(
        long,
        value_name = "SIDE=POLICY",
        help_heading = "Play",
        help = help::POLICIES,
    )]
    pub(crate) play: Vec<String>,
    /// Engine: auto (default), exact, simulate, kernel
    #[arg(long, short, value_name = "ENGINE", help_heading = "Precision")]
    pub(crate) engine: Option<String>,
    /// Number of battles to play, like 1e7 or 10M; after an exact answer, at most as many as fit
    /// the budget [default: at most 1000000 that fit it]
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        help_heading = "Precision",
        allow_hyphen_values = true
    )]
    pub(crate) battles: Option<String>,
    /// Stop when the odds of every outcome are known to within this margin, like 0.1%
    #[arg(long, value_name = "P", help_heading = "Precision")]
    pub(crate) precision: Option<String>,
    /// Seed of the dice [default: 1]
    #[arg(long, short, value_name = "N", help_heading = "Precision", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    /// Limit on the time on two cores and the memory for one fight; estimated, not measured
    /// [default: 2s,2GB]
    #[arg(long, value_name = "TIME[,MEMORY]", help_heading = "Precision")]
    pub(crate) budget: Option<String>,
    /// Number of worker threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = "Precision")]
    pub(crate) threads: Option<usize>,
    /// Defaults of the user for typed questions.
    #[arg(skip)]
    pub(crate) own: Own,
}

/// Reads a whole number.
fn whole(typed: &str) -> Result<u64, String> {
    typed.trim().parse().map_err(|_| "expected a whole number, like 7".into())
}

/// Reads a number of materials, resources or points.
pub(crate) fn amount(typed: &str) -> Result<f64, String> {
    typed.trim().parse().map_err(|_| "expected a number, like 20".into())
}

/// Defaults of the user for typed questions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own {
    /// Rulebook.
    pub(crate) rules: Option<Rulebook>,
    /// Policy of players.
    pub(crate) captains: Option<String>,
    /// Address of a page on which fights can be opened.
    pub(crate) page: Option<String>,
    /// Folder of the settings, with saved ships.
    pub(crate) ships: Option<PathBuf>,
    /// Whether the catalogues have Discordant Stars.
    pub(crate) has_ds: bool,
    /// Whether warnings are hidden.
    pub(crate) is_quiet: bool,
}

/// Figures of a fight beside its odds.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DetailArgs {
    /// Show the odds under the worst and the best play of each side
    #[arg(long, help_heading = "Play")]
    pub(crate) play_band: bool,
    /// Show the state of the sides after each round
    #[arg(long, help_heading = "Output")]
    pub(crate) rounds: bool,
    /// Show the probability of each swing of cost (cost destroyed minus cost lost)
    #[arg(long, help_heading = "Output")]
    pub(crate) swing: bool,
}

/// Options of commands that work out many fights.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TotalArgs {
    /// Limit on the time for all fights together, as estimated work on two cores; when it is
    /// spent, the results so far are shown [default: 20s]
    #[arg(long, value_name = "TIME", help_heading = "Precision", allow_hyphen_values = true)]
    pub(crate) total: Option<String>,
}

/// Name of the option that takes any rulebook.
const RULES: &str = "rules";

/// The choice of a rulebook. The options of a `GLOBAL` choice may follow an action.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulesArgs<const GLOBAL: bool = false> {
    /// Value of `--rules`, or the name of the flag that was given.
    pub(crate) rules: Option<String>,
}

impl<const GLOBAL: bool> RulesArgs<GLOBAL> {
    /// Returns the rulebook, if it is given and known.
    pub(crate) fn rulebook(&self) -> Option<Rulebook> {
        self.rules.as_deref().and_then(Rulebook::typed)
    }
}

/// Whether an option as typed, such as `--2e`, chooses a rulebook.
pub(crate) fn is_of_rules(option: &str) -> bool {
    let long = option.strip_prefix("--");
    long.is_some_and(|long| names().any(|name| name == long)) || option.starts_with("-r")
}

/// Returns the names of all options.
fn names() -> impl Iterator<Item = &'static str> {
    Rulebook::ALL.into_iter().filter_map(Rulebook::flag).chain([RULES])
}

/// Returns an option, of which only one can be given.
fn option(name: &'static str, is_global: bool) -> Arg {
    let others = names().filter(|other| *other != name);
    Arg::new(name).long(name).global(is_global).help_heading("Rules").conflicts_with_all(others)
}

fn options(is_global: bool) -> impl Iterator<Item = Arg> {
    let known = Rulebook::ALL.map(|rulebook| match rulebook.flag() {
        Some(flag) => format!("{rulebook} ({flag})"),
        None => rulebook.to_string(),
    });
    let help = format!("Rulebook: {} [default: {}]", known.join(", "), Rulebook::default());
    let rules = option(RULES, is_global).short('r').value_name("RULEBOOK").help(help);
    let flag = move |rulebook: Rulebook| {
        let help = format!("Play {}; short for --rules {rulebook}", rulebook.title());
        Some(option(rulebook.flag()?, is_global).action(ArgAction::SetTrue).help(help))
    };
    std::iter::once(rules).chain(Rulebook::ALL.into_iter().filter_map(flag))
}

impl<const GLOBAL: bool> Args for RulesArgs<GLOBAL> {
    fn augment_args(command: Command) -> Command {
        command.args(options(GLOBAL))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const GLOBAL: bool> FromArgMatches for RulesArgs<GLOBAL> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let flag = || names().filter(|name| *name != RULES).find(|name| matches.get_flag(name));
        let rules = matches.get_one::<String>(RULES).cloned();
        Ok(Self { rules: rules.or_else(|| flag().map(String::from)) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Arguments that give a fight.
#[derive(Clone, Debug, Args)]
pub(crate) struct FightSourceArgs {
    /// Attacker and defender, like 3 interceptor vs 1 ancient; or the code of a fight
    #[arg(
        value_name = "FLEETS",
        required_unless_present_any = ["scenario", "from_link"],
    )]
    pub(crate) words: Vec<String>,
    /// Scenario in JSON; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub(crate) scenario: Option<PathBuf>,
    #[arg(
        long,
        help = help::LINKS,
        value_name = "URL",
        allow_hyphen_values = true,
        conflicts_with_all = ["words", "scenario"]
    )]
    pub(crate) from_link: Option<String>,
    /// Enemy as a mix of fleets, like "60% 2 cruiser | 40% 1 dreadnought", in place of the second
    /// fleet
    #[arg(long, value_name = "MIX", allow_hyphen_values = true)]
    pub(crate) against_mix: Option<String>,
    /// Exchange the two sides
    #[arg(long)]
    pub(crate) swap: bool,
    /// You are the defender; reports speak of your odds
    #[arg(long)]
    pub(crate) defend: bool,
}

impl FightSourceArgs {
    /// Whether the fleets are typed, and not read from a scenario, a link or a code.
    pub(crate) fn is_typed(&self) -> bool {
        let is_coded = self.words.first().is_some_and(|word| is_code(word));
        !is_coded && self.scenario.is_none() && self.from_link.is_none()
    }
}

/// Options of a command whose result can be drawn.
#[derive(Debug, Args)]
pub(crate) struct ShownArgs {
    #[command(flatten)]
    pub(crate) ask: QuestionArgs,
    #[command(flatten)]
    pub(crate) pictures: PictureFileArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

/// Output options.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutArgs {
    /// Show the full report instead of the short one
    #[arg(long, short = 'v', help_heading = "Output")]
    pub(crate) full: bool,
    /// Show the short report, if the settings ask for the full one
    #[arg(long, help_heading = "Output", conflicts_with = "full")]
    pub(crate) short: bool,
    /// Format of the result
    #[arg(
        long,
        short,
        value_enum,
        default_value_t,
        value_name = "FORM",
        help_heading = "Output",
        conflicts_with = "json"
    )]
    pub(crate) format: Format,
    /// Show the result as JSON; short for --format json
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Write the result to a file
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Hide warnings, and the progress of long runs on stderr: a bar on a terminal, elsewhere a
    /// line every 10 s
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Colour,
    /// Hint below a table on a terminal.
    #[arg(skip)]
    pub(crate) hint: Option<String>,
}

/// Files with pictures of a result.
#[derive(Clone, Debug, Args)]
pub(crate) struct PictureFileArgs {
    /// Write the charts to an SVG file; `-` writes them to standard output instead of the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Write an HTML page with the figures, the charts and the command that reproduces them; `-`
    /// writes it to standard output instead of the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) report: Option<PathBuf>,
}

/// Formats of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Table to read
    #[default]
    Table,
    /// JSON for scripts
    Json,
    /// CSV with one figure per row
    Csv,
    /// Tables in Markdown
    Markdown,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// Only on a terminal
    #[default]
    #[value(name = Self::Auto.name())]
    Auto,
    /// Always
    #[value(name = Self::Always.name())]
    Always,
    /// Never
    #[value(name = Self::Never.name())]
    Never,
}

impl Colour {
    /// Returns the name of the value, on the command line and in the settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}
