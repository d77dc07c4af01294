//! Resolves the groups of a fleet to figures.

use std::ops::RangeInclusive;

use super::catalogue::{Faction, PrintedUnit, Ti4Catalogue, half_cost, roll};
use super::side::SideCtx;
use crate::games::Rulebook;
use crate::games::common::figures::{Figure, check_no_parts, count, names, set_figures};
use crate::games::ti4::rules::{Roll, Ti4Group, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Spanned};
use crate::scenario::phrase::vocabulary::ValueWords;

const TEXT: ValueWords = ValueWords::Text;
const UNITS: RangeInclusive<i32> = 0..=limits::UNITS as i32;

/// Figures that a group may set.
pub(crate) static FIGURES: [Figure<Ti4Group>; 11] = [
    Figure::word("combat", TEXT, |group, word| dice(word).map(|dice| group.unit.combat = dice)),
    Figure::word("barrage", TEXT, |group, word| dice(word).map(|dice| group.unit.barrage = dice)),
    Figure::word("bombardment", TEXT, |group, word| {
        dice(word).map(|dice| group.unit.bombardment = dice)
    }),
    Figure::word("cannon", TEXT, |group, word| dice(word).map(|dice| group.unit.cannon = dice)),
    Figure::number("capacity", 0..=99, |group, n| group.unit.capacity = n as u8),
    Figure::number("move", 0..=9, |group, n| group.unit.moves = n > 0),
    Figure::word("cost", TEXT, |group, word| {
        half_cost(&word.place, &word.value).map(|cost| group.unit.half_cost = cost)
    }),
    Figure::truth("sustains", |group, is| group.unit.sustains = is),
    Figure::truth("shield", |group, is| group.unit.planetary_shield = is),
    Figure::units("damaged", UNITS, |group, n| group.damaged = n as u16),
    Figure::units("galvanized", UNITS, |group, n| group.galvanized = n as u16),
];

/// Reads dice that a unit rolls; `None` if it rolls none.
fn dice(typed: &Spanned<String>) -> Result<Option<Roll>, Diagnostic> {
    let text = typed.value.trim();
    match normalise(text) == "none" || text == "0" || text.is_empty() {
        true => Ok(None),
        false => roll(&typed.place, &typed.value).map(Some),
    }
}

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
    let example: Vec<String> = names(&FIGURES).map(|name| format!("`{name}=…`")).collect();
    check_no_parts(text, "units", &example.join(", "))?;
    set_figures(&FIGURES, &mut group, text)?;
    Ok((printed, group))
}

/// Returns the faction of this name.
pub(super) fn find_faction<'a>(
    catalogue: &'a Ti4Catalogue,
    name: &Spanned<String>,
) -> Result<&'a Faction, Diagnostic> {
    catalogue.faction(&name.value).ok_or_else(|| {
        Diagnostic::unknown(&name.place, "faction", catalogue.factions.iter().map(|f| &f.name))
    })
}

/// Creates the error for a unit that the catalogue does not have.
pub(super) fn unknown_unit(catalogue: &Ti4Catalogue, class: &Spanned<String>) -> Diagnostic {
    let known = catalogue.units.iter().map(|unit| &unit.name);
    let listed = "`fleetodds fleets list --rules ti4-space` shows all units";
    Diagnostic::unknown_of_many(&class.place, "unit", known, listed)
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
