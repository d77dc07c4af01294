//! Combats with any abilities are read or refused, and those that are read are played to an end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::ability_oracle::random::scenario;
use crate::support::random::Random;
use fleetodds::internals::answer::{Battles, Budget, Question, answer};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::ti4::rules::Ability;
use fleetodds::internals::games::{Game, Rulebook, load};
use fleetodds::internals::scenario::{Engine, Source, read_scenario};

/// Classes of units that abilities concern, and some that do not exist.
const CLASSES: [&str; 36] = [
    "fighter",
    "fighter-ii",
    "destroyer",
    "destroyer-ii",
    "cruiser",
    "cruiser-ii",
    "carrier",
    "dreadnought",
    "dreadnought-ii",
    "war-sun",
    "infantry",
    "infantry-ii",
    "mech",
    "pds",
    "pds-ii",
    "argent-destroyer-ii",
    "bastion-flagship",
    "bastion-mech",
    "crimson-flagship",
    "empyrean-flagship",
    "firmament-flagship",
    "hacan-flagship",
    "jolnar-flagship",
    "l1z1x-flagship",
    "letnev-mech",
    "mentak-flagship",
    "mentak-mech",
    "naalu-flagship",
    "naaz-mech",
    "nekro-flagship",
    "nomad-mech",
    "ralnel-destroyer",
    "ralnel-flagship",
    "sardakk-dreadnought-ii",
    "winnu-flagship",
    "yin-flagship",
];

/// Factions whose abilities hold by themselves, and others.
const FACTIONS: [&str; 9] =
    ["argent", "jolnar", "sardakk", "letnev", "mentak", "nekro", "neutral", "sol", "yin"];

fn one_of<'a>(random: &mut Random, list: &[&'a str]) -> &'a str {
    list[random.below(list.len() as u64) as usize]
}

/// An effect with fields that fit it or not.
fn effect(random: &mut Random) -> Value {
    let ability = Ability::ALL[random.below(Ability::ALL.len() as u64) as usize];
    let mut effect = json!({"name": ability.name()});
    if random.one_in(12) {
        effect["count"] = json!(1 + random.below(4));
    }
    if random.one_in(16) {
        effect["round"] = json!(1 + random.below(4));
    }
    let needs_unit = ability == Ability::RevealPrototype || random.one_in(90);
    if needs_unit {
        effect["unit"] = json!(one_of(random, &CLASSES));
    }
    let places = [Ability::OverwingZeta, Ability::FragmentReality, Ability::Alarum];
    if places.contains(&ability) || random.one_in(90) {
        let class = one_of(random, &CLASSES);
        effect["units"] = json!({class: 1 + random.below(3)});
    }
    if ability == Ability::TechnologicalSingularity {
        let gained = Ability::ALL[random.below(Ability::ALL.len() as u64) as usize];
        effect["gains"] = json!(gained.name());
    }
    effect
}

fn groups(random: &mut Random) -> Value {
    let number = 1 + random.below(4);
    let group = |random: &mut Random| {
        let most = if random.one_in(8) { 20 } else { 3 };
        let count = 1 + random.below(most);
        let mut group = json!({"class": one_of(random, &CLASSES), "count": count});
        for field in ["damaged", "galvanized"] {
            if random.one_in(10) {
                group[field] = json!(1 + random.below(count));
            }
        }
        group
    };
    (0..number).map(|_| group(random)).collect()
}

fn effects(random: &mut Random) -> Value {
    (0..random.below(5)).map(|_| effect(random)).collect()
}

/// A side, sometimes of two players.
fn side(random: &mut Random) -> Value {
    let mut side = if random.one_in(5) {
        let member = |random: &mut Random| {
            let faction = one_of(random, &FACTIONS);
            json!({"faction": faction, "groups": groups(random), "effects": effects(random)})
        };
        json!({"members": [member(random), member(random)]})
    } else {
        json!({"groups": groups(random), "effects": effects(random)})
    };
    if side.get("members").is_none() && random.one_in(2) {
        side["faction"] = json!(one_of(random, &FACTIONS));
    }
    let sustain = if random.one_in(3) { "late" } else { "first" };
    side["play"] = json!({"sustain": sustain, "loss_order": "customary"});
    if random.one_in(6) {
        side["play"]["retreat"] = json!({"after_round": random.below(3)});
    }
    side
}

/// A combat of any units with any abilities.
fn combat(random: &mut Random) -> Value {
    let in_space = random.below(3) > 0;
    let mut setting = json!({});
    if random.one_in(10) {
        setting["laws"] = json!(["Articles of War"]);
    }
    if random.one_in(10) {
        setting["entropic_scar"] = json!(true);
    }
    if in_space && random.one_in(4) {
        setting["retreat"] = json!({"attacker": true, "defender": true});
    }
    let rules = if in_space { "ti4-space" } else { "ti4-ground" };
    json!({"rules": rules, "attacker": side(random), "defender": side(random), "setting": setting})
}

/// Returns the question of a combat if the combat can be read.
fn read(games: &[Arc<dyn Game>; 2], combat: &Value) -> Option<Question> {
    let read = read_scenario(&Source::new("fuzz", combat.to_string())).ok()?;
    let game = &games[usize::from(read.rulebook == Some(Rulebook::Ti4Ground))];
    let question = game.question(&read, false).ok()?;
    Some(Question {
        engine: Engine::Kernel,
        battles: Battles::Given(4),
        round_cap: Some(60),
        budget: Budget { seconds: 5.0, bytes: 5e8 },
        seed: 1,
        ..question
    })
}

/// Plays combats of these numbers. Returns the number of those that can be read.
fn play(numbers: std::ops::Range<u64>) -> u64 {
    let games = [Rulebook::Ti4Space, Rulebook::Ti4Ground].map(|rules| load(rules, &[]).unwrap());
    let ctx = Ctx::new(1).unwrap();
    let mut played = 0;
    for number in numbers {
        let combat = combat(&mut Random::new(number));
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let ask = |question| answer(&question, &ctx, &mut |_, _, _| ()).map(|_| ());
            read(&games, &combat).map(ask)
        }));
        match asked {
            Err(_) => panic!("panic in combat {number}: {combat}"),
            Ok(Some(Ok(()))) => played += 1,
            Ok(_) => {}
        }
    }
    played
}

/// Solves small random combats, and checks that their odds sum to 1.
fn solve(numbers: std::ops::Range<u64>) {
    let games = [Rulebook::Ti4Space, Rulebook::Ti4Ground].map(|rules| load(rules, &[]).unwrap());
    let ctx = Ctx::new(1).unwrap();
    for number in numbers {
        let combat = scenario(number);
        let Some(question) = read(&games, &combat) else { continue };
        let question = Question { engine: Engine::Exact, round_cap: None, ..question };
        let Ok(answer) = answer(&question, &ctx, &mut |_, _, _| ()) else { continue };
        let summary = answer.summary;
        let wins: f64 = summary.sides.iter().map(|side| side.win.probability).sum();
        let sum = wins + summary.draw.probability + summary.standoff.probability;
        assert!((sum - 1.0).abs() < 1e-9, "combat {number} sums to {sum}: {combat}");
    }
}

#[test]
fn any_combat_with_abilities_is_refused_or_played() {
    let played = play(0..1500);
    assert!(played > 200, "only {played} of 1500 combats could be played");
}

#[test]
fn odds_of_combats_with_abilities_sum_to_1() {
    solve(0..300);
}

#[test]
#[ignore = "long: an hour"]
fn ten_million_combats_with_abilities_are_refused_or_played() {
    std::thread::scope(|scope| {
        scope.spawn(|| play_in_parts(10_000..5_010_000));
        scope.spawn(|| play_in_parts(5_010_000..10_010_000));
    });
}

/// Plays combats, and says how far it is, so that a run that is stopped has its figures.
#[expect(clippy::print_stderr, reason = "progress of an hour")]
fn play_in_parts(combats: std::ops::Range<u64>) {
    const PART: u64 = 250_000;
    let mut played = 0;
    for from in combats.clone().step_by(PART as usize) {
        played += play(from..(from + PART).min(combats.end));
        eprintln!("{} to {}: {played} played so far", combats.start, from + PART);
    }
}

#[test]
#[ignore = "long: an hour"]
fn odds_of_100_000_combats_with_abilities_sum_to_1() {
    std::thread::scope(|scope| {
        scope.spawn(|| solve(10_000..60_000));
        scope.spawn(|| solve(60_000..110_000));
    });
}

/// A Sleeper Cell places what Brother Milor has placed for the enemy. (Combat 3,923,447 of the long
/// test.)
#[test]
fn a_sleeper_cell_places_units_that_an_agent_has_placed() {
    let scenario = r#"{"rules": "ti4-space", "engine": "kernel", "battles": 20000,
        "attacker": {"faction": "argent", "groups": [{"class": "fighter", "count": 2}],
            "effects": ["munitions-reserves", "l4-disruptors",
                {"name": "brother-milor-omega", "count": 2}]},
        "defender": {"groups": [{"class": "l1z1x-flagship", "count": 2}],
            "effects": ["sleeper-cell", "assault-cannon", "dunlain-reaper"]}}"#;
    let ctx = Ctx::new(1).unwrap();
    let scenario = read_scenario(&Source::new("scenario", scenario)).unwrap();
    let game = load(Rulebook::Ti4Space, &[]).unwrap();
    let question = game.question(&scenario, false).unwrap();
    answer(&question, &ctx, &mut |_, _, _| ()).unwrap();
}

/// Two players of one side that both name Brother Milor share its uses, and the units come to the
/// group of the first. (Combats 1,170,418 and 5,260,022 of the long test.)
#[test]
fn players_of_one_side_share_the_uses_of_an_agent() {
    let milor = |name: &str, faction: &str, ships: &str| {
        let groups = format!(r#"[{{"class": "{ships}", "count": 3}}]"#);
        format!(r#"{{"faction": "{faction}", "groups": {groups}, "effects": ["{name}"]}}"#)
    };
    let ctx = Ctx::new(1).unwrap();
    for name in ["brother-milor", "brother-milor-omega"] {
        let members = [milor(name, "yin", "cruiser"), milor(name, "mentak", "fighter-ii")];
        let scenario = format!(
            r#"{{"rules": "ti4-space", "attacker": "9 dreadnought", "defender":
                {{"members": [{}]}}, "engine": "kernel", "battles": 2000}}"#,
            members.join(", ")
        );
        let scenario = read_scenario(&Source::new("scenario", scenario)).unwrap();
        let game = load(Rulebook::Ti4Space, &[]).unwrap();
        let question = game.question(&scenario, false).unwrap();
        let summary = answer(&question, &ctx, &mut |_, _, _| ()).unwrap().summary;
        let ends = [summary.sides[0].win.probability, summary.sides[1].win.probability];
        let sum = ends.iter().sum::<f64>() + summary.draw.probability;
        assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
    }
}
