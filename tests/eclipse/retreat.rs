//! Retreats, and battles that have begun. A comment with each figure shows the arithmetic.

use crate::support::ask::{
    ask, assert_all, assert_is, fate, fight, question, tiles, try_ask, wins,
};
use crate::support::of_game::SideFigures;
use fleetodds::internals::answer::{NoAnswer, Question};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::Engine;

/// Returns a side that plays by this retreat policy.
fn side(fleet: &str, retreat: &str) -> String {
    format!(r#"{{"fleet": "{fleet}", "play": {{"assign": "npc", "retreat": {retreat}}}}}"#)
}

const ATTACKER_MAY: &str = r#", "setting": {"retreat": {"attacker": true}}"#;
const BOTH_MAY: &str = r#", "setting": {"retreat": {"attacker": true, "defender": true}}"#;

/// A duel at 1/6 each. The attacker fires first, begins to retreat in round 2 and is gone in round
/// 3: it wins with 1/6, dies with 5/36 + 25/216, and gets away with 125/216.
fn turning_about(rules: &str) -> Summary {
    let attacker = side("interceptor(initiative=3)", r#"{"after_round": 1}"#);
    let defender = r#""interceptor(initiative=2)""#;
    ask(&format!(
        r#"{{"rules": "{rules}", "attacker": {attacker}, "defender": {defender} {ATTACKER_MAY}}}"#
    ))
}

#[test]
fn a_group_that_retreats_is_shot_at_until_it_leaves() {
    let summary = turning_about("eclipse");
    let [first, second, away] = [36.0 / 216.0, 55.0 / 216.0, 125.0 / 216.0];
    assert_all(&fate(&summary.sides[0]), &[first, away, second]);
    assert_all(&fate(&summary.sides[1]), &[second + away, 0.0, first]);
    // A ship that gets away is not lost, and counts as a survivor.
    assert_all(&summary.sides[0].survivors[0].distribution, &[second, first + away]);
    assert_is(summary.sides[0].cost.lost, 3.0 * second);
    // Won in round 1, destroyed in round 1 or 2, or gone in round 3.
    let rounds = [0.0, 36.0 + 30.0, 25.0, 125.0].map(|n: f64| n / 216.0);
    assert_all(&summary.rounds.distribution, &rounds);
}

/// One tile for taking part, but not for a side whose remaining ships have all retreated.
#[test]
fn who_retreats_with_all_his_ships_draws_no_tile_for_taking_part() {
    let summary = turning_about("eclipse");
    let draws = [125.0, 55.0, 36.0, 0.0, 0.0, 0.0].map(|n: f64| n / 216.0);
    assert_all(&tiles(&summary.sides[0]), &draws);
    let draws = [0.0, 36.0 + 125.0, 55.0, 0.0, 0.0, 0.0].map(|n: f64| n / 216.0);
    assert_all(&tiles(&summary.sides[1]), &draws);
}

/// In the second edition the attempt is enough to lose the tile. Ships destroyed in round 2 had
/// begun to retreat; ships destroyed in round 1 had not.
#[test]
fn in_the_second_edition_attempting_to_retreat_costs_the_tile() {
    let summary = turning_about("eclipse-2e");
    let draws = [125.0 + 25.0, 30.0, 36.0, 0.0, 0.0, 0.0].map(|n: f64| n / 216.0);
    assert_all(&tiles(&summary.sides[0]), &draws);
}

/// By default no side can retreat: a policy that would retreat has no effect, and a warning says
/// so.
#[test]
fn d4_nobody_retreats_where_nothing_is_said() {
    let attacker = side("interceptor(initiative=3)", r#"{"after_round": 0}"#);
    let summary = fight(&attacker, r#""interceptor(initiative=2)""#, "");
    assert_all(&fate(&summary.sides[0]), &[6.0 / 11.0, 0.0, 5.0 / 11.0]);
    assert!(summary.warnings[0].contains("it never retreats"), "{:?}", summary.warnings);
    for conditions in [r#"{"wormhole": false}"#, r#"{"disc": false}"#, r#"{"enemy_ships": true}"#] {
        let more = format!(r#", "setting": {{"retreat": {{"attacker": {conditions}}}}}"#);
        let summary = fight(&attacker, r#""interceptor(initiative=2)""#, &more);
        assert_is(summary.sides[0].retreated(), 0.0);
    }
}

#[test]
fn d5_a_tractor_beam_holds_its_owners_enemies() {
    let attacker = side("interceptor(initiative=3)", r#"{"after_round": 0}"#);
    let held = fight(&attacker, r#""interceptor(initiative=2) & tractor beam""#, ATTACKER_MAY);
    assert_all(&fate(&held.sides[0]), &[6.0 / 11.0, 0.0, 5.0 / 11.0]);
    // The attacker's own beam does not hold its ships.
    let own = side("interceptor(initiative=3) & tractor beam", r#"{"after_round": 0}"#);
    let free = fight(&own, r#""interceptor(initiative=2)""#, ATTACKER_MAY);
    assert_all(&fate(&free.sides[0]), &[0.0, 5.0 / 6.0, 1.0 / 6.0]);
}

#[test]
fn d4_starbases_and_orbitals_never_retreat() {
    let attacker = r#""interceptor(initiative=1)""#;
    for class in ["starbase", "exiles/orbital"] {
        let defender = side(
            &format!("{class}(cannons=1y, computer=0, hull=0, initiative=2)"),
            r#"{"after_round": 0}"#,
        );
        let summary = fight(attacker, &defender, BOTH_MAY);
        assert_all(&fate(&summary.sides[1]), &[6.0 / 11.0, 0.0, 5.0 / 11.0]);
        assert!(summary.warnings[0].contains("none of its ships can retreat"));
    }
    // Other ships may retreat from a fleet with a starbase.
    let defender =
        side("starbase(cannons=0, hull=0) + interceptor(cannons=0)", r#"{"after_round": 0}"#);
    let summary =
        fight(r#""interceptor(initiative=9, computer=9) & play=npc""#, &defender, BOTH_MAY);
    assert_is(summary.sides[1].survivors[0].distribution[0], 1.0);
    assert!(summary.sides[1].survivors[1].distribution[1] > 0.1);
}

/// Two ships against a die that destroys one per round with 5/6. With one ship left, the group
/// begins to retreat.
#[test]
fn at_few_ships_a_side_retreats() {
    let attacker =
        side("2 interceptor(cannons=1y, computer=-9, initiative=1)", r#"{"at_most": 1}"#);
    let defender = r#""starbase(cannons=1y, computer=9, hull=60, initiative=5)""#;
    let summary = fight(&attacker, defender, ATTACKER_MAY);
    // The defender fires first and destroys one ship with p = 5/6. The other begins to retreat at
    // once, is fired at once more, and is gone. The probability that the starbase is destroyed in
    // time is negligible.
    let away = 1.0 / 6.0;
    assert!((summary.sides[0].retreated() - away).abs() < 1e-12);
    let left = &summary.sides[0].survivors[0].distribution;
    assert_all(&[left[0], left[1]], &[5.0 / 6.0, 1.0 / 6.0]);
}

/// The odds are 6/11 at the start if the battle is played on, and never change. With a limit of 0.6
/// the side retreats at once, with 0.5 never.
#[test]
fn below_odds_a_side_retreats() {
    let fate_below = |odds: &str| {
        let attacker = side("interceptor(initiative=3)", &format!(r#"{{"below": {odds}}}"#));
        fate(&fight(&attacker, r#""interceptor(initiative=2)""#, ATTACKER_MAY).sides[0])
    };
    assert_all(&fate_below("0.6"), &[0.0, 5.0 / 6.0, 1.0 / 6.0]);
    assert_all(&fate_below(r#""60 %""#), &[0.0, 5.0 / 6.0, 1.0 / 6.0]);
    assert_all(&fate_below("0.5"), &[6.0 / 11.0, 0.0, 5.0 / 11.0]);
}

/// A ship of cost 3 that almost certainly cannot destroy the enemy in time, and is hit with 5/6 per
/// round. Retreating at once loses 5/6 of it, staying loses all of it.
#[test]
fn optimal_retreat_saves_what_it_can() {
    let attacker = |retreat: &str| {
        format!(
            r#"{{"fleet": "interceptor(cost=3, initiative=9)", "play": {{"retreat": "{retreat}", "objective": "swing"}}}}"#
        )
    };
    let defender = r#""cruiser(cannons=1y, computer=9, hull=60, cost=0)""#;
    let stays = fight(&attacker("never"), defender, ATTACKER_MAY);
    let goes = fight(&attacker("optimal"), defender, ATTACKER_MAY);
    assert!((stays.sides[0].cost.lost - 3.0).abs() < 1e-9);
    assert_is(goes.sides[0].cost.lost, 2.5);
}

/// The policy is never worse than any other for its objective.
#[test]
fn optimal_retreat_is_never_worse() {
    let swing = |retreat: &str| {
        let attacker = format!(
            r#"{{"fleet": "2 cruiser + 2 interceptor", "play": {{"retreat": {retreat}, "objective": "swing"}}}}"#
        );
        let summary = fight(&attacker, r#""2 ancient""#, ATTACKER_MAY);
        summary.sides[0].cost.destroyed - summary.sides[0].cost.lost
    };
    let best = swing(r#""optimal""#);
    for other in [r#""never""#, r#"{"after_round": 1}"#, r#"{"at_most": 2}"#, r#"{"below": 0.3}"#] {
        assert!(best > swing(other) - 1e-10, "{other}: {} {best}", swing(other));
    }
}

#[test]
fn retreat_by_what_lies_ahead_is_refused_where_it_does_not_fit() {
    for retreat in [r#"{"below": 0.3}"#, r#""optimal""#] {
        let scenario = format!(
            r#"{{"attacker": {{"fleet": "4 cruiser + 4 interceptor", "play": {{"retreat": {retreat}, "objective": "swing"}}}},
                "defender": "3 cruiser + 2 dreadnought" {ATTACKER_MAY}}}"#
        );
        let mut question = question(&scenario);
        question.engine = Engine::Auto;
        question.budget.seconds = 0.01;
        match try_ask(&question) {
            Err(NoAnswer::RetreatTooLarge { what, .. }) => {
                assert!(what.contains("does not fit"), "{what}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The missiles miss with 5/6, and then neither side can hurt the other. A side that can retreat
/// does so, but its starbase stays.
#[test]
fn d6_the_attacker_leaves_if_he_can() {
    let fight = |more: &str| {
        fight(
            r#""interceptor(cannons=0, missiles=1y) + starbase(cannons=0)""#,
            r#""interceptor(cannons=0)""#,
            more,
        )
    };
    let held = fight("");
    assert_all(&fate(&held.sides[0]), &[1.0 / 6.0, 0.0, 5.0 / 6.0]);
    let free = fight(ATTACKER_MAY);
    assert_all(&fate(&free.sides[0]), &[1.0 / 6.0, 5.0 / 6.0, 0.0]);
    assert_is(free.sides[0].survivors[0].distribution[1], 1.0);
    assert_is(free.sides[0].survivors[1].distribution[0], 5.0 / 6.0);
    // The loss of the starbase is not a kill.
    assert_is(free.sides[1].cost.destroyed, 0.0);
    assert_is(tiles(&free.sides[1])[1], 1.0);
}

/// The first side without a ship ends the battle. The attacker begins to retreat at once. The
/// defender's rift die acts next and destroys its own ship with 1/3, in half of these cases
/// together with the attacker; if only its own ship is destroyed, the attacker stays and wins.
#[test]
fn d13_ships_that_had_only_begun_to_retreat_stay() {
    let attacker = side("interceptor(initiative=9)", r#"{"after_round": 0}"#);
    let summary =
        fight(&attacker, r#""interceptor(cannons=1p, initiative=2) & play=npc""#, ATTACKER_MAY);
    // Rift 0/1 alone, 1/6: the attacker stays and has won; 3/1: both are destroyed; 1/0 and 2/0:
    // the attacker is destroyed.
    assert_all(&fate(&summary.sides[0]), &[1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
    assert_is(summary.draw.probability, 1.0 / 6.0);
}

/// Rounds are counted from the current round of the battle. Missiles are spent unless stated
/// otherwise.
#[test]
fn d14_a_battle_that_has_begun() {
    let fight = |start: &str| {
        let more = format!(r#", "setting": {{"start": {start}}}"#);
        fight(
            r#""interceptor(cannons=1y, missiles=1r, computer=9, initiative=1)""#,
            r#""interceptor(cannons=1y, initiative=0)""#,
            &more,
        )
    };
    let first = fight("{}");
    assert_is(first.rounds.distribution[0], 5.0 / 6.0);
    let third = fight(r#"{"round": 3}"#);
    // No missiles: 5/6, then 1/6 in the enemy's turn.
    assert_all(&third.rounds.distribution[..4], &[0.0, 0.0, 0.0, 5.0 / 6.0 + 1.0 / 36.0]);
    let fired = fight(r#"{"round": 1, "missiles_spent": true}"#);
    assert_is(fired.rounds.distribution[1], 5.0 / 6.0 + 1.0 / 36.0);
    let kept = fight(r#"{"round": 3, "missiles_spent": false}"#);
    assert_all(&kept.rounds.distribution[..3], &[0.0, 0.0, 5.0 / 6.0]);
    assert_is(wins(&kept)[0], wins(&first)[0]);
}

/// A group that began to retreat before the first activation leaves at that activation. It is only
/// fired at if the enemy acts first: with 1/6.
#[test]
fn a_group_may_be_retreating_already() {
    for (initiative, shot) in [(9, 0.0), (1, 1.0 / 6.0)] {
        let attacker = format!(
            r#"{{"groups": [{{"class": "interceptor", "retreating": true, "stats": {{"initiative": {initiative}}}}}]}}"#
        );
        let summary = fight(&attacker, r#""interceptor(initiative=2)""#, ATTACKER_MAY);
        assert_all(&fate(&summary.sides[0]), &[0.0, 1.0 - shot, shot]);
        let typed = format!(r#""interceptor(retreating=true, initiative={initiative})""#);
        let same = fight(&typed, r#""interceptor(initiative=2)""#, ATTACKER_MAY);
        assert_all(&fate(&same.sides[0]), &fate(&summary.sides[0]));
    }
}

/// Uses the current bag, and counts only tiles better than the lowest one. With a bag of three 1s
/// and a 4, one tile is the 4 with 1/4, and two include it with 1/2.
#[test]
fn reputation_from_the_bag_as_it_stands() {
    let more = r#", "setting": {"bag": {"1": 3, "4": 1}, "lowest_tile": {"attacker": 2}}"#;
    let summary = fight(
        r#""interceptor(initiative=9, computer=9, cannons=4r)""#,
        r#""interceptor(cannons=0)""#,
        more,
    );
    let best = summary.sides[0].reputation().unwrap().best_tile.unwrap();
    assert_is(best.distribution[&4], 0.5);
    assert_is(best.distribution[&0], 0.5);
    assert_is(best.mean, 2.0);
    assert_is(best.improvement.unwrap(), 1.0);
    let other = summary.sides[1].reputation().unwrap().best_tile.unwrap();
    assert_is(other.distribution[&4], 0.25);
    assert_eq!(other.improvement, None);
}

/// A condition that is typed with the fleet is that of a scenario, with a place to go.
#[test]
fn a_condition_to_retreat_may_be_typed() {
    for (rules, fleet, enemy) in [
        ("eclipse", "2 cruiser + interceptor", "2 dreadnought"),
        ("eclipse-2e", "2 cruiser + interceptor", "2 dreadnought"),
        ("ti4-space", "2 cruiser + destroyer", "2 dreadnought"),
    ] {
        for (typed, condition) in [
            ("never", r#""never""#),
            ("after round 1", r#"{"after_round": 1}"#),
            ("at most 2", r#"{"at_most": 2}"#),
            ("below 60%", r#"{"below": 0.6}"#),
        ] {
            let words = format!(
                r#"{{"rules": "{rules}", "attacker": "{fleet} & retreat={typed}", "defender": "{enemy}"}}"#
            );
            let fields = format!(
                r#"{{"rules": "{rules}", "attacker": {{"fleet": "{fleet}", "play": {{"retreat": {condition}}}}},
                    "defender": "{enemy}", "setting": {{"retreat": {{"attacker": true}}}}}}"#
            );
            let [typed, written] = [words, fields].map(|text| {
                let question = Question { engine: Engine::Exact, ..question(&text) };
                try_ask(&question).unwrap()
            });
            for (one, other) in typed.sides.iter().zip(&written.sides) {
                assert_eq!(one.win, other.win, "{rules}: {condition}");
                assert_eq!(one.cost, other.cost, "{rules}: {condition}");
            }
            assert!(!typed.warnings.iter().any(|w| w.contains("no destination")), "{rules}");
        }
    }
}
