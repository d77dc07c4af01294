//! Missile defences and special parts: point defence, distortion shield, antimatter splitter, morph
//! shield, rift dice. A comment with each figure shows the arithmetic.

use crate::support::ask::{assert_all, assert_is, eclipse, fate, fight, question, tiles, wins};
use fleetodds::internals::dice::{Die, Distribution};
use fleetodds::internals::games::eclipse::rules::{
    EclipseBattle, EclipseState, Ships, compile_from,
};
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::result::Summary;

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

fn battle(attacker: &str, defender: &str) -> EclipseBattle {
    let question = question(&format!(r#"{{"attacker": {attacker}, "defender": {defender}}}"#));
    let [attacker, defender] = &eclipse(&question).sides[..] else { unreachable!() };
    compile_from(&[attacker.fleet.clone(), defender.fleet.clone()], eclipse(&question).setup)
        .unwrap()
}

/// Returns the state after one activation in which every shot hits.
fn after_first(battle: &EclipseBattle) -> EclipseState {
    let mut state = battle.opening();
    let progress = battle.step(&mut state, &mut AllHit, &mut battle.captains());
    assert_ne!(progress, StepOutcome::Over);
    state
}

/// Returns the lives of the defender's remaining ships.
fn lives(state: &EclipseState) -> Vec<u8> {
    state.ships[1].life.iter().copied().filter(|life| *life > 0).collect()
}

fn rounds(summary: &Summary, n: usize) -> f64 {
    summary.rounds.distribution.get(n).copied().unwrap_or(0.0)
}

/// A cruiser with initiative 2, hull 1 and one rift die, against initiative 3 and one yellow die at
/// 1/6. Indexed by the life of the cruiser at the start of a round, w is the probability that it
/// wins and d the probability that both die. The rift die kills cleanly with 2/6, kills and hurts
/// its own side with 1/6, and only hurts its own side with 1/6:
///
/// ```text
/// w1 = 5/6 (1/3 + w1/3) = 5/13             d1 = 5/6 (1/6 + d1/3) = 5/26
/// w2 = 1/6 (1/3 + w1/3) + 5/6 (1/2 + w1/6 + w2/3) = 128/169
/// d2 = 1/6 (1/6 + d1/3) + 5/6 (d1/6 + d2/3)       = 61/676
/// ```
#[test]
fn a_rift_cruiser_against_an_interceptor() {
    let summary = fight(
        r#""cruiser(cannons=1p, hull=1, initiative=2, computer=0)""#,
        r#""interceptor(initiative=3)""#,
        "",
    );
    assert_all(&wins(&summary), &[128.0 / 169.0, 103.0 / 676.0]);
    assert_is(summary.draw.probability, 61.0 / 676.0);
    assert_is(summary.sides[0].win.probability, 0.757_396_449_704_142);
}

/// The rift cruiser counts as the defender's kill only if the yellow die takes its last life; life
/// taken by its own rift die is not a kill. With one life left, it is lost to its rift die alone
/// with 5/6 · 1/6, together with the interceptor with 5/6 · 1/6, and to the yellow die with 1/6,
/// out of the 13/18 that end a round. So 3/13 is the defender's kill.
#[test]
fn d12_who_dies_of_his_own_rift_is_nobodys_kill() {
    let summary = fight(
        r#""cruiser(cannons=1p, hull=0, initiative=2)""#,
        r#""interceptor(initiative=3)""#,
        "",
    );
    let kill = (1.0 / 6.0) / (13.0 / 18.0);
    // One tile for taking part, two for a cruiser.
    assert_all(&tiles(&summary.sides[1]), &[0.0, 1.0 - kill, 0.0, kill, 0.0, 0.0]);
    assert_is(summary.sides[1].cost.destroyed, 5.0 * kill);
    assert_is(summary.sides[0].cost.lost, 5.0 * (1.0 - 5.0 / 13.0));
}

/// The points of one volley are assigned together: two points on two ships of life 2 destroy one,
/// the largest possible, instead of damaging both.
#[test]
fn d12_self_damage_of_a_volley_is_taken_together_by_d8() {
    /// The outcome with this number, in order of the enumeration: no damage; one point for the own
    /// fleet; two points; …
    struct Nth(usize);
    impl Die for Nth {
        fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
            distribution.outcomes()[self.0].0
        }

        fn choose(&mut self, _: &[u32]) -> usize {
            unreachable!("nothing is chosen by weights")
        }
    }
    let battle = battle(
        r#""2 cruiser(cannons=1p, hull=1, initiative=9)""#,
        r#""interceptor(cannons=0, hull=60)""#,
    );
    let left = |n| {
        let mut state = battle.opening();
        battle.step(&mut state, &mut Nth(n), &mut battle.captains());
        state.ships[0].life[..2].to_vec()
    };
    assert_eq!([left(0), left(1), left(2)], [[2, 2], [2, 1], [2, Ships::WRECK]]);
}

/// A red die that hits with 5/6. When divided, it destroys both interceptors at once; when not, two
/// hits are needed.
#[test]
fn a_splitter_divides_a_red_die() {
    let red = |technology: &str| {
        fight(
            &format!(r#""dreadnought(cannons=1r, computer=4){technology}""#),
            r#""2 interceptor(cannons=0)""#,
            "",
        )
    };
    let (p, divided, whole) = (5.0 / 6.0, red(" & antimatter splitter"), red(""));
    assert_is(rounds(&divided, 1), p);
    assert_is(rounds(&divided, 2), (1.0 - p) * p);
    assert_is(rounds(&whole, 1), 0.0);
    assert_is(rounds(&whole, 2), p * p);
}

/// Every target of a divided die must be one that it hits: with shield 9, only a 6 does. Both ships
/// die in the first round on a 6; on 2 to 5 the one without a shield dies and the other is left.
#[test]
fn a_divided_die_reaches_no_further_than_a_whole_one() {
    let summary = fight(
        r#""dreadnought(cannons=1r, computer=4) & antimatter splitter""#,
        r#""interceptor(cannons=0) + interceptor(cannons=0, shield=9)""#,
        "",
    );
    assert_is(rounds(&summary, 1), 1.0 / 6.0);
    // A 6, with one ship left or both.
    assert_is(rounds(&summary, 2), 5.0 / 6.0 / 6.0);
}

/// The splitter works for cannons only: a red missile is not divided. It hits with 5/6 and destroys
/// one ship.
#[test]
fn missiles_are_not_divided() {
    let summary = fight(
        r#""interceptor(cannons=0, missiles=1r, computer=4) & antimatter splitter""#,
        r#""2 interceptor(cannons=0)""#,
        "",
    );
    assert_is(summary.sides[1].survivors[0].distribution[1], 5.0 / 6.0);
    assert_is(summary.sides[1].survivors[0].distribution[2], 1.0 / 6.0);
}

/// A missile that hits with 1/6 against one die that stops it with 1/6 gets through with 5/36.
#[test]
fn one_point_defence_ship_against_one_missile() {
    let defended = |technology: &str| {
        let defender = format!(r#""interceptor(initiative=0){technology}""#);
        wins(&fight(r#""interceptor(cannons=0, missiles=1y)""#, &defender, ""))[0]
    };
    assert_is(defended(""), 1.0 / 6.0);
    assert_is(defended(" & point defense"), 5.0 / 36.0);
}

/// Point defence counts computers but not shields: with computer 2, three of six faces stop a
/// missile. A rift die stops one with its three damage faces, whatever the computer (D12).
#[test]
fn d12_a_rift_die_stops_missiles_with_three_faces() {
    for (cannons, computer, faces) in
        [("1y", 2, 3.0), ("1p", 0, 3.0), ("1p", 4, 3.0), ("1y", -3, 1.0)]
    {
        let defender = format!(
            r#""interceptor(cannons={cannons}, computer={computer}, initiative=0) & point defense""#
        );
        let summary = fight(r#""interceptor(cannons=0, missiles=1y, shield=9)""#, &defender, "");
        // A second tile is for the kill. The damage that a rift die does to its own fleet is not a
        // kill.
        assert_is(tiles(&summary.sides[0])[2], (1.0 - faces / 6.0) / 6.0);
    }
}

/// Point defence fires once at each firing group: two groups with one missile each. Either missile
/// kills with 5/36.
#[test]
fn point_defence_fires_once_for_each_group() {
    let summary = fight(
        r#""interceptor(cannons=0, missiles=1y) + cruiser(cannons=0, missiles=1y, computer=0)""#,
        r#""interceptor(initiative=0) & point defense""#,
        "",
    );
    let missed = 1.0 - 5.0 / 36.0;
    assert_is(wins(&summary)[0], 1.0 - missed * missed);
}

/// Computer 2 hits with 3/6; against a distortion shield, which subtracts two, with 1/6. Cannons
/// are not affected.
#[test]
fn a_distortion_shield_worsens_missiles_by_two() {
    let p = |weapon: &str, technology: &str| {
        let attacker = format!(r#""interceptor({weapon}, computer=2, initiative=9)""#);
        let defender = format!(r#""interceptor{technology}""#);
        let summary = fight(&attacker, &defender, r#", "setting": {"round_cap": 1}"#);
        wins(&summary)[0]
    };
    assert_is(p("cannons=0, missiles=1y", ""), 3.0 / 6.0);
    assert_is(p("cannons=0, missiles=1y", " & distortion shield"), 1.0 / 6.0);
    assert_is(p("cannons=1y", " & distortion shield"), 3.0 / 6.0);
}

/// Red and yellow on one ship of life 5: the larger of the two is stopped.
#[test]
fn d3_the_larger_missile_is_stopped_first() {
    let left = |policy: &str| {
        lives(&after_first(&battle(
            r#""interceptor(cannons=0, missiles=1r1y, computer=9) & play=npc""#,
            &format!(
                r#""cruiser(cannons=1y, computer=4, hull=4) & point defense & play={policy}""#
            ),
        )))
    };
    assert_eq!([left("npc"), left("threat")], [[4], [4]]);
}

/// Yellow would destroy the interceptor, red would damage the dreadnought. The removal that saves a
/// ship comes first, although red is larger.
#[test]
fn d3_a_missile_whose_removal_saves_a_ship_is_stopped_first() {
    let state = after_first(&battle(
        r#""interceptor(cannons=0, missiles=1r1y, computer=9) & play=npc""#,
        r#""dreadnought(cannons=0, hull=8) + interceptor(cannons=1y, computer=4) & point defense & play=npc""#,
    ));
    assert_eq!(lives(&state), [5, 1]);
}

/// With two hits, both missiles are stopped. With one hit, the result that comes last in the order
/// of D8 is left: the smaller ship is lost rather than the larger.
#[test]
fn d11_interception_leaves_what_comes_last_in_d8() {
    let left = |dice: &str| {
        lives(&after_first(&battle(
            r#""interceptor(cannons=0, missiles=2y, computer=9) & play=npc""#,
            &format!(
                r#""dreadnought(cannons={dice}, computer=4, hull=0) + interceptor(cannons=0) & point defense & play=npc""#
            ),
        )))
    };
    assert_eq!([left("1y"), left("2y")], [vec![1], vec![1, 1]]);
}

/// `optimal` chooses which missile it stops: the ship with the cannon is worth more than a larger
/// unarmed one, although D3 saves the larger.
#[test]
fn d3_does_not_bind_who_looks_ahead() {
    let odds = |policy: &str| {
        let defender = format!(
            r#""dreadnought(cannons=0, hull=0) + interceptor(cannons=3y, computer=4, initiative=9) & point defense & play={policy}""#
        );
        let attacker =
            r#""interceptor(cannons=1y, missiles=2y, computer=4, initiative=5) & play=npc""#;
        wins(&fight(attacker, &defender, ""))[1]
    };
    assert!(odds("optimal") > odds("npc") + 0.01, "{} {}", odds("optimal"), odds("npc"));
}

/// Two equal results, one with fewer missiles on the ship that dies. `npc` takes that one, the
/// orange die, so one hit of point defence cannot save more than it stops. With two yellow dice
/// instead, either could be stopped.
#[test]
fn d11_npc_dooms_a_ship_with_the_fewest_missiles() {
    let state = after_first(&battle(
        r#""interceptor(cannons=0, missiles=1o2y, computer=9) & play=npc""#,
        r#""dreadnought(cannons=0, hull=1) + cruiser(cannons=1y, computer=4, hull=9) & point defense & play=npc""#,
    ));
    // Orange on the dreadnought, both yellow on the cruiser: stopping orange saves the ship.
    assert_eq!(lives(&state), [2, 8]);
}

/// Life 2 that heals a point at the end of each round, against one die: every hit is healed, so the
/// ship cannot die. It acts first and kills with 1/6 per round.
#[test]
fn a_morph_shield_duel() {
    let duel = |dice: &str| {
        fight(
            r#""cruiser(cannons=1y, computer=0, hull=1, initiative=3, regenerate=1)""#,
            &format!(r#""interceptor(cannons={dice}, initiative=2)""#),
            "",
        )
    };
    let summary = duel("1y");
    assert_all(&fate(&summary.sides[0]), &[1.0, 0.0, 0.0]);
    assert_is(summary.rounds.mean, 6.0);
    // Two dice kill if both hit in one round: (1/6) / (1/6 + 5/6 · 1/36).
    assert_is(wins(&duel("2y"))[0], 36.0 / 41.0);
}

/// The catalogue's part `morph shield` has this effect.
#[test]
fn the_part_morph_shield_heals_a_point_a_round() {
    let with_part = question(
        r#"{"attacker": "cruiser(ion cannon, morph shield, nuclear source, nuclear drive)", "defender": "ancient"}"#,
    );
    let figures = eclipse(&with_part).sides[0].fleet.groups[0].figures;
    assert_eq!((figures.regenerate, figures.shield, figures.initiative), (1, 1, 4));
}

/// Technologies of an ancient cruiser apply to that ship alone.
#[test]
fn technologies_of_non_player_ships_are_their_own() {
    // E has the distortion shield: computer 2 hits it with 1/6, and A, in the same fleet, with
    // 3/6.
    let alone = |ship: &str| {
        let attacker = r#""interceptor(cannons=0, missiles=1b, computer=2)""#;
        wins(&fight(
            attacker,
            &format!(r#""{ship}(hull=0, shield=0, cannons=1y, missiles=0)""#),
            "",
        ))[0]
    };
    assert_is(alone("ancient-cruiser-e"), 1.0 / 6.0);
    assert_is(alone("ancient-cruiser-a"), 3.0 / 6.0);
    let both = fight(
        r#""interceptor(cannons=0, missiles=1b, computer=2)""#,
        r#""ancient-cruiser-a(hull=0, cannons=1y) + ancient-cruiser-e(hull=0, cannons=1y, missiles=0)""#,
        "",
    );
    // Faces 4 to 6 hit A, and the 6 hits both; the group listed first takes the hit.
    assert_is(both.sides[1].survivors[0].distribution[0], 3.0 / 6.0);
}
