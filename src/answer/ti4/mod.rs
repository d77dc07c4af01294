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
use super::scene::{Look, Single};
use super::{Answer, NoAnswer, Question};
use crate::rules::ti4::{Fleet, Order};
use crate::rules::{Objective, Retreat};
use crate::scenario::ti4::Muster;
use crate::tally::{PlayedBy, SideSummary, Tally, Units};

/// A question about Twilight Imperium.
type Asked = Question<Muster>;

/// What cost and time are counted in.
const UNITS: Units = Units { cost: "resources", time: "round" };

/// Answers a question.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    if !question.muster.planets.is_empty() {
        return invasion::answer(question, pool, stop, watch);
    }
    let fleets = [0, 1].map(|side| question.muster.sides[side].fleet.clone());
    let field = pool.install(|| captains::field(question, fleets, stop))?;
    super::fight::answer(question, Ti4Fight { question, field }, pool, stop, watch)
}

/// Looks at single combats of a question.
pub(super) fn look<L: Look>(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    look: L,
) -> Result<L::Seen, NoAnswer> {
    if !question.muster.planets.is_empty() {
        return invasion::look(question, pool, stop, look);
    }
    let fleets = [0, 1].map(|side| question.muster.sides[side].fleet.clone());
    let field = pool.install(|| captains::field(question, fleets, stop))?;
    Ok(look.look(&Single(question, &Ti4Fight { question, field })))
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
