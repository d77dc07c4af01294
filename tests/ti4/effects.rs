//! Twilight Imperium: decisions T1 to T9, each with its arithmetic.

use crate::support::ask::{assert_is, fight, question, try_ask, wins};
use crate::support::of_game::SideFigures;
use crate::support::ti4::{
    Sides, after_one_round, assert_close, assert_odds, carrier, cruiser, destroyer, dreadnought,
    dreadnought2, duel, fighter, fighter2, ground, has, held, infantry, mech, outcomes, pds, roll,
    ship, side, sides, space, target, war_sun,
};
use fleetodds::internals::answer::{Battles, Listed, Question};
use fleetodds::internals::games::ti4::rules::{
    Ability, Effects, Text, Ti4Fleet, Ti4Terms, Unit, UnitKind,
};
use fleetodds::internals::scenario::Engine;

/// Returns a side of one unit.
fn one(unit: Unit) -> Ti4Fleet {
    side(&[(1, unit)])
}

fn none() -> Effects {
    Effects::default()
}

/// Returns an ability if the side has it.
fn only_if(has_it: bool, ability: Ability) -> Effects {
    if has_it { has(ability) } else { none() }
}

/// Returns the mean number of survivors of a group, before and after the capacity check.
fn kept(attacker: &[(u16, Unit)], terms: Ti4Terms, group: usize) -> [f64; 2] {
    let found = sides(&side(attacker), &one(target(UnitKind::Cruiser)), terms);
    let kept = found[0].after_capacity().map(|left| left[group].mean);
    [found[0].survivors[group].mean, kept.unwrap_or_default()]
}

#[test]
fn t1_excess_fighters_ii_stay_unless_the_fleet_pool_is_given() {
    assert_close(&kept(&[(2, fighter())], space(), 0), &[2.0, 0.0]);
    assert_close(&kept(&[(2, fighter2())], space(), 0), &[2.0, 2.0]);
    let pool = |ships| Ti4Terms { fleet_pool: [Some(ships), None], ..space() };
    assert_close(&kept(&[(2, fighter2())], pool(1), 0), &[2.0, 1.0]);
    // A carrier carries four and counts as a ship itself.
    let with_carrier = [(7, fighter2()), (1, carrier())];
    assert_close(&kept(&with_carrier, pool(3), 0), &[7.0, 6.0]);
    assert_close(&kept(&with_carrier, pool(1), 0), &[7.0, 4.0]);
}

#[test]
fn the_dearest_passengers_find_room_first() {
    let fleet = [(3, fighter()), (2, infantry()), (1, mech()), (1, carrier())];
    // With room for four, the mech, both infantry and one fighter stay.
    for (group, left) in [(0, [3.0, 1.0]), (1, [2.0, 2.0]), (2, [1.0, 1.0])] {
        assert_close(&kept(&fleet, space(), group), &left);
    }
}

#[test]
fn t2_a_draw_leaves_the_planet_to_the_defender() {
    let [win, draw, lose] = outcomes(&one(infantry()), &one(infantry()), ground());
    assert_close(&[win, draw, lose], &duel(0.3, 0.3));
    let question =
        question(r#"{"rules": "ti4-ground", "attacker": "infantry", "defender": "infantry"}"#);
    let summary = try_ask(&question).unwrap();
    let control = |side: &str| summary.of_game.get("control").unwrap()[side].as_f64().unwrap();
    assert_close(&[control("attacker"), control("defender")], &[win, draw + lose]);
}

/// A cannon that hits with 1/2 destroys the carrier. Fighters without room are removed only if
/// capacity is checked.
#[test]
fn t3_capacity_before_the_combat_is_checked_only_if_asked_for() {
    let attacker = side(&[(2, fighter()), (1, carrier())]).losing(&[1, 0]);
    let defender = side(&[(1, pds()), (1, target(UnitKind::Cruiser))]);
    assert_odds(&attacker, &defender, space(), [1.0, 0.0, 0.0]);
    let checked = Ti4Terms { checks_capacity: true, ..space() };
    assert_odds(&attacker, &defender, checked, [0.5, 0.0, 0.5]);
}

#[test]
fn t4_morale_boost_adds_one_in_round_1() {
    let boosted = |count, round| held(Ability::MoraleBoost, count, round);
    let enemy = one(cruiser());
    let first = after_one_round(0.5, 0.4, duel(0.4, 0.4));
    let morale = one(cruiser()).with(boosted(1, None));
    assert_odds(&morale, &enemy, space(), first);
    // Two cards are used in rounds 1 and 2, one per roll.
    let twice = one(cruiser()).with(boosted(2, None));
    assert_odds(&twice, &enemy, space(), after_one_round(0.5, 0.4, first));
    // The card is held back until round 2.
    let later = one(cruiser()).with(boosted(1, Some(2)));
    assert_odds(&later, &enemy, space(), after_one_round(0.4, 0.4, first));
    // The card also works on a planet.
    let landing = one(infantry()).with(boosted(1, None));
    let first = after_one_round(0.4, 0.3, duel(0.3, 0.3));
    assert_odds(&landing, &one(infantry()), ground(), first);
}

#[test]
fn t4_fighter_prototype_adds_two_to_fighters_in_round_1() {
    let prototype = has(Ability::FighterPrototype);
    let first = after_one_round(0.4, 0.4, duel(0.2, 0.4));
    assert_odds(&one(fighter()).with(&prototype), &one(cruiser()), space(), first);
    let other = one(cruiser()).with(&prototype);
    assert_odds(&other, &one(cruiser()), space(), duel(0.4, 0.4));
}

#[test]
fn t4_fire_team_rolls_the_misses_of_one_ground_roll_again() {
    let team = held(Ability::FireTeam, 1, None);
    let again = 1.0 - 0.7 * 0.7;
    let first = after_one_round(again, 0.3, duel(0.3, 0.3));
    assert_odds(&one(infantry()).with(&team), &one(infantry()), ground(), first);
    // The card has no effect in space combat.
    assert_odds(&one(cruiser()).with(&team), &one(cruiser()), space(), duel(0.4, 0.4));
}

/// The first hit would destroy the cruiser, so it is cancelled: the cruiser must be hit twice.
#[test]
fn t4_shields_holding_cancels_a_hit_that_would_kill() {
    let held = held(Ability::ShieldsHolding, 1, None);
    let [win, draw, lose] = duel(0.4, 0.4);
    // While the card is held, the enemy's first hit only uses it up.
    let (p, q) = (0.4, 0.4);
    let ends = p + q - p * q;
    let with_card = [
        (p + (1.0 - p) * q * win) / ends,
        (1.0 - p) * q * draw / ends,
        (1.0 - p) * q * lose / ends,
    ];
    assert_odds(&one(cruiser()).with(&held), &one(cruiser()), space(), with_card);
}

/// One card cancels two simultaneous hits; a third hit is not cancelled.
#[test]
fn t4_shields_holding_cancels_two_hits_of_a_roll() {
    let certain = Unit { combat: roll(1, 3), ..ship(UnitKind::WarSun, 1) };
    let held = held(Ability::ShieldsHolding, 1, None);
    let left = |dice: u8| {
        let enemy = Unit { combat: roll(1, dice), ..certain };
        let attacker = side(&[(2, Unit { combat: roll(1, 1), ..certain })]).with(&held);
        sides(&attacker, &one(enemy), space())[0].survivors[0].mean
    };
    assert_close(&[left(2), left(3), left(4)], &[2.0, 1.0, 0.0]);
    // Hits of the barrage are cancelled as well: two fighters survive two certain hits.
    let gunner = Unit { barrage: roll(1, 2), ..target(UnitKind::Destroyer) };
    let fighters = side(&[(2, Unit { combat: roll(1, 1), ..fighter() })]).with(&held);
    assert_close(&[sides(&fighters, &one(gunner), space())[0].survivors[0].mean], &[2.0]);
}

/// Hits of a barrage on an attacker without fighters have no effect, so no card is played.
#[test]
fn t4_shields_holding_is_not_played_against_surplus_hits() {
    let held = held(Ability::ShieldsHolding, 1, None);
    let gunner = Unit { barrage: roll(1, 2), ..cruiser() };
    let [win, draw, lose] = duel(0.4, 0.4);
    let ends = 0.64;
    let with_card = [(0.4 + 0.24 * win) / ends, 0.24 * draw / ends, 0.24 * lose / ends];
    assert_odds(&one(cruiser()).with(&held), &one(gunner), space(), with_card);
}

/// A dreadnought that is repaired once survives two more hits than without the card, but only if a
/// round ends between them.
#[test]
fn t4_emergency_repairs_come_at_the_first_end_of_a_round_with_damage() {
    let crew = held(Ability::EmergencyRepairs, 1, None);
    let sure = Unit { combat: roll(1, 1), ..ship(UnitKind::Cruiser, 1) };
    let enemy = Unit { combat: roll(1, 1), ..ship(UnitKind::Cruiser, 1) };
    let sustaining = Unit { combat: None, sustains: true, ..sure };
    // One certain hit per round: the ship is lost in round 2, with the card in round 3.
    let rounds = |effects| {
        let (_, odds) =
            crate::support::ti4::odds(&one(sustaining).with(&effects), &one(enemy), space());
        odds.rounds().mean
    };
    assert_close(&[rounds(none()), rounds(crew)], &[2.0, 3.0]);
    let two = held(Ability::EmergencyRepairs, 2, None);
    let late = held(Ability::EmergencyRepairs, 1, Some(2));
    assert_close(&[rounds(two), rounds(late)], &[4.0, 2.0]);
}

#[test]
fn t4_a_skilled_retreat_is_the_one_draw_with_survivors() {
    let leaves = held(Ability::SkilledRetreat, 1, Some(2));
    let attacker = one(cruiser()).with(&leaves);
    let goes_on = 0.36;
    let now = [0.24, 0.16, 0.24];
    let expected = [now[0], now[1] + goes_on, now[2]];
    assert_odds(&attacker, &one(cruiser()), space(), expected);
    let found = sides(&attacker, &one(cruiser()), space());
    assert_close(&[found[0].survivors[0].mean], &[now[0] + goes_on]);
    assert_close(&[found[0].retreated(), found[0].destroyed()], &[0.0, 0.4]);
    // Fighters that retreat in this way need no transport.
    let fighters = one(target(UnitKind::Fighter)).with(held(Ability::SkilledRetreat, 1, Some(1)));
    let found = sides(&fighters, &one(cruiser()), space());
    let after = found[0].after_capacity().unwrap();
    assert_close(&[found[0].survivors[0].mean, after[0].mean], &[1.0, 1.0]);
}

/// Round 1 starts before the barrage, and the attacker's effects come first.
#[test]
fn t4_a_skilled_retreat_in_round_1_comes_before_the_barrage() {
    let leaves = held(Ability::SkilledRetreat, 1, Some(1));
    let gunner = one(Unit { barrage: roll(1, 1), ..destroyer() });
    assert_odds(&one(fighter()).with(&leaves), &gunner, space(), [0.0, 1.0, 0.0]);
    let cannon = has(Ability::AssaultCannon);
    let three = |effects: &Effects| side(&[(3, target(UnitKind::Cruiser))]).with(effects);
    let left = |attacker: &Effects, defender: &Effects| {
        let found = sides(&three(attacker), &three(defender), space());
        [found[0].survivors[0].mean, found[1].survivors[0].mean]
    };
    // Effects at the start of combat come before those at the start of round 1 (T18).
    assert_close(&left(&leaves, &cannon), &[2.0, 3.0]);
    assert_close(&left(&cannon, &leaves), &[3.0, 2.0]);
}

/// The round that it prevents does not count: in round 3 two have been fought, in round 1 none.
#[test]
fn t4_a_skilled_retreat_in_round_n_counts_the_rounds_before_it() {
    for engine in [Engine::Exact, Engine::Simulate, Engine::Kernel] {
        for (round, play) in [(1, "default"), (2, "default"), (3, "default"), (3, "adaptive")] {
            let question = Question {
                engine,
                battles: Battles::Given(100),
                rounds: Some(Listed::To(3)),
                ..question(&format!(
                    r#"{{"rules": "ti4-space", "defender": "cruiser(combat=none)", "attacker":
                        "2 dreadnought(combat=none) & skilled retreat={round} & play={play}"}}"#
                ))
            };
            let found = try_ask(&question).unwrap();
            let rounds = &found.rounds;
            assert_close(&[rounds.mean, found.draw.probability], &[f64::from(round - 1), 1.0]);
            assert_close(&rounds.distribution[round as usize - 1..], &[1.0]);
            let undecided = |n: u32| f64::from(u8::from(n < round - 1));
            for after in &rounds.by_round {
                assert_close(&[after.undecided.probability], &[undecided(after.round)]);
            }
        }
    }
}

#[test]
fn t4_rounds_before_a_skilled_retreat_are_counted_as_they_are_fought() {
    let leaves = held(Ability::SkilledRetreat, 1, Some(3));
    let fleet = one(cruiser()).with(&leaves);
    let (_, odds) = crate::support::ti4::odds(&fleet, &one(cruiser()), space());
    // Both survive a round with 0.36.
    assert_close(&odds.rounds().distribution, &[0.0, 0.64, 0.36]);
}

/// One card cannot cancel three hits on one fighter.
#[test]
fn t4_shields_holding_cancels_two_of_all_hits_of_a_barrage() {
    let held = held(Ability::ShieldsHolding, 1, None);
    let left = |dice| {
        let gunner = Unit { barrage: roll(1, dice), ..target(UnitKind::Destroyer) };
        let fighter = one(Unit { combat: roll(1, 1), ..fighter() }).with(&held);
        sides(&fighter, &one(gunner), space())[0].survivors[0].mean
    };
    assert_close(&[left(2), left(3)], &[1.0, 0.0]);
}

/// The card waits while the dreadnought can sustain the hit, whatever the captain loses instead, so
/// that a record of the combat tells when it was played.
#[test]
fn t4_shields_holding_waits_while_a_unit_can_sustain() {
    let held = held(Ability::ShieldsHolding, 1, None);
    let gun = one(Unit { combat: roll(1, 1), ..ship(UnitKind::Cruiser, 1) });
    let shield = Unit { combat: None, ..dreadnought() };
    let rounds = |fleet: Ti4Fleet| crate::support::ti4::odds(&fleet, &gun, space()).1.rounds().mean;
    let fleet = || side(&[(1, target(UnitKind::Cruiser)), (1, shield)]).with(&held);
    // With `first`: sustained, cancelled, the cruiser, the dreadnought. With `late`: the cruiser,
    // sustained, cancelled, the dreadnought.
    assert_close(&[rounds(fleet()), rounds(fleet().late())], &[4.0, 4.0]);
    let found = crate::support::ti4::after_rounds(&fleet().late(), &gun, 1);
    assert_close(&found, &[0.0, 1.0]);
}

/// Three hits of the barrage on one fighter: the card saves nothing, and cancels the first hit on
/// the cruiser.
#[test]
fn t4_shields_holding_is_kept_where_it_saves_no_fighter() {
    let held = held(Ability::ShieldsHolding, 1, None);
    let rounds = |dice| {
        let gun = Unit { combat: roll(1, 1), barrage: roll(1, dice), ..destroyer() };
        let fleet =
            side(&[(1, target(UnitKind::Fighter)), (1, target(UnitKind::Cruiser))]).with(&held);
        crate::support::ti4::odds(&fleet, &one(gun), space()).1.rounds().mean
    };
    // Two hits: cancelled, then the fighter and the cruiser are lost. Three: the fighter is lost,
    // one hit is cancelled, the cruiser is lost.
    assert_close(&[rounds(2), rounds(3)], &[2.0, 2.0]);
}

#[test]
fn t5_direct_hit_destroys_a_ship_that_sustains() {
    let hits = |count| held(Ability::DirectHit, count, None);
    // A dreadnought that is destroyed by its first hit fights like a cruiser that hits with 5 or
    // more.
    let attacker = one(cruiser()).with(hits(1));
    assert_odds(&attacker, &one(dreadnought()), space(), duel(0.4, 0.6));
    // One card against two dreadnoughts: the second one takes two hits.
    let gun = Unit { combat: roll(1, 1), ..ship(UnitKind::Cruiser, 1) };
    let shield = Unit { combat: None, ..dreadnought() };
    let rounds = |defender: Ti4Fleet, count| {
        let attacker = one(gun).with(hits(count));
        crate::support::ti4::odds(&attacker, &defender, space()).1.rounds().mean
    };
    let pair = || side(&[(2, shield)]);
    assert_close(&[rounds(pair(), 1), rounds(pair(), 2)], &[3.0, 2.0]);
    // Dreadnought II is immune.
    let defies = one(Unit { combat: None, ..dreadnought2() });
    assert_close(&[rounds(defies, 2)], &[2.0]);
}

#[test]
fn t5_direct_hit_follows_space_cannon_hits_too() {
    let cannon = Unit { cannon: roll(1, 1), ..pds() };
    let attacker = side(&[(1, cannon), (1, target(UnitKind::Cruiser))]).with(held(
        Ability::DirectHit,
        1,
        None,
    ));
    let found = sides(&attacker, &one(dreadnought()), space());
    assert_close(&[found[1].survivors[0].mean], &[0.0]);
}

#[test]
fn t6_antimass_deflectors_and_plasma_scoring_change_space_cannon() {
    // The cannon hits with 6 or more and destroys the only ship; otherwise nothing happens.
    let wins = |mine: &Effects, theirs: &Effects| {
        let attacker = one(target(UnitKind::Cruiser)).with(mine);
        let defender = side(&[(1, pds()), (1, target(UnitKind::Cruiser))]).with(theirs);
        let found = sides(&attacker, &defender, space());
        found[0].destroyed()
    };
    let antimass = has(Ability::AntimassDeflectors);
    let plasma = has(Ability::PlasmaScoring);
    assert_close(&[wins(&none(), &none()), wins(&antimass, &none())], &[0.5, 0.4]);
    assert_close(&[wins(&none(), &plasma), wins(&antimass, &plasma)], &[0.75, 0.64]);
}

/// The extra die is rolled once, for the best unit.
#[test]
fn t6_plasma_scoring_is_one_die_of_the_best_unit() {
    let good = Unit { cannon: roll(1, 1), ..pds() };
    let bad = Unit { cannon: roll(10, 1), ..pds() };
    let defender = side(&[(1, bad), (1, good), (1, target(UnitKind::Cruiser))])
        .with(has(Ability::PlasmaScoring));
    let found = sides(&side(&[(4, target(UnitKind::Cruiser))]), &defender, space());
    // Two certain hits, and a third with probability 1/10.
    assert_close(&[found[0].survivors[0].distribution[2]], &[0.9]);
    assert_close(&[found[0].survivors[0].distribution[1]], &[0.1]);
}

#[test]
fn t6_graviton_laser_hits_ships_that_are_no_fighters() {
    let cannon = Unit { cannon: roll(1, 2), ..pds() };
    let left = |graviton_laser| {
        let defender = side(&[(1, cannon), (1, target(UnitKind::Cruiser))])
            .with(only_if(graviton_laser, Ability::GravitonLaserSystem));
        let attacker = side(&[(3, target(UnitKind::Fighter)), (1, target(UnitKind::Cruiser))]);
        let found = sides(&attacker, &defender, space());
        [found[0].survivors[0].mean, found[0].survivors[1].mean]
    };
    assert_close(&left(false), &[1.0, 1.0]);
    // The first hit destroys the cruiser; after that only fighters are left.
    assert_close(&left(true), &[2.0, 0.0]);
}

#[test]
fn t6_assault_cannon_takes_a_ship_that_is_no_fighter() {
    let left = |ships: u16, sustains| {
        let attacker =
            side(&[(ships, target(UnitKind::Cruiser))]).with(has(Ability::AssaultCannon));
        let big = Unit { sustains, ..target(UnitKind::Dreadnought) };
        let defender = side(&[(2, target(UnitKind::Fighter)), (1, big)]);
        let found = sides(&attacker, &defender, space());
        [found[1].survivors[0].mean, found[1].survivors[1].mean]
    };
    assert_close(&left(2, false), &[2.0, 1.0]);
    assert_close(&left(3, false), &[2.0, 0.0]);
    // The hit cannot be sustained.
    assert_close(&left(3, true), &[2.0, 0.0]);
}

/// The attacker's comes first, which leaves the defender with only two ships.
#[test]
fn t6_of_two_assault_cannons_the_attackers_is_first() {
    let cannon = has(Ability::AssaultCannon);
    let three = || side(&[(3, target(UnitKind::Cruiser))]).with(&cannon);
    let found = sides(&three(), &three(), space());
    assert_close(&[found[0].survivors[0].mean, found[1].survivors[0].mean], &[3.0, 2.0]);
}

#[test]
fn t6_a_bunker_takes_four_from_bombardment() {
    let kills = |bunker, plasma_scoring| {
        let bomber = Unit { combat: None, ..dreadnought() };
        let attacker = one(bomber).with(only_if(plasma_scoring, Ability::PlasmaScoring));
        let defender = one(infantry()).with(only_if(bunker, Ability::Bunker));
        // Without ground forces the attacker only bombards: if no defender is left, the result is a
        // draw.
        let [win, draw, _] = outcomes(&attacker, &defender, ground());
        assert_close(&[win], &[0.0]);
        draw
    };
    assert_close(&[kills(false, false), kills(true, false)], &[0.6, 0.2]);
    assert_close(&[kills(false, true), kills(true, true)], &[0.84, 0.36]);
}

/// One certain hit per round on two dreadnoughts that take one each: they are repaired in turn and
/// last. The unit that sustained damage in this round is lost before the other.
#[test]
fn t7_duranium_repairs_one_that_did_not_sustain_this_round() {
    let armor = has(Ability::DuraniumArmor);
    let shield = Unit { combat: None, ..dreadnought() };
    let gun = |dice| one(Unit { combat: roll(1, dice), ..ship(UnitKind::Cruiser, 1) });
    let mean_rounds = |ships: u16, dice: u8, effects: &Effects| {
        let defender = side(&[(ships, shield)]).with(effects);
        crate::support::ti4::odds(&gun(dice), &defender, space()).1.rounds().mean
    };
    // One dreadnought is damaged in round 1 and lost in round 2; it is never repaired in time.
    assert_close(&[mean_rounds(1, 1, &armor)], &[2.0]);
    // Two dreadnoughts against two hits per round. In round 1 both are damaged. In round 2 the
    // first hit destroys one and the second hit the other, with or without armor.
    assert_close(&[mean_rounds(2, 2, &none()), mean_rounds(2, 2, &armor)], &[2.0, 2.0]);
    // Two dreadnoughts against one hit per round: without armor they take 4 hits. With it, the
    // fresh one is damaged and the other one repaired in every round, so they last for ever.
    assert_close(&[mean_rounds(2, 1, &none())], &[4.0]);
    let (_, odds) = crate::support::ti4::odds(&gun(1), &side(&[(2, shield)]).with(&armor), space());
    assert_close(&[odds.share(3)], &[1.0]);
}

/// A class that is listed as two groups is treated as one class.
#[test]
fn t7_groups_of_a_class_are_one() {
    let armor = has(Ability::DuraniumArmor);
    let mut split = side(&[(1, dreadnought()), (1, dreadnought())]).with(&armor);
    let enemy = side(&[(2, dreadnought())]);
    let whole = outcomes(&side(&[(2, dreadnought())]).with(&armor), &enemy, space());
    assert_close(&outcomes(&split, &enemy, space()), &whole);
    let mut together = side(&[(2, dreadnought())]).with(&armor);
    together.groups[0].damaged = 1;
    for hurt in 0..2 {
        split.groups[hurt].damaged = 1;
        split.groups[1 - hurt].damaged = 0;
        let whole = outcomes(&together, &enemy, space());
        assert_close(&outcomes(&split, &enemy, space()), &whole);
    }
}

#[test]
fn t7_duranium_repairs_damage_from_before_the_battle_hits_or_none() {
    let armor = has(Ability::DuraniumArmor);
    let mut hurt = one(dreadnought()).with(&armor);
    hurt.groups[0].damaged = 1;
    // Damaged, it is destroyed by a hit in round 1. Without a hit it is repaired, and then takes
    // two hits.
    let (p, q) = (0.6, 0.4);
    let damaged = |rest: [f64; 3]| after_one_round(p, q, rest);
    // From undamaged, a hit damages it, and it is not repaired in that round because it sustained.
    // In the next round a hit destroys it, or it is repaired.
    let mut whole = [0.0; 3];
    for _ in 0..500 {
        let hurt = damaged(whole);
        whole = [0, 1, 2].map(|n| {
            f64::from(u8::from(n == 0)) * p + (1.0 - p) * (q * hurt[n] + (1.0 - q) * whole[n])
        });
    }
    assert_odds(&hurt, &one(cruiser()), space(), damaged(whole));
}

#[test]
fn t8_magen_hits_a_ground_force_before_round_1() {
    let grid = has(Ability::MagenDefenseGrid);
    let quiet = Unit { cannon: None, ..pds() };
    let defender = |effects: &Effects| side(&[(1, infantry()), (1, quiet)]).with(effects);
    // One of two infantry is destroyed; without a structure, none is.
    let two = side(&[(2, infantry())]);
    let [win, draw, lose] = outcomes(&two, &defender(&grid), ground());
    assert_close(&[win, draw, lose], &duel(0.3, 0.3));
    let without = side(&[(1, infantry())]).with(&grid);
    let plain = outcomes(&two, &side(&[(1, infantry())]), ground());
    assert_close(&outcomes(&two, &without, ground()), &plain);
    // The only unit is destroyed, so the combat ends before it begins.
    assert_odds(&one(infantry()), &defender(&grid), ground(), [0.0, 0.0, 1.0]);
    // A mech sustains the hit.
    let mut damaged = one(mech());
    damaged.groups[0].damaged = 1;
    let after = outcomes(&damaged, &defender(&none()), ground());
    assert_close(&outcomes(&one(mech()), &defender(&grid), ground()), &after);
}

/// Sustaining is what makes the hit, whatever it is that is sustained.
#[test]
fn t8_a_mech_that_sustains_magen_strikes_back() {
    let strikes = Text { strikes_back: true, ..Text::default() };
    let quiet = |unit: Unit| Unit { combat: None, ..unit };
    let mech = |text| one(Unit { text, ..quiet(mech()) });
    let grid = has(Ability::MagenDefenseGrid);
    let defender = side(&[(1, quiet(infantry())), (1, Unit { cannon: None, ..pds() })]).with(&grid);
    assert_odds(&mech(strikes), &defender, ground(), [1.0, 0.0, 0.0]);
    let (_, odds) = crate::support::ti4::odds(&mech(Text::default()), &defender, ground());
    assert_close(&[odds.share(3)], &[1.0]);
}

/// The damaged mech is destroyed, although the infantry makes more hits. That wins alone.
#[test]
fn t35_magen_destroys_the_dearest_unit_not_the_best_fighter() {
    let quiet = |unit: Unit| Unit { combat: None, ..unit };
    let mut attacker = side(&[(1, quiet(mech())), (1, infantry())]);
    attacker.groups[0].damaged = 1;
    let defender = side(&[(1, quiet(infantry())), (1, Unit { cannon: None, ..pds() })])
        .with(has(Ability::MagenDefenseGrid));
    assert_odds(&attacker, &defender, ground(), [1.0, 0.0, 0.0]);
}

/// If it destroys none. Here that one strikes back, and the combat is over before round 1.
#[test]
fn t35_of_equally_dear_mechs_the_better_fighter_sustains_magen() {
    let strikes = Text { strikes_back: true, ..Text::default() };
    let quiet = Unit { combat: None, ..mech() };
    let attacker = side(&[(1, quiet), (1, Unit { text: strikes, ..mech() })]);
    let defender = side(&[(1, infantry()), (1, Unit { cannon: None, ..pds() })])
        .with(has(Ability::MagenDefenseGrid));
    let (_, odds) = crate::support::ti4::odds(&attacker, &defender, ground());
    assert_close(&[odds.share(0), odds.rounds().mean], &[1.0, 0.0]);
}

#[test]
fn t8_x_89_doubles_hits_on_planets() {
    let bacteria = has(Ability::X89BacterialWeapon);
    // One die at 3/10 scores zero or two hits: two infantry are lost together.
    let attacker = one(Unit { combat: roll(8, 1), ..infantry() }).with(&bacteria);
    let dummies = side(&[(2, Unit { combat: None, ..infantry() })]);
    let found = sides(&attacker, &dummies, ground());
    assert_close(&[found[0].win.probability], &[1.0]);
    let (_, odds) = crate::support::ti4::odds(&attacker, &dummies, ground());
    assert_close(&[odds.rounds().distribution[1]], &[0.3]);
    let bomber = one(Unit { combat: None, ..dreadnought() }).with(&bacteria);
    let found = sides(&bomber, &side(&[(2, infantry())]), ground());
    assert_close(&found[1].survivors[0].distribution, &[0.6, 0.0, 0.4]);
    // No effect in space.
    let ship = one(cruiser()).with(&bacteria);
    assert_odds(&ship, &one(cruiser()), space(), duel(0.4, 0.4));
}

#[test]
fn t9_a_nebula_helps_the_defender_in_combat_rolls() {
    let nebula = Ti4Terms { nebula: true, ..space() };
    assert_odds(&one(cruiser()), &one(cruiser()), nebula, duel(0.4, 0.5));
    // No effect on the barrage.
    let gunner = one(Unit { combat: None, ..destroyer() });
    let fighters = one(Unit { combat: None, ..fighter() });
    let found = sides(&fighters, &gunner, nebula);
    assert_close(&[found[0].survivors[0].mean], &[0.64]);
}

#[test]
fn t9_factions_change_combat_rolls_and_nothing_else() {
    let of = |unit: Unit, bonus| Ti4Fleet { bonuses: [bonus, 0], ..one(unit) };
    assert_odds(&of(cruiser(), 1), &of(cruiser(), -1), space(), duel(0.5, 0.3));
    let found = sides(&of(fighter(), 0), &of(Unit { combat: None, ..destroyer() }, 1), space());
    assert_close(&[found[0].survivors[0].mean], &[0.64]);
    // No face hits or misses by itself.
    assert_odds(&of(ship(UnitKind::Cruiser, 10), -1), &of(war_sun(), 1), space(), [0.0, 0.0, 1.0]);
}

/// A ship that is a ground force, too, bombards with Blitz before it lands: one die hits on 6.
#[test]
fn t34_eidolon_maximum_bombards_with_blitz() {
    let odds = |effects: &str| {
        let attacker = format!(r#"{{"fleet": "naaz-voltron", "effects": [{effects}]}}"#);
        wins(&fight(&attacker, r#""infantry""#, r#", "rules": "ti4-ground", "engine": "exact""#))
    };
    let [without, with] = ["", r#""blitz""#].map(odds);
    assert_is(with[0], 0.5 + 0.5 * without[0]);
    assert_is(with[1], 0.5 * without[1]);
}
