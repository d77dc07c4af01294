//! Arguments of `analyse`.

use std::path::PathBuf;

use clap::Args;

use super::{OutArgs, PictureFileArgs, QuestionArgs};

pub(super) const ANALYSE_HELP: &str = "\
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

/// Arguments of `analyse`.
#[derive(Debug, Args)]
pub(in crate::cli) struct AnalyseArgs {
    /// Records of battles, as text or JSON; `-` reads standard input
    #[arg(required = true, value_name = "RECORD")]
    pub(in crate::cli) records: Vec<PathBuf>,
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
