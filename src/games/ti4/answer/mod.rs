//! Twilight Imperium: play and report.
//!
//! ```text
//! captains  best orders and best choices within the budget
//! orders    best fixed order in which units are lost
//! fight     one combat
//! invasion  several planets, one after the other
//! band      odds of a side under its worst and its best choices
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
use crate::answer::fight::Fight;
use crate::answer::ledger::Ledger;
use crate::answer::scene::{Scene, Single};
use crate::answer::{Answer, NoAnswer, Question, Watch};
use crate::games::common::{Objective, Retreat};
use crate::games::ti4::rules::{Fleet, Order};
use crate::games::ti4::scenario::Muster;
use crate::result::{PlayedBy, SideSummary, Units};

/// Units of cost and time.
const UNITS: Units = Units { cost: "resources", time: "round" };

/// Answers a question about a combat or an invasion.
pub(crate) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    if !muster.planets.is_empty() {
        return invasion::answer(question, muster, pool, stop, watch);
    }
    crate::answer::fight::answer(question, fight(question, muster, pool, stop)?, pool, stop, watch)
}

/// Returns access to the single combats or invasions of a question.
pub(crate) fn scene<'a>(
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

/// Returns the combat of a question, prepared for all engines.
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

/// Returns the probability that each side controls a planet, by name: the attacker if it has won,
/// otherwise the defender (T2).
fn control(sides: &[SideSummary]) -> BTreeMap<String, f64> {
    let attacker = sides[0].win.probability;
    [(sides[0].name.clone(), attacker), (sides[1].name.clone(), 1.0 - attacker)].into()
}

/// Replaces an order that would have to be searched for by the default order.
fn by_default(mut fleet: Fleet) -> Fleet {
    if !matches!(fleet.captain.order, Order::Fixed(_)) {
        fleet.captain.order = Order::Fixed(fleet.default_order());
    }
    fleet
}

/// Returns the play of a side. `asked` has the policies of the question, `fleet` those that were
/// really played.
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
