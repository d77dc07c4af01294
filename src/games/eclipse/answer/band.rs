//! Odds of a side under its worst and its best play.

use std::sync::atomic::AtomicBool;

use super::captains::{BestPlay, NotSolved, best_play};
use crate::answer::budget::Budget;
use crate::answer::{NoAnswer, Question};
use crate::engine::optimize::duel::Aim;
use crate::games::common::Objective;
use crate::games::eclipse::rules::{Fleet, Policy, Setup, compile_from};

/// Returns the probability that a side wins if it assigns its own dice as badly or as well as
/// possible. The other side plays as declared; if it plays `optimal`, it responds to the bad play,
/// too.
pub(super) fn odds(
    question: &Question,
    setup: Setup,
    fleets: &[Fleet; 2],
    side: usize,
    aim: Aim,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side] = fleets[side].clone().played(Policy::Optimal).after(Objective::Win);
    let mut battle = compile_from(&fleets, setup)?;
    if let Some(rounds) = question.round_cap {
        battle = battle.with_clock(rounds);
    }
    let mut aims = [Aim::Most; 2];
    aims[side] = aim;
    match best_play(&battle, aims, budget, stop) {
        Ok(BestPlay { values, .. }) => Ok(values[side]),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) => {
            Err(NoAnswer::TooLarge { what: format!("--play-band: {why}"), work: budget.seconds })
        }
    }
}
