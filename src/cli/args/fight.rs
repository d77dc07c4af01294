//! Arguments of `fight`, and those that give a fight.

use std::path::PathBuf;

use clap::Args;
use fleetodds::games::help;
use fleetodds::scenario::is_code;

use super::super::complete;
use super::{DetailArgs, OutArgs, PictureFileArgs, QuestionArgs};

pub(super) const FIGHT_HELP: &str = "\
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
    /// Figures beside the odds.
    #[command(flatten)]
    pub(in crate::cli) details: DetailArgs,
    /// Play only one part of the battles, like 1/7 for the first of seven; `merge` combines the
    /// parts
    #[arg(
        long,
        value_name = "I/N",
        help_heading = "Precision",
        conflicts_with_all = ["precision", "chart", "plot", "report"]
    )]
    pub(in crate::cli) shard: Option<String>,
    /// Pictures of the result.
    #[command(flatten)]
    pub(in crate::cli) pictures: PictureArgs,
    /// Output options.
    #[command(flatten)]
    pub(in crate::cli) out: OutArgs,
    /// Report the time taken
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) timing: bool,
}

/// Arguments that give a fight.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct FightSourceArgs {
    /// Attacker and defender, like 3 interceptor vs 1 ancient; or the code of a fight
    #[arg(
        value_name = "FLEETS",
        required_unless_present_any = ["scenario", "from_link"],
        add = complete::fleets()
    )]
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
    /// Enemy as a mix of fleets, like "60% 2 cruiser | 40% 1 dreadnought", in place of the second
    /// fleet
    #[arg(long, value_name = "MIX", allow_hyphen_values = true)]
    pub(in crate::cli) against_mix: Option<String>,
    /// Exchange the two sides
    #[arg(long)]
    pub(in crate::cli) swap: bool,
    /// You are the defender; reports speak of your odds
    #[arg(long)]
    pub(in crate::cli) defend: bool,
}

impl FightSourceArgs {
    /// Whether the fleets are typed, and not read from a scenario, a link or a code.
    pub(super) fn is_typed(&self) -> bool {
        let is_coded = self.words.first().is_some_and(|word| is_code(word));
        !is_coded && self.scenario.is_none() && self.from_link.is_none()
    }
}

/// Options for pictures of a result.
#[derive(Debug, Args)]
pub(in crate::cli) struct PictureArgs {
    /// Show charts below the report: odds, survivors, rounds, swing of cost
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) chart: bool,
    /// Files with pictures.
    #[command(flatten)]
    pub(in crate::cli) files: PictureFileArgs,
}
