//! Eclipse: the decisions of `docs/rules/eclipse.md`, one by one.

use crate::support::{assert_share, battle, battle_played, play, play_capped};
use fleetodds::internals::dice::{Die, Distribution};
use fleetodds::internals::games::eclipse::rules::{
    Dice, EclipseBattle, EclipseState, Figures, Policy, ideal,
};
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::stats::Odds;

/// A die with which every shot hits.
struct AllHit;

impl Die for AllHit {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        distribution.outcomes().last().unwrap().0
    }

    fn choose(&mut self, _: &[u32]) -> usize {
        unreachable!("nothing is chosen by weights")
    }
}

/// Returns the state after this many activations in which every shot hits.
fn after(battle: &EclipseBattle, activations: usize) -> EclipseState {
    let mut captains = battle.captains();
    let mut state = battle.opening();
    for _ in 0..activations {
        if battle.step(&mut state, &mut AllHit, &mut captains) == StepOutcome::Over {
            break;
        }
    }
    state
}

/// Returns the lives of a side's ships, without those destroyed.
fn lives(state: &EclipseState, side: usize) -> Vec<u8> {
    state.ships[side].life.iter().copied().filter(|life| *life > 0).collect()
}

/// Returns the lives left after one volley of missiles that all hit, on ships that cannot shoot.
fn left(policy: Policy, missiles: &str, target: &str) -> Vec<u8> {
    let attacker = format!("interceptor(cannons=0, missiles={missiles}, computer=9)");
    lives(&after(&battle_played(&attacker, target, policy), 1), 1)
}

#[test]
fn higher_initiative_acts_first() {
    let battle = battle("interceptor(initiative=1)", "interceptor(initiative=2)");
    assert_eq!(lives(&after(&battle, 1), 0), [] as [u8; 0]);
}

#[test]
fn ties_of_initiative_go_to_the_defender() {
    assert_eq!(lives(&after(&battle("interceptor", "interceptor"), 1), 0), [] as [u8; 0]);
}

#[test]
fn ties_of_initiative_go_to_non_player_ships_even_when_they_attack() {
    let battle = battle("ancient", "cruiser");
    let state = after(&battle, 1);
    assert_eq!((lives(&state, 0).len(), lives(&state, 1).len()), (1, 0));
}

#[test]
fn d1_a_die_goes_to_a_living_ship_if_it_can_hit_one() {
    for policy in Policy::ALL {
        // Three dice against three ships of one life: no die is wasted.
        assert_eq!(left(policy, "3y", "3 interceptor(cannons=0)"), [] as [u8; 0]);
        // The red die must be assigned to the only ship, and the yellow one is lost.
        assert_eq!(left(policy, "1r1y", "interceptor(cannons=0)"), [] as [u8; 0]);
    }
}

#[test]
fn d1_large_dice_are_assigned_before_small_ones() {
    // Red goes first, to the cruiser, which it destroys; yellow then destroys the interceptor.
    for policy in Policy::ALL {
        let target = "interceptor(cannons=0) + cruiser(cannons=0, hull=3)";
        assert_eq!(left(policy, "1y1r", target), [] as [u8; 0]);
    }
}

#[test]
fn d2_own_groups_that_tie_act_in_the_order_listed() {
    let battle = battle(
        "cruiser(cannons=1y, initiative=5) + dreadnought(cannons=1r, initiative=5)",
        "cruiser(hull=9)",
    );
    assert_eq!(lives(&after(&battle, 1), 1), [9]);
    assert_eq!(lives(&after(&battle, 2), 1), [5]);
}

#[test]
fn missiles_are_fired_once_and_before_cannons() {
    let battle = battle(
        "dreadnought(cannons=1y, missiles=1r, initiative=0)",
        "cruiser(cannons=1y, hull=9, initiative=9)",
    );
    let left = |activations| lives(&after(&battle, activations), 1);
    // The order is missiles, the cruiser's cannons, the dreadnought's cannons, and then again.
    assert_eq!([left(1), left(2), left(3), left(5)], [[6], [6], [5], [4]]);
}

#[test]
fn a_group_that_is_killed_before_its_turn_does_not_fire() {
    let battle = battle("cruiser(missiles=1r, initiative=9)", "interceptor(missiles=4r)");
    let state = after(&battle, 1);
    assert!(battle.is_over(&state));
    assert_eq!(lives(&state, 0), [2]);
}

/// The missiles miss with 5/6. Then neither side has a cannon and the attacker is lost, which is
/// not a kill: the defender draws a tile for taking part alone.
#[test]
fn d6_who_can_hurt_nobody_is_lost_and_nobodys_kill() {
    let battle = battle("interceptor(cannons=0, missiles=1y)", "interceptor(cannons=0)");
    let odds = Odds::of_tally(play(&battle, 100_000, 1));
    assert_share(odds.share(0), 1.0 / 6.0, 100_000, "the missile hits");
    assert_share(odds.share(1), 5.0 / 6.0, 100_000, "the missile misses");
    assert_eq!(odds.share(3), 0.0, "no standoff");
    // Cells: outcomes, attackers left, defenders left, attackers and defenders lost without a kill,
    // attacker's tiles, defender's tiles.
    let (first, tiles) = (4, 6);
    let defender_draws = first + 4 * 2 + tiles;
    assert_eq!(odds.share(defender_draws + 1), 1.0, "one tile for taking part");
    assert_share(odds.share(first), 5.0 / 6.0, 100_000, "the attacker is lost");
}

#[test]
fn d6_holds_from_the_start_without_any_weapon() {
    let battle = battle("2 interceptor(cannons=0)", "interceptor(cannons=0)");
    let tally = play(&battle, 1000, 1);
    assert_eq!(tally.cells[1], 1000);
    assert_eq!(tally.rounds[0], 1000);
}

/// The armed attacker is destroyed first, and its unarmed ships are lost at the end of the round.
#[test]
fn d6_holds_once_the_last_cannon_is_gone() {
    let battle = battle(
        "cruiser(cannons=0, hull=9) + interceptor(damaged=[0])",
        "interceptor(cannons=0) + cruiser(cannons=1r, computer=9, initiative=9)",
    );
    let tally = play(&battle, 10_000, 1);
    assert_eq!(tally.cells[3], 0, "nothing is left undecided");
}

/// One yellow die at 1/6 against a ship that heals a point per round: no ship is ever destroyed.
#[test]
fn d7_what_can_never_end_is_a_standoff() {
    let battle = battle("cruiser(hull=2, regenerate=1)", "cruiser(hull=2, regenerate=1)");
    let tally = play(&battle, 1000, 1);
    assert_eq!(tally.cells[3], 1000);
    assert_eq!(tally.rounds[1000], 1000);
}

#[test]
fn a_cap_on_rounds_makes_the_undecided_a_standoff() {
    let battle = battle("3 interceptor", "ancient");
    let tally = play_capped(&battle, 100_000, 1, 2);
    // Exact P(three rounds or more) of the fight without a cap: 1 - 0.074 - 0.238.
    let standoff = Odds::of_tally(tally.clone()).share(3);
    assert!((standoff - 0.687_5).abs() < 0.01, "{standoff}");
    assert_eq!(tally.rounds[3..].iter().sum::<u64>(), 0);
}

#[test]
fn regeneration_heals_at_the_end_of_a_round_and_never_beyond_the_hull() {
    let battle = battle(
        "cruiser(cannons=1o, hull=9, initiative=1)",
        "cruiser(cannons=1y, hull=5, initiative=2, regenerate=1, damaged=[1])",
    );
    let left = |activations| lives(&after(&battle, activations), 1);
    // The second turn takes 2 of 5; the round ends, and 1 is repaired.
    assert_eq!([left(1), left(2)], [[5], [4]]);
}

#[test]
fn d8_npc_destroys_the_largest_it_can() {
    // Two points destroy either two interceptors or the dreadnought, which has two left.
    let target = "2 interceptor(cannons=0) + dreadnought(cannons=0, hull=2, damaged=[1])";
    assert_eq!(left(Policy::Npc, "2y", target), [1, 1]);
}

/// The worked example of the second edition: of two hits, one destroys an interceptor, the only
/// ship that can be destroyed, and the other goes to the largest ship.
#[test]
fn d8_npc_puts_what_is_left_onto_the_largest() {
    let target =
        "interceptor(cannons=0) + cruiser(cannons=0, hull=3) + dreadnought(cannons=0, hull=4)";
    assert_eq!(left(Policy::Npc, "2y", target), [4, 4]);
}

#[test]
fn d8_npc_concentrates_leftover_damage() {
    assert_eq!(left(Policy::Npc, "2y", "2 dreadnought(cannons=0, hull=2)"), [3, 1]);
    assert_eq!(left(Policy::NpcSpread, "2y", "2 dreadnought(cannons=0, hull=2)"), [2, 2]);
}

/// Of two ships that one orange die can destroy, it destroys the healthier one, so that the
/// survivor keeps more damage.
#[test]
fn d8_npc_leaves_the_most_damage_standing() {
    let target = "2 cruiser(cannons=0, hull=2, damaged=[2,1])";
    assert_eq!(left(Policy::Npc, "1o", target), [1]);
}

/// Starbases rank between cruisers and interceptors.
#[test]
fn d8_npc_ranks_starbases_below_cruisers() {
    let target =
        "starbase(cannons=0, hull=0) + cruiser(cannons=0, hull=0) + interceptor(cannons=0)";
    let battle =
        battle_played("interceptor(cannons=0, missiles=1y, computer=9)", target, Policy::Npc);
    assert_eq!(after(&battle, 1).ships[1].alive[..3], [1, 0, 1]);
}

/// Of two groups with equal rank and equal ships, the group listed first takes the hit.
#[test]
fn d11_of_equal_results_the_group_listed_first_bears_it() {
    let battle = battle_played(
        "interceptor(cannons=0, missiles=1y, computer=9)",
        "cruiser(cannons=0, hull=0) + cruiser(cannons=0, hull=0)",
        Policy::Npc,
    );
    assert_eq!(after(&battle, 1).ships[1].alive[..2], [0, 1]);
}

#[test]
fn d14_rounds_count_engagement_rounds_only() {
    let battle = battle("interceptor(missiles=4r, computer=9)", "interceptor");
    let odds = Odds::of_tally(play(&battle, 10_000, 1));
    let rounds = odds.rounds();
    // All four missiles miss with (1/6)^4; otherwise the battle ends before round 1.
    assert!(rounds.distribution[0] > 0.99);
}

/// The policy ranks targets by firepower per point: with one hit, the armed interceptor is
/// destroyed before the unarmed one.
#[test]
fn threat_removes_firepower_first() {
    let battle = battle_played(
        "interceptor(cannons=0, missiles=1y, computer=9)",
        "interceptor(cannons=0) + interceptor(cannons=2r)",
        Policy::Threat,
    );
    assert_eq!(after(&battle, 1).ships[1].alive[..2], [1, 0]);
}

/// If no ship can be destroyed, damage goes to the ship that is nearest to destruction.
#[test]
fn threat_prepares_the_next_kill() {
    let target = "dreadnought(cannons=4y, hull=9) + cruiser(cannons=1y, hull=2)";
    assert_eq!(left(Policy::Threat, "1y", target), [10, 2]);
}

/// All ships of one class of one owner act as one group, however they are listed.
#[test]
fn n11_ships_of_one_blueprint_are_one_group() {
    let odds = |attacker: &str| {
        let scenario =
            format!(r#"{{"attacker": "{attacker}", "defender": "2 dreadnought + interceptor"}}"#);
        let summary = crate::support::ask::try_ask(&crate::support::ask::question(&scenario));
        let [attacker, _] = &summary.unwrap().sides[..] else { panic!() };
        (attacker.win.probability, attacker.survivors.len())
    };
    let (together, groups) = odds("4 cruiser");
    assert_eq!(groups, 1);
    assert_eq!(odds("2 cruiser + 2 cruiser"), (together, 1));
    assert_eq!(odds("cruiser + 2 cruiser + cruiser"), (together, 1));
    assert_eq!(odds("cruiser(hull=1) + 3 cruiser"), (together, 1));
    assert_eq!(odds("3 cruiser + cruiser(hull=2)").1, 2);
    assert_eq!(
        odds("2 cruiser(damaged=[1]) + 2 cruiser(damaged=[1])"),
        odds("4 cruiser(damaged=[1,0,1,0])")
    );
}

#[test]
fn d5_no_group_has_begun_to_retreat_from_a_tractor_beam() {
    let scenario = r#"{"attacker": "2 cruiser(retreating=true)",
        "defender": "2 cruiser & tractor beam", "setting": {"retreat": {"attacker": true}}}"#;
    let source = fleetodds::internals::scenario::Source::new("test", scenario);
    let scenario = fleetodds::internals::scenario::read_scenario(&source).unwrap();
    let error = fleetodds::Fight::from(scenario).question().unwrap_err().to_string();
    assert!(error.contains("the Tractor Beam of the defender holds this group"), "{error}");
}

#[test]
fn an_ideal_has_the_most_dice_of_each_strength() {
    let cannons = |dice| Figures { cannons: Dice(dice), ..Figures::default() };
    // Three dice of the first reach 1, one of them 2; two of the second reach 3.
    let one = Figures { hull: 2, computer: 1, ..cannons([2, 1, 0, 0, 0]) };
    let two = Figures { hull: 1, computer: 3, ..cannons([0, 0, 2, 0, 0]) };
    let best = ideal(&[one, two], &[]);
    assert_eq!(best, Figures { hull: 2, computer: 3, ..cannons([1, 0, 2, 0, 0]) });
    assert_eq!(ideal(&[one], &[]), one);
}

/// Blue dice hit on three faces or more, even against a distortion shield.
#[test]
fn an_ideal_has_no_rift_dice() {
    let rift = Figures { cannons: Dice([1, 0, 1, 0, 2]), computer: 1, ..Figures::default() };
    let best = Figures { cannons: Dice([1, 0, 3, 0, 0]), computer: 4, ..rift };
    assert_eq!(ideal(&[rift], &[]), best);
}
