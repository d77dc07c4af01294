//! How a side plays (`play`) and what belongs to the situation (`setting`).

use super::diagnostics::{Diagnostic, shorten};
use super::document::{Fields, fleet, spanned};
use super::json::Node;
use super::model::{Destination, Given, PlanetText, Play, PopulationText, Setting, StartText};
use super::notation::{Spanned, Value};
use super::settings::parse_objective;
use super::{spaceship_battles, star_chamber};
use crate::rules::Retreat;
use crate::rules::eclipse::Bag;

/// Fields of `play`, but for the orders of Spaceship Battles.
const PLAY: [&str; 5] = ["assign", "retreat", "objective", "sustain", "loss_order"];

/// Ways to say when a group begins to retreat.
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

/// Most rounds that a cap may allow, and last round that a battle may be in.
const MOST_ROUNDS: u64 = 1_000_000;
/// Most cubes of population.
const MOST_CUBES: u64 = 60;
/// Most rounds after which the state is listed.
const MOST_LISTED: u64 = 1000;
/// Most tokens in a fleet pool.
const MOST_POOL: u64 = 100;
/// Most tiles of one value in the bag, and the highest value.
const MOST_TILES: u64 = 1000;
const HIGHEST_TILE: u64 = 9;

/// How a side plays, and what for; and all that is said of it.
pub(super) fn play(node: &Node) -> Result<(Play, Vec<Given>), Diagnostic> {
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

/// When groups begin to retreat: `"never"`, `"optimal"`, `{"after_round": 2}`,
/// `{"at_most": 3}`, `{"below": 0.2}`.
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
        return Err(Diagnostic::at(&node.place(), format!("{} conditions", given.len()))
            .label("expected one of `after_round`, `at_most`, `below`"));
    };
    Ok(match *name {
        "after_round" => Retreat::AfterRound(up_to(value, 0, MOST_ROUNDS, "rounds")? as u32),
        "at_most" => Retreat::AtMost(up_to(value, 0, 1000, "ships")? as u32),
        _ => Retreat::Below(share(value)?),
    })
}

/// `0.2` or `"20%"`.
fn share(node: &Node) -> Result<f64, Diagnostic> {
    let text = node.scalar()?;
    let (number, unit) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent, 100.0),
        None => (text.trim(), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&(value / unit)) => Ok(value / unit),
        _ => Err(Diagnostic::at(&node.place(), format!("`{}` are no odds", shorten(&text)))
            .label("allowed is a share from 0 to 1, or a text like \"20%\"")),
    }
}

/// A whole number within limits.
fn up_to(node: &Node, least: u64, most: u64, what: &str) -> Result<u64, Diagnostic> {
    let number = node.whole_number()?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(Diagnostic::at(&node.place(), format!("{number} {what}"))
        .label(format!("allowed are {least} to {most}")))
}

/// What belongs to the situation.
pub(super) fn setting(node: &Node) -> Result<Setting, Diagnostic> {
    let fields = Fields::of(node, "setting", &SETTING)?;
    let mut setting = Setting::default();
    if let Some(cap) = fields.get("round_cap") {
        let rounds = cap.whole_number()?;
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(Diagnostic::at(&cap.place(), format!("a cap of {rounds} rounds"))
                .label(format!("allowed are 1 to {MOST_ROUNDS}")));
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
            let tile = up_to(&side.value, 0, HIGHEST_TILE, "as a tile")? as u8;
            setting.lowest_tile.push((name, tile));
        }
    }
    if let Some(rounds) = fields.get("rounds") {
        let value = up_to(rounds, 1, MOST_LISTED, "rounds to be listed")? as u32;
        setting.rounds = Some(Spanned { value, place: rounds.place() });
    }
    setting.nebula = fields.get("nebula").map(Node::boolean).transpose()?.unwrap_or_default();
    setting.enforce_capacity = fields.get("capacity").map(capacity).transpose()?.is_some();
    if let Some(pools) = fields.get("fleet_pool") {
        for side in pools.fields()? {
            let name = Spanned { value: side.name.clone(), place: side.place.clone() };
            let ships = up_to(&side.value, 0, MOST_POOL, "tokens in a fleet pool")? as u16;
            setting.fleet_pool.push((name, ships));
        }
    }
    if let Some(planets) = fields.get("planets") {
        setting.planets = planets.members()?.iter().map(planet).collect::<Result<_, _>>()?;
        if setting.planets.is_empty() {
            return Err(Diagnostic::at(&planets.place(), "an invasion of no planets"));
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

/// Capacity before the combat: there is one thing to say of it.
fn capacity(node: &Node) -> Result<(), Diagnostic> {
    match node.string()?.trim().to_lowercase().as_str() {
        "enforce" => Ok(()),
        _ => Err(Diagnostic::unknown(&node.place(), "way to treat capacity", &["enforce"])),
    }
}

/// A planet that is invaded: who lands there, and who defends it.
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

/// Where to go: either it is said outright, or by conditions.
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

/// How far the battle has gone.
fn start(node: &Node) -> Result<StartText, Diagnostic> {
    let fields = Fields::of(node, "field", &["round", "missiles_spent"])?;
    let round = match fields.get("round") {
        Some(round) => up_to(round, 1, MOST_ROUNDS, "as a round")? as u32,
        None => 1,
    };
    let missiles_spent = fields.get("missiles_spent").map(Node::boolean).transpose()?;
    Ok(StartText { round, missiles_spent, place: node.place() })
}

/// Population that may be attacked after the battles.
fn population(node: &Node) -> Result<PopulationText, Diagnostic> {
    let fields = Fields::of(node, "field", &["owner", "cubes", "planta"])?;
    let owner = fields.required("owner")?;
    Ok(PopulationText {
        owner: Spanned { value: owner.string()?, place: owner.place() },
        cubes: up_to(fields.required("cubes")?, 0, MOST_CUBES, "cubes")? as u8,
        planta: fields.get("planta").map(Node::boolean).transpose()?.unwrap_or_default(),
    })
}

/// The tiles in the bag: `{"1": 12, "2": 9}`.
fn bag(node: &Node) -> Result<Bag, Diagnostic> {
    let mut bag = Bag([].into());
    for tile in node.fields()? {
        let value = tile.name.parse().ok().filter(|v| (1..=HIGHEST_TILE).contains(v));
        let Some(value) = value else {
            let name = shorten(&tile.name);
            return Err(Diagnostic::at(&tile.place, format!("`{name}` is no value of a tile"))
                .label(format!("allowed are 1 to {HIGHEST_TILE}")));
        };
        bag.0.insert(value as u8, up_to(&tile.value, 0, MOST_TILES, "tiles")? as u32);
    }
    Ok(bag)
}
