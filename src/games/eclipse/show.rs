//! Lists the catalogue of Eclipse and checks the legality of its fleets.

use std::fmt::Write;

use serde_json::Value;

use crate::games::eclipse::rules::{Dice, EclipseGroup, Figures};
use crate::games::eclipse::scenario::{
    BlueprintRules, Built, EclipseCatalogue, Loadout, NonPlayerShip, PrintedBlueprint, ShipPart,
    SideAllowances, Species, Technology, built_groups, resolve_side,
};
use crate::games::entry::unless_zero;
use crate::games::{BlueprintFigures, Entry, GroupDamage, GroupFigures, PartFigures};
use crate::report::entries::{line, provenance, unknown};
use crate::report::heading;
use crate::scenario::{Diagnostic, Provenance, SideText};

/// Returns all entries of the catalogue.
pub(crate) fn entries(catalogue: &EclipseCatalogue) -> Vec<Entry> {
    let ships = catalogue.species.iter().flat_map(|species| {
        species
            .ships
            .iter()
            .map(|(class, printed)| printed_ship(catalogue, species, class, printed))
    });
    let others = catalogue.non_players.iter().map(|ship| {
        let entry = Entry::new("Non-player ships", "ship", &ship.name, figures(&ship.figures));
        by_name(entry, &ship.figures).at(ship.cost).from(&ship.provenance)
    });
    let parts = catalogue.parts.iter().map(|part| {
        let entry = Entry::new("Parts", "part", &part.name, part_figures(part));
        let own = [("energy", unless_zero(part.energy)), ("slots", Some(part.slots.into()))];
        by_name(entry, &part.figures).with(own).from(&part.provenance)
    });
    let technologies = catalogue.technologies.iter().map(|technology| {
        let Technology { name, effect, provenance } = technology;
        Entry::new("Technologies", "technology", name, effect).from(provenance)
    });
    let species = catalogue.species.iter().map(|species| {
        let ships: Vec<&str> = species.ships.iter().map(|(class, _)| class.as_str()).collect();
        let entry = Entry::new("Species", "species", &species.name, ships.join(", "));
        entry.from(&species.provenance)
    });
    ships.chain(others).chain(parts).chain(technologies).chain(species).collect()
}

/// Returns a ship as it is printed.
fn printed_ship(
    catalogue: &EclipseCatalogue,
    species: &Species,
    class: &str,
    printed: &PrintedBlueprint,
) -> Entry {
    let loadout = catalogue.printed_loadout(printed);
    let parts: Vec<Value> = loadout.parts.iter().map(|part| part.name.as_str().into()).collect();
    let name = format!("{}/{class}", species.name);
    let own = &printed.provenance;
    let note = if own.note.is_empty() { &species.provenance.note } else { &own.note };
    let provenance = Provenance {
        confidence: confidence(species, printed).into(),
        note: note.clone(),
        ..species.provenance.clone()
    };
    let of_ship = loadout.figures();
    let entry = Entry::new("Player ships, as printed", "ship", &name, figures(&of_ship));
    by_name(entry, &of_ship)
        .with([("parts", Some(parts.into()))])
        .at(printed.cost)
        .of(&species.name)
        .from(&provenance)
}

/// Adds the figures of a ship or part.
fn by_name(entry: Entry, figures: &Figures) -> Entry {
    let Figures { cannons, missiles, computer, shield, hull, initiative, regenerate } = *figures;
    let dice = |dice: Dice| (dice.total() > 0).then(|| dice.to_string().into());
    entry.with([
        ("cannons", dice(cannons)),
        ("missiles", dice(missiles)),
        ("computer", unless_zero(computer)),
        ("shield", unless_zero(shield)),
        ("hull", unless_zero(hull)),
        ("initiative", unless_zero(initiative)),
        ("regenerate", unless_zero(regenerate)),
    ])
}

/// Formats the figures that are not 0: `2y, missiles 2o, comp 1, hull 2, init 3`.
fn figures(figures: &Figures) -> String {
    let Figures { cannons, missiles, computer, shield, hull, initiative, regenerate } = figures;
    let mut words = Vec::new();
    if cannons.total() > 0 {
        words.push(cannons.to_string());
    }
    if missiles.total() > 0 {
        words.push(format!("missiles {missiles}"));
    }
    let numbers = [
        ("computer", i32::from(*computer)),
        ("shield", i32::from(*shield)),
        ("hull", i32::from(*hull)),
        ("initiative", i32::from(*initiative)),
        ("regenerates", i32::from(*regenerate)),
    ];
    words.extend(numbers.iter().filter(|(_, n)| *n != 0).map(|(name, n)| format!("{name} {n}")));
    let short = words.join(", ").replace("computer", "comp").replace("initiative", "init");
    if short.is_empty() { "–".into() } else { short }
}

fn part_figures(part: &ShipPart) -> String {
    let energy = match part.energy {
        0 => String::new(),
        e if e > 0 => format!(", energy +{e}"),
        e => format!(", energy {e}"),
    };
    format!("{}{energy}", figures(&part.figures))
}

/// Shows the entry with a name: a ship, part, species, technology or class.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn show(catalogue: &EclipseCatalogue, name: &str) -> Result<String, Diagnostic> {
    if let Some((species, class)) = name.split_once('/') {
        return show_ship(catalogue, species, class);
    }
    if let Some(ship) = catalogue.non_player(name) {
        return Ok(show_non_player(catalogue, ship));
    }
    if let Some(part) = catalogue.part(name) {
        let mut text = String::new();
        let slots = if part.slots == 1 { "" } else { ", takes no slot" };
        line!(text, "{} ({})", heading(&part.name), part.kind);
        line!(text, "  {}{slots}", part_figures(part));
        provenance(&mut text, &catalogue.sources, &part.provenance);
        return Ok(text);
    }
    if let Some(species) = catalogue.species(name) {
        let mut text = String::new();
        line!(text, "{}", heading(&species.name));
        for (class, printed) in &species.ships {
            blueprint(&mut text, class, &catalogue.printed_loadout(printed));
        }
        provenance(&mut text, &catalogue.sources, &species.provenance);
        return Ok(text);
    }
    if let Some(technology) = catalogue.technology(name) {
        let mut text = String::new();
        line!(text, "{}", heading(&technology.name));
        line!(text, "  {}", technology.effect);
        provenance(&mut text, &catalogue.sources, &technology.provenance);
        return Ok(text);
    }
    if catalogue.class(name).is_some() {
        return show_ship(catalogue, "terran", name).or_else(|_| {
            let owner = catalogue.species.iter().find(|s| printed(s, name).is_some());
            show_ship(catalogue, owner.map_or("terran", |s| &s.name), name)
        });
    }
    Err(no_entry(catalogue, name))
}

/// Returns the confidence in a blueprint: its own, or that of its species if it has none.
fn confidence<'a>(species: &'a Species, printed: &'a PrintedBlueprint) -> &'a str {
    let own = &printed.provenance.confidence;
    if own.is_empty() { &species.provenance.confidence } else { own }
}

fn printed<'a>(species: &'a Species, class: &str) -> Option<&'a PrintedBlueprint> {
    let same = |name: &str| crate::scenario::normalise(name) == crate::scenario::normalise(class);
    species.ships.iter().find(|(name, _)| same(name)).map(|(_, printed)| printed)
}

fn show_ship(
    catalogue: &EclipseCatalogue,
    species: &str,
    class: &str,
) -> Result<String, Diagnostic> {
    let name = format!("{species}/{class}");
    let found = catalogue.species(species).and_then(|s| Some((s, printed(s, class)?)));
    let Some((species, printed)) = found else {
        return Err(no_entry(catalogue, &name));
    };
    let mut text = String::new();
    line!(text, "{}", heading(format!("{}/{class}", species.name)));
    blueprint(&mut text, class, &catalogue.printed_loadout(printed));
    let own = &printed.provenance;
    let note = if own.note.is_empty() { &species.provenance.note } else { &own.note };
    let confidence = confidence(species, printed).to_string();
    let all = Provenance { confidence, note: note.clone(), ..species.provenance.clone() };
    provenance(&mut text, &catalogue.sources, &all);
    Ok(text)
}

fn no_entry(catalogue: &EclipseCatalogue, name: &str) -> Diagnostic {
    let ships = catalogue.species.iter().flat_map(|s| {
        std::iter::once(s.name.clone())
            .chain(s.ships.iter().map(|(c, _)| format!("{}/{c}", s.name)))
    });
    let names: Vec<String> = ships
        .chain(catalogue.non_players.iter().map(|n| n.name.clone()))
        .chain(catalogue.parts.iter().map(|p| p.name.clone()))
        .chain(catalogue.technologies.iter().map(|t| t.name.clone()))
        .chain(catalogue.classes.iter().map(|c| c.name.clone()))
        .collect();
    unknown(name, names.iter().map(String::as_str).collect(), "eclipse")
}

fn blueprint(text: &mut String, class: &str, loadout: &Loadout<'_>) {
    let printed = loadout.printed;
    let parts: Vec<&str> = loadout.parts.iter().map(|p| p.name.as_str()).collect();
    line!(text, "  {class}: {}", figures(&loadout.figures()));
    line!(
        text,
        "    cost {}, {} of {} slots, energy left {}: {}",
        printed.cost,
        loadout.slots_used(),
        printed.slots,
        loadout.energy_left(),
        parts.join(", ")
    );
}

fn show_non_player(catalogue: &EclipseCatalogue, ship: &NonPlayerShip) -> String {
    let mut text = String::new();
    line!(text, "{} (non-player ship)", heading(&ship.name));
    line!(text, "  {}", figures(&ship.figures));
    let NonPlayerShip { rank, tiles, cost, .. } = ship;
    line!(text, "  rank {rank}, reputation tiles for destroying it: {tiles}, cost {cost}");
    if !ship.technologies.is_empty() {
        line!(text, "  {}", ship.technologies.join(", "));
    }
    provenance(&mut text, &catalogue.sources, &ship.provenance);
    text
}

/// Returns the figures of each group of a side. Blueprints need not be legal.
///
/// # Errors
/// If a name is not in the catalogue, or a figure is wrong.
pub(crate) fn group_figures(
    catalogue: &EclipseCatalogue,
    text: &SideText,
) -> Result<Vec<GroupFigures>, Diagnostic> {
    let rules = BlueprintRules { catalogue, any_blueprint: true };
    let allowances = SideAllowances { may_retreat: true, may_be_empty: true };
    let side = resolve_side(rules, text, "fleet", 0, allowances)?;
    let groups = side.fleet.groups.iter().zip(&side.labels.classes);
    let group = |((group, class), built): ((&EclipseGroup, &String), Option<Built<'_>>)| {
        let damaged = group.damaged.iter().map(|points| u32::from(*points));
        let most = u32::from(group.figures.hull);
        GroupFigures {
            class: class.clone(),
            summary: figures(&group.figures),
            cost: f64::from(group.cost) * f64::from(group.count),
            damage: (most > 0).then(|| GroupDamage::by_ship(group.count, damaged, most)),
            blueprint: built.as_ref().map(blueprint_figures),
        }
    };
    Ok(groups.zip(built_groups(catalogue, text)?).map(group).collect())
}

fn blueprint_figures(built: &Built<'_>) -> BlueprintFigures {
    let Built { class, loadout } = built;
    let part = |part: &&ShipPart| PartFigures {
        name: part.name.clone(),
        summary: part_figures(part),
        slots: part.slots,
    };
    BlueprintFigures {
        slots: loadout.printed.slots,
        used: loadout.slots_used(),
        energy_left: loadout.energy_left(),
        has_drive: loadout.has_drive(),
        needs_drive: class.mobile,
        fault: loadout.fault(&class.name, class.mobile),
        printed: loadout.printed.parts.clone(),
        parts: loadout.parts.iter().map(part).collect(),
    }
}

/// Checks that fleets are legal and lists their figures and costs. Without fleets, checks the
/// catalogue.
///
/// # Errors
/// If a fleet or a blueprint of the catalogue is not legal.
pub(crate) fn check(
    catalogue: &EclipseCatalogue,
    fleets: &[SideText],
    any_blueprint: bool,
) -> Result<String, Diagnostic> {
    if fleets.is_empty() {
        return check_catalogue(catalogue);
    }
    let mut text = String::new();
    for fleet in fleets {
        let rules = BlueprintRules { catalogue, any_blueprint };
        let side = resolve_side(rules, fleet, "fleet", 0, SideAllowances::default())?;
        line!(text, "{}", heading(&side.labels.fleet));
        let mut total = 0;
        for (group, class) in side.fleet.groups.iter().zip(&side.labels.classes) {
            let cost = group.cost * u32::from(group.count);
            total += cost;
            let name = format!("{} {class}", group.count);
            line!(text, "  {name:<24}{:<44}{cost:>5}", figures(&group.figures));
        }
        line!(
            text,
            "  {:<68}{total:>5}",
            if any_blueprint { "materials" } else { "legal, materials" }
        );
        for warning in &side.warnings {
            line!(text, "  warning: {warning}");
        }
    }
    Ok(text)
}

/// Checks that every blueprint of the catalogue is legal and counts the entries. Malformed
/// entries have already been refused when the files were read.
fn check_catalogue(catalogue: &EclipseCatalogue) -> Result<String, Diagnostic> {
    let mut ships = 0;
    for species in &catalogue.species {
        for (class, printed) in &species.ships {
            let Some(data) = catalogue.class(class) else {
                return Err(Diagnostic::new(format!("{}/{class}: unknown class", species.name)));
            };
            let name = format!("{}/{class}", species.name);
            if let Some(fault) = catalogue.printed_loadout(printed).fault(&name, data.mobile) {
                return Err(Diagnostic::new(fault));
            }
            ships += 1;
        }
    }
    let (parts, others) = (catalogue.parts.len(), catalogue.non_players.len());
    let species = catalogue.species.len();
    Ok(format!(
        "{ships} blueprints of {species} species are legal; {parts} parts, {others} non-player ships\n"
    ))
}
