//! Reads the scenarios of the project.

use std::collections::BTreeMap;

use serde_json::Value;

use super::effects::{EFFECTS, Effect};
use super::model::{Boosts, Force, Leaves, Setup, Side, State, Unit};
use super::units::Cards;

/// Reads a scenario: what never changes, and the first state.
pub(crate) fn read(scenario: &Value) -> (Setup, State) {
    let cards = Cards::new();
    let named = ["attacker", "defender"];
    let setting = &scenario["setting"];
    let sides =
        named.map(|name| side(&cards, &scenario[name], !setting["retreat"][name].is_null()));
    let state = named.map(|name| force(&cards, &scenario[name]));
    let laws: Vec<&Value> = setting["laws"].as_array().into_iter().flatten().collect();
    let holds = |effect: Effect| {
        let by_law = |law: &&Value| law.as_str().and_then(Effect::named) == Some(effect);
        laws.iter().any(by_law) || state.iter().any(|force| force.has(effect))
    };
    let is_true = |field: &str| setting[field].as_bool().unwrap_or(false);
    let setup = Setup {
        in_space: scenario["rules"] == "ti4-space",
        nebula: is_true("nebula"),
        scar: is_true("entropic_scar") || holds(Effect::EntropicScar),
        articles: holds(Effect::Articles),
        schematics: holds(Effect::Schematics),
        conventions: holds(Effect::Conventions),
        cards,
        sides,
    };
    (setup, state)
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

fn name_of(effect: &Value) -> &str {
    effect.as_str().or(effect["name"].as_str()).unwrap()
}

fn effects(side: &Value) -> impl Iterator<Item = (Effect, &Value)> {
    let named = |value| {
        let effect = Effect::named(name_of(value));
        (effect.unwrap_or_else(|| panic!("no effect is called {value}")), value)
    };
    side["effects"].as_array().into_iter().flatten().map(named)
}

fn force(cards: &Cards, side: &Value) -> Force {
    let mut units = Vec::new();
    for group in side["groups"].as_array().unwrap() {
        let class = cards.named(group["class"].as_str().unwrap());
        let count = group["count"].as_u64().unwrap_or(1) as usize;
        let (damaged, galvanized) = (number(&group["damaged"]), number(&group["galvanized"]));
        for index in 0..count {
            // Galvanized ones are whole as long as there are whole ones.
            let damaged = index < damaged;
            let galvanized = count - index <= galvanized;
            units.push(Unit { damaged, galvanized, ..Unit::new(class) });
        }
    }
    units.sort();
    let mut left = [0; EFFECTS];
    for (effect, value) in effects(side) {
        left[effect as usize] = value["count"].as_u64().unwrap_or(1) as u8;
    }
    if side["faction"] == "argent" {
        left[Effect::RaidFormation as usize] = 1;
    }
    Force {
        units,
        left,
        boarded: false,
        sleeper: false,
        landed: false,
        gained: None,
        revealed: None,
        boosts: Boosts::default(),
    }
}

fn side(cards: &Cards, side: &Value, exit: bool) -> Side {
    let groups = side["groups"].as_array().unwrap();
    let play = &side["play"];
    let order = play["loss_order"].as_array().into_iter().flatten();
    let after = play["retreat"]["after_round"].as_u64().map(|n| Leaves::After(n as u32));
    let at_most = play["retreat"]["at_most"].as_u64().map(|n| Leaves::AtMost(n as usize));
    let mut own = Side {
        faction: side["faction"].as_str().unwrap_or_default().to_string(),
        late: play["sustain"] == "late",
        order: order.map(|name| name.as_str().unwrap().to_string()).collect(),
        classes: groups.iter().map(|g| cards.named(g["class"].as_str().unwrap())).collect(),
        from: BTreeMap::new(),
        named: effects(side).map(|(effect, _)| effect).collect(),
        chosen: BTreeMap::new(),
        placed: BTreeMap::new(),
        gains: None,
        spares_enemy: false,
        bombards: false,
        leaves: after.or(at_most).unwrap_or(Leaves::Never),
        exit,
    };
    for (effect, value) in effects(side) {
        if let Some(round) = value["round"].as_u64() {
            own.from.insert(effect, round as u32);
        }
        if let Some(unit) = value["unit"].as_str() {
            own.chosen.insert(effect, unit.to_string());
        }
        if let Some(units) = value["units"].as_object() {
            let placed = units.iter().map(|(name, count)| (name.clone(), number(count)));
            own.placed.insert(effect, placed.collect());
        }
        own.gains = own.gains.or(value["gains"].as_str().and_then(Effect::named));
        own.spares_enemy |= value["enemy_dice"] == false;
        own.bombards |=
            value["bombard"] == true || (effect == Effect::Proxima && !value["round"].is_null());
    }
    own
}
