//! The best designs, compared with an exhaustive search.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::ask::{question, try_ask};
use crate::support::program::json;

/// Name, energy and kind of the starting parts and of two technologies, from the overview card of
/// the first edition.
const PARTS: [(&str, i32, &str); 9] = [
    ("ion-cannon", -1, "cannon"),
    ("hull", 0, "hull"),
    ("electron-computer", 0, "computer"),
    ("nuclear-drive", -1, "drive"),
    ("nuclear-source", 3, "source"),
    ("plasma-cannon", -2, "cannon"),
    ("positron-computer", -1, "computer"),
    ("plasma-missile", 0, "missile"),
    ("gauss-shield", 0, "shield"),
];

type Part = (&'static str, i32, &'static str);

/// A part from Shadow of the Rift.
const RIFT: Part = ("rift-cannon", -2, "cannon");

/// Returns all legal loadouts with this many slots, as typed: with a drive, and enough energy.
fn loadouts(parts: &[Part], slots: usize) -> Vec<String> {
    fn more(
        parts: &[Part],
        from: usize,
        left: usize,
        chosen: &mut Vec<Part>,
        all: &mut Vec<Vec<Part>>,
    ) {
        all.push(chosen.clone());
        for part in from..parts.len() {
            if left > 0 {
                chosen.push(parts[part]);
                more(parts, part, left - 1, chosen, all);
                chosen.pop();
            }
        }
    }
    let mut all = Vec::new();
    more(parts, 0, slots, &mut Vec::new(), &mut all);
    all.retain(|parts| {
        let energy: i32 = parts.iter().map(|(_, energy, _)| energy).sum();
        energy >= 0 && parts.iter().any(|(_, _, kind)| *kind == "drive")
    });
    let typed = |parts: Vec<Part>| parts.iter().map(|part| part.0).collect::<Vec<_>>().join(", ");
    all.into_iter().map(typed).collect()
}

/// Computes the exact odds of a side. Loadouts with equal figures are fought once.
struct Odds {
    known: BTreeMap<String, f64>,
}

impl Odds {
    fn of(&mut self, own: &str, enemy: &str, side: usize) -> f64 {
        let pair = if side == 0 { [own, enemy] } else { [enemy, own] };
        let asked =
            question(&format!(r#"{{"attacker": "{}", "defender": "{}"}}"#, pair[0], pair[1]));
        let muster = crate::support::ask::eclipse(&asked);
        let key = format!("{:?}", muster.sides.iter().map(|s| &s.fleet).collect::<Vec<_>>());
        *self
            .known
            .entry(key)
            .or_insert_with(|| try_ask(&asked).unwrap().sides[side].win.probability)
    }
}

/// Returns the best odds of all loadouts against weighted enemies.
fn best_of_all(class: &str, slots: usize, enemies: &[(&str, f64)], side: usize) -> f64 {
    best_of(&loadouts(&PARTS, slots), class, enemies, side)
}

fn best_of(all: &[String], class: &str, enemies: &[(&str, f64)], side: usize) -> f64 {
    let mut odds = Odds { known: BTreeMap::new() };
    let value = |parts: &String| -> f64 {
        let own = format!("{class}({parts})");
        enemies.iter().map(|(enemy, weight)| weight * odds.of(&own, enemy, side)).sum()
    };
    all.iter().map(value).fold(0.0, f64::max)
}

const AT_HAND: &str = "plasma cannon, positron computer, plasma missile, gauss shield";

fn design(what: &str, more: &[&str]) -> Value {
    json(&[&["design", what, "--format", "json", "--parts", AT_HAND], more].concat())
}

#[track_caller]
fn assert_best(found: &Value, best: f64) {
    let value = found["best"][0]["win"]["probability"].as_f64().unwrap();
    assert!((value - best).abs() < 1e-12, "{value} is not {best}");
}

#[test]
fn a_cruiser_against_ancients_and_a_centre_is_the_best_of_all() {
    let found = design("cruiser", &["--against", "2 ancient + gcds"]);
    assert_best(&found, best_of_all("cruiser", 6, &[("2 ancient + gcds", 1.0)], 0));
}

/// Uses several ships, so that captains of non-player ships choose their targets.
#[test]
fn several_interceptors_are_the_best_of_all() {
    let found = design("3 interceptor", &["--against", "2 ancient + ancient(hull=3)"]);
    let enemies = [("2 ancient + ancient(hull=3)", 1.0)];
    assert_best(&found, best_of_all("3 interceptor", 4, &enemies, 0));
}

#[test]
fn weights_and_the_defence_count() {
    let more =
        ["--defend", "--against", "2 interceptor", "--against", "cruiser", "--weights", "3,1"];
    let found = design("2 interceptor", &more);
    let enemies = [("2 interceptor", 0.75), ("cruiser", 0.25)];
    assert_best(&found, best_of_all("2 interceptor", 4, &enemies, 1));
}

/// Rift dice may hurt their own fleet, so more of them are not always better.
#[test]
fn rift_cannons_are_the_best_of_all_where_they_are() {
    let all = [&PARTS[..6], &[RIFT]].concat();
    for (what, enemy) in [("interceptor", "2 ancient"), ("2 interceptor", "gcds")] {
        let more = ["--against", enemy, "--parts", "plasma cannon, rift cannon"];
        let found = json(&[&["design", what, "--format", "json"], &more[..]].concat());
        assert_best(&found, best_of(&loadouts(&all, 4), what, &[(enemy, 1.0)], 0));
    }
}

/// Searches all fleets for 14 materials: interceptors cost 3, cruisers 5.
#[test]
fn a_fleet_is_the_best_that_can_be_bought() {
    let found = json(&[
        "design",
        "interceptor + cruiser",
        "--cost",
        "14",
        "--against",
        "2 ancient",
        "--format",
        "json",
    ]);
    let mut odds = Odds { known: BTreeMap::new() };
    let mut best: f64 = 0.0;
    for (small, large) in [(4, 0), (3, 1), (1, 2), (2, 1), (0, 2), (3, 0)] {
        let groups = [(small, "interceptor"), (large, "cruiser")];
        let groups = groups.iter().filter(|(n, _)| *n > 0).map(|(n, class)| format!("{n} {class}"));
        let fleet = groups.collect::<Vec<_>>().join(" + ");
        best = best.max(odds.of(&fleet, "2 ancient", 0));
    }
    assert_best(&found, best);
    // The result repeats the request, and the second entry says how it differs from the first.
    assert_eq!(found["what"], "a fleet for 14 materials");
    assert!(found["best"][1]["gains"].as_array().unwrap().len() == 1);
}

#[test]
fn fighters_need_room() {
    let design = |more: &[&str]| {
        let words = ["design", "fighter + carrier", "--cost", "5", "--against", "2 fighter"];
        json(&[&words[..], &["--rules", "ti4-space", "--format", "json"], more].concat())
    };
    // One carrier has room for four fighters, and 3 + 4 · 1/2 resources are within the price of 5.
    assert_eq!(design(&[])["best"][0]["fleet"], "4 fighter + 1 carrier");
    assert_eq!(design(&["--capacity", "10"])["best"][0]["fleet"], "10 fighter");
}

/// A side of Twilight Imperium may have 100 units, including those given with `--with`.
#[test]
fn a_fleet_keeps_within_the_limit_of_ships() {
    let found = json(&[
        "design",
        "infantry",
        "--cost",
        "60",
        "--with",
        "20 infantry",
        "--against",
        "2 infantry",
        "--rules",
        "ti4-ground",
        "--format",
        "json",
    ]);
    assert_eq!(found["best"][0]["parts"], "80 infantry");
}

#[test]
fn a_discovery_is_there_once() {
    let found = json(&[
        "design",
        "interceptor",
        "--parts",
        "shard hull",
        "--against",
        "cruiser",
        "--top",
        "50",
        "--format",
        "json",
    ]);
    for proposal in found["best"].as_array().unwrap() {
        assert!(!proposal["parts"].as_str().unwrap().contains("2 shard-hull"), "{proposal}");
    }
    let parts = |n: usize| found["best"][n]["parts"].as_str().unwrap();
    assert!(parts(0).contains("shard-hull"), "{}", parts(0));
}
