//! Odds between the worst and the best choices of each side.

use std::sync::atomic::AtomicBool;

use super::super::NoAnswer;
use super::Asked;
use super::captains::{NotSolved, solve};
use crate::rules::Objective;
use crate::rules::ti4::{Fleet, Order, compile, value_of};
use crate::tally::Band;

/// The odds of winning of each side when its own units are lost as badly and as well as they
/// can be, the enemy playing as declared.
pub(super) fn bands(
    question: &Asked,
    fleets: &[Fleet; 2],
    stop: &AtomicBool,
) -> Result<[Band; 2], NoAnswer> {
    let band = |side: usize| -> Result<Band, NoAnswer> {
        let worst = odds(question, fleets, side, -1.0, stop)?;
        let best = odds(question, fleets, side, 1.0, stop)?;
        Ok(Band { worst, best })
    };
    Ok([band(0)?, band(1)?])
}

fn odds(
    question: &Asked,
    fleets: &[Fleet; 2],
    side: usize,
    sign: f64,
    stop: &AtomicBool,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side].captain.order = Order::Adaptive;
    fleets[side].captain.objective = Objective::Win;
    let battle = compile(&fleets, question.muster.terms)?;
    // Two sides, two ends: four games share the time.
    let mut budget = question.budget;
    budget.seconds /= 4.0;
    let mut signs = [1.0; 2];
    signs[side] = sign;
    match solve(&battle, &fleets, signs, budget, stop) {
        Ok(best) => Ok(best.values[value_of(side, Objective::Win)].clamp(0.0, 1.0)),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::TooLarge) => Err(NoAnswer::TooLarge(format!(
            "--play-band: best play does not fit the budget of {}",
            question.budget
        ))),
    }
}
