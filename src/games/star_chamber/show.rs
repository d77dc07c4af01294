//! Lists the catalogue of Star Chamber and checks its forces.

use std::fmt::Write;

use serde_json::Value;

use crate::games::entry::unless_zero;
use crate::games::star_chamber::rules::{StarGroup, StarWeapon};
use crate::games::star_chamber::scenario::{PrintedShip, StarCatalogue, resolve_side};
use crate::games::{Entry, GroupDamage, GroupFigures};
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
            let name = format!("{} {class}", group.count);
            line!(text, "  {name:<16}{}", summary(group));
        }
        if let Some(best) = resolved.fleet.personae.iter().max() {
            line!(text, "  {}", dim(format!("led by a persona with Leadership {best}")));
        }
    }
    Ok(text)
}

/// Returns the figures of each group of a force.
///
/// # Errors
/// If a name is not in the catalogue, or a figure is wrong.
pub(crate) fn group_figures(
    catalogue: &StarCatalogue,
    text: &SideText,
) -> Result<Vec<GroupFigures>, Diagnostic> {
    let (side, _) = resolve_side(catalogue, text, ("fleet", 0))?;
    let group = |(group, class): (&StarGroup, &String)| {
        let damaged = group.damaged.iter().map(|points| u32::from(*points));
        let most = u32::from(group.hull.saturating_sub(1));
        GroupFigures {
            class: class.clone(),
            summary: summary(group),
            cost: f64::from(group.count),
            damage: (most > 0).then(|| GroupDamage::by_ship(group.count, damaged, most)),
            blueprint: None,
        }
    };
    Ok(side.fleet.groups.iter().zip(&side.labels.classes).map(group).collect())
}

/// Formats the figures of a group: `hull 9, shield 2, 4 in round 1, alert`.
fn summary(group: &StarGroup) -> String {
    let StarGroup { hull, shield, weapons, alert, .. } = group;
    let fire: Vec<String> = weapons.iter().map(|weapon| fire("", *weapon)).collect();
    let alert = if *alert { ", alert" } else { "" };
    format!("hull {hull}, shield {shield}, {}{alert}", fire.join(", "))
}

/// Counts the entries of the catalogue.
fn count(catalogue: &StarCatalogue) -> String {
    format!("{} ships\n", catalogue.ships.len())
}
