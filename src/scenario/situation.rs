//! Reads how a side plays (`play`) and the situation of the battle (`setting`).

use super::diagnostics::{Diagnostic, shorten};
use super::document::{Fields, fleet, spanned};
use super::json::Node;
use super::model::{Destination, Given, PlanetText, Play, PopulationText, Setting, StartText};
use super::notation::{Spanned, Value};
use super::settings::parse_objective;
use crate::games::common::Retreat;
use crate::games::eclipse::rules::Bag;
use crate::games::spaceship_battles::scenario as spaceship_battles;
use crate::games::star_chamber::scenario as star_chamber;

/// Fields of `play`, except the orders of Spaceship Battles.
const PLAY: [&str; 5] = ["assign", "retreat", "objective", "sustain", "loss_order"];

/// Conditions under which a group starts to retreat.
const RETREAT: [&str; 3] = ["after_round", "at_most", "below"];

/// Fields of `setting`.
const SETTING: [&str; 19] = [
    "round_cap",
    "retreat",
    "start",
    "population",
    "bag",
    "lowest_tile",
    "rounds",
    "nebula",
    "capacity",
    "fleet_pool",
    "planets",
    "turns",
    "shields",
    "order",
    "events",
    "range",
    "map",
    "budget",
    "charts",
];

/// Highest round cap, and highest round in which a battle can start.
const MOST_ROUNDS: u64 = 1_000_000;
/// Maximum number of population cubes.
const MOST_CUBES: u64 = 60;
/// Maximum number of rounds for which the state is listed.
const MOST_LISTED: u64 = 1000;
/// Maximum number of tokens in a fleet pool.
const MOST_POOL: u64 = 100;
/// Maximum number of tiles of one value in the bag, and the highest value.
const MOST_TILES: u64 = 1000;
const HIGHEST_TILE: u64 = 9;

/// Reads how a side plays. Also returns all fields given.
pub(crate) fn play(node: &Node) -> Result<(Play, Vec<Given>), Diagnostic> {
    let word = |node: &Node| Ok(Spanned { value: node.string()?, place: node.place() });
    if node.is_string() {
        return Ok((Play { assign: Some(word(node)?), ..Play::default() }, Vec::new()));
    }
    let known: Vec<&str> = PLAY.into_iter().chain(spaceship_battles::ORDERS).collect();
    let fields = Fields::of(node, "field", &known)?;
    let retreat = match fields.get("retreat") {
        Some(node) => Some(Spanned { value: retreat(node)?, place: node.place() }),
        None => None,
    };
    let objective = |node: &Node| parse_objective(&node.place(), &node.string()?);
    let order = |node: &Node| -> Result<Value, Diagnostic> {
        if !node.is_list() {
            return word(node).map(Value::One);
        }
        node.members()?.iter().map(word).collect::<Result<_, _>>().map(Value::List)
    };
    let play = Play {
        assign: fields.get("assign").map(word).transpose()?,
        objective: fields.get("objective").map(objective).transpose()?,
        retreat,
        sustain: fields.get("sustain").map(word).transpose()?,
        loss_order: fields.get("loss_order").map(order).transpose()?,
        orders: spaceship_battles::orders(&fields)?,
    };
    Ok((play, fields.given("field of `play`")))
}

/// Reads when groups start to retreat: `"never"`, `"optimal"`, `{"after_round": 2}`,
/// `{"at_most": 3}` or `{"below": 0.2}`.
fn retreat(node: &Node) -> Result<Retreat, Diagnostic> {
    if node.is_string() {
        return match node.string()?.trim().to_lowercase().as_str() {
            "never" => Ok(Retreat::Never),
            "optimal" => Ok(Retreat::Optimal),
            _ => Err(Diagnostic::unknown(&node.place(), "retreat policy", &["never", "optimal"])
                .help("allowed: never, optimal, or a condition: {\"after_round\": 2}, {\"at_most\": 3}, {\"below\": 0.2}")),
        };
    }
    let fields = Fields::of(node, "condition", &RETREAT)?;
    let given: Vec<_> = RETREAT.iter().filter_map(|name| Some((name, fields.get(name)?))).collect();
    let [(name, value)] = given[..] else {
        return Err(Diagnostic::at(&node.place(), format!("found {} conditions", given.len()))
            .label("expected exactly one of `after_round`, `at_most`, `below`"));
    };
    Ok(match *name {
        "after_round" => {
            Retreat::AfterRound(up_to(value, 0, MOST_ROUNDS, "number of rounds")? as u32)
        }
        "at_most" => Retreat::AtMost(up_to(value, 0, 1000, "number of ships")? as u32),
        _ => Retreat::Below(share(value)?),
    })
}

/// Reads a probability: `0.2` or `"20%"`.
fn share(node: &Node) -> Result<f64, Diagnostic> {
    let text = node.scalar()?;
    let (number, unit) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent, 100.0),
        None => (text.trim(), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&(value / unit)) => Ok(value / unit),
        _ => {
            Err(Diagnostic::at(&node.place(), format!("`{}` is not a probability", shorten(&text)))
                .label("must be from 0 to 1, or a string like \"20%\""))
        }
    }
}

/// Reads a whole number from `least` to `most`; `what` names it in the error.
fn up_to(node: &Node, least: u64, most: u64, what: &str) -> Result<u64, Diagnostic> {
    let number = node.whole_number()?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(Diagnostic::at(&node.place(), format!("`{number}` is not a valid {what}"))
        .label(format!("must be from {least} to {most}")))
}

/// Reads the situation of the battle.
pub(crate) fn setting(node: &Node) -> Result<Setting, Diagnostic> {
    let fields = Fields::of(node, "setting", &SETTING)?;
    let mut setting = Setting::default();
    if let Some(cap) = fields.get("round_cap") {
        let rounds = cap.whole_number()?;
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(Diagnostic::at(
                &cap.place(),
                format!("`{rounds}` is not a valid round cap"),
            )
            .label(format!("must be from 1 to {MOST_ROUNDS}")));
        }
        setting.round_cap = Some(Spanned { value: rounds as u32, place: cap.place() });
    }
    if let Some(retreat) = fields.get("retreat") {
        for side in retreat.fields()? {
            let name = Spanned { value: side.name.clone(), place: side.place.clone() };
            setting.retreat.push((name, destination(&side.value, &mut setting.given)?));
        }
    }
    setting.start = fields.get("start").map(start).transpose()?;
    setting.population = fields.get("population").map(population).transpose()?;
    setting.bag = fields.get("bag").map(bag).transpose()?;
    if let Some(tiles) = fields.get("lowest_tile") {
        for side in tiles.fields()? {
            let name = Spanned { value: side.name.clone(), place: side.place.clone() };
            let tile = up_to(&side.value, 0, HIGHEST_TILE, "tile value")? as u8;
            setting.lowest_tile.push((name, tile));
        }
    }
    if let Some(rounds) = fields.get("rounds") {
        let value = up_to(rounds, 1, MOST_LISTED, "number of rounds to list")? as u32;
        setting.rounds = Some(Spanned { value, place: rounds.place() });
    }
    setting.nebula = fields.get("nebula").map(Node::boolean).transpose()?.unwrap_or_default();
    setting.enforce_capacity = fields.get("capacity").map(capacity).transpose()?.is_some();
    if let Some(pools) = fields.get("fleet_pool") {
        for side in pools.fields()? {
            let name = Spanned { value: side.name.clone(), place: side.place.clone() };
            let ships = up_to(&side.value, 0, MOST_POOL, "fleet pool")? as u16;
            setting.fleet_pool.push((name, ships));
        }
    }
    if let Some(planets) = fields.get("planets") {
        setting.planets = planets.members()?.iter().map(planet).collect::<Result<_, _>>()?;
        if setting.planets.is_empty() {
            return Err(Diagnostic::at(&planets.place(), "the list of planets is empty"));
        }
    }
    if let Some(turns) = fields.get("turns") {
        setting.turns = Some(spanned(turns)?);
    }
    setting.star_chamber = star_chamber::situation(&fields)?;
    setting.spaceship_battles = spaceship_battles::situation(&fields)?;
    setting.given.extend(fields.given("setting"));
    Ok(setting)
}

/// Reads the capacity setting, whose only value is `enforce`.
fn capacity(node: &Node) -> Result<(), Diagnostic> {
    match node.string()?.trim().to_lowercase().as_str() {
        "enforce" => Ok(()),
        _ => Err(Diagnostic::unknown(&node.place(), "capacity setting", &["enforce"])),
    }
}

/// Reads a planet to invade: the units that land there and those that defend it.
fn planet(node: &Node) -> Result<PlanetText, Diagnostic> {
    let fields = Fields::of(node, "field", &["name", "attacker", "defender"])?;
    let name = fields.required("name")?;
    let [attacker, defender] = [fields.required("attacker")?, fields.required("defender")?];
    Ok(PlanetText {
        name: Spanned { value: super::document::name(name)?, place: name.place() },
        fleets: [fleet(attacker)?, fleet(defender)?],
        places: [attacker.place(), defender.place()],
    })
}

/// Reads a retreat destination: `true` or `false`, or conditions.
fn destination(node: &Node, given: &mut Vec<Given>) -> Result<Destination, Diagnostic> {
    const CONDITIONS: [&str; 6] =
        ["wormhole", "disc", "enemy_ships", "own_units", "to", "gravity_rift"];
    if !node.is_object() {
        return Ok(Destination { outright: Some(node.boolean()?), ..Destination::default() });
    }
    let fields = Fields::of(node, "condition", &CONDITIONS)?;
    given.extend(fields.given("condition"));
    let is = |name: &str| fields.get(name).map(Node::boolean).transpose();
    let to = match fields.get("to") {
        Some(node) => Some(Spanned { value: node.string()?, place: node.place() }),
        None => None,
    };
    Ok(Destination {
        outright: None,
        wormhole: is("wormhole")?,
        disc: is("disc")?,
        enemy_ships: is("enemy_ships")?,
        own_units: is("own_units")?,
        to,
        gravity_rift: is("gravity_rift")?,
    })
}

/// Reads the point from which the battle continues.
fn start(node: &Node) -> Result<StartText, Diagnostic> {
    let fields = Fields::of(node, "field", &["round", "missiles_spent"])?;
    let round = match fields.get("round") {
        Some(round) => up_to(round, 1, MOST_ROUNDS, "round")? as u32,
        None => 1,
    };
    let missiles_spent = fields.get("missiles_spent").map(Node::boolean).transpose()?;
    Ok(StartText { round, missiles_spent, place: node.place() })
}

/// Reads the population that the winner may attack after the battles.
fn population(node: &Node) -> Result<PopulationText, Diagnostic> {
    let fields = Fields::of(node, "field", &["owner", "cubes", "planta"])?;
    let owner = fields.required("owner")?;
    Ok(PopulationText {
        owner: Spanned { value: owner.string()?, place: owner.place() },
        cubes: up_to(fields.required("cubes")?, 0, MOST_CUBES, "number of cubes")? as u8,
        planta: fields.get("planta").map(Node::boolean).transpose()?.unwrap_or_default(),
    })
}

/// Reads the tiles in the bag, number by value: `{"1": 12, "2": 9}`.
fn bag(node: &Node) -> Result<Bag, Diagnostic> {
    let mut bag = Bag([].into());
    for tile in node.fields()? {
        let value = tile.name.parse().ok().filter(|v| (1..=HIGHEST_TILE).contains(v));
        let Some(value) = value else {
            let name = shorten(&tile.name);
            return Err(Diagnostic::at(
                &tile.place,
                format!("`{name}` is not the value of a tile"),
            )
            .label(format!("must be from 1 to {HIGHEST_TILE}")));
        };
        bag.0.insert(value as u8, up_to(&tile.value, 0, MOST_TILES, "number of tiles")? as u32);
    }
    Ok(bag)
}
