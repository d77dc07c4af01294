//! The catalogue of Star Chamber: ships.

use std::sync::Arc;

use super::figures::parse_weapon;
use super::text::weapon;
use crate::games::Rulebook;
use crate::games::common::catalogue::{CatalogueFile, read_files};
use crate::games::star_chamber::rules::{StarWeapon, limits};
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::fields::{Fields, Provenance, same};
use crate::scenario::json::JsonNode;

/// Catalogue of the game.
#[derive(Clone, Debug, Default)]
pub struct StarCatalogue {
    /// Ships.
    pub ships: Vec<PrintedShip>,
    /// Sources: keys and descriptions.
    pub sources: Vec<(String, String)>,
}

/// A ship as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedShip {
    /// Name, with hyphens.
    pub name: String,
    /// Hull points.
    pub hull: u16,
    /// Shield points.
    pub shield: u16,
    /// Weapons: label and effect.
    pub weapons: Vec<(String, StarWeapon)>,
    /// Descriptions of those figures that are not from the manual.
    pub placeholders: Vec<String>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// Name and contents of the shipped file.
const SHIPPED: [(&str, &str); 1] =
    [("star-chamber/ships.json", include_str!("../../../../fleets/star-chamber/ships.json"))];

impl StarCatalogue {
    /// Loads the shipped catalogue and adds these files, see [`load`](crate::games::load).
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let mut ships = Vec::new();
        let read = |file: &mut CatalogueFile| file.fill("ships", &mut ships, ship, |s| &s.name);
        let sources = read_files(Rulebook::StarChamber, &SHIPPED, added, read)?;
        Ok(Self { ships, sources })
    }

    /// Returns the ship with this name.
    #[must_use]
    pub fn ship(&self, name: &str) -> Option<&PrintedShip> {
        self.ships.iter().find(|ship| same(&ship.name, name))
    }
}

fn ship(entry: &mut Fields) -> Result<PrintedShip, Diagnostic> {
    let name = entry.name()?;
    Ok(PrintedShip {
        name,
        hull: entry.required("hull")?.number(1..=limits::FIGURE)? as u16,
        shield: entry.number("shield", 0, 0..=limits::FIGURE)? as u16,
        weapons: entry.list("weapons", |node| parse_weapon(&weapon(node)?))?,
        placeholders: entry.list("placeholders", JsonNode::string)?,
        provenance: entry.provenance()?,
    })
}
