//! Upper bound of the odds of a side, for any play of both sides.

use super::best_play::{EclipseNotSolved, best_play_in_favour};
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::games::common::Objective;
use crate::games::eclipse::rules::{EclipseFleet, Policy, compile_from};
use crate::games::eclipse::scenario::EclipseMatchup;

/// Returns the probability that a side wins if all dice, including those of the enemy, are assigned
/// in its favour. No play gives it better odds. With a stronger ship (see
/// [`Strength`](crate::games::eclipse::rules::Strength)) or one more ship, the bound is not lower.
/// Returns 1 if no bound is known. The work is taken off the ledger.
pub(crate) fn bound(
    question: &Question,
    matchup: &EclipseMatchup,
    side: usize,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<f64, NoAnswer> {
    const NOTHING_KNOWN: f64 = 1.0;
    if matchup.sector.is_some() || question.round_cap.is_some() {
        return Ok(NOTHING_KNOWN);
    }
    let fleets = [0, 1].map(|n| {
        let fleet: EclipseFleet = matchup.sides[n].fleet.clone();
        fleet.played(Policy::Optimal).after(Objective::Win)
    });
    let heals = |fleet: &EclipseFleet| fleet.groups.iter().any(|g| g.figures.regenerate > 0);
    let may_retreat = fleets.iter().flat_map(|fleet| &fleet.owners).any(|o| o.may_retreat);
    // If ships may retreat or enemies regenerate, being unable to do damage can be an advantage
    // (D6), so the bound of a stronger ship could be lower.
    if may_retreat || heals(&fleets[1 - side]) {
        return Ok(NOTHING_KNOWN);
    }
    let battle = compile_from(&fleets, matchup.setup)?;
    if !battle.is_duel() || battle.is_decided() {
        return Ok(NOTHING_KNOWN);
    }
    match best_play_in_favour(&battle, side, ledger, control) {
        Ok(best) => Ok(best.values[side]),
        Err(EclipseNotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(_)) => Ok(NOTHING_KNOWN),
    }
}
