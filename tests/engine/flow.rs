//! Flows: exact odds round by round, without a graph. They are those of the graph.

use std::fmt::Debug;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::spaceship_battles::oracle as ship_oracle;
use crate::star_chamber::Dice;
use crate::support::ask::question;
use crate::support::random::Random;
use crate::ti4::oracle::{self as ti4_oracle, Fights};
use fleetodds::internals::answer::{Battles, Budget, Listed, Question, answer};
use fleetodds::internals::dice::{Die, Distribution};
use fleetodds::internals::engine::flow::{FlowPlan, graph_work, solve};
use fleetodds::internals::engine::graph::absorption::{self, by_round};
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::{Control, Ctx, Ends, Unsolved};
use fleetodds::internals::games::spaceship_battles::rules as ships;
use fleetodds::internals::games::spaceship_battles::scenario::ShipMatchup;
use fleetodds::internals::games::star_chamber::rules as stars;
use fleetodds::internals::games::ti4::rules as ti4;
use fleetodds::internals::games::ti4::scenario::Ti4Matchup;
use fleetodds::internals::model::flow::{Flow, FlowWork};
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::result::EngineUsed;
use fleetodds::internals::scenario::Engine;
use fleetodds::internals::stats::Odds;

/// A plan without limits.
const PLAN: FlowPlan = FlowPlan { round_cap: None, listed: None, work: 1 << 40, bytes: 1 << 40 };

/// Largest graph that fights are compared with.
const GRAPH: Limit = Limit { size: 60_000, work: 60_000, bytes: 1 << 30 };

fn flow<B: Battle>(battle: &B, plan: FlowPlan) -> Result<Ends<B::State>, Unsolved> {
    solve(battle, &battle.captains(), plan, &Control::default())
}

#[track_caller]
fn assert_same(found: f64, known: f64, what: &dyn Debug) {
    let error = 1e-12 * known.abs().max(1.0);
    assert!((found - known).abs() <= error, "{what:?}: {found}, {known} on the graph");
}

#[track_caller]
fn assert_same_odds<B: Battle>(battle: &B, found: &Odds, known: &Odds, what: &dyn Debug) {
    for cell in 0..battle.cells() {
        assert_same(found.share(cell), known.share(cell), &(cell, what));
    }
}

fn agrees<B: Battle>(battle: &B, round_cap: Option<u32>, what: &dyn Debug) -> bool {
    agrees_with(battle, &battle.captains(), round_cap, what)
}

/// Asserts that a flow under the play of these captains finds the figures of the graph, with and
/// without a cap on rounds. Returns whether the graph is small enough to compare.
pub(crate) fn agrees_with<B: Battle>(
    battle: &B,
    captains: &B::Captains,
    round_cap: Option<u32>,
    what: &dyn Debug,
) -> bool {
    let control = Control::default();
    let Ok(graph) = Graph::new(battle, &mut captains.clone(), GRAPH, &control) else {
        return false;
    };
    let ends = absorption::solve(&graph.topology, &[1.0], round_cap, u64::MAX, &control).unwrap();
    let last = round_cap.unwrap_or(7).min(7);
    let plan = FlowPlan { round_cap, listed: Some(last), ..PLAN };
    let found = solve(battle, captains, plan, &control).unwrap();
    assert_same_odds(battle, &found.odds(battle), &graph.odds(battle, &ends), what);
    assert!(found.left_out <= 1e-12, "{what:?}");
    assert_eq!(found.rounds_are_whole, ends.rounds_are_whole, "{what:?}");
    let share = |rounds: &[f64], n: usize| rounds.get(n).copied().unwrap_or(0.0);
    for n in 0..ends.rounds.distribution.len().max(found.rounds.distribution.len()) {
        assert_same(
            share(&found.rounds.distribution, n),
            share(&ends.rounds.distribution, n),
            &(n, what),
        );
    }
    // When a battle that never ends can no longer end is a matter of definition.
    let never = found.never();
    if round_cap.is_some() || never < 1e-15 {
        let error = 1e-11 * ends.rounds.mean;
        assert!((found.rounds.mean - ends.rounds.mean).abs() <= error, "{what:?}");
    }
    let known = by_round(battle, &graph, last, &control).unwrap();
    assert_eq!(found.by_round.len(), known.len(), "{what:?}");
    for ((round, found), (other, known)) in found.by_round.iter().zip(&known) {
        assert_eq!(round, other);
        assert_same_odds(battle, found, known, &(round, what));
    }
    true
}

/// Compares random fights; a part of them may be too large for a graph.
pub(crate) fn compare(fights: usize, mut fight: impl FnMut(Option<u32>) -> bool) {
    let compared = (0..fights).filter(|n| fight([None, Some(1), None, Some(4)][n % 4])).count();
    assert!(compared > fights / 2, "only {compared} of {fights} could be compared");
}

fn compare_ships(seed: u64, fights: usize) {
    let mut random = Random::new(seed);
    compare(fights, |cap| {
        let text = ship_oracle::scenario(&ship_oracle::random_fight(&mut random)).to_string();
        let question = question(&text);
        let matchup: &ShipMatchup = question.matchup.of_game().unwrap();
        let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
        let battle = ships::compile::<8>(&fleets, &matchup.terms).unwrap();
        agrees(&battle, cap, &text)
    });
}

#[test]
fn random_ship_fights_flow_as_on_their_graphs() {
    compare_ships(11, 150);
}

#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_ship_fights_flow_as_on_their_graphs() {
    compare_ships(12, 5_000);
}

fn compare_series(seed: u64, series: usize) {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    compare(series, |cap| {
        let forces = dice.forces();
        let terms = dice.terms(&forces);
        agrees(&stars::compile::<256>(&forces, &terms).unwrap(), cap, &(&forces, &terms))
    });
}

#[test]
fn random_series_flow_as_on_their_graphs() {
    compare_series(13, 200);
}

#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_series_flow_as_on_their_graphs() {
    compare_series(14, 5_000);
}

fn ti4_battle(text: &str) -> ti4::Ti4Battle {
    let question = question(text);
    let matchup: &Ti4Matchup = question.matchup.of_game().unwrap();
    let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    ti4::compile(&fleets, matchup.terms).unwrap()
}

/// Compares random combats that are exchanges under the play of their captains.
fn compare_combats(seed: u64, fights: usize) {
    let mut source = Fights(Random::new(seed));
    let mut number = 0;
    compare(fights, |cap| {
        loop {
            number += 1;
            let make = if number % 2 == 0 { Fights::in_space } else { Fights::on_a_planet };
            let (fight, factions) = make(&mut source);
            let text = ti4_oracle::scenario(&fight, factions);
            let battle = ti4_battle(&text);
            match flow(&battle, PLAN) {
                Err(Unsolved::NotApplicable) => continue,
                _ => return agrees(&battle, cap, &text),
            }
        }
    });
}

#[test]
fn random_combats_flow_as_on_their_graphs() {
    compare_combats(15, 100);
}

#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_combats_flow_as_on_their_graphs() {
    compare_combats(16, 5_000);
}

fn ti4_scenario(rules: &str, fleets: [&str; 2]) -> String {
    let [attacker, defender] = fleets.map(|fleet| format!("{fleet} & play=customary"));
    format!(r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": "{defender}"}}"#)
}

/// The chance of the graph's work is never underestimated, so no battle is walked less for it.
#[test]
fn the_graph_of_an_exchange_is_at_most_as_large_as_expected() {
    for (fleets, share) in [
        (["4 cruiser", "3 dreadnought"], 0.5),
        (["12 fighter + 4 destroyer + 2 war-sun", "9 cruiser + 5 fighter"], 0.2),
    ] {
        let battle = ti4_battle(&ti4_scenario("ti4-space", fleets));
        let control = Control::default();
        let graph = Graph::new(&battle, &mut battle.captains(), Limit::NONE, &control).unwrap();
        let most = graph_work(&battle, &battle.captains(), PLAN, &control).unwrap().unwrap();
        let real = graph.work as f64 / most as f64;
        assert!((share..=1.0).contains(&real), "{real} of {most}");
    }
}

// Battles with known odds.

/// Each round ends with this probability; with another one, the battle can no longer end.
struct Slow {
    round: Distribution<u8>,
}

impl Slow {
    fn new(over: f64, never: f64) -> Self {
        let all = [(0, 1.0 - over - never), (1, over), (2, never)];
        Self { round: Distribution::new(all.into_iter().filter(|(_, p)| *p > 0.0)) }
    }
}

impl Battle for Slow {
    type State = u8;
    type Captains = ();

    fn opening(&self) -> u8 {
        0
    }

    fn captains(&self) {}

    fn is_over(&self, state: &u8) -> bool {
        *state == 1
    }

    fn step<D: Die>(&self, state: &mut u8, die: &mut D, (): &mut ()) -> StepOutcome {
        if *state == 0 {
            *state = die.draw(&self.round);
        }
        if *state == 1 { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn flow(&self, (): &()) -> Option<Box<dyn Flow<u8> + '_>> {
        Some(Box::new(SlowFlow { battle: self, now: [1.0, 0.0, 0.0] }))
    }

    fn cells(&self) -> usize {
        3
    }

    fn count(&self, state: &u8, mut count: impl FnMut(usize)) {
        count((*state).into());
    }
}

struct SlowFlow<'a> {
    battle: &'a Slow,
    now: [f64; 3],
}

impl Flow<u8> for SlowFlow<'_> {
    fn play(
        &mut self,
        end: &mut dyn FnMut(&u8, f64),
        go_on: &mut dyn FnMut(FlowWork) -> bool,
    ) -> bool {
        let undecided = std::mem::take(&mut self.now[0]);
        for (state, p) in self.battle.round.outcomes() {
            self.now[usize::from(*state)] += undecided * p;
        }
        end(&1, std::mem::take(&mut self.now[1]));
        go_on(FlowWork { steps: 1, bytes: 100 })
    }

    fn left(&self) -> f64 {
        self.now.iter().sum()
    }

    fn undecided(&self) -> Vec<(u8, f64)> {
        let states = [0, 2].map(|state| (state, self.now[usize::from(state)]));
        states.into_iter().filter(|(_, mass)| *mass > 0.0).collect()
    }

    fn leave_out(&mut self, _: f64) {}
}

/// A round ends the battle with 1 in 10,000: after 10,000 rounds on average.
#[test]
fn a_battle_that_takes_ages_is_solved_on_its_graph() {
    let found = flow(&Slow::new(1e-4, 0.0), PLAN).unwrap();
    assert!((found.rounds.mean - 1e4).abs() < 1e-6, "{}", found.rounds.mean);
    assert_eq!((found.ends, found.undecided), (vec![(1, 1.0)], Vec::new()));
    assert!(!found.rounds_are_whole);
    assert!((found.rounds.distribution[3] - 1e-4 * (1.0 - 1e-4f64).powi(2)).abs() < 1e-15);
}

/// A battle ends with 3 in 4 and comes to a standstill with 1 in 4, both at the same speed.
#[test]
fn battles_that_never_end_stay_undecided() {
    let plan = FlowPlan { listed: Some(4), ..PLAN };
    let found = flow(&Slow::new(0.3, 0.1), plan).unwrap();
    let odds = found.odds(&Slow::new(0.3, 0.1));
    assert!((odds.share(1) - 0.75).abs() < 1e-14 && (odds.share(2) - 0.25).abs() < 1e-14);
    assert!(found.rounds_are_whole);
    assert_eq!(found.by_round.len(), 4);
    for (round, odds) in &found.by_round {
        let left = 0.6f64.powi(*round as i32);
        assert!((odds.share(0) - left).abs() < 1e-14, "{round}");
        assert!((odds.share(1) - 0.75 * (1.0 - left)).abs() < 1e-14, "{round}");
    }
}

#[test]
fn a_cap_cuts_battles_short() {
    for cap in [1, 2, 40] {
        let found = flow(&Slow::new(0.3, 0.0), FlowPlan { round_cap: Some(cap), ..PLAN }).unwrap();
        let left = 0.7f64.powi(cap as i32);
        let odds = found.odds(&Slow::new(0.3, 0.0));
        assert!((odds.share(0) - left).abs() < 1e-14, "{cap}");
        let mean = (1.0 - left) / 0.3;
        assert!((found.rounds.mean - mean).abs() < 1e-12, "{cap}: {}", found.rounds.mean);
        assert_eq!(found.rounds.distribution.len(), 1 + cap as usize);
    }
}

#[test]
fn a_flow_keeps_to_its_limits() {
    let slow = Slow::new(0.3, 0.0);
    assert!(matches!(flow(&slow, FlowPlan { work: 2, ..PLAN }), Err(Unsolved::TooLarge(3))));
    assert!(matches!(flow(&slow, FlowPlan { bytes: 99, ..PLAN }), Err(Unsolved::TooLarge(1))));
    let control = Control::default();
    control.stop();
    assert!(matches!(solve(&slow, &(), PLAN, &control), Err(Unsolved::Stopped)));
}

// Large battles, with the default budget.

/// Fights whose graphs do not fit the default budget.
fn large_fights() -> Vec<String> {
    let mixed = "40 fighter + 20 dreadnought + 10 carrier + 10 cruiser + 15 destroyer + 5 war-sun";
    let escorts = "60 fighter + 40 destroyer-ii";
    let duel = r#"{"rules": "spaceship-battles",
        "attacker": {"groups": [{"size": "C", "ships": [{"at": [2, 10], "heading": "E"}]}],
            "play": {"doctrine": {"keep": 8}}},
        "defender": {"groups": [{"size": "C", "ships": [{"at": [27, 12], "heading": "W"}]}]},
        "setting": {"map": {"width": 30, "height": 20}}}"#;
    let at_range = |ships: &str| {
        format!(
            r#"{{"rules": "spaceship-battles", "attacker": "{ships}", "defender": "{ships}",
                "setting": {{"range": 5}}}}"#
        )
    };
    vec![
        at_range("3 a"),
        at_range("3 b"),
        duel.into(),
        ti4_scenario("ti4-space", ["100 fighter", "100 fighter"]),
        ti4_scenario("ti4-space", [mixed, mixed]),
        ti4_scenario("ti4-space", [escorts, mixed]),
        ti4_scenario("ti4-ground", ["90 infantry + 10 mech", "100 infantry-ii"]),
        r#"{"rules": "star-chamber", "attacker": "5 cruiser + 5 scout",
            "defender": "4 cruiser + 4 scout"}"#
            .into(),
    ]
}

/// They are solved within the default budget, and simulated beside. The number of threads changes
/// nothing.
#[test]
fn large_battles_are_solved_within_the_default_budget() {
    for text in large_fights() {
        let question = Question {
            engine: Engine::Auto,
            budget: Budget::default(),
            battles: Battles::AtMost(20_000),
            rounds: Some(Listed::Enough),
            swings: true,
            ..question(&text)
        };
        let ask = |threads| {
            let ctx = Ctx::new(threads).unwrap();
            answer(&question, &ctx, &mut |_, _, _| ()).unwrap()
        };
        let [one, two] = [1, 2].map(ask);
        assert_eq!(one.summary.engine, EngineUsed::Checked, "{text}");
        assert!(one.work <= 4.0, "{} s: {text}", one.work);
        assert_eq!(one.summary, two.summary, "{text}");
        let sides = &one.summary.sides;
        let all = one.summary.draw.probability + one.summary.standoff.probability;
        let all = sides.iter().map(|side| side.win.probability).sum::<f64>() + all;
        assert!((all - 1.0).abs() < 1e-12, "{all}: {text}");
        assert!(one.summary.rounds.by_round.len() > 1 || text.contains("star"), "{text}");
        for side in sides {
            let simulated = side.win.simulated.unwrap();
            let half = (simulated.high - simulated.low) / 2.0;
            let error = (side.win.probability - simulated.probability).abs();
            assert!(error < 2.3 * half, "{error}: {text}");
            assert!(side.cost.swing.is_some(), "{text}");
        }
    }
}
