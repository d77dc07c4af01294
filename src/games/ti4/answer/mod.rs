//! Twilight Imperium: play and report.
//!
//! ```text
//! advise    what each choice of a captain is worth
//! analyse   luck and skill of a combat that was played
//! captains  best orders and best choices within the budget
//! orders    best fixed order in which units are lost
//! fight     one combat
//! invasion  several planets, one after the other
//! ahead     best play to the end of an invasion
//! report    what both reports share
//! band      odds of a side under its worst and its best choices
//! ```

mod advise;
mod ahead;
mod analyse;
mod band;
mod captains;
mod fight;
mod invasion;
mod orders;
mod report;

use std::sync::Arc;

use self::fight::Ti4Fight;
pub use self::orders::{NoOrder, best_orders};
pub(crate) use self::report::UNITS;
use crate::answer::ledger::Ledger;
use crate::answer::prepared_fight::PreparedFight;
use crate::answer::{
    Alternative, Carriage, Change, Matchup, NoAnswer, OnTheTable, Question, Records, RoundWindow,
    SideInfo,
};
use crate::engine::Ctx;
use crate::games::ti4::rules::LossOrder;
use crate::games::ti4::scenario::{Ti4Matchup, changes};
use crate::result::Advice;

/// Returns the combat of a question, prepared for all engines.
fn fight<'a>(
    question: &'a Question,
    matchup: &'a Ti4Matchup,
    ctx: &Ctx,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    let ledger = Ledger::new(question.budget);
    let fight =
        ctx.install(|| captains::prepare(question, fleets, matchup.terms, ledger, ctx.control()))?;
    Ok(PreparedFight::new(question, Ti4Fight { question, matchup, fight }))
}

impl Matchup for Ti4Matchup {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        self.sides.iter().map(|side| side.info(side.fleet.cost())).collect()
    }

    fn rounds(&self) -> RoundWindow {
        self.rounds
    }

    fn title(&self) -> Option<&'static str> {
        self.space.is_some().then_some(invasion::WHOLE)
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        changes(&self.sides[side])
    }

    fn single(&self) -> Option<&'static str> {
        (!self.planets.is_empty()).then_some("one combat")
    }

    /// Both sides could lose their units in the best order, or in the customary one.
    fn alternatives(&self) -> Vec<Alternative> {
        if !self.planets.is_empty() {
            return Vec::new();
        }
        let best = self.with_orders(|fleet| match &fleet.captain.order {
            LossOrder::Fixed(order) if *order == fleet.customary_order() => {
                Some(LossOrder::Optimal)
            }
            _ => None,
        });
        let customary = self.with_orders(|fleet| match &fleet.captain.order {
            LossOrder::Fixed(_) => None,
            _ => Some(LossOrder::Fixed(fleet.customary_order())),
        });
        let with = |label: &str, matchup: Option<Self>| {
            let label = format!("with the {label} order of losses");
            Some(Alternative { label, matchup: Arc::new(matchup?) })
        };
        [with("best", best), with("usual", customary)].into_iter().flatten().collect()
    }

    fn carriage(&self, side: usize) -> Carriage {
        let unit = &self.sides[side].fleet.groups[0].unit;
        Carriage {
            carries: unit.capacity.into(),
            is_carried: unit.is_carried(),
            counts: unit.is_ship && !unit.is_carried(),
        }
    }

    fn decides_before_dice(&self) -> bool {
        let captains = self.sides.iter().map(|side| &side.fleet.captain);
        self.planets.is_empty() && captains.into_iter().any(|captain| captain.may_retreat)
    }

    fn records(&self, _: &Question) -> Result<&dyn Records, NoAnswer> {
        Ok(self)
    }

    fn advise(
        &self,
        question: &Question,
        table: &OnTheTable,
        ctx: &Ctx,
    ) -> Result<Advice, NoAnswer> {
        ctx.install(|| advise::advise(question, self, table, ctx.control()))
    }

    fn prepare<'a>(
        &'a self,
        question: &'a Question,
        ctx: &Ctx,
    ) -> Result<PreparedFight<'a>, NoAnswer> {
        if !self.planets.is_empty() {
            return invasion::prepare_invasion(question, self, ctx);
        }
        fight(question, self, ctx)
    }
}
