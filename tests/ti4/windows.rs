//! Twilight Imperium: effects at the start of combat, at the end of rounds and after losses, each
//! with the figure of its scenario in `tests/ability_figures.json` or its arithmetic.

use crate::support::ti4::{
    Sides, assert_close, assert_odds, better, carrier, cruiser, cruiser2, destroyer, dreadnought,
    dreadnought2, fighter, fighter2, ground, has, held, infantry, mech, outcomes, pds, roll, ship,
    side, sides, space, target,
};
use fleetodds::internals::games::common::Retreat;
use fleetodds::internals::games::ti4::rules::{
    Ability, Effect, Effects, Gain, RollChange, RollKind, Text, Ti4Fleet, Ti4Group, Ti4Terms, Unit,
    UnitKind,
};

/// Returns an ability that places units of a group.
fn placing(ability: Ability, count: u8, units: &[(usize, u8)]) -> Effects {
    Effects(vec![Effect { units: units.to_vec(), count, ..Effect::of(ability) }])
}

/// Adds a group whose units only abilities place.
fn with_reserve(mut fleet: Ti4Fleet, unit: Unit) -> Ti4Fleet {
    let class = fleet.groups.len();
    fleet.groups.push(Ti4Group { is_reserve: true, ..Ti4Group::of(unit, class, 0) });
    fleet.with_customary_order()
}

/// A flagship with a text.
fn flagship(dice: u8, hit: u8, text: Text) -> Unit {
    let unit = ship(UnitKind::Flagship, hit);
    Unit { combat: roll(hit, dice), sustains: true, half_cost: 16, text, ..unit }
}

/// Checks the odds of a combat against figures of six digits.
fn check(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms, expected: [f64; 3]) {
    let found = outcomes(attacker, defender, terms);
    for (found_one, wanted) in found.iter().zip(expected) {
        assert!((found_one - wanted).abs() < 1e-6, "{found:?}, not {expected:?}");
    }
}

#[test]
fn t17_sleeper_cell_is_played_before_the_first_loss() {
    let mentak = with_reserve(side(&[(2, cruiser())]), fighter());
    let mentak = mentak.with(placing(Ability::SleeperCell, 1, &[(0, 0)]));
    check(&mentak, &side(&[(3, cruiser())]), space(), [0.549127082, 0.0, 0.450872918]);
}

#[test]
fn t17_claire_gibson_places_an_infantry() {
    let sol = Unit { combat: roll(7, 1), ..infantry() };
    let defender = side(&[(2, sol)]).with(placing(Ability::ClaireGibson, 1, &[(0, 1)]));
    check(&side(&[(4, infantry())]), &defender, ground(), [0.636210379, 0.039845227, 0.323944394]);
}

#[test]
fn t17_overwing_zeta_places_its_ships() {
    let keleres = with_reserve(side(&[(2, cruiser())]), flagship(2, 7, Text::default()));
    let keleres = keleres.with(placing(Ability::OverwingZeta, 1, &[(1, 1), (0, 2)]));
    let enemy = side(&[(2, dreadnought()), (2, cruiser())]);
    check(&keleres, &enemy, space(), [0.561570078, 0.076476352, 0.36195357]);
}

/// A ground force that becomes a ship at the start of combat and always hits.
fn eidolons(mut fleet: Ti4Fleet) -> Ti4Fleet {
    let turned = Unit { moves: false, ..sure(ship(UnitKind::Mech, 8), 1) };
    let class = fleet.groups.len();
    let group = Ti4Group { unturned: Some(mech()), ..Ti4Group::of(turned, class, 1) };
    fleet.groups.push(group);
    fleet.with_customary_order()
}

#[test]
fn t17_eidolons_are_no_ships_before_they_turn() {
    let fleet = eidolons(side(&[(2, target(UnitKind::Cruiser))]));
    let cannon = |dice| Unit { cannon: roll(1, dice), ..pds() };
    let enemy = |dice| side(&[(1, cannon(dice)), (1, target(UnitKind::Cruiser))]);
    assert_odds(&fleet, &enemy(1), space(), [1.0, 0.0, 0.0]);
    // The cannon has hit both ships, and there is no combat.
    assert_odds(&fleet, &enemy(2), space(), [0.0, 0.0, 1.0]);
    // Where nothing else is listed, they have turned already.
    let alone = Ti4Fleet { groups: fleet.groups[1..].to_vec(), ..fleet }.with_customary_order();
    assert_odds(&alone, &side(&[(1, target(UnitKind::Cruiser))]), space(), [1.0, 0.0, 0.0]);
}

/// While they turn, the enemy places a ship, at which the Assault Cannon fires then.
#[test]
fn t17_eidolons_take_a_turn() {
    let three = side(&[(3, target(UnitKind::Cruiser))]);
    let placed = sure(cruiser(), 9);
    let keleres = with_reserve(side(&[(1, target(UnitKind::Fighter))]), placed);
    let keleres = keleres.with(placing(Ability::OverwingZeta, 1, &[(1, 1)]));
    let cannon = eidolons(three).with(has(Ability::AssaultCannon));
    assert_odds(&cannon, &keleres, space(), [1.0, 0.0, 0.0]);
    // Without that turn, the cannon finds no target.
    let mut turned = cannon;
    turned.groups[1].unturned = None;
    assert_odds(&turned, &keleres, space(), [0.0, 0.0, 1.0]);
}

#[test]
fn t56_eidolons_do_not_turn_under_articles_of_war() {
    let fleet = eidolons(side(&[(1, target(UnitKind::Cruiser))]));
    let enemy = side(&[(1, sure(cruiser(), 1))]);
    assert_odds(&fleet, &enemy, space(), [1.0, 0.0, 0.0]);
    let law = enemy.with(has(Ability::ArticlesOfWar));
    assert_odds(&fleet, &law, space(), [0.0, 0.0, 1.0]);
}

/// The barrage destroys the unit that was chosen, so that no other unit has the die.
#[test]
fn t18_viscount_unlenn_chooses_before_the_barrage() {
    let coin = Unit { combat: roll(6, 1), ..cruiser() };
    let letnev = side(&[(1, sure(destroyer(), 1)), (1, coin)]);
    let letnev = letnev.with(has(Ability::ViscountUnlenn));
    let enemy = Unit { barrage: roll(1, 1), ..sure(destroyer(), 1) };
    let enemy = side(&[(1, enemy)]).with(has(Ability::Waylay));
    assert_odds(&letnev, &enemy, space(), [0.0, 0.5, 0.5]);
}

/// The bombardment of the own planet destroys the infantry that was chosen.
#[test]
fn t18_evelyn_delouis_chooses_before_the_own_planet_is_bombarded() {
    let coin = Unit { combat: roll(6, 1), sustains: false, ..mech() };
    let sol = side(&[(1, sure(infantry(), 1)), (1, coin)]).with(has(Ability::EvelynDelouis));
    let siege = Effect { optional: true, ..Effect::of(Ability::ProximaTargetingVi) };
    // Three dice hit with 8 or more.
    let enemy = side(&[(1, sure(infantry(), 3))]).with(Effects(vec![siege]));
    let misses: f64 = 0.7_f64.powi(3);
    let once = 3.0 * 0.3 * 0.49;
    // The own force is bombarded as well: it survives if no die hits.
    let alive = misses;
    let draw = alive * (misses + once * 0.5);
    let defender = alive - draw;
    let both = 1.0 - misses - once;
    let [attacker, neither] = [(misses + once) * (1.0 - alive), both * (1.0 - alive)];
    assert_odds(&sol, &enemy, ground(), [attacker, draw + neither, defender]);
}

#[test]
fn t59_a_prototype_is_revealed_at_the_start() {
    let fleet = with_reserve(side(&[(3, cruiser())]), cruiser2());
    let mut reveal = Effect::of(Ability::RevealPrototype);
    (reveal.unit, reveal.units) = (Some(0), vec![(1, 0)]);
    let fleet = fleet.with(Effects(vec![reveal]));
    check(&fleet, &side(&[(3, cruiser())]), space(), [0.592494074, 0.081738647, 0.325767279]);
}

#[test]
fn t29_the_cavalry_changes_the_worst_ship() {
    let cavalry = side(&[(2, cruiser())]).with(has(Ability::TheCavalry));
    check(&cavalry, &side(&[(3, cruiser())]), space(), [0.548714491, 0.112143955, 0.339141554]);
    let second = side(&[(1, destroyer()), (2, fighter())]).with(has(Ability::TheCavalryIi));
    let enemy = side(&[(2, cruiser()), (2, fighter())]);
    check(&second, &enemy, space(), [0.953011214, 0.022255953, 0.024732833]);
}

/// Of two cruisers, the one that is not galvanized has the figures of the flagship: two dice at 5
/// beside two at 9.
#[test]
fn t29_the_cavalry_goes_to_the_worse_of_like_ships() {
    let mut fleet = side(&[(2, Unit { combat: roll(9, 1), ..cruiser() })]);
    fleet.groups[0].galvanized = 1;
    let fleet = fleet.with(has(Ability::TheCavalryIi));
    let enemy = side(&[(1, sure(target(UnitKind::WarSun), 3))]);
    let misses = 0.4 * 0.4 * 0.8 * 0.8;
    assert_odds(&fleet, &enemy, space(), [0.0, 1.0 - misses, misses]);
}

/// The galvanized cruiser rolls more dice, and is lost before the ship under The Cavalry.
#[test]
fn t29_the_ship_under_the_cavalry_is_lost_last() {
    let mut fleet = side(&[(2, Unit { combat: roll(7, 2), ..cruiser() })]);
    fleet.groups[0].galvanized = 1;
    let fleet = fleet.with(has(Ability::TheCavalry));
    let enemy = side(&[(1, sure(target(UnitKind::WarSun), 2))]);
    // Five dice, of which two are left in round 2.
    let (five, two) = (0.6_f64.powi(5), 0.6_f64.powi(2));
    assert_odds(&fleet, &enemy, space(), [1.0 - five, five * (1.0 - two), five * two]);
}

#[test]
fn t46_indoctrination_and_greyfire_replace_an_infantry() {
    let yin = side(&[(2, infantry())]).with(placing(Ability::Indoctrination, 1, &[(0, 1)]));
    let three = side(&[(3, infantry())]);
    check(&yin, &three, ground(), [0.81141346, 0.032706621, 0.155879918]);
    let own = three.clone().with(placing(Ability::GreyfireMutagen, 1, &[(0, 1)]));
    check(&own, &three, ground(), [0.955937613, 0.008337054, 0.035725333]);
}

#[test]
fn t46_moyins_ashes_turns_the_infantry_into_a_mech() {
    let mut effects = placing(Ability::Indoctrination, 1, &[(0, 1)]);
    effects.0.extend(placing(Ability::MoyinsAshes, 1, &[(1, 1)]).0);
    let yin = side(&[(2, infantry()), (1, mech())]).with(effects);
    let four = side(&[(4, infantry())]);
    check(&yin, &four, ground(), [0.993861255, 0.001589887, 0.004548858]);
}

#[test]
fn t43_an_ambush_fires_two_dice() {
    let mentak = side(&[(2, cruiser())]).with(has(Ability::Ambush));
    check(&mentak, &side(&[(2, cruiser())]), space(), [0.744410264, 0.063016206, 0.192573529]);
}

#[test]
fn t35_dimensional_splicer_destroys_the_dearest_ship() {
    let creuss = side(&[(2, cruiser())]).with(has(Ability::DimensionalSplicer));
    check(&creuss, &side(&[(3, cruiser())]), space(), [0.443089736, 0.113820528, 0.443089736]);
}

#[test]
fn t44_impulse_core_gives_up_a_destroyer_for_a_hit() {
    let yin = side(&[(2, destroyer()), (1, dreadnought())]).with(has(Ability::ImpulseCore));
    check(&yin, &side(&[(3, cruiser())]), space(), [0.778431907, 0.078394806, 0.143173287]);
}

/// The enemy would lose a ship to the hit, because it sustains damage late.
#[test]
fn t44_the_last_ship_is_given_up_if_the_enemy_loses_one_as_it_has_declared() {
    let yin = side(&[(1, target(UnitKind::Cruiser))]).with(has(Ability::ImpulseCore));
    let hulk = Unit { sustains: true, ..target(UnitKind::Dreadnought) };
    let enemy = side(&[(1, sure(destroyer(), 1)), (1, hulk)]);
    let left = |enemy: &Ti4Fleet| survivors(&yin, enemy, space(), [0, 0])[1];
    assert_close(&[left(&enemy), left(&enemy.clone().late())], &[1.0, 0.0]);
}

#[test]
fn t44_devotion_gives_up_a_ship_each_round() {
    let yin = side(&[(2, destroyer()), (1, cruiser())]).with(has(Ability::Devotion));
    check(&yin, &side(&[(3, cruiser())]), space(), [0.260261204, 0.21393852, 0.525800276]);
}

#[test]
fn t45_exotrireme_is_sacrificed_for_two_ships() {
    let sacrifices = Text { sacrifices_itself: true, ..Text::default() };
    let exotrireme = Unit { text: sacrifices, ..dreadnought2() };
    let mut sardakk = side(&[(1, exotrireme), (1, cruiser())]).with(has(Ability::ExotriremeIi));
    sardakk.bonuses[0] = 1;
    check(&sardakk, &side(&[(3, cruiser())]), space(), [0.592457143, 0.272571429, 0.134971429]);
}

#[test]
fn t20_heavens_eye_is_repaired_at_the_end_of_each_round() {
    let repairs = Text { repairs_at_the_end: true, ..Text::default() };
    let firmament =
        side(&[(1, flagship(2, 5, repairs)), (1, cruiser())]).with(has(Ability::HeavensEye));
    check(&firmament, &side(&[(4, cruiser())]), space(), [0.683251923, 0.016777068, 0.299971009]);
}

#[test]
fn t53_alarum_calls_two_forces_for_each_mech() {
    let calls = Text { calls_forces: true, ..Text::default() };
    let ralnel = side(&[(2, infantry()), (1, Unit { text: calls, ..mech() })]).with(placing(
        Ability::Alarum,
        2,
        &[(0, 2)],
    ));
    // Other calculators let a mech that was lost in the round call forces as well, which gives
    // 0.699405033; it does nothing any more (T20).
    check(&ralnel, &side(&[(5, infantry())]), ground(), [0.696994375, 0.025303319, 0.277702306]);
}

#[test]
fn t52_dunlain_reaper_turns_an_infantry_into_a_mech() {
    let letnev = with_reserve(side(&[(3, infantry())]), mech());
    let letnev = letnev.with(placing(Ability::DunlainReaper, 1, &[(1, 1)]));
    check(&letnev, &side(&[(3, infantry())]), ground(), [0.828726532, 0.03245628, 0.138817188]);
}

#[test]
fn t37_brother_milor_places_two_fighters_after_the_first_loss() {
    let yin =
        side(&[(2, cruiser()), (1, fighter())]).with(placing(Ability::BrotherMilor, 1, &[(1, 2)]));
    check(&yin, &side(&[(3, cruiser())]), space(), [0.787956955, 0.028747789, 0.183295256]);
}

#[test]
fn t37_brother_milor_carries_a_combat_on_after_van_hauge() {
    let takes_all = Text { takes_all: true, ..Text::default() };
    let yin = with_reserve(side(&[(1, flagship(0, 9, takes_all))]), fighter());
    let yin = yin.with(placing(Ability::BrotherMilor, 1, &[(1, 2)]));
    let sure = Unit { combat: roll(1, 2), ..cruiser() };
    assert_odds(&yin, &side(&[(1, sure)]), space(), [1.0, 0.0, 0.0]);
}

#[test]
fn t37_courageous_to_the_end_rolls_at_the_value_of_the_lost_ship() {
    let brave = side(&[(2, cruiser())]).with(has(Ability::CourageousToTheEnd));
    check(&brave, &side(&[(2, cruiser())]), space(), [0.622306423, 0.150681273, 0.227012305]);
}

#[test]
fn t37_vos_hollow_takes_a_ship_of_the_same_type() {
    let obsidian = side(&[(2, cruiser()), (1, dreadnought())]).with(has(Ability::VosHollow));
    let enemy = side(&[(3, cruiser()), (1, dreadnought())]);
    check(&obsidian, &enemy, space(), [0.293455826, 0.120415136, 0.586129039]);
}

/// The ship that has sustained damage in this round is destroyed, so that Duranium Armor repairs
/// the other, which survives the next round.
#[test]
fn t32_vos_hollow_takes_what_has_sustained_damage_in_this_round() {
    let mut fleet = side(&[(2, sure(dreadnought(), 1))]).with(has(Ability::DuraniumArmor));
    fleet.groups[0].damaged = 1;
    let enemy = [UnitKind::Destroyer, UnitKind::Dreadnought].map(|kind| (1, target(kind)));
    let enemy = [enemy[0], enemy[1], (1, sure(target(UnitKind::WarSun), 1))];
    let enemy = side(&enemy).with(has(Ability::VosHollow));
    assert_odds(&fleet, &enemy, space(), [1.0, 0.0, 0.0]);
}

#[test]
fn t28_dame_briar_galvanizes_the_best_unit() {
    let bastion = side(&[(2, cruiser()), (2, fighter())]).with(has(Ability::DameBriar));
    check(&bastion, &side(&[(3, cruiser())]), space(), [0.780556497, 0.065809895, 0.153633608]);
}

/// The Cavalry has made one of two cruisers the better fighter. It is galvanized when the fighter
/// is lost in round 2, and fights alone in round 4 with three dice.
#[test]
fn t28_dame_briar_galvanizes_the_better_fighter_of_like_ships() {
    let fleet = side(&[(1, target(UnitKind::Fighter)), (2, cruiser())]);
    let effects = [Ability::TheCavalry, Ability::DameBriar].map(Effect::of);
    let fleet = fleet.with(Effects(effects.to_vec()));
    let enemy = side(&[(1, sure(target(UnitKind::WarSun), 1))]);
    let [all, last] = [3 + 3 + 4, 3].map(|dice| 0.6_f64.powi(dice));
    assert_odds(&fleet, &enemy, space(), [1.0 - all, all * (1.0 - last), all * last]);
}

/// The Assault Cannon destroys a cruiser. The galvanized one that follows it rolls more dice than
/// the ship under The Cavalry, which is lost last.
#[test]
fn t32_vos_hollow_takes_ships_in_the_order_of_loss() {
    let cruiser = Unit { combat: roll(7, 2), ..cruiser() };
    // The destroyer has a better value, but no dice.
    let mut fleet = side(&[(1, sure(destroyer(), 0)), (2, cruiser)]);
    fleet.groups[1].galvanized = 1;
    let effects = [Ability::TheCavalry, Ability::AssaultCannon].map(Effect::of);
    let fleet = fleet.with(Effects(effects.to_vec()));
    let enemy = [(1, target(UnitKind::Cruiser)), (1, sure(target(UnitKind::WarSun), 2))];
    let enemy = side(&enemy).with(has(Ability::VosHollow));
    let miss = 0.36;
    assert_odds(&fleet, &enemy, space(), [1.0 - miss, miss * (1.0 - miss), miss * miss]);
}

#[test]
fn t37_apollo_rolls_for_each_enemy_unit() {
    let mut bastion = side(&[(2, dreadnought())]).with(has(Ability::Apollo));
    bastion.groups[0].galvanized = 1;
    check(&bastion, &side(&[(4, cruiser())]), space(), [0.69466683, 0.196549993, 0.108783177]);
}

#[test]
fn t49_the_alastor_lets_ground_forces_fight_as_ships() {
    let brings = Text { brings_forces: true, ..Text::default() };
    let mordred = better(mech(), 2);
    let nekro = side(&[(1, flagship(2, 9, brings)), (2, mordred)]).with(has(Ability::TheAlastor));
    let enemy = side(&[(3, dreadnought())]);
    check(&nekro, &enemy, space(), [0.436840024, 0.062039694, 0.501120282]);
}

#[test]
fn t31_winnus_flagship_counts_mechs_and_infantry_of_the_alastor() {
    let brings = Text { brings_forces: true, ..Text::default() };
    let mirrors = Text { mirrors: true, ..Text::default() };
    let nekro =
        side(&[(1, flagship(2, 9, brings)), (2, infantry())]).with(has(Ability::TheAlastor));
    let winnu = side(&[(1, flagship(1, 7, mirrors)), (1, cruiser())]);
    check(&nekro, &winnu, space(), [0.386674594, 0.098126849, 0.515198557]);
}

#[test]
fn t48_fighters_of_the_matriarch_land() {
    let lands = Text { lands_fighters: true, ..Text::default() };
    let naalu = |fighter: Unit, fighters: u16, troops: &[(u16, Unit)]| {
        let mut groups = vec![(1, flagship(2, 9, lands)), (fighters, fighter)];
        groups.extend(troops);
        side(&groups)
    };
    let first = Unit { combat: roll(8, 1), ..fighter() };
    check(
        &naalu(first, 1, &[(1, infantry())]),
        &side(&[(2, infantry())]),
        ground(),
        [0.463494444, 0.073011112, 0.463494444],
    );
    let second = Unit { combat: roll(7, 1), ..fighter2() };
    check(
        &naalu(second, 4, &[]),
        &side(&[(3, infantry()), (1, mech())]),
        ground(),
        [0.312409495, 0.044744829, 0.642845676],
    );
}

#[test]
fn t38_all_ships_go_with_van_hauge() {
    let takes_all = Text { takes_all: true, ..Text::default() };
    let yin = side(&[(1, flagship(2, 9, takes_all))]);
    let enemy = side(&[(1, dreadnought()), (2, cruiser())]);
    check(&yin, &enemy, space(), [0.002848045, 0.997151955, 0.0]);
    assert_odds(&side(&[(1, carrier())]), &side(&[(1, carrier())]), space(), {
        let p = 0.2 * 0.8 / (1.0 - 0.64);
        [p, 1.0 - 2.0 * p, p]
    });
}

/// A unit that hits with each of its dice.
fn sure(unit: Unit, dice: u8) -> Unit {
    Unit { combat: roll(1, dice), ..unit }
}

/// Returns the mean number of survivors of a group of the attacker, and of one of the defender.
fn survivors(
    attacker: &Ti4Fleet,
    defender: &Ti4Fleet,
    terms: Ti4Terms,
    groups: [usize; 2],
) -> [f64; 2] {
    let found = sides(attacker, defender, terms);
    [0, 1].map(|side| found[side].survivors[groups[side]].mean)
}

/// Returns a side that may retreat, and does so under this policy.
fn leaving(mut fleet: Ti4Fleet, retreat: Retreat) -> Ti4Fleet {
    fleet.captain.retreat = retreat;
    fleet.captain.may_retreat = true;
    fleet
}

#[test]
fn t16_the_start_of_combat_comes_before_the_barrage() {
    let attacker = side(&[(1, target(UnitKind::Fighter)), (3, target(UnitKind::Cruiser))])
        .with(has(Ability::AssaultCannon));
    let gunner = Unit { barrage: roll(1, 3), ..target(UnitKind::Destroyer) };
    let left = survivors(&attacker, &side(&[(1, gunner)]), space(), [0, 0]);
    assert_close(&left, &[1.0, 0.0]);
}

#[test]
fn t18_effects_of_round_1_follow_those_at_the_start_of_combat() {
    let three = |effects: Effects| side(&[(3, target(UnitKind::Cruiser))]).with(effects);
    let leaves = three(held(Ability::SkilledRetreat, 1, Some(1)));
    let left = survivors(&leaves, &three(has(Ability::AssaultCannon)), space(), [0, 0]);
    assert_close(&left, &[2.0, 3.0]);
}

#[test]
fn t19_an_effect_is_used_at_the_first_occasion_unless_a_round_is_given() {
    let brave = |round| {
        let effects = held(Ability::CourageousToTheEnd, 1, round);
        side(&[(1, sure(cruiser(), 1))]).with(effects)
    };
    let enemy = side(&[(1, sure(destroyer(), 1)), (1, target(UnitKind::Cruiser))]);
    assert_odds(&brave(None), &enemy, space(), [0.0, 1.0, 0.0]);
    assert_odds(&brave(Some(2)), &enemy, space(), [0.0, 0.0, 1.0]);
}

#[test]
fn t21_a_unit_placed_after_both_sides_are_lost_wins() {
    let mentak = side(&[(1, sure(cruiser(), 1))]).with(placing(Ability::SleeperCell, 1, &[(0, 0)]));
    assert_odds(&mentak, &side(&[(1, sure(cruiser(), 1))]), space(), [1.0, 0.0, 0.0]);
}

#[test]
fn t39_units_have_their_abilities_again_when_quietus_is_lost() {
    let stops = Text { stops_abilities: true, ..Text::default() };
    let quietus = Unit { text: stops, ..target(UnitKind::Flagship) };
    let crimson = side(&[(1, quietus), (1, sure(cruiser(), 1))]).losing(&[0, 1]);
    let enemy = side(&[(2, sure(dreadnought(), 1))]);
    // Round 1: both dreadnoughts fire, which destroys both ships; one is lost without sustaining.
    let one = side(&[(1, sure(dreadnought(), 1)), (1, Unit { combat: None, ..dreadnought() })])
        .losing(&[1, 0]);
    assert_odds(&crimson, &enemy, space(), [0.0, 0.0, 1.0]);
    // Round 2: the other dreadnought sustains the hit and wins.
    assert_odds(&crimson, &one, space(), [0.0, 0.0, 1.0]);
}

/// Quietus sustains a hit and is destroyed by the Direct Hit, before the hit on the dreadnought is
/// assigned.
#[test]
fn t39_a_direct_hit_on_quietus_lets_units_sustain_in_the_same_assignment() {
    let stops = Text { stops_abilities: true, ..Text::default() };
    let quietus = Unit { text: stops, sustains: true, ..sure(target(UnitKind::Flagship), 1) };
    let fleet = side(&[(1, sure(dreadnought(), 1))]).with(has(Ability::DirectHit));
    assert_odds(&fleet, &side(&[(1, quietus)]), space(), [1.0, 0.0, 0.0]);
}

#[test]
fn t42_annihilators_bombard_before_they_land_and_not_while_they_fight() {
    let annihilator = Unit { bombardment: roll(1, 1), combat: None, ..mech() };
    let quiet = Unit { combat: None, ..infantry() };
    let harrowing = side(&[(1, annihilator)]).with(has(Ability::Harrow));
    assert_odds(&harrowing, &side(&[(1, quiet)]), ground(), [1.0, 0.0, 0.0]);
    assert_odds(&harrowing, &side(&[(2, quiet)]), ground(), [0.0, 0.0, 0.0]);
}

#[test]
fn t47_a_sleeper_cell_places_nothing_for_what_died_before_the_combat() {
    let gunner = Unit { cannon: roll(1, 1), ..target(UnitKind::Cruiser) };
    let mentak = side(&[(1, gunner)]).with(placing(Ability::SleeperCell, 1, &[(0, 0)]));
    let left = survivors(&mentak, &side(&[(1, target(UnitKind::Cruiser))]), space(), [0, 0]);
    assert_close(&left, &[1.0, 0.0]);
}

#[test]
fn t51_the_plastic_limits_what_is_placed() {
    let mentak = side(&[(8, sure(cruiser(), 1))]).with(placing(Ability::SleeperCell, 1, &[(0, 0)]));
    let left = survivors(&mentak, &side(&[(2, target(UnitKind::Cruiser))]), space(), [0, 0]);
    assert_close(&left, &[8.0, 0.0]);
}

#[test]
fn t56_mechs_lose_their_cannon_under_articles_of_war() {
    let gunner = Unit { cannon: roll(8, 1), ..mech() };
    let xxcha = side(&[(2, infantry()), (2, gunner)]).with(has(Ability::ArticlesOfWar));
    let three = side(&[(3, infantry())]);
    check(&three, &xxcha, ground(), [0.004548858, 0.001589887, 0.993861255]);
}

#[test]
fn t57_disabled_pds_do_not_fire() {
    let attacker = side(&[(4, infantry())]).with(has(Ability::Disable));
    let defender = side(&[(3, infantry()), (2, pds())]);
    check(&attacker, &defender, ground(), [0.776346304, 0.025348201, 0.198305496]);
}

#[test]
fn t60_a_technology_gained_is_in_force_from_the_next_window_on() {
    let mut gains = Effect::of(Ability::TechnologicalSingularity);
    gains.gains = Some(Gain::Ability(Ability::DuraniumArmor));
    let mut nekro = side(&[(1, target(UnitKind::Fighter)), (1, sure(dreadnought(), 1))]);
    nekro.groups[1].damaged = 1;
    let enemy = side(&[(1, target(UnitKind::Fighter)), (1, sure(cruiser(), 1))]);
    // The dreadnought is repaired in round 1, in which the first enemy is lost.
    assert_odds(&nekro.clone().with(Effects(vec![gains])), &enemy, space(), [1.0, 0.0, 0.0]);
    assert_odds(&nekro, &enemy, space(), [0.0, 1.0, 0.0]);
}

#[test]
fn t61_rout_forces_the_attacker_to_retreat() {
    let attacker = leaving(side(&[(1, target(UnitKind::Cruiser))]), Retreat::Never);
    let enemy = side(&[(1, target(UnitKind::Cruiser))]);
    assert_odds(&attacker, &enemy, space(), [0.0, 0.0, 0.0]);
    assert_odds(&attacker, &enemy.with(has(Ability::Rout)), space(), [0.0, 0.0, 1.0]);
}

#[test]
fn t61_intercept_makes_the_first_retreat_fail() {
    let attacker = leaving(side(&[(2, target(UnitKind::Cruiser))]), Retreat::AfterRound(0));
    let enemy = side(&[(1, sure(cruiser(), 1))]);
    assert_close(&survivors(&attacker, &enemy, space(), [0, 0]), &[1.0, 1.0]);
    let enemy = enemy.with(has(Ability::Intercept));
    assert_close(&survivors(&attacker, &enemy, space(), [0, 0]), &[0.0, 1.0]);
}

#[test]
fn t61_watchful_ojz_lets_two_ships_leave_at_once() {
    let attacker = leaving(side(&[(2, target(UnitKind::Cruiser))]), Retreat::AfterRound(0));
    let enemy = side(&[(1, sure(cruiser(), 3))]);
    assert_close(&survivors(&attacker, &enemy, space(), [0, 0]), &[0.0, 1.0]);
    let ralnel = attacker.with(has(Ability::WatchfulOjz));
    assert_close(&survivors(&ralnel, &enemy, space(), [0, 0]), &[2.0, 1.0]);
}

#[test]
fn t61_last_dispatch_destroys_a_ship_when_it_leaves() {
    let strikes = Text { strikes_when_leaving: true, ..Text::default() };
    let flagship = Unit { text: strikes, ..target(UnitKind::Flagship) };
    let ralnel = leaving(side(&[(1, flagship)]), Retreat::AfterRound(0));
    let enemy =
        side(&[(1, Unit { combat: None, ..dreadnought() }), (2, target(UnitKind::Cruiser))]);
    assert_close(&survivors(&ralnel, &enemy, space(), [0, 1]), &[1.0, 1.0]);
}

#[test]
fn cards_of_an_ally_help_the_allys_units_alone() {
    let mut allies = side(&[(1, cruiser()), (1, cruiser())]);
    (allies.groups[1].class, allies.groups[1].member) = (1, 1);
    let plus = RollChange::Bonus(2);
    let allies = allies.rolling(&UnitKind::ALL, &[RollKind::Combat], plus, 1);
    // One of the two ships fights as if it hit on two less.
    let alike = side(&[(1, cruiser()), (1, better(cruiser(), 2))]);
    let enemy = side(&[(2, cruiser())]);
    assert_odds(&allies, &enemy, space(), outcomes(&alike, &enemy, space()));
}
