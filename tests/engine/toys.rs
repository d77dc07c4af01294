//! The engines, tested on toy games with known odds, independent of any rulebook.

use fleetodds::internals::dice::{Die, Distribution};
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::optimize::duel::{
    Asked, DuelPlan, Interests, Precision, Sense, Stakes, solve, work,
};
use fleetodds::internals::engine::{
    BLOCK, Block, Ctx, Ended, Kernel, ROUND, RunPlan, RunResult, Shard, Simulator, Walk, run,
};
use fleetodds::internals::engine::{Control, MAX_LEFT_OUT, Unsolved};
use fleetodds::internals::model::Lists;
use fleetodds::internals::model::duel::{
    Duel, DuelSide, DuelTurn, VolleySpan as RunOfVolleys, Volleys,
};
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::stats::{Odds, Tally};

/// A coin is thrown until one side has `wins` wins.
struct BestOf {
    coin: Distribution<bool>,
    wins: u8,
}

impl BestOf {
    fn new(wins: u8, p: f64) -> Self {
        Self { coin: Distribution::new([(true, p), (false, 1.0 - p)]), wins }
    }
}

impl Battle for BestOf {
    type State = [u8; 2];
    type Captains = ();

    fn opening(&self) -> [u8; 2] {
        [0, 0]
    }

    fn first_round(&self) -> u32 {
        1
    }

    fn round_seconds(&self) -> f64 {
        100e-9
    }

    fn captains(&self) {}

    fn is_over(&self, state: &[u8; 2]) -> bool {
        state.contains(&self.wins)
    }

    fn step<D: Die>(&self, state: &mut [u8; 2], die: &mut D, (): &mut ()) -> StepOutcome {
        state[usize::from(!die.draw(&self.coin))] += 1;
        if self.is_over(state) { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn cells(&self) -> usize {
        3
    }

    fn outcomes(&self) -> usize {
        3
    }

    fn count(&self, state: &[u8; 2], mut count: impl FnMut(usize)) {
        count(state.iter().position(|wins| *wins == self.wins).unwrap_or(2));
    }
}

fn plan(battles: u64) -> RunPlan {
    RunPlan { battles, seed: 1, round_cap: 1000, precision: None, shard: Shard::WHOLE }
}

fn run_on(battle: &BestOf, plan: &RunPlan, threads: usize) -> RunResult {
    let ctx = Ctx::new(threads).unwrap();
    run(&Kernel::new(battle, &()), plan, &ctx, &mut |_, _| ())
}

fn tally(battle: &BestOf, plan: &RunPlan) -> Tally {
    run_on(battle, plan, 2).tally
}

#[track_caller]
fn assert_close(share: f64, exact: f64, n: u64) {
    let error = (exact * (1.0 - exact) / n as f64).sqrt();
    assert!((share - exact).abs() < 4.5 * error, "{share} is not {exact}");
}

#[test]
fn a_coin_falls_as_it_should() {
    let odds = Odds::of_tally(tally(&BestOf::new(1, 0.3), &plan(1_000_000)));
    assert_close(odds.share(0), 0.3, 1_000_000);
}

/// Best of three with p = 0.6: p² (3 - 2p) = 0.648; over after two games with 0.52.
#[test]
fn best_of_three_is_won_as_often_as_the_formula_says() {
    let odds = Odds::of_tally(tally(&BestOf::new(2, 0.6), &plan(1_000_000)));
    assert_close(odds.share(0), 0.648, 1_000_000);
    assert_close(odds.rounds().distribution[2], 0.52, 1_000_000);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let battles = 3 * ROUND * BLOCK / 2 + 17;
    let one = run_on(&BestOf::new(3, 0.5), &plan(battles), 1).tally;
    assert_eq!(one.battles, battles);
    for threads in [2, 3, 8] {
        assert_eq!(run_on(&BestOf::new(3, 0.5), &plan(battles), threads).tally, one);
    }
}

#[test]
fn a_run_is_its_blocks_added_up() {
    let long = tally(&BestOf::new(3, 0.5), &plan(2 * BLOCK));
    let first = tally(&BestOf::new(3, 0.5), &plan(BLOCK));
    let mut sum = first.clone();
    let (battle, mut second) = (BestOf::new(3, 0.5), Tally::default());
    let block = Block { seed: 1, number: 1, battles: BLOCK, round_cap: 1000 };
    Kernel::new(&battle, &()).worker().play(block, &mut second, &mut |_| true);
    sum.merge(&second);
    assert_eq!(sum, long);
    assert_ne!(first, second, "blocks have dice of their own");
}

#[test]
fn precision_stops_a_run_as_soon_as_it_is_reached() {
    let wanted = RunPlan { precision: Some(0.001), ..plan(100_000_000) };
    let run = run_on(&BestOf::new(1, 0.5), &wanted, 2);
    assert_eq!(run.ended, Ended::Precise);
    // 1.96 · 0.5 / √n = 0.001 at n = 960,400: the eighth round of blocks.
    assert_eq!(run.tally.battles, 8 * ROUND * BLOCK);
    assert!(Odds::of_tally(run.tally).widest_half(0..3) <= 0.001);
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let mut seen = 0;
    let ctx = Ctx::new(2).unwrap();
    let run =
        run(&Kernel::new(&BestOf::new(1, 0.5), &()), &plan(1 << 40), &ctx, &mut |played, _| {
            seen = played;
            ctx.control().stop();
        });
    assert_eq!(run.ended, Ended::Interrupted);
    assert!(seen > 0 && run.tally.battles >= seen, "{seen} of {}", run.tally.battles);
    assert_eq!(run.tally.cells.iter().sum::<u64>(), run.tally.battles);
}

#[test]
fn a_battle_that_is_cut_short_counts_as_undecided() {
    let short = RunPlan { round_cap: 2, ..plan(100_000) };
    let odds = Odds::of_tally(tally(&BestOf::new(3, 0.5), &short));
    assert_eq!(odds.share(2), 1.0);
}

/// A drunkard walks between two doors, `rooms` steps apart, one step per round. He starts `from`
/// steps from the first door and steps towards the second with probability `p`.
struct Drunkard {
    coin: Distribution<bool>,
    rooms: u32,
    from: u32,
}

impl Drunkard {
    fn new(rooms: u32, from: u32, p: f64) -> Self {
        Self { coin: Distribution::new([(true, p), (false, 1.0 - p)]), rooms, from }
    }

    /// Returns the probability of leaving by the second door (gambler's ruin).
    fn second_door(&self, p: f64) -> f64 {
        let r = (1.0 - p) / p;
        if p == 0.5 {
            f64::from(self.from) / f64::from(self.rooms)
        } else {
            (1.0 - r.powi(self.from as i32)) / (1.0 - r.powi(self.rooms as i32))
        }
    }

    /// Returns the expected number of steps.
    fn steps(&self, p: f64) -> f64 {
        let (from, rooms) = (f64::from(self.from), f64::from(self.rooms));
        if p == 0.5 {
            from * (rooms - from)
        } else {
            (from - rooms * self.second_door(p)) / (1.0 - 2.0 * p)
        }
    }
}

impl Battle for Drunkard {
    type State = u32;
    type Captains = ();

    fn opening(&self) -> u32 {
        self.from
    }

    fn first_round(&self) -> u32 {
        1
    }

    fn round_seconds(&self) -> f64 {
        100e-9
    }

    fn captains(&self) {}

    fn is_over(&self, state: &u32) -> bool {
        *state == 0 || *state == self.rooms
    }

    fn step<D: Die>(&self, state: &mut u32, die: &mut D, (): &mut ()) -> StepOutcome {
        if die.draw(&self.coin) {
            *state += 1;
        } else {
            *state -= 1;
        }
        if self.is_over(state) { StepOutcome::Over } else { StepOutcome::NextRound }
    }

    fn cells(&self) -> usize {
        3
    }

    fn outcomes(&self) -> usize {
        3
    }

    fn count(&self, state: &u32, mut count: impl FnMut(usize)) {
        count(if *state == self.rooms {
            1
        } else if *state == 0 {
            0
        } else {
            2
        });
    }
}

fn graph_of<B: Battle<Captains = ()>>(battle: &B) -> Graph<B::State> {
    Graph::new(battle, &mut (), Limit { size: 1 << 20, ..Limit::NONE }, &Control::default())
        .unwrap()
}

fn exact<B: Battle<Captains = ()>>(battle: &B, cap: Option<u32>) -> Odds {
    let graph = graph_of(battle);
    let ends =
        absorption::solve(&graph.topology, &[1.0], cap, u64::MAX, &Control::default()).unwrap();
    assert!(ends.left_out <= 2.0 * MAX_LEFT_OUT, "{}", ends.left_out);
    graph.odds(battle, &ends)
}

#[test]
fn the_graph_of_best_of_five_has_every_score_once() {
    let graph = graph_of(&BestOf::new(3, 0.5));
    assert_eq!((graph.states.len(), graph.ends.len()), (9, 6));
    assert_eq!(graph.topology.size(), 9 + 18);
}

#[test]
fn best_of_three_is_exact() {
    let odds = exact(&BestOf::new(2, 0.6), None);
    assert!((odds.share(0) - 0.648).abs() < 1e-15);
    assert!((odds.rounds().distribution[2] - 0.52).abs() < 1e-15);
    assert!((odds.rounds().mean - 2.48).abs() < 1e-15);
}

/// If best of five is cut short after the second game, 3 : 0 has not been reached.
#[test]
fn a_cap_on_rounds_leaves_the_undecided() {
    let odds = exact(&BestOf::new(3, 0.5), Some(2));
    assert_eq!((odds.share(2), odds.rounds().mean), (1.0, 2.0));
    let odds = exact(&BestOf::new(3, 0.5), Some(3));
    assert_eq!((odds.share(0), odds.share(2)), (0.125, 0.75));
}

/// Every state leads to every other one. Small sets are solved as equations, large ones
/// iteratively.
#[test]
fn situations_that_lead_to_each_other_are_solved() {
    for (rooms, from, p) in
        [(2, 1, 0.5), (10, 3, 0.5), (10, 3, 0.4), (90, 40, 0.5), (150, 60, 0.52)]
    {
        let drunkard = Drunkard::new(rooms, from, p);
        let odds = exact(&drunkard, None);
        let known = drunkard.second_door(p);
        assert!((odds.share(1) - known).abs() < 1e-11, "{rooms}: {} {known}", odds.share(1));
        let known = drunkard.steps(p);
        let mean = odds.rounds().mean;
        assert!((mean - known).abs() < known * 1e-9, "{rooms}: {mean} {known}");
    }
}

/// However unlikely the second door is, its odds are accurate to rounding error, because the solver
/// never subtracts.
#[test]
fn what_is_very_unlikely_is_as_exact() {
    let drunkard = Drunkard::new(60, 3, 0.1);
    let (share, known) = (exact(&drunkard, None).share(1), drunkard.second_door(0.1));
    assert!(known < 1e-50 && (share / known - 1.0).abs() < 1e-12, "{share} {known}");
}

/// Long battles are played to their ends: dropping them would change the mean.
#[test]
fn the_walk_drops_no_battle_for_being_long() {
    const BATTLES: u64 = 400_000;
    let drunkard = Drunkard::new(12, 4, 0.5);
    let graph = graph_of(&drunkard);
    let walk = Walk::new(&drunkard, &(), &graph).unwrap();
    let ctx = Ctx::new(2).unwrap();
    let tally =
        run(&walk, &RunPlan { round_cap: 10_000, ..plan(BATTLES) }, &ctx, &mut |_, _| ()).tally;
    assert_eq!(tally.cells.iter().sum::<u64>(), BATTLES);
    assert_eq!(tally.rounds.iter().sum::<u64>(), BATTLES);
    let odds = Odds::of_tally(tally);
    assert_close(odds.share(1), drunkard.second_door(0.5), BATTLES);
    // Variance of the number of steps: i (n - i) (i² + (n - i)² - 2) / 3 with i = 4, n = 12.
    let error = (32.0 * (16.0 + 64.0 - 2.0) / 3.0 / BATTLES as f64).sqrt();
    assert!((odds.rounds().mean - 32.0).abs() < 4.5 * error, "{}", odds.rounds().mean);
}

#[test]
fn the_walk_is_cut_short_where_the_kernel_is() {
    const BATTLES: u64 = 200_000;
    let drunkard = Drunkard::new(12, 4, 0.5);
    let graph = graph_of(&drunkard);
    let walk = Walk::new(&drunkard, &(), &graph).unwrap();
    let ctx = Ctx::new(2).unwrap();
    for cap in [1, 4, 20, 63, 64, 100] {
        let tally =
            run(&walk, &RunPlan { round_cap: cap, ..plan(BATTLES) }, &ctx, &mut |_, _| ()).tally;
        let (walked, known) = (Odds::of_tally(tally), exact(&drunkard, Some(cap)));
        assert_eq!(
            walked.rounds().distribution.len().min(cap as usize + 1),
            walked.rounds().distribution.len()
        );
        for cell in 0..3 {
            let (share, p) = (walked.share(cell), known.share(cell));
            assert!(
                share == p || (share - p).abs() < 4.5 * (p * (1.0 - p) / BATTLES as f64).sqrt(),
                "cap {cap} cell {cell}: {share} {p}"
            );
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_walk() {
    let drunkard = Drunkard::new(9, 4, 0.5);
    let graph = graph_of(&drunkard);
    let walk = Walk::new(&drunkard, &(), &graph).unwrap();
    let on = |threads| {
        let ctx = Ctx::new(threads).unwrap();
        run(&walk, &plan(3 * ROUND * BLOCK / 2 + 17), &ctx, &mut |_, _| ()).tally
    };
    let one = on(1);
    assert_eq!(one.battles, 3 * ROUND * BLOCK / 2 + 17);
    assert_eq!(on(2), one);
    assert_eq!(on(5), one);
    // Value stability: these counts must not change by accident.
    assert_eq!(one.cells, [109_070, 87_555, 0]);
}

#[test]
fn a_graph_beyond_its_limit_is_refused() {
    let control = Control::default();
    let graph = |size| {
        Graph::new(&Drunkard::new(100, 50, 0.5), &mut (), Limit { size, ..Limit::NONE }, &control)
    };
    assert!(matches!(graph(250).unwrap_err(), Unsolved::TooLarge(_)));
    // 99 rooms between the doors, each with two exits.
    assert_eq!(graph(297).unwrap().topology.size(), 297);
    control.stop();
    assert_eq!(graph(297).unwrap_err(), Unsolved::Stopped);
}

/// The simplest duel: two ships with `lives` lives shoot in turns, with one die each that hits with
/// probability `p`.
fn duel(lives: [usize; 2], p: [f64; 2]) -> Duel {
    let side = |lives: usize| {
        let mut hits = Lists::default();
        for life in 0..=lives {
            hits.push((life > 0).then(|| life as u32 - 1));
        }
        DuelSide {
            levels: (0..=lives + 1).collect(),
            blows: vec![hits],
            healed: None,
            ranks: Vec::new(),
        }
    };
    let turn = |side: usize| DuelTurn {
        side,
        strength: (0..=lives[side]).map(|life| u8::from(life > 0)).collect(),
        volleys: vec![
            Volleys { runs: Vec::new(), chances: vec![vec![1.0]], global: vec![0] },
            Volleys {
                runs: vec![RunOfVolleys { kind: 0, first: 1, rest: 0, len: 1 }],
                chances: vec![vec![1.0 - p[side], p[side]]],
                global: vec![0, 1],
            },
        ],
        view: vec![0; lives[1 - side] + 1],
        is_open: true,
        declared: Vec::new(),
    };
    Duel {
        sides: lives.map(side),
        turns: vec![turn(0), turn(1)],
        prelude: 0,
        opening: lives,
        openings: lives.map(|life| vec![life]),
    }
}

/// With one life each, the first ship wins with p + (1-p)(1-q) p + … = p / (1 - (1-p)(1-q)). With
/// two lives against one, shooting first, it needs one hit before the other has two.
#[test]
fn a_plain_duel_is_solved() {
    let value = |lives, p| {
        let worth = |[a, b]: [usize; 2]| {
            let first_wins = f64::from(u8::from(b == 0 && a > 0));
            [[first_wins, 0.0], [1.0 - first_wins, 0.0]]
        };
        let interests = Interests::Opposed;
        let stakes = Stakes {
            senses: [Sense::Maximise; 2],
            worth: &worth,
            interests,
            rounds: None,
            asked: Asked::default(),
        };
        let duel = duel(lives, p);
        let plan = DuelPlan::new(&duel, Precision::Double);
        let work = work(&duel, &plan, interests);
        assert_eq!(work.states, ((lives[0] + 1) * (lives[1] + 1) * 2) as u64);
        solve(&duel, &plan, &stakes, 1, &Control::default()).unwrap().values[0]
    };
    let (p, q) = (0.3, 0.6);
    let once = p / (1.0 - (1.0 - p) * (1.0 - q));
    assert!((value([1, 1], [p, q]) - once).abs() < 1e-15);
    // With two lives: hit first, or be hit once by the other, which shoots second, and start again.
    let miss = (1.0 - p) * (1.0 - q);
    let twice = (p + (1.0 - p) * q * once) / (1.0 - miss);
    assert!((value([2, 1], [p, q]) - twice).abs() < 1e-15);
}
