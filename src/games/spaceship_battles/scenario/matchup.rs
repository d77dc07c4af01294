//! Resolves a scenario to figures: both sides and the scene.

use super::catalogue::ShipCatalogue;
use super::orders::doctrine;
use super::resolve::resolve_side;
use super::text::{GroupFields, MapText, ShipSetting, SpaceText, situation};
use crate::answer::{RoundWindow, Side};
use crate::games::common::check::two_sides;
use crate::games::spaceship_battles::rules::{
    Doctrine, Geometry, Heading, Map, MapPosition, ShipFleet, ShipGroup, ShipTerms, limits,
};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::figures::figure;
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
    let setting = &situation(&scenario.setting)?;
    let both = two_sides(texts, "battle")?;
    let mut catalogue = catalogue.clone();
    for changed in &setting.charts {
        catalogue.change(changed)?;
    }
    let geometry = geometry(setting)?;
    let mut sides = Vec::new();
    for (n, text) in both.iter().enumerate() {
        let mut side = resolve_side(&catalogue, text, (&texts.role(n), n))?;
        for (group, text) in side.fleet.groups.iter_mut().zip(GroupFields::of_side(text)?) {
            group.places = places(group, &text, &geometry)?;
        }
        sides.push(side);
    }
    check_budget(setting, both, &sides)?;
    let turns = match &setting.turns {
        Some(turns) => figure(&turns.place, &turns.value, 1..=limits::TURNS)?,
        None => limits::TURNS,
    };
    let house_rules = house_rules(&catalogue, &sides, setting);
    let terms = ShipTerms { geometry, charts: catalogue.charts() };
    let rounds = RoundWindow { last: Some(turns as u32), ..setting.rounds.window(1, false)? };
    Ok(ShipMatchup { sides, terms, rounds, house_rules })
}

/// Checks the name of a policy, which is a doctrine in this game.
pub(crate) fn check_policy(name: &Spanned<String>) -> Result<(), Diagnostic> {
    doctrine(name).map(|_| ())
}

/// Resolves the scene: a map, or ranges (B16).
fn geometry(situation: &ShipSetting) -> Result<Geometry, Diagnostic> {
    let number = |word: &Spanned<String>| {
        figure(&word.place, &word.value, 0..=limits::RANGE).map(|range| range as u8)
    };
    match (&situation.range, &situation.map) {
        (Some(range), Some(_)) => {
            Err(Diagnostic::at(&range.place, "a scenario has either `range` or `map`, not both"))
        }
        (None, None) => Ok(Geometry::Range([DEFAULT_RANGE; 4])),
        (None, Some(text)) => map(text).map(Geometry::Map),
        (Some(range), None) => match &range.value[..] {
            [one] => number(one).map(|range| Geometry::Range([range; 4])),
            [a, b, c, d] => Ok(Geometry::Range([number(a)?, number(b)?, number(c)?, number(d)?])),
            more => Err(Diagnostic::at(&range.place, format!("found {} ranges", more.len()))
                .label("expected one, or one for each of the phases 3, 6, 9 and 12")),
        },
    }
}

fn map(text: &MapText) -> Result<Map, Diagnostic> {
    let size = |word: &Spanned<String>| {
        figure(&word.place, &word.value, 1..=limits::MAP).map(|size| size as u8)
    };
    let [width, height] = [size(&text.size[0])?, size(&text.size[1])?];
    let orthogonal = match &text.counting {
        Some(word) => {
            let known = [("diagonal", false), ("orthogonal", true)];
            choose(&word.place, &word.value, "distance rule", &known)?
        }
        None => false,
    };
    if text.objects.len() > limits::OBJECTS {
        let (n, most) = (text.objects.len(), limits::OBJECTS);
        let place = &text.objects[most].place;
        return Err(Diagnostic::at(place, format!("{n} objects, at most {most}")));
    }
    let mut map = Map { width, height, objects: Vec::new(), orthogonal };
    for object in &text.objects {
        map.objects.push(space(object, &map)?);
    }
    Ok(map)
}

/// Resolves a space of the map.
fn space(text: &SpaceText, map: &Map) -> Result<(u8, u8), Diagnostic> {
    let [x, y] = &text.at;
    let within = |word: &Spanned<String>, size: u8| {
        figure(&word.place, &word.value, 0..=i32::from(size) - 1).map(|place| place as u8)
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
    let place = |ship: &super::text::ShipText| -> Result<MapPosition, Diagnostic> {
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

/// Checks that no side costs more points than the budget.
fn check_budget(
    setting: &ShipSetting,
    texts: &[SideText; 2],
    sides: &[Side<ShipFleet>],
) -> Result<(), Diagnostic> {
    let Some(budget) = &setting.budget else { return Ok(()) };
    let most = figure(&budget.place, &budget.value, 0..=1_000_000)? as u32;
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
    setting: &ShipSetting,
) -> Vec<String> {
    let any = |of: fn(&ShipGroup) -> bool| sides.iter().flat_map(|s| &s.fleet.groups).any(of);
    let on_map = setting.map.is_some();
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
    if !on_map && setting.range.is_none() {
        rules.push(format!("range {DEFAULT_RANGE} (the default)"));
    }
    rules
}
