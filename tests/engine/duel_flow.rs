//! Best play of Eclipse for all situations at once: the odds are those of the graph.

use crate::engine::flow::{agrees_with, compare};
use crate::support::battle_played;
use crate::support::program::json;
use crate::support::random::{Random, fleet};
use fleetodds::internals::answer::Budget;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::flow::applies;
use fleetodds::internals::engine::optimize::duel::Sense;
use fleetodds::internals::games::common::Objective;
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{
    EclipseBattle, EclipseCaptains, EclipseFleet, Policy, compile,
};
use fleetodds::internals::model::Battle;

/// The captains that play a battle at its best, if best play is quickly found.
fn best_captains(battle: &EclipseBattle) -> Option<EclipseCaptains> {
    let budget = Budget { seconds: 0.1, ..Budget::default() };
    let best = best_play(battle, [Sense::Maximise; 2], budget, &Control::default()).ok()?;
    let mut captains = battle.captains();
    captains.set_strategy(battle, best.strategy);
    Some(captains)
}

/// A side that looks ahead, or that follows a rule.
fn side(random: &mut Random) -> EclipseFleet {
    let side = random.side();
    let fleet: EclipseFleet = fleet(&side);
    let fleet = if random.one_in(2) { fleet.after(Objective::Swing) } else { fleet };
    match random.below(4) {
        0 => fleet,
        1 => fleet.played(Policy::Threat),
        _ => fleet.played(Policy::Optimal),
    }
}

/// Compares random battles with missiles, damaged ships, repairs and ships without cannons. In half
/// of those with a cap on rounds, best play takes the cap into account.
fn compare_duels(seed: u64, fights: usize) {
    let mut random = Random::new(seed);
    compare(fights, |cap| {
        let (battle, captains) = loop {
            let battle = compile(&[side(&mut random), side(&mut random)]).unwrap();
            let battle = match cap.filter(|_| random.one_in(2)) {
                Some(cap) => battle.with_clock(cap),
                None => battle,
            };
            if battle.is_decided() {
                continue;
            }
            if let Some(captains) = best_captains(&battle).filter(|all| applies(&battle, all)) {
                break (battle, captains);
            }
        };
        agrees_with(&battle, &captains, cap, &(battle.clock(), &battle))
    });
}

#[test]
fn random_duels_flow_as_on_their_graphs() {
    compare_duels(41, 120);
}

#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_duels_flow_as_on_their_graphs() {
    compare_duels(42, 4_000);
}

/// Only captains that look ahead have a flow, and only if the situation of the ships tells who has
/// destroyed them.
#[test]
fn only_solved_duels_flow() {
    let best = battle_played("2 cruiser", "3 interceptor", Policy::Optimal);
    assert!(applies(&best, &best_captains(&best).unwrap()));
    assert!(!applies(&best, &best.captains()));
    let fixed = battle_played("2 cruiser", "3 interceptor", Policy::Threat);
    assert!(!applies(&fixed, &fixed.captains()));
}

/// The graph of this battle would not fit the budget. The odds are those of the play that was
/// found, whose value the solver knows.
#[test]
fn large_duels_have_exact_odds() {
    let fleet = "8 interceptor + 3 cruiser + 1 dreadnought";
    let command = ["fight", fleet, fleet, "--battles=1k", "--format=json"];
    let found = json(&[&command[..], &["--budget=700ms"]].concat());
    assert_eq!(found["engine"], "exact+simulate");
    let more = json(&[&command[..], &["--budget=60s", "--rounds"]].concat());
    let win = |of: &serde_json::Value| of["sides"][0]["win"]["probability"].as_f64().unwrap();
    assert!((win(&found) - win(&more)).abs() < 1e-11);
    assert!(more["rounds"]["by_round"].as_array().unwrap().len() > 5);
}
