//! D16: how an `optimal` captain breaks ties. Figures calculated by hand, and all figures of random
//! battles compared with the oracle of `tests/support/rulebook.rs`.

use crate::eclipse::point_defence::{fleet, ship};
use crate::eclipse::rulebook::{answers, owner};
use crate::support::ask::{assert_all, assert_is, fate};
use crate::support::random::Random;
use crate::support::rulebook as oracle;
use fleetodds::internals::result::Summary;

const START: oracle::Start = oracle::Start { round: 1, missiles_spent: false };

/// Returns the summary of a battle, on which program and oracle must agree.
#[track_caller]
fn agreed(attacker: oracle::Owner, defender: oracle::Owner) -> Summary {
    let answers = answers(&[attacker, defender], &START, false).expect("a small battle");
    if let Some(difference) = answers.difference_of_all() {
        panic!("{difference}");
    }
    answers.summary
}

/// Returns an attacker with one missile that hits with 5/6 and no other weapon. It cannot win (D6).
fn one_missile() -> oracle::Owner {
    let interceptor = oracle::Group { missiles: [1, 0, 0, 0], ..ship(1, 3) };
    fleet(vec![interceptor], oracle::Assign::Optimal, false)
}

/// Returns an unarmed large ship and an unarmed small one with these costs.
fn targets(costs: [u32; 2]) -> oracle::Owner {
    let [large, small] = costs;
    let groups = vec![
        oracle::Group { cost: large, ..ship(4, 2) },
        oracle::Group { cost: small, ..ship(1, 2) },
    ];
    fleet(groups, oracle::Assign::Npc, false)
}

/// The attacker does not win, whatever the missile hits. The small ship costs more.
#[test]
fn d16_what_wins_equally_often_is_decided_by_swing() {
    let summary = agreed(one_missile(), targets([2, 7]));
    assert_is(summary.sides[0].cost.destroyed, 7.0 * 5.0 / 6.0);
}

#[test]
fn d16_what_is_equal_in_both_figures_is_decided_by_d8() {
    let summary = agreed(one_missile(), targets([2, 2]));
    assert_all(&summary.sides[1].survivors[0].distribution, &[5.0 / 6.0, 1.0 / 6.0]);
    assert_all(&summary.sides[1].survivors[1].distribution, &[0.0, 1.0]);
}

/// Ships cost nothing. The only missile, which hits with 5/6, goes to the small ship, because that
/// one is armed and the large one is not.
#[test]
fn d16_what_swings_equally_is_decided_by_winning() {
    let cruiser =
        oracle::Group { cannons: [1, 0, 0, 0, 0], missiles: [1, 0, 0, 0], cost: 0, ..ship(3, 1) };
    let mut attacker = fleet(vec![cruiser], oracle::Assign::Optimal, false);
    attacker.objective = oracle::Objective::Swing;
    let mut defender = targets([0, 0]);
    defender.groups[1].cannons = [1, 0, 0, 0, 0];
    let summary = agreed(attacker, defender);
    // After a miss the small ship fires first: w = 1/6 (5/6 + w/6) = 1/7.
    assert_is(summary.sides[0].win.probability, 5.0 / 6.0 + 1.0 / 6.0 * (1.0 / 7.0));
}

/// An unarmed ship of cost 0 gains and loses nothing, whether it stays or not.
#[test]
fn d16_firing_goes_before_retreating() {
    let mut attacker =
        fleet(vec![oracle::Group { cost: 0, ..ship(1, 5) }], oracle::Assign::Optimal, false);
    attacker.objective = oracle::Objective::Swing;
    attacker.retreat = oracle::Retreat::Optimal;
    attacker.may_retreat = true;
    let armed = oracle::Group { cannons: [1, 0, 0, 0, 0], ..ship(1, 2) };
    let summary = agreed(attacker, fleet(vec![armed], oracle::Assign::Npc, false));
    assert_all(&fate(&summary.sides[0]), &[0.0, 0.0, 1.0]);
}

/// Returns an owner of at most three ships. There is no repair, and no point defence, because D16
/// does not order equal removals. There are few different costs and ranks, so that ties are common.
fn small(random: &mut Random, side: u64, ahead: bool) -> oracle::Owner {
    let mut owner = owner(random, format!("side {side}"), ahead);
    owner.point_defense = false;
    if matches!(owner.retreat, oracle::Retreat::Below(_)) {
        owner.retreat = oracle::Retreat::Never;
    }
    if let [_, second] = &mut owner.groups[..] {
        second.count = 1;
        second.damaged.truncate(1);
    }
    for group in &mut owner.groups {
        group.regenerate = 0;
        group.cost = random.below(3) as u32;
        group.rank = 1 + random.below(2) as u8;
        if random.one_in(4) {
            group.cannons = [0; 5];
        }
    }
    owner
}

/// Compares all figures of random battles in which one side looks ahead, or both sides do.
fn random_battles(number: u64, seed: u64, both: bool) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    for fight in 0..number {
        let ahead = random.below(2);
        let owners = [0, 1].map(|side: u64| small(&mut random, side, both || side == ahead));
        let Some(answers) = answers(&owners, &START, false) else { continue };
        compared += 1;
        if let Some(difference) = answers.difference_of_all() {
            panic!("fight {fight}: {difference} {owners:#?}");
        }
    }
    assert!(compared > number * 9 / 10, "{compared}");
}

#[test]
fn d16_all_figures_agree_with_the_oracle_where_one_side_looks_ahead() {
    random_battles(100, 18, false);
}

#[test]
fn d16_all_figures_agree_with_the_oracle_where_both_look_ahead() {
    random_battles(40, 19, true);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn d16_all_figures_agree_with_the_oracle_in_many_battles() {
    random_battles(3_000, 20, false);
    random_battles(1_000, 21, true);
}
