//! Lists the catalogue of Star Chamber and checks its forces.

use serde_json::Value;

use crate::answer::Side;
use crate::games::entry::{unknown, unless_zero};
use crate::games::star_chamber::rules::{StarForce, StarGroup, StarWeapon};
use crate::games::star_chamber::scenario::{PrintedShip, StarCatalogue, resolve_side};
use crate::games::{CheckedFleet, Details, Entry, GroupDamage, GroupFigures};
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

/// Returns all that is known of the ship with a name.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn details(catalogue: &StarCatalogue, name: &str) -> Result<Details, Diagnostic> {
    let Some(ship) = catalogue.ship(name) else {
        return Err(unknown(name, catalogue.ships.iter().map(|ship| &ship.name), "star-chamber"));
    };
    let placeholders = ship.placeholders.iter().map(|what| format!("placeholder: {what}"));
    let lines = std::iter::once(figures(ship)).chain(placeholders).collect();
    let PrintedShip { name, provenance, .. } = ship;
    Ok(Details::new(name, String::new(), lines, provenance, &catalogue.sources))
}

/// Checks a force, and returns its figures.
///
/// # Errors
/// If the force does not fit the rules.
pub(crate) fn check(
    catalogue: &StarCatalogue,
    side: &SideText,
) -> Result<CheckedFleet, Diagnostic> {
    let (side, _) = resolve_side(catalogue, side, ("fleet", 0))?;
    let best = side.fleet.personae.iter().max();
    let remarks = best.map(|best| format!("led by a persona with Leadership {best}"));
    Ok(CheckedFleet {
        groups: groups(&side),
        fleet: side.labels.fleet,
        total: None,
        remarks: remarks.into_iter().collect(),
    })
}

fn groups(side: &Side<StarForce>) -> Vec<GroupFigures> {
    let group = |(group, class): (&StarGroup, &String)| {
        let damaged = group.damaged.iter().map(|points| u32::from(*points));
        let most = u32::from(group.hull.saturating_sub(1));
        GroupFigures {
            class: class.clone(),
            count: group.count.into(),
            summary: summary(group),
            cost: f64::from(group.count),
            damage: (most > 0).then(|| GroupDamage::by_ship(group.count, damaged, most)),
            blueprint: None,
        }
    };
    side.fleet.groups.iter().zip(&side.labels.classes).map(group).collect()
}

/// Formats the figures of a group: `hull 9, shield 2, 4 in round 1, alert`.
fn summary(group: &StarGroup) -> String {
    let StarGroup { hull, shield, weapons, alert, .. } = group;
    let fire: Vec<String> = weapons.iter().map(|weapon| fire("", *weapon)).collect();
    let alert = if *alert { ", alert" } else { "" };
    format!("hull {hull}, shield {shield}, {}{alert}", fire.join(", "))
}

/// Returns the number of entries of the catalogue in words.
pub(crate) fn count(catalogue: &StarCatalogue) -> String {
    format!("{} ships\n", catalogue.ships.len())
}
