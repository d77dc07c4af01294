//! D15: missiles against point defence. Figures calculated by hand, and random battles compared
//! with the oracle of `tests/support/rulebook.rs`.

use crate::eclipse::rulebook::{answers, ask, difference, of_summary, owner};
use crate::support::ask::{assert_is, fight, wins};
use crate::support::random::Random;
use crate::support::rulebook as oracle;
use fleetodds::internals::games::eclipse::rules::Policy;

/// Returns one ship of hull 0 that hits any unshielded ship with 5/6.
pub(crate) fn ship(rank: u8, initiative: i32) -> oracle::Group {
    oracle::Group {
        count: 1,
        cannons: [0; 5],
        missiles: [0; 4],
        computer: 5,
        shield: 0,
        hull: 0,
        initiative,
        rank,
        tiles: 1,
        cost: 1,
        damaged: Vec::new(),
        regenerate: 0,
        mobile: true,
        retreating: false,
    }
}

pub(crate) fn fleet(
    groups: Vec<oracle::Group>,
    assign: oracle::Assign,
    defended: bool,
) -> oracle::Owner {
    oracle::Owner {
        name: String::new(),
        groups,
        assign,
        retreat: oracle::Retreat::Never,
        objective: oracle::Objective::Win,
        may_retreat: false,
        point_defense: defended,
        distortion_shield: false,
        splitter: false,
        tractor_beam: false,
        neutron_bombs: false,
        neutron_absorber: false,
        non_player: false,
    }
}

/// Returns the odds by the oracle.
fn known(attacker: oracle::Owner, defender: oracle::Owner) -> oracle::Odds {
    let start = oracle::Start { round: 1, missiles_spent: false };
    let sides = [vec![attacker], vec![defender]];
    oracle::battle::solve(&oracle::Battle { sides, wins_ties: 1, start, second_edition: false })
}

/// Two missiles that hit with 5/6 against one die that stops one with 5/6. Both go to the armed
/// dreadnought. If both hit, it is destroyed; if one hits, with 1/6. Otherwise it fires first in
/// each round, and a duel against it is won with w = 1/6 (5/6 + w/6) = 1/7.
const BOTH_AT_ONE: f64 =
    25.0 / 36.0 + 10.0 / 36.0 * (1.0 / 6.0 + 5.0 / 6.0 * (1.0 / 7.0)) + 1.0 / 36.0 * (1.0 / 7.0);

/// Two missiles at one ship of hull 0. If both hit, one gets through. If one hits, it gets through
/// with 1/6.
const SPARE_MISSILE: f64 = 25.0 / 36.0 + 10.0 / 36.0 * (1.0 / 6.0);

/// Three missiles that hit with 5/6 at two ships of hull 0. If all hit, the spare one goes to the
/// dreadnought, and the die of point defence can only save the interceptor. If fewer hit, the
/// dreadnought is lost if the die misses.
const SPARE_AT_LARGEST: f64 = 125.0 / 216.0 + (75.0 + 15.0) / 216.0 * (1.0 / 6.0);

/// Four missiles at a shielded cruiser, which only a 6 hits, and at two others, which a 5 hits,
/// too. If two 6s and at least two more 5s or 6s are rolled (11 ways of 1296), a 6 is spare. All
/// ranks are equal, so it goes to the shielded cruiser, which is listed first. The die of point
/// defence cannot save that one then, and saves it with 5/6 if it is hit by a single 6 (660 ways).
const SPARE_AT_FIRST_LISTED: f64 = 11.0 / 1296.0 + 660.0 / 1296.0 * (1.0 / 6.0);

#[test]
fn d15_figures_are_the_printed_ones() {
    assert_is(BOTH_AT_ONE, 7.0 / 9.0);
    assert_is(SPARE_MISSILE, 20.0 / 27.0);
}

#[test]
fn d15_oracle_knows_the_figures() {
    let cruiser = oracle::Group { cannons: [1, 0, 0, 0, 0], missiles: [2, 0, 0, 0], ..ship(3, 4) };
    let dreadnought = oracle::Group { cannons: [0, 0, 0, 1, 0], ..ship(4, 5) };
    let attacker = fleet(vec![cruiser], oracle::Assign::Optimal, false);
    let defender = fleet(vec![dreadnought, ship(1, 2)], oracle::Assign::Npc, true);
    assert_is(known(attacker, defender).win[0], BOTH_AT_ONE);

    let interceptor = oracle::Group { missiles: [0, 2, 0, 0], ..ship(1, 3) };
    let cruiser = oracle::Group { cannons: [1, 0, 0, 0, 0], ..ship(3, 2) };
    let attacker = fleet(vec![interceptor], oracle::Assign::Npc, false);
    let defender = fleet(vec![cruiser], oracle::Assign::Npc, true);
    assert_is(known(attacker, defender).win[0], SPARE_MISSILE);

    let cruiser = oracle::Group { missiles: [3, 0, 0, 0], ..ship(3, 3) };
    let dreadnought = oracle::Group { cannons: [1, 0, 0, 0, 0], ..ship(4, 0) };
    let attacker = fleet(vec![cruiser], oracle::Assign::Npc, false);
    let defender = fleet(vec![ship(1, 2), dreadnought], oracle::Assign::Npc, true);
    assert_is(known(attacker, defender).survivors[1][0][1][0], SPARE_AT_LARGEST);

    let attacker = oracle::Group { missiles: [4, 0, 0, 0], computer: 1, ..ship(1, 3) };
    let shielded = oracle::Group { cannons: [1, 0, 0, 0, 0], shield: 1, ..ship(3, 0) };
    let others = oracle::Group { count: 2, ..ship(3, 0) };
    let attacker = fleet(vec![attacker], oracle::Assign::Npc, false);
    let defender = fleet(vec![shielded, others], oracle::Assign::Npc, true);
    assert_is(known(attacker, defender).survivors[1][0][0][0], SPARE_AT_FIRST_LISTED);
}

#[test]
fn d15_optimal_aims_more_missiles_at_a_ship_than_destroy_it() {
    let summary = fight(
        r#""cruiser(cannons=1y, missiles=2y, computer=5, hull=0, initiative=4) & play=optimal""#,
        r#""dreadnought(cannons=1r, computer=5, hull=0, initiative=5) + interceptor(cannons=0, hull=0, initiative=2) & point defense""#,
        "",
    );
    assert_is(wins(&summary)[0], BOTH_AT_ONE);
}

#[test]
fn d15_a_spare_missile_survives_the_removal_of_the_other() {
    for captain in ["npc", "npc-spread", "threat", "optimal"] {
        let attacker = format!(
            r#""interceptor(cannons=0, missiles=2o, computer=5, hull=0, initiative=3) & play={captain}""#
        );
        let defender = r#""cruiser(cannons=1y, computer=5, hull=0, initiative=2) & point defense""#;
        assert_is(wins(&fight(&attacker, defender, ""))[0], SPARE_MISSILE);
    }
}

#[test]
fn d15_npc_aims_spare_missiles_at_the_largest_ship() {
    let summary = fight(
        r#""cruiser(cannons=0, missiles=3y, computer=5, initiative=3) & play=npc""#,
        r#""interceptor(cannons=0, hull=0) + dreadnought(cannons=1y, computer=5, hull=0, initiative=0) & point defense & play=npc""#,
        "",
    );
    assert_is(summary.sides[1].survivors[1].distribution[0], SPARE_AT_LARGEST);
}

#[test]
fn d11_spare_missiles_for_ships_of_one_rank_go_to_the_group_listed_first() {
    for captain in ["npc", "npc-spread", "threat"] {
        let attacker = format!(
            r#""interceptor(cannons=0, missiles=4y, computer=1, hull=0, initiative=3) & play={captain}""#
        );
        let defender = r#""cruiser(cannons=1y, computer=5, shield=1, hull=0, initiative=0) + 2 cruiser(cannons=0, hull=0, initiative=0) & point defense & play=npc""#;
        let summary = fight(&attacker, defender, "");
        assert_is(summary.sides[1].survivors[0].distribution[0], SPARE_AT_FIRST_LISTED);
    }
}

/// Returns a random owner of at most three ships, with missiles or point defence as requested.
fn armed(
    random: &mut Random,
    side: u64,
    ahead: bool,
    missiles: bool,
    defended: bool,
) -> oracle::Owner {
    let mut owner = owner(random, format!("side {side}"), ahead);
    owner.point_defense = defended;
    if let [_, second] = &mut owner.groups[..] {
        second.count = 1;
        second.damaged.truncate(1);
    }
    for group in &mut owner.groups {
        group.regenerate = 0;
        if missiles && group.missiles == [0; 4] {
            group.missiles[random.below(4) as usize] += 1 + random.below(2) as u8;
        }
    }
    if defended && owner.groups.iter().all(|group| group.cannons == [0; 5]) {
        owner.groups[0].cannons[random.below(5) as usize] += 1;
    }
    owner
}

/// Compares random battles in which at least one side has missiles and the other point defence. One
/// side may look ahead, or both if one's gain is the other's loss.
fn random_battles(number: u64, seed: u64) {
    let mut random = Random::new(seed);
    let start = oracle::Start { round: 1, missiles_spent: false };
    let mut compared = 0;
    for fight in 0..number {
        let ahead = random.below(6);
        let fires = random.below(2);
        let mut owners = [0, 1].map(|side: u64| {
            let (missiles, defended) =
                (side == fires || random.one_in(3), side != fires || random.one_in(3));
            armed(&mut random, side, ahead == side || ahead == 2, missiles, defended)
        });
        if ahead == 2 {
            for owner in &mut owners {
                owner.objective = oracle::Objective::Win;
                owner.retreat = oracle::Retreat::Never;
                owner.groups.iter_mut().for_each(|group| group.cannons[4] = 0);
            }
        }
        let second_edition = random.one_in(4);
        let Some(answers) = answers(&owners, &start, second_edition) else { continue };
        compared += 1;
        if let Some(difference) = answers.difference(&owners) {
            panic!("fight {fight}: {difference} {owners:#?} second: {second_edition}");
        }
    }
    assert!(compared > number * 9 / 10, "{compared}");
}

/// D15 and D3 bind `threat` as they bind `npc`. Against a single ship they decide everything.
fn threat_against_a_single_ship(number: u64, seed: u64) {
    let mut random = Random::new(seed);
    let start = oracle::Start { round: 1, missiles_spent: false };
    for fight in 0..number {
        let single = random.below(2);
        let owners = [0, 1].map(|side: u64| {
            let mut owner = armed(&mut random, side, false, side == single, side != single);
            if side == single {
                owner.groups.truncate(1);
                owner.groups[0].count = 1;
                owner.groups[0].damaged.truncate(1);
            }
            owner
        });
        let npc = answers(&owners, &start, false).expect("a small battle");
        if let Some(difference) = npc.difference(&owners) {
            panic!("fight {fight}: {difference} {owners:#?}");
        }
        let mut question = npc.question;
        let mut matchup = crate::support::ask::eclipse(&question).clone();
        matchup.sides[1 - single as usize].fleet.owners[0].policy = Policy::Threat;
        question.matchup = std::sync::Arc::new(matchup);
        let threat = ask(&question).expect("a small battle");
        let [known, found] = [&npc.summary, &threat].map(|summary| of_summary(summary, 6));
        if let Some(difference) = difference(&known, &found) {
            panic!("fight {fight}: {difference} {owners:#?}");
        }
    }
}

#[test]
fn d15_threat_defends_against_missiles_as_npc_does() {
    threat_against_a_single_ship(60, 17);
}

#[test]
fn d15_random_battles_agree_with_the_oracle() {
    random_battles(300, 15);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn d15_many_random_battles_agree_with_the_oracle() {
    random_battles(10_000, 16);
}
