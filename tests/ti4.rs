//! Twilight Imperium: the figures of `docs/rules/ti4.md`, section 6.

use crate::support::ti4::{
    Sides, carrier, cruiser, cruiser2, destroyer, destroyer2, dreadnought, dreadnought2, fighter,
    fighter2, has, infantry, mech, odds, outcomes, side, war_sun,
};
use fleetodds::engine::graph::exchange;
use fleetodds::games::ti4::rules::{Ability, Theatre, Ti4Fleet, Ti4Terms};

fn space() -> Ti4Terms {
    Ti4Terms::of(Theatre::Space)
}

#[track_caller]
fn assert_odds(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms, expected: [f64; 3]) {
    let found = outcomes(attacker, defender, terms);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }
}

fn dreadnoughts_and_fighters() -> [Ti4Fleet; 2] {
    let attacker = side(&[(2, dreadnought()), (4, fighter()), (1, carrier())]);
    [attacker, side(&[(3, cruiser()), (2, destroyer())])]
}

fn war_sun_fight() -> [Ti4Fleet; 2] {
    let attacker = side(&[(10, fighter()), (3, carrier()), (2, dreadnought()), (1, war_sun())]);
    let defender = side(&[(5, cruiser()), (5, destroyer()), (3, dreadnought()), (6, fighter())]);
    [attacker, defender]
}

#[test]
fn figures_of_the_rulebook() {
    let one = side(&[(1, cruiser())]);
    assert_odds(&one, &one, space(), [0.375, 0.25, 0.375]);
    let [a, d] = dreadnoughts_and_fighters();
    assert_odds(&a, &d, space(), [0.959868, 0.007827, 0.032305]);
    assert_odds(&a.late(), &d.late(), space(), [0.942083, 0.010777, 0.047140]);
    let a = side(&[(5, infantry()), (1, mech())]);
    let d = side(&[(6, infantry())]);
    assert_odds(&a, &d, Ti4Terms::of(Theatre::Ground), [0.775305, 0.018557, 0.206138]);
    let [a, d] = war_sun_fight();
    assert_odds(&a, &d, space(), [0.204613, 0.053358, 0.742029]);
    assert_odds(&a.late(), &d.late(), space(), [0.258769, 0.054140, 0.687091]);
    let a = side(&[(2, dreadnought())]);
    let armored = a.clone().with(has(Ability::DuraniumArmor));
    assert_odds(&armored, &a, space(), [0.645882, 0.058836, 0.295282]);
    let a = side(&[(3, cruiser2()), (1, carrier()), (4, fighter2())]);
    let d = side(&[(2, dreadnought2()), (1, destroyer2()), (2, fighter())]);
    assert_odds(&a, &d, space(), [0.429297, 0.018987, 0.551716]);
    assert_odds(&a.losing(&[1, 2, 0]), &d, space(), [0.493234, 0.041144, 0.465622]);
}

/// Compares two engines on one combat: the exchange and the graph.
#[test]
fn the_exchange_agrees_with_the_graph() {
    let [a, d] = dreadnoughts_and_fighters();
    let [b, e] = war_sun_fight();
    for [attacker, defender] in [
        [a.clone(), d.clone()],
        [a.clone().late(), d.late()],
        [b.clone().late(), e.clone()],
        [b, e],
    ] {
        let (battle, odds) = odds(&attacker, &defender, space());
        assert!(battle.is_exchange());
        let model = battle.model();
        let worth = battle.worth_of(&model, &exchange::solve(model.exchange()));
        for side in 0..2 {
            assert!((worth.win[side] - odds.share(side)).abs() < 1e-12);
        }
    }
}
