//! One answer of many: exact where it fits, else simulated, never both.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;

use super::{Answer, NoAnswer, Question, answer};
use crate::scenario::Engine;
use crate::tally::Summary;

/// Returns the exact answer; `None` where it does not fit and need not be exact, or is not wanted.
/// Adds the estimated seconds on one core to `work`, in either case.
pub(super) fn exactly(
    question: &Question,
    (pool, stop): (&ThreadPool, &AtomicBool),
    work: &mut f64,
) -> Result<Option<Summary>, NoAnswer> {
    if stop.load(Ordering::Relaxed) {
        return Err(NoAnswer::Stopped);
    }
    if !matches!(question.engine, Engine::Auto | Engine::Exact) {
        return Ok(None);
    }
    let asked = Question { engine: Engine::Exact, ..question.clone() };
    match answer(&asked, pool, stop, &mut |_, _, _| ()) {
        Ok(Answer { summary, work: taken, .. }) => {
            *work += taken;
            Ok(Some(summary))
        }
        Err(
            NoAnswer::TooLarge { work: taken, .. } | NoAnswer::RetreatTooLarge { work: taken, .. },
        ) if question.engine == Engine::Auto => {
            *work += taken;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns the simulated answer, of this many battles, or of as many as fit the budget where no
/// number was given. Adds the estimated seconds on one core to `work`.
pub(super) fn simulated(
    question: &Question,
    battles: u64,
    (pool, stop): (&ThreadPool, &AtomicBool),
    work: &mut f64,
) -> Result<Summary, NoAnswer> {
    let engine = if question.engine == Engine::Kernel { Engine::Kernel } else { Engine::Simulate };
    let battles = question.battles.with(battles);
    let asked = Question { engine, battles, ..question.clone() };
    let Answer { summary, work: taken, .. } = answer(&asked, pool, stop, &mut |_, _, _| ())?;
    *work += taken;
    if summary.partial { Err(NoAnswer::Stopped) } else { Ok(summary) }
}
