//! Arguments of the commands.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use fleetodds::internals::games::help;

use super::options::{
    Colour, DetailArgs, FightSourceArgs, OutArgs, Own, PictureFileArgs, QuestionArgs, RulesArgs,
    ShownArgs, TotalArgs, amount,
};

pub(crate) const FIGHT_HELP: &str = "\
Between the fleets: vs, v, versus, against or a verb, like attack or attacked by; the words around them
may ask and name the game. Two fleets in quotes can do without. A shell needs quotes around fleets
with brackets, apostrophes, & or ;, but not for + and commas.

Fleets:
  3 int                                        the beginning of a name is enough
  2 cruiser + dreadnought                      several ships
  orion cruiser + dreadnought                  ships of a species or faction
  2 cruiser(-ion cannon, +plasma cannon)       changes to the printed blueprint
  cruiser(plasma cannon, hull, …)              the whole blueprint
  4 cruiser(cannons=2y1o, computer=1, hull=2)  figures instead of parts; dice y o b r
  2 cruiser(damaged=[0,1])                     damage on each ship
  2 dreadnought & play=npc                     options of the side
  2 brick + @armada.txt                        a saved ship (`fleets save`), a fleet file
  fo1.…                                        the code of a whole fight, see --share";

#[derive(Debug, Args)]
pub(crate) struct FightArgs {
    #[command(flatten)]
    pub(crate) given: FightSourceArgs,
    /// Print a code of the fight instead of its odds; `fight` can read the code
    #[arg(
        long,
        conflicts_with_all =
            ["shard", "fleets", "any_blueprint", "precision", "budget", "rounds", "play_band",
             "swing", "chart", "plot", "report"]
    )]
    pub(crate) share: bool,
    #[command(flatten)]
    pub(crate) ask: QuestionArgs,
    #[command(flatten)]
    pub(crate) details: DetailArgs,
    /// Play only one part of the battles, like 1/7 for the first of seven; `merge` combines the
    /// parts
    #[arg(
        long,
        value_name = "I/N",
        help_heading = "Precision",
        conflicts_with_all = ["precision", "chart", "plot", "report"]
    )]
    pub(crate) shard: Option<String>,
    /// Show charts below the report: odds, survivors, rounds, swing of cost
    #[arg(long, help_heading = "Output")]
    pub(crate) chart: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureFileArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Report the time taken
    #[arg(long, help_heading = "Output")]
    pub(crate) timing: bool,
}

pub(crate) const LIVE_HELP: &str = "\
Keys: + and - change the number of ships, Enter types a fleet, a adds ships, parts and options,
b opens a blueprint, ? lists all keys.

Where standard input or output is not a terminal, and with --plain, commands are read line by line:
`attacker + cruiser`, `defender: 2 ancient`, `swap`, `odds`, `help`, `quit`.

Example: fleetodds live 3 interceptor vs ancient";

#[derive(Debug, Args)]
pub(crate) struct LiveArgs {
    /// Attacker and defender, like 3 interceptor vs 1 ancient; or the code of a fight
    #[arg(value_name = "FLEETS")]
    pub(crate) words: Vec<String>,
    /// Scenario in JSON
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
    /// Exchange the two sides
    #[arg(long)]
    pub(crate) swap: bool,
    /// Read commands line by line and answer in text, as for a screen reader
    #[arg(long, help_heading = "Output")]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) ask: QuestionArgs,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Colour,
}

impl LiveArgs {
    /// Returns where the fight is read from.
    #[cfg_attr(not(feature = "live"), expect(dead_code, reason = "only `live` reads a fight"))]
    pub(crate) fn given(&self) -> FightSourceArgs {
        FightSourceArgs {
            words: self.words.clone(),
            scenario: self.scenario.clone(),
            from_link: self.from_link.clone(),
            against_mix: None,
            swap: self.swap,
            defend: false,
        }
    }
}

/// Arguments of the page that the program serves.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// Fight that the page begins with: attacker and defender, or the code of a fight
    #[arg(value_name = "FLEETS")]
    pub(crate) words: Vec<String>,
    /// Serve phones in the same network, too, at an address that cannot be guessed
    #[arg(long)]
    pub(crate) lan: bool,
    /// Port of the address [default: 7327, or a free one]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Defaults of the user.
    #[arg(skip)]
    pub(crate) own: Own,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Colour,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

pub(crate) const SERVE_HELP: &str = "\
The page runs in the browser, and this program computes for it until Ctrl-C ends it. Ships saved
with `fleets save` are there. Only this computer can ask; with --lan, whoever has the address.

Example: fleetodds serve --lan 3 interceptor vs ancient";

pub(crate) const PAGE_HELP: &str = "\
The file is the whole calculator: it opens in the browser of a phone or computer, from a disk, a mail
or a web server. `fleetodds serve` needs no file.

Example: fleetodds page fleetodds.html";

pub(crate) const SAVE_HELP: &str = "\
A saved ship belongs to a rulebook. More can follow in brackets: 2 brick(damaged=[1]).
Codes, JSON and reports have the whole ship, so others can read them.

Example: fleetodds fleets save brick \"cruiser(-ion cannon, +plasma cannon)\"";

#[derive(Debug, Args)]
pub(crate) struct FleetsArgs {
    /// Defaults of the user.
    #[arg(skip)]
    pub(crate) own: Own,
    #[command(subcommand)]
    pub(crate) action: FleetsAction,
    #[command(flatten)]
    pub(crate) rules: RulesArgs<true>,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) fleets: Option<PathBuf>,
    #[arg(
        long,
        global = true,
        visible_alias = "discordant-stars",
        help = help::DISCORDANT_STARS,
    )]
    pub(crate) ds: bool,
    /// Accept units of --fleets or --ds with texts that are not simulated
    #[arg(long, global = true)]
    pub(crate) ignore_texts: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Colour,
}

/// Actions of `fleets`.
#[derive(Debug, Subcommand)]
pub(crate) enum FleetsAction {
    /// List all ships and parts with their figures, your own ships first
    List {
        /// Word in the names to list
        #[arg(value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        format: EntryFormatArgs,
    },
    /// Save a ship under a name, for typed fleets like "3 brick"
    #[command(after_help = SAVE_HELP)]
    Save {
        /// Name: one word of letters, digits and hyphens
        name: String,
        /// Ship as typed, like "cruiser(-ion cannon, +plasma cannon)"
        #[arg(required = true)]
        fleet: Vec<String>,
        /// Replace the ship of this name
        #[arg(long)]
        force: bool,
        /// Allow an illegal blueprint
        #[arg(long)]
        any_blueprint: bool,
    },
    /// Remove a saved ship
    Remove {
        /// Name of the ship
        name: String,
    },
    /// Print saved ships as a catalogue file, which --fleets reads
    Export {
        /// Name of the ship [default: all ships]
        name: Option<String>,
        /// Write the ships to a file
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Show one entry with its source and confidence
    Show {
        /// Ship, part, species or technology; `orion/cruiser` for the ship of a species; or the
        /// name of a saved ship
        name: String,
        #[command(flatten)]
        format: EntryFormatArgs,
    },
    /// Check that fleets are legal, and show their costs; without a fleet, check the catalogue
    Check {
        /// Fleets, each typed or @FILE
        fleet: Vec<String>,
        /// Allow illegal blueprints
        #[arg(long)]
        any_blueprint: bool,
    },
}

impl FleetsAction {
    /// Whether the action writes a text for people.
    pub(crate) fn is_for_people(&self) -> bool {
        match self {
            Self::List { format, .. } | Self::Show { format, .. } => !format.is_json(),
            Self::Export { .. } => false,
            Self::Save { .. } | Self::Remove { .. } | Self::Check { .. } => true,
        }
    }
}

/// Format of entries of a catalogue.
#[derive(Clone, Debug, Args)]
pub(crate) struct EntryFormatArgs {
    /// Format of the result
    #[arg(long, short, value_enum, default_value_t, value_name = "FORM", conflicts_with = "json")]
    format: EntryFormat,
    /// Show the result as JSON; short for --format json
    #[arg(long)]
    json: bool,
}

impl EntryFormatArgs {
    /// Whether the entries are written as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == EntryFormat::Json
    }
}

/// Formats of entries of a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EntryFormat {
    /// Table to read
    #[default]
    Table,
    /// JSON for scripts
    Json,
}

pub(crate) const COMPARE_HELP: &str = "\
Battles are solved exactly if they fit the budget. The others are simulated in stages. A fleet is
dropped early if its best plausible result is below the worst of another (wrong once in 1,000
comparisons). When the work of --total is spent, the results so far are shown.

Examples:
  fleetodds compare \"4 cruiser\" \"2 dreadnought\" vs gcds
  fleetodds compare \"4 cruiser | 2 dreadnought vs 2 ancient | gcds\"
  fleetodds compare \"2 cruiser\" \"3 interceptor\" --matrix";

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Fleets to compare, vs, and their enemies; each typed or @FILE, or several with | between
    /// them
    #[arg(required = true, value_name = "FLEET")]
    pub(crate) candidates: Vec<String>,
    /// Further enemy fleet; may be given several times
    #[arg(long, value_name = "FLEET", allow_hyphen_values = true)]
    pub(crate) against: Vec<String>,
    /// Weight of each enemy, like 2,1 [default: all equal]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub(crate) weights: Vec<f64>,
    /// Name of a fleet for the report, like B=Plasma for the second one, or Plasma for the next
    /// one; may be given several times
    #[arg(long, value_name = "[LETTER=]NAME")]
    pub(crate) name: Vec<String>,
    /// Let the fleets defend instead of attack
    #[arg(long)]
    pub(crate) defend: bool,
    /// Compare all fleets with each other, and find the best mix of them for both players
    #[arg(long, conflicts_with_all = ["against", "weights", "defend"])]
    pub(crate) matrix: bool,
    /// Figure to rank by: win, swing (cost destroyed minus cost lost), per-cost
    #[arg(long, value_name = "WHAT")]
    pub(crate) by: Option<String>,
    #[command(flatten)]
    pub(crate) total: TotalArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

pub(crate) const SWEEP_HELP: &str = "\
What to vary, with --vary or as a range in place of a number of ships:
  attacker.interceptor=0..8                 ships of a class; 0 leaves it out
  defender.ancient.hull=0..6..2             a figure, in steps of two
  attacker.cruiser.part=none,hull,gauss shield   one more part
  attacker.play=npc,threat,optimal          how a side assigns its dice

Examples:
  fleetodds sweep 1..6 interceptor vs 2 ancient
  fleetodds how many cruisers beat the gcds for 80%
  fleetodds sweep 2 cruiser vs 2 ancient --vary attacker.interceptor=0..8 --target 80%";

pub(crate) const IMPROVE_HELP: &str = "\
Tries one more ship of each kind, each part and technology, one more of each figure, and each policy.

Example: fleetodds improve 2 cruiser vs 2 ancient";

#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    #[command(flatten)]
    pub(crate) varied: VariedArgs,
}

/// Variations to try.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// What to vary, and its values; give it twice for a grid
    #[arg(long, value_name = "PATH=RANGE")]
    pub(crate) vary: Vec<String>,
    /// Odds to reach, like 80% or 0.8; shows the first value that reaches them
    #[arg(long, value_name = "P")]
    pub(crate) target: Option<String>,
    /// Try each single change of a side, as `improve` does
    #[arg(long, conflicts_with_all = ["vary", "target"])]
    pub(crate) tornado: bool,
}

impl PlanArgs {
    /// Each single change of a side, which `improve` tries.
    pub(crate) const IMPROVE: Self = Self { vary: Vec::new(), target: None, tornado: true };
}

/// Fight that is varied, for `sweep` and `improve`.
#[derive(Debug, Args)]
pub(crate) struct VariedArgs {
    #[command(flatten)]
    pub(crate) given: FightSourceArgs,
    /// Side to change, and whose odds are shown [default: yours, the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) total: TotalArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

pub(crate) const REPLAY_HELP: &str = "\
Shows a battle of the run that `fight` plays with the same options. If the run follows the battle
graph, it draws only the result of each step; the dice are drawn afterwards to match. With
--engine kernel, they are the dice of the run.

Example: fleetodds replay 3 interceptor vs 1 ancient --upset";

#[derive(Debug, Args)]
#[command(mut_arg("against_mix", |arg| arg.hide(true)))]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) given: FightSourceArgs,
    /// Number of the battle, from 0 [default: 0]
    #[arg(long, value_name = "K")]
    pub(crate) battle: Option<u64>,
    /// Show the first battle with the rarest result
    #[arg(long, conflicts_with = "battle")]
    pub(crate) rarest: bool,
    /// Show the best win of the side with the lower odds
    #[arg(long, conflicts_with_all = ["battle", "rarest"])]
    pub(crate) upset: bool,
    /// Print the record of the battle instead of its story, as text or JSON; `analyse` reads it
    #[arg(long)]
    pub(crate) record: bool,
    /// Show which choices were not best, and what they gave away
    #[arg(long, conflicts_with = "record")]
    pub(crate) advice: bool,
    #[command(flatten)]
    pub(crate) ask: QuestionArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

pub(crate) const LUCK_HELP: &str = "\
Shows how likely a worse and a better result are for a side. A win is better than a draw or
standoff, and these are better than a loss. Between equal outcomes, the cost destroyed minus the
cost lost decides. Without --left, only the outcome counts.

Examples:
  fleetodds luck 3 interceptor vs ancient, lost
  fleetodds luck 3 interceptor vs 1 ancient --left \"2 interceptor\"";

#[derive(Debug, Args)]
pub(crate) struct LuckArgs {
    #[command(flatten)]
    pub(crate) given: FightSourceArgs,
    /// Winner: a side, me, enemy, draw or standoff; or end the question with `, won` or `, lost`
    #[arg(long, value_name = "WHO")]
    pub(crate) won: Option<String>,
    /// Survivors of a side, like "attacker=2 interceptor" or defender=none; the side can be left
    /// out if only one has such ships
    #[arg(long, value_name = "[SIDE=]FLEET")]
    pub(crate) left: Vec<String>,
    /// Side whose luck is shown [default: the attacker]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("against_mix", |arg| arg.hide(true)))]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) given: FightSourceArgs,
    #[arg(long, value_name = "GROUP", help = help::TURN)]
    pub(crate) turn: Option<String>,
    #[arg(long, value_name = "DICE", help = help::ROLL)]
    pub(crate) roll: Option<String>,
    #[arg(long, value_name = "LIST", help = help::MISSILES)]
    pub(crate) missiles: Option<String>,
    #[arg(long, value_name = "N", help = help::HITS)]
    pub(crate) hits: Option<u32>,
    #[arg(long, value_name = "N", help = help::SCORED)]
    pub(crate) scored: Option<u32>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

pub(crate) const DIFF_HELP: &str = "\
Shows the figures of two results, and by how much the second differs: odds in percentage points. The
table has the main figures, with --full all of them; JSON and CSV always have all.

Example: fleetodds diff before.json after.json";

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// Result that `fight --json --output` has saved
    pub(crate) a: PathBuf,
    /// Result that is compared with it
    pub(crate) b: PathBuf,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

pub(crate) const BATCH_HELP: &str = "\
Each line is a scenario in JSON (see fleetodds schema scenario), a fight as it is typed, like
`3 interceptor vs ancient`, or a code. CSV has a header with the columns attacker and defender, and if
you like id and rules. Each result has the number of its line, and its id. An invalid line yields
{\"line\": 17, \"error\": {\"message\": …, \"path\": …}} in its place. The other lines are still
answered, and the exit code is 3 at the end. Blank lines and comments (# …) are skipped, but counted.

What a line says of its rules and its sides wins over options. Engine, seed, number of battles and
budget are those of the options. Odds are exact where that fits the budget, and are checked by battles
only with --battles. Lines are answered as they come.

Example: fleetodds batch fights.ndjson --engine exact --output odds.ndjson";

#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    /// File with one scenario per line; without it, or with `-`, reads standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ask: QuestionArgs,
    #[command(flatten)]
    pub(crate) details: DetailArgs,
    /// Play only one part of the battles of each line; `merge` combines the parts
    #[arg(long, value_name = "I/N", help_heading = "Precision", conflicts_with = "precision")]
    pub(crate) shard: Option<String>,
    /// Format of the results: one JSON document or one row of CSV for each fight
    #[arg(long, short, value_enum, default_value_t, value_name = "FORM", help_heading = "Output")]
    pub(crate) format: BatchFormat,
    /// Write the results to a file, each as soon as it is known
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Continue an interrupted batch with the same input and options where its output ends
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) resume: bool,
    /// Hide the progress of long runs on stderr: a bar on a terminal, elsewhere a line every 10 s
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Colour,
}

/// Formats of the results of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BatchFormat {
    /// A JSON document in each line
    #[default]
    Json,
    /// A row for each fight of two sides
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Command; without it, the page of the program
    #[arg(value_name = "COMMAND")]
    pub(crate) of: Option<String>,
    /// Write all pages to a folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "of")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Files written by `fight --shard` or `batch --shard`: all parts of one run
    #[arg(required = true)]
    pub(crate) parts: Vec<PathBuf>,
    /// Number of worker threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Folder of catalogue files, if the parts were made with `--fleets`
    #[arg(long, value_name = "DIR")]
    pub(crate) fleets: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DesignArgs {
    /// Class with the number of ships, vs, and the enemies, like 2 cruiser vs gcds; with --cost,
    /// the ships that can be bought, where a number is the maximum for its ship
    #[arg(value_name = "SHIPS", required = true)]
    pub(crate) what: Vec<String>,
    /// Further enemy fleet; may be given several times
    #[arg(long, value_name = "FLEET", allow_hyphen_values = true)]
    pub(crate) against: Vec<String>,
    /// Weight of each enemy, like 2,1 [default: all equal]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub(crate) weights: Vec<f64>,
    /// Let the design defend instead of attack
    #[arg(long)]
    pub(crate) defend: bool,
    /// Ships that fight on the same side as the design
    #[arg(long, value_name = "FLEET")]
    pub(crate) with: Option<String>,
    /// Available parts besides the starting parts: names, tech, rare tech; a discovery can be
    /// used once for each time it is named [default: tech]
    #[arg(long, value_name = "PART,PART…", conflicts_with = "cost")]
    pub(crate) parts: Option<String>,
    /// Maximum cost of the fleet
    #[arg(long, value_name = "N", value_parser = amount, visible_aliases = ["materials", "resources", "points"])]
    pub(crate) cost: Option<f64>,
    #[arg(long, value_name = "N", requires = "cost", help = help::CAPACITY)]
    pub(crate) capacity: Option<u32>,
    #[arg(long, value_name = "N", requires = "cost", help = help::FLEET_POOL)]
    pub(crate) fleet_pool: Option<u32>,
    /// Figure to rank by: win, swing (cost destroyed minus cost lost)
    #[arg(long, value_name = "WHAT")]
    pub(crate) by: Option<String>,
    /// Number of designs to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) top: u16,
    #[command(flatten)]
    pub(crate) total: TotalArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

pub(crate) const ANALYSE_HELP: &str = "\
A record has the fleets, then a line for each group that rolled, in the words of players:
  attacker: 2 cruiser & name=Anna
  defender: 2 ancient
  round 1
  ancient: 5 2 1 1 at cruiser
  cruiser: y6 y5 at ancient 1
  round 2
  ancient: ?                       not noted down
  cruiser: 6 3, destroys ancient
A hash begins a comment. `fleetodds replay --record` writes the record of a simulated battle.

Several records are added up by player. Those with an error are named and left out, and the exit
code is 3 at the end.

Examples:
  fleetodds analyse battle.txt
  fleetodds analyse league/*.txt --format csv
  fleetodds replay 2 cruiser vs 2 ancient --record | fleetodds analyse -";

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Records of battles, as text or JSON; `-` reads standard input
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

/// Documents that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
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
