//! Plays blocks of battles on all cores. Results do not depend on the number of threads.
//!
//! Battle k of a run belongs to block k / [`BLOCK`]. The generator of a block depends only on the
//! seed and the number of the block, and counts are integers, so it does not matter which worker
//! plays a block or when. Blocks are played in rounds of [`ROUND`]. Precision is only checked
//! between rounds, so the point at which a run stops is as reproducible as its counts.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "threads")]
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(feature = "threads")]
use std::time::Duration;

use crate::engine::Control;
use crate::engine::Ctx;
use crate::engine::simulate::simulator::{Block, Simulator, Worker};
use crate::stats::{Odds, Tally};

/// Number of battles in a block.
pub const BLOCK: u64 = 4096;

/// Number of blocks in a round.
pub const ROUND: u64 = 32;

/// Parameters of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunPlan {
    /// Number of battles; with `precision`, the maximum number.
    pub battles: u64,
    /// Seed of all generators.
    pub seed: u64,
    /// Last round of a battle; one that is undecided after it is a standoff.
    pub round_cap: u32,
    /// If set, the run stops as soon as the 95 % intervals of all outcomes have at most this
    /// half-width.
    pub precision: Option<f64>,
    /// The part of all blocks that is played.
    pub shard: Shard,
}

/// One of several equal parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of this part, from 0.
    pub number: u64,
    /// Total number of parts.
    pub of: u64,
}

impl Shard {
    /// A run in one part.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Returns the blocks of this part, for a run of this many battles.
    #[must_use]
    pub fn blocks(self, battles: u64) -> Range<u64> {
        let blocks = u128::from(battles.div_ceil(BLOCK));
        let from = |n: u64| (blocks * u128::from(n) / u128::from(self.of)) as u64;
        from(self.number)..from(self.number + 1)
    }

    /// Number of battles in this part, for a run of `all` battles.
    #[must_use]
    pub fn battles(self, all: u64) -> u64 {
        let Range { start, end } = self.blocks(all);
        end.saturating_mul(BLOCK).min(all) - start.saturating_mul(BLOCK).min(all)
    }
}

/// Reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All battles were played.
    Complete,
    /// The requested precision was reached.
    Precise,
    /// The stop flag was set.
    Interrupted,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// Counts of all battles played.
    pub tally: Tally,
    /// Reason why the run ended.
    pub ended: Ended,
    /// Whether captains had to guess.
    pub guessed: bool,
}

/// Interval between progress callbacks.
#[cfg(feature = "threads")]
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Plays the battles of a plan.
///
/// `watch` is called several times a second (without the feature `threads`, after each round) with the number of battles played and the counts of all
/// finished rounds. Setting the flag of `ctx` from any thread ends the run at once.
pub fn run(
    simulator: &dyn Simulator,
    plan: &RunPlan,
    ctx: &Ctx,
    watch: &mut (dyn FnMut(u64, &Tally) + Send),
) -> RunResult {
    let (played, idle) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let workers = Workers { simulator, plan, control: ctx.control(), played, idle };
    let counts = Mutex::new(Tally::default());
    let ended = workers.play_watched(ctx, &counts, watch);
    let guessed = lock(&workers.idle).iter().any(|worker| worker.has_guessed());
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    RunResult { tally: simulator.tally(&counts), ended, guessed }
}

/// Data shared by all workers.
struct Workers<'a> {
    simulator: &'a dyn Simulator,
    plan: &'a RunPlan,
    control: &'a Control,
    played: AtomicU64,
    /// Workers that no thread is using.
    idle: Mutex<Vec<Box<dyn Worker + 'a>>>,
}

impl Workers<'_> {
    /// Plays all rounds. A thread of its own calls `watch`.
    #[cfg(feature = "threads")]
    fn play_watched(
        &self,
        ctx: &Ctx,
        counts: &Mutex<Tally>,
        watch: &mut (dyn FnMut(u64, &Tally) + Send),
    ) -> Ended {
        std::thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            scope.spawn(move || {
                // The channel disconnects when the run ends.
                while is_done.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    self.show(counts, watch);
                }
            });
            let ended = self.play_rounds(ctx, counts, &mut || ());
            drop(done);
            ended
        })
    }

    /// Plays all rounds, and calls `watch` after each.
    #[cfg(not(feature = "threads"))]
    fn play_watched(
        &self,
        ctx: &Ctx,
        counts: &Mutex<Tally>,
        watch: &mut (dyn FnMut(u64, &Tally) + Send),
    ) -> Ended {
        self.play_rounds(ctx, counts, &mut || self.show(counts, watch))
    }

    fn show(&self, counts: &Mutex<Tally>, watch: &mut (dyn FnMut(u64, &Tally) + Send)) {
        let tally = self.simulator.tally(&lock(counts));
        watch(self.played.load(Ordering::Relaxed), &tally);
    }

    fn play_rounds(
        &self,
        ctx: &Ctx,
        counts: &Mutex<Tally>,
        after_round: &mut dyn FnMut(),
    ) -> Ended {
        let plan = self.plan;
        let Range { start: mut next, end: blocks } = plan.shard.blocks(plan.battles);
        loop {
            if self.control.is_stopped() {
                return Ended::Interrupted;
            }
            if next >= blocks {
                return Ended::Complete;
            }
            let precise = |wanted| is_precise(self.simulator, &lock(counts), wanted);
            if plan.precision.is_some_and(precise) {
                return Ended::Precise;
            }
            let round = next..(next + ROUND).min(blocks);
            next = round.end;
            let played = self.play_round(ctx, round);
            lock(counts).merge(&played);
            after_round();
        }
    }

    fn play_round(&self, ctx: &Ctx, blocks: Range<u64>) -> Tally {
        let of_block = |i: usize| {
            let mut tally = Tally::default();
            self.play_block(blocks.start + i as u64, &mut tally);
            tally
        };
        let tallies = ctx.map((blocks.end - blocks.start) as usize, 1, &of_block);
        tallies.iter().fold(Tally::default(), |mut all, tally| {
            all.merge(tally);
            all
        })
    }

    fn play_block(&self, number: u64, tally: &mut Tally) {
        if self.control.is_stopped() {
            return;
        }
        let RunPlan { battles, seed, round_cap, .. } = *self.plan;
        let block = Block { seed, number, battles: BLOCK.min(battles - number * BLOCK), round_cap };
        let idle = lock(&self.idle).pop();
        let mut worker = idle.unwrap_or_else(|| self.simulator.worker());
        worker.play(block, tally, &mut |battles| {
            self.played.fetch_add(battles, Ordering::Relaxed);
            !self.control.is_stopped()
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
