//! Odds of a side under its worst and its best choices.

use super::captains::solve;
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Unsolved};
use crate::games::common::{Objective, value_of};
use crate::games::ti4::rules::{LossOrder, Ti4Fleet, Ti4Terms, compile};

/// Returns the probability that a side wins if it chooses its own losses as badly or as well as
/// possible. The enemy plays as declared.
pub(super) fn odds(
    question: &Question,
    terms: Ti4Terms,
    fleets: &[Ti4Fleet; 2],
    side: usize,
    aim: Sense,
    budget: Budget,
    control: &Control,
) -> Result<f64, NoAnswer> {
    let mut fleets = fleets.clone();
    fleets[side].captain.order = LossOrder::Adaptive;
    fleets[side].captain.objective = Objective::Win;
    let battle = compile(&fleets, terms)?;
    let mut signs = [1.0; 2];
    signs[side] = if aim == Sense::Maximise { 1.0 } else { -1.0 };
    match solve(&battle, &fleets, signs, &mut Ledger::new(budget), control) {
        Ok(best) => Ok(best.values[value_of(side, Objective::Win)]),
        Err(Unsolved::Stopped) => Err(NoAnswer::Stopped),
        Err(_) => {
            let whole = question.budget;
            let what = format!("--play-band: best play does not fit the budget of {whole}");
            Err(NoAnswer::TooLarge { what, work: budget.seconds })
        }
    }
}
