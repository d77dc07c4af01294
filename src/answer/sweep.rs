//! How the odds change: a question for each of several values.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::either::{exactly, simulated};
use super::{NoAnswer, Question};
use crate::tally::{Trial, Uncertain};

/// One point of a sweep.
#[derive(Clone, Debug)]
pub struct Point {
    /// How a side stands.
    pub trial: Trial,
    /// Battles simulated; none where it is exact.
    pub battles: u64,
}

/// Answers all questions, as one side of them sees it. A question of which a side has no ships
/// is decided; it is `None`, and that side scores nothing. `tick` is called for each answer.
///
/// # Errors
/// If a battle goes beyond a limit, exact odds were asked for and do not fit, or it was told
/// to stop.
pub fn sweep(
    questions: &[Option<Question>],
    side: usize,
    pool: &ThreadPool,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Point>, NoAnswer> {
    let one = |question| {
        let point = point(question, side, pool, stop);
        tick();
        point
    };
    pool.install(|| questions.par_iter().with_max_len(1).map(one).collect())
}

fn point(
    question: &Option<Question>,
    side: usize,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Point, NoAnswer> {
    let Some(question) = question else {
        let nothing = Uncertain::default();
        let trial = Trial { enemy: String::new(), win: nothing, swing: nothing, per_cost: nothing };
        return Ok(Point { trial, battles: 0 });
    };
    let summary = match exactly(question, pool, stop)? {
        Some(summary) => summary,
        None => simulated(question, question.battles, pool, stop)?,
    };
    let cost = question.sides[side].fleet.groups.iter();
    let cost = cost.map(|g| u64::from(g.cost) * u64::from(g.count)).sum();
    let trial = Trial::of(&summary, side, String::new(), cost);
    Ok(Point { trial, battles: summary.battles })
}
