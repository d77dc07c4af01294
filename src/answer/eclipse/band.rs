//! Odds between the worst and the best play of each side.

use std::sync::atomic::AtomicBool;

use super::super::NoAnswer;
use super::Asked;
use super::captains::{BestPlay, NotSolved, best_play};
use crate::engine::play::Aim;
use crate::rules::Objective;
use crate::rules::eclipse::{Fleet, Policy, compile_from};
use crate::tally::Band;

/// The odds of winning of each side when its own dice are assigned as badly and as well as
/// they can be. The other side plays as declared; if that is `optimal`, it answers the bad
/// play as well as the good.
pub(super) fn bands(
    question: &Asked,
    fleets: &[Fleet; 2],
    stop: &AtomicBool,
) -> Result<[Band; 2], NoAnswer> {
    let band = |side: usize| -> Result<Band, NoAnswer> {
        let worst = odds(question, fleets, side, Aim::Least, stop)?;
        let best = odds(question, fleets, side, Aim::Most, stop)?;
        Ok(Band { worst, best })
    };
    Ok([band(0)?, band(1)?])
}

fn odds(
    question: &Asked,
    fleets: &[Fleet; 2],
    side: usize,
    aim: Aim,
    stop: &AtomicBool,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side] = fleets[side].clone().played(Policy::Optimal).after(Objective::Win);
    let mut battle = compile_from(&fleets, question.muster.setup)?;
    if let Some(rounds) = question.round_cap {
        battle = battle.with_clock(rounds);
    }
    // Two sides, two ends: four battles share the time.
    let mut budget = question.budget;
    budget.seconds /= 4.0;
    let mut aims = [Aim::Most; 2];
    aims[side] = aim;
    match best_play(&battle, aims, budget, stop) {
        Ok(BestPlay { values, .. }) => Ok(values[side].clamp(0.0, 1.0)),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) => Err(NoAnswer::TooLarge(format!("--play-band: {why}"))),
    }
}
