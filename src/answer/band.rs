//! Odds between the worst and the best play of each side.

use std::sync::atomic::AtomicBool;

use super::captains::{NotSolved, best_play};
use super::{NoAnswer, Question};
use crate::engine::play::Aim;
use crate::rules::eclipse::{Objective, Policy, compile};
use crate::tally::Band;

/// The odds of winning of each side when its own dice are assigned as badly and as well as
/// they can be. The other side plays as declared; if that is `optimal`, it answers the bad
/// play as well as the good.
pub(super) fn bands(question: &Question, stop: &AtomicBool) -> Result<[Band; 2], NoAnswer> {
    Ok([band(question, 0, stop)?, band(question, 1, stop)?])
}

fn band(question: &Question, side: usize, stop: &AtomicBool) -> Result<Band, NoAnswer> {
    let worst = odds(question, side, Aim::Least, stop)?;
    let best = odds(question, side, Aim::Most, stop)?;
    Ok(Band { worst, best })
}

fn odds(question: &Question, side: usize, aim: Aim, stop: &AtomicBool) -> Result<f64, NoAnswer> {
    let mut fleets = question.sides.each_ref().map(|side| side.fleet.clone());
    fleets[side].policy = Policy::Optimal;
    fleets[side].objective = Objective::Win;
    let mut battle = compile(&fleets)?;
    if let Some(rounds) = question.round_cap {
        battle = battle.with_clock(rounds);
    }
    let mut aims = [Aim::Most; 2];
    aims[side] = aim;
    // Two sides, two ends: four battles share the time.
    let mut budget = question.budget;
    budget.seconds /= 4.0;
    match best_play(&battle, aims, budget, stop) {
        Ok((_, solution, _)) => Ok(solution.values[side].clamp(0.0, 1.0)),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) => Err(NoAnswer::TooLarge(format!("--play-band: {why}"))),
    }
}
