//! How the odds change: a question for each of several values.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::either::{exactly, simulated};
use super::total::{StoppedBy, Total};
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

/// The points of a sweep.
#[derive(Clone, Debug)]
pub struct Swept {
    /// By question, its answer; nothing where it is missing.
    pub points: Vec<Option<Point>>,
    /// Why some are missing, if they are.
    pub stopped: Option<StoppedBy>,
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

/// Answers points, as one side sees them, until the total is spent. Those that were not reached,
/// then or at an interrupt, are missing. `tick` is called for each answer.
///
/// # Errors
/// If a battle goes beyond a limit, or exact odds were asked for and do not fit.
pub fn sweep(
    asked: &[Asked],
    side: usize,
    total: &Total,
    (pool, stop): (&ThreadPool, &AtomicBool),
    tick: &(dyn Fn() + Sync),
) -> Result<Swept, NoAnswer> {
    let mut points = total.ask_each(asked.len(), pool, |n, work| {
        match point(&asked[n], side, (pool, stop), work) {
            Err(NoAnswer::Stopped) => Ok(None),
            point => {
                tick();
                point.map(Some)
            }
        }
    })?;
    let is_cut = points.len() < asked.len();
    points.resize(asked.len(), None);
    // An interrupt that came too late to stop anything is none.
    let stopped = StoppedBy::of(stop, is_cut).filter(|_| points.iter().any(Option::is_none));
    Ok(Swept { points, stopped })
}

fn point(
    asked: &Asked,
    side: usize,
    (pool, stop): (&ThreadPool, &AtomicBool),
    work: &mut f64,
) -> Result<Point, NoAnswer> {
    let question = match asked {
        Asked::Odds(question) => question,
        Asked::Decided(wins) => return Ok(Point { trial: Trial::decided(*wins), battles: 0 }),
    };
    let summary = match exactly(question, (pool, stop), work)? {
        Some(summary) => summary,
        None => simulated(question, question.battles.most(), (pool, stop), work)?,
    };
    let trial = Trial::of(&summary, side, String::new());
    Ok(Point { trial, battles: summary.battles })
}
