//! Blocks of battles: the interface of everything that plays them, and runs of many blocks on all
//! cores. Results do not depend on the number of threads.
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

use crate::engine::{Control, Ctx};
use crate::stats::{Odds, Tally};

/// A block of battles to play.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Seed of the run.
    pub seed: u64,
    /// Number of the block.
    pub number: u64,
    /// Number of battles to play.
    pub battles: u64,
    /// Last round of a battle; one that is undecided after it is a standoff.
    pub round_cap: u32,
}

/// Plays blocks of battles. It is called once per block, so it can be a trait object, and the code
/// around it is compiled once for all games.
pub trait Simulator: Sync {
    /// Creates a worker that plays blocks one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Converts the counts of its workers into a tally.
    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = counts.clone();
        tally.make_room(self.cells());
        tally
    }

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Number of outcomes. They are the first cells of the tally.
    fn outcomes(&self) -> usize;

    /// Estimated seconds of work per battle on one core. Battles that are undecided after round
    /// `round_cap` are cut short.
    ///
    /// The estimate is a fixed function of the battle: it is based on a few battles that are played
    /// with one seed on every machine.
    fn seconds(&self, round_cap: u32) -> f64;
}

/// Plays blocks on one thread. Data cached from block to block saves time and never changes a
/// result.
pub trait Worker: Send {
    /// Plays the battles of a block and counts them in the simulator's own format. `go_on` is
    /// called regularly with the number of battles played since the last call; the block ends when
    /// it returns false.
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool);

    /// Work that captains have done so far, see
    /// [`Battle::work_done`](crate::model::Battle::work_done).
    fn work_done(&self) -> u64 {
        0
    }

    /// Whether a decision of captains was approximated.
    fn has_approximated(&self) -> bool {
        false
    }
}

/// Seconds per unit of work.
const SECONDS_PER_WORK: f64 = 500e-9;

/// Seconds per battle in addition to its rounds.
const SECONDS_PER_BATTLE: f64 = 100e-9;

/// Seconds of work after which a probe stops.
const MAX_PROBE_SECONDS: f64 = 20e-3;

/// Estimates the seconds of work per battle for a simulator that plays by the rules.
/// `round_seconds` is the time per round without the work of captains. Rounds are counted from
/// `first_round`.
///
/// Captains reuse earlier work, so the estimate is that of the last and largest batch of the probe.
pub(crate) fn probe(
    simulator: &dyn Simulator,
    round_seconds: f64,
    first_round: u32,
    round_cap: u32,
) -> f64 {
    let mut worker = simulator.worker();
    let (mut all, mut of_one) = (0.0, 0.0);
    for (number, battles) in [1, 3, 12, 48, 192].into_iter().enumerate() {
        let mut counts = Tally::default();
        let before = worker.work_done();
        let block = Block { seed: 0, number: number as u64, battles, round_cap };
        worker.play(block, &mut counts, &mut |_| true);
        let rounds = counts.rounds.iter().skip(first_round as usize);
        let rounds: u64 = (1..).zip(rounds).map(|(n, times)| n * times).sum();
        let thought = (worker.work_done() - before) as f64 * SECONDS_PER_WORK;
        let seconds = rounds as f64 * round_seconds + thought;
        of_one = SECONDS_PER_BATTLE + seconds / battles as f64;
        all += seconds;
        if all > MAX_PROBE_SECONDS {
            break;
        }
    }
    of_one
}

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
    /// Whether a decision of captains was approximated.
    pub approximated: bool,
}

/// Interval between progress callbacks.
#[cfg(feature = "threads")]
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Plays the battles of a plan.
///
/// Calls `watch` several times a second, or after each round without the feature `threads`, with
/// the number of battles played and the counts of all finished rounds. Setting the flag of `ctx`
/// from any thread ends the run at once.
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
    let approximated = lock(&workers.idle).iter().any(|worker| worker.has_approximated());
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    RunResult { tally: simulator.tally(&counts), ended, approximated }
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
