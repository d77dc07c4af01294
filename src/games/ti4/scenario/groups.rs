//! Resolves the groups of a fleet to figures.

use super::catalogue::{Faction, PrintedUnit, Ti4Catalogue, half_cost, roll};
use super::resolve::SideCtx;
use crate::games::Rulebook;
use crate::games::ti4::rules::{Roll, Ti4Group, Unit, limits};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::figures::{count, figure, once, truth};
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Item, Spanned, Value};

/// Figures that a group may set.
pub(in crate::games::ti4::scenario) const FIGURES: [&str; 11] = [
    "combat",
    "barrage",
    "bombardment",
    "cannon",
    "capacity",
    "move",
    "cost",
    "sustains",
    "shield",
    "damaged",
    "galvanized",
];

/// Figures that are numbers of units of the group, and not figures of each.
const NUMBERS: [&str; 2] = ["damaged", "galvanized"];

/// Resolves the groups of a fleet. Groups with the same figures, name and owner are of one class.
pub(super) fn resolve_groups<'a>(
    ctx: SideCtx<'a>,
    fleet: &FleetText,
) -> Result<(Vec<Ti4Group>, Vec<&'a PrintedUnit>), Diagnostic> {
    let mut groups: Vec<Ti4Group> = Vec::new();
    let mut all_printed: Vec<&PrintedUnit> = Vec::new();
    for text in &fleet.groups {
        let (printed, mut group) = resolve_group(ctx, text)?;
        let same = |(other, known): (&Ti4Group, &&PrintedUnit)| {
            (other.unit, other.member) == (group.unit, group.member) && known.name == printed.name
        };
        group.class = groups.iter().zip(&all_printed).position(same).unwrap_or(groups.len());
        groups.push(group);
        all_printed.push(printed);
    }
    Ok((groups, all_printed))
}

/// Creates a group of a unit in the theatre of the combat.
pub(super) fn group_there(
    ctx: SideCtx<'_>,
    printed: &PrintedUnit,
    class: usize,
    count: u16,
) -> Ti4Group {
    let in_space = printed.in_space.as_ref().filter(|_| ctx.rulebook == Rulebook::Ti4Space);
    match in_space.and_then(|other| ctx.catalogue.unit(other)) {
        Some(turned) => {
            Ti4Group { unturned: Some(printed.unit), ..Ti4Group::of(turned.unit, class, count) }
        }
        None => Ti4Group::of(printed.unit, class, count),
    }
}

/// Resolves one group, with the unit it is named after.
fn resolve_group<'a>(
    ctx: SideCtx<'a>,
    text: &GroupText,
) -> Result<(&'a PrintedUnit, Ti4Group), Diagnostic> {
    let printed = printed(ctx.catalogue, text)?;
    // A group without units says which version of its kind abilities place.
    let is_reserve = text.count.as_ref().is_some_and(|count| count.value == 0);
    let units = if is_reserve { 0 } else { count(text, "units", limits::UNITS)? };
    let group = group_there(ctx, printed, 0, units);
    let mut group = Ti4Group { member: text.member, is_reserve, ..group };
    let mut given = Vec::new();
    for item in &text.items {
        let Item::Figure(key, value) = &item.value else {
            return Err(Diagnostic::at(&item.place, "units have no parts").help(format!(
                "set figures directly: {}",
                FIGURES.map(|f| format!("`{f}=…`")).join(", ")
            )));
        };
        once(&mut given, key)?;
        set_figure(&mut group, key, value)?;
    }
    Ok((printed, group))
}

/// Returns the faction of this name.
pub(super) fn find_faction<'a>(
    catalogue: &'a Ti4Catalogue,
    name: &Spanned<String>,
) -> Result<&'a Faction, Diagnostic> {
    catalogue.faction(&name.value).ok_or_else(|| {
        let known: Vec<&str> = catalogue.factions.iter().map(|f| f.name.as_str()).collect();
        Diagnostic::unknown(&name.place, "faction", &known)
    })
}

/// Creates the error for a unit that the catalogue does not have.
pub(super) fn unknown_unit(catalogue: &Ti4Catalogue, class: &Spanned<String>) -> Diagnostic {
    let known: Vec<&str> = catalogue.units.iter().map(|unit| unit.name.as_str()).collect();
    let error = Diagnostic::unknown(&class.place, "unit", &known);
    match &error.help {
        Some(help) if help.starts_with("allowed") => {
            error.help("`fleetodds fleets list --rules ti4-space` shows all units")
        }
        _ => error,
    }
}

/// Returns the unit of a group, by its name or by faction and name.
fn printed<'a>(
    catalogue: &'a Ti4Catalogue,
    text: &GroupText,
) -> Result<&'a PrintedUnit, Diagnostic> {
    let class = &text.class;
    let found = match &text.species {
        Some(species) => {
            let faction = find_faction(catalogue, species)?;
            catalogue.own_unit(faction, &class.value)
        }
        None => catalogue.unit(&class.value),
    };
    found.ok_or_else(|| unknown_unit(catalogue, class))
}

/// Sets one figure of a group.
fn set_figure(
    group: &mut Ti4Group,
    key: &Spanned<String>,
    value: &Value,
) -> Result<(), Diagnostic> {
    let wanted = normalise(&key.value);
    let Some(name) = FIGURES.iter().find(|known| normalise(known) == wanted) else {
        return Err(Diagnostic::unknown(&key.place, "figure", &FIGURES));
    };
    let is_number = NUMBERS.contains(name);
    let word = match value {
        Value::One(word) => word,
        Value::List(words) if is_number && words.len() == 1 => &words[0],
        Value::List(_) => {
            let what = match is_number {
                true => format!("a number of {name} units"),
                false => "one value".to_string(),
            };
            return Err(Diagnostic::at(&key.place, format!("`{name}` needs {what}, not a list")));
        }
    };
    let (place, text) = (&word.place, &word.value);
    let dice = |place: &Place, text: &str| -> Result<Option<Roll>, Diagnostic> {
        if normalise(text) == "none" || text.trim() == "0" || text.trim().is_empty() {
            return Ok(None);
        }
        roll(place, text).map(Some)
    };
    let units = |place, text| Ok(figure(place, text, 0..=limits::UNITS as i32)? as u16);
    let unit = &mut group.unit;
    let Unit { combat, barrage, bombardment, cannon, capacity, moves, .. } = unit;
    let Unit { sustains, planetary_shield, .. } = unit;
    match *name {
        "combat" => *combat = dice(place, text)?,
        "barrage" => *barrage = dice(place, text)?,
        "bombardment" => *bombardment = dice(place, text)?,
        "cannon" => *cannon = dice(place, text)?,
        "capacity" => *capacity = figure(place, text, 0..=99)? as u8,
        "move" => *moves = figure(place, text, 0..=9)? > 0,
        "sustains" => *sustains = truth(word)?,
        "shield" => *planetary_shield = truth(word)?,
        "damaged" => group.damaged = units(place, text)?,
        "galvanized" => group.galvanized = units(place, text)?,
        _ => group.unit.half_cost = half_cost(place, text)?,
    }
    Ok(())
}

/// Returns warnings about kinds with more units than a player owns.
pub(super) fn too_many(catalogue: &Ti4Catalogue, groups: &[Ti4Group]) -> Vec<String> {
    let mut warnings = Vec::new();
    for &(kind, owned) in &catalogue.owned {
        for member in 0..limits::MEMBERS as u8 {
            let own = |group: &&Ti4Group| {
                group.unit.kind == kind && group.member == member && kind.plastic().is_some()
            };
            let units: u64 = groups.iter().filter(own).map(|g| u64::from(g.count)).sum();
            if units > owned {
                warnings.push(format!(
                    "{units} units of kind {}, but a player owns only {owned}",
                    kind.name()
                ));
            }
        }
    }
    warnings
}
