//! Lists the catalogue of Eclipse and checks the legality of its fleets.

use serde_json::Value;

use crate::answer::Side;
use crate::games::eclipse::rules::{Dice, EclipseFleet, EclipseGroup, Figures};
use crate::games::eclipse::scenario::{
    BlueprintRules, Built, EclipseCatalogue, Loadout, NonPlayerShip, PrintedBlueprint, ShipPart,
    SideAllowances, Species, Technology, built_groups, resolve_side,
};
use crate::games::entry::{unknown, unless_zero};
use crate::games::{
    BlueprintFigures, CheckedFleet, Details, Entry, GroupDamage, GroupFigures, PartFigures,
};
use crate::scenario::{Diagnostic, Provenance, SideText, title_of};

/// Name for people of the GCDS.
const CENTRE: &str = "Galactic Center (GCDS)";

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
        let entry = entry.titled(&title_of(&ship.name).replace("GCDS", CENTRE));
        by_name(entry, &ship.figures).at(ship.cost).from(&ship.provenance)
    });
    let parts = catalogue.parts.iter().map(|part| {
        let entry = Entry::new("Parts", "part", &part.name, part_figures(part));
        let own = [("energy", unless_zero(part.energy)), ("slots", Some(part.slots.into()))];
        let is_found = ["discovery", "species"].contains(&part.origin.as_str());
        let entry = Entry { sort: part.kind.clone(), is_found, ..entry };
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
    let of_ship = loadout.figures();
    let entry = Entry::new("Player ships, as printed", "ship", &name, figures(&of_ship));
    by_name(entry, &of_ship)
        .with([("parts", Some(parts.into()))])
        .at(printed.cost)
        .of(&species.name)
        .from(&provenance(species, printed))
}

/// Adds the figures of a ship or part.
fn by_name(entry: Entry, figures: &Figures) -> Entry {
    let dice = |dice: Dice| (dice.total() > 0).then(|| dice.to_string().into());
    entry
        .with(figures.weapons().map(|(name, icons)| (name, dice(icons))))
        .with(figures.numbers().map(|(name, n)| (name, unless_zero(n))))
}

/// Formats the figures that are not 0: `2y, missiles 2o, comp 1, hull 2, init 3`.
fn figures(figures: &Figures) -> String {
    let mut words = Vec::new();
    if figures.cannons.total() > 0 {
        words.push(figures.cannons.to_string());
    }
    if figures.missiles.total() > 0 {
        words.push(format!("missiles {}", figures.missiles));
    }
    let numbers = figures.numbers().into_iter().filter(|(_, n)| *n != 0);
    words.extend(numbers.map(|(name, n)| match name {
        "computer" => format!("comp {n}"),
        "initiative" => format!("init {n}"),
        "regenerate" => format!("regenerates {n}"),
        _ => format!("{name} {n}"),
    }));
    let short = words.join(", ");
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

/// Returns all that is known of the entry with a name: a ship, part, species, technology or class.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn details(catalogue: &EclipseCatalogue, name: &str) -> Result<Details, Diagnostic> {
    let sources = &catalogue.sources;
    if let Some((species, class)) = name.split_once('/') {
        return ship(catalogue, species, class);
    }
    if let Some(ship) = catalogue.non_player(name) {
        return Ok(non_player(catalogue, ship));
    }
    if let Some(part) = catalogue.part(name) {
        let ShipPart { name, kind, slots, provenance, .. } = part;
        let slots = if *slots == 1 { "" } else { ", takes no slot" };
        let lines = vec![format!("{}{slots}", part_figures(part))];
        return Ok(Details::new(name, format!(" ({kind})"), lines, provenance, sources));
    }
    if let Some(Species { name, ships, provenance, .. }) = catalogue.species(name) {
        let blueprint = |(class, printed): &(String, PrintedBlueprint)| {
            blueprint(class, &catalogue.printed_loadout(printed))
        };
        let lines = ships.iter().flat_map(blueprint).collect();
        return Ok(Details::new(name, String::new(), lines, provenance, sources));
    }
    if let Some(Technology { name, effect, provenance }) = catalogue.technology(name) {
        let lines = vec![effect.clone()];
        return Ok(Details::new(name, String::new(), lines, provenance, sources));
    }
    if catalogue.class(name).is_some() {
        return ship(catalogue, "terran", name).or_else(|_| {
            let owner = catalogue.species.iter().find(|s| printed(s, name).is_some());
            ship(catalogue, owner.map_or("terran", |s| &s.name), name)
        });
    }
    Err(no_entry(catalogue, name))
}

/// Returns the source of a blueprint: what it says itself, or else what its species says.
fn provenance(species: &Species, printed: &PrintedBlueprint) -> Provenance {
    let [own, all] = [&printed.provenance, &species.provenance];
    let given = |own: &String, all: &String| if own.is_empty() { all.clone() } else { own.clone() };
    Provenance {
        confidence: given(&own.confidence, &all.confidence),
        note: given(&own.note, &all.note),
        ..all.clone()
    }
}

fn printed<'a>(species: &'a Species, class: &str) -> Option<&'a PrintedBlueprint> {
    let same = |name: &str| crate::scenario::normalise(name) == crate::scenario::normalise(class);
    species.ships.iter().find(|(name, _)| same(name)).map(|(_, printed)| printed)
}

fn ship(catalogue: &EclipseCatalogue, species: &str, class: &str) -> Result<Details, Diagnostic> {
    let name = format!("{species}/{class}");
    let found = catalogue.species(species).and_then(|s| Some((s, printed(s, class)?)));
    let Some((species, printed)) = found else {
        return Err(no_entry(catalogue, &name));
    };
    let name = format!("{}/{class}", species.name);
    let lines = blueprint(class, &catalogue.printed_loadout(printed)).to_vec();
    let provenance = provenance(species, printed);
    Ok(Details::new(&name, String::new(), lines, &provenance, &catalogue.sources))
}

fn no_entry(catalogue: &EclipseCatalogue, name: &str) -> Diagnostic {
    let classes = catalogue.classes.iter().map(|class| class.name.clone());
    let names = entries(catalogue).into_iter().map(|entry| entry.name).chain(classes);
    unknown(name, names, "eclipse")
}

/// Returns the lines of a blueprint: its figures, and its parts.
fn blueprint(class: &str, loadout: &Loadout<'_>) -> [String; 2] {
    let printed = loadout.printed;
    let parts: Vec<&str> = loadout.parts.iter().map(|p| p.name.as_str()).collect();
    let (used, left) = (loadout.slots_used(), loadout.energy_left());
    let (cost, slots) = (printed.cost, printed.slots);
    let parts = parts.join(", ");
    [
        format!("{class}: {}", figures(&loadout.figures())),
        format!("  cost {cost}, {used} of {slots} slots, energy left {left}: {parts}"),
    ]
}

fn non_player(catalogue: &EclipseCatalogue, ship: &NonPlayerShip) -> Details {
    let NonPlayerShip { name, figures, rank, tiles, cost, technologies, provenance, .. } = ship;
    let mut lines = vec![
        self::figures(figures),
        format!("rank {rank}, reputation tiles for destroying it: {tiles}, cost {cost}"),
    ];
    if !technologies.is_empty() {
        lines.push(technologies.join(", "));
    }
    Details::new(name, " (non-player ship)".into(), lines, provenance, &catalogue.sources)
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
    let built = built_groups(catalogue, text)?;
    let with = |(group, built): (GroupFigures, Option<Built<'_>>)| GroupFigures {
        blueprint: built.as_ref().map(blueprint_figures),
        ..group
    };
    Ok(groups(&side).into_iter().zip(built).map(with).collect())
}

/// Returns the figures of each group, without blueprints.
fn groups(side: &Side<EclipseFleet>) -> Vec<GroupFigures> {
    let group = |(group, class): (&EclipseGroup, &String)| {
        let damaged = group.damaged.iter().map(|points| u32::from(*points));
        let most = u32::from(group.figures.hull);
        GroupFigures {
            class: class.clone(),
            count: group.count.into(),
            summary: figures(&group.figures),
            cost: f64::from(group.cost) * f64::from(group.count),
            damage: (most > 0).then(|| GroupDamage::by_ship(group.count, damaged, most)),
            blueprint: None,
        }
    };
    side.fleet.groups.iter().zip(&side.labels.classes).map(group).collect()
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

/// Checks that a fleet is legal, and returns its figures and costs.
///
/// # Errors
/// If the fleet is not legal.
pub(crate) fn check(
    catalogue: &EclipseCatalogue,
    fleet: &SideText,
    any_blueprint: bool,
) -> Result<CheckedFleet, Diagnostic> {
    let rules = BlueprintRules { catalogue, any_blueprint };
    let side = resolve_side(rules, fleet, "fleet", 0, SideAllowances::default())?;
    let groups = groups(&side);
    let total = groups.iter().map(|group| group.cost).sum();
    let words = if any_blueprint { "materials" } else { "legal, materials" };
    let remarks = side.warnings.iter().map(|warning| format!("warning: {warning}")).collect();
    Ok(CheckedFleet { fleet: side.labels.fleet, groups, total: Some((words, total)), remarks })
}

/// Checks that every blueprint of the catalogue is legal and counts the entries. Malformed
/// entries have already been refused when the files were read.
pub(crate) fn check_catalogue(catalogue: &EclipseCatalogue) -> Result<String, Diagnostic> {
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
