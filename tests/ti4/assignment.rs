//! Twilight Imperium: how hits are cancelled, sustained and assigned (T33 to T40), each with its
//! arithmetic or a figure of six digits.

use std::sync::Arc;

use crate::support::ti4::{
    LIMIT, Sides, assert_close, assert_odds, carrier, cruiser, destroyer, dreadnought, fighter,
    ground, has, held, infantry, mech, outcomes, pds, roll, ship, side, sides, space, target,
};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::graph::Graph;
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::optimize::game;
use fleetodds::internals::games::common::Objective;
use fleetodds::internals::games::ti4::rules::{
    Ability, Effect, Effects, LossOrder, Text, Ti4Fleet, Ti4Game, Ti4Group, Ti4Terms, Unit,
    UnitKind, compile,
};
use fleetodds::internals::model::Battle;

/// Returns a side of one unit.
fn one(unit: Unit) -> Ti4Fleet {
    side(&[(1, unit)])
}

/// A ship whose dice always hit.
fn gunner(dice: u8) -> Unit {
    Unit { combat: roll(1, dice), ..ship(UnitKind::WarSun, 1) }
}

/// A ship that sustains damage and rolls no dice.
fn hulk() -> Unit {
    Unit { sustains: true, half_cost: 8, ..target(UnitKind::Dreadnought) }
}

/// A flagship with a text.
fn flagship(dice: u8, hit: u8, text: Text) -> Unit {
    let unit = ship(UnitKind::Flagship, hit);
    Unit { combat: roll(hit, dice), sustains: true, half_cost: 16, text, ..unit }
}

/// Several abilities.
fn both(first: Ability, second: Ability) -> Effects {
    Effects(vec![Effect::of(first), Effect::of(second)])
}

/// Returns the mean number of survivors of each group of the attacker.
fn left(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms) -> Vec<f64> {
    sides(attacker, defender, terms)[0].survivors.iter().map(|left| left.mean).collect()
}

/// Checks the odds of a combat against figures of six digits.
#[track_caller]
fn check(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms, expected: [f64; 3]) {
    let found = outcomes(attacker, defender, terms);
    for (found_one, wanted) in found.iter().zip(expected) {
        assert!((found_one - wanted).abs() < 1e-6, "{found:?}, not {expected:?}");
    }
}

/// Lets a captain choose the effect of each hit.
fn adaptive(mut fleet: Ti4Fleet) -> Ti4Fleet {
    fleet.captain.order = LossOrder::Adaptive;
    fleet.captain.objective = Objective::Win;
    fleet
}

/// Odds of a win in space for an attacker who chooses the effect of each hit.
fn best_odds(attacker: &Ti4Fleet, defender: &Ti4Fleet) -> f64 {
    let (control, fleets) = (Control::default(), [attacker.clone(), defender.clone()]);
    let battle = compile(&fleets, space()).unwrap();
    let mut game = Ti4Game::new(&battle, &fleets);
    let opening = [game.opening(battle.opening())];
    let deciders = game.deciders([1.0; 2]);
    let solved = game::solve(&mut game, &opening, &deciders, LIMIT, &control).unwrap();
    let mut captains = battle.captains();
    captains.set_strategy(&battle, Arc::new(game.strategy(solved)));
    let graph = Graph::new(&battle, &mut captains, LIMIT, &control).unwrap();
    let ends = absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &control).unwrap();
    graph.odds(&battle, &ends).share(0)
}

#[test]
fn t34_a_sustain_with_non_euclidean_shielding_cancels_two_hits() {
    let letnev = |n| side(&[(n, dreadnought())]).with(has(Ability::NonEuclideanShielding));
    check(&letnev(2), &side(&[(3, cruiser())]), space(), [0.923692719, 0.025310307, 0.050996974]);
    let enemy = side(&[(1, dreadnought()), (2, cruiser())]).with(has(Ability::DirectHit));
    check(&letnev(2), &enemy, space(), [0.177823739, 0.113981947, 0.708194314]);
    let duranium = side(&[(2, dreadnought())]).with(has(Ability::DuraniumArmor));
    check(&letnev(2), &duranium, space(), [0.463999285, 0.058698375, 0.47730234]);
}

/// Of three certain hits, one sustain cancels two, and the third destroys a ship.
#[test]
fn t34_a_third_hit_is_not_cancelled() {
    let attacker = side(&[(1, hulk()), (2, gunner(1))]);
    let enemy = |dice| one(gunner(dice));
    let shielded = attacker.with(has(Ability::NonEuclideanShielding)).losing(&[1, 0]);
    // The enemy dies in round 1, in which its hits are simultaneous.
    assert_close(&left(&shielded, &enemy(2), space()), &[1.0, 2.0]);
    assert_close(&left(&shielded, &enemy(3), space()), &[1.0, 1.0]);
}

#[test]
fn t34_reflective_shielding_adds_two_hits_to_the_enemys() {
    let attacker = side(&[(1, dreadnought()), (1, cruiser())]);
    let attacker = attacker.with(has(Ability::ReflectiveShielding));
    let enemy = side(&[(3, cruiser())]);
    check(&attacker, &enemy, space(), [0.887678482, 0.078192776, 0.034128742]);
    // Two ships without dice that are hit once are enough to destroy two enemy ships.
    let reflecting = one(hulk()).with(has(Ability::ReflectiveShielding));
    assert_close(&outcomes(&reflecting, &one(gunner(1)), space()), &[1.0, 0.0, 0.0]);
}

/// Both sides reflect: the attacker sustains first, so that the defender must sustain two hits.
#[test]
fn t33_sides_sustain_in_turn() {
    let hulks = |n| side(&[(n, Unit { combat: roll(1, 1), ..hulk() })]);
    let reflecting = |n| hulks(n).with(has(Ability::ReflectiveShielding));
    // Round 1: each makes one hit. The attacker sustains and reflects two: the defender has three
    // hits, sustains one and reflects two; of two ships the second sustains as well, and the last
    // hit destroys one. The attacker has two more hits: one is sustained, one destroys a ship. Then
    // one damaged ship fights another.
    assert_close(&outcomes(&reflecting(2), &reflecting(2), space()), &[0.0, 1.0, 0.0]);
    assert_close(&outcomes(&reflecting(3), &reflecting(2), space()), &[1.0, 0.0, 0.0]);
}

#[test]
fn t34_reflective_shielding_needs_combat() {
    // The cannon comes before combat: the ship is damaged, and the card is left for nothing else.
    let attacker = one(hulk()).with(has(Ability::ReflectiveShielding));
    let cannon = Unit { cannon: roll(1, 1), ..pds() };
    let enemy = side(&[(1, cannon), (1, gunner(1))]);
    assert_close(&outcomes(&attacker, &enemy, space()), &[0.0, 0.0, 1.0]);
}

/// Dynamo repairs the ship at once. It cannot sustain again in the same assignment.
#[test]
fn t34_dynamo_repairs_what_has_sustained() {
    let text = Text { repairs_others: true, ..Text::default() };
    let attacker = side(&[(1, flagship(2, 5, text)), (1, dreadnought())]);
    let attacker = attacker.with(held(Ability::Dynamo, 2, None));
    let enemy = side(&[(2, dreadnought()), (1, cruiser())]);
    check(&attacker, &enemy, space(), [0.714143854, 0.093925824, 0.191930323]);
    let alone = one(Unit { combat: None, ..flagship(1, 5, text) });
    let paid = |uses| alone.clone().with(held(Ability::Dynamo, uses, None));
    // Two hits at once destroy a ship that was repaired after the first.
    assert_close(&outcomes(&paid(9), &one(gunner(2)), space()), &[0.0, 0.0, 1.0]);
}

#[test]
fn t34_direct_hit_comes_before_dynamo() {
    let text = Text { repairs_others: true, ..Text::default() };
    let fleet = side(&[(1, flagship(1, 1, text)), (1, hulk())]).losing(&[1, 0]);
    let fleet = fleet.with(held(Ability::Dynamo, 2, None));
    // One hit in the only round: the hulk sustains it and dies, or is repaired.
    let enemy = one(gunner(1)).with(has(Ability::DirectHit));
    assert_close(&left(&fleet, &enemy, space()), &[1.0, 0.0]);
}

#[test]
fn t33_metali_void_shielding_takes_one_hit_of_each_roll() {
    let fleet = side(&[(3, cruiser())]).with(has(Ability::MetaliVoidShielding));
    let expected = [0.891499074, 0.015642822, 0.092858105];
    check(&fleet, &side(&[(3, cruiser())]), space(), expected);
    // Direct Hit sees it, fighters do not profit, and neither does a damaged ship.
    let hit = one(gunner(1)).with(has(Ability::DirectHit));
    let shielded = |unit| one(unit).with(has(Ability::MetaliVoidShielding));
    assert_close(&left(&shielded(gunner(1)), &one(gunner(1)), space()), &[1.0]);
    assert_close(&left(&shielded(gunner(1)), &hit, space()), &[0.0]);
    let certain = Unit { combat: roll(1, 1), ..fighter() };
    assert_close(&left(&shielded(certain), &one(gunner(1)), space()), &[0.0]);
    let two_rounds = side(&[(2, gunner(1))]);
    assert_close(&left(&shielded(gunner(1)), &two_rounds, space()), &[0.0]);
}

#[test]
fn t33_what_stops_sustaining_stops_metali_void_shielding() {
    let shielded = one(gunner(1)).with(has(Ability::MetaliVoidShielding));
    let moon = Text { stops_sustaining: true, ..Text::default() };
    let enemy = one(Unit { text: moon, ..gunner(1) });
    assert_close(&left(&shielded, &enemy, space()), &[0.0]);
    let scar = one(gunner(1)).with(has(Ability::EntropicScar));
    assert_close(&left(&shielded, &scar, space()), &[0.0]);
    // The law holds for war suns alone, which a gunner is.
    let law = one(gunner(1)).with(has(Ability::PublicizeWeaponSchematics));
    assert_close(&left(&shielded, &law, space()), &[0.0]);
    let cruiser = one(Unit { kind: UnitKind::Cruiser, ..gunner(1) });
    let cruiser = cruiser.with(has(Ability::MetaliVoidShielding));
    assert_close(&left(&cruiser, &law, space()), &[1.0]);
}

#[test]
fn t33_tellurian_cancels_a_hit_that_would_destroy_a_unit() {
    let fleet = side(&[(2, cruiser())]).with(has(Ability::Tellurian));
    let expected = [0.738098336, 0.061523518, 0.200378146];
    check(&fleet, &side(&[(2, cruiser())]), space(), expected);
    // It is kept where it would save nothing.
    let fleet = one(cruiser()).with(has(Ability::Tellurian));
    let enemy = Unit { combat: roll(7, 2), ..target(UnitKind::Cruiser) };
    // The attacker hits with 2/5, the enemy misses with 0.36 and hits once with 0.48.
    let (win, rest) = (0.4, 0.6);
    let after = {
        let dies = 1.0 - 0.36;
        let ends = win + rest * dies;
        [win * 0.36 / ends, win * dies / ends, rest * dies / ends]
    };
    let ends = 1.0 - rest * 0.36;
    let spared = rest * 0.48;
    let expected = [
        (win * 0.84 + spared * after[0]) / ends,
        (win * 0.16 + spared * after[1]) / ends,
        (rest * 0.16 + spared * after[2]) / ends,
    ];
    assert_odds(&fleet, &one(enemy), space(), expected);
}

#[test]
fn t33_tellurian_cancels_cannon_and_barrage_hits() {
    let fleet = one(gunner(1)).with(has(Ability::Tellurian));
    let cannon = Unit { cannon: roll(1, 1), ..pds() };
    let enemy = side(&[(1, cannon), (1, target(UnitKind::Cruiser))]);
    assert_close(&outcomes(&fleet, &enemy, space()), &[1.0, 0.0, 0.0]);
    let certain = Unit { combat: roll(1, 1), ..fighter() };
    let barrage = |dice| one(Unit { barrage: roll(1, dice), ..target(UnitKind::Destroyer) });
    let fighters = |n| side(&[(n, certain)]).with(has(Ability::Tellurian));
    assert_close(&left(&fighters(2), &barrage(2), space()), &[1.0]);
    // Two hits on one fighter: the agent would save nothing.
    assert_close(&left(&fighters(1), &barrage(2), space()), &[0.0]);
}

#[test]
fn t38_tellurian_does_not_prevent_destruction() {
    let fleet = side(&[(1, gunner(1)), (1, target(UnitKind::Cruiser))]);
    let fleet = fleet.with(has(Ability::Tellurian)).losing(&[1, 0]);
    let cannon = side(&[(3, target(UnitKind::Cruiser))]).with(has(Ability::AssaultCannon));
    assert_close(&left(&fleet, &cannon, space()), &[1.0, 0.0]);
}

#[test]
fn t33_maneuvering_jets_cancel_one_hit_of_a_cannon_roll() {
    let fleet = side(&[(3, cruiser())]).with(has(Ability::ManeuveringJets));
    let enemy = side(&[(2, cruiser()), (3, pds())]);
    check(&fleet, &enemy, space(), [0.588729836, 0.070595874, 0.34067429]);
    // One card for each roll.
    let cannon = |dice| Unit { cannon: roll(1, dice), ..pds() };
    let target = target(UnitKind::Cruiser);
    let enemy = side(&[(1, cannon(2)), (1, target)]);
    let held = |n, count| side(&[(n, gunner(1))]).with(held(Ability::ManeuveringJets, count, None));
    assert_close(&left(&held(3, 2), &enemy, space()), &[2.0]);
    // Landing forces may use them as well.
    let landing = side(&[(2, infantry())]).with(has(Ability::ManeuveringJets));
    let defence = one(cannon(1));
    assert_close(&left(&landing, &defence, ground()), &[2.0]);
}

/// A galvanized unit on the planet cancels a hit of each bombardment.
#[test]
fn t33_proxima_targeting_cancels_bombardment_hits() {
    let mut bastion = side(&[(3, infantry())]).with(has(Ability::ProximaTargetingVi));
    bastion.groups[0] = Ti4Group { galvanized: 2, ..bastion.groups[0].clone() };
    let attacker = side(&[(3, infantry()), (2, dreadnought())]);
    check(&attacker, &bastion, ground(), [0.197611313, 0.059150877, 0.74323781]);
}

#[test]
fn t33_shields_holding_comes_first() {
    let fleet = side(&[(3, cruiser())]).with(has(Ability::ShieldsHolding));
    let enemy = side(&[(3, cruiser())]);
    check(&fleet, &enemy, space(), [0.820167271, 0.032465451, 0.147367279]);
    // It cancels both hits, so that Tellurian is left for the next round.
    let certain = |dice| Unit { combat: roll(1, dice), ..gunner(1) };
    let both = both(Ability::ShieldsHolding, Ability::Tellurian);
    let fleet = one(certain(1)).with(&both);
    assert_close(&left(&fleet, &side(&[(2, certain(1))]), space()), &[1.0]);
}

/// Three hits on one ship: two fewer would not save it. The card is left for the fighters that
/// Brother Milor places.
#[test]
fn t33_shields_holding_is_kept_where_it_would_save_nothing() {
    let certain = Unit { combat: roll(1, 1), ..fighter() };
    let mut fleet = side(&[(1, target(UnitKind::Cruiser)), (1, certain)]);
    (fleet.groups[1].count, fleet.groups[1].is_reserve) = (0, true);
    let mut effects = both(Ability::ShieldsHolding, Ability::BrotherMilor);
    effects.0[1].units = vec![(1, 2)];
    let enemy = one(gunner(3));
    assert_odds(&fleet.clone().with(effects.clone()), &enemy, space(), [1.0, 0.0, 0.0]);
    effects.0.remove(0);
    assert_odds(&fleet.with(effects), &enemy, space(), [0.0, 1.0, 0.0]);
}

/// Three hits, with `late`: one destroys the cruiser, and the shielding of the dreadnought cancels
/// the others. One hit fewer would save nothing, so that the agent is left for round 2.
#[test]
fn t33_tellurian_is_kept_where_non_euclidean_shielding_cancels_as_much() {
    let certain = Unit { combat: roll(1, 1), ..hulk() };
    let fleet = side(&[(1, target(UnitKind::Cruiser)), (1, certain)]).late();
    let fleet = fleet.with(both(Ability::NonEuclideanShielding, Ability::Tellurian));
    let first = Unit { combat: roll(1, 2), ..target(UnitKind::Cruiser) };
    let enemy = side(&[(1, first), (1, gunner(1))]);
    assert_odds(&fleet, &enemy, space(), [1.0, 0.0, 0.0]);
}

/// With `late`, too, the galvanized ship sustains before the one under The Cavalry, and the Direct
/// Hit destroys it.
#[test]
fn t32_units_of_a_class_sustain_in_the_order_of_loss() {
    let mut fleet = side(&[(2, Unit { combat: roll(9, 1), ..hulk() })]).late();
    fleet.groups[0].galvanized = 1;
    let fleet = fleet.with(has(Ability::TheCavalry));
    let enemy = one(gunner(1)).with(has(Ability::DirectHit));
    // Two dice at 7 and two at 9, then two rounds with two dice at 7.
    let (all, two) = (0.36 * 0.64, 0.36);
    let win = 1.0 - all + all * (1.0 - two);
    let last = all * two;
    assert_odds(&fleet, &enemy, space(), [win, last * (1.0 - two), last * two]);
}

#[test]
fn t35_a_hit_of_the_enemys_choice_may_be_cancelled() {
    let splicer = || one(target(UnitKind::Cruiser)).with(has(Ability::DimensionalSplicer));
    for card in [Ability::ShieldsHolding, Ability::Tellurian, Ability::MetaliVoidShielding] {
        let fleet = one(gunner(1)).with(has(card));
        assert_close(&outcomes(&splicer(), &fleet, space()), &[0.0, 0.0, 1.0]);
    }
    let plain = one(gunner(1));
    assert_close(&outcomes(&splicer(), &plain, space()), &[1.0, 0.0, 0.0]);
}

#[test]
fn t35_dimensional_splicer_hits_a_ship_of_its_owners_choice() {
    let creuss = side(&[(2, cruiser())]).with(has(Ability::DimensionalSplicer));
    let enemy = side(&[(3, cruiser())]);
    check(&creuss, &enemy, space(), [0.443089736, 0.113820528, 0.443089736]);
    let creuss = side(&[(1, flagship(1, 5, Text::default())), (1, destroyer())]);
    let creuss = creuss.with(has(Ability::DimensionalSplicer));
    let enemy = enemy.with(has(Ability::AssaultCannon));
    check(&creuss, &enemy, space(), [0.778431907, 0.078394806, 0.143173287]);
}

/// Hits beyond the number of fighters damage the dearest ships. Nothing of T34 follows.
#[test]
fn t40_raid_formation_damages_ships() {
    let argent = Unit { barrage: roll(9, 2), combat: roll(8, 1), ..destroyer() };
    let raiders = side(&[(3, argent)]).with(has(Ability::RaidFormation));
    let enemy = side(&[(2, dreadnought())]);
    check(&raiders, &enemy, space(), [0.279146119, 0.060621122, 0.66023276]);
    let ambuscade = both(Ability::StrikeWingAmbuscade, Ability::RaidFormation);
    let enemy = side(&[(4, fighter()), (1, carrier())]);
    let raiders = side(&[(2, argent)]).with(ambuscade);
    check(&raiders, &enemy, space(), [0.163791336, 0.017770457, 0.818438207]);
    let certain = Unit { barrage: roll(1, 2), ..target(UnitKind::Destroyer) };
    let raider = one(certain).with(has(Ability::RaidFormation));
    let shielded = side(&[(1, Unit { combat: roll(1, 1), ..fighter() }), (2, hulk())]);
    let shielded = shielded.with(has(Ability::NonEuclideanShielding));
    // One hit shoots down the fighter, one damages a ship; no shield cancels anything.
    let found = sides(&shielded, &raider, space());
    assert_close(&[found[0].survivors[0].mean, found[0].survivors[1].mean], &[0.0, 2.0]);
}

#[test]
fn t40_raid_formation_needs_a_usable_sustain_damage() {
    let raider = Unit { barrage: roll(1, 3), combat: roll(1, 1), ..target(UnitKind::Destroyer) };
    let fleet = |effects: Effects| one(raider).with(effects);
    let enemy = one(Unit { combat: roll(1, 1), ..hulk() });
    // The raid damages the ship, and the next hit destroys it.
    let raid = fleet(has(Ability::RaidFormation));
    assert_close(&outcomes(&raid, &enemy, space()), &[0.0, 1.0, 0.0]);
    // Emergency Repairs find no damage in a scar, where nothing sustains damage.
    let scar = fleet(both(Ability::RaidFormation, Ability::EntropicScar));
    assert_close(&outcomes(&scar, &enemy, space()), &[0.0, 1.0, 0.0]);
}

#[test]
fn t36_waylay_hits_all_ships() {
    let fleet = side(&[(3, destroyer())]).with(has(Ability::Waylay));
    check(&fleet, &side(&[(3, cruiser())]), space(), [0.567126192, 0.030638508, 0.4022353]);
    let certain = Unit { barrage: roll(1, 2), ..target(UnitKind::Destroyer) };
    let waylay = one(certain).with(has(Ability::Waylay));
    // Those that can sustain the hits do so, and abilities may be used against them.
    let enemy = side(&[(2, Unit { combat: roll(1, 1), ..hulk() })]);
    assert_close(&left(&enemy, &waylay, space()), &[2.0]);
    let card = one(gunner(1)).with(has(Ability::ShieldsHolding));
    assert_close(&left(&card, &waylay, space()), &[1.0]);
}

/// A barrage is a unit ability.
#[test]
fn t36_waylay_does_not_hit_what_defies_unit_abilities() {
    let certain = Unit { barrage: roll(1, 9), ..target(UnitKind::Destroyer) };
    let waylay = one(certain).with(has(Ability::Waylay));
    let text = Text { defies_abilities: true, ..Text::default() };
    let fleet = side(&[(1, target(UnitKind::Cruiser)), (1, Unit { text, ..gunner(1) })]);
    assert_close(&left(&fleet, &waylay, space()), &[0.0, 1.0]);
}

/// Raid Formation counts the fighters before Waylay destroys any.
#[test]
fn t40_raid_formation_comes_before_waylay() {
    let certain = Unit { barrage: roll(1, 2), ..target(UnitKind::Destroyer) };
    let raider = one(certain).with(both(Ability::RaidFormation, Ability::Waylay));
    let certain = Unit { combat: None, ..fighter() };
    let enemy = side(&[(1, certain), (1, hulk()), (1, Unit { combat: roll(1, 1), ..hulk() })]);
    // One hit is beyond the fighter and damages a ship. Then two hits are assigned: the other ship
    // sustains one, and the fighter is lost.
    assert_close(&left(&enemy, &raider, space()), &[0.0, 1.0, 1.0]);
}

/// Each natural 9 or 10 destroys an infantry, which may be cargo.
#[test]
fn t24_nines_of_strike_wing_alpha_destroy_infantry_in_space() {
    let text = Text { fires_at_infantry: true, ..Text::default() };
    let argent = Unit { barrage: roll(1, 1), text, ..target(UnitKind::Destroyer) };
    let fleet = side(&[(1, gunner(1)), (1, infantry())]);
    assert_close(&left(&fleet, &one(argent), space()), &[1.0, 0.8]);
}

#[test]
fn t50_quietus_stops_sustaining() {
    let quietus = Text { stops_abilities: true, ..Text::default() };
    let exile = Unit { combat: roll(8, 1), ..destroyer() };
    let crimson = side(&[(1, flagship(2, 5, quietus)), (1, exile)]);
    let enemy = side(&[(2, dreadnought()), (2, fighter()), (2, destroyer())]);
    check(&crimson, &enemy, space(), [0.056124382, 0.056708273, 0.887167345]);
    let enemy = one(Unit { text: quietus, ..gunner(1) });
    let fleet = side(&[(1, Unit { combat: roll(1, 1), ..hulk() })]);
    assert_close(&outcomes(&fleet, &enemy, space()), &[0.0, 1.0, 0.0]);
}

/// The mechs of Nomad guard ships against the Fourth Moon, but not against Quietus.
#[test]
fn t38a_quietus_stops_guards_and_the_fourth_moon_does_not() {
    let text = Text { guards_ships: true, ..Text::default() };
    let guard = Unit { text, ..mech() };
    let fleet = side(&[(1, gunner(1)), (1, guard)]);
    let with = |text| one(Unit { text, ..gunner(1) });
    let moon = with(Text { stops_sustaining: true, ..Text::default() });
    assert_close(&left(&fleet, &moon, space()), &[1.0, 1.0]);
    let quietus = with(Text { stops_abilities: true, ..Text::default() });
    assert_close(&outcomes(&fleet, &quietus, space()), &[0.0, 1.0, 0.0]);
}

/// An ability that cannot matter changes no odds, though hits are then assigned in turns.
#[test]
fn t33_turns_and_the_plain_assignment_agree() {
    let fleet = side(&[(2, dreadnought()), (2, cruiser()), (2, fighter())]);
    let enemy = side(&[(1, dreadnought()), (3, cruiser()), (2, fighter())]);
    let idle = held(Ability::ManeuveringJets, 1, None);
    let versions: [fn(Ti4Fleet) -> Ti4Fleet; 3] = [
        |fleet| fleet,
        Ti4Fleet::late,
        |mut fleet| {
            fleet.effects.0.push(Effect::held(Ability::DirectHit, 1, None));
            fleet
        },
    ];
    for version in versions {
        let enemy = version(enemy.clone());
        let plain = outcomes(&version(fleet.clone()), &enemy, space());
        let in_turns = outcomes(&version(fleet.clone().with(&idle)), &enemy, space());
        if enemy.effects.0.is_empty() {
            assert_close(&in_turns, &plain);
        }
        let in_turns = outcomes(&fleet.clone().with(&idle), &enemy, space());
        assert_close(&in_turns, &outcomes(&fleet, &enemy, space()));
    }
    let mechs = side(&[(2, Unit { text: strikes(), ..mech() }), (2, infantry())]);
    let plain = outcomes(&mechs, &mechs, ground());
    assert_close(&outcomes(&mechs.clone().with(&idle), &mechs, ground()), &plain);
}

fn strikes() -> Text {
    Text { strikes_back: true, ..Text::default() }
}

/// In the Omega print, one infantry lost to bombardment is followed by all others; mechs stay.
#[test]
fn t37_x_89_of_the_omega_print_kills_all_infantry_after_a_bombardment() {
    let bomber = Unit { bombardment: roll(1, 1), ..target(UnitKind::Dreadnought) };
    let attacker = side(&[(1, bomber), (1, Unit { combat: roll(1, 1), ..infantry() })]);
    let attacker = attacker.with(has(Ability::X89BacterialWeaponOmega));
    let quiet = Unit { combat: None, ..infantry() };
    let defender = side(&[(5, quiet), (1, Unit { combat: None, sustains: false, ..mech() })]);
    let found = sides(&attacker, &defender, ground());
    assert_close(&outcomes(&attacker, &defender, ground()), &[1.0, 0.0, 0.0]);
    // Without a loss to the bombardment there is nothing to follow.
    let sturdy = side(&[(2, infantry()), (1, Unit { text: Text::default(), ..mech() })]);
    let bombs = |effects: Effects| outcomes(&attacker.clone().with(effects), &sturdy, ground());
    let sustained = [bombs(has(Ability::X89BacterialWeaponOmega)), bombs(Effects::default())];
    assert_close(&sustained[0], &sustained[1]);
    assert_close(&found[1].survivors.iter().map(|left| left.mean).collect::<Vec<_>>(), &[0.0, 0.0]);
}

/// A captain who chooses each effect does at least as well as any declared order.
#[test]
fn t33_captains_who_choose_take_the_same_turns() {
    let effects = Effects(vec![
        Effect::of(Ability::NonEuclideanShielding),
        Effect::of(Ability::Tellurian),
        Effect::of(Ability::MetaliVoidShielding),
    ]);
    let fleet = side(&[(2, dreadnought()), (1, cruiser())]).with(effects);
    let enemy = side(&[(1, dreadnought()), (2, cruiser())]);
    let enemy = enemy.with(both(Ability::ReflectiveShielding, Ability::DirectHit));
    let declared = outcomes(&fleet, &enemy, space())[0];
    let chosen = best_odds(&adaptive(fleet), &enemy);
    assert!(chosen >= declared - 1e-12, "{chosen} is worse than {declared}");
    // Between equal ships there is nothing to choose.
    let fleet = side(&[(2, dreadnought())]).with(has(Ability::NonEuclideanShielding));
    let declared = outcomes(&fleet, &enemy, space())[0];
    assert_close(&[best_odds(&adaptive(fleet), &enemy)], &[declared]);
}
