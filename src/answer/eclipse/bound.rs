//! A bound of the odds of a side, however anybody plays.

use std::sync::atomic::AtomicBool;

use super::super::ledger::Ledger;
use super::super::{NoAnswer, Question};
use super::captains::{Favour, NotSolved, best_play_in_favour};
use crate::engine::play::Aim;
use crate::rules::Objective;
use crate::rules::eclipse::{Fleet, Policy, compile_from};
use crate::scenario::eclipse::Muster;

/// The odds of winning of a side when all dice are assigned in its favour, the enemy's too: no
/// play gives it more. `ledger` pays for it. A stronger ship (see [`Strength`](crate::rules::eclipse::Strength)), or
/// one ship more, never has a lower bound. Certain where nothing is known.
pub(in super::super) fn bound(
    question: &Question,
    muster: &Muster,
    side: usize,
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<f64, NoAnswer> {
    const NOTHING_KNOWN: f64 = 1.0;
    if muster.sector.is_some() || question.round_cap.is_some() {
        return Ok(NOTHING_KNOWN);
    }
    let fleets = [0, 1].map(|n| {
        let fleet: Fleet = muster.sides[n].fleet.clone();
        fleet.played(Policy::Optimal).after(Objective::Win)
    });
    let heals = |fleet: &Fleet| fleet.groups.iter().any(|g| g.figures.regenerate > 0);
    let may_retreat = fleets.iter().flat_map(|fleet| &fleet.owners).any(|o| o.may_retreat);
    // Who cannot be worn down may gain by not being able to hurt anybody (D6).
    if may_retreat || heals(&fleets[1 - side]) {
        return Ok(NOTHING_KNOWN);
    }
    let battle = compile_from(&fleets, muster.setup)?;
    if !battle.is_duel() || battle.is_decided() {
        return Ok(NOTHING_KNOWN);
    }
    let favour = Favour::One(side);
    match best_play_in_favour(&battle, favour, [Aim::Most; 2], ledger, stop) {
        Ok(best) => Ok(best.values[side]),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(_)) => Ok(NOTHING_KNOWN),
    }
}
