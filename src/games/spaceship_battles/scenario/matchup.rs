//! Resolves a scenario to figures: both sides and the scene.

use super::catalogue::ShipCatalogue;
use super::orders::doctrine;
use super::resolve::resolve_side;
use super::text::{self, GroupFields, SpaceText};
use crate::answer::{RoundWindow, Side};
use crate::games::Rulebook;
use crate::games::common::check::two_sides;
use crate::games::common::play::RoundTexts;
use crate::games::spaceship_battles::rules::{
    Doctrine, Geometry, Heading, Map, MapPosition, ShipFleet, ShipGroup, ShipTerms, limits,
};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::notation::Spanned;
use crate::scenario::settings::choose;

/// Both sides of a battle, resolved to figures.
#[derive(Clone, Debug)]
pub struct ShipMatchup {
    /// Attacker and defender.
    pub sides: Vec<Side<ShipFleet>>,
    /// Scene and charts.
    pub terms: ShipTerms,
    /// Turns of the battle; one still undecided after the last is a standoff (B16).
    pub rounds: RoundWindow,
    /// Descriptions of the house rules in force.
    pub house_rules: Vec<String>,
}

/// Default range: the distance to which the doctrine `close` approaches.
const DEFAULT_RANGE: u8 = 3;

/// Resolves both sides and the situation of a scenario.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve(scenario: &Scenario, catalogue: &ShipCatalogue) -> Result<ShipMatchup, Diagnostic> {
    let texts = &scenario.sides;
    let both = two_sides(texts, "battle")?;
    let mut catalogue = catalogue.clone();
    let setting = ShipSetting::read(&scenario.setting, &mut catalogue)?;
    let geometry = setting.geometry.clone().unwrap_or(Geometry::Range([DEFAULT_RANGE; 4]));
    let mut sides = Vec::new();
    for (n, text) in both.iter().enumerate() {
        let mut side = resolve_side(&catalogue, text, (&texts.role(n), n))?;
        for (group, text) in side.fleet.groups.iter_mut().zip(GroupFields::of_side(text)?) {
            group.places = places(group, &text, &geometry)?;
        }
        if !matches!(geometry, Geometry::Map(_)) {
            side.warnings.extend(idle_doctrine(&side.fleet));
        }
        sides.push(side);
    }
    check_budget(setting.budget, both, &sides)?;
    let house_rules = house_rules(&catalogue, &sides, setting.geometry.as_ref());
    let terms = ShipTerms { geometry, charts: catalogue.charts() };
    Ok(ShipMatchup { sides, terms, rounds: setting.rounds, house_rules })
}

/// Checks the name of a policy, which is a doctrine in this game.
pub(crate) fn check_policy(name: &Spanned<String>) -> Result<(), Diagnostic> {
    doctrine(name).map(|_| ())
}

/// Situation of a battle.
struct ShipSetting {
    /// Scene, if given.
    geometry: Option<Geometry>,
    rounds: RoundWindow,
    /// Maximum points of each side.
    budget: Option<u32>,
}

impl ShipSetting {
    /// Reads the situation. Its rows of charts replace house rules of the catalogue.
    fn read(setting: &Fields, catalogue: &mut ShipCatalogue) -> Result<Self, Diagnostic> {
        let mut fields = setting.clone();
        let geometry = geometry(&mut fields)?;
        let turns = fields.number("turns", limits::TURNS, 1..=limits::TURNS)?;
        let budget = fields.read("budget", |node| node.number(0..=1_000_000))?;
        for (chart, rows) in fields.by_name("charts")? {
            rows.fields()?.into_iter().try_for_each(|row| catalogue.change(&chart, row))?;
        }
        let listed = RoundTexts::listed(&mut fields)?.window(1, false)?;
        fields.finish_in(Rulebook::SpaceshipBattles)?;
        let rounds = RoundWindow { last: Some(turns as u32), ..listed };
        Ok(Self { geometry, rounds, budget: budget.map(|points| points as u32) })
    }
}

/// Reads the scene: a map, or ranges (B16).
fn geometry(fields: &mut Fields) -> Result<Option<Geometry>, Diagnostic> {
    match (fields.optional("range"), fields.optional("map")) {
        (Some(range), Some(_)) => {
            let message = "a scenario has either `range` or `map`, not both";
            Err(Diagnostic::at(&range.place(), message))
        }
        (Some(range), None) => ranges(&range).map(|ranges| Some(Geometry::Range(ranges))),
        (None, node) => Ok(node.as_ref().map(map).transpose()?.map(Geometry::Map)),
    }
}

/// Reads the ranges of the attack phases: one for all, or one for each.
fn ranges(node: &JsonNode) -> Result<[u8; 4], Diagnostic> {
    let number = |node: &JsonNode| node.number(0..=limits::RANGE).map(|range| range as u8);
    let given = if node.is_list() { node.each(number)? } else { vec![number(node)?] };
    match given[..] {
        [one] => Ok([one; 4]),
        [a, b, c, d] => Ok([a, b, c, d]),
        _ => Err(Diagnostic::at(&node.place(), format!("found {} ranges", given.len()))
            .label("expected one, or one for each of the phases 3, 6, 9 and 12")),
    }
}

/// Reads a map.
fn map(node: &JsonNode) -> Result<Map, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    let size = |node: JsonNode| node.number(1..=limits::MAP).map(|size| size as u8);
    let (width, height) = (size(fields.required("width")?)?, size(fields.required("height")?)?);
    let objects = fields.list("objects", text::space)?;
    let counting = fields.read("range", |node| {
        let known = [("diagonal", false), ("orthogonal", true)];
        choose(&node.place(), &node.scalar()?, "distance rule", &known)
    })?;
    fields.finish()?;
    if let Some(object) = objects.get(limits::OBJECTS) {
        let (n, most) = (objects.len(), limits::OBJECTS);
        return Err(Diagnostic::at(&object.place, format!("{n} objects, at most {most}")));
    }
    let orthogonal = counting.unwrap_or_default();
    let mut map = Map { width, height, objects: Vec::new(), orthogonal };
    map.objects = objects.iter().map(|object| space(object, &map)).collect::<Result<_, _>>()?;
    Ok(map)
}

/// Resolves a space of the map.
fn space(text: &SpaceText, map: &Map) -> Result<(u8, u8), Diagnostic> {
    let [x, y] = &text.at;
    let within = |word: &Spanned<String>, size: u8| {
        word.number(0..=i32::from(size) - 1).map(|place| place as u8)
    };
    Ok((within(x, map.width)?, within(y, map.height)?))
}

/// Returns the positions of the ships of a group. On a map, every ship needs one; without a
/// map, none may be given.
fn places(
    group: &ShipGroup,
    text: &GroupFields,
    geometry: &Geometry,
) -> Result<Vec<MapPosition>, Diagnostic> {
    let Geometry::Map(map) = geometry else {
        return match text.ships.first() {
            Some(ship) => {
                Err(Diagnostic::at(&ship.at.place, "ships can have positions only on a map")
                    .help("\"setting\": {\"map\": {\"width\": 30, \"height\": 20}}"))
            }
            None => Ok(Vec::new()),
        };
    };
    if text.ships.len() != usize::from(group.count) {
        let (n, count) = (text.ships.len(), group.count);
        return Err(Diagnostic::at(
            &text.text.place,
            format!("positions for {n} of {count} ships"),
        )
        .label("on a map, every ship needs a position")
        .help("\"ships\": [{\"at\": [3, 4], \"heading\": \"N\"}]"));
    }
    let place = |ship: &text::ShipText| -> Result<MapPosition, Diagnostic> {
        let (x, y) = space(&ship.at, map)?;
        let known = [
            ("N", Heading::North),
            ("E", Heading::East),
            ("S", Heading::South),
            ("W", Heading::West),
        ];
        let word = &ship.heading;
        Ok(MapPosition { x, y, heading: choose(&word.place, &word.value, "heading", &known)? })
    };
    text.ships.iter().map(place).collect()
}

/// Returns a warning if ships have orders to move, which have no effect at a range.
fn idle_doctrine(fleet: &ShipFleet) -> Option<String> {
    let is_given = |group: &ShipGroup| group.orders.doctrine != Doctrine::default();
    let warning = "doctrine: has no effect at a range; ships move on a `map`, in a JSON scenario";
    fleet.groups.iter().any(is_given).then(|| warning.to_string())
}

/// Checks that no side costs more points than the budget.
fn check_budget(
    budget: Option<u32>,
    texts: &[SideText; 2],
    sides: &[Side<ShipFleet>],
) -> Result<(), Diagnostic> {
    let Some(most) = budget else { return Ok(()) };
    for (side, text) in sides.iter().zip(texts) {
        let points = side.fleet.points();
        if points > most {
            let name = &side.labels.name;
            let message = format!("`{name}` costs {points} points, but the budget is {most}");
            let groups = side.fleet.groups.iter().zip(&side.labels.classes);
            let sum: Vec<String> = groups
                .map(|(g, class)| format!("{} {class}: {}", g.count, g.points * u32::from(g.count)))
                .collect();
            return Err(Diagnostic::at(&text.place, message).label(sum.join(", ")));
        }
    }
    Ok(())
}

/// Returns the descriptions of the house rules that affect this battle.
fn house_rules(
    catalogue: &ShipCatalogue,
    sides: &[Side<ShipFleet>],
    geometry: Option<&Geometry>,
) -> Vec<String> {
    let any = |of: fn(&ShipGroup) -> bool| sides.iter().flat_map(|s| &s.fleet.groups).any(of);
    let on_map = matches!(geometry, Some(Geometry::Map(_)));
    let in_force = [
        ("speeds", on_map),
        ("fields", any(|group| group.field.is_some())),
        ("weapons", true),
        ("engines", true),
        ("arcs", on_map),
        ("torpedoes", any(|group| group.torpedoes)),
        ("missiles", any(|group| group.missiles)),
        ("invisibility", any(|group| group.orders.invisible)),
        ("keep", on_map && any(|group| matches!(group.orders.doctrine, Doctrine::Keep(_)))),
    ];
    let rules =
        in_force.iter().filter(|rule| rule.1).filter_map(|rule| catalogue.house_rule(rule.0));
    let mut rules: Vec<String> = rules.map(String::from).collect();
    if geometry.is_none() {
        rules.push(format!("range {DEFAULT_RANGE} (the default)"));
    }
    rules
}
