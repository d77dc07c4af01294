//! Spaceship Battles: every decision of `docs/rules/spaceship-battles.md`, and known figures.

use crate::support::ask::{ask, ask_played, assert_all, assert_is, wins};
use fleetodds::internals::games::spaceship_battles::scenario::ShipCatalogue;
use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::{SideText, Source};

/// Answers a battle of two sides, given as groups and orders, with settings.
#[track_caller]
fn battle(attacker: &str, defender: &str, setting: &str) -> Summary {
    ask(&scenario(attacker, defender, setting))
}

fn scenario(attacker: &str, defender: &str, setting: &str) -> String {
    format!(
        r#"{{"rules": "spaceship-battles", "attacker": {{{attacker}}}, "defender": {{{defender}}},
            "setting": {{{setting}}}}}"#
    )
}

/// Answers a battle of a thousand turns.
#[track_caller]
fn endless(attacker: &str, defender: &str) -> Summary {
    ask_played(&scenario(attacker, defender, r#""range": 99"#), 1_000)
}

/// Returns the mean remaining hull of a side.
fn hull(summary: &Summary, side: usize) -> f64 {
    summary.sides[side].survivors.iter().map(|group| group.hull.unwrap().mean).sum()
}

/// Returns the expected damage of `dice` dice less `off`, by counting all rolls.
fn damage(dice: u32, off: u32) -> f64 {
    let mut rolls = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0; rolls.len() + 6];
        for (sum, n) in rolls.iter().enumerate() {
            (1..=6).for_each(|face| next[sum + face] += n);
        }
        rolls = next;
    }
    let through = |(sum, n): (usize, &u64)| (sum as u64).saturating_sub(u64::from(off)) * n;
    rolls.iter().enumerate().map(through).sum::<u64>() as f64 / 6f64.powi(dice as i32)
}

/// Returns one group of the biggest size, which has no deduction, at the slowest speed.
fn group(weapon: &str, field: u32, more: &str) -> String {
    format!(
        r#""groups": [{{"size": "A", "speed": "H", "field": {field}, "weapon": "{weapon}" {more}}}]"#
    )
}

/// Returns a target that does not act.
fn target(field: u32, more: &str) -> String {
    group("1d6", field, more) + r#", "play": {"power": {"field": 3, "engines": 3}}"#
}

/// Returns the mean damage of a target in one turn with one attack phase in range.
#[track_caller]
fn hit(attacker: &str, defender: &str, ranges: [u32; 4]) -> f64 {
    let found = battle(attacker, defender, &format!(r#""range": {ranges:?}, "turns": 1"#));
    60.0 - hull(&found, 1)
}

/// Only phase 3 is in range, without deduction.
const FIRST: [u32; 4] = [3, 99, 99, 99];

#[test]
fn duels_of_one_row() {
    for (weapon, dice, field, mean) in [
        ("9d6", 9, 5, 16.500),
        ("5d6", 5, 4, 5.618),
        ("4d6", 4, 3, 5.097),
        ("3d6", 3, 2, 4.569),
        ("2d6", 2, 1, 4.028),
        ("1d6", 1, 0, 3.500),
    ] {
        let found = hit(&group(weapon, 0, ""), &target(field, ""), FIRST);
        assert_is(found, damage(dice, 3 * field));
        assert!((found - mean).abs() < 0.000_6, "{weapon}: {found}");
    }
}

#[test]
fn the_printed_example_costs_400_points() {
    let example = r#""groups": [{"size": "A", "speed": 10, "field": 5, "weapon": "5d6", "special": ["torpedoes", "aft"]}]"#;
    let found = battle(example, r#""fleet": "printed-example + 2 c""#, r#""turns": 1"#);
    assert_eq!(found.sides[0].of_game.get("points").unwrap(), 400);
    assert_eq!(found.sides[1].of_game.get("points").unwrap(), 600);
}

#[test]
fn b1_the_movement_table_has_the_row_counts_of_the_page() {
    let catalogue = ShipCatalogue::new(&[]).unwrap();
    let moves = |phase| catalogue.speeds.iter().filter(move |s| s.numbers.contains(&phase));
    let counts: Vec<usize> = (1..=12).map(|phase| moves(phase).count()).collect();
    assert_eq!(counts, [6, 9, 6, 7, 3, 10, 7, 3, 10, 5, 9, 3]);
    let by_speed: Vec<usize> = catalogue.speeds.iter().map(|s| s.numbers.len()).collect();
    assert_eq!(by_speed, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
}

#[test]
fn b2_ranges_and_speeds_are_deducted() {
    for (range, off) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)] {
        let found = hit(&group("4d6", 0, ""), &target(2, ""), [range, 99, 99, 99]);
        assert_is(found, damage(4, 6 + off));
    }
    assert_is(hit(&group("4d6", 0, ""), &target(2, ""), [13, 99, 99, 99]), 0.0);
    // Of the two deductions of one ship only the larger applies; those of the two ships are added.
    let fast = |speed: u32| {
        group("4d6", 0, "").replace(r#""H""#, "10")
            + &format!(r#", "play": {{"power": {{"engines": 3, "weapons": 3}}, "speed": {speed}}}"#)
    };
    for (speed, off) in [(3, 0), (4, 1), (7, 1), (8, 3), (10, 3)] {
        assert_is(hit(&fast(speed), &target(2, ""), FIRST), damage(4, 6 + off));
        let moving =
            fast(speed).replace("weapons", "field").replace(r#""field": 0"#, r#""field": 2"#);
        assert_is(hit(&group("4d6", 0, ""), &moving, FIRST), damage(4, 6 + off));
    }
    assert_is(hit(&fast(10), &fast(4), FIRST), damage(4, 4));
}

#[test]
fn small_targets_are_hard_to_hit() {
    for (size, hull_points, off) in [("C", 36, 0), ("D", 24, 1), ("E", 12, 2), ("F", 6, 3)] {
        let small = target(0, "").replace("\"A\"", &format!("\"{size}\""));
        let attacker = group("1d6", 0, "");
        let setting = format!(r#""range": {FIRST:?}, "turns": 1"#);
        let left = hull(&battle(&attacker, &small, &setting), 1);
        assert_is(f64::from(hull_points) - left, damage(1, off));
    }
}

/// Answers a battle on a map of 20 by 20, with one ship on each side.
#[track_caller]
fn on_map(sides: [(&str, &str, &str); 2], setting: &str) -> Summary {
    let side = |(figures, place, play): (&str, &str, &str)| {
        let figures = format!(r#"{figures}, "ships": [{place}]"#);
        group("2d6", 0, &figures) + &format!(r#", "play": {{{play}}}"#)
    };
    let map = format!(r#""map": {{"width": 20, "height": 20 {setting}}}, "turns": 1"#);
    battle(&side(sides[0]), &side(sides[1]), &map)
}

/// Orders of a ship that stays, and of one that stays and never fires.
const HOLDS: &str = r#""doctrine": "hold""#;
const IDLE: &str = r#""doctrine": "hold", "power": {"engines": 3}"#;

/// Returns the damage in one turn of four attacks, from one place at another.
#[track_caller]
fn fired(from: &str, to: &str, setting: &str) -> f64 {
    60.0 - hull(&on_map([("", from, HOLDS), ("", to, IDLE)], setting), 1)
}

#[test]
fn b3_diagonals_count_as_one_space_or_as_two() {
    let (from, to) = (r#"{"at": [2, 2], "heading": "N"}"#, r#"{"at": [5, 5], "heading": "N"}"#);
    assert_is(fired(from, to, ""), 4.0 * damage(2, 0));
    assert_is(fired(from, to, r#", "range": "diagonal""#), 4.0 * damage(2, 0));
    assert_is(fired(from, to, r#", "range": "orthogonal""#), 4.0 * damage(2, 1));
}

#[test]
fn b4_an_aimed_attack_damages_the_hull_too() {
    let aimed = group("9d6", 0, "") + r#", "play": {"aim": "weapons"}"#;
    assert_is(hit(&aimed, &target(2, ""), FIRST), damage(9, 9));
}

#[test]
fn b5_a_field_is_worth_its_type_times_its_factor() {
    for points in 0..=3 {
        let defender = group("1d6", 4, "")
            + &format!(r#", "play": {{"power": {{"field": {points}, "engines": 3}}}}"#);
        assert_is(hit(&group("5d6", 0, ""), &defender, FIRST), damage(5, 4 * points));
    }
}

#[test]
fn b6_dice_follow_the_factor() {
    for (weapon, dice) in [
        ("9d6", [3, 6, 9]),
        ("5d6", [2, 4, 5]),
        ("4d6", [2, 3, 4]),
        ("3d6", [1, 2, 3]),
        ("2d6", [1, 2, 2]),
        ("1d6", [1, 1, 1]),
    ] {
        for (factor, dice) in (1..).zip(dice) {
            let attacker = group(weapon, 0, "")
                + &format!(r#", "play": {{"power": {{"weapons": {factor}}}}}"#);
            assert_is(hit(&attacker, &target(0, ""), FIRST), damage(dice, 0));
        }
    }
}

/// Returns the deduction for a fast target at its highest allowed speed.
fn deduction(speed: u32, engines: u32) -> f64 {
    let defender = group("1d6", 0, "").replace(r#""H""#, &speed.to_string())
        + &format!(r#", "play": {{"power": {{"engines": {engines}}}}}"#);
    damage(4, 0) - hit(&group("4d6", 0, ""), &defender, FIRST)
}

#[test]
fn b7_the_factor_of_the_engines_caps_the_speed() {
    // Hyper 10 is 12 steps: 8 steps are hyper 6, 4 steps hyper 2. Hyper 4 deducts 1, hyper 8
    // deducts 3.
    for (engines, off) in [(3, 3.0), (2, 1.0), (1, 0.0), (0, 0.0)] {
        assert_is(deduction(10, engines), off);
    }
    // Hyper 7 is 9 steps: 6 steps are hyper 4.
    assert_is(deduction(7, 2), 1.0);
    assert_is(deduction(6, 2), 0.0);
}

#[test]
fn b8_weapons_bear_forward_and_aft_ones_all_round() {
    let from = |heading: &str| format!(r#"{{"at": [5, 5], "heading": "{heading}"}}"#);
    let to = |x: u32, y: u32| format!(r#"{{"at": [{x}, {y}], "heading": "N"}}"#);
    let all = 4.0 * damage(2, 0);
    assert_is(fired(&from("N"), &to(7, 5), ""), all);
    assert_is(fired(&from("N"), &to(5, 4), ""), 0.0);
    assert_is(fired(&from("S"), &to(8, 4), ""), all);
    assert_is(fired(&from("W"), &to(6, 7), ""), 0.0);
    assert_is(fired(&from("E"), &to(6, 7), ""), all);
    let aft = (r#", "special": ["aft"]"#, &from("W")[..], HOLDS);
    assert_is(60.0 - hull(&on_map([aft, ("", &to(6, 7), IDLE)], ""), 1), all);
}

#[test]
fn b9_torpedoes_and_missiles_are_extra_attacks() {
    let armed = |special: &str, weapons: u32| {
        group("4d6", 0, &format!(r#", "special": ["{special}"]"#))
            + &format!(r#", "play": {{"power": {{"weapons": {weapons}}}}}"#)
    };
    // Torpedoes fire in phase 12 with all dice and no deduction for range, even if the weapons have
    // no power.
    let last = [99, 99, 99, 12];
    assert_is(hit(&armed("torpedoes", 0), &target(2, ""), last), damage(4, 6));
    assert_is(hit(&armed("torpedoes", 1), &target(2, ""), last), damage(4, 6) + damage(2, 9));
    assert_is(hit(&armed("torpedoes", 0), &target(2, ""), [3, 3, 3, 13]), 0.0);
    // Missiles fire in phase 6 with half the dice, rounded up, and with the deduction for range.
    let second = [99, 8, 99, 99];
    assert_is(hit(&armed("missiles", 0), &target(1, ""), second), damage(2, 5));
    assert_is(hit(&armed("missiles", 3), &target(1, ""), second), damage(2, 5) + damage(4, 5));
    let three = armed("missiles", 0).replace("4d6", "5d6");
    assert_is(hit(&three, &target(0, ""), second), damage(3, 2));
}

#[test]
fn b10_an_invisible_ship_makes_no_attacks_and_is_hard_to_hit() {
    let device = r#", "special": ["invisibility", "torpedoes"]"#;
    let hidden = |field: u32| {
        group("9d6", field, device) + r#", "play": {"invisible": true, "priority": ["field"]}"#
    };
    assert_is(hit(&hidden(0), &target(0, ""), [0; 4]), 0.0);
    assert_is(hit(&group("4d6", 0, ""), &hidden(2), FIRST), damage(4, 6 + 6));
    // Eight points may be requested, but seven are available.
    let all = group("1d6", 4, device)
        + r#", "play": {"invisible": true, "priority": ["engines", "weapons"],
               "power": {"engines": 3, "weapons": 3, "field": 2}}"#;
    assert_is(hit(&group("9d6", 0, ""), &all, FIRST), damage(9, 4 + 6));
    // The point is taken first: with critical damage one point is left, for the field.
    let damaged = hidden(2).replace(r#""field": 2"#, r#""field": 2, "damaged": [45]"#);
    let setting = format!(r#""range": {FIRST:?}, "turns": 1"#);
    let left = hull(&battle(&group("1d6", 0, ""), &damaged, &setting), 1);
    assert_is(15.0 - left, damage(1, 2 + 6));
}

#[test]
fn b11_systems_are_served_in_order_of_priority() {
    // Serious damage leaves 5 points: by default weapons 3, field 2.
    let serious =
        |play: &str| group("4d6", 3, r#", "damaged": [30]"#) + &format!(r#", "play": {{{play}}}"#);
    let setting = format!(r#""range": {FIRST:?}, "turns": 1"#);
    let both = |play: &str| {
        let found = battle(&group("4d6", 0, ""), &serious(play), &setting);
        [60.0 - hull(&found, 0), 30.0 - hull(&found, 1)]
    };
    assert_all(&both(""), &[damage(4, 0), damage(4, 6)]);
    assert_all(&both(r#""priority": ["field"]"#), &[damage(3, 0), damage(4, 9)]);
    assert_all(&both(r#""priority": ["engines", "field"]"#), &[0.0, damage(4, 6)]);
    // Points freed by a low best factor are not moved to systems that got less than requested.
    let broken = r#", "factors": {"weapons": 1}"#;
    let one = group("4d6", 3, broken) + r#", "play": {"power": {"weapons": 3, "field": 2}}"#;
    let found = battle(&group("4d6", 0, ""), &one, &setting);
    assert_all(&[60.0 - hull(&found, 0), 60.0 - hull(&found, 1)], &[damage(2, 0), damage(4, 6)]);
}

#[test]
fn b11_a_field_of_type_0_takes_its_power_and_is_never_damaged() {
    // Serious damage leaves 5 points: 3 are wasted on the field and 2 are left for the weapons.
    let defender = group("4d6", 0, r#", "damaged": [30]"#)
        + r#", "play": {"priority": ["field"], "power": {"field": 3, "weapons": 3}}"#;
    let attacker = group("5d6", 0, "") + r#", "play": {"aim": "field"}"#;
    let setting = format!(r#""range": {FIRST:?}, "turns": 2"#);
    let found = battle(&attacker, &defender, &setting);
    // In turn 2 as in turn 1, unless 15 points make the damage critical.
    let serious = 1.0 - chance_of(5, 3 + 15);
    assert_is(60.0 - hull(&found, 0), damage(3, 0) * (1.0 + serious));
}

#[test]
fn b11_repair_rolls_begin_in_the_second_turn() {
    // Weapons at factor II roll 3 dice; from turn 2 on they are at III if a 6 was rolled.
    let broken = group("4d6", 0, r#", "factors": {"weapons": 2}"#);
    let damage_in = |turns: u32| {
        let setting = format!(r#""range": {FIRST:?}, "turns": {turns}"#);
        60.0 - hull(&battle(&broken, &target(3, ""), &setting), 1)
    };
    assert_is(damage_in(1), damage(3, 9));
    assert_is(damage_in(2), damage(3, 9) * 11.0 / 6.0 + damage(4, 9) / 6.0);
    // One system per ship is repaired: the first in order of priority.
    let both = group("4d6", 0, r#", "factors": {"weapons": 2, "engines": 1}"#)
        + r#", "play": {"priority": ["engines"], "power": {"weapons": 3}}"#;
    let setting = format!(r#""range": {FIRST:?}, "turns": 2"#);
    let found = battle(&both, &target(3, ""), &setting);
    assert_is(60.0 - hull(&found, 1), 2.0 * damage(3, 9));
}

#[test]
fn b12_a_system_that_is_hit_is_weaker_from_the_next_attack_phase_on() {
    let aimed = |count: u32| {
        group("5d6", 0, &format!(r#", "count": {count}"#)) + r#", "play": {"aim": "field"}"#
    };
    let unarmed = group("1d6", 1, "") + r#", "play": {"power": {"field": 3}}"#;
    // The field is worth 3 and aiming costs 3. After 6 points of damage or more, the field is worth
    // 2.
    let (first, drops) = (damage(5, 6), chance_of(5, 6 + 6));
    let second = drops * damage(5, 5) + (1.0 - drops) * damage(5, 6);
    assert_is(hit(&aimed(1), &unarmed, [0, 0, 99, 99]), first + second);
    // Two aimed hits in one phase are both reduced by the field's value at its start.
    assert_is(hit(&aimed(2), &unarmed, [0, 99, 99, 99]), 2.0 * first);
}

#[test]
fn b12_two_aimed_hits_in_one_phase_drop_two_steps() {
    let aimed = group("3d6", 0, r#", "count": 2"#) + r#", "play": {"aim": "field"}"#;
    let unarmed = group("1d6", 1, "") + r#", "play": {"power": {"field": 3}}"#;
    let found = battle(&aimed, &unarmed, r#""range": [0, 99, 99, 99], "turns": 2"#);
    // In the second turn the field has lost one step for each hit, except that one step is repaired
    // with probability 1/6.
    let p = chance_of(3, 6 + 6);
    let both = |factor: u32| 2.0 * damage(3, factor + 3);
    let repaired = |factor: u32| both(factor) * 5.0 / 6.0 + both(factor + 1) / 6.0;
    let second =
        (1.0 - p).powi(2) * both(3) + 2.0 * p * (1.0 - p) * repaired(2) + p * p * repaired(1);
    assert_is(60.0 - hull(&found, 1), both(3) + second);
}

/// Returns the probability that `dice` dice show at least `least`.
fn chance_of(dice: u32, least: u32) -> f64 {
    // The difference of the expected damages beyond two adjacent values is this probability.
    damage(dice, least - 1) - damage(dice, least)
}

#[test]
fn b13_captains_choose_whom_they_attack() {
    let three = |rule: &str| {
        let side = format!(
            r#""groups": [{{"size": "A", "speed": "H", "weapon": "1d6"}}], "play": {{"target": "{rule}"}}"#
        );
        let enemies = r#""groups": [
            {"size": "B", "speed": "H", "field": 0, "weapon": "1d6", "play": {"power": {"engines": 3}}},
            {"size": "C", "speed": "H", "field": 0, "weapon": "1d6", "damaged": [30], "play": {"power": {"engines": 3}}},
            {"size": "A", "speed": "H", "field": 0, "weapon": "1d6", "play": {"power": {"engines": 3}}}]"#;
        let found = battle(&side, enemies, &format!(r#""range": {FIRST:?}, "turns": 1"#));
        let left: Vec<f64> =
            found.sides[1].survivors.iter().map(|group| group.hull.unwrap().mean).collect();
        [48.0 - left[0], 6.0 - left[1], 60.0 - left[2]]
    };
    assert_all(&three("nearest"), &[3.5, 0.0, 0.0]);
    assert_all(&three("weakest"), &[0.0, 3.5, 0.0]);
    assert_all(&three("biggest"), &[0.0, 0.0, 3.5]);
}

#[test]
fn b13_who_is_destroyed_in_a_phase_still_attacks_in_it_and_never_after() {
    let weak = group("4d6", 0, r#", "damaged": [59]"#);
    let found = battle(&weak, &weak, r#""range": 0"#);
    assert_is(found.draw.probability, 1.0);
    assert_all(&found.rounds.distribution, &[0.0, 1.0]);
    let strong = group("4d6", 0, "");
    let found = battle(&weak, &strong, r#""range": 0"#);
    assert_all(&wins(&found), &[0.0, 1.0]);
    // With critical damage, two points are left for the weapons.
    assert_is(60.0 - hull(&found, 1), damage(3, 0));
}

#[test]
fn b14_what_lies_between_blocks() {
    let (from, to) = (r#"{"at": [2, 2], "heading": "N"}"#, r#"{"at": [2, 5], "heading": "N"}"#);
    let object = |x: u32, y: u32| format!(r#", "objects": [[{x}, {y}]]"#);
    let blocked = 4.0 * damage(2, 3);
    assert_is(fired(from, to, &object(2, 4)), blocked);
    assert_is(fired(from, to, &object(3, 4)), 4.0 * damage(2, 0));
    assert_is(fired(from, to, &object(2, 2)), 4.0 * damage(2, 0));
    assert_is(fired(from, to, &object(2, 6)), 4.0 * damage(2, 0));
    // A ship also blocks.
    let ships = r#", "count": 2, "ships": [{"at": [2, 2], "heading": "N"}, {"at": [2, 4], "heading": "S"}]"#;
    let attacker = group("2d6", 0, ships) + r#", "play": {"doctrine": "hold"}"#;
    let defender = group("1d6", 0, &format!(r#", "ships": [{to}]"#))
        + r#", "play": {"doctrine": "hold", "power": {"engines": 3}}"#;
    let map = r#""map": {"width": 20, "height": 20}, "turns": 1"#;
    assert_is(60.0 - hull(&battle(&attacker, &defender, map), 1), blocked);
}

#[test]
fn b14_a_speed_is_lowered_where_the_engines_no_longer_reach_it() {
    // Hyper 4 in turn 1, which deducts 1. In turn 2, serious damage lowers the speed.
    let speedy = group("1d6", 0, r#", "damaged": [29]"#).replace(r#""H""#, "4")
        + r#", "play": {"speed": 4, "power": {"engines": 3, "field": 3}, "priority": ["field", "engines"]}"#;
    let setting = format!(r#""range": {FIRST:?}, "turns": 2"#);
    let found = battle(&group("1d6", 0, ""), &speedy, &setting);
    // 31 hull points are light damage, with 7 points of power. A roll of 2 or more makes the damage
    // serious: 5 points, 2 of them for the engines, so two thirds of 6 steps: hyper 2.
    let (first, second) = (damage(1, 1), damage(1, 0) * 5.0 / 6.0 + damage(1, 1) / 6.0);
    assert_is(31.0 - hull(&found, 1), first + second);
}

#[test]
fn b15_a_ship_destroys_itself_and_all_around() {
    let bomb = group("1d6", 0, r#", "count": 2, "damaged": [50, 50]"#)
        + r#", "play": {"self_destruct": 10, "power": {"engines": 3}}"#;
    let calm = bomb.replace("\"self_destruct\": 10", "\"self_destruct\": 9");
    let ranges = |range: u32| format!(r#""range": [99, 99, 99, {range}], "turns": 1"#);
    for (range, dice) in [(0, 12), (1, 12), (2, 11), (8, 5), (12, 1)] {
        let found = battle(&bomb, &target(0, ""), &ranges(range));
        assert_is(found.sides[0].survivors[0].mean, 0.0);
        // Two blasts of at most 30 points each against 60, so no damage is lost as excess.
        if dice <= 5 {
            assert_is(60.0 - hull(&found, 1), 2.0 * damage(dice, 0));
        }
    }
    // The field counts; there is no deduction for range.
    let found = battle(&bomb, &target(1, ""), &ranges(12));
    assert_is(60.0 - hull(&found, 1), 2.0 * damage(1, 3));
    assert_is(battle(&bomb, &target(0, ""), &ranges(13)).sides[0].survivors[0].mean, 0.0);
    assert_is(battle(&calm, &target(0, ""), &ranges(8)).sides[0].survivors[0].mean, 2.0);
    // Friends are not spared: at range 0 the ship that stays is hit by 12 dice and has 10 points.
    let one = r#""groups": [
        {"size": "A", "speed": "H", "field": 0, "weapon": "1d6", "damaged": [50], "play": {"self_destruct": 10}},
        {"size": "A", "speed": "H", "field": 0, "weapon": "1d6", "damaged": [50]}]"#;
    let found = battle(one, &target(0, ""), &ranges(0));
    assert_is(found.sides[0].survivors[1].mean, 0.0);
}

#[test]
fn b16_four_ranges_repeat_and_a_battle_may_end_undecided() {
    let four = |ranges: &str, turns: u32| {
        let setting = format!(r#""range": {ranges}, "turns": {turns}"#);
        let found = battle(&group("1d6", 0, ""), &target(0, ""), &setting);
        assert_is(found.standoff.probability, 1.0);
        60.0 - hull(&found, 1)
    };
    assert_is(four("[3, 4, 8, 12]", 1), (0..4).map(|off| damage(1, off)).sum());
    assert_is(four("[3, 4, 8, 12]", 2), 2.0 * (0..4).map(|off| damage(1, off)).sum::<f64>());
    assert_is(four("8", 1), 4.0 * damage(1, 2));
    // If neither side can hurt the other, the battle never ends.
    let found = endless(&group("1d6", 0, ""), &target(5, ""));
    assert_is(found.standoff.probability, 1.0);
}

#[test]
fn b16_what_never_ends_goes_on_to_the_last_turn() {
    // The attacker cannot be hurt, and can hurt only one of the two defenders.
    let safe = r#""groups": [{"size": "F", "speed": "H", "field": 5, "weapon": "1d6"}]"#;
    let two = r#""groups": [{"size": "A", "speed": "H", "field": 0, "weapon": "1d6"},
                           {"size": "F", "speed": "H", "field": 5, "weapon": "1d6"}]"#;
    for turns in 1..3 {
        let setting = format!(r#""range": 3, "turns": {turns}"#);
        let found = battle(safe, two, &setting);
        assert_is(66.0 - hull(&found, 1), f64::from(4 * turns) * damage(1, 0));
        assert_is(found.standoff.probability, 1.0);
        assert_is(found.rounds.mean, f64::from(turns));
    }
    // A thousand turns without a shot.
    let found = endless(safe, safe);
    assert_is(found.rounds.mean, 1000.0);
    assert_is(found.rounds.distribution[1000], 1.0);
    // A repair can still change the result, so the battle must not end before the last turn.
    let broken = group("1d6", 0, r#", "factors": {"weapons": 0}"#);
    let found = battle(&broken, &target(0, ""), r#""range": [0, 99, 99, 99], "turns": 2"#);
    assert_is(60.0 - hull(&found, 1), damage(1, 0) / 6.0);
}

/// The damage shows the range to which a ship has moved.
#[test]
fn doctrines_take_ships_to_their_ranges() {
    let at = |x: u32, heading: &str| format!(r#"{{"at": [{x}, 10], "heading": "{heading}"}}"#);
    let go = |doctrine: &str, from: (u32, &str)| {
        let play = format!(r#""doctrine": {doctrine}, "power": {{"engines": 3, "weapons": 3}}"#);
        let figures = r#", "special": ["aft"]"#;
        let (from, to) = (at(from.0, from.1), at(19, "W"));
        let sides = [(figures, &from[..], &play[..]), ("", &to[..], IDLE)];
        let ship = |text: String| text.replace(r#""speed": "H""#, r#""speed": 3"#);
        let side = |(figures, place, play): (&str, &str, &str)| {
            ship(group("1d6", 0, &format!(r#"{figures}, "ships": [{place}]"#)))
                + &format!(r#", "play": {{{play}}}"#)
        };
        let map = r#""map": {"width": 20, "height": 20}, "turns": 1"#;
        60.0 - hull(&battle(&side(sides[0]), &side(sides[1]), map), 1)
    };
    // Hyper 3 moves in phases 2, 4, 6, 9 and 11: 1 space by phase 3, 3 by 6, 4 by 9, 5 by 12.
    let by_range = |ranges: [u32; 4]| -> f64 {
        let off = |range: u32| match range {
            0..=3 => 0,
            4..=7 => 1,
            8..=11 => 2,
            12 => 3,
            _ => 99,
        };
        ranges.iter().map(|range| damage(1, off(*range))).sum()
    };
    assert_is(go(r#""close""#, (12, "E")), by_range([6, 4, 3, 3]));
    assert_is(go(r#""hold""#, (12, "E")), by_range([7; 4]));
    // Turning round takes two moves.
    assert_is(go(r#""close""#, (12, "W")), by_range([7, 6, 5, 4]));
    assert_is(go(r#"{"keep": 5}"#, (12, "E")), by_range([6, 5, 5, 5]));
    // The ship moves away from the target, up to the wanted range.
    assert_is(go(r#"{"keep": 9}"#, (12, "W")), by_range([8, 9, 9, 9]));
    assert_is(go(r#"{"keep": 0}"#, (17, "E")), by_range([1, 0, 0, 0]));
}

#[test]
fn charts_of_a_scenario_take_the_place_of_house_rules() {
    let charts = r#""charts": {"fields": {"2": [1, 2, 4]}, "weapons": {"4d6": [1, 2, 3]}}"#;
    let setting = format!(r#""range": {FIRST:?}, "turns": 1, {charts}"#);
    let found = battle(&group("4d6", 0, ""), &target(2, ""), &setting);
    assert_is(60.0 - hull(&found, 1), damage(3, 4));
    let told = found.house_rules.join("; ");
    assert!(told.contains("fields as given") && told.contains("weapons as given"), "{told}");
    let found = battle(&group("4d6", 0, ""), &target(2, ""), &format!(r#""range": {FIRST:?}"#));
    let told = found.house_rules.join("; ");
    assert!(told.contains("force field") && told.contains("of the dice"), "{told}");
    assert!(!told.contains("missiles"), "{told}");
}

#[test]
fn three_ships_are_solved_exactly_at_a_fixed_range() {
    let found = battle(r#""fleet": "2 c & target=weakest""#, r#""fleet": "b""#, r#""range": 5"#);
    let sum = found.sides.iter().map(|side| side.win.probability).sum::<f64>();
    assert_is(sum + found.draw.probability + found.standoff.probability, 1.0);
    assert!(found.sides[0].win.is_exact());
}

#[test]
fn equal_fleets_are_as_likely_to_win() {
    let found = battle(r#""fleet": "2 d""#, r#""fleet": "2 d""#, "");
    let won = wins(&found);
    assert_is(won[0], won[1]);
    assert_is(hull(&found, 0), hull(&found, 1));
}

/// Attacks without effect lead from state to state in one long chain, which the tables of the walk
/// must not follow again and again.
#[test]
fn a_fight_without_effect_is_simulated_at_once() {
    let fight = ["fight", "40 d & aim=field", "2 f(field=0)", "--rules", "spaceship-battles"];
    let mut command = crate::support::program::fleetodds();
    command.args(fight).args(["--battles", "1"]);
    command.timeout(std::time::Duration::from_secs(30)).assert().success();
}

/// Reports show the figures of a group in the order in which the document gives them.
#[test]
fn figures_keep_the_order_of_the_document() {
    let summary = fleetodds::Fight::from_json(
        r#"{"rules": "spaceship-battles",
            "attacker": {"groups": [{"class": "e", "special": ["torpedoes"], "weapon": "5d6"}]},
            "defender": "e", "battles": 100}"#,
    )
    .and_then(|fight| fight.run())
    .unwrap();
    assert_eq!(summary.sides[0].fleet, "e(special=[torpedoes], weapon=5d6)");
}

/// Lists and screens show the figures of the catalogue for ships as they are printed alone.
#[test]
fn changed_ships_do_not_show_printed_figures() {
    let game = load(Rulebook::SpaceshipBattles, &[]).unwrap();
    let summary = |typed: &str| {
        let side = SideText::typed(&Source::new("fleet", typed)).unwrap();
        game.group_figures(&side).unwrap()[0].summary.clone()
    };
    assert_eq!(summary("2 c"), "hull 36, size C, speed 6, field 3, 4d6");
    assert_eq!(summary("2 c(damaged=[5])"), summary("2 c"));
    assert_eq!(summary("2 c(speed=8)"), "hull 36");
}
