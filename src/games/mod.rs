//! The games, each in its own folder, and what the rest of the program knows of them.
//!
//! ```text
//! <game>/rules      the rules, each written once: battles, captains, figures of results
//! <game>/scenario   the catalogue, and the resolution of names to figures
//! <game>/answer     the play of both sides, prepared within the budget
//! <game>/show       lists and checks of `fleetodds fleets`
//! common            what several games share
//! ask               typed fleets, and names that only another game knows
//! entry             entries of a catalogue in one form
//! game              what the rest of the program knows of a game
//! group_figures     figures of a group in one form, for screens
//! help              what the help of the command line says about single games
//! ```
//!
//! A new game is a folder with a type that implements [`Game`], one that implements
//! [`Matchup`](crate::answer::Matchup), a name in [`Rulebook`] and a line in [`load`].

mod ask;
pub mod common;
pub mod eclipse;
mod entry;
mod examples;
mod game;
mod group_figures;
pub mod help;
pub mod spaceship_battles;
pub mod star_chamber;
pub mod ti4;

use std::sync::{Arc, OnceLock};

pub use ask::{Catalogues, FleetFile, FleetFiles, FleetReader};
pub use common::catalogue::saved_ships;
pub use entry::{CheckedFleet, Details, Entry};
pub use game::{Blueprint, Blueprints, Designs, Game};
pub use group_figures::{BlueprintFigures, GroupDamage, GroupFigures, PartFigures};
pub use ti4::{Linked, read_link};

pub use self::ti4::scenario::discordant_stars;
pub use crate::scenario::{Capacity, Lexicon, Rulebook};

use crate::scenario::diagnostics::{Diagnostic, Source};

/// Loads the shipped catalogue of a rulebook and adds these files. Their entries replace shipped
/// entries of the same name. Files of other rulebooks are skipped.
///
/// # Errors
/// A message with the place of the first error in a file.
pub fn load(rulebook: Rulebook, added: &[Arc<Source>]) -> Result<Arc<dyn Game>, Diagnostic> {
    if !added.is_empty() {
        return load_with(rulebook, added, false);
    }
    // The shipped catalogues do not change, so each is read once.
    static SHIPPED: [OnceLock<Arc<dyn Game>>; Rulebook::ALL.len()] =
        [const { OnceLock::new() }; Rulebook::ALL.len()];
    let place = &SHIPPED[rulebook as usize];
    if let Some(game) = place.get() {
        return Ok(Arc::clone(game));
    }
    let game = load_with(rulebook, &[], false)?;
    Ok(Arc::clone(place.get_or_init(|| game)))
}

/// Loads a rulebook like [`load`]. With `ignore_texts`, unknown ability texts of units in these
/// files are accepted: the units are played without them, and a warning says so.
///
/// # Errors
/// A message with the place of the first error in a file.
pub fn load_with(
    rulebook: Rulebook,
    added: &[Arc<Source>],
    ignore_texts: bool,
) -> Result<Arc<dyn Game>, Diagnostic> {
    Ok(match rulebook {
        Rulebook::Eclipse | Rulebook::Eclipse2e => {
            Arc::new(eclipse::Eclipse::new(rulebook, added)?)
        }
        Rulebook::Ti4Space | Rulebook::Ti4Ground => {
            Arc::new(ti4::Ti4::new(rulebook, added, ignore_texts)?)
        }
        Rulebook::StarChamber => Arc::new(star_chamber::StarChamber::new(added)?),
        Rulebook::SpaceshipBattles => Arc::new(spaceship_battles::SpaceshipBattles::new(added)?),
    })
}
