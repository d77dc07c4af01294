//! Blocks of battles over all cores, with the same result on any number of them.
//!
//! Battle k of a run belongs to block k / [`BLOCK`]; a block's die comes from (seed,
//! block) alone and counts are integers, so it does not matter which worker plays a block
//! or when. Blocks are handed out in rounds of [`ROUND`]; the wanted precision is looked
//! at between rounds only, which makes the stop as reproducible as the numbers.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::simulate::play_block;
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
pub struct Run {
    /// The counts.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
}

/// Plays the battles of a plan.
///
/// `watch` sees the counts after each round of blocks; `stop` may be set from anywhere
/// and ends the run within a block.
///
/// # Errors
/// If the worker threads cannot be started.
pub fn run<B: Battle>(
    battle: &B,
    plan: &Plan,
    stop: &AtomicBool,
    mut watch: impl FnMut(&Tally) + Send,
) -> Result<Run, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads.get())
        .build()?;
    let captains = Mutex::new(Vec::new());
    let mut tally = Tally::new(battle);
    let blocks = plan.battles.div_ceil(BLOCK);
    let mut next = 0;
    let ended = loop {
        if stop.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        if next >= blocks {
            break Ended::Complete;
        }
        if plan
            .precision
            .is_some_and(|wanted| is_precise(battle, &tally, wanted))
        {
            break Ended::Precise;
        }
        let round = next..(next + ROUND).min(blocks);
        next = round.end;
        tally.merge(&pool.install(|| play_round(battle, plan, round, stop, &captains)));
        watch(&tally);
    };
    Ok(Run { tally, ended })
}

fn play_round<B: Battle>(
    battle: &B,
    plan: &Plan,
    blocks: std::ops::Range<u64>,
    stop: &AtomicBool,
    captains: &Mutex<Vec<B::Captains>>,
) -> Tally {
    (0..(blocks.end - blocks.start) as usize)
        .into_par_iter()
        .with_max_len(1)
        .map(|i| blocks.start + i as u64)
        .fold(
            || Tally::new(battle),
            |mut tally, block| {
                if !stop.load(Ordering::Relaxed) {
                    let battles = BLOCK.min(plan.battles - block * BLOCK);
                    // Captains keep what they worked out before; that saves time and
                    // changes nothing.
                    let mut own = lock(captains).pop().unwrap_or_else(|| battle.captains());
                    play_block(
                        battle,
                        plan.seed,
                        block,
                        battles,
                        plan.round_cap,
                        &mut own,
                        &mut tally,
                    );
                    lock(captains).push(own);
                }
                tally
            },
        )
        .reduce(
            || Tally::new(battle),
            |mut a, b| {
                a.merge(&b);
                a
            },
        )
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn is_precise<B: Battle>(battle: &B, tally: &Tally, wanted: f64) -> bool {
    tally.battles > 0 && Odds::of_tally(tally.clone()).widest_half(0..battle.outcomes()) <= wanted
}
