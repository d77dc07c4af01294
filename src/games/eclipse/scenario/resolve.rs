//! Resolves names to figures: looks up every group in the catalogue, adds up its parts and
//! checks them.

use super::blueprint::{Loadout, Printed};
use super::catalogue::{Catalogue, NonPlayer, Species};
use super::dice::dice;
use super::text::{SideFields, with_figures};
use crate::answer::Side;
use crate::games::common::check::check_retreat;
use crate::games::common::play::parse_objective;
use crate::games::common::{Labels, Objective, Retreat};
use crate::games::eclipse::rules::limits::{FIGURE, HULL, SHIPS};
use crate::games::eclipse::rules::{Figures, Fleet, Group, Owner, Policy, Technologies};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::figures::{count, figure, once, truth};
use crate::scenario::model::SideText;
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Item, OptionText, Spanned, Value};
use crate::scenario::settings::choose;

/// Catalogue to look up names in, and how strict to be.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Catalogue.
    pub catalogue: &'a Catalogue,
    /// Whether illegal blueprints are allowed.
    pub any_blueprint: bool,
}

/// Species of ships that do not name one.
const DEFAULT_SPECIES: &str = "terran";

/// Figures that a group may set.
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

/// Fields of a side that only a scenario can contain.
const IN_SCENARIOS: [&str; 4] = ["retreat", "influence", "alliance", "technologies"];

/// What the situation allows a side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// Whether it has a destination to retreat to.
    pub may_retreat: bool,
    /// Whether it may have no ships, because it has population to lose or a sweep removed them.
    pub may_be_empty: bool,
}

/// Resolves one side. `role` is its name if none is given, `side` its index (0 for the
/// attacker).
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    rules: Rules<'_>,
    text: &SideText,
    role: &str,
    side: usize,
    ground: Ground,
) -> Result<Side<Fleet>, Diagnostic> {
    let own = SideFields::read(text, rules.catalogue.rulebook)?;
    let written = with_figures(&text.fleet, rules.catalogue.rulebook)?;
    let mut side_options = SideOptions {
        play: own.policy.as_ref().map(policy).transpose()?,
        objective: own.objective,
        species: own.species.clone(),
        name: text.name.clone(),
        technologies: Technologies::default(),
        known: Vec::new(),
    };
    for technology in &own.technologies {
        side_options.learn(rules.catalogue, technology)?;
    }
    for option in &written.options {
        side_options.read(rules.catalogue, option)?;
    }
    let species = side_options.species.as_ref();
    if let Some(species) = species {
        find_species(rules.catalogue, species)?;
    }
    let groups: Vec<Resolved> = written
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
        retreat: own.retreat.as_ref().map_or(Retreat::Never, |retreat| retreat.value),
        may_retreat: ground.may_retreat && !non_player,
        technologies: side_options.technologies,
    };
    check_retreat(own.retreat.as_ref(), owner.objective)?;
    if let Some(n) = groups.iter().position(|resolved| resolved.group.retreating) {
        check_retreating(&groups[n], &written.groups[n], &owner)?;
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
        fleet: written.to_string(),
        classes,
    };
    Ok(Side { labels, fleet, warnings })
}

/// Creates the fleet of these groups. Technologies of a non-player ship apply only to its own
/// group, so such a group gets an owner of its own.
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

/// Checks that a group marked as retreating is able to retreat.
fn check_retreating(
    resolved: &Resolved,
    text: &GroupText,
    owner: &Owner,
) -> Result<(), Diagnostic> {
    let class = &resolved.class;
    if !resolved.group.mobile {
        return Err(Diagnostic::at(&text.place, format!("`{class}` never retreats"))
            .label("starbases, orbitals and non-player ships cannot retreat"));
    }
    if !owner.may_retreat {
        return Err(Diagnostic::at(&text.place, "a retreating group needs a destination")
            .label("this group is `retreating`, but its side cannot retreat anywhere")
            .help("\"setting\": {\"retreat\": {SIDE: true}} in a scenario"));
    }
    Ok(())
}

/// Returns a warning if the policy lets groups retreat but none of them can.
fn idle_retreat(ground: Ground, owner: &Owner, groups: &[Resolved]) -> Option<String> {
    if owner.retreat == Retreat::Never {
        return None;
    }
    if !ground.may_retreat {
        return Some(
            "it never retreats, because it has no destination (see `setting.retreat`)".into(),
        );
    }
    let stays = groups.iter().all(|resolved| !resolved.group.mobile);
    stays.then(|| "none of its ships can retreat".into())
}

/// Parses the name of a policy.
///
/// # Errors
/// If there is no such policy.
pub fn policy(name: &Spanned<String>) -> Result<Policy, Diagnostic> {
    choose(&name.place, &name.value, "policy", &Policy::ALL.map(|p| (p.name(), p)))
}

/// Options of a side as a whole.
struct SideOptions {
    play: Option<Policy>,
    objective: Option<Objective>,
    species: Option<Spanned<String>>,
    name: Option<String>,
    technologies: Technologies,
    /// Names of the technologies given so far.
    known: Vec<String>,
}

impl SideOptions {
    /// Adds a technology of the side.
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
            return Err(Diagnostic::at(place, format!("`{field}` cannot be typed with the fleet"))
                .label("it belongs in a scenario")
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

/// A group resolved to figures, with its class.
struct Resolved {
    group: Group,
    class: String,
    non_player: bool,
    /// Technologies of the ship itself.
    technologies: Technologies,
}

/// Adds a technology by its name in the catalogue. Other names have no effect in combat.
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
            .label("parts cannot be added to it")
            .help("set its figures directly: `hull=3`"));
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

/// Returns class and blueprint of a group, by its own species, that of its side or the default.
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
        return Err(Diagnostic::at(place, format!("`{ship}` does not belong to a species"))
            .help(format!("leave out `{species}/`")));
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
    Err(error.help(format!("available: {}", owners.join(", "))))
}

/// Returns the parts on a blueprint: those listed, or the printed ones with the changes given.
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

/// Maximum number of copies of a part in one item: more than any blueprint has slots.
const MOST_PARTS: u64 = 16;

fn few(n: u64, name: &Spanned<String>) -> Result<u64, Diagnostic> {
    if n <= MOST_PARTS {
        return Ok(n);
    }
    let error = Diagnostic::at(&name.place, format!("{n} copies of one part"));
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
    let error = Diagnostic::at(&name.place, format!("`{class}` does not carry `{}`", name.value));
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

/// Returns whether these are non-player ships. A side cannot mix both kinds, because its policy
/// would be unclear.
fn all_of_a_kind(groups: &[Resolved], text: &SideText) -> Result<bool, Diagnostic> {
    let first = groups.first().is_some_and(|g| g.non_player);
    match groups.iter().position(|g| g.non_player != first) {
        None => Ok(first),
        Some(g) => {
            let kind = if first { "a player's ship" } else { "a non-player ship" };
            let class = &groups[g].class;
            let place = &text.fleet.groups[g].place;
            Err(Diagnostic::at(
                place,
                format!("`{class}` is {kind}, but the ships before it are not"),
            )
            .label("a side has either players' ships or non-player ships"))
        }
    }
}

/// Returns warnings about classes with more ships than a player owns.
fn too_many(catalogue: &Catalogue, groups: &[Resolved]) -> Vec<String> {
    let mut warnings = Vec::new();
    for class in &catalogue.classes {
        let owners = groups.iter().filter(|g| !g.non_player && g.class == class.name);
        let ships: u64 = owners.map(|g| u64::from(g.group.count)).sum();
        if let Some(owned) = class.owned.filter(|&owned| ships > owned) {
            let name = &class.name;
            warnings.push(format!("{ships} ships of class {name}, but a player owns only {owned}"));
        }
    }
    warnings
}
