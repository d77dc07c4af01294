//! Twilight Imperium: combats on which a solver written from the texts of the cards disagreed with
//! the program once, with its figures. All play the customary order and sustain first.

use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::scenario::Engine;
use serde_json::{Value, json};

use crate::support::ability_oracle::solve;
use crate::support::ask::{ask, question, try_ask};

/// Rounding of the figures.
const ROUNDED: f64 = 0.000_51;

/// A side that plays the customary order.
fn side(typed: &str) -> Value {
    json!({"fleet": typed, "play": {"loss_order": "customary"}})
}

#[track_caller]
fn odds(scenario: &Value) -> [f64; 3] {
    let summary = ask(&scenario.to_string());
    let [attacker, defender] = [0, 1].map(|side: usize| summary.sides[side].win.probability);
    [attacker, summary.draw.probability, defender]
}

/// Asserts the odds of a win of the attacker, of a draw, and of a win of the defender.
#[track_caller]
fn assert_judged(scenario: &Value, known: &[f64], tolerance: f64) {
    let found = odds(scenario);
    let is_close = |(found, known): (&f64, &f64)| (found - known).abs() < tolerance;
    assert!(found.iter().zip(known).all(is_close), "{found:?} are not {known:?}");
}

#[track_caller]
fn in_space(attacker: &str, defender: &str, known: &[f64]) {
    let (attacker, defender) = (side(attacker), side(defender));
    let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
    assert_judged(&scenario, known, ROUNDED);
}

#[track_caller]
fn on_planet(attacker: &str, defender: &str, known: &[f64]) {
    let (attacker, defender) = (side(attacker), side(defender));
    let scenario = json!({"rules": "ti4-ground", "attacker": attacker, "defender": defender});
    assert_judged(&scenario, known, ROUNDED);
}

/// The best order of losses was searched for without the ground forces that fight as ships.
#[test]
fn t49_the_alastor_fights_beside_other_ships() {
    let scenario = |order: &str| {
        let side = |fleet: &str| json!({"fleet": fleet, "play": {"loss_order": order}});
        json!({
            "rules": "ti4-space",
            "attacker": side("nekro-flagship + cruiser + infantry"),
            "defender": side("cruiser"),
        })
    };
    assert_judged(&scenario("customary"), &[0.997_870, 0.000_767, 0.001_363], 1e-6);
    // The best order is at least as good.
    assert!(odds(&scenario("optimal"))[0] >= 0.997_869);
}

/// Two planets with as many units as a single one, and Greyfire Mutagen on the first or the second.
#[test]
fn t46_greyfire_mutagen_is_used_on_one_of_several_planets() {
    let alone = |own: &str, enemy: &str, effects: Value| {
        let attacker = json!({"fleet": own, "effects": effects});
        let scenario = json!({"rules": "ti4-ground", "attacker": attacker, "defender": enemy});
        odds(&scenario)[0]
    };
    let card = || json!(["Greyfire Mutagen"]);
    let taken = |first: &str| {
        let planet = |name: &str, defender: &str| json!({"name": name, "attacker": "2 infantry", "defender": defender});
        let scenario = json!({
            "rules": "ti4-ground",
            "attacker": {"effects": card()},
            "defender": {},
            "setting": {"planets": [planet("A", first), planet("B", "2 infantry")]},
        });
        let summary = ask(&scenario.to_string());
        let planets = summary.of_game.get("planets").unwrap();
        [0, 1].map(|n: usize| planets[n]["sides"][0]["win"]["probability"].as_f64().unwrap())
    };
    let close = |found: [f64; 2], known: [f64; 2]| {
        let is_close = found.iter().zip(&known).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(is_close, "{found:?} are not {known:?}");
    };
    let (with, without) = ("2 infantry", "2 infantry");
    close(taken(with), [alone(with, without, card()), alone(with, without, json!([]))]);
    // One infantry is not enough for the card: it is kept.
    let first = alone("2 infantry", "infantry", json!([]));
    close(taken("infantry"), [first, alone(with, without, card())]);
}

#[test]
fn t37_what_comes_when_units_are_destroyed_goes_before_what_comes_after_it() {
    in_space("2 cruiser & brother milor", "yin-flagship", &[0.540, 0.419, 0.041]);
}

#[test]
fn t34_what_follows_from_a_direct_hit_comes_at_once() {
    let known = [0.827, 0.021, 0.152];
    in_space("dreadnought & brother milor", "2 destroyer & 2 direct hit", &known);
}

#[test]
fn t33_emergency_repairs_leave_ships_without_sustain_damage() {
    let defender = "destroyer-ii & metali void shielding & emergency repairs";
    in_space("dreadnought-ii", defender, &[0.745, 0.111, 0.144]);
}

#[test]
fn t23_the_thundarian_counts_all_modifiers_and_rerolls() {
    let attacker = side("2 cruiser & the thundarian");
    let scenario = json!({
        "rules": "ti4-space",
        "attacker": attacker,
        "defender": side("2 cruiser"),
        "setting": {"nebula": true},
    });
    assert_judged(&scenario, &[0.499], ROUNDED);
    in_space("2 cruiser & the thundarian", "2 cruiser & munitions reserves", &[0.433]);
}

/// Figures of a solver for these two fights alone, with expectations that count Fire Team.
#[test]
fn t22_fire_team_is_spent_before_the_thundarian() {
    on_planet("4 infantry & fire team & the thundarian", "2 infantry", &[0.963_138]);
    on_planet("4 infantry & the thundarian", "2 infantry & fire team", &[0.963_865]);
}

#[test]
fn t37_brother_milor_follows_losses_in_combat_and_in_the_omega_print_earlier_ones() {
    let defender = "cruiser + 2 pds";
    in_space("2 cruiser & brother milor", defender, &[0.689]);
    in_space("2 cruiser & brother milor omega", defender, &[0.902]);
}

#[test]
fn t4_fire_team_is_kept_while_no_die_misses() {
    on_planet("infantry & fire team", "mech", &[0.084]);
}

/// The oracle of the abilities orders losses, cancels hits and spends what is used once by the
/// rules.
#[test]
fn t29_t33_t34_t19_the_program_and_the_oracle_agree_on_single_rules() {
    let side = |fleet: &[(&str, u64)], damaged: u64, effects: Value| {
        let group = |&(class, count): &(&str, u64)| json!({"class": class, "count": count});
        let mut groups: Vec<Value> = fleet.iter().map(group).collect();
        if damaged > 0 {
            groups[0]["damaged"] = json!(damaged);
        }
        let play = json!({"sustain": "first", "loss_order": "default"});
        json!({"groups": groups, "effects": effects, "play": play})
    };
    let space = |attacker: Value, defender: Value| json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
    let ground = |attacker: Value, defender: Value| json!({"rules": "ti4-ground", "attacker": attacker, "defender": defender});
    let none = || json!([]);
    let scenarios = [
        // The Cavalry is lost after an upgraded ship of its kind.
        space(
            side(&[("cruiser-ii", 1), ("cruiser", 1)], 0, json!(["The Cavalry"])),
            side(&[("cruiser", 2), ("destroyer", 1)], 0, none()),
        ),
        // Shields Holding and Tellurian cancel three hits on a damaged war sun.
        space(
            side(&[("war-sun", 1)], 1, json!(["Shields Holding", "Tellurian"])),
            side(&[("war-sun", 1)], 0, none()),
        ),
        // Heart of Ixth is kept where no fighter is left for the hit.
        space(
            side(&[("destroyer-ii", 2)], 0, json!(["Heart of Ixth"])),
            side(&[("fighter", 1), ("cruiser", 2)], 0, none()),
        ),
        // Eidolon Maximum is a ship on a planet, too.
        ground(
            side(&[("naaz-voltron", 1)], 0, json!(["Reflective Shielding"])),
            side(&[("infantry", 6)], 0, json!(["Direct Hit"])),
        ),
    ];
    for scenario in scenarios {
        let known = solve(&scenario);
        let known = [known.attacker, known.draw, known.defender];
        assert_judged(&scenario, &known, 1e-9);
    }
}

/// Bombs that cannot miss: the first two destroy the mech, a third one an infantry.
#[test]
fn t37_x_89_in_its_omega_print_needs_an_infantry_that_was_destroyed() {
    let left = |bombs: u64| {
        let attacker =
            format!("infantry(combat=none) + {bombs} dreadnought(bombardment=1x1) & x-89 omega");
        let play = json!({"loss_order": ["mech", "infantry"]});
        let scenario = json!({
            "rules": "ti4-ground",
            "attacker": attacker,
            "defender": {"fleet": "mech + 2 infantry", "play": play},
        });
        let summary = ask(&scenario.to_string());
        summary.sides[1].survivors.iter().map(|group| group.mean).sum::<f64>()
    };
    assert!((left(2) - 2.0).abs() < 1e-9, "{}", left(2));
    assert!(left(3).abs() < 1e-9, "{}", left(3));
}

/// Each dreadnought that is given up brings the enemy another one, and those that it destroys bring
/// its owner others. (Combat 3,744,914 of the long test never ended.)
#[test]
fn t45_two_sleeper_cells_come_to_an_end() {
    let scenario = r#"{"rules": "ti4-space",
        "attacker": {"faction": "sol", "effects": ["sleeper-cell"],
            "groups": [{"class": "dreadnought-ii", "count": 1}]},
        "defender": {"faction": "sardakk", "effects": ["sleeper-cell", "exotrireme-ii"],
            "groups": [{"class": "sardakk-dreadnought-ii", "count": 1}]}}"#;
    for engine in [Engine::Exact, Engine::Kernel] {
        let battles = Battles::Given(2000);
        let asked = Question { engine, battles, round_cap: Some(60), ..question(scenario) };
        let summary = try_ask(&asked).unwrap();
        let wins: f64 = summary.sides.iter().map(|side| side.win.probability).sum();
        let sum = wins + summary.draw.probability + summary.standoff.probability;
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}
