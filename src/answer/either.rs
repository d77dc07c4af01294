//! One answer of many: exact where it fits, else simulated, never both.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;

use super::{Answer, NoAnswer, Question, answer};
use crate::scenario::Engine;
use crate::tally::Summary;

/// The exact answer; nothing where it does not fit and need not be exact, or is not wanted.
pub(super) fn exactly(
    question: &Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Option<Summary>, NoAnswer> {
    if stop.load(Ordering::Relaxed) {
        return Err(NoAnswer::Stopped);
    }
    if !matches!(question.engine, Engine::Auto | Engine::Exact) {
        return Ok(None);
    }
    let asked = Question { engine: Engine::Exact, ..question.clone() };
    match answer(&asked, pool, stop, &mut |_, _, _| ()) {
        Ok(Answer { summary, .. }) => Ok(Some(summary)),
        Err(NoAnswer::TooLarge(_) | NoAnswer::RetreatTooLarge(_))
            if question.engine == Engine::Auto =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The simulated answer, of this many battles, or of as many as fit the budget where no number was
/// given.
pub(super) fn simulated(
    question: &Question,
    battles: u64,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Summary, NoAnswer> {
    let engine = if question.engine == Engine::Kernel { Engine::Kernel } else { Engine::Simulate };
    let battles = question.battles.with(battles);
    let asked = Question { engine, battles, ..question.clone() };
    let Answer { summary, .. } = answer(&asked, pool, stop, &mut |_, _, _| ())?;
    if summary.partial { Err(NoAnswer::Stopped) } else { Ok(summary) }
}
