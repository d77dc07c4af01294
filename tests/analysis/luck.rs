//! The luck of a result, measured against the odds of its battle.

use serde_json::Value;

use crate::support::program::{json, run};

const FIGHT: [&str; 2] = ["3 interceptor", "ancient"];

fn luck(more: &[&str]) -> Value {
    json(&[&["luck"], &FIGHT[..], more, &["--format", "json"]].concat())
}

/// Returns the distribution of interceptors left, as given by `fight`.
fn left() -> Vec<f64> {
    let fight =
        json(&[&["fight"], &FIGHT[..], &["--engine", "exact", "--format", "json"]].concat());
    let shares = fight["sides"][0]["survivors"][0]["distribution"].as_array().unwrap().clone();
    shares.iter().map(|p| p.as_f64().unwrap()).collect()
}

#[track_caller]
fn assert_near(luck: &Value, field: &str, known: f64) {
    let figure = luck[field].get("probability").unwrap_or(&luck[field]);
    let value = figure.as_f64().unwrap();
    assert!((value - known).abs() < 1e-12, "{field}: {value} is not {known}");
}

/// A side with three interceptors that has destroyed the ancient loses 0, 1, 2 or 3 ships, and each
/// number has its own swing.
#[test]
fn what_is_left_is_ranked_by_swing() {
    let p = left();
    let two = luck(&["--left", "attacker=2 interceptor"]);
    assert_near(&two, "worse", p[0] + p[1]);
    assert_near(&two, "same", p[2]);
    assert_near(&two, "better", p[3]);
    assert_near(&two, "probability", p[2]);
    assert_near(&two, "percentile", p[0] + p[1] + p[2] / 2.0);
    let sentence = two["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("attacker has 2 interceptor left: of 100"), "{sentence}");
    // The other side sees the mirror image.
    let other = luck(&["--left", "attacker=2 interceptor", "--side", "defender"]);
    assert_near(&other, "worse", p[3]);
    assert_near(&other, "better", p[0] + p[1]);
}

#[test]
fn an_outcome_alone_is_ranked_as_such() {
    let p = left();
    let lost = luck(&["--won", "defender"]);
    assert_near(&lost, "worse", 0.0);
    assert_near(&lost, "same", p[0]);
    assert_near(&lost, "better", 1.0 - p[0]);
}

/// Simulated shares agree within 4.5 standard errors of 100,000 battles.
#[test]
fn what_is_not_solved_is_simulated() {
    let p = left();
    let seen = luck(&["--won", "attacker", "--engine", "kernel", "--battles", "100000"]);
    assert_eq!(seen["engine"], "simulate");
    let share = seen["same"]["probability"].as_f64().unwrap();
    let error = (p[0] * (1.0 - p[0]) / 1e5).sqrt();
    assert!((share - (1.0 - p[0])).abs() < 4.5 * error, "{share}");
}

/// A number of survivors means those of the winner, if all its ships are of one class.
#[test]
fn a_number_of_survivors_is_that_of_the_winner() {
    let same_share = |question: &str| {
        let (code, json, error) = run(&["luck", question, "--json", "-q"]);
        assert_eq!(code, 0, "{question}: {error}");
        serde_json::from_str::<Value>(&json).unwrap()["same"]["probability"].clone()
    };
    let same = |a: &str, b: &str| assert_eq!(same_share(a), same_share(b), "{a}");
    same("3 int vs ancient, won with 1 left", "3 int vs ancient, won with 1 int left");
    same("3 int vs 2 ancient, lost with 2 left", "3 int vs 2 ancient, lost with 2 ancient left");
    for question in ["3 int + cru vs ancient, won with 1 left", "3 int vs ancient, 1 left"] {
        let (code, _, error) = run(&["luck", question]);
        assert!(code == 2 && error.contains("expected `SIDE=FLEET`"), "{question}: {code} {error}");
    }
}
