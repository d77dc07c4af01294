//! Eclipse: who plays how, and what is reported.
//!
//! ```text
//! captains  best play is solved where that fits
//! fight     one battle of two sides
//! sector    one battle after the other
//! bound     odds that no play can exceed
//! band      odds under the worst and the best play of a side
//! ```

mod band;
mod bound;
mod captains;
mod fight;
mod sector;

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

pub(super) use self::bound::bound;
pub use self::captains::{BestPlay, NotSolved, best_play};
use self::fight::EclipseFight;
use super::scene::{Look, Single};
use super::{Answer, NoAnswer, Question};
use crate::rules::eclipse::{Fleet, Policy};
use crate::rules::{Objective, Retreat};
use crate::scenario::eclipse::Muster;
use crate::tally::{PlayedBy, Tally, Units};

/// A question about Eclipse.
type Asked = Question<Muster>;

/// What cost and time are counted in.
const UNITS: Units = Units { cost: "materials", time: "round" };

/// Answers a question.
pub(super) fn answer(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: impl FnMut(u64, &Tally) + Send,
) -> Result<Answer, NoAnswer> {
    match &question.muster.sector {
        None => {
            let field = pool.install(|| captains::field(question, stop))?;
            super::fight::answer(question, EclipseFight { question, field }, pool, stop, watch)
        }
        Some(sides) => sector::answer(question, sides, pool, stop, watch),
    }
}

/// Looks at single battles of a question.
pub(super) fn look<L: Look>(
    question: &Asked,
    pool: &ThreadPool,
    stop: &AtomicBool,
    look: L,
) -> Result<L::Seen, NoAnswer> {
    match &question.muster.sector {
        None => {
            let field = pool.install(|| captains::field(question, stop))?;
            Ok(look.look(&Single(question, &EclipseFight { question, field })))
        }
        Some(sides) => sector::look(question, sides, pool, stop, look),
    }
}

/// How the first owner of a fleet played.
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
