//! Scenarios and fleets as JSON documents.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::json::{Field, Node};
use super::model::{Scenario, SideText};
use super::notation::{
    FleetText, GroupText, Item, Spanned, Value, parse_class, parse_fleet, parse_item,
};
use super::settings::{
    MOST_BATTLES, parse_count, parse_engine, parse_objective, parse_policy, parse_rulebook,
};
use crate::rules::eclipse::{Objective, Policy};

/// Fields of a scenario, and those that come later.
const SCENARIO: [&str; 7] =
    ["rules", "attacker", "defender", "battles", "seed", "engine", "setting"];
const SCENARIO_LATER: [&str; 1] = ["parties"];

/// Fields of a side.
const SIDE: [&str; 5] = ["name", "fleet", "groups", "species", "play"];
const SIDE_LATER: [&str; 10] = [
    "technologies",
    "effects",
    "faction",
    "influence",
    "alliance",
    "leadership",
    "personae",
    "edge",
    "tie_breaker",
    "neutral",
];

/// Fields of a group.
const GROUP: [&str; 5] = ["class", "count", "parts", "stats", "damaged"];
const GROUP_LATER: [&str; 13] = [
    "retreating",
    "shields_left",
    "size",
    "speed",
    "field",
    "weapon",
    "special",
    "factors",
    "ships",
    "play",
    "alert",
    "can_fire",
    "weapons",
];

/// Figures that come later.
const STATS_LATER: [&str; 4] = ["weapons", "alert", "can_fire", "retreating"];

/// Fields of `play`.
const PLAY: [&str; 3] = ["assign", "retreat", "objective"];
const PLAY_LATER: [&str; 10] = [
    "sustain",
    "loss_order",
    "power",
    "speed",
    "target",
    "aim",
    "doctrine",
    "self_destruct",
    "priority",
    "invisible",
];

/// Fields of `setting`.
const SETTING: [&str; 2] = ["round_cap", "retreat"];
const SETTING_LATER: [&str; 16] = [
    "start",
    "population",
    "bag",
    "lowest_tile",
    "nebula",
    "capacity",
    "rounds",
    "fleet_pool",
    "planets",
    "turns",
    "shields",
    "order",
    "events",
    "range",
    "map",
    "budget",
];

/// Most rounds that a cap may allow.
const MOST_ROUNDS: u64 = 1_000_000;

/// Reads a scenario.
///
/// # Errors
/// A message with the place of the first thing that is wrong.
pub fn read_scenario(source: &Arc<Source>) -> Result<Scenario, Diagnostic> {
    let document = Node::document(source)?;
    let fields = Fields::of(&document, "field", &SCENARIO, &SCENARIO_LATER)?;
    // What is asked for as a whole comes first: a side of another game reads differently.
    let rulebook = match fields.get("rules") {
        Some(node) => Some(parse_rulebook(&node.place(), &node.string()?)?),
        None => None,
    };
    let round_cap = fields.get("setting").map(setting).transpose()?.flatten();
    let side = |name| side(fields.required(name)?);
    let mut scenario = Scenario {
        rulebook,
        sides: [side("attacker")?, side("defender")?],
        battles: None,
        seed: None,
        engine: None,
        round_cap,
    };
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

/// Reads a fleet file: a side as in a scenario, or the typed form as a JSON text.
///
/// # Errors
/// A message with the place of the first thing that is wrong.
pub fn read_fleet_file(source: &Arc<Source>) -> Result<SideText, Diagnostic> {
    side(&Node::document(source)?)
}

/// The fields of an object by name, all of them known.
struct Fields {
    place: Place,
    fields: Vec<Field>,
}

impl Fields {
    fn of(node: &Node, kind: &str, known: &[&str], later: &[&str]) -> Result<Self, Diagnostic> {
        let fields = node.fields()?;
        for field in &fields {
            let name = field.name.as_str();
            if later.contains(&name) {
                return Err(Diagnostic::not_yet(&field.place, &format!("the {kind} `{name}`")));
            }
            if !known.contains(&name) {
                let all: Vec<&str> = known.iter().chain(later).copied().collect();
                return Err(Diagnostic::unknown(&field.place, kind, &all));
            }
        }
        Ok(Self { place: node.place(), fields })
    }

    fn get(&self, name: &str) -> Option<&Node> {
        self.fields.iter().find(|f| f.name == name && !f.value.is_null()).map(|f| &f.value)
    }

    fn required(&self, name: &str) -> Result<&Node, Diagnostic> {
        self.get(name).ok_or_else(|| {
            Diagnostic::at(&self.place, format!("the field `{name}` is missing"))
                .label(format!("expected `\"{name}\": …` in this object"))
        })
    }
}

fn battles(node: &Node) -> Result<u64, Diagnostic> {
    parse_count(&node.scalar()?).ok_or_else(|| {
        Diagnostic::at(&node.place(), format!("`{}` battles", shorten(node.place().text())))
            .label(format!("allowed is a whole number from 1 to {MOST_BATTLES}"))
    })
}

fn side(node: &Node) -> Result<SideText, Diagnostic> {
    if node.is_string() {
        return Ok(SideText::of(typed(node)?, node.place()));
    }
    let fields = Fields::of(node, "field", &SIDE, &SIDE_LATER)?;
    let fleet = match (fields.get("fleet"), fields.get("groups")) {
        (Some(fleet), None) => typed(fleet)?,
        (None, Some(groups)) => FleetText {
            groups: groups.members()?.iter().map(group).collect::<Result<_, _>>()?,
            options: Vec::new(),
        },
        (Some(_), Some(groups)) => {
            return Err(Diagnostic::at(&groups.place(), "`fleet` and `groups` do not mix"));
        }
        (None, None) => {
            return Err(Diagnostic::at(&node.place(), "the field `groups` is missing")
                .label("expected `\"groups\": […]` or `\"fleet\": \"…\"` in this object"));
        }
    };
    if fleet.groups.is_empty() {
        return Err(Diagnostic::at(&node.place(), "a side needs at least one ship"));
    }
    let (policy, objective) = fields.get("play").map(play).transpose()?.unwrap_or_default();
    Ok(SideText {
        name: fields.get("name").map(name).transpose()?,
        species: fields.get("species").map(spanned).transpose()?,
        play: policy,
        objective,
        ..SideText::of(fleet, node.place())
    })
}

/// The name of a side: it is printed, so it must be printable and short.
fn name(node: &Node) -> Result<String, Diagnostic> {
    const LONGEST: usize = 60;
    let name = node.string()?;
    if name.chars().any(char::is_control) || name.chars().count() > LONGEST || name.is_empty() {
        return Err(Diagnostic::at(&node.place(), "this is no name for a side").label(format!(
            "allowed are 1 to {LONGEST} characters, none of them a control character"
        )));
    }
    Ok(name)
}

fn typed(node: &Node) -> Result<FleetText, Diagnostic> {
    let (source, range) = node.typed()?;
    if source.text[range.clone()].starts_with('@') {
        return Err(Diagnostic::at(&node.place(), "a scenario names no fleet files")
            .label("write the fleet itself here")
            .help("`@FILE` is for the command line"));
    }
    parse_fleet(&source, range)
}

fn spanned(node: &Node) -> Result<Spanned<String>, Diagnostic> {
    Ok(Spanned { value: node.scalar()?, place: node.place() })
}

/// How a side plays, and what for.
fn play(node: &Node) -> Result<(Option<Policy>, Option<Objective>), Diagnostic> {
    let policy = |node: &Node| parse_policy(&node.place(), &node.string()?);
    if node.is_string() {
        return Ok((Some(policy(node)?), None));
    }
    let fields = Fields::of(node, "field", &PLAY, &PLAY_LATER)?;
    if let Some(node) = fields.get("retreat")
        && !(node.is_string() && choice(node, "retreat policy", &["never"], &["optimal"])?)
    {
        return Err(Diagnostic::not_yet(&node.place(), "a retreat policy other than `never`"));
    }
    let objective = |node: &Node| parse_objective(&node.place(), &node.string()?);
    Ok((
        fields.get("assign").map(policy).transpose()?,
        fields.get("objective").map(objective).transpose()?,
    ))
}

/// One of a few words: what is the default anyway may be said, others come later.
fn choice(node: &Node, kind: &str, known: &[&str], later: &[&str]) -> Result<bool, Diagnostic> {
    let word = node.string()?;
    if known.contains(&word.as_str()) {
        return Ok(true);
    }
    if later.contains(&word.as_str()) {
        return Err(Diagnostic::not_yet(&node.place(), &format!("the {kind} `{word}`")));
    }
    let all: Vec<&str> = known.iter().chain(later).copied().collect();
    Err(Diagnostic::unknown(&node.place(), kind, &all))
}

fn setting(node: &Node) -> Result<Option<u32>, Diagnostic> {
    let fields = Fields::of(node, "setting", &SETTING, &SETTING_LATER)?;
    if let Some(retreat) = fields.get("retreat") {
        for side in retreat.fields()? {
            if side.value.boolean().ok() != Some(false) {
                return Err(Diagnostic::not_yet(&side.value.place(), "retreat"));
            }
        }
    }
    let Some(cap) = fields.get("round_cap") else {
        return Ok(None);
    };
    let rounds = cap.whole_number()?;
    if !(1..=MOST_ROUNDS).contains(&rounds) {
        return Err(Diagnostic::at(&cap.place(), format!("a cap of {rounds} rounds"))
            .label(format!("allowed are 1 to {MOST_ROUNDS}")));
    }
    Ok(Some(rounds as u32))
}

/// A group given field by field: the same as a typed one.
fn group(node: &Node) -> Result<GroupText, Diagnostic> {
    let fields = Fields::of(node, "field", &GROUP, &GROUP_LATER)?;
    let (source, range) = fields.required("class")?.typed()?;
    let (species, class) = parse_class(&source, range)?;
    let count = match fields.get("count") {
        Some(count) => Some(Spanned { value: count.whole_number()?, place: count.place() }),
        None => None,
    };
    let mut items = Vec::new();
    if let Some(parts) = fields.get("parts") {
        let parts_given = parts.members()?;
        if parts_given.is_empty() {
            return Err(Diagnostic::at(&parts.place(), "an empty loadout")
                .help("leave `parts` out to keep the printed parts"));
        }
        for part in parts_given {
            let (source, range) = part.typed()?;
            items.push(parse_item(&source, range)?);
        }
    }
    if let Some(stats) = fields.get("stats") {
        for figure in stats.fields()? {
            if STATS_LATER.contains(&figure.name.as_str()) {
                let what = format!("the figure `{}`", figure.name);
                return Err(Diagnostic::not_yet(&figure.place, &what));
            }
            items.push(figure_item(&figure)?);
        }
    }
    if let Some(damaged) = fields.get("damaged") {
        let one = || Ok(vec![damaged.clone()]);
        let values = if damaged.is_list() { damaged.members() } else { one() }?;
        let values = values.iter().map(spanned).collect::<Result<_, _>>()?;
        let key = Spanned { value: "damaged".to_string(), place: damaged.place() };
        let value = Item::Figure(key, Value::List(values));
        items.push(Spanned { value, place: damaged.place() });
    }
    Ok(GroupText { count, species, class, items, place: node.place() })
}

fn figure_item(figure: &Field) -> Result<Spanned<Item>, Diagnostic> {
    let key = Spanned { value: figure.name.clone(), place: figure.place.clone() };
    let value = if figure.value.is_list() {
        Value::List(figure.value.members()?.iter().map(spanned).collect::<Result<_, _>>()?)
    } else {
        Value::One(spanned(&figure.value)?)
    };
    let place = figure.place.to(&figure.value.place());
    Ok(Spanned { value: Item::Figure(key, value), place })
}
