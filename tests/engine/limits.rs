//! The program keeps to the budget of time and memory. The system holds it to that: a process that
//! takes more processor time or address space ends.

#![cfg(unix)]

use std::process::Command;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::support::program::{NO_SETTINGS, VARIABLES};
use crate::support::random::Random;

/// Scenarios that once took far more than the budget, from a few seconds to some minutes, or many
/// gigabytes: effects of later rounds (N1), ships whose systems are aimed at (N2), ships that
/// regenerate (N3), and large battles of each game (N4).
const REPRODUCERS: &str = include_str!("../scenarios/budget.ndjson");

/// Limits of a process.
#[derive(Clone, Copy)]
struct Limits {
    budget: &'static str,
    /// Processor time, in seconds.
    seconds: u32,
    /// Address space, in KiB.
    memory: u32,
}

/// A quarter of the default budget. Tests are built with less optimisation and share their
/// processors, so they get three times the work of the budget.
const SMALL: Limits = Limits { budget: "500ms,500MB", seconds: 3, memory: 1_000_000 };

/// The default budget: two seconds on two cores, a little for reading, and 2 GB. The limit on the
/// address space also covers the program and the stacks of its threads.
const DEFAULT: Limits = Limits { budget: "2s,2GB", seconds: 6, memory: 2_600_000 };

/// Asks a scenario within these limits. Returns what went wrong.
fn ask(scenario: &Value, limits: Limits) -> Result<(), String> {
    let Limits { budget, seconds, memory } = limits;
    let program = assert_cmd::cargo::cargo_bin("fleetodds");
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), scenario.to_string()).unwrap();
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("ulimit -t {seconds}; ulimit -v {memory}; exec \"$@\""))
        .arg("sh")
        .arg(program)
        .args(["fight", "--quiet", "--json", "--threads", "2", "--budget", budget, "--scenario"])
        .arg(file.path());
    VARIABLES.iter().for_each(|variable| _ = command.env_remove(variable));
    let output = command.env(NO_SETTINGS.0, NO_SETTINGS.1).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        // Some battles are refused because not one simulated battle fits.
        Some(0) => Ok(()),
        Some(1 | 3) if text.contains("budget") => Ok(()),
        code => Err(format!("ended with {code:?} ({:?}): {text}\n{scenario}", output.status)),
    }
}

fn reproducers() -> Vec<(String, Value)> {
    let line = |line: &str| -> (String, Value) {
        let mut read: Value = serde_json::from_str(line).unwrap();
        (read["case"].as_str().unwrap().to_string(), read["scenario"].take())
    };
    REPRODUCERS.lines().map(line).collect()
}

/// Asks all scenarios, and fails with those that exceed the limits.
#[expect(clippy::print_stderr, reason = "progress of half an hour")]
fn ask_all(scenarios: impl IntoIterator<Item = (String, Value)>, limits: Limits) {
    let (mut asked, mut failed) = (0, Vec::new());
    for (name, scenario) in scenarios {
        asked += 1;
        if let Err(why) = ask(&scenario, limits) {
            eprintln!("{name} exceeds the limits");
            failed.push(format!("{name}: {why}"));
        }
    }
    assert!(asked > 0 && failed.is_empty(), "{} of {asked}:\n{}", failed.len(), failed.join("\n"));
}

/// N1 to N4.
#[test]
fn n1_to_n4_reproducers_keep_to_a_small_budget() {
    ask_all(reproducers(), SMALL);
}

#[test]
#[ignore = "long: two minutes in a release build, on a quiet machine"]
fn n1_to_n4_reproducers_keep_to_the_default_budget() {
    ask_all(reproducers(), DEFAULT);
}

/// Asks random large scenarios of a game: 1,000, or as many as a variable says.
fn ask_random(game: fn(&mut Random) -> Value, seed: u64) {
    let scenarios: usize = std::env::var("FLEETODDS_LARGE").map_or(1000, |n| n.parse().unwrap());
    let mut random = Random::new(seed);
    ask_all((0..scenarios).map(|n| (format!("{seed}-{n}"), game(&mut random))), DEFAULT);
}

#[test]
#[ignore = "long: half an hour in a release build, on a quiet machine"]
fn random_large_battles_of_eclipse_keep_to_the_default_budget() {
    ask_random(eclipse, 1);
}

#[test]
#[ignore = "long: half an hour in a release build, on a quiet machine"]
fn random_large_battles_of_twilight_imperium_keep_to_the_default_budget() {
    ask_random(ti4, 2);
}

#[test]
#[ignore = "long: half an hour in a release build, on a quiet machine"]
fn random_large_battles_of_star_chamber_keep_to_the_default_budget() {
    ask_random(star_chamber, 3);
}

#[test]
#[ignore = "long: half an hour in a release build, on a quiet machine"]
fn random_large_battles_of_spaceship_battles_keep_to_the_default_budget() {
    ask_random(ships, 4);
}

fn one_of<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len() as u64) as usize]
}

/// Returns one to `most` results of a function.
fn some(random: &mut Random, most: u64, mut of: impl FnMut(&mut Random) -> Value) -> Vec<Value> {
    (0..=random.below(most)).map(|_| of(random)).collect()
}

fn eclipse(random: &mut Random) -> Value {
    const DICE: [&str; 7] = ["1y", "2y", "1o", "1y1o", "1b", "2o1b", "1r"];
    let rules = one_of(random, &["eclipse", "eclipse-2e"]);
    let group = |random: &mut Random| {
        let class = one_of(random, &["interceptor", "cruiser", "dreadnought", "starbase"]);
        let mut stats = json!({
            "cannons": one_of(random, &DICE),
            "computer": random.below(4),
            "shield": random.below(4),
            "hull": random.below(7),
        });
        if random.one_in(4) {
            stats["missiles"] = one_of(random, &DICE[..4]).into();
        }
        if random.one_in(6) {
            stats["regenerate"] = (1 + random.below(2)).into();
        }
        let most = match class {
            "interceptor" => 8,
            "dreadnought" => 2,
            _ => 4,
        };
        json!({"class": class, "count": 1 + random.below(most), "stats": stats})
    };
    let mut side = |play: &[&str]| {
        let play = one_of(random, play);
        json!({"groups": some(random, 4, group), "play": play})
    };
    let attacker = side(&["optimal", "optimal", "npc"]);
    json!({"rules": rules, "attacker": attacker, "defender": side(&["optimal", "npc", "threat"])})
}

fn ti4(random: &mut Random) -> Value {
    const UNITS: [&str; 10] = [
        "fighter",
        "fighter ii",
        "destroyer",
        "destroyer ii",
        "cruiser",
        "cruiser ii",
        "carrier ii",
        "dreadnought",
        "dreadnought ii",
        "war sun",
    ];
    const CARDS: [&str; 7] = [
        "morale boost=2",
        "2 direct hit",
        "emergency repairs=2",
        "shields holding=3",
        "duranium armor",
        "assault cannon",
        "munitions reserves=2",
    ];
    let mut side = || {
        let mut units: Vec<&str> = UNITS.to_vec();
        let mut fleet = Vec::new();
        for _ in 0..=random.below(6) {
            let unit = units.remove(random.below(units.len() as u64) as usize);
            let most = if unit.starts_with("fighter") { 30 } else { 10 };
            fleet.push(format!("{} {unit}", 1 + random.below(most)));
        }
        let mut fleet = fleet.join(" + ");
        for _ in 0..random.below(3) {
            let card = one_of(random, &CARDS);
            if !fleet.contains(card) {
                fleet += &format!(" & {card}");
            }
        }
        let play = one_of(random, &["optimal", "customary", "adaptive"]);
        json!({"fleet": fleet, "play": play})
    };
    json!({"rules": "ti4-space", "attacker": side(), "defender": side()})
}

fn star_chamber(random: &mut Random) -> Value {
    let weapon = |random: &mut Random| json!({"type": "beam", "round": 1 + random.below(9), "damage": 1 + random.below(5)});
    let group = |random: &mut Random| {
        let mut stats = json!({});
        if random.one_in(2) {
            stats["hull"] = (1 + random.below(16)).into();
            stats["shield"] = random.below(5).into();
        }
        if random.one_in(3) {
            stats["weapons"] = some(random, 2, weapon).into();
        }
        let class = one_of(random, &["scout", "cruiser"]);
        json!({"class": class, "count": 1 + random.below(20), "stats": stats})
    };
    let parties = 2 + random.below(3);
    let party = |n: u64, random: &mut Random| json!({"name": format!("F{n}"), "groups": some(random, 3, group)});
    let parties: Vec<Value> = (0..parties).map(|n| party(n, random)).collect();
    json!({"rules": "star-chamber", "parties": parties, "setting": {"turns": 1 + random.below(10)}})
}

fn ships(random: &mut Random) -> Value {
    const SIZES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
    let on_map = random.one_in(2);
    let (width, height) = (8 + random.below(20), 8 + random.below(20));
    let mut free: Vec<[u64; 2]> =
        (0..width).flat_map(|x| (0..height).map(move |y| [x, y])).collect();
    let mut side = || {
        let groups = some(random, 2, |random| {
            let count = 1 + random.below(if on_map { 6 } else { 4 });
            let mut group = json!({"size": one_of(random, &SIZES), "count": count});
            if on_map {
                let mut ship = || {
                    let at = free.swap_remove(random.below(free.len() as u64) as usize);
                    json!({"at": at, "heading": one_of(random, &["N", "E", "S", "W"])})
                };
                group["ships"] = (0..count).map(|_| ship()).collect();
            }
            group
        });
        let aim = one_of(random, &["hull", "weapons", "field"]);
        json!({"groups": groups, "play": {"aim": aim}})
    };
    let mut all = json!({"rules": "spaceship-battles", "attacker": side(), "defender": side()});
    if on_map {
        all["setting"] = json!({"map": {"width": width, "height": height}});
    }
    all
}
