//! Blocks of battles over all cores, with the same result on any number of them.
//!
//! Battle k of a run belongs to block k / [`BLOCK`]; a block's die comes from (seed,
//! block) alone and counts are integers, so it does not matter which worker plays a block
//! or when. Blocks are handed out in rounds of [`ROUND`]; the wanted precision is looked
//! at between rounds only, which makes the stop as reproducible as the numbers.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::simulator::{Block, Simulator, Worker};
use crate::tally::{Odds, Tally};

/// Battles in a block.
pub const BLOCK: u64 = 4096;

/// Blocks in a round.
pub const ROUND: u64 = 32;

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Battles; with `precision` the most that are played.
    pub battles: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: u32,
    /// Stop as soon as the widest 95 % interval of the outcomes has this half-width.
    pub precision: Option<f64>,
    /// Of all blocks, those that are played.
    pub shard: Shard,
}

/// A part of a run: the n-th of so many, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Its blocks.
    #[must_use]
    pub fn blocks(self, battles: u64) -> Range<u64> {
        let blocks = u128::from(battles.div_ceil(BLOCK));
        let from = |n: u64| (blocks * u128::from(n) / u128::from(self.of)) as u64;
        from(self.number)..from(self.number + 1)
    }

    /// Battles of its blocks, of so many in all.
    #[must_use]
    pub fn battles(self, all: u64) -> u64 {
        let Range { start, end } = self.blocks(all);
        end.saturating_mul(BLOCK).min(all) - start.saturating_mul(BLOCK).min(all)
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All battles were played.
    Complete,
    /// The precision asked for was reached.
    Precise,
    /// It was told to stop.
    Interrupted,
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct Run {
    /// The counts.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
    /// Whether captains had to guess.
    pub guessed: bool,
}

/// How often a run is looked at while it goes on.
const GLANCE: Duration = Duration::from_millis(100);

/// Plays the battles of a plan.
///
/// `watch` sees several times a second how many battles have been played, and the counts
/// of all finished rounds; `stop` may be set from anywhere and ends the run at once.
pub fn run(
    simulator: &dyn Simulator,
    plan: &Plan,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut (dyn FnMut(u64, &Tally) + Send),
) -> Run {
    let (played, idle) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let workers = Workers { simulator, plan, stop, played, idle };
    let counts = Mutex::new(Tally::default());
    let ended = std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let (workers, counts) = (&workers, &counts);
        scope.spawn(move || {
            // The channel closes when the run ends.
            while is_done.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
                let tally = simulator.tally(&lock(counts));
                watch(workers.played.load(Ordering::Relaxed), &tally);
            }
        });
        let ended = play_rounds(workers, pool, counts);
        drop(done);
        ended
    });
    let guessed = lock(&workers.idle).iter().any(|worker| worker.has_guessed());
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    Run { tally: simulator.tally(&counts), ended, guessed }
}

/// What all workers share.
struct Workers<'a> {
    simulator: &'a dyn Simulator,
    plan: &'a Plan,
    stop: &'a AtomicBool,
    played: AtomicU64,
    /// Workers that no thread is using.
    idle: Mutex<Vec<Box<dyn Worker + 'a>>>,
}

fn play_rounds(workers: &Workers<'_>, pool: &ThreadPool, counts: &Mutex<Tally>) -> Ended {
    let plan = workers.plan;
    let Range { start: mut next, end: blocks } = plan.shard.blocks(plan.battles);
    loop {
        if workers.stop.load(Ordering::Relaxed) {
            return Ended::Interrupted;
        }
        if next >= blocks {
            return Ended::Complete;
        }
        let precise = |wanted| is_precise(workers.simulator, &lock(counts), wanted);
        if plan.precision.is_some_and(precise) {
            return Ended::Precise;
        }
        let round = next..(next + ROUND).min(blocks);
        next = round.end;
        let played = pool.install(|| workers.play_round(round));
        lock(counts).merge(&played);
    }
}

impl Workers<'_> {
    fn play_round(&self, blocks: Range<u64>) -> Tally {
        (0..(blocks.end - blocks.start) as usize)
            .into_par_iter()
            .with_max_len(1)
            .fold(Tally::default, |mut tally, i| {
                self.play_block(blocks.start + i as u64, &mut tally);
                tally
            })
            .reduce(Tally::default, |mut a, b| {
                a.merge(&b);
                a
            })
    }

    fn play_block(&self, number: u64, tally: &mut Tally) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let Plan { battles, seed, round_cap, .. } = *self.plan;
        let block = Block { seed, number, battles: BLOCK.min(battles - number * BLOCK), round_cap };
        let idle = lock(&self.idle).pop();
        let mut worker = idle.unwrap_or_else(|| self.simulator.worker());
        worker.play(block, tally, &mut |battles| {
            self.played.fetch_add(battles, Ordering::Relaxed);
            !self.stop.load(Ordering::Relaxed)
        });
        lock(&self.idle).push(worker);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_precise(simulator: &dyn Simulator, counts: &Tally, wanted: f64) -> bool {
    let odds = simulator.tally(counts);
    odds.battles > 0 && Odds::of_tally(odds).widest_half(0..simulator.outcomes()) <= wanted
}
