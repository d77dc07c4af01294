//! Odds under other play, where they differ much from those of the answer, and the first decision,
//! where much depends on it.

use std::sync::Arc;

use super::matchup::Alternative;
use super::{Answer, Budget, OnTheTable, Question, Simulation, answer};
use crate::engine::{Ctx, Shard};
use crate::result::{Advice, FirstDecision, Hint, Summary};
use crate::scenario::Engine;

/// Seconds of work for all alternatives together, as estimated, for any size of the budget.
const MAX_SECONDS: f64 = 0.1;

/// Least difference of probabilities that a hint reports.
const MIN_DIFFERENCE: f64 = 0.01;

/// Least difference of swings that a hint reports.
const MIN_SWING: f64 = 0.05;

/// Adds what the short table has besides the figures: the first decision, and odds under other
/// play.
pub fn add_hints(question: &Question, answered: &mut Answer, ctx: &Ctx) {
    answered.summary.hints = hints(question, answered, ctx);
    answered.summary.first_decision = first_decision(question, answered, ctx);
}

/// Returns the first decision of a battle if it comes before any die, if it can be valued within
/// the rest of the budget, and if much depends on it.
fn first_decision(question: &Question, answered: &Answer, ctx: &Ctx) -> Option<FirstDecision> {
    let Summary { engine, partial, .. } = &answered.summary;
    if !engine.is_exact() || *partial || !question.matchup.decides_before_dice() {
        return None;
    }
    let seconds = (question.budget.seconds - answered.work).min(MAX_SECONDS);
    let budget = Budget { seconds, ..question.budget };
    let question = Question { engine: Engine::Exact, budget, ..question.clone() };
    let advice = question.matchup.advise(&question, &OnTheTable::default(), ctx).ok()?;
    let Advice { choices, objective, unit, side, .. } = advice;
    let [best, other, ..] = &choices[..] else { return None };
    let (least, cost) = match objective {
        "win" => (MIN_DIFFERENCE, format!("{:.2} %", 100.0 * other.cost)),
        _ => (MIN_SWING, format!("{:.2} {unit}", other.cost)),
    };
    let (best, other, is_worth) = (&best.choice, &other.choice, other.cost >= least);
    is_worth.then(|| FirstDecision { who: side, best: best.clone(), other: other.clone(), cost })
}

/// Returns the odds of the first side in all alternatives that differ much and that can be solved
/// within the rest of the budget. There are none beside simulated odds.
fn hints(question: &Question, answered: &Answer, ctx: &Ctx) -> Vec<Hint> {
    let Summary { engine, partial, sides, .. } = &answered.summary;
    let alternatives = question.matchup.alternatives();
    if !engine.is_exact() || *partial || sides.len() != 2 || alternatives.is_empty() {
        return Vec::new();
    }
    let left = (question.budget.seconds - answered.work).min(MAX_SECONDS);
    let seconds = left / alternatives.len() as f64;
    if seconds <= 0.0 {
        return Vec::new();
    }
    let budget = Budget { seconds, ..question.budget };
    let known = sides[0].win.probability;
    let hint = |alternative: Alternative| {
        let probability = solve(question, &alternative, budget, &answered.summary, ctx)?;
        let differs = (probability - known).abs() >= MIN_DIFFERENCE;
        differs.then_some(Hint { label: alternative.label, probability })
    };
    alternatives.into_iter().filter_map(hint).collect()
}

/// Returns the exact odds of the first side in an alternative. Without them, or if the play had to
/// be simplified, returns `None`.
fn solve(
    question: &Question,
    alternative: &Alternative,
    budget: Budget,
    known: &Summary,
    ctx: &Ctx,
) -> Option<f64> {
    let question = Question {
        matchup: Arc::clone(&alternative.matchup),
        engine: Engine::Exact,
        budget,
        rounds: None,
        play_band: false,
        swings: false,
        run: Simulation::Played(Shard::WHOLE),
        ..question.clone()
    };
    let Answer { summary, .. } = answer(&question, ctx, &mut |_, _, _| ()).ok()?;
    // A warning about the play says that it is not the one of the label.
    let is_as_asked = summary.warnings.iter().all(|warning| known.warnings.contains(warning));
    is_as_asked.then(|| summary.sides[0].win.probability)
}
