//! Lists the catalogue of Star Chamber and checks its forces.

use std::fmt::Write;

use serde_json::Value;

use crate::games::Entry;
use crate::games::entry::unless_zero;
use crate::games::star_chamber::rules::{StarGroup, StarWeapon};
use crate::games::star_chamber::scenario::{PrintedShip, StarCatalogue, resolve_side};
use crate::report::entries::{line, provenance, unknown};
use crate::report::{dim, heading};
use crate::scenario::{Diagnostic, SideText};

/// Returns all ships of the catalogue.
pub(crate) fn entries(catalogue: &StarCatalogue) -> Vec<Entry> {
    let ship = |ship: &PrintedShip| {
        let PrintedShip { name, hull, shield, weapons, provenance, .. } = ship;
        let fire = weapons.iter().map(|(label, weapon)| Value::from(fire(label, *weapon)));
        let own = [
            ("hull", Some((*hull).into())),
            ("shield", unless_zero(*shield)),
            ("weapons", Some(fire.collect())),
        ];
        Entry::new("ships", "ship", name, figures(ship)).with(own).from(provenance)
    };
    catalogue.ships.iter().map(ship).collect()
}

/// Formats the figures of a ship: `hull 9, beam 4 in round 1`.
fn figures(ship: &PrintedShip) -> String {
    let mut words = vec![format!("hull {}", ship.hull)];
    if ship.shield > 0 {
        words.push(format!("shield {}", ship.shield));
    }
    words.extend(ship.weapons.iter().map(|(label, weapon)| fire(label, *weapon)));
    words.join(", ")
}

fn fire(label: &str, StarWeapon { round, damage }: StarWeapon) -> String {
    format!("{label} {damage} in round {round}").trim_start().to_string()
}

/// Shows the ship with a name.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn show(catalogue: &StarCatalogue, name: &str) -> Result<String, Diagnostic> {
    let Some(ship) = catalogue.ship(name) else {
        let known = catalogue.ships.iter().map(|ship| ship.name.as_str()).collect();
        return Err(unknown(name, known, "star-chamber"));
    };
    let mut text = String::new();
    line!(text, "{}", heading(&ship.name));
    line!(text, "  {}", figures(ship));
    for placeholder in &ship.placeholders {
        line!(text, "  placeholder: {placeholder}");
    }
    provenance(&mut text, &catalogue.sources, &ship.provenance);
    Ok(text)
}

/// Checks forces and lists their figures.
/// Without fleets, counts the entries of the catalogue.
///
/// # Errors
/// If a fleet does not fit the rules.
pub(crate) fn check(catalogue: &StarCatalogue, fleets: &[SideText]) -> Result<String, Diagnostic> {
    if fleets.is_empty() {
        return Ok(count(catalogue));
    }
    let mut text = String::new();
    for side in fleets {
        let (resolved, _) = resolve_side(catalogue, side, ("fleet", 0))?;
        line!(text, "{}", heading(&resolved.labels.fleet));
        for (group, class) in resolved.fleet.groups.iter().zip(&resolved.labels.classes) {
            let StarGroup { count, hull, shield, weapons, alert, .. } = group;
            let fire: Vec<String> = weapons.iter().map(|weapon| fire("", *weapon)).collect();
            let alert = if *alert { ", alert" } else { "" };
            let name = format!("{count} {class}");
            let fire = fire.join(", ");
            line!(text, "  {name:<16}hull {hull}, shield {shield}, {fire}{alert}");
        }
        if let Some(best) = resolved.fleet.personae.iter().max() {
            line!(text, "  {}", dim(format!("led by a persona with Leadership {best}")));
        }
    }
    Ok(text)
}

/// Counts the entries of the catalogue.
fn count(catalogue: &StarCatalogue) -> String {
    format!("{} ships\n", catalogue.ships.len())
}
