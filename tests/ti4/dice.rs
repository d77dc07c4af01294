//! Twilight Imperium: what abilities change on dice (decisions T22 to T31), each with its
//! arithmetic.

use crate::support::ti4::{
    Sides, after_one_round, assert_odds, carrier, cruiser, destroyer, destroyer2, dreadnought,
    duel, fighter, ground, has, held, infantry, mech, outcomes, pds, roll, ship, side, space,
    target, war_sun,
};
use fleetodds::internals::games::ti4::rules::{
    Ability, Effect, Effects, RollChange, RollKind, Text, Ti4Fleet, Ti4Terms, Unit, UnitKind,
};

/// Returns a side of one unit.
fn one(unit: Unit) -> Ti4Fleet {
    side(&[(1, unit)])
}

/// Returns several abilities that are used by default.
fn all(abilities: &[Ability]) -> Effects {
    Effects(abilities.iter().map(|ability| Effect::of(*ability)).collect())
}

/// A ship whose dice all hit.
fn sure(kind: UnitKind) -> Unit {
    ship(kind, 1)
}

/// An infantry whose dice all hit.
fn sure_infantry() -> Unit {
    Unit { combat: roll(1, 1), ..infantry() }
}

/// A flagship of two dice at 7 that cannot sustain damage.
fn flagship(text: Text) -> Unit {
    Unit { combat: roll(7, 2), half_cost: 16, text, ..ship(UnitKind::Flagship, 7) }
}

/// Two ships whose dice all hit: the enemy of a ship that has one roll, after which it is lost. The
/// combat is a draw if that roll makes two hits.
fn two_sure_cruisers() -> Ti4Fleet {
    side(&[(2, sure(UnitKind::Cruiser))])
}

/// Asserts that the only roll of an attacker makes two hits with this probability.
#[track_caller]
fn assert_two_hits(attacker: &Ti4Fleet, p: f64) {
    assert_odds(attacker, &two_sure_cruisers(), space(), [0.0, p, 1.0 - p]);
}

/// Asserts that cannon, which alone can destroy the attacker's only ship, do so with this
/// probability.
#[track_caller]
fn assert_shot(attacker: &Effects, defender: &Ti4Fleet, p: f64) {
    let attacker = one(cruiser()).with(attacker);
    assert_odds(&attacker, defender, space(), [1.0 - p, 0.0, p]);
}

#[test]
fn t22_munitions_reserves_rerolls_misses_of_its_rounds() {
    let paid = |count, round| held(Ability::MunitionsReserves, count, round);
    let again = 1.0 - 0.6 * 0.6;
    let last = after_one_round(again, 0.4, duel(0.4, 0.4));
    let twice = after_one_round(again, 0.4, last);
    assert_odds(&one(cruiser()).with(paid(1, None)), &one(cruiser()), space(), last);
    assert_odds(&one(cruiser()).with(paid(2, None)), &one(cruiser()), space(), twice);
    let later = after_one_round(0.4, 0.4, last);
    assert_odds(&one(cruiser()).with(paid(1, Some(2))), &one(cruiser()), space(), later);
    // They are for space combat only.
    let landing = one(infantry()).with(paid(1, None));
    assert_odds(&landing, &one(infantry()), ground(), duel(0.3, 0.3));
}

/// A combat that goes on after round 1 has used it: the own die missed.
#[test]
fn t22_war_funding_rolls_own_misses_and_the_enemys_hits_again() {
    let again = 1.0 - 0.6 * 0.6;
    let first = after_one_round(again, 0.4 * 0.4, duel(0.4, 0.4));
    let funded = one(cruiser()).with(has(Ability::WarFunding));
    assert_odds(&funded, &one(cruiser()), space(), first);
    let own_dice = Effects(vec![Effect { optional: false, ..Effect::of(Ability::WarFunding) }]);
    let first = after_one_round(again, 0.4, duel(0.4, 0.4));
    assert_odds(&one(cruiser()).with(own_dice), &one(cruiser()), space(), first);
}

/// The mean of two dice that hit with 1/2 is one hit, so only two hits are rolled again. The own
/// die, which always hits, never is.
#[test]
fn t23_war_funding_is_kept_until_it_does_something() {
    let enemy = side(&[(2, ship(UnitKind::Cruiser, 6))]);
    let own = side(&[(3, sure(UnitKind::Cruiser))]).with(has(Ability::WarFunding));
    // Three hits destroy both in round 1, after 0, 1 or 2 hits; nothing else can happen.
    assert_odds(&own, &enemy, space(), [1.0, 0.0, 0.0]);
    let enemy = side(&[(2, ship(UnitKind::Cruiser, 6))]);
    let own = one(sure(UnitKind::Cruiser)).with(has(Ability::WarFunding));
    // Round 1: none of two dice hits (1/4), or two did and then none (1/16): one enemy is left
    // for round 2, War Funding is kept in the first case only.
    let (kept, used) = (0.25, 0.25 * 0.25);
    let wins = kept * (1.0 - 0.25) + used * 0.5;
    let draws = kept * 0.25 + used * 0.5;
    assert_odds(&own, &enemy, space(), [wins, draws, 1.0 - wins - draws]);
}

#[test]
fn t22_trade_goods_turn_dice_that_missed_by_one_into_hits() {
    let able = Text { improves_dice: true, ..Text::default() };
    let paying = |count| one(flagship(able)).with(held(Ability::WrathOfKenara, count, None));
    assert_two_hits(&one(flagship(able)), 0.16);
    assert_two_hits(&paying(1), 0.16 + 2.0 * 0.4 * 0.1);
    assert_two_hits(&paying(2), 0.25);
    let dead = one(flagship(Text::default())).with(held(Ability::WrathOfKenara, 2, None));
    assert_two_hits(&dead, 0.16);
    // One die is improved by Heart of Ixth.
    assert_two_hits(&one(flagship(able)).with(has(Ability::HeartOfIxth)), 0.24);
    let both = Effects(vec![Effect::of(Ability::WrathOfKenara), Effect::of(Ability::HeartOfIxth)]);
    assert_two_hits(&one(flagship(able)).with(both), 0.25);
}

/// It improves a die of the bombardment if that missed by one, else the first die of combat that
/// does.
#[test]
fn t22_heart_of_ixth_improves_one_die_of_combat_or_of_a_unit_ability() {
    let attacker = side(&[(1, infantry()), (1, dreadnought())]).with(has(Ability::HeartOfIxth));
    let [win, draw, lose] = duel(0.4, 0.3);
    let expected = [0.7 + 0.3 * win, 0.3 * draw, 0.3 * lose];
    assert_odds(&attacker, &one(infantry()), ground(), expected);
}

#[test]
fn t22_fire_team_and_agnlan_oln_roll_misses_again() {
    let attacker = side(&[(1, infantry()), (1, dreadnought())]).with(has(Ability::AgnlanOln));
    let hit = 1.0 - 0.4 * 0.4;
    let [win, draw, lose] = duel(0.3, 0.3);
    let expected = [hit + (1.0 - hit) * win, (1.0 - hit) * draw, (1.0 - hit) * lose];
    assert_odds(&attacker, &one(infantry()), ground(), expected);
}

/// A die that hits with 0.6 makes more hits than expected when it hits.
#[test]
fn t23_scramble_frequency_rolls_more_hits_than_expected_again() {
    let attacker = |effects| side(&[(1, infantry()), (1, dreadnought())]).with(effects);
    let defender = one(infantry()).with(has(Ability::ScrambleFrequency));
    let [win, draw, lose] = duel(0.3, 0.3);
    for (effects, hit) in [
        (Effects::default(), 0.6 * 0.6),
        // The new roll is not rolled again.
        (has(Ability::AgnlanOln), 0.84 * 0.6),
    ] {
        let expected = [hit + (1.0 - hit) * win, (1.0 - hit) * draw, (1.0 - hit) * lose];
        assert_odds(&attacker(effects), &defender, ground(), expected);
    }
}

/// It is kept if the own die hits and the enemy's misses. Of one die 0.4 or 0.5 hits are expected,
/// so that a bonus makes no difference for its use.
#[test]
fn t23_the_thundarian_lets_both_sides_roll_again_if_that_looks_better() {
    let first = |p: f64, effects: Effects| {
        let rest = duel(0.4, 0.4);
        let kept = p * 0.6;
        let again = 1.0 - kept;
        let goes_on = again * (1.0 - p) * 0.6;
        let now = [kept + again * kept, again * p * 0.4, again * (1.0 - p) * 0.4];
        let expected = [0, 1, 2].map(|n| now[n] + goes_on * rest[n]);
        assert_odds(&one(cruiser()).with(effects), &one(cruiser()), space(), expected);
    };
    first(0.4, has(Ability::TheThundarian));
    first(0.5, all(&[Ability::TheThundarian, Ability::MoraleBoost]));
}

/// The bacterial weapon makes two hits of one, and the Particle Weave adds a third.
#[test]
fn t25_hits_are_doubled_before_one_is_added() {
    let armed = all(&[Ability::X89BacterialWeapon, Ability::ValkyrieParticleWeave]);
    let attacker = one(sure_infantry()).with(armed);
    let defender = |units| side(&[(units, sure_infantry())]);
    assert_odds(&attacker, &defender(3), ground(), [0.0, 1.0, 0.0]);
    assert_odds(&attacker, &defender(4), ground(), [0.0, 0.0, 1.0]);
    // Nothing is added if the enemy has made no hit.
    let weave = one(sure_infantry()).with(has(Ability::ValkyrieParticleWeave));
    let harmless = Unit { combat: roll(8, 1), ..infantry() };
    let enemy = side(&[(1, harmless)]);
    assert_odds(&weave, &enemy, ground(), [0.7, 0.3, 0.0]);
}

#[test]
fn t26_bonuses_on_combat_rolls_add_up() {
    for (ability, count, bonus) in [(Ability::Unrelenting, 1, 0.1), (Ability::Fragile, 1, -0.1)] {
        let attacker = one(cruiser()).with(held(ability, count, None));
        assert_odds(&attacker, &one(cruiser()), space(), duel(0.4 + bonus, 0.4));
    }
    for (bonus, p) in [(2, 0.6), (3, 0.7), (1, 0.5), (-1, 0.3), (90, 1.0), (-90, 0.0)] {
        assert_odds(&one(cruiser()).better_by(bonus), &one(cruiser()), space(), duel(p, 0.4));
    }
    let prophecy = |unit: Unit| {
        let (fighters, plus) = ([UnitKind::Fighter], RollChange::Bonus(1));
        one(unit).rolling(&fighters, &[RollKind::Combat], plus, 0)
    };
    assert_odds(&prophecy(cruiser()), &one(cruiser()), space(), duel(0.4, 0.4));
    assert_odds(&prophecy(fighter()), &one(cruiser()), space(), duel(0.3, 0.4));
    let supercharged = one(cruiser()).with(has(Ability::Supercharge));
    let first = after_one_round(0.5, 0.4, duel(0.4, 0.4));
    assert_odds(&supercharged, &one(cruiser()), space(), first);
    let sum = one(cruiser()).with(has(Ability::Supercharge)).better_by(2).better_by(1);
    let first = after_one_round(0.8, 0.4, duel(0.7, 0.4));
    assert_odds(&sum, &one(cruiser()), space(), first);
}

#[test]
fn t13_unrelenting_and_fragile_count_once_with_their_faction() {
    for (ability, faction, p) in [
        (Ability::Unrelenting, 1, 0.5),
        (Ability::Unrelenting, -1, 0.4),
        (Ability::Fragile, -1, 0.3),
        (Ability::Fragile, 1, 0.4),
    ] {
        let attacker = Ti4Fleet { bonuses: [faction; 2], ..one(cruiser()).with(has(ability)) };
        assert_odds(&attacker, &one(cruiser()), space(), duel(p, 0.4));
    }
}

#[test]
fn t13_bonuses_are_those_of_the_member_that_has_them() {
    let mut allies = side(&[(1, cruiser()), (1, destroyer())]);
    allies.groups[1].member = 1;
    let assails = |fleet: &Ti4Fleet, member| {
        let plus = RollChange::Bonus(1);
        fleet.clone().rolling(&UnitKind::ALL, &RollKind::ALL, plus, member)
    };
    // Two ships roll once against one that always hits and is hit once.
    let enemy = one(sure(UnitKind::Dreadnought));
    let expected = |cruiser: f64, destroyer: f64| {
        let misses = (1.0 - cruiser) * (1.0 - destroyer);
        [1.0 - misses, misses * cruiser, misses * (1.0 - cruiser)]
    };
    let fleet = assails(&allies, 0);
    assert_odds(&fleet, &enemy, space(), expected(0.5, 0.2));
    let fleet = assails(&allies, 1);
    assert_odds(&fleet, &enemy, space(), expected(0.4, 0.3));
}

#[test]
fn t22_tekklar_legion_helps_on_planets_and_harms_the_norr() {
    let legion = |unit| one(unit).with(has(Ability::TekklarLegion));
    assert_odds(&legion(infantry()), &one(infantry()), ground(), duel(0.4, 0.3));
    let norr = Ti4Fleet { is_norr: [true; 2], bonuses: [1; 2], ..one(infantry()) };
    assert_odds(&legion(infantry()), &norr, ground(), duel(0.4, 0.3));
    assert_odds(&legion(cruiser()), &one(cruiser()), space(), duel(0.4, 0.4));
}

/// Of a PDS at 6 and Mecatol Rex at 5, the planet rolls the extra dice.
#[test]
fn t27_extra_dice_go_to_the_best_value_even_without_a_unit() {
    let defender =
        |effects: Effects| side(&[(1, target(UnitKind::Cruiser)), (1, pds())]).with(effects);
    let none = Effects::default();
    let custodia = Ability::CustodiaVigilia;
    assert_shot(&none, &defender(all(&[custodia])), 1.0 - 0.5 * 0.4);
    let plasma = [custodia, Ability::PlasmaScoring];
    assert_shot(&none, &defender(all(&plasma)), 1.0 - 0.5 * 0.4 * 0.4);
    let three = [custodia, Ability::PlasmaScoring, Ability::TrrakanAunZulok];
    assert_shot(&none, &defender(all(&three)), 1.0 - 0.5 * 0.4_f64.powi(3));
    let four = [&three[..], &[Ability::StrikeWingAmbuscade]].concat();
    assert_shot(&none, &defender(all(&four)), 1.0 - 0.5 * 0.4_f64.powi(4));
}

/// The cannon roll is the first, so the barrage has one die. One hit each is made in combat, so
/// that the attacker wins if both fighters are gone before, and it is a draw if one is.
/// Elysium and Mecatol Rex fire at ships in their system, whoever attacks there.
#[test]
fn t27_a_planet_fires_for_the_attacker_too() {
    for (ability, miss) in [(Ability::Geoform, 0.064), (Ability::CustodiaVigilia, 0.4)] {
        let own = side(&[(1, cruiser())]).with(has(ability));
        let enemy = side(&[(1, fighter())]);
        // A round of combat ends with 0.32 + 0.08 + 0.12.
        let [win, draw, lose] = [0.32, 0.08, 0.12].map(|one| miss * one / 0.52);
        assert_odds(&own, &enemy, space(), [1.0 - miss + win, draw, lose]);
        assert_odds(&enemy, &own, space(), [lose, draw, 1.0 - miss + win]);
    }
}

#[test]
fn t27_strike_wing_ambuscade_is_used_in_the_first_roll() {
    let armed = Unit { cannon: roll(6, 1), barrage: roll(9, 1), ..sure(UnitKind::Destroyer) };
    let attacker = one(armed).with(has(Ability::StrikeWingAmbuscade));
    let fighters = side(&[(2, Unit { combat: roll(1, 1), ..fighter() })]);
    let win = 0.25 + 0.5 * 0.2;
    let draw = 0.5 * 0.8 + 0.25 * 0.2;
    assert_odds(&attacker, &fighters, space(), [win, draw, 1.0 - win - draw]);
}

#[test]
fn t27_dice_of_no_unit_are_rolled_without_units() {
    let none = Effects::default();
    let alone = one(target(UnitKind::Cruiser));
    for (ability, count, misses) in [
        (Ability::CustodiaVigilia, 1, 0.4),
        (Ability::Geoform, 1, 0.4_f64.powi(3)),
        (Ability::ExperimentalBattlestation, 1, 0.4_f64.powi(3)),
        (Ability::LightrailOrdnance, 2, 0.4_f64.powi(4)),
    ] {
        let defender = alone.clone().with(held(ability, count, None));
        assert_shot(&none, &defender, 1.0 - misses);
        // Antimass Deflectors work against them.
        let worse = 0.5_f64.powf(misses.log(0.4));
        assert_shot(&has(Ability::AntimassDeflectors), &defender, 1.0 - worse);
    }
}

#[test]
fn t50_nothing_fires_in_an_entropic_scar() {
    let scar = has(Ability::EntropicScar);
    let alone = one(target(UnitKind::Cruiser));
    for ability in [
        Ability::CustodiaVigilia,
        Ability::ExperimentalBattlestation,
        Ability::Geoform,
        Ability::LightrailOrdnance,
    ] {
        assert_shot(&scar, &alone.clone().with(has(ability)), 0.0);
    }
}

#[test]
fn t50_units_do_not_fire_while_a_quietus_lives_but_planets_do() {
    let quietus = Unit {
        text: Text { stops_abilities: true, ..Text::default() },
        ..ship(UnitKind::Flagship, 7)
    };
    let defender = side(&[(1, target(UnitKind::Cruiser)), (2, pds())]);
    assert_odds(&one(quietus), &defender, space(), [1.0, 0.0, 0.0]);
    let custodia = defender.with(has(Ability::CustodiaVigilia));
    assert_odds(&one(quietus), &custodia, space(), [0.4, 0.0, 0.6]);
    // A Quietus in space keeps the cannon of the planet silent as well.
    let landing = side(&[(1, infantry()), (1, quietus)]);
    assert_odds(&landing, &side(&[(1, infantry()), (2, pds())]), ground(), duel(0.3, 0.3));
}

#[test]
fn t57_some_abilities_stop_all_cannon() {
    let defender = side(&[(1, target(UnitKind::Cruiser)), (1, pds())]);
    let armed = defender.with(has(Ability::ExperimentalBattlestation));
    assert_shot(&has(Ability::SolarFlare), &armed, 0.0);
    // L4 Disruptors stop the cannon of the planet alone.
    assert_shot(&has(Ability::L4Disruptors), &armed, 1.0 - 0.5 * 0.4_f64.powi(3));
    let planet = side(&[(1, infantry()), (1, pds())]);
    let landing = one(infantry()).with(has(Ability::L4Disruptors));
    assert_odds(&landing, &planet, ground(), duel(0.3, 0.3));
}

#[test]
fn t57_linkships_fire_the_cannon_of_structures() {
    let linkship =
        |text| Unit { cannon: roll(6, 1), combat: None, text, ..ship(UnitKind::Destroyer, 9) };
    let links = Text { links: true, ..Text::default() };
    let shares = Text { shares_links: true, ..Text::default() };
    for (text, structures, dice) in [(links, 2, 2), (links, 5, 3), (shares, 1, 3), (shares, 0, 0)] {
        let effects = held(Ability::Linkship, structures, None);
        let defender = side(&[(3, linkship(text))]).with(effects);
        assert_shot(&Effects::default(), &defender, 1.0 - 0.5_f64.powi(dice));
    }
}

/// The dreadnought has the better chance of a hit. It is lost last, against a ship that always
/// hits.
#[test]
fn t28_the_extra_die_goes_to_the_best_chance_unless_a_unit_is_named() {
    let fleet = side(&[(1, ship(UnitKind::Dreadnought, 5)), (1, fighter())]);
    let enemy = one(sure(UnitKind::Cruiser));
    let expected = |misses: f64, p: f64| [1.0 - misses, misses * p, misses * (1.0 - p)];
    let viscount =
        |unit, count| Effects(vec![Effect { unit, count, ..Effect::of(Ability::ViscountUnlenn) }]);
    let fleet = |effects| fleet.clone().with(effects);
    let best = expected(0.4 * 0.4 * 0.8, 0.6);
    assert_odds(&fleet(viscount(None, 1)), &enemy, space(), best);
    let named = expected(0.4 * 0.8 * 0.8, 0.6);
    assert_odds(&fleet(viscount(Some(1), 1)), &enemy, space(), named);
    let both_rounds = expected(0.4 * 0.4 * 0.8, 1.0 - 0.4 * 0.4);
    assert_odds(&fleet(viscount(None, 2)), &enemy, space(), both_rounds);
    let evelyn = one(infantry()).with(has(Ability::EvelynDelouis));
    let first = after_one_round(1.0 - 0.7 * 0.7, 0.3, duel(0.3, 0.3));
    assert_odds(&evelyn, &one(infantry()), ground(), first);
}

#[test]
fn t28_each_member_has_the_extra_die_of_its_own_agent() {
    let mut allies = side(&[(1, ship(UnitKind::Dreadnought, 5)), (1, fighter())]);
    allies.groups[1].member = 1;
    let agent = |member| Effect { member, ..Effect::of(Ability::ViscountUnlenn) };
    let allies = allies.with(Effects(vec![agent(0), agent(1)]));
    let misses = 0.4 * 0.4 * 0.8 * 0.8;
    let expected = [1.0 - misses, misses * 0.6, misses * 0.4];
    assert_odds(&allies, &one(sure(UnitKind::Cruiser)), space(), expected);
}

/// Two types give the dreadnought +2. It has +1 when the fighter is lost.
#[test]
fn t28_gravleash_maneuvers_counts_types_anew_each_round() {
    let fleet = side(&[(1, ship(UnitKind::Dreadnought, 5)), (1, fighter())]);
    let fleet = fleet.with(has(Ability::GravleashManeuvers));
    let misses = 0.2 * 0.8;
    let expected = [1.0 - misses, misses * 0.7, misses * 0.3];
    assert_odds(&fleet, &one(sure(UnitKind::Cruiser)), space(), expected);
}

#[test]
fn t30_the_crown_of_thalnos_rolls_misses_again_where_nothing_is_risked() {
    let crowned = one(flagship(Text::default())).with(has(Ability::CrownOfThalnos));
    assert_two_hits(&crowned, 0.16 + 2.0 * 0.4 * 0.6 * 0.5);
    // A unit without a hit keeps its dice, unless they cannot miss with the bonus.
    let single = |hit| one(ship(UnitKind::Cruiser, hit)).with(has(Ability::CrownOfThalnos));
    let enemy = one(sure(UnitKind::Cruiser));
    assert_odds(&single(3), &enemy, space(), [0.0, 0.8, 0.2]);
    assert_odds(&single(2), &enemy, space(), [0.0, 1.0, 0.0]);
}

/// A bombardment by the owner of the planet hits the enemy, then the own forces, before the win is
/// looked at.
#[test]
fn t54_a_bombardment_of_the_own_planet_hits_both_sides() {
    let proxima =
        Effects(vec![Effect { optional: true, ..Effect::of(Ability::ProximaTargetingVi) }]);
    let defender = one(sure_infantry()).with(proxima);
    let hit = 1.0 - 0.7_f64.powi(3);
    let one_side = hit * (1.0 - hit);
    let expected = [one_side, 1.0 - 2.0 * one_side, one_side];
    assert_odds(&one(sure_infantry()), &defender, ground(), expected);
}

#[test]
fn t58_conventions_of_war_forbid_all_bombardment() {
    let conventions = has(Ability::ConventionsOfWar);
    let attacker = side(&[(1, infantry()), (2, dreadnought())]).with(has(Ability::Harrow));
    let defender = one(infantry()).with(&conventions);
    assert_odds(&attacker, &defender, ground(), duel(0.3, 0.3));
}

#[test]
fn t41_2ram_lets_ships_bombard_through_a_shield() {
    let shield = Unit { cannon: None, ..pds() };
    let attacker = side(&[(1, infantry()), (1, dreadnought())]);
    let defender = side(&[(1, infantry()), (1, shield)]);
    let [win, draw, lose] = duel(0.3, 0.3);
    assert_odds(&attacker, &defender, ground(), [win, draw, lose]);
    let expected = [0.6 + 0.4 * win, 0.4 * draw, 0.4 * lose];
    assert_odds(&attacker.with(has(Ability::TwoRam)), &defender, ground(), expected);
}

#[test]
fn t8_the_base_print_of_magen_keeps_the_enemy_down_for_one_round() {
    let planet = side(&[(1, infantry()), (1, Unit { cannon: None, ..pds() })]);
    let defender = planet.with(has(Ability::MagenDefenseGridBase));
    let first = after_one_round(0.0, 0.3, duel(0.3, 0.3));
    assert_odds(&one(infantry()), &defender, ground(), first);
    // Without a planetary shield it has no effect.
    let defender = one(infantry()).with(has(Ability::MagenDefenseGridBase));
    assert_odds(&one(infantry()), &defender, ground(), duel(0.3, 0.3));
}

/// Asserts figures on which public calculators agree to six digits.
#[track_caller]
fn assert_figures(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms, figures: [f64; 3]) {
    let found = outcomes(attacker, defender, terms);
    let is_close = found.iter().zip(figures).all(|(found, figure)| (found - figure).abs() < 1e-6);
    assert!(is_close, "{found:?} instead of {figures:?}");
}

/// Asserts figures of an ability that the attacker has.
#[track_caller]
fn assert_attackers(
    (ability, count): (Ability, u8),
    attacker: &[(u16, Unit)],
    defender: &[(u16, Unit)],
    terms: Ti4Terms,
    figures: [f64; 3],
) {
    let effects = held(ability, count, None);
    assert_figures(&side(attacker).with(effects), &side(defender), terms, figures);
}

#[test]
fn figures_of_dice_in_space_agree_with_other_calculators() {
    let (dn, cr) = (dreadnought(), cruiser());
    let able = Text { improves_dice: true, ..Text::default() };
    let hacan = Unit { sustains: true, ..flagship(able) };
    let mixed = [(1, war_sun()), (1, cr), (1, destroyer()), (2, fighter())];
    let own_dice = Effects(vec![Effect { optional: false, ..Effect::of(Ability::WarFunding) }]);
    let three = side(&[(3, cr)]);
    let figures = [0.661_189_943, 0.077_404_154, 0.261_405_903];
    assert_figures(&three.clone().with(own_dice), &three, space(), figures);
    for (ability, attacker, defender, figures) in [
        // The figures are those of five rounds that are paid for.
        (
            (Ability::MunitionsReserves, 5),
            &[(2, dn)][..],
            &[(2, dn)][..],
            [0.721_547_837, 0.153_677_982, 0.124_774_181],
        ),
        (
            (Ability::ViscountUnlenn, 1),
            &[(2, dn)],
            &[(2, dn)],
            [0.605_951_029, 0.107_021_726, 0.287_027_245],
        ),
        ((Ability::GravleashManeuvers, 1), &mixed, &[(3, dn)], [0.985_667_277, 0.014_332_723, 0.0]),
        (
            (Ability::WrathOfKenara, 3),
            &[(1, hacan), (2, cr)],
            &[(3, cr), (1, dn)],
            [0.379_290_582, 0.121_808_584, 0.498_900_834],
        ),
        (
            (Ability::Supercharge, 1),
            &[(2, cr)],
            &[(3, cr)],
            [0.158_668_105, 0.054_577_573, 0.786_754_322],
        ),
        (
            (Ability::TheThundarian, 1),
            &[(3, cr)],
            &[(3, cr)],
            [0.577_832_592, 0.057_459_382, 0.364_708_026],
        ),
        (
            (Ability::CrownOfThalnos, 1),
            &[(2, dn)],
            &[(2, dn)],
            [0.437_918_937, 0.124_162_127, 0.437_918_937],
        ),
        (
            (Ability::HeartOfIxth, 1),
            &[(2, cr)],
            &[(2, cr)],
            [0.531_940_761, 0.132_366_841, 0.335_692_398],
        ),
    ] {
        assert_attackers(ability, attacker, defender, space(), figures);
    }
}

/// Rickar Rickani, Imperator with two Supports for the Throne, Aroz Hollow, Assail and Prophecy of
/// Ixth.
#[test]
fn figures_of_bonuses_agree_with_other_calculators() {
    let (dn, cr) = (dreadnought(), cruiser());
    let (every, combat) = (&UnitKind::ALL[..], &[RollKind::Combat][..]);
    let fighters = &[UnitKind::Fighter][..];
    for (kinds, rolls, bonus, attacker, defender, figures) in [
        (
            every,
            combat,
            2,
            &[(3, cr)][..],
            &[(3, cr)][..],
            [0.697_235_065, 0.087_764_515, 0.215_000_42],
        ),
        (every, combat, 2, &[(2, cr)], &[(3, cr)], [0.247_633_954, 0.086_587_23, 0.665_778_816]),
        (
            every,
            combat,
            1,
            &[(2, dn), (2, cr)],
            &[(2, dn), (2, cr)],
            [0.636_354_895, 0.071_681_047, 0.291_964_058],
        ),
        (
            every,
            &RollKind::ALL,
            1,
            &[(2, cr), (1, destroyer())],
            &[(2, cr), (3, fighter()), (1, carrier())],
            [0.147_330_542, 0.015_526_486, 0.837_142_972],
        ),
        (
            fighters,
            combat,
            1,
            &[(5, fighter()), (1, carrier())],
            &[(3, cr)],
            [0.938_440_007, 0.005_864_491, 0.055_695_503],
        ),
    ] {
        let attacker = side(attacker).rolling(kinds, rolls, RollChange::Bonus(bonus), 0);
        assert_figures(&attacker, &side(defender), space(), figures);
    }
}

#[test]
fn figures_of_unit_abilities_agree_with_other_calculators() {
    let (cr, dd) = (cruiser(), destroyer());
    let keleres = Unit { sustains: true, ..flagship(Text::default()) };
    let many = [(5, fighter()), (1, carrier())];
    for (ability, attacker, defender, figures) in [
        (
            Ability::TrrakanAunZulok,
            &[(2, destroyer2()), (1, cr)][..],
            &many[..],
            [0.782_027_147, 0.019_684_077, 0.198_288_775],
        ),
        (Ability::AgnlanOln, &[(2, dd)], &many, [0.049_915_202, 0.005_823_073, 0.944_261_725]),
        (
            Ability::MetaliVoidArmaments,
            &[(2, cr)],
            &[(4, fighter()), (1, carrier())],
            [0.340_367_604, 0.035_222_985, 0.624_409_411],
        ),
        (
            Ability::SolarFlare,
            &[(2, cr)],
            &[(2, cr), (3, Unit { cannon: roll(5, 1), ..pds() })],
            [0.443_089_736, 0.113_820_528, 0.443_089_736],
        ),
    ] {
        assert_attackers((ability, 1), attacker, defender, space(), figures);
    }
    for (abilities, attacker, defender, figures) in [
        (
            held(Ability::CustodiaVigilia, 1, None),
            &[(2, cr)][..],
            &[(1, keleres)][..],
            [0.156_077_242, 0.101_576_765, 0.742_345_993],
        ),
        (
            held(Ability::Geoform, 1, None),
            &[(2, cr), (1, dd)],
            &[(1, cr)],
            [0.479_915_604, 0.121_633_758, 0.398_450_638],
        ),
        (
            held(Ability::ExperimentalBattlestation, 1, None),
            &[(2, cr), (1, dd)],
            &[(2, cr)],
            [0.207_566_705, 0.055_986_619, 0.736_446_676],
        ),
        (
            held(Ability::LightrailOrdnance, 2, None),
            &[(2, cr)],
            &[(1, cr)],
            [0.080_261_224, 0.039_575_51, 0.880_163_265],
        ),
        (
            held(Ability::ScrambleFrequency, 1, None),
            &[(2, cr), (2, destroyer2())],
            &[(6, fighter()), (2, carrier())],
            [0.498_181_018, 0.019_530_405, 0.482_288_578],
        ),
        (
            all(&[Ability::TrrakanAunZulok, Ability::PlasmaScoring]),
            &[(3, cr)],
            &[(2, cr), (2, pds())],
            [0.188_346_702, 0.048_446_192, 0.763_207_106],
        ),
    ] {
        assert_figures(&side(attacker), &side(defender).with(abilities), space(), figures);
    }
}

#[test]
fn figures_of_dice_on_planets_agree_with_other_calculators() {
    let inf = infantry();
    let norr = Ti4Fleet { bonuses: [1; 2], ..side(&[(3, inf)]) };
    let weave = norr.with(has(Ability::ValkyrieParticleWeave));
    let figures = [0.599_764_8, 0.171_530_659, 0.228_704_541];
    assert_figures(&weave, &side(&[(4, inf)]), ground(), figures);
    for (ability, attacker, defender, figures) in [
        (
            Ability::EvelynDelouis,
            &[(3, inf)][..],
            &[(3, inf)][..],
            [0.554_812_444, 0.044_409_389, 0.400_778_167],
        ),
        (
            Ability::TekklarLegion,
            &[(3, inf)],
            &[(4, inf)],
            [0.323_944_394, 0.039_845_227, 0.636_210_379],
        ),
        (
            Ability::L4Disruptors,
            &[(3, inf), (1, mech())],
            &[(3, inf), (2, pds())],
            [0.955_428_913, 0.009_818_356, 0.034_752_73],
        ),
        (
            Ability::ConventionsOfWar,
            &[(3, inf), (2, dreadnought())],
            &[(4, inf)],
            [0.198_305_496, 0.025_348_201, 0.776_346_304],
        ),
    ] {
        assert_attackers((ability, 1), attacker, defender, ground(), figures);
    }
}

#[test]
fn figures_of_harrow_agree_with_other_calculators() {
    let inf = infantry();
    let attacker = side(&[(2, inf), (2, dreadnought())]);
    let none = Effects::default();
    for (ability, defender, held_by_defender, figures) in [
        (None, &[(4, inf)][..], none.clone(), [0.640_676_774, 0.139_838_473, 0.219_484_753]),
        (
            Some(Ability::TwoRam),
            &[(4, inf), (1, pds())],
            none.clone(),
            [0.442_612_926, 0.171_976_159, 0.385_410_914],
        ),
        (
            Some(Ability::PlasmaScoring),
            &[(4, inf)],
            has(Ability::Bunker),
            [0.337_535_473, 0.094_947_605, 0.567_516_922],
        ),
        (
            Some(Ability::X89BacterialWeapon),
            &[(5, inf)],
            none,
            [0.752_788_963, 0.127_524_462, 0.119_686_575],
        ),
    ] {
        let abilities: Vec<Ability> = [Ability::Harrow].into_iter().chain(ability).collect();
        let attacker = attacker.clone().with(all(&abilities));
        assert_figures(&attacker, &side(defender).with(held_by_defender), ground(), figures);
    }
}
