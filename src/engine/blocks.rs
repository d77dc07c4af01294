//! Blocks of battles over all cores, with the same result on any number of them.
//!
//! Battle k of a run belongs to block k / [`BLOCK`]; a block's die comes from (seed,
//! block) alone and counts are integers, so it does not matter which worker plays a block
//! or when. Blocks are handed out in rounds of [`ROUND`]; the wanted precision is looked
//! at between rounds only, which makes the stop as reproducible as the numbers.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::prelude::*;

use super::simulate::{Block, play_block};
use crate::battle::Battle;
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
    /// Worker threads.
    pub threads: NonZeroUsize,
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: u32,
    /// Stop as soon as the widest 95 % interval of the outcomes has this half-width.
    pub precision: Option<f64>,
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
pub struct Run<B: Battle> {
    /// The counts.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
    /// The captains of all workers, who may have something to say.
    pub captains: Vec<B::Captains>,
}

/// How often a run is looked at while it goes on.
const GLANCE: Duration = Duration::from_millis(100);

/// Plays the battles of a plan.
///
/// `watch` sees several times a second how many battles have been played, and the counts
/// of all finished rounds; `stop` may be set from anywhere and ends the run at once.
///
/// # Errors
/// If the worker threads cannot be started.
pub fn run<B: Battle>(
    battle: &B,
    plan: &Plan,
    stop: &AtomicBool,
    mut watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Run<B>, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads.get()).build()?;
    let workers =
        Workers { battle, plan, stop, played: AtomicU64::new(0), captains: Mutex::new(Vec::new()) };
    let tally = Mutex::new(Tally::new(battle));
    let ended = std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let (workers, tally) = (&workers, &tally);
        scope.spawn(move || {
            // The channel closes when the run ends.
            while is_done.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
                watch(workers.played.load(Ordering::Relaxed), &lock(tally));
            }
        });
        let ended = play_rounds(workers, &pool, tally);
        drop(done);
        ended
    });
    let captains = workers.captains.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { tally: tally.into_inner().unwrap_or_else(PoisonError::into_inner), ended, captains })
}

/// What all workers share.
struct Workers<'a, B: Battle> {
    battle: &'a B,
    plan: &'a Plan,
    stop: &'a AtomicBool,
    played: AtomicU64,
    /// Captains that are at leisure. They keep what they worked out before; that saves
    /// time and changes nothing.
    captains: Mutex<Vec<B::Captains>>,
}

fn play_rounds<B: Battle>(
    workers: &Workers<'_, B>,
    pool: &rayon::ThreadPool,
    tally: &Mutex<Tally>,
) -> Ended {
    let plan = workers.plan;
    let blocks = plan.battles.div_ceil(BLOCK);
    let mut next = 0;
    loop {
        if workers.stop.load(Ordering::Relaxed) {
            return Ended::Interrupted;
        }
        if next >= blocks {
            return Ended::Complete;
        }
        let precise = |wanted| is_precise(workers.battle, &lock(tally), wanted);
        if plan.precision.is_some_and(precise) {
            return Ended::Precise;
        }
        let round = next..(next + ROUND).min(blocks);
        next = round.end;
        let counts = pool.install(|| workers.play_round(round));
        lock(tally).merge(&counts);
    }
}

impl<B: Battle> Workers<'_, B> {
    fn play_round(&self, blocks: Range<u64>) -> Tally {
        let empty = || Tally::new(self.battle);
        (0..(blocks.end - blocks.start) as usize)
            .into_par_iter()
            .with_max_len(1)
            .fold(empty, |mut tally, i| {
                self.play_block(blocks.start + i as u64, &mut tally);
                tally
            })
            .reduce(empty, |mut a, b| {
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
        let mut captains = lock(&self.captains).pop().unwrap_or_else(|| self.battle.captains());
        play_block(self.battle, block, &mut captains, tally, |battles| {
            self.played.fetch_add(battles, Ordering::Relaxed);
            !self.stop.load(Ordering::Relaxed)
        });
        lock(&self.captains).push(captains);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_precise<B: Battle>(battle: &B, tally: &Tally, wanted: f64) -> bool {
    tally.battles > 0 && Odds::of_tally(tally.clone()).widest_half(0..battle.outcomes()) <= wanted
}
