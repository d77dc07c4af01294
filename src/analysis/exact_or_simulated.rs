//! Answers for commands with many questions: exact if they fit the budget, otherwise simulated.

use crate::answer::{Answer, NoAnswer, Question, answer};
use crate::engine::Ctx;
use crate::result::Summary;
use crate::scenario::Engine;

/// Returns the exact answer. Returns `None` if the engine is not `auto` or `exact`, or if it is
/// `auto` and the answer does not fit the budget. Adds the estimated seconds on one core to `work`,
/// also if there is no answer.
pub(super) fn exactly(
    question: &Question,
    ctx: &Ctx,
    work: &mut f64,
) -> Result<Option<Summary>, NoAnswer> {
    if ctx.is_stopped() {
        return Err(NoAnswer::Stopped);
    }
    if !matches!(question.engine, Engine::Auto | Engine::Exact) {
        return Ok(None);
    }
    let asked = Question { engine: Engine::Exact, ..question.clone() };
    match answer(&asked, ctx, &mut |_, _, _| ()) {
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

/// Returns the simulated answer, with this number of battles, or with fewer if the question gives
/// no number and they do not fit the budget. Adds the estimated seconds on one core to `work`.
pub(super) fn simulated(
    question: &Question,
    battles: u64,
    ctx: &Ctx,
    work: &mut f64,
) -> Result<Summary, NoAnswer> {
    let engine = if question.engine == Engine::Kernel { Engine::Kernel } else { Engine::Simulate };
    let battles = question.battles.with(battles);
    let asked = Question { engine, battles, ..question.clone() };
    let Answer { summary, work: taken, .. } = answer(&asked, ctx, &mut |_, _, _| ())?;
    *work += taken;
    if summary.partial { Err(NoAnswer::Stopped) } else { Ok(summary) }
}
