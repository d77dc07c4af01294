//! Arguments of `fleets`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::super::complete;
use super::{Colour, Own, RulesArgs};

const SAVE_HELP: &str = "\
A saved ship belongs to a rulebook. More can follow in brackets: 2 brick(damaged=[1]).
Codes, JSON and reports have the whole ship, so others can read them.

Example: fleetodds fleets save brick \"cruiser(-ion cannon, +plasma cannon)\"";

/// Arguments of `fleets`.
#[derive(Debug, Args)]
pub(in crate::cli) struct FleetsArgs {
    /// Defaults of the user.
    #[arg(skip)]
    pub(in crate::cli) own: Own,
    /// Action on the catalogue.
    #[command(subcommand)]
    pub(in crate::cli) action: FleetsAction,
    /// Choice of the rulebook.
    #[command(flatten)]
    pub(in crate::cli) rules: RulesArgs<true>,
    /// Folder of catalogue files that extend or override the shipped ones
    #[arg(long, global = true, value_name = "DIR")]
    pub(in crate::cli) fleets: Option<PathBuf>,
    /// Accept units of --fleets with unknown ability texts
    #[arg(long, global = true)]
    pub(in crate::cli) ignore_texts: bool,
    /// When to use colour; respects `NO_COLOR`
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(in crate::cli) color: Colour,
}

/// Actions of `fleets`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum FleetsAction {
    /// List all ships and parts with their figures, your own ships first
    List {
        /// Word in the names to list
        #[arg(value_name = "WORD")]
        words: Vec<String>,
        /// Format of the list.
        #[command(flatten)]
        format: EntryFormatArgs,
    },
    /// Save a ship under a name, for typed fleets like "3 brick"
    #[command(after_help = SAVE_HELP)]
    Save {
        /// Name: one word of letters, digits and hyphens
        name: String,
        /// Ship as typed, like "cruiser(-ion cannon, +plasma cannon)"
        #[arg(required = true, add = complete::fleets())]
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
        #[arg(add = complete::saved_ships())]
        name: String,
    },
    /// Print saved ships as a catalogue file, which --fleets reads
    Export {
        /// Name of the ship [default: all ships]
        #[arg(add = complete::saved_ships())]
        name: Option<String>,
        /// Write the ships to a file
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Show one entry with its source and confidence
    Show {
        /// Ship, part, species or technology; `orion/cruiser` for the ship of a species; or the
        /// name of a saved ship
        #[arg(add = complete::entries())]
        name: String,
        /// Format of the entry.
        #[command(flatten)]
        format: EntryFormatArgs,
    },
    /// Check that fleets are legal, and show their costs; without a fleet, check the catalogue
    Check {
        /// Fleets, each typed or @FILE
        #[arg(add = complete::fleets())]
        fleet: Vec<String>,
        /// Allow illegal blueprints
        #[arg(long)]
        any_blueprint: bool,
    },
}

impl FleetsAction {
    /// Whether the action writes a text for people.
    pub(in crate::cli) fn is_for_people(&self) -> bool {
        match self {
            Self::List { format, .. } | Self::Show { format, .. } => !format.is_json(),
            Self::Export { .. } => false,
            Self::Save { .. } | Self::Remove { .. } | Self::Check { .. } => true,
        }
    }
}

/// Format of entries of a catalogue.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct EntryFormatArgs {
    /// Format of the result
    #[arg(long, short, value_enum, default_value_t, value_name = "FORM", conflicts_with = "json")]
    format: EntryFormat,
    /// Show the result as JSON; short for --format json
    #[arg(long)]
    json: bool,
}

impl EntryFormatArgs {
    /// Whether the entries are written as JSON.
    pub(in crate::cli) fn is_json(&self) -> bool {
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
