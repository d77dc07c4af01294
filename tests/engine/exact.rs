//! The exact engine, best play and the walk: figures of the rulebook, properties of best play, and
//! comparisons between the engines.

use crate::support::random::{Random, fleet};
use crate::support::{assert_share, exact_with, fleet_of, graph_with, play_with, too_far, walk};
use fleetodds::internals::answer::Budget;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::Walk;
use fleetodds::internals::engine::graph::Graph;
use fleetodds::internals::engine::optimize::duel::Sense;
use fleetodds::internals::games::common::Objective;
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{
    EclipseBattle, EclipseCaptains, EclipseFleet, EclipseGroup, EclipseState, FireLimits, Policy,
    compile,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::duel::DuelModelLimit;
use fleetodds::internals::scenario::Rulebook;
use fleetodds::internals::stats::Odds;

/// A battle, and its captains with their strategy.
struct Solved {
    battle: EclipseBattle,
    captains: EclipseCaptains,
}

impl Solved {
    fn exact(&self, round_cap: Option<u32>) -> Odds {
        exact_with(&self.battle, &self.captains, round_cap)
    }

    fn graph(&self) -> Graph<EclipseState> {
        graph_with(&self.battle, &self.captains)
    }

    fn play(&self, battles: u64, seed: u64) -> Odds {
        Odds::of_tally(play_with(&self.battle, &self.captains, battles, seed, 1000))
    }

    fn walk<'a>(&'a self, graph: &'a Graph<EclipseState>) -> Walk<'a, EclipseBattle> {
        Walk::new(&self.battle, &self.captains, graph).unwrap()
    }
}

/// Returns a battle of these fleets, solved if a captain is `optimal`; `None` if solving takes too
/// long.
fn if_solved(fleets: &[EclipseFleet; 2]) -> Option<Solved> {
    let battle = compile(fleets).unwrap();
    let mut captains = battle.captains();
    if fleets.iter().any(EclipseFleet::looks_ahead) && !battle.is_decided() {
        let control = Control::default();
        let best = best_play(&battle, [Sense::Maximise; 2], Budget::default(), &control);
        captains.set_strategy(&battle, best.ok()?.strategy);
    }
    Some(Solved { battle, captains })
}

fn solved(fleets: &[EclipseFleet; 2]) -> Solved {
    if_solved(fleets).unwrap()
}

/// Returns a battle that ends after `rounds` rounds, solved with that limit, and its values.
fn by_the_clock(fleets: &[EclipseFleet; 2], rounds: u32) -> (Solved, [f64; 2]) {
    let battle = compile(fleets).unwrap().with_clock(rounds);
    let mut captains = battle.captains();
    let control = Control::default();
    let found = best_play(&battle, [Sense::Maximise; 2], Budget::default(), &control);
    let best = found.unwrap();
    captains.set_strategy(&battle, best.strategy);
    (Solved { battle, captains }, best.values)
}

fn typed(attacker: &str, defender: &str, policies: [Policy; 2]) -> [EclipseFleet; 2] {
    let fleet = |typed, policy| fleet_of(Rulebook::Eclipse, typed).played(policy);
    [fleet(attacker, policies[0]), fleet(defender, policies[1])]
}

/// Returns the attacker's exact odds.
fn wins(fleets: &[EclipseFleet; 2]) -> f64 {
    solved(fleets).exact(None).share(0)
}

#[track_caller]
fn assert_exact(value: f64, known: f64, what: &str) {
    assert!((value - known).abs() < 1e-6, "{what}: {value}, not {known}");
}

const ANY: [Policy; 4] = Policy::ALL;

/// `docs/rules/eclipse.md`, section 8, row 1: 5/11, whatever the policies.
#[test]
fn section_8_interceptors() {
    for policy in ANY {
        let p = wins(&typed("interceptor", "interceptor", [policy; 2]));
        assert!((p - 5.0 / 11.0).abs() < 1e-14, "{policy}: {p}");
    }
}

#[test]
fn section_8_interceptors_against_an_ancient() {
    for policy in ANY {
        assert_exact(wins(&typed("3 interceptor", "ancient", [policy; 2])), 0.465_157, "row 2");
    }
}

#[test]
fn section_8_cruisers_against_two_ancients() {
    let fleets = typed("2 cruiser", "2 ancient", [Policy::Optimal, Policy::Npc]);
    assert_exact(wins(&fleets), 0.085_017, "row 3");
}

#[test]
fn section_8_gcds() {
    let fight = |defender| {
        wins(&typed("2 dreadnought + 3 interceptor", "gcds", [Policy::Optimal, defender]))
    };
    assert_exact(fight(Policy::Npc), 0.602_920, "npc");
    assert_exact(fight(Policy::NpcSpread), 0.615_355, "npc-spread");
    assert_exact(fight(Policy::Optimal), 0.539_689, "optimal");
}

const CRUISERS: &str = "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)";

/// Known figures of best play, with dice as in D1.
#[test]
fn d1_cruisers_against_dreadnoughts_with_missiles() {
    for (missiles, known) in [("2o", 0.657_036), ("4o", 0.321_520)] {
        let defender = format!(
            "3 dreadnought(cannons=1r, missiles={missiles}, computer=2, hull=3, initiative=1)"
        );
        assert_exact(wins(&typed(CRUISERS, &defender, [Policy::Optimal; 2])), known, missiles);
    }
}

#[test]
fn best_play_of_470_400_hull_states() {
    let fleets = typed(
        "2 dreadnought(cannons=2r, computer=3, shield=2, hull=3, initiative=1) \
         + 2 cruiser(cannons=1y, computer=3, shield=2, hull=2, initiative=2)",
        "3 dreadnought(cannons=2y1r, missiles=2o, computer=0, shield=1, hull=4, initiative=0) \
         + 3 cruiser(cannons=1o, computer=1, shield=1, hull=4, initiative=2)",
        [Policy::Optimal; 2],
    );
    let p = wins(&fleets);
    assert!((p - 0.400_534_871_865).abs() < 1e-11, "{p}");
}

/// One to four interceptors, one to three cruisers or one or two dreadnoughts against each of the
/// non-player ships of both editions: solved exactly, walked and simulated one by one.
#[test]
fn the_engines_agree_on_72_fights() {
    const BATTLES: u64 = 1_000_000;
    let mut fights = 0;
    for (rulebook, enemies) in [
        (Rulebook::Eclipse, &["ancient", "2 ancient", "gcds"][..]),
        (
            Rulebook::Eclipse2e,
            &["ancient-advanced", "guardian", "guardian-advanced", "gcds", "gcds-advanced"],
        ),
    ] {
        for enemy in enemies {
            for (class, most) in [("interceptor", 4), ("cruiser", 3), ("dreadnought", 2)] {
                for count in 1..=most {
                    let attacker = format!("{count} {class}");
                    let fleets = [attacker.as_str(), enemy].map(|typed| fleet_of(rulebook, typed));
                    let battle = solved(&fleets);
                    let p = battle.exact(None).share(0);
                    let graph = battle.graph();
                    let walked = walk(&battle.walk(&graph), BATTLES, 1, 1000);
                    let what = format!("{attacker} v {enemy}");
                    let walked = Odds::of_tally(walked).share(0);
                    assert_share(walked, p, BATTLES, &format!("{what}, walked"));
                    let played = battle.play(100_000, 1).share(0);
                    assert_share(played, p, 100_000, &format!("{what}, one by one"));
                    fights += 1;
                }
            }
        }
    }
    assert_eq!(fights, 72);
}

/// Random fights with captains of all kinds: the walk and the kernel agree with the exact engine,
/// cell by cell. `tests/engine/agreement.rs` explains the allowance for chance.
#[test]
fn the_simulators_agree_with_the_exact_engine_on_random_fights() {
    const BATTLES: u64 = 100_000;
    let mut random = Random::new(4);
    for fight in 0..120 {
        let sides = [random.side(), random.side()];
        let fleets = [0, 1].map(|side: usize| {
            let policy = ANY[random.below(4) as usize];
            let objective = Objective::ALL[random.below(2) as usize];
            fleet(&sides[side]).played(policy).after(objective)
        });
        let Some(battle) = if_solved(&fleets) else { continue };
        let known = battle.exact(Some(1000));
        let graph = battle.graph();
        let walks = battle.walk(&graph);
        let walked = |battles, seed| Odds::of_tally(walk(&walks, battles, seed, 1000));
        let played = |battles, seed| battle.play(battles, seed);
        check(&known, BATTLES, fight, walked, &format!("fight {fight} walked {fleets:?}"));
        if fight % 5 == 0 {
            check(&known, BATTLES / 5, fight, played, &format!("fight {fight} played {fleets:?}"));
        }
    }
}

#[track_caller]
fn check(known: &Odds, battles: u64, seed: u64, simulate: impl Fn(u64, u64) -> Odds, what: &str) {
    let deviation = |odds: &Odds, battles| {
        (0..odds.cells()).find_map(|cell| {
            let (share, p) = (odds.share(cell), known.share(cell));
            Some(format!(
                "cell {cell}: {share} is {:.1} errors from {p}",
                too_far(share, p, battles)?
            ))
        })
    };
    if deviation(&simulate(battles, seed), battles).is_some()
        && let Some(again) = deviation(&simulate(10 * battles, seed + 1000), 10 * battles)
    {
        panic!("{what}: {again}");
    }
}

/// Best play is never worse than any policy against any enemy.
#[test]
fn best_play_is_never_worse_than_any_policy() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for fight in 0..60 {
        let sides = [random.side(), random.side()];
        let enemy = ANY[random.below(3) as usize];
        let side = random.below(2) as usize;
        let odds = |policy| {
            let mut fleets = [fleet(&sides[0]), fleet(&sides[1])];
            fleets[side] = fleets[side].clone().played(policy);
            fleets[1 - side] = fleets[1 - side].clone().played(enemy);
            if_solved(&fleets).map(|battle| battle.exact(None).share(side))
        };
        let Some(best) = odds(Policy::Optimal) else { continue };
        for policy in &ANY[..3] {
            let other = odds(*policy).unwrap();
            assert!(best > other - 1e-10, "fight {fight}: {policy} {other}, optimal {best}");
        }
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

/// With a cap of a few rounds, best play differs. It is still never worse than any policy or than
/// best play that ignores the cap, and its odds equal the value found for it.
#[test]
fn best_play_looks_at_the_clock() {
    let mut random = Random::new(8);
    let (mut compared, mut better) = (0, 0);
    for fight in 0..50 {
        let sides = [random.side(), random.side()];
        let cap = 1 + random.below(4) as u32;
        let side = random.below(2) as usize;
        let enemy = ANY[random.below(3) as usize];
        let fleets = |policy| {
            let mut fleets = [fleet(&sides[0]), fleet(&sides[1])];
            fleets[side] = fleets[side].clone().played(policy);
            fleets[1 - side] = fleets[1 - side].clone().played(enemy);
            fleets
        };
        let fleets_at_their_best = fleets(Policy::Optimal);
        if compile(&fleets_at_their_best).unwrap().is_decided() {
            continue;
        }
        let (battle, values) = by_the_clock(&fleets_at_their_best, cap);
        let best = battle.exact(Some(cap)).share(side);
        let value = values[side];
        assert!((best - value).abs() < 1e-10, "fight {fight}: {best} {value}");
        for policy in ANY {
            let Some(other) = if_solved(&fleets(policy)) else { continue };
            let other = other.exact(Some(cap)).share(side);
            assert!(best > other - 1e-10, "fight {fight}: {policy} {other}, by the clock {best}");
            better += usize::from(policy == Policy::Optimal && best > other + 1e-6);
        }
        compared += 1;
    }
    assert!(compared > 40 && better > 2, "{compared} {better}");
}

/// Two dice, of two points and one point, hit with 5/6 each, against lives of 3 and 1. The battle
/// cannot be won in one round, but it can in two.
#[test]
fn a_cap_cuts_the_last_round_short() {
    let fight = |cap| {
        let fleets = typed(
            "cruiser(cannons=1o1y, computer=4, initiative=3)",
            "cruiser(cannons=0, hull=2) + interceptor(cannons=0, hull=0)",
            [Policy::Optimal; 2],
        );
        by_the_clock(&fleets, cap).0.exact(Some(cap)).share(0)
    };
    assert_eq!(fight(1), 0.0);
    assert!(fight(2) > 0.4 && fight(2) < fight(3));
}

/// A ship that cannot shoot does not change the order of fire; at best it takes hits.
#[test]
fn a_harmless_ship_more_never_lowers_the_best_odds() {
    let mut random = Random::new(6);
    for fight in 0..100 {
        let sides = [random.side(), random.side()];
        let mut fleets = [fleet(&sides[0]), fleet(&sides[1])];
        // If no side has weapons, D6 decides, and more ships are not better.
        for fleet in &mut fleets {
            *fleet = fleet.clone().played(Policy::Optimal);
            for group in &mut fleet.groups {
                group.figures.regenerate = 0;
                group.figures.cannons.0[0] += 1;
            }
        }
        let side = random.below(2) as usize;
        let before = solved(&fleets).exact(None).share(side);
        let first = &fleets[side].groups[0];
        let harmless = EclipseGroup {
            figures: fleetodds::internals::games::eclipse::rules::Figures {
                shield: random.below(3) as i16,
                hull: random.below(3) as u8,
                ..Default::default()
            },
            count: 1,
            damaged: Vec::new(),
            ..first.clone()
        };
        // The enemy must shoot at this ship or at the others and may not hold dice back. If this
        // ship is its last target, it wins later, never sooner.
        fleets[side].groups.push(harmless);
        let after = solved(&fleets).exact(None).share(side);
        assert!(after > before - 1e-10, "fight {fight} side {side}: {before} {after} {fleets:?}");
    }
}

/// Sides do not depend on their names. Groups that do not act at the same time do not depend on the
/// order in which they are listed.
#[test]
fn names_and_the_order_of_groups_change_nothing() {
    let value =
        |attacker: &str, defender: &str| wins(&typed(attacker, defender, [Policy::Optimal; 2]));
    let one = value("2 cruiser + 3 interceptor & name=Bob", "dreadnought + 2 interceptor");
    let other = value("3 interceptor + 2 cruiser & name=Ann", "2 interceptor + dreadnought");
    assert!((one - other).abs() < 1e-12, "{one} {other}");
}

/// The probabilities of all ends add up to one, for any captains.
#[test]
fn probabilities_add_up_to_one() {
    let mut random = Random::new(7);
    for _ in 0..100 {
        let sides = [random.side(), random.side()];
        let fleets =
            [0, 1].map(|side: usize| fleet(&sides[side]).played(ANY[random.below(4) as usize]));
        let Some(battle) = if_solved(&fleets) else { continue };
        for cap in [None, Some(3)] {
            let odds = battle.exact(cap);
            let sum: f64 = (0..4).map(|cell| odds.share(cell)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            let rounds: f64 = odds.rounds().distribution.iter().sum();
            let standoff = odds.share(3);
            assert!(rounds <= 1.0 + 1e-12 && rounds > 1.0 - standoff - 1e-8, "{rounds} {standoff}");
        }
    }
}

/// A battle that regeneration makes endless is a standoff (D7): one point per round is healed, and
/// more damage is impossible.
#[test]
fn d7_what_can_never_end_is_a_standoff() {
    let ship = "cruiser(cannons=1y, computer=0, hull=1, regenerate=1)";
    for policy in [Policy::Npc, Policy::Optimal] {
        let odds = solved(&typed(ship, ship, [policy; 2])).exact(None);
        assert_eq!(odds.share(3), 1.0, "{policy}");
        assert_eq!(odds.share(0) + odds.share(1), 0.0);
    }
}

/// A duel with repair, calculated by hand. The attacker has two dice at 1/6 and cannot be hit; the
/// defender has a life of 2 and heals a point per round. Both dice must hit in one round, which
/// happens eventually: the attacker wins with certainty, after 36 rounds on average.
#[test]
fn a_ship_that_repairs_itself_is_destroyed_at_last() {
    let fleets = typed(
        "cruiser(cannons=2y, computer=0, initiative=3)",
        "cruiser(cannons=0, hull=1, regenerate=1, initiative=2)",
        [Policy::Optimal; 2],
    );
    let odds = solved(&fleets).exact(None);
    assert_eq!(odds.share(0), 1.0);
    assert!((odds.rounds().mean - 36.0).abs() < 1e-9, "{}", odds.rounds().mean);
}

/// Swing: an attacker that cannot win destroys expensive ships. Two dreadnoughts (life 3, cost 8)
/// and an interceptor (life 1, cost 3) cannot shoot; one missile of four points hits with 5/6. For
/// swing it goes to a dreadnought, for 5/6 · 8; for winning its target makes no difference.
#[test]
fn swing_goes_for_what_is_dear() {
    let mut fleets = typed(
        "interceptor(cannons=0, missiles=1r, computer=4, cost=1)",
        "interceptor(cannons=0, cost=3) + 2 dreadnought(cannons=1y, cost=8)",
        [Policy::Optimal; 2],
    );
    fleets[0] = fleets[0].clone().after(Objective::Swing);
    let odds = solved(&fleets).exact(None);
    // Cells: 4 outcomes, 2 for the attacker's group, 2 for the interceptor, 3 for the dreadnoughts.
    assert!((odds.share(4 + 2 + 2 + 1) - 5.0 / 6.0).abs() < 1e-12);
    assert_eq!(odds.share(4 + 2), 0.0, "the interceptor is not shot at");
}

/// A life of 13 that heals a point per round, against two dice at 1/6. It takes a run of luck with
/// odds of one in many trillions, which comes with certainty in the end.
#[test]
fn what_comes_late_comes_for_certain() {
    let fleets = typed(
        "cruiser(cannons=2y, computer=0)",
        "cruiser(cannons=0, hull=12, regenerate=1)",
        [Policy::Npc; 2],
    );
    let odds = solved(&fleets).exact(None);
    assert_eq!((odds.share(0), odds.share(3)), (1.0, 0.0));
    assert!(odds.rounds().mean > 1e16, "{}", odds.rounds().mean);
}

/// Volleys of 0 to 2 dice on one shield: 1 + 2 + 3. Volleys of 0 to 3 dice on two shields: 1 + 3 +
/// 6 + 10.
#[test]
fn volleys_of_a_duel_are_counted_before_they_are_listed() {
    let fleets = typed(
        "2 interceptor + cruiser(shield=1, cannons=0)",
        "3 interceptor(computer=1)",
        [Policy::Optimal, Policy::Threat],
    );
    let volleys = (1 + 2 + 3) + (1 + 3 + 6 + 10);
    let battle = compile(&fleets).unwrap();
    let go_on = Control::default();
    let model = |volleys: u64, control: &Control| {
        battle.model(
            &[battle.opening()],
            FireLimits::NONE,
            DuelModelLimit { states: 1_000, steps: u64::MAX, volleys },
            control,
        )
    };
    assert!((0..volleys).all(|few| model(few, &go_on).is_err()));
    assert!(model(volleys, &go_on).is_ok());
    let stopped = Control::default();
    stopped.stop();
    assert!(model(volleys, &stopped).is_err());
}
