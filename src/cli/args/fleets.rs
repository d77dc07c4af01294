//! Arguments of `fleets`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use fleetodds::games::Rulebook;

use super::{Colour, RulesArgs};

/// Arguments of `fleets`.
#[derive(Debug, Args)]
pub(in crate::cli) struct FleetsArgs {
    /// Rulebook of the settings.
    #[arg(skip)]
    pub(in crate::cli) own: Option<Rulebook>,
    /// Action on the catalogue.
    #[command(subcommand)]
    pub(in crate::cli) action: FleetsAction,
    /// Choice of the rulebook.
    #[command(flatten)]
    pub(in crate::cli) rules: RulesArgs<true>,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, global = true, value_name = "DIR")]
    pub(in crate::cli) fleets: Option<PathBuf>,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(in crate::cli) color: Colour,
}

/// Actions of `fleets`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FleetsAction {
    /// List all ships and parts with their figures
    List,
    /// Show one entry with its source and confidence
    Show {
        /// Ship, part, species or technology; `orion/cruiser` for the ship of a species
        name: String,
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
