//! Twilight Imperium: the figures of `docs/rules/ti4.md`, section 6.

use crate::support::ti4::{
    LIMIT, RollByRoll, Sides, carrier, cruiser, cruiser2, destroyer, destroyer2, dreadnought,
    dreadnought2, fighter, fighter2, has, held, infantry, mech, odds, outcomes, side, war_sun,
};
use fleetodds::internals::engine::graph::Graph;
use fleetodds::internals::engine::{Control, exchange};
use fleetodds::internals::games::ti4::rules::{Ability, Theatre, Ti4Fleet, Ti4Terms, compile};
use fleetodds::internals::model::Battle;

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
        let model = battle.model(None, &mut |_| true).unwrap();
        let ends = exchange::solve(model.exchange());
        let worth = battle.worth_of(&model, &ends);
        for side in 0..2 {
            assert!((worth.win[side] - odds.share(side)).abs() < 1e-12);
        }
    }
}

/// Combats whose rounds are an exchange, at least from some round on.
fn exchanges() -> Vec<([Ti4Fleet; 2], Ti4Terms)> {
    let [a, d] = dreadnoughts_and_fighters();
    let [b, e] = war_sun_fight();
    let shields = |count, round| held(Ability::ShieldsHolding, count, round);
    let morale = held(Ability::MoraleBoost, 2, None);
    let assault = has(Ability::AssaultCannon);
    let prototype = has(Ability::FighterPrototype);
    let ground = [side(&[(5, infantry()), (1, mech())]), side(&[(6, infantry())])];
    let mut damaged = side(&[(3, dreadnought()), (1, cruiser())]);
    damaged.groups[0].damaged = 2;
    vec![
        ([a.clone(), d.clone()], space()),
        ([a.clone().late(), d.clone().late()], space()),
        ([a.clone().with(shields(2, None)), d.clone().with(shields(1, Some(3)))], space()),
        ([a.clone().with(morale), d.clone().with(assault)], space()),
        ([a.clone().with(prototype), damaged], space()),
        ([a, d], Ti4Terms { checks_capacity: true, ..space() }),
        (ground, Ti4Terms::of(Theatre::Ground)),
        ([b.late(), e], space()),
    ]
}

#[test]
fn rounds_apart_for_each_side_lead_to_the_graph_of_rounds_roll_by_roll() {
    for (n, (fleets, terms)) in exchanges().into_iter().enumerate() {
        let battle = compile(&fleets, terms).unwrap();
        assert!(
            battle.is_exchange() && battle.exchange_rounds(&battle.captains()).is_some(),
            "{n}"
        );
        let control = Control::default();
        let apart = Graph::new(&battle, &mut battle.captains(), LIMIT, &control).unwrap();
        let plain = RollByRoll(battle);
        let plain = Graph::new(&plain, &mut plain.captains(), LIMIT, &control).unwrap();
        assert_eq!(apart.states, plain.states, "{n}");
        assert_eq!(apart.ends, plain.ends, "{n}");
        assert!(apart.work <= plain.work, "{n}");
        for state in 0..apart.states.len() as u32 {
            let [found, known] = [&apart, &plain].map(|graph| graph.topology.edges(state));
            assert_eq!(found.len(), known.len(), "{n}");
            for (found, known) in found.iter().zip(known) {
                assert_eq!((found.to, found.round), (known.to, known.round), "{n}");
                assert!((found.chance - known.chance).abs() < 1e-15, "{n}");
            }
        }
    }
}

#[test]
fn repairs_after_a_round_are_no_part_of_rounds_apart() {
    let [a, d] = dreadnoughts_and_fighters();
    let repairs = held(Ability::EmergencyRepairs, 1, None);
    let battle = compile(&[a.with(repairs), d], space()).unwrap();
    assert!(battle.is_exchange() && battle.exchange_rounds(&battle.captains()).is_none());
}
