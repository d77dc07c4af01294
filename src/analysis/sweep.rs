//! Odds as a function of changes to the fleets: one question for each value.

use super::either::{exactly, simulated};
use super::total::{StoppedBy, Total};
use crate::answer::{NoAnswer, Question};
use crate::engine::Ctx;
use crate::result::Trial;

/// One point of a sweep.
#[derive(Clone, Debug)]
pub struct Point {
    /// Result of the side in question.
    pub trial: Trial,
    /// Number of simulated battles; 0 if the result is exact.
    pub battles: u64,
}

/// Result of a sweep.
#[derive(Clone, Debug)]
pub struct Swept {
    /// Point of each question; `None` if it is missing.
    pub points: Vec<Option<Point>>,
    /// The reason why points are missing; `None` if the sweep is complete.
    pub stopped: Option<StoppedBy>,
}

/// Question of a point.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The odds of a battle.
    Odds(Box<Question>),
    /// There is no battle, because a side has no ships. The value is whether the side in question
    /// holds the field.
    Decided(bool),
}

/// Answers the questions of a sweep for one side, until the total is spent or `stop` is set. Points
/// that were not reached are missing. Calls `tick` for each answer.
///
/// # Errors
/// If a fleet exceeds a limit, or if the engine is `exact` and exact odds do not fit the budget.
pub fn sweep(
    asked: &[Asked],
    side: usize,
    total: &Total,
    ctx: &Ctx,
    tick: &(dyn Fn() + Sync),
) -> Result<Swept, NoAnswer> {
    let mut points =
        total.ask_each(asked.len(), ctx, |n, work| match point(&asked[n], side, ctx, work) {
            Err(NoAnswer::Stopped) => Ok(None),
            point => {
                tick();
                point.map(Some)
            }
        })?;
    let is_cut = points.len() < asked.len();
    points.resize(asked.len(), None);
    // An interrupt after the last answer has no effect.
    let stopped = StoppedBy::of(ctx.stop(), is_cut).filter(|_| points.iter().any(Option::is_none));
    Ok(Swept { points, stopped })
}

fn point(asked: &Asked, side: usize, ctx: &Ctx, work: &mut f64) -> Result<Point, NoAnswer> {
    let question = match asked {
        Asked::Odds(question) => question,
        Asked::Decided(wins) => return Ok(Point { trial: Trial::decided(*wins), battles: 0 }),
    };
    let summary = match exactly(question, ctx, work)? {
        Some(summary) => summary,
        None => simulated(question, question.battles.most(), ctx, work)?,
    };
    let trial = Trial::of(&summary, side, String::new());
    Ok(Point { trial, battles: summary.battles })
}
