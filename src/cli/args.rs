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
    /// The best legal blueprint, or the best fleet for what it may cost
    #[command(after_help = DESIGN_HELP)]
    Design(Box<DesignArgs>),
    /// One scenario a line in, one result a line out, in order
    #[command(after_help = BATCH_HELP)]
    Batch(Box<BatchArgs>),
    /// The parts of one run added up to the whole
    Merge(Box<MergeArgs>),
    /// The story of one battle: every volley, die, hit and loss
    #[command(after_help = REPLAY_HELP)]
    Replay(Box<ReplayArgs>),
    /// How lucky was what happened
    #[command(after_help = LUCK_HELP)]
    Luck(Box<LuckArgs>),
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
            Command::Design(args) => args.out.color,
            Command::Replay(args) => args.out.color,
            Command::Luck(args) => args.out.color,
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
    /// What the fight is.
    #[command(flatten)]
    pub given: GivenArgs,
    /// Print the fight as a code that `fight` reads again, instead of its odds
    #[arg(
        long,
        conflicts_with_all =
            ["shard", "fleets", "any_blueprint", "precision", "budget", "rounds", "play_band",
             "swing", "chart", "plot", "report"]
    )]
    pub share: bool,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Play one part of the battles only, the first of seven with 1/7; `merge` adds them up
    #[arg(long, value_name = "I/N", conflicts_with_all = ["precision", "chart", "plot", "report"])]
    pub shard: Option<String>,
    /// Pictures of the result.
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

/// Where a fight comes from.
#[derive(Debug, Args)]
pub struct GivenArgs {
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
}

/// Pictures of a result.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Charts under the table: survivors, rounds, swing of cost
    #[arg(long)]
    pub chart: bool,
    /// The same charts as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// A page with scenario, odds, charts and how to get them again, as HTML
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

const COMPARE_HELP: &str = "\
Exact where it fits; the rest is simulated in stages, and candidates are dropped early whose
best is worse than another's worst (wrong once in 1,000 comparisons). When the work of --total is
done, what has been found is shown.

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
    /// The work of all of it.
    #[command(flatten)]
    pub total: TotalArgs,
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
    /// What the fight is.
    #[command(flatten)]
    pub given: GivenArgs,
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
    /// The work of all of it.
    #[command(flatten)]
    pub total: TotalArgs,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const DESIGN_HELP: &str = "\
Without --cost, the best blueprint of one class of Eclipse, of the parts at hand; with --cost,
the best fleet of the ships named for so many materials, resources or points. What follows the
ships after & are options of the side: technologies, faction.

Examples:
  fleetodds design cruiser --against \"2 ancient + gcds\"
  fleetodds design \"2 interceptor\" --parts \"plasma cannon, shard hull\" --against \"3 cruiser\"
  fleetodds design \"interceptor + cruiser + dreadnought\" --cost 20 --against \"2 ancient\"
  fleetodds design \"fighter + carrier + cruiser\" --cost 10 --against \"2 dreadnought\" \\
      --rules ti4-space";

/// Arguments of `design`.
#[derive(Debug, Args)]
pub struct DesignArgs {
    /// A class, with the number of ships: 2 cruiser; with --cost, the ships that can be bought,
    /// each with the most that there are, if there is a most
    #[arg(value_name = "SHIPS")]
    pub what: String,
    /// An enemy; may be given several times
    #[arg(long, value_name = "FLEET", required = true, allow_hyphen_values = true)]
    pub against: Vec<String>,
    /// How much each enemy counts, like 2,1 [default: all the same]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub weights: Vec<f64>,
    /// What is designed defends
    #[arg(long)]
    pub defend: bool,
    /// Ships that stand beside those designed
    #[arg(long, value_name = "FLEET")]
    pub with: Option<String>,
    /// Parts at hand besides those of the start: names, tech, rare tech; a discovery once for
    /// each time it is named [default: tech]
    #[arg(long, value_name = "PART,PART…", conflicts_with = "cost")]
    pub parts: Option<String>,
    /// What the fleet may cost
    #[arg(long, value_name = "N", visible_aliases = ["materials", "resources", "points"])]
    pub cost: Option<f64>,
    /// Fighters and ground forces for which there is room besides that of the ships bought
    /// (Twilight Imperium) [default: 0 in space, any number on a planet]
    #[arg(long, value_name = "N", requires = "cost")]
    pub capacity: Option<u32>,
    /// Ships that the fleet pool allows (Twilight Imperium)
    #[arg(long, value_name = "N", requires = "cost")]
    pub fleet_pool: Option<u32>,
    /// What counts: win, swing (cost destroyed less cost lost)
    #[arg(long, value_name = "WHAT")]
    pub by: Option<String>,
    /// Designs that are listed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub top: u16,
    /// The work of all of it.
    #[command(flatten)]
    pub total: TotalArgs,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const REPLAY_HELP: &str = "\
Battles are those of the run that `fight` plays with the same options. Where it walks down the
battle graph, the dice of each step are drawn, given what the step came to; with --engine
kernel they are the run's own.

Example: fleetodds replay \"3 interceptor\" \"1 ancient\" --upset";

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// What the fight is.
    #[command(flatten)]
    pub given: GivenArgs,
    /// The battle of this number, the first is 0 [default: 0]
    #[arg(long, value_name = "K")]
    pub battle: Option<u64>,
    /// The first battle that ended as fewest others did
    #[arg(long, conflicts_with = "battle")]
    pub rarest: bool,
    /// The battle that the side with the lower odds won best
    #[arg(long, conflicts_with_all = ["battle", "rarest"])]
    pub upset: bool,
    /// What the question is asked of.
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where the answer goes.
    #[command(flatten)]
    pub out: OutArgs,
}

const LUCK_HELP: &str = "\
Of all ways in which the battle can end, how many are worse for a side, how many better? A win
is better than a draw or standoff, that is better than a loss; among those, what counts is the
cost destroyed less the cost lost. Where --left is not given, the outcome alone counts.

Example: fleetodds luck \"3 interceptor\" \"1 ancient\" --left \"attacker=2 interceptor\"";

/// Arguments of `luck`.
#[derive(Debug, Args)]
pub struct LuckArgs {
    /// What the fight is.
    #[command(flatten)]
    pub given: GivenArgs,
    /// Who has won: a side, draw, standoff
    #[arg(long, value_name = "WHO", required_unless_present = "left")]
    pub won: Option<String>,
    /// What is left of a side: attacker=2 interceptor; defender=none
    #[arg(long, value_name = "SIDE=FLEET")]
    pub left: Vec<String>,
    /// Whose luck [default: the attacker's]
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
    /// Write the results to a file, as they come
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on with an interrupted batch of the same input and options, where the output ends
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// No progress of long runs: a bar on a terminal, elsewhere a line every 10 s on stderr
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
    /// Battles to play, 1e7 and 10M are fine; beside exact odds no more than fit the budget
    /// [default: at most 1000000 that fit it]
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
    /// Time on two cores and memory for one question, estimated and never measured
    /// [default: 2s,2GB]
    #[arg(long, value_name = "TIME[,MEMORY]")]
    pub budget: Option<String>,
    /// How the sides stand after each round
    #[arg(long)]
    pub rounds: bool,
    /// Odds under the worst and the best play of each side
    #[arg(long)]
    pub play_band: bool,
    /// How likely each swing of cost is (cost destroyed less cost lost)
    #[arg(long)]
    pub swing: bool,
}

/// Options of commands that ask many questions.
#[derive(Clone, Debug, Default, Args)]
pub struct TotalArgs {
    /// Time for all battles together, as work of two cores; when it is spent, what has been found
    /// is shown [default: 20s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub total: Option<String>,
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
    /// No warnings, and no progress of long runs: a bar on a terminal, elsewhere a line every 10 s
    /// on stderr
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
