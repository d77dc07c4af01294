//! Resolves a group to figures: looks up its class and species, and adds up its parts.

use std::sync::Arc;

use super::advice::advice;
use super::blueprint::{Loadout, PrintedBlueprint};
use super::catalogue::{Class, EclipseCatalogue, NonPlayerShip, ShipPart, Species};
use super::figures::FIGURES;
use crate::games::common::figures::{count, names, set_figures};
use crate::games::eclipse::rules::limits::SHIPS;
use crate::games::eclipse::rules::{EclipseGroup, Technologies};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::fields::same;
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Item, Spanned};
use crate::scenario::settings::find;

/// Catalogue to look up names in, and how strict to be.
#[derive(Clone, Copy, Debug)]
pub struct BlueprintRules<'a> {
    /// Catalogue.
    pub catalogue: &'a EclipseCatalogue,
    /// Whether illegal blueprints are allowed.
    pub any_blueprint: bool,
}

/// Species of ships that do not name one.
pub(super) const DEFAULT_SPECIES: &str = "terran";

/// A group resolved to figures, with its class.
pub(super) struct Resolved {
    pub(super) group: EclipseGroup,
    pub(super) class: String,
    pub(super) non_player: bool,
    /// Technologies of the ship itself.
    pub(super) technologies: Technologies,
}

/// Resolves one group. `side_species` is the species of groups that do not name their own.
pub(super) fn resolve_group(
    rules: BlueprintRules<'_>,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<Resolved, Diagnostic> {
    let catalogue = rules.catalogue;
    let count = count(text, "ships", SHIPS)?;
    let mut resolved = match catalogue.non_player(&text.class.value) {
        Some(ship) if text.species.is_none() => non_player(text, ship)?,
        _ => player(rules, text, side_species)?,
    };
    resolved.group.count = count;
    set_figures(&FIGURES, &mut resolved.group, text)?;
    Ok(resolved)
}

/// Resolves a group of non-player ships.
fn non_player(text: &GroupText, ship: &NonPlayerShip) -> Result<Resolved, Diagnostic> {
    if let Some(item) = text.items.iter().find(|i| !matches!(i.value, Item::Figure(..))) {
        return Err(Diagnostic::at(&item.place, format!("`{}` has no blueprint", ship.name))
            .label("parts cannot be added to it")
            .help("set its figures directly: `hull=3`"));
    }
    let group = EclipseGroup {
        figures: ship.figures,
        count: 1,
        damaged: Vec::new(),
        rank: ship.rank,
        tiles: ship.tiles,
        cost: ship.cost,
        owner: 0,
        mobile: false,
        retreating: false,
    };
    let mut technologies = Technologies::default();
    ship.technologies.iter().for_each(|name| learn(&mut technologies, name));
    Ok(Resolved { group, class: ship.name.clone(), non_player: true, technologies })
}

/// A group of a player's ships as it is built.
pub(crate) struct Built<'a> {
    pub(crate) class: &'a Class,
    pub(crate) loadout: Loadout<'a>,
}

/// Returns a group of a player's ships as it is built. The blueprint need not be legal.
pub(super) fn built<'a>(
    catalogue: &'a EclipseCatalogue,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<Built<'a>, Diagnostic> {
    let (class, printed) = printed(catalogue, text, side_species)?;
    let loadout = Loadout { printed, parts: parts(catalogue, text, class, printed)? };
    let class = catalogue
        .class(class)
        .ok_or_else(|| Diagnostic::at(&text.class.place, format!("`{class}` has no rank")))?;
    Ok(Built { class, loadout })
}

/// Resolves a group of a player's ships, and checks its blueprint.
fn player(
    rules: BlueprintRules<'_>,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<Resolved, Diagnostic> {
    let catalogue = rules.catalogue;
    let Built { class: class_data, loadout } = built(catalogue, text, side_species)?;
    let (class, printed) = (class_data.name.as_str(), loadout.printed);
    let is_built = text.items.iter().any(|item| !matches!(item.value, Item::Figure(..)));
    if is_built
        && !rules.any_blueprint
        && let Some(fault) = loadout.fault(class, class_data.mobile)
    {
        let place = changed_place(text);
        let advice = advice(catalogue, text, class, class_data.mobile, &loadout);
        return Err(Diagnostic::at(place, fault)
            .label("illegal blueprint")
            .help(format!("{advice}`--any-blueprint` allows it")));
    }
    let group = EclipseGroup {
        figures: loadout.figures(),
        count: 1,
        damaged: Vec::new(),
        rank: class_data.rank,
        tiles: class_data.tiles,
        cost: printed.cost,
        owner: 0,
        mobile: class_data.mobile,
        retreating: false,
    };
    let technologies = Technologies::default();
    Ok(Resolved { group, class: class.to_string(), non_player: false, technologies })
}

/// Returns the place of the last change of a loadout that was made elsewhere, as by a sweep, or of
/// the whole group.
fn changed_place(text: &GroupText) -> &Place {
    let last = text.items.last().map(|item| &item.place);
    last.filter(|place| !Arc::ptr_eq(&place.source, &text.place.source)).unwrap_or(&text.place)
}

/// Adds a technology by its name in the catalogue. Other names have no effect in combat.
pub(super) fn learn(technologies: &mut Technologies, name: &str) {
    match name {
        "point-defense" => technologies.point_defense = true,
        "distortion-shield" => technologies.distortion_shield = true,
        "antimatter-splitter" => technologies.antimatter_splitter = true,
        "tractor-beam" => technologies.tractor_beam = true,
        "neutron-bombs" => technologies.neutron_bombs = true,
        "neutron-absorber" => technologies.neutron_absorber = true,
        _ => {}
    }
}

/// Returns the species of this name.
pub(super) fn find_species<'a>(
    catalogue: &'a EclipseCatalogue,
    named: &Spanned<String>,
) -> Result<&'a Species, Diagnostic> {
    find(&catalogue.species, |species| &species.name, named, "species")
}

/// Returns class and blueprint of a group, by its own species, that of its side or the default.
pub(super) fn printed<'a>(
    catalogue: &'a EclipseCatalogue,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<(&'a str, &'a PrintedBlueprint), Diagnostic> {
    let species = match text.species.as_ref().or(side_species) {
        Some(named) => find_species(catalogue, named)?,
        None => catalogue.species(DEFAULT_SPECIES).ok_or_else(|| {
            Diagnostic::at(&text.class.place, "the catalogue has no species `terran`")
        })?,
    };
    let wanted = normalise(&text.class.value);
    if let Some((class, printed)) = species.ships.iter().find(|(c, _)| normalise(c) == wanted) {
        return Ok((class, printed));
    }
    let place = &text.class.place;
    if let Some(ship) = catalogue.non_player(&wanted) {
        let (ship, species) = (&ship.name, &species.name);
        return Err(Diagnostic::at(place, format!("`{ship}` does not belong to a species"))
            .help(format!("leave out `{species}/`")));
    }
    let Some(class) = catalogue.class(&wanted) else {
        let players = catalogue.classes.iter().map(|c| c.name.as_str());
        let others = catalogue.non_players.iter().map(|n| n.name.as_str());
        return Err(Diagnostic::unknown(place, "class of ship", players.chain(others)));
    };
    let owners: Vec<String> = catalogue
        .species
        .iter()
        .filter(|s| s.ships.iter().any(|(c, _)| normalise(c) == wanted))
        .map(|s| format!("`{}/{}`", s.name, class.name))
        .collect();
    let error = Diagnostic::at(place, format!("`{}` has no `{}`", species.name, class.name));
    Err(error.help(format!("available: {}", owners.join(", "))))
}

/// Returns the parts on a blueprint: those listed, or the printed ones with the changes given.
fn parts<'a>(
    catalogue: &'a EclipseCatalogue,
    text: &GroupText,
    class: &str,
    printed: &'a PrintedBlueprint,
) -> Result<Vec<&'a ShipPart>, Diagnostic> {
    let bare = text.items.iter().find(|i| matches!(i.value, Item::Part(..)));
    let change = text.items.iter().find(|i| matches!(i.value, Item::Add(..) | Item::Remove(..)));
    if let (Some(bare), Some(change)) = (bare, change) {
        let later = if bare.place.range.start < change.place.range.start { change } else { bare };
        return Err(Diagnostic::at(
            &later.place,
            "a complete loadout cannot be combined with changes",
        )
        .help("list all parts without signs, or put `+` or `-` before each"));
    }
    let mut parts = match bare {
        Some(_) => Vec::new(),
        None => catalogue.printed_loadout(printed).parts,
    };
    for item in &text.items {
        match &item.value {
            Item::Part(n, name) | Item::Add(n, name) => {
                let part = part(catalogue, name)?;
                for _ in 0..few(*n, name)? {
                    parts.push(part);
                }
            }
            Item::Remove(n, name) => {
                let part = part(catalogue, name).map_err(|error| carried(error, &parts, name))?;
                for _ in 0..few(*n, name)? {
                    let at = parts.iter().position(|p| p.name == part.name);
                    let at = at.ok_or_else(|| not_carried(class, &parts, name))?;
                    parts.remove(at);
                }
            }
            Item::Figure(..) => {}
        }
    }
    Ok(parts)
}

/// Returns the part of this name.
fn part<'a>(
    catalogue: &'a EclipseCatalogue,
    name: &Spanned<String>,
) -> Result<&'a ShipPart, Diagnostic> {
    find(&catalogue.parts, |part| &part.name, name, "part").map_err(|unknown| {
        match names(&FIGURES).find(|figure| same(figure, &name.value)) {
            Some(figure) => {
                Diagnostic::at(&name.place, format!("`{figure}` is a figure, not a part"))
                    .label(format!("expected `{figure}=…`"))
            }
            None => unknown,
        }
    })
}

/// Adds to the error for a part the parts of its kind that the ship carries.
fn carried(error: Diagnostic, parts: &[&ShipPart], name: &Spanned<String>) -> Diagnostic {
    let kind = normalise(&name.value);
    let Some(part) = parts.iter().find(|part| part.kind == kind) else { return error };
    let part = &part.name;
    error.help(format!("the printed one is `{part}`: write `-{part}`"))
}

/// Maximum number of copies of a part in one item: more than any blueprint has slots.
const MAX_PARTS: u64 = 16;

/// Checks the number of copies of a part.
fn few(n: u64, name: &Spanned<String>) -> Result<u64, Diagnostic> {
    if n <= MAX_PARTS {
        return Ok(n);
    }
    let error = Diagnostic::at(&name.place, format!("{n} copies of one part"));
    Err(error.label(format!("at most {MAX_PARTS}")))
}

/// Creates the error for a part that is to be removed from a blueprint without it.
fn not_carried(class: &str, parts: &[&ShipPart], name: &Spanned<String>) -> Diagnostic {
    let mut carried: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
    carried.sort_unstable();
    carried.dedup();
    let error = Diagnostic::at(&name.place, format!("`{class}` does not carry `{}`", name.value));
    error.help(format!("it carries: {}", carried.join(", ")))
}
