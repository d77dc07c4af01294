//! From names to figures: every group is looked up in the catalogue, its parts are added
//! up and checked.

use super::blueprint::{Loadout, Printed};
use super::catalogue::{Catalogue, NonPlayer, Species};
use super::diagnostics::{Diagnostic, shorten};
use super::figures::{dice, figure};
use super::model::{Side, SideText};
use super::names::normalise;
use super::notation::{GroupText, Item, OptionText, Spanned, Value};
use super::settings::{parse_objective, parse_policy};
use crate::rules::eclipse::limits::{FIGURE, HULL, SHIPS};
use crate::rules::eclipse::{Figures, Fleet, Group, Labels, Objective, Policy};

/// What names are looked up in.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// The catalogue.
    pub catalogue: &'a Catalogue,
    /// Blueprints need not be legal.
    pub any_blueprint: bool,
}

/// Species of ships that name none.
const DEFAULT_SPECIES: &str = "terran";

/// Keys that a group may give as figures.
const FIGURES: [&str; 9] = [
    "cannons",
    "missiles",
    "computer",
    "shield",
    "hull",
    "initiative",
    "regenerate",
    "cost",
    "damaged",
];

/// Options of a side.
const OPTIONS: [&str; 4] = ["play", "objective", "species", "name"];

/// Options of a side in rulebooks that come later.
const LATER_OPTIONS: [&str; 17] = [
    "faction",
    "sustain",
    "loss-order",
    "leadership",
    "personae",
    "edge",
    "tie-breaker",
    "neutral",
    "doctrine",
    "retreat",
    "influence",
    "alliance",
    "technologies",
    "effects",
    "power",
    "speed",
    "target",
];

/// Looks up one side; `role` is its name if it has none, `side` 0 for the attacker.
///
/// # Errors
/// A message with the place of the first thing that is wrong.
pub fn resolve_side(
    rules: Rules<'_>,
    text: &SideText,
    role: &str,
    side: usize,
) -> Result<Side, Diagnostic> {
    let mut side_options = SideOptions {
        play: text.play,
        objective: text.objective,
        species: text.species.clone(),
        name: text.name.clone(),
    };
    for option in &text.fleet.options {
        side_options.read(rules.catalogue, option)?;
    }
    let species = side_options.species.as_ref();
    if let Some(species) = species {
        find_species(rules.catalogue, species)?;
    }
    let groups: Vec<Resolved> = text
        .fleet
        .groups
        .iter()
        .map(|group| resolve_group(rules, group, species))
        .collect::<Result<_, _>>()?;
    let non_player = all_of_a_kind(&groups, text)?;
    let default = if non_player { Policy::Npc } else { Policy::Optimal };
    let warnings = too_many(rules.catalogue, &groups);
    let classes = groups.iter().map(|g| g.class.clone()).collect();
    let fleet = Fleet {
        groups: groups.into_iter().map(|g| g.group).collect(),
        non_player,
        policy: text.command.or(side_options.play).unwrap_or(default),
        objective: side_options.objective.unwrap_or_default(),
    };
    fleet.check(side).map_err(|limit| {
        let place = limit.group.map_or(&text.place, |g| &text.fleet.groups[g].place);
        Diagnostic::at(place, limit.message)
    })?;
    let labels = Labels {
        name: side_options.name.unwrap_or_else(|| role.to_string()),
        fleet: text.fleet.to_string(),
        classes,
    };
    Ok(Side { labels, fleet, warnings })
}

/// What is said of a side as a whole.
struct SideOptions {
    play: Option<Policy>,
    objective: Option<Objective>,
    species: Option<Spanned<String>>,
    name: Option<String>,
}

impl SideOptions {
    fn read(&mut self, catalogue: &Catalogue, option: &OptionText) -> Result<(), Diagnostic> {
        let place = &option.name.place;
        let name = normalise(&option.name.value);
        if let Some(technology) = catalogue.technology(&name) {
            return Err(Diagnostic::not_yet(
                place,
                &format!("the technology `{}`", technology.name),
            ));
        }
        if LATER_OPTIONS.iter().any(|later| normalise(later) == name) {
            return Err(Diagnostic::not_yet(place, &format!("the option `{name}`")));
        }
        let Some(name) = OPTIONS.into_iter().find(|known| normalise(known) == name) else {
            let technologies = catalogue.technologies.iter().map(|t| t.name.as_str());
            let known: Vec<&str> = OPTIONS.into_iter().chain(technologies).collect();
            return Err(Diagnostic::unknown(place, "option", &known));
        };
        let Some(Value::One(value)) = &option.value else {
            return Err(Diagnostic::at(place, format!("`{name}` needs one value"))
                .label(format!("expected `{name}=…`")));
        };
        let is_new = match name {
            "play" => {
                let policy = parse_policy(&value.place, &value.value)?;
                self.play.replace(policy).is_none()
            }
            "objective" => {
                let objective = parse_objective(&value.place, &value.value)?;
                self.objective.replace(objective).is_none()
            }
            "name" => self.name.replace(value.value.clone()).is_none(),
            _ => self.species.replace(value.clone()).is_none(),
        };
        if !is_new {
            return Err(Diagnostic::at(place, format!("`{name}` is given twice")));
        }
        Ok(())
    }
}

/// A group in figures, and what else must be known of it.
struct Resolved {
    group: Group,
    class: String,
    non_player: bool,
}

fn resolve_group(
    rules: Rules<'_>,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<Resolved, Diagnostic> {
    let catalogue = rules.catalogue;
    let count = count(text)?;
    let mut resolved = match catalogue.non_player(&text.class.value) {
        Some(ship) if text.species.is_none() => non_player(text, ship)?,
        _ => player(rules, text, side_species)?,
    };
    resolved.group.count = count;
    let mut given = Vec::new();
    for item in &text.items {
        if let Item::Figure(key, value) = &item.value {
            let name = normalise(&key.value);
            if given.contains(&name) {
                return Err(Diagnostic::at(&key.place, format!("`{name}` is given twice")));
            }
            given.push(name);
            set_figure(&mut resolved.group, key, value)?;
        }
    }
    Ok(resolved)
}

fn count(text: &GroupText) -> Result<u16, Diagnostic> {
    let Some(count) = &text.count else {
        return Ok(1);
    };
    if (1..=SHIPS as u64).contains(&count.value) {
        return Ok(count.value as u16);
    }
    let seen = shorten(count.place.text());
    Err(Diagnostic::at(&count.place, format!("`{seen}` ships in a group"))
        .label(format!("allowed are 1 to {SHIPS}")))
}

fn non_player(text: &GroupText, ship: &NonPlayer) -> Result<Resolved, Diagnostic> {
    if let Some(technology) = ship.technologies.first() {
        let what = format!("`{technology}`, which `{}` has,", ship.name);
        return Err(Diagnostic::not_yet(&text.class.place, &what));
    }
    if let Some(item) = text.items.iter().find(|i| !matches!(i.value, Item::Figure(..))) {
        return Err(Diagnostic::at(&item.place, format!("`{}` has no blueprint", ship.name))
            .label("parts cannot be put on it")
            .help("give its figures outright: `hull=3`"));
    }
    let group = Group {
        figures: ship.figures,
        count: 1,
        damaged: Vec::new(),
        rank: ship.rank,
        tiles: ship.tiles,
        cost: ship.cost,
    };
    Ok(Resolved { group, class: ship.name.clone(), non_player: true })
}

fn player(
    rules: Rules<'_>,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<Resolved, Diagnostic> {
    let catalogue = rules.catalogue;
    let (class, printed) = printed(catalogue, text, side_species)?;
    let class_data = catalogue
        .class(class)
        .ok_or_else(|| Diagnostic::at(&text.class.place, format!("`{class}` has no rank")))?;
    let loadout = Loadout { printed, parts: parts(catalogue, text, class, printed)? };
    let is_built = text.items.iter().any(|item| !matches!(item.value, Item::Figure(..)));
    if is_built
        && !rules.any_blueprint
        && let Some(fault) = loadout.fault(class, class_data.mobile)
    {
        return Err(Diagnostic::at(&text.place, fault)
            .label("illegal blueprint")
            .help("`--any-blueprint` allows it"));
    }
    let group = Group {
        figures: loadout.figures(),
        count: 1,
        damaged: Vec::new(),
        rank: class_data.rank,
        tiles: class_data.tiles,
        cost: printed.cost,
    };
    Ok(Resolved { group, class: class.to_string(), non_player: false })
}

fn find_species<'a>(
    catalogue: &'a Catalogue,
    named: &Spanned<String>,
) -> Result<&'a Species, Diagnostic> {
    catalogue.species(&named.value).ok_or_else(|| {
        let known: Vec<&str> = catalogue.species.iter().map(|s| s.name.as_str()).collect();
        Diagnostic::unknown(&named.place, "species", &known)
    })
}

/// The blueprint of a group: of its species, its side's, or the default.
fn printed<'a>(
    catalogue: &'a Catalogue,
    text: &GroupText,
    side_species: Option<&Spanned<String>>,
) -> Result<(&'a str, &'a Printed), Diagnostic> {
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
        return Err(Diagnostic::at(place, format!("`{ship}` belongs to no species"))
            .help(format!("leave `{species}/` out")));
    }
    let Some(class) = catalogue.class(&wanted) else {
        let players = catalogue.classes.iter().map(|c| c.name.as_str());
        let others = catalogue.non_players.iter().map(|n| n.name.as_str());
        let known: Vec<&str> = players.chain(others).collect();
        return Err(Diagnostic::unknown(place, "class of ship", &known));
    };
    let owners: Vec<String> = catalogue
        .species
        .iter()
        .filter(|s| s.ships.iter().any(|(c, _)| normalise(c) == wanted))
        .map(|s| format!("`{}/{}`", s.name, class.name))
        .collect();
    let error = Diagnostic::at(place, format!("`{}` has no `{}`", species.name, class.name));
    Err(error.help(format!("there is {}", owners.join(", "))))
}

/// The parts on a blueprint: the list typed, or the printed ones with the changes typed.
fn parts<'a>(
    catalogue: &'a Catalogue,
    text: &GroupText,
    class: &str,
    printed: &'a Printed,
) -> Result<Vec<&'a super::Part>, Diagnostic> {
    let bare = text.items.iter().find(|i| matches!(i.value, Item::Part(..)));
    let change = text.items.iter().find(|i| matches!(i.value, Item::Add(..) | Item::Remove(..)));
    if let (Some(bare), Some(change)) = (bare, change) {
        let later = if bare.place.range.start < change.place.range.start { change } else { bare };
        return Err(Diagnostic::at(&later.place, "a whole loadout and changes do not mix")
            .help("list all parts, or put `+` or `-` before each"));
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
                let part = part(catalogue, name)?;
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

fn part<'a>(
    catalogue: &'a Catalogue,
    name: &Spanned<String>,
) -> Result<&'a super::Part, Diagnostic> {
    catalogue.part(&name.value).ok_or_else(|| {
        let known: Vec<&str> = catalogue.parts.iter().map(|p| p.name.as_str()).collect();
        let figure = FIGURES.iter().find(|key| normalise(key) == normalise(&name.value));
        match figure {
            Some(key) => Diagnostic::at(&name.place, format!("`{key}` is a figure, not a part"))
                .label(format!("expected `{key}=…`")),
            None => Diagnostic::unknown(&name.place, "part", &known),
        }
    })
}

/// No blueprint has room for more parts than this.
const MOST_PARTS: u64 = 16;

fn few(n: u64, name: &Spanned<String>) -> Result<u64, Diagnostic> {
    if n <= MOST_PARTS {
        return Ok(n);
    }
    let error = Diagnostic::at(&name.place, format!("{n} parts of one kind"));
    Err(error.label(format!("at most {MOST_PARTS}")))
}

fn not_carried(class: &str, parts: &[&super::Part], name: &Spanned<String>) -> Diagnostic {
    let mut carried: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
    carried.sort_unstable();
    carried.dedup();
    let error = Diagnostic::at(&name.place, format!("`{class}` carries no `{}`", name.value));
    error.help(format!("it carries: {}", carried.join(", ")))
}

fn set_figure(group: &mut Group, key: &Spanned<String>, value: &Value) -> Result<(), Diagnostic> {
    let wanted = normalise(&key.value);
    let Some(name) = FIGURES.iter().find(|known| normalise(known) == wanted) else {
        if wanted == "retreating" {
            return Err(Diagnostic::not_yet(&key.place, "the figure `retreating`"));
        }
        return Err(Diagnostic::unknown(&key.place, "figure", &FIGURES));
    };
    if *name == "damaged" {
        group.damaged = damage(value)?;
        return Ok(());
    }
    let Value::One(word) = value else {
        return Err(Diagnostic::at(&key.place, format!("`{name}` needs one value, not a list")));
    };
    let (place, text) = (&word.place, &word.value);
    let signed = i32::from(-FIGURE)..=i32::from(FIGURE);
    let hull = 0..=i32::from(HULL);
    let Figures { cannons, missiles, computer, shield, hull: points, initiative, regenerate } =
        &mut group.figures;
    match *name {
        "cannons" => *cannons = dice(place, text)?,
        "missiles" => *missiles = dice(place, text)?,
        "computer" => *computer = figure(place, text, signed)? as i16,
        "shield" => *shield = figure(place, text, signed)? as i16,
        "initiative" => *initiative = figure(place, text, signed)? as i16,
        "hull" => *points = figure(place, text, hull)? as u8,
        "regenerate" => *regenerate = figure(place, text, hull)? as u8,
        _ => group.cost = figure(place, text, 0..=1000)? as u32,
    }
    Ok(())
}

fn damage(value: &Value) -> Result<Vec<u8>, Diagnostic> {
    let words = match value {
        Value::One(word) => std::slice::from_ref(word),
        Value::List(words) => words,
    };
    words
        .iter()
        .map(|word| Ok(figure(&word.place, &word.value, 0..=i32::from(HULL))? as u8))
        .collect()
}

/// Are these non-player ships? A side that mixes both kinds has no captain.
fn all_of_a_kind(groups: &[Resolved], text: &SideText) -> Result<bool, Diagnostic> {
    let first = groups.first().is_some_and(|g| g.non_player);
    match groups.iter().position(|g| g.non_player != first) {
        None => Ok(first),
        Some(g) => {
            let kind = if first { "a player's ship" } else { "a non-player ship" };
            let class = &groups[g].class;
            let place = &text.fleet.groups[g].place;
            Err(Diagnostic::at(place, format!("`{class}` is {kind}, unlike the others"))
                .label("a side is all players' ships or all non-player ships"))
        }
    }
}

/// Warnings where there are more ships of a class than a player owns.
fn too_many(catalogue: &Catalogue, groups: &[Resolved]) -> Vec<String> {
    let mut warnings = Vec::new();
    for class in &catalogue.classes {
        let owners = groups.iter().filter(|g| !g.non_player && g.class == class.name);
        let ships: u64 = owners.map(|g| u64::from(g.group.count)).sum();
        if let Some(owned) = class.owned.filter(|&owned| ships > owned) {
            let name = &class.name;
            warnings.push(format!("{ships} ships of class {name}, a player owns {owned}"));
        }
    }
    warnings
}
