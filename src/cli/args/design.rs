//! Arguments of `design`.

use clap::Args;
use fleetodds::games::help;

use super::super::complete;
use super::question::amount;
use super::{OutArgs, PictureFileArgs, QuestionArgs, TotalArgs};

/// Arguments of `design`.
#[derive(Debug, Args)]
pub(in crate::cli) struct DesignArgs {
    /// Class with the number of ships, vs, and the enemies, like 2 cruiser vs gcds; with --cost, the
    /// ships that can be bought, where a number is the maximum for its ship
    #[arg(value_name = "SHIPS", required = true, add = complete::fleets())]
    pub(in crate::cli) what: Vec<String>,
    /// Further enemy fleet; may be given several times
    #[arg(long, value_name = "FLEET", allow_hyphen_values = true, add = complete::fleets())]
    pub(in crate::cli) against: Vec<String>,
    /// Weight of each enemy, like 2,1 [default: all equal]
    #[arg(long, value_name = "W,W…", value_delimiter = ',')]
    pub(in crate::cli) weights: Vec<f64>,
    /// Let the design defend instead of attack
    #[arg(long)]
    pub(in crate::cli) defend: bool,
    /// Ships that fight on the same side as the design
    #[arg(long, value_name = "FLEET", add = complete::fleets())]
    pub(in crate::cli) with: Option<String>,
    /// Available parts besides the starting parts: names, tech, rare tech; a discovery can be
    /// used once for each time it is named [default: tech]
    #[arg(long, value_name = "PART,PART…", conflicts_with = "cost")]
    pub(in crate::cli) parts: Option<String>,
    /// Maximum cost of the fleet
    #[arg(long, value_name = "N", value_parser = amount, visible_aliases = ["materials", "resources", "points"])]
    pub(in crate::cli) cost: Option<f64>,
    #[arg(long, value_name = "N", requires = "cost", help = help::CAPACITY)]
    pub(in crate::cli) capacity: Option<u32>,
    #[arg(long, value_name = "N", requires = "cost", help = help::FLEET_POOL)]
    pub(in crate::cli) fleet_pool: Option<u32>,
    /// Figure to rank by: win, swing (cost destroyed minus cost lost)
    #[arg(long, value_name = "WHAT")]
    pub(in crate::cli) by: Option<String>,
    /// Number of designs to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(in crate::cli) top: u16,
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
