//! Star Chamber: every decision of `docs/rules/star-chamber.md`, and known figures.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::support::ask::{ask, assert_all, assert_is, wins};
use crate::support::star::Oracle;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::games::common::Labels;
use fleetodds::internals::games::star_chamber::rules::{
    StarEvent, StarForce, StarGroup, StarTerms, StarWeapon, add_figures, compile, draw, standoff,
    summarise,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::result::Summary;

/// Answers a combat of two forces, given as JSON, with settings.
#[track_caller]
fn combat(attacker: &str, defender: &str, setting: &str) -> Summary {
    forces(&[attacker, defender], setting)
}

/// Answers a combat of several forces.
#[track_caller]
fn forces(forces: &[&str], setting: &str) -> Summary {
    let sides = match forces {
        [attacker, defender] => format!(r#""attacker": {attacker}, "defender": {defender}"#),
        more => format!(r#""parties": [{}]"#, more.join(", ")),
    };
    ask(&format!(r#"{{"rules": "star-chamber", {sides}, "setting": {{{setting}}}}}"#))
}

/// Returns the mean remaining hull of a group.
fn hull(summary: &Summary, side: usize, group: usize) -> f64 {
    summary.sides[side].survivors[group].hull.unwrap().mean
}

fn wiped_out(summary: &Summary, side: usize) -> f64 {
    summary.sides[side].of_game.probability("wiped_out").unwrap()
}

fn leader_lost(summary: &Summary, side: usize) -> f64 {
    summary.sides[side].of_game.probability("leader_lost").unwrap()
}

/// Returns the probability that a group of one ship is lost.
fn lost(summary: &Summary, side: usize, group: usize) -> f64 {
    summary.sides[side].survivors[group].distribution[0]
}

/// Returns scouts that deal 7 damage each.
fn sevens(count: u32) -> String {
    format!(r#""{count} scout(alert=true) & leadership=3""#)
}

const TARGETS: &str = r#""cruiser(can_fire=false) + scout(can_fire=false)""#;

#[test]
fn weights_are_the_whole_hull_and_the_damage_taken() {
    let first = combat(&sevens(1), TARGETS, "");
    assert_is(hull(&first, 1, 0), 16.0 - 7.0 * 16.0 / 25.0);
    assert_is(hull(&first, 1, 1), 9.0 - 7.0 * 9.0 / 25.0);
    // A scout with 7 damage is hit with the same probability as a cruiser.
    let damaged = r#""cruiser(can_fire=false) + scout(can_fire=false, damaged=7)""#;
    let second = combat(&sevens(1), damaged, "");
    assert_is(hull(&second, 1, 0), 16.0 - 7.0 / 2.0);
    assert_is(lost(&second, 1, 1), 0.5);
}

#[test]
fn shots_of_seven_at_a_cruiser_and_a_scout() {
    for (shots, cruiser, scout) in [
        (2, 0.0, 9.0 / 50.0),
        (3, 23.0 / 65.0, 213.0 / 650.0),
        (4, 73.0 / 130.0, 57.0 / 130.0),
        (5, 1.0, 1.0),
    ] {
        let found = combat(&sevens(shots), TARGETS, "");
        assert_all(&[lost(&found, 1, 0), lost(&found, 1, 1)], &[cruiser, scout]);
    }
}

#[test]
fn a_shot_deals_more_when_alert_and_when_led() {
    let target = r#""cruiser(can_fire=false)""#;
    for (fleet, damage) in [
        ("scout", 4.0),
        ("scout(alert=true)", 6.0),
        ("scout & leadership=3", 5.0),
        ("scout(alert=true) & leadership=3", 7.0),
        ("scout & personae=[1,4,2]", 6.0),
    ] {
        let found = combat(&format!(r#""{fleet}""#), target, "");
        assert_is(hull(&found, 1, 0), 16.0 - damage);
    }
}

#[test]
fn shields_take_damage_first_and_do_not_count_as_weight() {
    let target = r#""scout(can_fire=false, shield=20) + scout(can_fire=false)""#;
    let found = combat(r#""scout""#, target, "");
    assert_is(hull(&found, 1, 0), 9.0);
    assert_is(hull(&found, 1, 1), 9.0 - 2.0);
    let broken = combat(r#""scout""#, r#""scout(can_fire=false, shield=3)""#, "");
    assert_is(hull(&broken, 1, 0), 8.0);
    let left = combat(r#""scout""#, r#""scout(can_fire=false, shield=3, shields_left=1)""#, "");
    assert_is(hull(&left, 1, 0), 6.0);
}

#[test]
fn s1_weapons_are_fired_in_their_rounds() {
    // The defender's weapon fires one round earlier, so the attacker never fires.
    let late = r#"{"groups": [{"class": "scout", "stats": {"hull": 1, "weapons": [{"type": "laser", "round": 2, "damage": 5}]}}]}"#;
    let found = combat(late, r#""scout(hull=1)""#, "");
    assert_all(&wins(&found), &[0.0, 1.0]);
    let last = combat(&late.replace('2', "9"), r#""scout(hull=1, weapons=none)""#, "");
    assert_all(&wins(&last), &[1.0, 0.0]);
}

#[test]
fn s1_a_ship_fires_all_its_weapons_of_a_round_and_then_the_next_ship() {
    // Each of two ships fires 9 + 1 at two targets of hull 9: 9, 1, 9, 1. In the other order, 9, 9,
    // 1, 1, both would certainly be destroyed.
    let attacker = r#""2 scout(weapons=[beam 9@1, laser 1@1])""#;
    let found = combat(attacker, r#""2 scout(can_fire=false, hull=9)""#, "");
    // After 9 and 1, one target is left with hull 8, which 9 destroys.
    assert_is(wiped_out(&found, 1), 1.0);
    let three = combat(attacker, r#""3 scout(can_fire=false, hull=9)""#, "");
    // The second shot damages one of two ships, which then weighs 10. The third destroys the
    // damaged one or the whole one, and the last hits the remaining ship.
    assert_is(three.sides[1].survivors[0].hull.unwrap().mean, {
        let damaged_first = 10.0 / 19.0;
        damaged_first * 8.0 + (1.0 - damaged_first) * 7.0
    });
}

/// Fires 9 points and 1 point at two targets of hull 9.
fn nine_and_one(order: &str) -> f64 {
    let attacker = r#""scout(weapons=beam 9@1) + scout(weapons=beam 1@1)""#;
    hull(&combat(attacker, r#""2 scout(can_fire=false)""#, order), 1, 0)
}

#[test]
fn s2_ships_fire_as_listed_or_in_any_order() {
    assert_is(nine_and_one(""), 8.0);
    assert_is(nine_and_one(r#""order": "listed""#), 8.0);
    let one_first = (10.0 * 9.0 + 9.0 * 8.0) / 19.0;
    assert_is(nine_and_one(r#""order": "random""#), (8.0 + one_first) / 2.0);
}

#[test]
fn s3_targets_are_drawn_among_all_other_forces() {
    let found = forces(
        &[r#""scout""#, r#""scout(can_fire=false)""#, r#""cruiser(can_fire=false) & neutral""#],
        "",
    );
    assert_is(hull(&found, 1, 0), 9.0 - 4.0 * 9.0 / 25.0);
    assert_is(hull(&found, 2, 0), 16.0 - 4.0 * 16.0 / 25.0);
    assert_is(hull(&found, 0, 0), 9.0);
    assert_is(found.standoff.probability, 1.0);
}

#[test]
fn s4_who_is_destroyed_before_its_turn_does_not_fire_and_overkill_is_lost() {
    let found = combat(r#""scout(hull=1, weapons=beam 99@1)""#, r#""2 scout(hull=1)""#, "");
    // One of the two is destroyed, and the other fires.
    assert_all(&wins(&found), &[0.0, 1.0]);
    assert_all(&found.sides[1].survivors[0].distribution, &[0.0, 1.0, 0.0]);
}

/// Returns the winner of a combat that the first shot decides.
fn first(attacker: &str, defender: &str) -> usize {
    let fleet = |options: &str| format!(r#""scout(hull=1) {options}""#);
    let found = combat(&fleet(attacker), &fleet(defender), "");
    let won = wins(&found);
    assert!(won == [1.0, 0.0] || won == [0.0, 1.0], "{won:?}");
    usize::from(won[1] == 1.0)
}

#[test]
fn s5_forces_fire_by_leadership_then_edge_then_tie_breaker() {
    assert_eq!(first("", ""), 0);
    assert_eq!(first("", "& leadership=1"), 1);
    assert_eq!(first("& leadership=4", "& leadership=5"), 1);
    assert_eq!(first("& leadership=5 & tie-breaker=9", "& leadership=4 & edge"), 0);
    assert_eq!(first("", "& edge"), 1);
    assert_eq!(first("& tie-breaker=-5", "& edge"), 1);
    assert_eq!(first("& tie-breaker=1", ""), 1);
    assert_eq!(first("& tie-breaker=1", "& tie-breaker=2"), 0);
    // Neutral ships go last among equals, whatever their tie-breaker.
    assert_eq!(first("& neutral", "& tie-breaker=7"), 1);
    assert_eq!(first("& neutral & tie-breaker=-7", ""), 1);
}

#[test]
fn s6_hull_damage_stays_and_shields_persist_or_are_restored() {
    let (one, shielded) = (r#""scout""#, r#""scout(can_fire=false, shield=4)""#);
    for (setting, left) in [
        (r#""turns": 2"#, 5.0),
        (r#""turns": 3"#, 1.0),
        (r#""turns": 3, "shields": "persist""#, 1.0),
        (r#""turns": 3, "shields": "restore""#, 9.0),
    ] {
        assert_is(hull(&combat(one, shielded, setting), 1, 0), left);
    }
    // Shields added by events are lost.
    let event = r#""events": [{"round": 1, "side": 1, "shield": 7}]"#;
    let added = format!(r#""turns": 3, "shields": "restore", {event}"#);
    assert_is(hull(&combat(one, shielded, &added), 1, 0), 9.0);
    assert_is(hull(&combat(one, shielded, &added.replace("restore", "persist")), 1, 0), 8.0);
}

#[test]
fn s6_a_series_ends_as_soon_as_fewer_than_two_forces_have_a_ship() {
    let found = combat(&sevens(1), r#""scout(can_fire=false)""#, r#""turns": 9"#);
    assert_all(&wins(&found), &[1.0, 0.0]);
    assert_all(&found.rounds.distribution, &[0.0, 0.0, 1.0]);
    let event =
        r#""turns": 9, "events": [{"turn": 2, "round": 9, "side": 0, "kill_leader": true}]"#;
    let too_late = combat(&sevens(1), r#""scout(can_fire=false)""#, event);
    assert_is(leader_lost(&too_late, 0), 0.0);
}

#[test]
fn turns_are_taken_also_when_nothing_happens() {
    let found = combat(r#""scout(weapons=none)""#, r#""scout(weapons=none)""#, r#""turns": 3"#);
    assert_all(&found.rounds.distribution, &[0.0, 0.0, 0.0, 1.0]);
    assert_is(found.standoff.probability, 1.0);
    let one = combat(r#""scout(weapons=none)""#, r#""scout(weapons=none)""#, "");
    assert_all(&one.rounds.distribution, &[0.0, 1.0]);
}

/// Answers a combat without fire, in which only events change hulls and leaders.
#[track_caller]
fn after(event: &str) -> Summary {
    let setting = format!(r#""turns": 2, "events": [{event}]"#);
    let defender = r#"{"groups": [{"class": "cruiser", "count": 2, "stats": {"can_fire": false}}, {"class": "scout", "stats": {"can_fire": false}}], "personae": [{"leadership": 2}]}"#;
    combat(r#""scout(weapons=none) & leadership=5""#, defender, &setting)
}

#[test]
fn s7_events_concern_a_side_a_group_or_a_ship() {
    let whole = after(r#"{"round": 1, "side": 1, "damage": 3}"#);
    assert_all(&[hull(&whole, 1, 0), hull(&whole, 1, 1)], &[26.0, 6.0]);
    let group = after(r#"{"round": 1, "side": 1, "group": 0, "damage": 3}"#);
    assert_all(&[hull(&group, 1, 0), hull(&group, 1, 1)], &[26.0, 9.0]);
    let ship = after(r#"{"round": 1, "side": 1, "group": 0, "ship": 1, "damage": 30}"#);
    assert_all(&ship.sides[1].survivors[0].distribution, &[0.0, 1.0, 0.0]);
    // The ship is already destroyed.
    let event = r#"{"round": 1, "side": 1, "group": 0, "ship": 1, "damage": 30}"#;
    let again = after(&format!("{event}, {}", event.replace("\"round\": 1", "\"round\": 2")));
    assert_all(&again.sides[1].survivors[0].distribution, &[0.0, 1.0, 0.0]);
}

#[test]
fn s7_events_happen_in_the_order_listed_before_anybody_fires() {
    let shield = r#"{"round": 3, "side": 1, "group": 1, "shield": 4}"#;
    let damage = r#"{"round": 3, "side": 1, "group": 1, "damage": 5}"#;
    assert_is(hull(&after(&format!("{shield}, {damage}")), 1, 1), 8.0);
    assert_is(hull(&after(&format!("{damage}, {shield}")), 1, 1), 4.0);
    let both = r#"{"round": 3, "side": 1, "group": 1, "damage": 5, "shield": 4}"#;
    assert_is(hull(&after(both), 1, 1), 8.0);
    // Crews are alert from round 1 on, the round in which beams fire.
    let alert = r#""events": [{"round": 1, "side": 0, "alert": true}]"#;
    let target = r#""cruiser(can_fire=false)""#;
    assert_is(hull(&combat(r#""scout""#, target, alert), 1, 0), 10.0);
    let late = alert.replace('1', "2");
    assert_is(hull(&combat(r#""scout""#, target, &late), 1, 0), 12.0);
    let calm = alert.replace("true", "false");
    assert_is(hull(&combat(r#""scout(alert=true)""#, target, &calm), 1, 0), 12.0);
}

#[test]
fn s7_all_events_of_a_round_happen_even_after_the_last_ship() {
    let both = r#"{"round": 1, "side": 1, "damage": 99}, {"round": 1, "side": 0, "damage": 99}"#;
    let found = after(both);
    assert_is(found.draw.probability, 1.0);
    assert_all(&[wiped_out(&found, 0), wiped_out(&found, 1)], &[1.0, 1.0]);
    let later = r#"{"round": 1, "side": 1, "damage": 99}, {"round": 2, "side": 0, "damage": 99}"#;
    assert_all(&wins(&after(later)), &[1.0, 0.0]);
}

#[test]
fn s8_leaders_are_named_anew_each_turn() {
    // The best is killed before the beams of turn 1, so there is no leader in that turn; the next
    // one leads in turn 2.
    let led = r#""scout & personae=[2,8]""#;
    let target = r#""cruiser(hull=99, can_fire=false)""#;
    let kill = r#"{"round": 1, "side": 0, "kill_leader": true}"#;
    let hull_after = |turns: u32, events: &str| {
        let setting = format!(r#""turns": {turns}, "events": [{events}]"#);
        let found = combat(led, target, &setting);
        assert_is(leader_lost(&found, 0), f64::from(u8::from(!events.is_empty())));
        hull(&found, 1, 0)
    };
    assert_is(hull_after(2, ""), 99.0 - 8.0 - 8.0);
    assert_is(hull_after(2, kill), 99.0 - 4.0 - 5.0);
    // There is no leader for the rest of the turn, so a second kill has no effect.
    let again = kill.replace("\"round\": 1", "\"round\": 2");
    assert_is(hull_after(2, &format!("{kill}, {again}")), 99.0 - 4.0 - 5.0);
    let second = kill.replace("{", "{\"turn\": 2, ");
    assert_is(hull_after(3, &format!("{kill}, {second}")), 99.0 - 4.0 - 4.0 - 4.0);
}

#[test]
fn s8_the_leader_dies_with_the_last_ship() {
    let found = combat(r#""scout(weapons=beam 9@1)""#, r#""scout & personae=[1,2]""#, "");
    // The defender fires first and does not destroy the attacker.
    assert_all(&[leader_lost(&found, 0), leader_lost(&found, 1)], &[0.0, 1.0]);
    // A persona with Leadership 0 does not lead.
    let nobody = combat(r#""scout(weapons=beam 9@1)""#, r#""scout & leadership=0""#, "");
    assert_all(&[wiped_out(&nobody, 1), leader_lost(&nobody, 1)], &[1.0, 0.0]);
    // When a leader is killed, the ships fight on without one.
    let event = r#""events": [{"round": 1, "side": 1, "kill_leader": true}]"#;
    let on = combat(r#""cruiser(weapons=none)""#, r#""scout & leadership=8""#, event);
    assert_is(hull(&on, 0, 0), 12.0);
}

#[test]
fn s9_damage_is_listed_ship_by_ship() {
    let shot = r#""scout""#;
    let found = combat(shot, r#""3 scout(can_fire=false, damaged=[7,2])""#, "");
    // Weights 16, 11 and 9; the first ship is destroyed if it is hit.
    assert_is(found.sides[1].survivors[0].distribution[2], 16.0 / 36.0);
    assert_is(hull(&found, 1, 0), 2.0 + 7.0 + 9.0 - (16.0 * 2.0 + 20.0 * 4.0) / 36.0);
}

#[test]
fn every_figure_is_there_also_when_it_is_0() {
    let found = combat(r#""scout""#, r#""scout""#, "");
    for side in &found.sides {
        let has = |name: &str| side.of_game.get(name).is_some();
        assert!(has("wiped_out") && has("leader_lost"));
        assert!(!has("retreated") && side.survivors[0].hull.is_some());
    }
    assert_eq!(found.house_rules, ["beams fire in round 1"]);
}

/// 20 ships need a larger state type than 12 do, with room to spare.
#[test]
fn many_ships_are_played_by_the_same_rules() {
    let found = combat(r#""10 scout(weapons=none) + scout""#, r#""9 scout(can_fire=false)""#, "");
    assert_is(hull(&found, 1, 0), 81.0 - 4.0);
    let most = r#""63 scout(weapons=none) + scout""#;
    let found = combat(most, r#""64 scout(can_fire=false)""#, "");
    assert_is(hull(&found, 1, 0), 64.0 * 9.0 - 4.0);
}

/// Random series of combats.
pub(crate) struct Dice(pub(crate) Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn up_to(&mut self, n: u64) -> u16 {
        self.below(n + 1) as u16
    }

    fn group(&mut self) -> StarGroup {
        let (count, hull) = (1 + self.up_to(1), 1 + self.up_to(7));
        let weapon =
            |dice: &mut Self| StarWeapon { round: 1 + dice.below(3) as u8, damage: dice.up_to(4) };
        let weapons = (0..self.below(3)).map(|_| weapon(self)).collect();
        let some = |dice: &mut Self| dice.below(u64::from(count) + 1);
        StarGroup {
            count,
            hull,
            shield: self.up_to(3),
            weapons,
            alert: self.one_in(3),
            can_fire: !self.one_in(5),
            damaged: (0..some(self)).map(|_| self.up_to(u64::from(hull) - 1)).collect(),
            shields_left: (0..some(self)).map(|_| self.up_to(4)).collect(),
        }
    }

    pub(crate) fn forces(&mut self) -> Vec<StarForce> {
        let force = |dice: &mut Self| StarForce {
            groups: (0..1 + dice.below(2)).map(|_| dice.group()).collect(),
            personae: (0..dice.below(3)).map(|_| dice.up_to(5)).collect(),
            tie_breaker: i32::from(dice.up_to(2)) - 1,
            ..StarForce::default()
        };
        let mut forces: Vec<StarForce> = (0..2 + self.below(2)).map(|_| force(self)).collect();
        let n = forces.len() as u64;
        if self.one_in(2) {
            forces[self.below(n) as usize].edge = true;
        }
        if self.one_in(3) {
            let neutral = &mut forces[self.below(n) as usize];
            let groups = std::mem::take(&mut neutral.groups);
            *neutral = StarForce { groups, is_neutral: true, ..StarForce::default() };
        }
        forces
    }

    pub(crate) fn terms(&mut self, forces: &[StarForce]) -> StarTerms {
        let turns = 1 + self.up_to(2);
        let event = |dice: &mut Self| {
            let force = dice.below(forces.len() as u64) as usize;
            let groups = &forces[force].groups;
            let group = dice.one_in(2).then(|| dice.below(groups.len() as u64) as usize);
            let ship = match group {
                Some(group) if dice.one_in(2) => {
                    Some(dice.below(u64::from(groups[group].count)) as usize)
                }
                _ => None,
            };
            StarEvent {
                turn: 1 + dice.below(u64::from(turns)) as u16,
                round: 1 + dice.below(4) as u8,
                force,
                group,
                ship,
                kills_leader: dice.one_in(3),
                shield: dice.up_to(2),
                damage: dice.up_to(3),
                alert: [None, Some(true), Some(false)][dice.below(3) as usize],
            }
        };
        StarTerms {
            turns,
            restores_shields: self.one_in(2),
            shuffles: self.one_in(2),
            events: (0..self.below(4)).map(|_| event(self)).collect(),
        }
    }
}

/// Compares random series with the oracle, which follows the rulebook to the letter.
fn agree(series: usize, seed: u64) {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut compared = 0;
    for _ in 0..series {
        let forces = dice.forces();
        let terms = dice.terms(&forces);
        let Some(known) = (Oracle { forces: &forces, terms: &terms, most: 300 }).series() else {
            continue;
        };
        let battle = compile::<256>(&forces, &terms).unwrap();
        let graph = crate::support::graph(&battle);
        let ends = absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &Control::default());
        let found = graph.odds(&battle, &ends.unwrap());
        let of_classes = |force: &StarForce| Labels {
            name: String::new(),
            fleet: String::new(),
            classes: vec![String::new(); force.groups.len()],
        };
        let labels: Vec<Labels> = forces.iter().map(of_classes).collect();
        let mut sides = summarise(&battle, &labels.iter().collect::<Vec<_>>(), &found);
        add_figures(&battle, &found, &mut sides);
        let assert_same = |found: f64, known: f64, what: &str| {
            assert!((found - known).abs() < 1e-9, "{what}: {found}, {known}: {forces:?} {terms:?}");
        };
        assert_same(draw(&battle, &found).probability, known.draw, "draw");
        assert_same(standoff(&battle, &found).probability, known.standoff, "standoff");
        for (turn, p) in known.turns.iter().enumerate() {
            let listed = found.rounds().distribution.get(turn).copied().unwrap_or(0.0);
            // A series that is over at the start still counts its first turn.
            if !battle.is_over(&battle.opening()) {
                assert_same(listed, *p, "turns");
            }
        }
        for (force, side) in sides.iter().enumerate() {
            assert_same(side.win.probability, known.alone[force], "alone");
            let share = |name: &str| side.of_game.probability(name).unwrap();
            assert_same(share("wiped_out"), known.wiped_out[force], "wiped out");
            assert_same(share("leader_lost"), known.leader_lost[force], "leader lost");
            for (group, left) in side.survivors.iter().enumerate() {
                assert_same(left.hull.unwrap().mean, known.hull[force][group], "hull");
                for (left, known) in left.distribution.iter().zip(&known.survivors[force][group]) {
                    assert_same(*left, *known, "survivors");
                }
            }
        }
        compared += 1;
    }
    assert!(compared > series / 3, "only {compared} of {series} could be compared");
}

#[test]
fn random_series_agree_with_the_rulebook() {
    agree(300, 1);
}

/// The long run; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_series_agree_with_the_rulebook() {
    agree(20_000, 2);
}
