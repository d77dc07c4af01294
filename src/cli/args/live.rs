//! Arguments of `live`.

use std::path::PathBuf;

use clap::Args;
use fleetodds::games::help;

use super::super::complete;
use super::{Colour, FightSourceArgs, QuestionArgs};

pub(super) const LIVE_HELP: &str = "\
Keys: + and - change the number of ships, Enter types a fleet, a adds ships, parts and options,
b opens a blueprint, ? lists all keys.

Where standard input or output is not a terminal, and with --plain, commands are read line by line:
`attacker + cruiser`, `defender: 2 ancient`, `swap`, `odds`, `help`, `quit`.

Example: fleetodds live 3 interceptor vs ancient";

/// Arguments of `live`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LiveArgs {
    /// Attacker and defender, like 3 interceptor vs 1 ancient; or the code of a fight
    #[arg(value_name = "FLEETS", add = complete::fleets())]
    pub(in crate::cli) words: Vec<String>,
    /// Scenario in JSON
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
    /// Exchange the two sides
    #[arg(long)]
    pub(in crate::cli) swap: bool,
    /// Read commands line by line and answer in text, as for a screen reader
    #[arg(long, help_heading = "Output")]
    pub(in crate::cli) plain: bool,
    /// Options that affect the odds.
    #[command(flatten)]
    pub(in crate::cli) ask: QuestionArgs,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(in crate::cli) color: Colour,
}

impl LiveArgs {
    /// Returns where the fight is read from.
    #[cfg_attr(not(feature = "live"), expect(dead_code, reason = "only `live` reads a fight"))]
    pub(in crate::cli) fn given(&self) -> FightSourceArgs {
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
