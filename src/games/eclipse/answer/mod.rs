//! Eclipse: play and report.
//!
//! ```text
//! captains  best play within the budget, otherwise a rule of thumb
//! fight     one battle of two sides
//! sector    several battles, one after the other
//! bound     odds that no play can exceed
//! band      odds of a side under its worst and its best play
//! ```

mod band;
mod bound;
mod captains;
mod fight;
mod sector;

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

pub(crate) use self::bound::bound;
pub use self::captains::{BestPlay, NotSolved, best_play};
use self::fight::EclipseFight;
use crate::answer::fight::Fight;
use crate::answer::scene::{Scene, Single};
use crate::answer::{Answer, NoAnswer, Question, Watch};
use crate::games::common::{Objective, Retreat};
use crate::games::eclipse::rules::{Fleet, Policy};
use crate::games::eclipse::scenario::Muster;
use crate::result::{PlayedBy, Units};

/// Units of cost and time.
const UNITS: Units = Units { cost: "materials", time: "round" };

/// Answers a question about a battle or a sector.
pub(crate) fn answer(
    question: &Question,
    muster: &Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    match &muster.sector {
        None => crate::answer::fight::answer(
            question,
            fight(question, muster, pool, stop)?,
            pool,
            stop,
            watch,
        ),
        Some(sides) => sector::answer(question, muster, sides, pool, stop, watch),
    }
}

/// Returns access to the single battles or sectors of a question.
pub(crate) fn scene<'a>(
    question: &'a Question,
    muster: &'a Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    match &muster.sector {
        None => Ok(Box::new(Single { question, fight: fight(question, muster, pool, stop)? })),
        Some(sides) => sector::scene(question, muster, sides, pool, stop),
    }
}

/// Returns the battle of a question, prepared for all engines.
fn fight<'a>(
    question: &'a Question,
    muster: &'a Muster,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Fight + 'a>, NoAnswer> {
    let field = pool.install(|| captains::field(question, muster, stop))?;
    Ok(Box::new(EclipseFight { question, muster, field }))
}

/// Returns the play of the first owner of a fleet.
fn played_by(fleet: &Fleet) -> PlayedBy {
    let owner = &fleet.owners[0];
    let looks_ahead = owner.policy == Policy::Optimal || owner.retreats_ahead();
    let tells = looks_ahead && owner.objective != Objective::default();
    let retreats = owner.may_retreat && owner.retreat != Retreat::Never;
    PlayedBy {
        assign: Some(owner.policy.to_string()),
        retreat: retreats.then(|| owner.retreat.to_string()),
        objective: tells.then(|| owner.objective.name().to_string()),
        ..PlayedBy::default()
    }
}
