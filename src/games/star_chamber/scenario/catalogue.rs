//! The catalogue of Star Chamber: ships.

use std::sync::Arc;

use super::text::weapon;
use super::weapons::parse_weapon;
use crate::games::Rulebook;
use crate::games::common::catalogue;
use crate::games::star_chamber::rules::{StarWeapon, limits};
use crate::scenario::diagnostics::{Diagnostic, Source};
use crate::scenario::fields::{Fields, Provenance, fill, of_file, put, same, words};
use crate::scenario::figures::figure;

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
const SHIPPED: (&str, &str) =
    ("star-chamber/ships.json", include_str!("../../../../fleets/star-chamber/ships.json"));

impl StarCatalogue {
    /// Loads the shipped catalogue and adds these files, see [`load`](crate::games::load).
    pub fn new(added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        let mut catalogue = Self::default();
        catalogue.read(&Source::new(SHIPPED.0, SHIPPED.1))?;
        added.iter().try_for_each(|source| catalogue.read(source))?;
        Ok(catalogue)
    }

    /// Returns the ship with this name.
    #[must_use]
    pub fn ship(&self, name: &str) -> Option<&PrintedShip> {
        self.ships.iter().find(|ship| same(&ship.name, name))
    }

    fn read(&mut self, source: &Arc<Source>) -> Result<(), Diagnostic> {
        let fields = catalogue::fields(Rulebook::StarChamber, source)?;
        let from = match fields.iter().find(|field| field.name == "source") {
            Some(field) => field.value.string()?,
            None => String::new(),
        };
        for field in &fields {
            match field.name.as_str() {
                "rulebook" | "note" | "source" => {}
                "sources" => {
                    for of in field.value.fields()? {
                        put(&mut self.sources, (of.name.clone(), of.value.string()?), |s| &s.0);
                    }
                }
                "ships" => fill(
                    &mut self.ships,
                    &field.value,
                    |entry| {
                        let ship = ship(entry)?;
                        Ok(PrintedShip { provenance: of_file(ship.provenance, &from), ..ship })
                    },
                    |ship| &ship.name,
                )?,
                _ => {
                    let known = ["rulebook", "note", "source", "sources", "ships"];
                    return Err(Diagnostic::unknown(&field.place, "field", &known));
                }
            }
        }
        Ok(())
    }
}

fn ship(entry: &mut Fields) -> Result<PrintedShip, Diagnostic> {
    let name = entry.name()?;
    let hull = entry.required("hull")?;
    let mut weapons = Vec::new();
    if let Some(list) = entry.optional("weapons") {
        for node in list.members()? {
            weapons.push(parse_weapon(&weapon(&node)?)?);
        }
    }
    let ship = PrintedShip {
        name,
        hull: figure(&hull.place(), &hull.scalar()?, 1..=limits::FIGURE)? as u16,
        shield: entry.number("shield", 0, 0..=limits::FIGURE)? as u16,
        weapons,
        placeholders: entry.optional("placeholders").map_or(Ok(Vec::new()), |n| words(&n))?,
        provenance: entry.provenance()?,
    };
    entry.finish()?;
    Ok(ship)
}
