//! The engine, proven on toy games whose odds are known, apart from any rulebook.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::atomic::{AtomicBool, Ordering};

use fleetodds::battle::{Battle, Progress};
use fleetodds::chance::{Die, Distribution};
use fleetodds::engine::{BLOCK, Block, Ended, Kernel, Plan, ROUND, Run, play_block, run};
use fleetodds::tally::{Odds, Tally};

/// A coin is thrown until one side has so many wins.
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

    fn captains(&self) {}

    fn is_over(&self, state: &[u8; 2]) -> bool {
        state.contains(&self.wins)
    }

    fn step<D: Die>(&self, state: &mut [u8; 2], die: &mut D, (): &mut ()) -> Progress {
        state[usize::from(!die.draw(&self.coin))] += 1;
        if self.is_over(state) { Progress::Over } else { Progress::NextRound }
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

fn plan(battles: u64) -> Plan {
    Plan { battles, seed: 1, round_cap: 1000, precision: None }
}

fn run_on(battle: &BestOf, plan: &Plan, threads: usize) -> Run<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    run(&Kernel(battle), plan, &pool, &AtomicBool::new(false), |_, _| ())
}

fn tally(battle: &BestOf, plan: &Plan) -> Tally {
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

/// Best of three with p = 0.6: p² (3 - 2p) = 0.648; over in two games with 0.52.
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
    let (battle, mut second) = (BestOf::new(3, 0.5), Tally::new(&BestOf::new(3, 0.5)));
    let block = Block { seed: 1, number: 1, battles: BLOCK, round_cap: 1000 };
    play_block(&battle, block, &mut (), &mut second, |_| true);
    sum.merge(&second);
    assert_eq!(sum, long);
    assert_ne!(first, second, "blocks have dice of their own");
}

#[test]
fn precision_stops_a_run_as_soon_as_it_is_reached() {
    let wanted = Plan { precision: Some(0.001), ..plan(100_000_000) };
    let run = run_on(&BestOf::new(1, 0.5), &wanted, 2);
    assert_eq!(run.ended, Ended::Precise);
    // 1.96 · 0.5 / √n = 0.001 at n = 960,400: the eighth round of blocks.
    assert_eq!(run.tally.battles, 8 * ROUND * BLOCK);
    assert!(Odds::of_tally(run.tally).widest_half(0..3) <= 0.001);
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let run = run(&Kernel(&BestOf::new(1, 0.5)), &plan(1 << 40), &pool, &stop, |played, _| {
        seen = played;
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(run.ended, Ended::Interrupted);
    assert!(seen > 0 && run.tally.battles >= seen, "{seen} of {}", run.tally.battles);
    assert_eq!(run.tally.cells.iter().sum::<u64>(), run.tally.battles);
}

#[test]
fn a_battle_that_is_cut_short_counts_as_undecided() {
    let short = Plan { round_cap: 2, ..plan(100_000) };
    let odds = Odds::of_tally(tally(&BestOf::new(3, 0.5), &short));
    assert_eq!(odds.share(2), 1.0);
}
