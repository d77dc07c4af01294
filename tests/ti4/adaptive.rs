//! Twilight Imperium: best choices in rounds that are solved for each pair of forces.

use fleetodds::internals::answer::{Budget, Question};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::exchange::play;
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::optimize::game;
use fleetodds::internals::games::common::Objective;
use fleetodds::internals::games::ti4::rules::{
    Ability, Effect, LossOrder, Sustain, Theatre, Ti4Battle, Ti4Captains, Ti4Fleet, Ti4Game,
    Ti4Terms, Unit, compile,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::game::Values;
use fleetodds::internals::scenario::Engine;
use std::sync::Arc;

use crate::support::ask::{question, try_ask};
use crate::support::random::Random;
use crate::support::ti4::{
    LIMIT, RollByRoll, Sides, carrier, cruiser, destroyer, dreadnought, dreadnought2, fighter, has,
    infantry, mech, pds, side, war_sun,
};

/// Best play of a combat: the values of its opening, and captains that follow it.
struct Best {
    values: Values,
    captains: Ti4Captains,
}

/// Solves a combat, with or without solving its rounds for each pair of forces.
fn best(battle: &Ti4Battle, fleets: &[Ti4Fleet; 2], signs: [f64; 2], by_force: bool) -> Best {
    let control = Control::default();
    let mut game = Ti4Game::new(battle, fleets);
    let opening = [game.opening(battle.opening())];
    let deciders = game.deciders(signs);
    if by_force {
        assert!(game.leave_out_rounds());
        game::solve(&mut game, &opening, &deciders, LIMIT, &control).unwrap();
        let rounds = game.left_out_rounds(LIMIT.work).unwrap();
        let of_hits = [deciders[0], deciders[2]];
        let worth = |states| rounds.worth(battle, states);
        let play = play::solve(rounds.choices(), of_hits, &worth, LIMIT, &control).unwrap();
        game.set_rounds(rounds, play, 0);
    }
    let solved = game::solve(&mut game, &opening, &deciders, LIMIT, &control).unwrap();
    let values = solved.openings[0];
    let mut captains = battle.captains();
    captains.set_strategy(battle, Arc::new(game.strategy(solved)));
    Best { values, captains }
}

/// Probability of each cell under the play of these captains.
fn shares<B: Battle>(battle: &B, captains: &mut B::Captains) -> Vec<f64> {
    let limit = Limit { size: 1 << 24, ..LIMIT };
    let graph = Graph::new(battle, captains, limit, &Control::default()).unwrap();
    let ends =
        absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &Control::default()).unwrap();
    let odds = graph.odds(battle, &ends);
    (0..battle.cells()).map(|cell| odds.share(cell)).collect()
}

#[track_caller]
fn assert_equal(found: &[f64], known: &[f64], what: &str) {
    assert_eq!(found.len(), known.len());
    for (found, known) in found.iter().zip(known) {
        assert!((found - known).abs() < 1e-12, "{what}: {found} instead of {known}");
    }
}

/// Compares the two ways to solve a combat, and the two ways to play its rounds.
fn compare(fleets: &[Ti4Fleet; 2], terms: Ti4Terms, signs: [f64; 2]) {
    let battle = compile(fleets, terms).unwrap();
    let known = best(&battle, fleets, signs, false);
    let mut found = best(&battle, fleets, signs, true);
    let what = format!("{fleets:?} {signs:?}");
    assert_equal(&found.values, &known.values, &what);
    assert!(battle.exchange_rounds(&found.captains).is_some());
    assert!(battle.exchange_rounds(&known.captains).is_none());
    let by_pairs = shares(&battle, &mut found.captains);
    let [first, _, second, _] = known.values;
    assert_equal(&by_pairs[..2], &[first, second], &what);
    let roll_by_roll = shares(&RollByRoll(battle), &mut found.captains);
    assert_equal(&by_pairs, &roll_by_roll, &what);
}

/// A random side of up to four classes and a few ships.
fn random_side(random: &mut Random, units: &[Unit], is_adaptive: bool) -> Ti4Fleet {
    let mut groups: Vec<(u16, Unit)> = Vec::new();
    for &unit in units {
        if random.one_in(2) {
            groups.push((1 + random.below(2) as u16, unit));
        }
    }
    if groups.is_empty() {
        groups.push((2, units[0]));
    }
    let mut fleet = side(&groups);
    if is_adaptive {
        fleet.captain.order = LossOrder::Adaptive;
    }
    fleet.captain.sustain = if random.one_in(2) { Sustain::First } else { Sustain::Late };
    fleet.captain.objective = if random.one_in(2) { Objective::Win } else { Objective::Swing };
    for (ability, one_in) in
        [(Ability::MoraleBoost, 4), (Ability::AssaultCannon, 6), (Ability::GravitonLaserSystem, 6)]
    {
        if random.one_in(one_in) {
            fleet.effects.0.push(Effect::of(ability));
        }
    }
    fleet
}

#[test]
fn rounds_by_pairs_of_forces_are_played_as_well_as_hit_by_hit() {
    let mut random = Random::new(20);
    let cannon = Unit { cannon: pds().cannon, ..cruiser() };
    let space = [fighter(), destroyer(), cruiser(), carrier(), dreadnought(), cannon];
    let ground = [infantry(), mech()];
    for n in 0..60 {
        let theatre = if n % 6 == 0 { Theatre::Ground } else { Theatre::Space };
        let units = if theatre == Theatre::Ground { &ground[..] } else { &space };
        let is_adaptive = [n % 3 != 1, n % 3 != 2];
        let fleets = is_adaptive.map(|is_adaptive| random_side(&mut random, units, is_adaptive));
        let sign = |random: &mut Random| if random.one_in(4) { -1.0 } else { 1.0 };
        let signs = [sign(&mut random), sign(&mut random)];
        let counts_cards = random.one_in(2);
        compare(&fleets, Ti4Terms { counts_cards, ..Ti4Terms::of(theatre) }, signs);
    }
}

#[test]
fn damaged_dreadnoughts_and_those_that_defy_direct_hits_are_told_apart() {
    let mut attacker = side(&[(3, dreadnought()), (1, dreadnought2()), (1, war_sun())]);
    attacker.groups[0].damaged = 1;
    attacker.captain.order = LossOrder::Adaptive;
    let defender = side(&[(3, cruiser()), (2, fighter())]);
    compare(&[attacker, defender], Ti4Terms::of(Theatre::Space), [1.0; 2]);
}

/// Which of several damaged units is lost first depends on when they were damaged.
#[test]
fn classes_of_several_groups_that_sustain_are_solved_hit_by_hit() {
    let mut attacker = side(&[(1, dreadnought()), (1, dreadnought2())]);
    attacker.groups[1].class = 0;
    attacker.captain.order = LossOrder::Adaptive;
    let plain = side(&[(1, cruiser())]);
    let holding = plain.clone().with(has(Ability::EmergencyRepairs));
    let mut adaptive = plain.clone();
    adaptive.captain.order = LossOrder::Adaptive;
    for fleets in [[attacker, plain], [adaptive, holding]] {
        let battle = compile(&fleets, Ti4Terms::of(Theatre::Space)).unwrap();
        assert!(!Ti4Game::new(&battle, &fleets).leave_out_rounds());
    }
}

/// Ten fighters, three carriers, two dreadnoughts and a war sun against nineteen ships.
fn war_sun_fight() -> Question {
    let scenario = r#"{"rules": "ti4-space",
        "attacker": {"fleet": "10 fighter + 3 carrier + 2 dreadnought + 1 war sun",
            "play": "adaptive"},
        "defender": {"fleet": "5 cruiser + 5 destroyer + 3 dreadnought + 6 fighter",
            "play": "adaptive"}}"#;
    Question { engine: Engine::Exact, ..question(scenario) }
}

#[test]
fn best_play_of_a_large_combat_fits_the_default_budget() {
    let budget = Budget::default();
    let summary = try_ask(&Question { budget, ..war_sun_fight() }).unwrap();
    assert!(summary.warnings.is_empty(), "{:?}", summary.warnings);
    // No order of losses is better than the customary one here, and no choice either.
    let win = [0, 1].map(|side| summary.sides[side].win.probability);
    assert_equal(&win, &[0.204_613_245_251_148_4, 0.742_028_628_584_949_9], "war sun");
}

#[test]
fn best_play_of_a_large_combat_does_not_fit_a_small_budget() {
    let budget = Budget { seconds: 0.05, bytes: 2e9 };
    assert!(try_ask(&Question { budget, ..war_sun_fight() }).is_err());
    let budget = Budget { seconds: 2.0, bytes: 2e7 };
    assert!(try_ask(&Question { budget, ..war_sun_fight() }).is_err());
}
