//! From names to figures: every group is looked up in the catalogue, its parts are added
//! up and checked.

use super::blueprint::{Loadout, Printed};
use super::catalogue::{Catalogue, NonPlayer, Species};
use super::dice::dice;
use crate::rules::eclipse::limits::{FIGURE, HULL, SHIPS};
use crate::rules::eclipse::{Figures, Fleet, Group, Owner, Policy, Technologies};
use crate::rules::{Labels, Objective, Retreat};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::figures::{count, figure, once, truth};
use crate::scenario::model::{Side, SideText};
use crate::scenario::muster::check_retreat;
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Item, OptionText, Spanned, Value};
use crate::scenario::settings::{choose, parse_objective};

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
const FIGURES: [&str; 10] = [
    "cannons",
    "missiles",
    "computer",
    "shield",
    "hull",
    "initiative",
    "regenerate",
    "cost",
    "damaged",
    "retreating",
];

/// Options of a side.
const OPTIONS: [&str; 4] = ["play", "objective", "species", "name"];

/// What is said of a side in a scenario only.
const IN_SCENARIOS: [&str; 4] = ["retreat", "influence", "alliance", "technologies"];

/// How a side stands in its situation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// It has somewhere to go.
    pub may_retreat: bool,
    /// It may be without ships: it has population to lose, or a sweep left them out.
    pub may_be_empty: bool,
}

/// Looks up one side; `role` is its name if it has none, `side` 0 for the attacker.
///
/// # Errors
/// A message with the place of the first thing that is wrong.
pub fn resolve_side(
    rules: Rules<'_>,
    text: &SideText,
    role: &str,
    side: usize,
    ground: Ground,
) -> Result<Side<Fleet>, Diagnostic> {
    let mut side_options = SideOptions {
        play: text.play.assign.as_ref().map(policy).transpose()?,
        objective: text.play.objective,
        species: text.species.clone(),
        name: text.name.clone(),
        technologies: Technologies::default(),
        known: Vec::new(),
    };
    for technology in &text.technologies {
        side_options.learn(rules.catalogue, technology)?;
    }
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
    let command = text.command.as_ref().map(policy).transpose()?;
    let default = if non_player { Policy::Npc } else { Policy::Optimal };
    let mut warnings = too_many(rules.catalogue, &groups);
    let classes = groups.iter().map(|g| g.class.clone()).collect();
    let owner = Owner {
        policy: command.or(side_options.play).unwrap_or(default),
        objective: side_options.objective.unwrap_or_default(),
        retreat: text.play.retreat.as_ref().map_or(Retreat::Never, |retreat| retreat.value),
        may_retreat: ground.may_retreat && !non_player,
        technologies: side_options.technologies,
    };
    check_retreat(text.play.retreat.as_ref(), owner.objective)?;
    if let Some(n) = groups.iter().position(|resolved| resolved.group.retreating) {
        check_retreating(&groups[n], &text.fleet.groups[n], &owner)?;
    }
    warnings.extend(idle_retreat(ground, &owner, &groups));
    let fleet = fleet(groups, owner, non_player);
    if !(ground.may_be_empty && fleet.groups.is_empty()) {
        fleet.check(side).map_err(|limit| {
            let place = limit.group.map_or(&text.place, |g| &text.fleet.groups[g].place);
            Diagnostic::at(place, limit.message)
        })?;
    }
    let labels = Labels {
        name: side_options.name.unwrap_or_else(|| role.to_string()),
        fleet: text.fleet.to_string(),
        classes,
    };
    Ok(Side { labels, fleet, warnings })
}

/// The groups and who owns them. What a non-player ship knows holds for its group alone, as
/// if that were an owner of its own.
fn fleet(groups: Vec<Resolved>, owner: Owner, non_player: bool) -> Fleet {
    let mut owners = vec![owner];
    let groups = groups.into_iter().map(|Resolved { mut group, technologies, .. }| {
        if technologies != Technologies::default() {
            group.owner = owners.len();
            owners.push(Owner { technologies, ..owner });
        }
        group
    });
    let groups = groups.collect();
    Fleet { groups, owners, non_player }
}

/// Only who can go somewhere is on his way.
fn check_retreating(
    resolved: &Resolved,
    text: &GroupText,
    owner: &Owner,
) -> Result<(), Diagnostic> {
    let class = &resolved.class;
    if !resolved.group.mobile {
        return Err(Diagnostic::at(&text.place, format!("`{class}` never retreats"))
            .label("starbases, orbitals and non-player ships stay"));
    }
    if !owner.may_retreat {
        return Err(Diagnostic::at(&text.place, "a group that retreats must have somewhere to go")
            .label("`retreating`, but nothing says where to")
            .help("\"setting\": {\"retreat\": {SIDE: true}} in a scenario"));
    }
    Ok(())
}

/// A warning where a policy says that groups retreat, and none can.
fn idle_retreat(ground: Ground, owner: &Owner, groups: &[Resolved]) -> Option<String> {
    if owner.retreat == Retreat::Never {
        return None;
    }
    if !ground.may_retreat {
        return Some("it has nowhere to retreat to (`setting.retreat`), so it never does".into());
    }
    let stays = groups.iter().all(|resolved| !resolved.group.mobile);
    stays.then(|| "none of its ships can retreat".into())
}

/// A policy by its name.
///
/// # Errors
/// If there is no such policy.
pub fn policy(name: &Spanned<String>) -> Result<Policy, Diagnostic> {
    choose(&name.place, &name.value, "policy", &Policy::ALL.map(|p| (p.name(), p)))
}

/// What is said of a side as a whole.
struct SideOptions {
    play: Option<Policy>,
    objective: Option<Objective>,
    species: Option<Spanned<String>>,
    name: Option<String>,
    technologies: Technologies,
    /// Names of the technologies.
    known: Vec<String>,
}

impl SideOptions {
    /// A technology of the side.
    fn learn(&mut self, catalogue: &Catalogue, name: &Spanned<String>) -> Result<(), Diagnostic> {
        let Some(technology) = catalogue.technology(&name.value) else {
            let known: Vec<&str> = catalogue.technologies.iter().map(|t| t.name.as_str()).collect();
            return Err(Diagnostic::unknown(&name.place, "technology", &known));
        };
        if self.known.contains(&technology.name) {
            let message = format!("`{}` is given twice", technology.name);
            return Err(Diagnostic::at(&name.place, message));
        }
        self.known.push(technology.name.clone());
        learn(&mut self.technologies, &technology.name);
        Ok(())
    }

    fn read(&mut self, catalogue: &Catalogue, option: &OptionText) -> Result<(), Diagnostic> {
        let place = &option.name.place;
        let name = normalise(&option.name.value);
        if catalogue.technology(&name).is_some() {
            if let Some(value) = &option.value {
                let message = format!("`{name}` takes no value, found `{value}`");
                return Err(Diagnostic::at(place, message));
            }
            return self.learn(catalogue, &option.name);
        }
        if let Some(field) = IN_SCENARIOS.iter().find(|field| normalise(field) == name) {
            return Err(Diagnostic::at(place, format!("`{field}` is not typed with the fleet"))
                .label("it goes into a scenario")
                .help("see \"Scenarios\" in the README, and --scenario"));
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
            "play" => self.play.replace(policy(value)?).is_none(),
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
    /// What the ship itself knows.
    technologies: Technologies,
}

/// A technology, by its name in the catalogue. Others have no effect in combat.
fn learn(technologies: &mut Technologies, name: &str) {
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

fn resolve_group(
    rules: Rules<'_>,
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
    let mut given = Vec::new();
    for item in &text.items {
        if let Item::Figure(key, value) = &item.value {
            once(&mut given, key)?;
            set_figure(&mut resolved.group, key, value)?;
        }
    }
    Ok(resolved)
}

fn non_player(text: &GroupText, ship: &NonPlayer) -> Result<Resolved, Diagnostic> {
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
        owner: 0,
        mobile: false,
        retreating: false,
    };
    let mut technologies = Technologies::default();
    ship.technologies.iter().for_each(|name| learn(&mut technologies, name));
    Ok(Resolved { group, class: ship.name.clone(), non_player: true, technologies })
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
        owner: 0,
        mobile: class_data.mobile,
        retreating: false,
    };
    let technologies = Technologies::default();
    Ok(Resolved { group, class: class.to_string(), non_player: false, technologies })
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
pub(super) fn printed<'a>(
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
) -> Result<Vec<&'a super::catalogue::Part>, Diagnostic> {
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
) -> Result<&'a super::catalogue::Part, Diagnostic> {
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

fn not_carried(
    class: &str,
    parts: &[&super::catalogue::Part],
    name: &Spanned<String>,
) -> Diagnostic {
    let mut carried: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
    carried.sort_unstable();
    carried.dedup();
    let error = Diagnostic::at(&name.place, format!("`{class}` carries no `{}`", name.value));
    error.help(format!("it carries: {}", carried.join(", ")))
}

fn set_figure(group: &mut Group, key: &Spanned<String>, value: &Value) -> Result<(), Diagnostic> {
    let wanted = normalise(&key.value);
    let Some(name) = FIGURES.iter().find(|known| normalise(known) == wanted) else {
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
        "retreating" => group.retreating = truth(word)?,
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
