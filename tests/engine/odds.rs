//! Known odds: closed forms, figures of the rulebook, and values of the oracle.

use crate::support::program::json;
use crate::support::{assert_share, attacker_wins, battle, battle_played, fleet_of, play};
use fleetodds::internals::games::eclipse::rules::{Policy, compile};
use fleetodds::internals::scenario::Rulebook;
use fleetodds::internals::stats::Odds;

const BATTLES: u64 = 1_000_000;
const SEED: u64 = 1;

/// Equal interceptors, the defender first: the attacker survives the first shot with 5/6 and is
/// then in the defender's position, so p = 5/6 · (1 - p) = 5/11.
#[test]
fn an_interceptor_against_its_like_wins_5_of_11() {
    let wins = attacker_wins(&battle("interceptor", "interceptor"), BATTLES, SEED);
    assert_share(wins, 5.0 / 11.0, BATTLES, "row 1");
}

#[test]
fn three_interceptors_against_an_ancient() {
    for policy in [Policy::Npc, Policy::NpcSpread, Policy::Threat] {
        let battle = battle_played("3 interceptor", "ancient", policy);
        assert_share(attacker_wins(&battle, BATTLES, SEED), 0.465_156_824_658, BATTLES, "row 2");
    }
}

#[test]
fn two_cruisers_against_two_ancients() {
    let battle = battle_played("2 cruiser", "2 ancient", Policy::Npc);
    assert_share(attacker_wins(&battle, BATTLES, SEED), 0.085_016_663_285, BATTLES, "row 3");
}

#[test]
fn d8_the_bench_fight_against_the_gcds() {
    let battle = battle_played("2 dreadnought + 3 interceptor", "gcds", Policy::Npc);
    assert_share(attacker_wins(&battle, BATTLES, SEED), 0.602_920_337_886, BATTLES, "row 4");
}

#[test]
fn d8_npc_spread_spreads_leftover_damage_in_the_bench_fight() {
    let battle = battle("2 dreadnought + 3 interceptor & play=npc", "gcds & play=npc-spread");
    assert_share(attacker_wins(&battle, BATTLES, SEED), 0.615_355_129_244, BATTLES, "row 4");
}

/// A red die destroys a life of 2 with one hit of 4 points: a volley is measured in damage, not in
/// hits. An interceptor with a red die beats a cruiser of hull 1 that cannot shoot.
#[test]
fn a_ship_that_cannot_shoot_back_loses() {
    let battle = battle("interceptor(cannons=1r)", "cruiser(cannons=0)");
    assert_eq!(attacker_wins(&battle, 10_000, SEED), 1.0);
}

/// Hit chances by computer and shield. There are missiles only, so one volley decides: the
/// remaining ships have no weapons, and the attacker is lost (D6).
#[test]
fn a_die_hits_with_1_to_5_faces() {
    for (computer, shield, faces) in [
        (0, 0, 1.0),
        (0, 3, 1.0),
        (1, 0, 2.0),
        (2, 0, 3.0),
        (3, 0, 4.0),
        (4, 0, 5.0),
        (9, 0, 5.0),
        (3, 2, 2.0),
        (-2, 0, 1.0),
        (0, -2, 3.0),
    ] {
        let attacker = format!("interceptor(cannons=0, missiles=1y, computer={computer})");
        let battle = battle(&attacker, &format!("interceptor(cannons=0, shield={shield})"));
        let wins = attacker_wins(&battle, 200_000, SEED);
        assert_share(wins, faces / 6.0, 200_000, &format!("computer {computer}, shield {shield}"));
    }
}

/// Two missiles of two points at 1/6 each against a life of 3: both must hit, 1/36.
#[test]
fn damage_is_carried_on_each_ship() {
    let battle = battle("interceptor(cannons=0, missiles=2o)", "interceptor(cannons=0, hull=2)");
    assert_share(attacker_wins(&battle, BATTLES, SEED), 1.0 / 36.0, BATTLES, "two hits");
}

/// The ship from above, with one life left at the start: 1 - (5/6)^2.
#[test]
fn damage_at_the_start_counts() {
    let battle = battle(
        "interceptor(cannons=0, missiles=2y)",
        "interceptor(cannons=0, hull=2, damaged=[2])",
    );
    assert_share(attacker_wins(&battle, BATTLES, SEED), 11.0 / 36.0, BATTLES, "one hit");
}

/// Mixed shields: dice that hit only the unshielded ship cannot be assigned to the other. Two
/// missiles with computer 1 fire at one ship without a shield and one with shield 1, and both ships
/// must be destroyed. The shielded one needs a 6 (1/6), the other a 5 or 6 (1/3): one die must be a
/// 6 and the other at least a 5, so 2 · 1/6 · 1/6 + 1/36 = 3/36.
#[test]
fn dice_hit_only_what_their_faces_reach() {
    for policy in Policy::ALL {
        let battle = battle_played(
            "interceptor(cannons=0, missiles=2y, computer=1)",
            "interceptor(cannons=0) + cruiser(cannons=0, hull=0, shield=1)",
            policy,
        );
        let wins = attacker_wins(&battle, BATTLES, SEED);
        assert_share(wins, 3.0 / 36.0, BATTLES, policy.name());
    }
}

/// Exact values of the oracle in `tests/support`, compared to all digits.
#[test]
fn exact_values_of_mixed_fights() {
    let npc = |typed: &str| format!("{typed} & play=npc");
    for (attacker, defender, exact) in [
        ("2 cruiser(shield=1) + 3 interceptor", "gcds", 0.185_598_597_144_114_75),
        (
            "2 cruiser(cannons=1y1o) + dreadnought(cannons=1r, computer=2, shield=1)",
            "dreadnought(cannons=2o, hull=3) + 2 interceptor",
            0.880_632_276_536_539,
        ),
        (
            "2 interceptor(missiles=2y, computer=1, initiative=4)",
            "2 cruiser(shield=1)",
            0.139_762_366_453_757_23,
        ),
        ("cruiser(hull=2, regenerate=1)", "2 interceptor", 0.998_150_431_565_868_9),
    ] {
        let battle = battle(&npc(attacker), &npc(defender));
        assert_share(attacker_wins(&battle, BATTLES, SEED), exact, BATTLES, attacker);
    }
}

/// The second edition's GCDS has one more computer, so the odds of this fight differ.
#[test]
fn editions_differ() {
    let fight = |rulebook| {
        let fleets = ["2 dreadnought & play=npc", "gcds"].map(|typed| fleet_of(rulebook, typed));
        attacker_wins(&compile(&fleets).unwrap(), 100_000, SEED)
    };
    assert!(fight(Rulebook::Eclipse) > fight(Rulebook::Eclipse2e) + 0.05);
}

/// Survivors, tiles and rounds are consistent with the winner.
#[test]
fn all_figures_of_a_fight_agree_with_each_other() {
    let battle = battle("3 interceptor", "ancient");
    let tally = play(&battle, 100_000, SEED);
    let odds = Odds::of_tally(tally.clone());
    // Cells: 4 outcomes, 4 numbers of interceptors, 2 of ancients, and so on.
    assert_eq!(tally.cells[..4].iter().sum::<u64>(), 100_000);
    assert_eq!(tally.cells[4], tally.cells[1], "no interceptor is left where the ancient won");
    assert_eq!(tally.cells[8], tally.cells[0], "no ancient is left where the attacker won");
    assert_eq!(tally.rounds.iter().sum::<u64>(), 100_000);
    assert!((odds.rounds().mean - 3.499).abs() < 0.03);
}

/// Value stability: the counts of these runs must not change by accident.
#[test]
fn value_stability() {
    let wins =
        |attacker: &str, defender: &str| play(&battle(attacker, defender), 100_000, 1).cells[0];
    let counts = [
        wins("3 interceptor", "ancient"),
        wins("2 dreadnought + 3 interceptor", "gcds"),
        wins("2 cruiser(shield=1) + 3 interceptor", "2 cruiser(cannons=1y1o) & play=npc"),
    ];
    assert_eq!(counts, [46613, 60091, 57706]);
}

/// A ship that hits in one round of six needs 12 rounds on average for two hits. The list of rounds
/// ends where less than 1e-9 is left, and the mean counts what is left, too.
#[test]
fn n14_the_mean_number_of_rounds_is_that_of_all_battles() {
    let target = "interceptor(-ion-cannon, +hull)";
    let result = json(&["interceptor", target, "--any-blueprint", "-eexact", "--json", "--1e"]);
    let rounds = &result["rounds"];
    let mean = rounds["mean"].as_f64().unwrap();
    assert!((mean - 12.0).abs() < 1e-11, "{mean}");
    let listed = rounds["distribution"].as_array().unwrap();
    let listed: Vec<f64> = listed.iter().map(|p| p.as_f64().unwrap()).collect();
    let mut all = 0.0;
    for (round, p) in (0_i32..).zip(&listed) {
        let exact = match round {
            0 | 1 => 0.0,
            n => f64::from(n - 1) * (5.0_f64 / 6.0).powi(n - 2) / 36.0,
        };
        assert!((p - exact).abs() < 1e-15, "{round}: {p}, not {exact}");
        assert!(all < 1.0 - 1e-9, "the list is too long");
        all += exact;
    }
    assert!((1.0 - all) < 1e-9, "the list is too short: {all}");
}
