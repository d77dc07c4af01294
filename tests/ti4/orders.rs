//! Twilight Imperium: the order of losses of sides without one.

use std::sync::Arc;

use fleetodds::internals::analysis::sweep::{PointQuestion, sweep};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::{Budget, NoAnswer, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::Engine;

use crate::support::ask::{question, try_ask};
use crate::support::of_game::SideFigures;
use crate::support::program::json;
use crate::support::random::Random;

const ATTACKER: &str = "3 cruiser ii + carrier + 4 fighter ii";
const DEFENDER: &str = "2 dreadnought ii + destroyer ii + 2 fighter";

fn fight(attacker: &str, defender: &str) -> Question {
    question(&format!(
        r#"{{"rules": "ti4-space", "attacker": "{attacker}", "defender": "{defender}"}}"#
    ))
}

fn played(attacker: &str, defender: &str) -> Summary {
    try_ask(&fight(attacker, defender)).unwrap()
}

fn order(summary: &Summary, side: usize) -> &str {
    summary.play[side].1.get("loss_order").unwrap()
}

fn win(summary: &Summary) -> f64 {
    summary.sides[0].win.probability
}

#[test]
fn sides_without_an_order_play_as_two_optimal_sides_do() {
    let found = played(ATTACKER, DEFENDER);
    let asked =
        played(&format!("{ATTACKER} & play=optimal"), &format!("{DEFENDER} & play=optimal"));
    assert_eq!(found.sides[0].win, asked.sides[0].win);
    assert_eq!([order(&found, 0), order(&found, 1)], ["optimal"; 2]);
    let lost = found.sides[0].loss_order().unwrap();
    assert_eq!(lost, ["carrier", "fighter-ii", "cruiser-ii"]);
    assert!((win(&found) - 0.493_234).abs() < 1e-6, "{}", win(&found));
    assert!(found.warnings.is_empty());
}

/// P033: to spend a shield that cancels two hits on one hit is worse than to lose a fighter.
#[test]
fn t64_adaptive_captains_weigh_whether_to_sustain() {
    let fleet = "2 dreadnought ii + 2 fighter & non-euclidean shielding";
    let adaptive = played(&format!("{fleet} & play=adaptive"), "3 dreadnought");
    let ends = [win(&adaptive), adaptive.draw.probability, adaptive.sides[1].win.probability];
    for (found, known) in ends.into_iter().zip([0.635_524, 0.061_867, 0.302_610]) {
        assert!((found - known).abs() < 1e-6, "{ends:?}");
    }
    assert_eq!(adaptive.play[0].1.get("sustain"), Some("at will"));
    let declared = played(&format!("{fleet} & play=adaptive & sustain=first"), "3 dreadnought");
    assert!((win(&declared) - 0.584_738).abs() < 1e-6);
}

#[test]
fn t64_a_best_order_is_sought_with_both_rules_for_sustaining() {
    let fleet = "2 dreadnought + 2 cruiser + 4 fighter";
    let enemy = "3 dreadnought & direct-hit";
    let with = |rule: &str| win(&played(&format!("{fleet} & sustain={rule}"), enemy));
    let found = played(fleet, enemy);
    assert!(with("late") > with("first") + 0.005);
    assert!((win(&found) - with("late")).abs() < 1e-12);
    assert_eq!(found.play[0].1.get("sustain"), Some("late"));
    // A given order sustains first.
    let given = "loss-order=[fighter, cruiser, dreadnought]";
    let [open, first] = ["", " & sustain=first"]
        .map(|rule| win(&played(&format!("{fleet} & {given}{rule}"), enemy)));
    assert!((open - first).abs() < 1e-12);
}

/// The claim that lets the search leave out `late` where no side has abilities.
#[test]
fn t64_sustaining_late_gains_nothing_without_abilities() {
    let mut random = Random::new(64);
    for _ in 0..40 {
        let classes = ["fighter", "cruiser", "carrier", "dreadnought", "war-sun"];
        let mut side = || {
            let number = |_: &&str| random.below(3);
            let counts: Vec<_> = classes.iter().map(number).collect();
            let groups = classes.iter().zip(counts).filter(|(_, count)| *count > 0);
            let groups: Vec<String> = groups.map(|(c, n)| format!("{n} {c}")).collect();
            if groups.is_empty() { "2 dreadnought".into() } else { groups.join(" + ") }
        };
        let (own, enemy) = (side(), format!("{} & loss-order=customary", side()));
        let with = |rule: &str| win(&played(&format!("{own} & sustain={rule}"), &enemy));
        let (first, late, open) = (with("first"), with("late"), win(&played(&own, &enemy)));
        assert!(late <= first + 1e-12 && (open - first).abs() < 1e-12, "{own} v {enemy}");
    }
}

#[test]
fn customary_and_default_name_the_order_of_version_0_1_0() {
    for name in ["customary", "default", "Default"] {
        let with = |fleet: &str| format!("{fleet} & loss-order={name}");
        let found = played(&with(ATTACKER), &with(DEFENDER));
        assert!((win(&found) - 0.429_297).abs() < 1e-6, "{}", win(&found));
        assert_eq!([order(&found, 0), order(&found, 1)], ["customary"; 2]);
        let of_json = try_ask(&question(&format!(
            r#"{{"rules": "ti4-space",
                "attacker": {{"fleet": "{ATTACKER}", "play": {{"loss_order": "{name}"}}}},
                "defender": {{"fleet": "{DEFENDER}", "play": "{name}"}}}}"#
        )));
        assert_eq!(of_json.unwrap().rounds, found.rounds);
    }
    let args = ["fight", ATTACKER, DEFENDER, "--rules=ti4-space", "--format=json"];
    let plays = ["--play=attacker=customary", "--play=defender=default", "--engine=exact"];
    let found = json(&[&args[..], &plays].concat());
    assert_eq!(found["play"]["attacker"]["loss_order"], "customary");
    let win = found["sides"][0]["win"]["probability"].as_f64().unwrap();
    assert!((win - 0.429_297).abs() < 1e-6, "{win}");
}

/// Where the search does not fit, the customary order is played, also by the engine that refuses
/// what it cannot do; only a side that asks for the best order is refused.
#[test]
fn an_order_that_is_not_found_is_customary_and_a_warning_says_so() {
    let hurried =
        |fight: Question| Question { budget: Budget { seconds: 0.001, bytes: 1e7 }, ..fight };
    let customary = |fleet: &str| format!("{fleet} & play=customary");
    let (attacker, defender) = ("3 cruiser + 2 carrier + 4 fighter", "2 destroyer + 2 cruiser");
    for engine in [Engine::Exact, Engine::Auto, Engine::Simulate, Engine::Kernel] {
        let asked = Question { engine, ..hurried(fight(attacker, defender)) };
        let found = try_ask(&asked).unwrap();
        assert_eq!([order(&found, 0), order(&found, 1)], ["customary"; 2]);
        let warned = "the best order of losses does not fit the budget of 1 ms, 10 MB: units are \
                      lost in the customary order";
        assert!(found.warnings.contains(&warned.to_string()), "{:?}", found.warnings);
        let asked = fight(&customary(attacker), &customary(defender));
        let known = try_ask(&Question { engine, ..hurried(asked) }).unwrap();
        assert_eq!(known.sides[0].win, found.sides[0].win);
    }
    let large = "cruiser + destroyer + carrier + 2 fighter + dreadnought + war sun & play=optimal";
    let asked = fight(large, defender);
    let refused = try_ask(&hurried(asked));
    assert!(matches!(refused, Err(NoAnswer::TooLarge { .. })), "{refused:?}");
}

/// A side that asks for the best order finds it against the customary order of an enemy whose own
/// order cannot be found in time.
#[test]
fn only_the_side_without_an_order_becomes_customary() {
    let budget = Budget { seconds: 0.02, bytes: 1e8 };
    let enemy = "cruiser + destroyer + carrier + 2 fighter + dreadnought + war sun";
    let asked = Question { budget, ..fight("2 cruiser + fighter & play=optimal", enemy) };
    let found = try_ask(&asked).unwrap();
    assert_eq!([order(&found, 0), order(&found, 1)], ["optimal", "customary"]);
}

#[test]
fn the_fight_with_customary_orders_is_at_hand() {
    let asked = fight(ATTACKER, &format!("{DEFENDER} & play=customary"));
    let alternatives = asked.matchup.alternatives();
    let is_usual = |label: &str| label == "with the usual order of losses";
    let usual = alternatives.iter().find(|one| is_usual(&one.label)).unwrap();
    let found = try_ask(&Question { matchup: Arc::clone(&usual.matchup), ..asked }).unwrap();
    assert!((win(&found) - 0.429_297).abs() < 1e-6);
}

#[test]
fn invasions_find_orders_on_each_planet() {
    let of = |play: &str| {
        let found = try_ask(&question(&format!(
            r#"{{"rules": "ti4-ground", "attacker": {{{play}}}, "defender": {{{play}}},
                "setting": {{"planets": [
                    {{"name": "A", "attacker": "3 infantry + 2 mech", "defender": "4 infantry + mech"}},
                    {{"name": "B", "attacker": "2 infantry + mech", "defender": "2 mech"}}]}}}}"#
        )));
        found.unwrap()
    };
    let (open, optimal) = (of(""), of(r#""play": "optimal""#));
    assert_eq!(open.sides[0].win, optimal.sides[0].win);
    assert_eq!(order(&open, 0), "optimal");
    assert_eq!(order(&of(r#""play": "customary""#), 0), "customary");
}

/// Many fights are answered as single ones are, on any number of threads.
#[test]
fn a_sweep_plays_the_orders_of_single_fights() {
    let fights = || (1..4).map(|n| fight(&format!("{n} cruiser + carrier + 2 fighter"), DEFENDER));
    let asked: Vec<_> = fights().map(|asked| PointQuestion::Odds(Box::new(asked))).collect();
    let known: Vec<f64> = fights().map(|asked| win(&try_ask(&asked).unwrap())).collect();
    for threads in [1, 3] {
        let ctx = Ctx::new(threads).unwrap();
        let swept = sweep(&asked, 0, &Total::default(), &ctx, &|| ()).unwrap();
        let found: Vec<f64> = swept.points.iter().flatten().map(|p| p.trial.win.value).collect();
        assert_eq!(found, known);
    }
}
