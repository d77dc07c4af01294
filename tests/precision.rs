//! Best play in single precision, compared with double precision.

use crate::support::exact_with;
use crate::support::program::json;
use crate::support::random::{Random, fleet};
use fleetodds::engine::Control;
use fleetodds::engine::optimize::duel::{
    Asked, Interests, Precision, Sense, Stakes, settles_at_once, solve,
};
use fleetodds::games::eclipse::rules::{EclipseBattle, EclipseFleet, Policy, compile};
use fleetodds::model::Battle;
use fleetodds::model::duel::{DuelModelLimit, DuelSolution};

/// Solves a battle, and returns the odds of the solution with it.
fn solution(battle: &EclipseBattle, precision: Precision) -> Option<(DuelSolution, f64)> {
    let control = Control::default();
    let limit = DuelModelLimit { states: 400, volleys: 10_000 };
    let model = battle.model(&[battle.opening()], limit, &control).ok()?;
    if !settles_at_once(model.duel(), None) {
        return None;
    }
    let worth = |pair| battle.worth(&model, pair);
    let stakes = Stakes {
        senses: [Sense::Maximise; 2],
        worth: &worth,
        interests: if battle.is_zero_sum() { Interests::Opposed } else { Interests::Separate },
        rounds: None,
        asked: Asked::default(),
    };
    let solution = solve(model.duel(), &stakes, precision, 1, &control).unwrap();
    let mut captains = battle.captains();
    captains.set_strategy(battle, model.clone().strategy(solution.clone()).into());
    Some((solution, exact_with(battle, &captains, None).share(0)))
}

/// The value that a solver computes, and the odds of the play that it finds, are as close to best play
/// as the error says. Odds of play are exact.
#[test]
fn play_in_single_precision_is_as_good_as_it_says() {
    let mut random = Random::new(23);
    let mut compared = 0;
    for _ in 0..400 {
        let sides = [random.side(), random.side()];
        let fleets = sides.map(|side| -> EclipseFleet { fleet(&side).played(Policy::Optimal) });
        let battle = compile(&fleets).unwrap();
        if battle.is_decided() || !battle.is_duel() || !battle.is_zero_sum() {
            continue;
        }
        let Some((double, odds)) = solution(&battle, Precision::Double) else { continue };
        let (single, near) = solution(&battle, Precision::Single).unwrap();
        assert!(double.error == 0.0 && (double.values[0] - odds).abs() < 1e-9);
        assert!(single.error > 0.0 && single.error < 1e-4, "{}", single.error);
        let [value, of_play] = [single.values[0], near].map(|value| (value - odds).abs());
        assert!(value <= single.error && of_play <= single.error, "{value} {of_play}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// What fits the budget is solved in double precision, what does not is solved in single precision,
/// and the result says so.
#[test]
fn single_precision_is_used_only_where_double_precision_does_not_fit() {
    let fight = ["fight", "8 interceptor + 4 cruiser + 2 dreadnought", "4 cruiser + 2 dreadnought"];
    let answer =
        |more: &[&str]| json(&[&fight[..], &["--battles=1k", "--format=json"], more].concat());
    let double = answer(&["--budget=2s"]);
    assert_eq!((&double["engine"], &double["play_error"]), (&"exact+simulate".into(), &().into()));
    let single = answer(&["--budget=16ms"]);
    let error = single["play_error"].as_f64().unwrap();
    assert!(error > 0.0 && error < 1e-4, "{error}");
    let warning = "best play was found in single precision to fit the budget of 16 ms, 2 GB: it is \
                   within";
    let warnings = single["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|of| of.as_str().unwrap().starts_with(warning)), "{warnings:?}");
}
