//! Odds under the worst and the best play of a side.

use std::sync::atomic::AtomicBool;

use super::super::NoAnswer;
use super::super::budget::Budget;
use super::Asked;
use super::captains::{BestPlay, NotSolved, best_play};
use crate::engine::play::Aim;
use crate::rules::Objective;
use crate::rules::eclipse::{Fleet, Policy, compile_from};

/// The odds of winning of a side whose own dice are assigned as badly or as well as they can
/// be. The other side plays as declared; if that is `optimal`, it answers the bad play as well
/// as the good.
pub(super) fn odds(
    question: &Asked,
    fleets: &[Fleet; 2],
    side: usize,
    aim: Aim,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side] = fleets[side].clone().played(Policy::Optimal).after(Objective::Win);
    let mut battle = compile_from(&fleets, question.muster.setup)?;
    if let Some(rounds) = question.round_cap {
        battle = battle.with_clock(rounds);
    }
    let mut aims = [Aim::Most; 2];
    aims[side] = aim;
    match best_play(&battle, aims, budget, stop) {
        Ok(BestPlay { values, .. }) => Ok(values[side]),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) => Err(NoAnswer::TooLarge(format!("--play-band: {why}"))),
    }
}
