//! Twilight Imperium: combats on which a solver written from the texts of the cards disagreed with the
//! program once, with its figures. All play the customary order and sustain first.

use serde_json::{Value, json};

use crate::support::ask::ask;

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
        let planets = summary.extras.get("planets").unwrap();
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
