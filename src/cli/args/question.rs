//! Options that affect the odds, and how they are found.

use std::path::PathBuf;

use clap::Args;
use fleetodds::games::{Rulebook, help};

use super::super::complete;
use super::RulesArgs;

/// Options that affect the odds, and how they are found.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct QuestionArgs {
    /// Choice of the rulebook.
    #[command(flatten)]
    pub(in crate::cli) rules: RulesArgs,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, value_name = "DIR", help_heading = "Rules")]
    pub(in crate::cli) fleets: Option<PathBuf>,
    /// Allow illegal blueprints
    #[arg(long, help_heading = "Rules")]
    pub(in crate::cli) any_blueprint: bool,
    /// Accept units of --fleets with unknown ability texts, and play them without
    #[arg(long, help_heading = "Rules")]
    pub(in crate::cli) ignore_texts: bool,
    #[arg(
        long,
        value_name = "SIDE=POLICY",
        help_heading = "Play",
        help = help::POLICIES,
        add = complete::plays()
    )]
    pub(in crate::cli) play: Vec<String>,
    /// Engine: auto (default), exact, simulate, kernel
    #[arg(long, short, value_name = "ENGINE", help_heading = "Precision", add = complete::engines())]
    pub(in crate::cli) engine: Option<String>,
    /// Number of battles to play, like 1e7 or 10M; after an exact answer, at most as many as fit
    /// the budget [default: at most 1000000 that fit it]
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        help_heading = "Precision",
        allow_hyphen_values = true
    )]
    pub(in crate::cli) battles: Option<String>,
    /// Stop when the odds of every outcome are known to within this margin, like 0.1%
    #[arg(long, value_name = "P", help_heading = "Precision")]
    pub(in crate::cli) precision: Option<String>,
    /// Seed of the dice [default: 1]
    #[arg(long, short, value_name = "N", help_heading = "Precision", value_parser = whole)]
    pub(in crate::cli) seed: Option<u64>,
    /// Limit on the time on two cores and the memory for one fight; estimated, not measured
    /// [default: 2s,2GB]
    #[arg(long, value_name = "TIME[,MEMORY]", help_heading = "Precision")]
    pub(in crate::cli) budget: Option<String>,
    /// Number of worker threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = "Precision")]
    pub(in crate::cli) threads: Option<usize>,
    /// Defaults of the user for typed questions.
    #[arg(skip)]
    pub(in crate::cli) own: Own,
}

/// Reads a whole number.
fn whole(typed: &str) -> Result<u64, String> {
    typed.trim().parse().map_err(|_| "expected a whole number, like 7".into())
}

/// Reads a number of materials, resources or points.
pub(super) fn amount(typed: &str) -> Result<f64, String> {
    typed.trim().parse().map_err(|_| "expected a number, like 20".into())
}

/// Defaults of the user for typed questions.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Own {
    /// Rulebook.
    pub(in crate::cli) rules: Option<Rulebook>,
    /// Policy of players.
    pub(in crate::cli) captains: Option<String>,
    /// Address of a page on which fights can be opened.
    pub(in crate::cli) page: Option<String>,
    /// Folder of the settings, with saved ships.
    pub(in crate::cli) ships: Option<PathBuf>,
    /// Whether warnings are hidden.
    pub(in crate::cli) is_quiet: bool,
}

/// Figures of a fight beside its odds.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct DetailArgs {
    /// Show the odds under the worst and the best play of each side
    #[arg(long, help_heading = "Play")]
    pub(in crate::cli) play_band: bool,
    /// Show the state of the sides after each round
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) rounds: bool,
    /// Show the probability of each swing of cost (cost destroyed minus cost lost)
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) swing: bool,
}

/// Options of commands that work out many fights.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct TotalArgs {
    /// Limit on the time for all fights together, as estimated work on two cores; when it is
    /// spent, the results so far are shown [default: 20s]
    #[arg(long, value_name = "TIME", help_heading = "Precision", allow_hyphen_values = true)]
    pub(in crate::cli) total: Option<String>,
}
