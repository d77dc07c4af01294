//! How the odds change: a question for each of several values.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::either::{exactly, simulated};
use super::{NoAnswer, Question};
use crate::tally::Trial;

/// One point of a sweep.
#[derive(Clone, Debug)]
pub struct Point {
    /// How a side stands.
    pub trial: Trial,
    /// Battles simulated; none where it is exact.
    pub battles: u64,
}

/// What a point asks.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The odds of a battle.
    Odds(Box<Question>),
    /// There is no battle, since somebody has no ships; the side in question does or does not
    /// hold the field.
    Decided(bool),
}

/// Answers all points, as one side sees them; those that were not reached when it was told to
/// stop are missing. `tick` is called for each answer.
///
/// # Errors
/// If a battle goes beyond a limit, or exact odds were asked for and do not fit.
pub fn sweep(
    asked: &[Asked],
    side: usize,
    pool: &ThreadPool,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Option<Point>>, NoAnswer> {
    let one = |asked| match point(asked, side, pool, stop) {
        Err(NoAnswer::Stopped) => Ok(None),
        point => {
            tick();
            point.map(Some)
        }
    };
    pool.install(|| asked.par_iter().with_max_len(1).map(one).collect())
}

fn point(
    asked: &Asked,
    side: usize,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Point, NoAnswer> {
    let question = match asked {
        Asked::Odds(question) => question,
        Asked::Decided(wins) => return Ok(Point { trial: Trial::decided(*wins), battles: 0 }),
    };
    let summary = match exactly(question, pool, stop)? {
        Some(summary) => summary,
        None => simulated(question, question.battles.most(), pool, stop)?,
    };
    let trial = Trial::of(&summary, side, String::new());
    Ok(Point { trial, battles: summary.battles })
}
