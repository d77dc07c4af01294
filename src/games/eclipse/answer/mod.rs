//! Eclipse: play and report.
//!
//! ```text
//! advise    what each choice of a captain is worth
//! analyse   luck and skill of a battle that was played
//! best_play  best play within the budget
//! near_best  play that is close to it, where it does not fit
//! captains  best play, otherwise a rule of thumb
//! words     units, play and dice in words
//! fight     one battle of two sides
//! sector    several battles, one after the other
//! ahead     best play to the end of a sector
//! bound     odds that no play can exceed
//! band      odds of a side under its worst and its best play
//! ```

mod advise;
mod ahead;
mod analyse;
mod band;
mod best_play;
mod bound;
mod captains;
mod fight;
mod gains;
mod near_best;
mod sector;
mod words;

use crate::engine::Control;
use crate::engine::Ctx;
use std::sync::Arc;

pub use self::best_play::{EclipseBestPlay, EclipseNotSolved, best_play};
use self::fight::EclipseFight;
pub(crate) use self::words::UNITS;
use crate::answer::ledger::Ledger;
use crate::answer::prepared_fight::PreparedFight;
use crate::answer::{
    Alternative, Change, Matchup, NoAnswer, OnTheTable, Question, Records, RoundWindow, SideInfo,
};
use crate::games::eclipse::rules::Policy;
use crate::games::eclipse::scenario::{EclipseMatchup, changes};
use crate::result::Advice;

/// Returns the battle of a question, prepared for all engines.
fn fight<'a>(
    question: &'a Question,
    matchup: &'a EclipseMatchup,
    ctx: &Ctx,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let fight = ctx.install(|| captains::prepare(question, matchup, ctx.control()))?;
    Ok(PreparedFight::new(question, EclipseFight { question, matchup, fight }))
}

impl Matchup for EclipseMatchup {
    fn sides(&self) -> Vec<SideInfo<'_>> {
        self.sides.iter().map(|side| side.info(side.fleet.cost())).collect()
    }

    fn rounds(&self) -> RoundWindow {
        self.rounds
    }

    fn changes(&self, side: usize) -> Vec<Change> {
        changes(&self.sides[side])
    }

    /// A side that follows a rule could play its best instead.
    fn alternatives(&self) -> Vec<Alternative> {
        if self.sector.is_some() {
            return Vec::new();
        }
        let with_best_play = |side: usize| {
            let follows_a_rule = self.sides[side].fleet.owners[0].policy != Policy::Optimal;
            follows_a_rule.then(|| {
                let mut matchup = self.clone();
                matchup.sides[side].fleet.owners[0].policy = Policy::Optimal;
                let who = self.sides[side].labels.called(side);
                Alternative { label: format!("{who} playing its best"), matchup: Arc::new(matchup) }
            })
        };
        (0..self.sides.len()).filter_map(with_best_play).collect()
    }

    fn single(&self) -> Option<&'static str> {
        self.sector.as_ref().map(|_| "one battle of two sides")
    }

    fn outcome(&self, side: usize) -> Option<usize> {
        match &self.sector {
            Some(sector) => sector.outcome(side, &self.sides),
            None => Some(side),
        }
    }

    fn win_bound(
        &self,
        question: &Question,
        side: usize,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<f64, NoAnswer> {
        bound::bound(question, self, side, ledger, control)
    }

    fn decides_before_dice(&self) -> bool {
        let owners = self.sides.iter().flat_map(|side| &side.fleet.owners);
        self.sector.is_none() && owners.into_iter().any(|owner| owner.may_retreat)
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
        match &self.sector {
            None => fight(question, self, ctx),
            Some(sides) => sector::prepare_sector(question, self, sides, ctx),
        }
    }
}
