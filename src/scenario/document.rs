//! Reads scenarios and fleets from JSON documents.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::json::{Field, Node};
use super::model::{EffectText, Given, Scenario, SideText, Sides};
use super::notation::{
    FleetText, GroupText, Item, Spanned, Value, parse_class, parse_fleet, parse_item,
};
use super::printable::is_printable;
use super::settings::{MOST_BATTLES, parse_count, parse_engine, parse_rulebook};
use super::situation::{play, setting};
use crate::games::spaceship_battles::scenario as spaceship_battles;
use crate::games::star_chamber::scenario as star_chamber;

/// Fields of a scenario.
pub(crate) const SCENARIO: [&str; 8] =
    ["rules", "attacker", "defender", "parties", "battles", "seed", "engine", "setting"];

/// Fields of a side, and additional fields of a party of a sector.
const SIDE: [&str; 8] =
    ["name", "fleet", "groups", "species", "faction", "technologies", "effects", "play"];
const PARTY: [&str; 2] = ["influence", "alliance"];

/// Fields of a group, except the figures of Spaceship Battles.
const GROUP: [&str; 10] = [
    "class",
    "count",
    "parts",
    "stats",
    "damaged",
    "retreating",
    "shields_left",
    "factors",
    "ships",
    "play",
];

/// Reads a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn read_scenario(source: &Arc<Source>) -> Result<Scenario, Diagnostic> {
    let document = Node::document(source)?;
    let fields = Fields::of(&document, "field", &SCENARIO)?;
    // The rulebook is checked first: if it is wrong, errors in the sides would mislead.
    let rulebook = match fields.get("rules") {
        Some(node) => Some(parse_rulebook(&node.place(), &node.string()?)?),
        None => None,
    };
    let setting = fields.get("setting").map(setting).transpose()?.unwrap_or_default();
    // Where units are listed by planet, the side itself has none.
    let has_planets = !setting.planets.is_empty();
    let sides = match fields.get("parties") {
        Some(parties) => Sides::Parties(read_parties(parties, &fields)?),
        None => Sides::Two(Box::new([
            side_or_bare(fields.required("attacker")?, has_planets)?,
            side_or_bare(fields.required("defender")?, has_planets)?,
        ])),
    };
    let mut scenario =
        Scenario { rulebook, sides, battles: None, seed: None, engine: None, setting };
    if let Some(node) = fields.get("engine") {
        scenario.engine = Some(parse_engine(&node.place(), &node.string()?)?);
    }
    if let Some(node) = fields.get("battles") {
        scenario.battles = Some(battles(node)?);
    }
    if let Some(node) = fields.get("seed") {
        scenario.seed = Some(node.whole_number()?);
    }
    Ok(scenario)
}

/// Maximum number of parties in a sector.
const MOST_PARTIES: usize = 12;

/// Reads the parties of a sector, in the order in which they entered it.
fn read_parties(parties: &Node, scenario: &Fields) -> Result<Vec<SideText>, Diagnostic> {
    if let Some(other) = ["attacker", "defender"].into_iter().find_map(|name| scenario.get(name)) {
        return Err(Diagnostic::at(
            &other.place(),
            "a scenario has either `parties` or two sides, not both",
        ));
    }
    let members = parties.members()?;
    if !(2..=MOST_PARTIES).contains(&members.len()) {
        let n = members.len();
        return Err(Diagnostic::at(&parties.place(), format!("a sector cannot have {n} parties"))
            .label(format!("must be from 2 to {MOST_PARTIES}")));
    }
    members.iter().map(party).collect()
}

/// Reads a party of a sector: a side with its influence disc and alliance.
fn party(node: &Node) -> Result<SideText, Diagnostic> {
    if node.is_string() {
        return side(node);
    }
    let known: Vec<&str> = SIDE.into_iter().chain(star_chamber::SIDE).chain(PARTY).collect();
    let fields = Fields::of(node, "field", &known)?;
    let influence = fields.get("influence").map(Node::boolean).transpose()?.unwrap_or_default();
    let alliance = match fields.get("alliance") {
        Some(node) => Some(Spanned { value: name(node)?, place: node.place() }),
        None => None,
    };
    Ok(SideText { influence, alliance, ..side_of(node, &fields, false)? })
}

/// Reads a fleet file: a side as in a scenario, or the typed form as a JSON string.
///
/// # Errors
/// A message with the place of the first error.
pub fn read_fleet_file(source: &Arc<Source>) -> Result<SideText, Diagnostic> {
    side(&Node::document(source)?)
}

/// The fields of an object by name. All of them are known.
pub(crate) struct Fields {
    place: Place,
    fields: Vec<Field>,
}

impl Fields {
    pub(crate) fn of(node: &Node, kind: &str, known: &[&str]) -> Result<Self, Diagnostic> {
        let fields = node.fields()?;
        if let Some(field) = fields.iter().find(|field| !known.contains(&field.name.as_str())) {
            return Err(Diagnostic::unknown(&field.place, kind, known));
        }
        Ok(Self { place: node.place(), fields })
    }

    /// Lists all fields that are not `null`, labelled with this kind.
    pub(crate) fn given(&self, kind: &'static str) -> Vec<Given> {
        let given = |field: &Field| Given {
            kind,
            name: Spanned { value: field.name.clone(), place: field.place.clone() },
        };
        self.fields.iter().filter(|field| !field.value.is_null()).map(given).collect()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        self.fields.iter().find(|f| f.name == name && !f.value.is_null()).map(|f| &f.value)
    }

    pub(crate) fn required(&self, name: &str) -> Result<&Node, Diagnostic> {
        self.get(name).ok_or_else(|| {
            Diagnostic::at(&self.place, format!("the field `{name}` is missing"))
                .label(format!("expected `\"{name}\": …` in this object"))
        })
    }
}

fn battles(node: &Node) -> Result<u64, Diagnostic> {
    parse_count(&node.scalar()?).ok_or_else(|| {
        Diagnostic::at(
            &node.place(),
            format!("`{}` is not a valid number of battles", shorten(node.place().text())),
        )
        .label(format!("must be a whole number from 1 to {MOST_BATTLES}"))
    })
}

fn side(node: &Node) -> Result<SideText, Diagnostic> {
    side_or_bare(node, false)
}

fn side_or_bare(node: &Node, may_be_bare: bool) -> Result<SideText, Diagnostic> {
    if node.is_string() {
        return Ok(SideText::of(typed(node)?, node.place()));
    }
    // Influence and alliance matter only among the parties of a sector.
    let known: Vec<&str> = SIDE.into_iter().chain(star_chamber::SIDE).collect();
    let fields = Fields::of(node, "field", &known)?;
    side_of(node, &fields, may_be_bare)
}

fn side_of(node: &Node, fields: &Fields, may_be_bare: bool) -> Result<SideText, Diagnostic> {
    let mut fleet = match (fields.get("fleet"), fields.get("groups")) {
        (Some(fleet), None) => typed(fleet)?,
        (None, Some(groups)) => fleet(groups)?,
        (Some(_), Some(groups)) => {
            return Err(Diagnostic::at(
                &groups.place(),
                "a side has either `fleet` or `groups`, not both",
            ));
        }
        (None, None) if may_be_bare => FleetText { groups: Vec::new(), options: Vec::new() },
        (None, None) => {
            return Err(Diagnostic::at(&node.place(), "the field `groups` is missing")
                .label("expected `\"groups\": […]` or `\"fleet\": \"…\"` in this object"));
        }
    };
    fleet.options.extend(star_chamber::options(fields)?);
    let (play, mut given) = fields.get("play").map(play).transpose()?.unwrap_or_default();
    given.extend(fields.given("field"));
    let effects = match fields.get("effects") {
        Some(list) => list.members()?.iter().map(effect).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let technologies = match fields.get("technologies") {
        Some(list) => list.members()?.iter().map(spanned).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(SideText {
        name: fields.get("name").map(name).transpose()?,
        species: fields.get("species").map(spanned).transpose()?,
        faction: fields.get("faction").map(spanned).transpose()?,
        technologies,
        effects,
        play,
        given,
        ..SideText::of(fleet, node.place())
    })
}

/// Reads a fleet, either a list of groups or the typed form.
pub(crate) fn fleet(node: &Node) -> Result<FleetText, Diagnostic> {
    if node.is_string() {
        return typed(node);
    }
    let groups = node.members()?.iter().map(group).collect::<Result<_, _>>()?;
    Ok(FleetText { groups, options: Vec::new() })
}

/// Reads a technology or card: its name, or an object.
fn effect(node: &Node) -> Result<EffectText, Diagnostic> {
    if !node.is_object() {
        return Ok(EffectText { name: spanned(node)?, round: None, count: None });
    }
    let fields = Fields::of(node, "field", &["name", "round", "count"])?;
    let number = |name: &str| match fields.get(name) {
        Some(node) => Ok(Some(Spanned { value: node.whole_number()?, place: node.place() })),
        None => Ok(None),
    };
    let (round, count) = (number("round")?, number("count")?);
    Ok(EffectText { name: spanned(fields.required("name")?)?, round, count })
}

/// Reads the name of a side or planet. Reports print it, so it must be printable and short.
pub(crate) fn name(node: &Node) -> Result<String, Diagnostic> {
    const LONGEST: usize = 60;
    let name = node.string()?;
    if !name.chars().all(is_printable) || name.chars().count() > LONGEST || name.is_empty() {
        return Err(Diagnostic::at(&node.place(), "this is not a valid name")
            .label(format!("must have 1 to {LONGEST} characters, without control characters")));
    }
    Ok(name)
}

fn typed(node: &Node) -> Result<FleetText, Diagnostic> {
    let (source, range) = node.typed()?;
    if source.text[range.clone()].starts_with('@') {
        return Err(Diagnostic::at(&node.place(), "a scenario cannot refer to a fleet file")
            .label("write the fleet itself here")
            .help("`@FILE` works only on the command line"));
    }
    parse_fleet(&source, range)
}

/// Reads a string, a number, `true` or `false` with its place.
pub(crate) fn spanned(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    let value = node.boolean().map(|is| is.to_string()).or_else(|_| node.scalar())?;
    Ok(Spanned { value, place: node.place() })
}

/// Reads a group given field by field. The result equals that of the typed form.
fn group(node: &Node) -> Result<GroupText, Diagnostic> {
    let known: Vec<&str> = GROUP.into_iter().chain(spaceship_battles::FIGURES).collect();
    let fields = Fields::of(node, "field", &known)?;
    // Without a class, the size of the ship names its class.
    let class = fields.get("class").or(fields.get("size"));
    let (source, range) = class.map_or_else(|| fields.required("class"), Ok)?.typed()?;
    let (species, class) = parse_class(&source, range)?;
    let ships = fields.get("ships").map(spaceship_battles::ships).transpose()?.unwrap_or_default();
    let count = match fields.get("count") {
        Some(count) => Some(Spanned { value: count.whole_number()?, place: count.place() }),
        // Ships that are listed need not be counted.
        None => fields
            .get("ships")
            .map(|list| Spanned { value: ships.len() as u64, place: list.place() }),
    };
    let mut items = Vec::new();
    if let Some(parts) = fields.get("parts") {
        let parts_given = parts.members()?;
        if parts_given.is_empty() {
            return Err(Diagnostic::at(&parts.place(), "the list of parts is empty")
                .help("leave out `parts` to keep the printed parts"));
        }
        for part in parts_given {
            let (source, range) = part.typed()?;
            items.push(parse_item(&source, range)?);
        }
    }
    if let Some(stats) = fields.get("stats") {
        for figure in stats.fields()? {
            items.push(figure_item(&figure)?);
        }
    }
    // A size that serves as the class is not read a second time.
    let known = |name: &str| name == "size" && fields.get("class").is_none();
    for figure in fields.fields.iter().filter(|figure| !known(&figure.name)) {
        if spaceship_battles::FIGURES.contains(&figure.name.as_str()) && !figure.value.is_null() {
            items.push(figure_item(figure)?);
        }
    }
    if let Some(factors) = fields.get("factors") {
        items.extend(spaceship_battles::factors(factors)?);
    }
    for name in ["damaged", "shields_left"] {
        if let Some(list) = fields.get(name) {
            items.push(by_ship(name, list)?);
        }
    }
    if let Some(node) = fields.get("retreating") {
        items.push(retreating(node)?);
    }
    let (play, mut given) = match fields.get("play").map(play).transpose()? {
        Some((play, given)) => (Some(Box::new(play)), given),
        None => (None, Vec::new()),
    };
    given.extend(fields.given("field of a group"));
    Ok(GroupText {
        ships,
        play,
        given,
        ..GroupText::of(count, species, class, items, node.place())
    })
}

/// Reads a number for each ship of a group. A single number applies to the first ship.
fn by_ship(name: &str, list: &Node) -> Result<Spanned<Item>, Diagnostic> {
    let one = || Ok(vec![list.clone()]);
    let values = if list.is_list() { list.members() } else { one() }?;
    let values = values.iter().map(spanned).collect::<Result<_, _>>()?;
    let key = Spanned { value: name.to_string(), place: list.place() };
    Ok(Spanned { value: Item::Figure(key, Value::List(values)), place: list.place() })
}

/// Reads whether a group has started to retreat, as a figure of the group.
fn retreating(node: &Node) -> Result<Spanned<Item>, Diagnostic> {
    let key = Spanned { value: "retreating".to_string(), place: node.place() };
    let value = Spanned { value: node.boolean()?.to_string(), place: node.place() };
    Ok(Spanned { value: Item::Figure(key, Value::One(value)), place: node.place() })
}

fn figure_item(figure: &Field) -> Result<Spanned<Item>, Diagnostic> {
    let key = Spanned { value: figure.name.clone(), place: figure.place.clone() };
    let word = if figure.name == "weapons" { star_chamber::weapon } else { spanned };
    let value = if figure.value.is_list() {
        Value::List(figure.value.members()?.iter().map(word).collect::<Result<_, _>>()?)
    } else {
        Value::One(word(&figure.value)?)
    };
    let place = figure.place.to(&figure.value.place());
    Ok(Spanned { value: Item::Figure(key, value), place })
}
