//! Odds of a side under its worst and its best play.

use super::best_play::{EclipseBestPlay, EclipseNotSolved, best_play};
use crate::answer::budget::Budget;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::engine::optimize::duel::Sense;
use crate::games::common::Objective;
use crate::games::eclipse::rules::{EclipseFleet, Policy, Setup, compile_from};

/// Returns the probability that a side wins if it assigns its own dice as badly or as well as
/// possible. The other side plays as declared; if it plays `optimal`, it responds to the bad play,
/// too.
pub(super) fn odds(
    question: &Question,
    setup: Setup,
    fleets: &[EclipseFleet; 2],
    side: usize,
    sense: Sense,
    budget: Budget,
    control: &Control,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side] = fleets[side].clone().played(Policy::Optimal).after(Objective::Win);
    let mut battle = compile_from(&fleets, setup)?;
    if let Some(rounds) = question.round_cap {
        battle = battle.with_clock(rounds);
    }
    let mut senses = [Sense::Maximise; 2];
    senses[side] = sense;
    match best_play(&battle, senses, budget, control) {
        Ok(EclipseBestPlay { values, .. }) => Ok(values[side]),
        Err(EclipseNotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(why)) => {
            Err(NoAnswer::TooLarge { what: format!("--play-band: {why}"), work: budget.seconds })
        }
    }
}
