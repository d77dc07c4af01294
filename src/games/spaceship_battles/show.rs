//! Lists the catalogue of Spaceship Battles and prices its fleets.

use crate::answer::Side;
use crate::games::entry::unknown;
use crate::games::spaceship_battles::rules::{ShipFleet, ShipGroup};
use crate::games::spaceship_battles::scenario::{Row, ShipCatalogue, ShipDesign, resolve_side};
use crate::games::{CheckedFleet, Details, Entry, GroupDamage, GroupFigures};
use crate::scenario::{Diagnostic, GroupText, Item, SideText, Source, Spanned, normalise};

/// Returns all entries of the catalogue.
///
/// # Errors
/// If a ship of the catalogue cannot be priced.
pub(crate) fn entries(catalogue: &ShipCatalogue) -> Result<Vec<Entry>, Diagnostic> {
    let ship = |ship: &ShipDesign| {
        let ShipDesign { name, size, speed, field, weapon, special, provenance } = ship;
        let entry = Entry::new("ships", "ship", name, figures(ship)).with([
            ("size", Some(size.as_str().into())),
            ("speed", Some(speed.as_str().into())),
            ("field", Some(field.as_str().into())),
            ("weapon", Some(weapon.as_str().into())),
            ("special", (!special.is_empty()).then(|| special.clone().into())),
        ]);
        Ok(entry.at(points(catalogue, ship)?).from(provenance))
    };
    let mut all: Vec<Entry> =
        catalogue.ships.iter().map(ship).collect::<Result<_, Diagnostic>>()?;
    let mut table = |section: &str, kind: &str, rows: &[Row]| {
        all.extend(rows.iter().map(|Row { name, numbers, points }| {
            let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
            let entry = Entry::new(section, kind, name, words.join(" "));
            entry.with([("numbers", Some(numbers.clone().into()))]).at(*points)
        }));
    };
    table("speeds, phases in which a ship moves", "speed", &catalogue.speeds);
    table("force fields, value with factor I, II, III", "field", &catalogue.fields);
    table("weapons, dice with factor I, II, III", "weapon", &catalogue.weapons);
    let special = |(name, points): &(String, u32)| {
        Entry::new("special weapons and abilities", "special", name, "").at(*points)
    };
    all.extend(catalogue.special.iter().map(special));
    let rule =
        |(name, rule): &(String, String)| Entry::new("house rules", "house rule", name, rule);
    all.extend(catalogue.house_rules.iter().map(rule));
    Ok(all)
}

/// Formats the figures of a ship: `size C, speed 6, field 3, 4d6, torpedoes`.
fn figures(ship: &ShipDesign) -> String {
    let ShipDesign { size, speed, field, weapon, special, .. } = ship;
    let special: String = special.iter().map(|name| format!(", {name}")).collect();
    format!("size {size}, speed {speed}, field {field}, {weapon}{special}")
}

/// Returns the price of one ship in points.
fn points(catalogue: &ShipCatalogue, ship: &ShipDesign) -> Result<u32, Diagnostic> {
    let side = SideText::typed(&Source::new("fleet", ship.name.as_str()))?;
    Ok(resolve_side(catalogue, &side, ("fleet", 0))?.fleet.points())
}

/// Returns all that is known of the ship with a name.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn details(catalogue: &ShipCatalogue, name: &str) -> Result<Details, Diagnostic> {
    let Some(ship) = catalogue.ship(name) else {
        return Err(unknown(
            name,
            catalogue.ships.iter().map(|ship| &ship.name),
            "spaceship-battles",
        ));
    };
    let lines = vec![format!("{}, {} points", figures(ship), points(catalogue, ship)?)];
    let ShipDesign { name, provenance, .. } = ship;
    Ok(Details::new(name, String::new(), lines, provenance, &catalogue.sources))
}

/// Checks a fleet, and returns its hulls and points.
///
/// # Errors
/// If the fleet does not fit the rules.
pub(crate) fn check(
    catalogue: &ShipCatalogue,
    side: &SideText,
) -> Result<CheckedFleet, Diagnostic> {
    let text = side;
    let side = resolve_side(catalogue, text, ("fleet", 0))?;
    Ok(CheckedFleet {
        groups: groups(catalogue, text, &side),
        total: Some(("points", f64::from(side.fleet.points()))),
        fleet: side.labels.fleet,
        remarks: Vec::new(),
    })
}

/// Returns the figures of each group. Those of the catalogue are left out where the ships have
/// others.
fn groups(catalogue: &ShipCatalogue, text: &SideText, side: &Side<ShipFleet>) -> Vec<GroupFigures> {
    let is_printed = |group: &&GroupText| {
        let is_damage = |item: &Spanned<Item>| matches!(&item.value, Item::Figure(key, _) if normalise(&key.value) == "damaged");
        group.items.iter().all(is_damage)
            && group.fields.all().all(|field| normalise(&field.name) == "damaged")
    };
    let group = |(n, (group, class)): (usize, (&ShipGroup, &String))| {
        let damaged = group.damaged.iter().map(|points| u32::from(*points));
        let most = u32::from(group.hull.saturating_sub(1));
        let printed = text.fleet.groups.get(n).filter(is_printed);
        let printed = printed.and_then(|_| catalogue.ship(class)).map(figures);
        let printed = printed.map_or(String::new(), |figures| format!(", {figures}"));
        GroupFigures {
            class: class.clone(),
            count: group.count.into(),
            summary: format!("hull {}{printed}", group.hull),
            cost: f64::from(group.points) * f64::from(group.count),
            damage: (most > 0).then(|| GroupDamage::by_ship(group.count, damaged, most)),
            blueprint: None,
        }
    };
    side.fleet.groups.iter().zip(&side.labels.classes).enumerate().map(group).collect()
}

/// Returns the numbers of entries of the catalogue in words.
pub(crate) fn count(catalogue: &ShipCatalogue) -> String {
    let ShipCatalogue { ships, sizes, speeds, fields, weapons, .. } = catalogue;
    format!(
        "{} ships, {} sizes, {} speeds, {} force fields, {} weapons\n",
        ships.len(),
        sizes.len(),
        speeds.len(),
        fields.len(),
        weapons.len()
    )
}
