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
