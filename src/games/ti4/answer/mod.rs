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
use crate::answer::{Carriage, Change, Matchup, RoundWindow, SideInfo};
use crate::answer::{NoAnswer, Question};
use crate::games::common::{Objective, Retreat};
use crate::games::ti4::rules::{Fleet, Order};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::games::ti4::scenario::changes;
use crate::result::{PlayedBy, SideSummary, Units};

/// Units of cost and time.
pub(crate) const UNITS: Units = Units { cost: "resources", time: "round" };

/// Returns the combat of a question, prepared for all engines.
fn fight<'a>(
    question: &'a Question,
    matchup: &'a Ti4Matchup,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Fight + 'a>, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    let ledger = Ledger::new(question.budget);
    let field = pool.install(|| captains::field(question, fleets, matchup.terms, ledger, stop))?;
    Ok(Box::new(Ti4Fight { question, matchup, field }))
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

impl Matchup for Ti4Matchup {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        self.sides
            .iter()
            .map(|side| SideInfo { labels: &side.labels, cost: side.fleet.cost() })
            .collect()
    }

    fn rounds(&self) -> RoundWindow {
        self.rounds
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        changes(&self.sides[side])
    }

    fn single(&self) -> Option<&'static str> {
        (!self.planets.is_empty()).then_some("one combat")
    }

    fn carriage(&self, side: usize) -> Carriage {
        let unit = &self.sides[side].fleet.groups[0].unit;
        Carriage {
            carries: unit.capacity.into(),
            is_carried: unit.is_carried(),
            counts: unit.is_ship && !unit.is_carried(),
        }
    }

    fn prepare<'a>(
        &'a self,
        question: &'a Question,
        pool: &ThreadPool,
        stop: &AtomicBool,
    ) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
        if !self.planets.is_empty() {
            return invasion::scene(question, self, pool, stop);
        }
        Ok(Box::new(Single { question, fight: fight(question, self, pool, stop)? }))
    }
}
