//! Play that is close to best play, where best play itself does not fit the budget.
//!
//! Captains finish damaged ships before they begin new ones. Sides that focus their fire meet far
//! fewer situations, so much larger fleets are solved, to the end and for both sides. Fewer
//! choices never help a side, so if one side alone focuses its fire, its odds are a bound on best
//! play.

use super::best_play::{Aim, AskedStates, EclipseBestPlay, EclipseNotSolved, Shortcuts, duel};
use super::words::UNITS;
use crate::answer::Question;
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::engine::Control;
use crate::engine::optimize::duel::Precision;
use crate::games::common::Objective;
use crate::games::eclipse::rules::{EclipseBattle, Focus};
use crate::model::Battle;
use crate::result::BestPlay;
use crate::scenario::Engine;

/// Largest difference that each way to focus fire makes in 19 of 20 random fleets of the late game,
/// as a share of the difference between the best and the worst end of the battle, rounded up.
/// `cargo bench --bench focused_fire` measures it.
const DIFFERENCES: [f64; Focus::WAYS.len()] = [0.0001, 0.001, 0.003, 0.01];

/// Bounds on best play, for play that is close to it.
#[derive(Clone)]
pub(super) struct NearBest {
    /// Value of the first side under the play that was found.
    value: f64,
    /// Largest rounding error of the values.
    rounding: f64,
    /// Whether one side gains what the other loses, so that the rounding error bounds the odds.
    is_zero_sum: bool,
    focused: Option<FocusedFire>,
}

/// Focused fire of both sides.
#[derive(Clone)]
pub(super) struct FocusedFire {
    /// The reason why best play was not found.
    why: String,
    focus: Focus,
    /// Estimated difference between the values of this play and of best play.
    estimate: f64,
    /// The least and the greatest value that best play can have for the first side, if they are
    /// proven.
    bounds: Option<[f64; 2]>,
}

/// Finds best play, or something that follows from it. If it does not fit the budget, the captains
/// focus their fire, unless the engine is `exact`. `find` finds it for a focus of each side, and
/// `span` is the difference between the best and the worst end for a captain; `None` if focused
/// fire makes no difference.
///
/// # Errors
/// If neither fits the budget, or if it is stopped.
pub(super) fn best_or_focused<T>(
    question: &Question,
    span: Option<f64>,
    ledger: &mut Ledger,
    mut find: impl FnMut([Focus; 2], &mut Ledger) -> Result<T, EclipseNotSolved>,
) -> Result<(T, Option<FocusedFire>), EclipseNotSolved> {
    let why = match find([Focus::NONE; 2], ledger) {
        Ok(found) => return Ok((found, None)),
        Err(EclipseNotSolved::Because(why)) if question.engine != Engine::Exact => why,
        Err(no) => return Err(no),
    };
    let Some(span) = span else { return Err(EclipseNotSolved::Because(why)) };
    for (focus, share) in Focus::WAYS.into_iter().zip(DIFFERENCES) {
        ledger.try_again();
        match find([focus; 2], ledger) {
            Ok(found) => {
                let estimate = share * span;
                return Ok((found, Some(FocusedFire { why, focus, estimate, bounds: None })));
            }
            Err(EclipseNotSolved::Stopped) => return Err(EclipseNotSolved::Stopped),
            Err(EclipseNotSolved::Because(_)) => {}
        }
    }
    Err(EclipseNotSolved::Because(why))
}

/// Finds the best play with this focus of each side.
pub(super) fn solve(
    battle: &EclipseBattle,
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<EclipseBestPlay, EclipseNotSolved> {
    let shortcuts = Shortcuts { precision: Precision::Single, focus };
    duel(battle, &[battle.opening()], Aim::BEST, AskedStates::NONE, shortcuts, ledger, control)
}

impl NearBest {
    /// Returns the bounds for play that was found in single precision or with focused fire; `None`
    /// for best play in double precision.
    pub(super) fn new(
        battle: &EclipseBattle,
        best: &EclipseBestPlay,
        focused: Option<FocusedFire>,
    ) -> Option<Self> {
        let is_best = focused.is_none() && best.error == 0.0;
        let is_zero_sum = battle.is_zero_sum();
        let (value, rounding) = (best.values[0], best.error);
        (!is_best).then_some(Self { value, rounding, is_zero_sum, focused })
    }

    /// Proves bounds on best play, if one side gains what the other loses and it fits the budget.
    ///
    /// # Errors
    /// If it is stopped.
    pub(super) fn bound(
        &mut self,
        battle: &EclipseBattle,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<(), EclipseNotSolved> {
        let Some(focused) = self.focused.as_mut().filter(|_| battle.is_zero_sum()) else {
            return Ok(());
        };
        let mut bound = |focus, sign: f64| match solve(battle, focus, ledger, control) {
            Ok(best) => Ok(Some(best.values[0] + sign * best.error)),
            Err(EclipseNotSolved::Because(_)) => Ok(None),
            Err(stopped) => Err(stopped),
        };
        if let Some(low) = bound([focused.focus, Focus::NONE], -1.0)?
            && let Some(high) = bound([Focus::NONE, focused.focus], 1.0)?
        {
            focused.bounds = Some([low, high]);
        }
        Ok(())
    }

    /// Whether the captains focus their fire.
    pub(super) fn is_focused(&self) -> bool {
        self.focused.is_some()
    }

    /// Returns the reason why best play was not found; empty if the captains do not focus their
    /// fire.
    pub(super) fn why_focused(&self) -> &str {
        self.focused.as_ref().map_or("", |focused| &focused.why)
    }

    /// Returns the estimated difference between the values of this play and of best play.
    pub(super) fn estimate(&self) -> f64 {
        self.rounding + self.focused.as_ref().map_or(0.0, |focused| focused.estimate)
    }

    /// Returns the bounds on best play, for the result.
    pub(super) fn best_play(&self) -> BestPlay {
        let Self { value, rounding, .. } = *self;
        let single = rounding > 0.0;
        let near = |by: f64| [value - by, value + by];
        let ([low, high], proven) = match &self.focused {
            None => (near(rounding), self.is_zero_sum),
            Some(FocusedFire { bounds: Some(bounds), .. }) => (*bounds, true),
            Some(FocusedFire { .. }) => (near(self.estimate()), false),
        };
        BestPlay { single, low, high, proven }
    }

    /// Returns the note that says how far play can be from best play.
    pub(super) fn note(&self, objective: Objective, budget: Budget) -> String {
        match &self.focused {
            Some(focused) => focused.note(objective),
            None => {
                let rounding = difference(self.rounding, objective);
                let how = "best play was found in single precision to fit the budget of";
                match self.is_zero_sum {
                    true => format!("{how} {budget}: it is within {rounding} of the best"),
                    false => format!(
                        "{how} {budget}: no side could gain more than {rounding} by other play"
                    ),
                }
            }
        }
    }
}

/// Returns a bound on a difference between values in words, rounded up to four decimals.
pub(super) fn difference(value: f64, objective: Objective) -> String {
    let (value, unit) = match objective {
        Objective::Win => (100.0 * value, "points"),
        Objective::Swing => (value, UNITS.cost),
    };
    // Rounding errors of the product are no reason to round up.
    format!("{} {unit}", (1e4 * value - 1e-6).ceil() / 1e4)
}

impl FocusedFire {
    /// How the captains fire.
    const HOW: &str = "players finish damaged ships before they fire at others of the class";

    /// Returns the note that says how the captains of a sector fire, and how far that can be from
    /// best play.
    pub(super) fn note_of_sector(&self) -> String {
        let Self { why, estimate, .. } = self;
        let (how, difference) = (Self::HOW, difference(*estimate, Objective::Win));
        format!(
            "{why}: {how}. In 19 of 20 such sectors that changes the odds of each party by less \
             than {difference}"
        )
    }

    /// Returns the note that says how the captains fire, and how far that can be from best play.
    pub(super) fn note(&self, objective: Objective) -> String {
        let Self { why, estimate, bounds, .. } = self;
        let how = Self::HOW;
        match (bounds, objective) {
            (None, _) => format!(
                "{why}: {how}. In 19 of 20 such fights that changes the {} by less than {}",
                if objective == Objective::Win { "odds" } else { "swing" },
                difference(*estimate, objective)
            ),
            (Some([low, high]), Objective::Win) => format!(
                "{why}: {how}. With best play the attacker's odds are between {:.3} % and {:.3} %",
                100.0 * low,
                100.0 * high
            ),
            (Some([low, high]), Objective::Swing) => format!(
                "{why}: {how}. With best play the attacker's swing is between {low:.3} and \
                 {high:.3} {}",
                UNITS.cost
            ),
        }
    }
}
