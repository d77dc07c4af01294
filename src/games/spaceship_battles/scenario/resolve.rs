//! Resolves names to figures: looks up every group in the catalogue, and adds its price and
//! orders.

use super::catalogue::{Row, ShipCatalogue, ShipDesign};
use super::figures::{FIGURES, ShipFigures};
use super::options::{POLICY_FIELD, ShipOptions};
use super::orders::{is_negative, orders, speed};
use super::text::GroupFields;
use crate::answer::Side;
use crate::games::common::Labels;
use crate::games::common::check::beyond_limit;
use crate::games::common::figures::{check_no_parts, count, set_figures};
use crate::games::spaceship_battles::rules::{Charts, ShipFleet, ShipGroup, ShipOrders, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::same;
use crate::scenario::model::SideText;
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Spanned};
use crate::scenario::settings::{find, position};

/// Resolves a side to figures. `role` is its name if none is given, `side` its index. The
/// positions of its ships are added later.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    catalogue: &ShipCatalogue,
    text: &SideText,
    (role, side): (&str, usize),
) -> Result<Side<ShipFleet>, Diagnostic> {
    let own = ShipOptions::of_side(text)?;
    let written = GroupFields::of_side(text)?;
    let charts = catalogue.charts();
    let mut groups = Vec::new();
    let mut classes = Vec::new();
    let mut all_orders = Vec::new();
    for group in &written {
        let orders = match &group.play {
            Some(play) => own.with(play)?,
            None => own.clone(),
        };
        let (class, resolved) = resolve_group(catalogue, &group.text, &orders)?;
        groups.push(resolved);
        classes.push(class);
        all_orders.push(orders);
    }
    if groups.is_empty() && !text.left_out {
        return Err(Diagnostic::at(&text.place, "a side needs at least one ship"));
    }
    let fleet = ShipFleet { groups };
    fleet.check(side).map_err(|limit| beyond_limit(text, &text.fleet, limit))?;
    for (group, orders) in fleet.groups.iter().zip(&all_orders) {
        check_speed(catalogue, &charts, group, orders)?;
    }
    let labels = Labels {
        name: own.name.unwrap_or_else(|| role.to_string()),
        fleet: typed(text, &written).to_string(),
        classes,
    };
    Ok(Side { labels, fleet, warnings: Vec::new() })
}

/// Returns the fleet as it could be typed.
fn typed(side: &SideText, written: &[GroupFields]) -> FleetText {
    let groups = written.iter().map(|group| group.text.clone()).collect();
    let fleet = FleetText { groups, options: side.fleet.options.clone() };
    side.in_full(&fleet, POLICY_FIELD)
}

fn resolve_group(
    catalogue: &ShipCatalogue,
    group: &GroupText,
    text: &ShipOptions,
) -> Result<(String, ShipGroup), Diagnostic> {
    let design = design(catalogue, group)?;
    let mut figures = ShipFigures::of(design, &group.class.place);
    check_no_parts(group, "ships", "`speed=5`, `special=[aft, torpedoes]`")?;
    set_figures(&FIGURES, &mut figures, group)?;
    let speeds: Vec<&str> = catalogue.speeds.iter().map(|row| row.name.as_str()).collect();
    let fastest = speed(&figures.speed, &speeds)?;
    let place = position(&catalogue.sizes, |size| &size.name, &figures.size, "size")?;
    let size = &catalogue.sizes[place];
    let field = row(&catalogue.fields, &figures.field, "type of force field")?;
    let weapon = row(&catalogue.weapons, &figures.weapon, "weapon")?;
    let special = special(catalogue, &figures.special)?;
    let has = |name: &str| special.contains(&name);
    let orders = orders(text, &speeds, catalogue.power[0])?;
    check_invisible(&orders, text, has("invisibility"))?;
    let has_field = field.numbers.iter().any(|value| *value > 0);
    let by_factor = |row: &Row| [row.numbers[0], row.numbers[1], row.numbers[2]];
    let prices = special.iter().filter_map(|name| catalogue.special.iter().find(|s| s.0 == *name));
    let of_speed = catalogue.speeds[usize::from(fastest) - 1].points;
    let resolved = ShipGroup {
        count: count(group, "ships", limits::SHIPS)?,
        size: place as u8,
        hull: size.hull,
        levels: size.levels,
        smallness: size.deduction,
        speed: fastest,
        field: has_field.then(|| by_factor(field)),
        dice: by_factor(weapon),
        aft: has("aft"),
        torpedoes: has("torpedoes"),
        missiles: has("missiles"),
        damaged: figures.damaged,
        factors: figures.factors,
        orders,
        points: size.points
            + of_speed
            + field.points
            + weapon.points
            + prices.map(|s| s.1).sum::<u32>(),
        places: Vec::new(),
    };
    Ok((design.name.clone(), resolved))
}

fn design<'a>(
    catalogue: &'a ShipCatalogue,
    group: &GroupText,
) -> Result<&'a ShipDesign, Diagnostic> {
    if let Some(species) = &group.species {
        return Err(Diagnostic::at(&species.place, "Spaceship Battles has no species"));
    }
    find(&catalogue.ships, |ship| &ship.name, &group.class, "ship")
}

/// Returns a row of a chart. Types of force fields may be written in Roman numerals.
fn row<'a>(rows: &'a [Row], word: &Spanned<String>, what: &str) -> Result<&'a Row, Diagnostic> {
    const ROMAN: [&str; 6] = ["–", "i", "ii", "iii", "iv", "v"];
    let wanted = normalise(&word.value);
    let roman = ROMAN.iter().position(|numeral| *numeral == wanted).map(|n| n.to_string());
    let is = |row: &&Row| same(&row.name, &wanted) || roman.as_ref() == Some(&row.name);
    rows.iter()
        .find(is)
        .filter(|_| !is_negative(word))
        .ok_or_else(|| Diagnostic::unknown(&word.place, what, rows.iter().map(|row| &row.name)))
}

/// Returns special weapons and abilities by their names in the catalogue. A name given twice is
/// an error.
fn special<'a>(
    catalogue: &'a ShipCatalogue,
    words: &[Spanned<String>],
) -> Result<Vec<&'a str>, Diagnostic> {
    let mut found = Vec::new();
    for word in words {
        let kind = "special weapon or ability";
        let name = find(&catalogue.special, |special| &special.0, word, kind)?.0.as_str();
        if found.contains(&name) {
            return Err(Diagnostic::at(&word.place, format!("`{name}` is given twice")));
        }
        found.push(name);
    }
    Ok(found)
}

/// Checks that only ships with the device are ordered to be invisible.
fn check_invisible(orders: &ShipOrders, text: &ShipOptions, has: bool) -> Result<(), Diagnostic> {
    match &text.invisible {
        Some(invisible) if orders.invisible && !has => {
            Err(Diagnostic::at(&invisible.place, "a ship without the device cannot be invisible")
                .help("\"special\": [\"invisibility\"]"))
        }
        _ => Ok(()),
    }
}

/// Checks that all ships of a group can reach the ordered speed at the start (B14).
fn check_speed(
    catalogue: &ShipCatalogue,
    charts: &Charts,
    group: &ShipGroup,
    orders: &ShipOptions,
) -> Result<(), Diagnostic> {
    let (Some(wanted), Some(word)) = (group.orders.speed, &orders.speed) else { return Ok(()) };
    for ship in 0..usize::from(group.count) {
        let (fastest, power) = group.fastest(ship, charts);
        if wanted > fastest {
            let name = |speed: u8| catalogue.speeds[usize::from(speed) - 1].name.clone();
            let reached = if fastest == 0 { "none".to_string() } else { name(fastest) };
            let message = format!("the engines cannot reach speed {}", name(wanted));
            let s = if power == 1 { "" } else { "s" };
            let label =
                format!("the fastest is {reached}, with {power} point{s} of power for the engines");
            return Err(Diagnostic::at(&word.place, message).label(label));
        }
    }
    Ok(())
}
