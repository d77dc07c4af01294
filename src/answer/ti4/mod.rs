//! Twilight Imperium: who plays how, and what is reported.
//!
//! ```text
//! captains  best orders and best choices, where they fit
//! orders    the best fixed order in which units are lost
//! fight     one combat
//! invasion  several planets, one after the other
//! band      odds under the worst and the best choices of a side
//! ```

mod band;
mod captains;
mod fight;
mod invasion;
mod orders;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use self::fight::Ti4Fight;
pub use self::orders::{NoOrder, best_orders};
use super::fight::Fight;
use super::ledger::Ledger;
use super::scene::{Scene, Single};
use super::{Answer, NoAnswer, Question, Watch};
use crate::rules::ti4::{Fleet, Order};
use crate::rules::{Objective, Retreat};
use crate::scenario::ti4::Muster;
use crate::tally::{PlayedBy, SideSummary, Units};

/// What cost and time are counted in.
const UNITS: Units = Units { cost: "resources", time: "round" };

/// Answers a question.
pub(super) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    if !muster.planets.is_empty() {
        return invasion::answer(question, muster, pool, stop, watch);
    }
    super::fight::answer(question, fight(question, muster, pool, stop)?, pool, stop, watch)
}

/// Prepares single combats of a question to be looked at.
pub(super) fn scene<'a>(
    question: &'a Question,
    muster: &'a Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    if !muster.planets.is_empty() {
        return invasion::scene(question, muster, pool, stop);
    }
    Ok(Box::new(Single { question, fight: fight(question, muster, pool, stop)? }))
}

/// One combat.
fn fight<'a>(
    question: &'a Question,
    muster: &'a Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Fight + 'a>, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| muster.sides[side].fleet.clone());
    let ledger = Ledger::new(question.budget);
    let field = pool.install(|| captains::field(question, fleets, muster.terms, ledger, stop))?;
    Ok(Box::new(Ti4Fight { question, muster, field }))
}

/// Who controls a planet: the attacker if he has won it (T2).
fn control(sides: &[SideSummary]) -> BTreeMap<String, f64> {
    let attacker = sides[0].win.probability;
    [(sides[0].name.clone(), attacker), (sides[1].name.clone(), 1.0 - attacker)].into()
}

/// The same side with the default order where it would look for a better one.
fn by_default(mut fleet: Fleet) -> Fleet {
    if !matches!(fleet.captain.order, Order::Fixed(_)) {
        fleet.captain.order = Order::Fixed(fleet.default_order());
    }
    fleet
}

/// How a side played.
fn played_by(asked: &Fleet, fleet: &Fleet) -> PlayedBy {
    let captain = &fleet.captain;
    let order = match &asked.captain.order {
        Order::Optimal => "optimal",
        Order::Adaptive => "adaptive",
        Order::Fixed(order) if *order == fleet.default_order() => "default",
        Order::Fixed(_) => "as given",
    };
    let looks_ahead = !matches!(asked.captain.order, Order::Fixed(_)) || fleet.retreats_ahead();
    let tells = looks_ahead && captain.objective != Objective::default();
    let retreats = captain.may_retreat && captain.retreat != Retreat::Never;
    PlayedBy {
        sustain: Some(captain.sustain.name().into()),
        loss_order: Some(order.into()),
        retreat: retreats.then(|| captain.retreat.to_string()),
        objective: tells.then(|| captain.objective.name().into()),
        ..PlayedBy::default()
    }
}
