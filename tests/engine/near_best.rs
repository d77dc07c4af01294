//! Play that is close to best play, compared with best play: in single precision and with focused
//! fire.

use crate::support::battle_played;
use crate::support::exact_with;
use crate::support::program::{file, json, refuses};
use crate::support::random::{Random, fleet};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::optimize::duel::{
    Asked, DuelPlan, Interests, Precision, Sense, Stakes, settles_at_once, solve,
};
use fleetodds::internals::games::eclipse::rules::{
    EclipseBattle, EclipseFleet, FireLimits, Focus, Policy, compile,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::duel::{DuelModelLimit, DuelSide, DuelSolution};
use fleetodds::internals::stats::Odds;
use serde_json::Value;

/// Focused fire of each side.
fn focused(focus: [Focus; 2]) -> FireLimits {
    FireLimits { focus, ..FireLimits::NONE }
}

/// Targets that are never better than others are left out.
const SPARING: FireLimits = FireLimits { spares_worse: true, ..FireLimits::NONE };

/// Solves a battle, and returns the odds of the solution with it.
fn solution(
    battle: &EclipseBattle,
    limits: FireLimits,
    precision: Precision,
) -> Option<(DuelSolution, Odds)> {
    let control = Control::default();
    let limit = DuelModelLimit { states: 400, steps: u64::MAX, volleys: 10_000 };
    let model = battle.model(&[battle.opening()], limits, limit, &control).ok()?;
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
    let plan = DuelPlan::new(model.duel(), precision);
    let solution = solve(model.duel(), &plan, &stakes, 1, &control).unwrap();
    let mut captains = battle.captains();
    captains.set_strategy(battle, model.clone().strategy(solution.clone()).into());
    Some((solution, exact_with(battle, &captains, None)))
}

/// The value that a solver computes, and the odds of the play that it finds, are as close to best
/// play as the error says. Odds of play are exact.
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
        let Some((double, odds)) = solution(&battle, FireLimits::NONE, Precision::Double) else {
            continue;
        };
        let (single, near) = solution(&battle, FireLimits::NONE, Precision::Single).unwrap();
        let [odds, near] = [odds, near].map(|odds| odds.share(0));
        assert!(double.error == 0.0 && (double.values[0] - odds).abs() < 1e-9);
        assert!(single.error > 0.0 && single.error < 1e-4, "{}", single.error);
        let [value, of_play] = [single.values[0], near].map(|value| (value - odds).abs());
        assert!(value <= single.error && of_play <= single.error, "{value} {of_play}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// Large fleets whose cruisers have dice of different damage, so that best play may damage several
/// of them.
const MIXED_DICE: [&str; 2] = [
    "8 interceptor + 4 cruiser(cannons=1y1o) + 2 dreadnought",
    "4 cruiser(cannons=1y1o) + 2 dreadnought",
];

/// What fits the budget is solved in double precision, what does not is solved in single precision,
/// and the result says so.
#[test]
fn single_precision_is_used_only_where_double_precision_does_not_fit() {
    let fight = [&["fight", "--any-blueprint"], &MIXED_DICE[..]].concat();
    let answer =
        |more: &[&str]| json(&[&fight[..], &["--battles=1k", "--format=json"], more].concat());
    let double = answer(&["--budget=2s"]);
    assert_eq!((&double["engine"], &double["best_play"]), (&"exact+simulate".into(), &().into()));
    let single = answer(&["--budget=12ms"]);
    let best = &single["best_play"];
    let [low, high] = ["low", "high"].map(|bound| best[bound].as_f64().unwrap());
    assert!(best["proven"] == true && low < high && high - low < 2e-4, "{best}");
    let warning = "best play was found in single precision to fit the budget of 12 ms, 2 GB: it is \
                   within";
    let warnings = single["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|of| of.as_str().unwrap().starts_with(warning)), "{warnings:?}");
}

/// Two to four ships of a class, with up to three dice of any colours and up to three hulls.
fn class(random: &mut Random, name: &str, initiative: u64) -> String {
    let mut dice = String::new();
    for colour in ["y", "o", "b", "r"] {
        let n = random.below(2);
        if n > 0 {
            dice += &format!("{n}{colour}");
        }
    }
    let [ships, hull] = [3, 4].map(|n| random.below(n));
    let [computer, shield] = [3, 2].map(|n| random.below(n));
    format!(
        "{} {name}(cannons={}, computer={computer}, shield={shield}, hull={hull}, \
         initiative={initiative})",
        2 + ships,
        if dice.is_empty() { "1y" } else { &dice }
    )
}

/// Sides that may do less never gain by it (zero-sum). So best play lies between the odds of fights
/// in which one side alone focuses its fire, and so do those in which both do.
#[test]
fn focused_fire_of_one_side_is_a_bound_on_best_play() {
    let mut random = Random::new(24);
    let (mut compared, mut differ) = (0, 0);
    for _ in 0..150 {
        let fleets = [3, 2].map(|initiative| class(&mut random, "cruiser", initiative));
        let battle = battle_played(&fleets[0], &fleets[1], Policy::Optimal);
        let value = |focus| solution(&battle, focused(focus), Precision::Double);
        let Some((best, _)) = value([Focus::NONE; 2]) else { continue };
        for focus in Focus::WAYS {
            let (both, odds) = value([focus; 2]).unwrap();
            let odds = odds.share(0);
            let [low, high] = [[focus, Focus::NONE], [Focus::NONE, focus]]
                .map(|focus| value(focus).unwrap().0.values[0]);
            for value in [best.values[0], both.values[0]] {
                assert!(low - 1e-12 <= value && value <= high + 1e-12, "{fleets:?}");
            }
            assert!((both.values[0] - odds).abs() < 1e-9, "{fleets:?}");
            differ += usize::from((best.values[0] - odds).abs() > 1e-9);
        }
        compared += 1;
    }
    assert!(compared > 100 && differ > 10, "{compared} {differ}");
}

/// Targets that are never better than another ship of their class make no difference to the odds
/// under best play, and next to none to those of each end of the battle: where the better target
/// gains less than 1e-12, both count as equal, and the worse one may be better by the other
/// objective.
#[test]
fn d16_targets_that_are_never_better_are_left_out() {
    let mut random = Random::new(25);
    let (mut compared, mut fewer, mut changed) = (0, 0, 0);
    for _ in 0..600 {
        let mut sides = [random.side(), random.side()];
        for group in sides.iter_mut().flat_map(|side| &mut side.groups) {
            (group.count, group.regenerate) = (group.count + 1, 0);
        }
        let fleets = sides.each_ref().map(|side| fleet(side).played(Policy::Optimal));
        let battle = compile(&fleets).unwrap();
        if battle.is_decided() || !battle.may_spare_worse() {
            continue;
        }
        let Some((all, odds)) = solution(&battle, FireLimits::NONE, Precision::Double) else {
            continue;
        };
        let (fewer_targets, odds_then) = solution(&battle, SPARING, Precision::Double).unwrap();
        for (value, then) in all.values.iter().zip(&fewer_targets.values) {
            assert!((value - then).abs() < 1e-12, "{value} {then} {sides:?}");
        }
        let cells = (0..odds.cells()).map(|cell| (odds.share(cell) - odds_then.share(cell)).abs());
        let change = cells.fold(0.0, f64::max);
        assert!(change < 1e-5, "{change} {sides:?}");
        changed += usize::from(change > 1e-9);
        let [before, then] =
            [FireLimits::NONE, SPARING].map(|limits| states(&battle, limits).iter().sum::<usize>());
        assert!(then <= before, "{sides:?}");
        fewer += usize::from(then < before);
        compared += 1;
    }
    assert!(compared > 150 && fewer > 50 && changed < 5, "{compared} {fewer} {changed}");
}

/// Numbers of situations of both sides if both fire within these limits.
fn states(battle: &EclipseBattle, limits: FireLimits) -> [usize; 2] {
    let limit = DuelModelLimit { states: 1_000, steps: u64::MAX, volleys: 1_000 };
    let control = Control::default();
    let model = battle.model(&[battle.opening()], limits, limit, &control).unwrap();
    model.duel().sides.each_ref().map(DuelSide::states)
}

/// Two ships with three life each are fired at with five dice of one point in a round, and never
/// miss. Captains with free fire or focused fire destroy one ship and damage the other in it.
/// Situations: at most one ship is damaged, and its life is 1 or 2.
#[test]
fn focused_fire_meets_situations_with_few_damaged_ships() {
    let battle = battle_played(
        "5 interceptor(cannons=1y)",
        "2 cruiser(cannons=1y, hull=2)",
        Policy::Optimal,
    );
    let states = |focus| states(&battle, focused([focus; 2]));
    // Ships in order of their life: 33 32 31 30 22 21 20 11 10 00.
    assert_eq!(states(Focus::NONE), [6, 10]);
    assert_eq!(states(Focus::WAYS[0]), [6, 10]);
    // Without 22, 21 and 11.
    assert_eq!(states(Focus::WAYS[2]), [6, 7]);
}

/// With large dice, a captain may begin another ship rather than waste damage: two points on a ship
/// of life 3 leave 1, which the next die of two points would waste.
#[test]
fn large_dice_may_begin_another_ship() {
    let battle = battle_played(
        "2 interceptor(cannons=1o)",
        "2 cruiser(cannons=1y, hull=2)",
        Policy::Optimal,
    );
    let states = |focus| states(&battle, focused([focus; 2]))[1];
    // 33 31 30 11 10 00.
    assert_eq!([Focus::NONE, Focus::WAYS[1]].map(states), [6, 6]);
    // Without 11.
    assert_eq!(states(Focus::WAYS[2]), 5);
}

/// Captains with another target damage one ship of the fleet at a time.
#[test]
fn one_ship_of_a_fleet_is_damaged_at_a_time() {
    let battle = battle_played(
        "2 interceptor(cannons=1y)",
        "cruiser(cannons=1y, hull=1) + dreadnought(cannons=1y, hull=1)",
        Policy::Optimal,
    );
    let states = |focus| states(&battle, focused([focus; 2]))[1];
    // All but the situation in which both are damaged.
    assert_eq!([Focus::NONE, Focus::WAYS[2], Focus::WAYS[3]].map(states), [9, 9, 8]);
}

/// Where best play under a cap on rounds does not fit the budget, players play as if there were
/// none. No side could gain more than the probability that the battle is cut short. The engine
/// `exact` refuses.
#[test]
fn a_cap_on_rounds_is_ignored_where_best_play_under_it_does_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    let [attacker, defender] = MIXED_DICE;
    let scenario = serde_json::json!({
        "rules": "eclipse",
        "attacker": attacker,
        "defender": defender,
        "setting": {"round_cap": 20},
    });
    let file = file(dir.path(), "capped.json", scenario.to_string());
    let fight = ["fight", "--any-blueprint", "--scenario", &file, "--battles=1k", "--format=json"];
    let answer = |budget| json(&[&fight[..], &[budget]].concat());
    let figure = |answer: &Value, path| answer.pointer(path).unwrap().as_f64().unwrap();
    let (best, steady) = (answer("--budget=20s"), answer("--budget=350ms"));
    assert_eq!(best["warnings"], serde_json::json!([]));
    let cut_short = figure(&steady, "/standoff/probability");
    assert!(cut_short > 1e-6 && cut_short < 1e-3, "{cut_short}");
    for side in ["/sides/0/win/probability", "/sides/1/win/probability"] {
        let gain = (figure(&best, side) - figure(&steady, side)).abs();
        assert!(gain > 1e-12 && gain < cut_short, "{gain}");
    }
    let warnings = steady["warnings"].as_array().unwrap();
    let points = (1e6 * cut_short).ceil() / 1e4;
    let how = format!(
        "players play as if there were no cap on rounds. No side could gain more than {points} \
         points by taking it into account"
    );
    assert!(warnings[0].as_str().unwrap().ends_with(&how), "{warnings:?}");
    refuses(&[&fight[..], &["--budget=250ms", "--engine=exact"]].concat(), 3, &["does not fit"]);
}

/// Where best play does not fit the budget, players focus their fire. The result says so, and what
/// best play may be: proven if there is time to do so. The engine `exact` refuses.
#[test]
fn fire_is_focused_where_best_play_does_not_fit() {
    let fleet = "3 cruiser(cannons=1o, hull=2) + 3 starbase + 2 dreadnought";
    let fight = ["fight", "--any-blueprint", fleet, fleet, "--battles=1k", "--format=json"];
    let answer = |budget| json(&[&fight[..], &[budget]].concat());
    let best = answer("--budget=60s");
    assert_eq!(best["best_play"], Value::Null);
    let truth = best["sides"][0]["win"]["probability"].as_f64().unwrap();
    for (budget, proven) in [("--budget=2s,250MB", true), ("--budget=200ms", false)] {
        let focused = answer(budget);
        for side in ["attacker", "defender"] {
            assert_eq!(focused["play"][side]["fire"], "focused", "{budget}");
        }
        let bounds = &focused["best_play"];
        let [low, high] = ["low", "high"].map(|bound| bounds[bound].as_f64().unwrap());
        assert!(bounds["proven"] == proven && low < truth && truth < high, "{bounds} {truth}");
        assert!(high - low < 0.003, "{bounds}");
    }
    refuses(&[&fight[..], &["--budget=200ms", "--engine=exact"]].concat(), 3, &["does not fit"]);
}

/// The file of a record of a large fight in which the defender's interceptors have fired.
fn record(dir: &std::path::Path) -> String {
    let record = "rules: eclipse\n\
                  attacker: 8 interceptor + 4 cruiser(cannons=1y1o) + 2 dreadnought\n\
                  defender: 4 interceptor + 4 cruiser(cannons=1y1o) + 2 dreadnought\n\n\
                  round 1\n\
                  defender.interceptor: 6 1 1 1, destroys interceptor\n";
    file(dir, "record.txt", record)
}

/// Note on play with focused fire.
const FOCUSED: &str = "players finish damaged ships before they fire at others of the class";

/// Returns whether the warnings of an answer say that players focus their fire.
fn is_focused(answer: &Value) -> bool {
    let warnings = answer["warnings"].as_array().unwrap();
    warnings.iter().any(|of| of.as_str().unwrap().contains(FOCUSED))
}

/// Advice and analysis say what they say with best play, as far as focused fire is close to it.
#[test]
fn advice_and_analysis_fall_back_to_focused_fire() {
    let dir = tempfile::tempdir().unwrap();
    let record = record(dir.path());
    let turn = ["--turn=attacker.dreadnought", "--roll=y6 y6 y5 y1"];
    let advise = [&["advise", "--any-blueprint"], &MIXED_DICE[..], &turn].concat();
    let analyse = ["analyse", &record];
    let answer = |command: &[&str], budget: &str| {
        json(&[command, &["--format=json", &format!("--budget={budget}")]].concat())
    };
    let close = |found: &Value, known: &Value, what: &str| {
        let [found, known] = [found, known].map(|of| of.as_f64().unwrap());
        assert!((found - known).abs() < 2e-3, "{what}: {found}, {known} with best play");
    };
    let (best, near) = (answer(&advise, "20s"), answer(&advise, "19ms"));
    assert_eq!([is_focused(&best), is_focused(&near)], [false, true]);
    assert_eq!(near["play"]["attacker"]["fire"], "focused");
    close(&near["before"]["win"], &best["before"]["win"], "before");
    let [best, near] = [&best, &near].map(|of| of["choices"].as_array().unwrap());
    assert_eq!(best.len(), near.len());
    for (near, best) in near.iter().zip(best) {
        assert_eq!(near["choice"], best["choice"]);
        close(&near["win"], &best["win"], "choice");
    }
    let (best, near) = (answer(&analyse, "20s"), answer(&analyse, "60ms"));
    assert_eq!([is_focused(&best), is_focused(&near)], [false, true]);
    for (near, best) in [0, 1].map(|side| (&near["sides"][side], &best["sides"][side])) {
        for figure in ["start", "luck", "mistakes", "end"] {
            close(&near["player"][figure], &best["player"][figure], figure);
        }
    }
    refuses(&[&advise[..], &["--budget=12ms", "--engine=exact"]].concat(), 3, &["does not fit"]);
    refuses(&["analyse", &record, "--budget=1ms"], 3, &["does not fit"]);
}

/// The file of a sector of three large fleets whose captains look this far.
fn sector(dir: &std::path::Path, horizon: &str) -> String {
    let party = |name: &str, cannons: &str| {
        format!(
            r#"{{"name": "{name}", "fleet": "3 cruiser(cannons={cannons}, hull=2) + 2 dreadnought",
                "play": {{"horizon": "{horizon}"}}}}"#
        )
    };
    let parties = [party("Able", "1o"), party("Baker", "1y1o"), party("Camber", "1y1o")].join(",");
    let text = format!(r#"{{"rules": "eclipse", "parties": [{parties}]}}"#);
    file(dir, &format!("{horizon}.json"), &text)
}

/// Captains of a sector focus their fire where best play does not fit the budget, whether they look
/// to its end (D17) or at each battle. The odds of each party stay close to those of best play.
#[test]
fn d17_captains_of_a_sector_focus_their_fire_where_best_play_does_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    for (horizon, budget) in [("sector", "--budget=20ms"), ("battle", "--budget=25ms")] {
        let path = sector(dir.path(), horizon);
        let fight = ["fight", "--any-blueprint", "--scenario", &path, "--format=json"];
        let answer = |more: &[&str]| json(&[&fight[..], more].concat());
        let best = answer(&["--budget=20s", "--engine=exact"]);
        let near = answer(&[budget, "--battles=100k"]);
        assert_eq!([is_focused(&best), is_focused(&near)], [false, true], "{horizon}");
        for (best, near) in [0, 1, 2].map(|n| (&best["sides"][n]["win"], &near["sides"][n]["win"]))
        {
            let [best, near] = [best, near].map(|win| win["probability"].as_f64().unwrap());
            // 4.5 standard errors, and the tenth of a point of the warning.
            let away = 4.5 * (best * (1.0 - best) / 1e5).sqrt() + 0.001;
            assert!((best - near).abs() < away, "{horizon}: {near}, {best} with best play");
        }
        for party in ["Able", "Baker", "Camber"] {
            let play = &near["play"][party];
            assert_eq!([&play["fire"], &play["horizon"]], ["focused", horizon], "{budget}");
            assert_eq!(best["play"][party]["fire"], Value::Null);
        }
        refuses(&[&fight[..], &[budget, "--engine=exact"]].concat(), 3, &["does not fit"]);
    }
}
