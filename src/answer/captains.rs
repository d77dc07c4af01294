//! Who plays how: best play where it is asked for and fits, else a rule of thumb.

use std::sync::atomic::AtomicBool;

use super::budget::Budget;
use super::{NoAnswer, Question, graph};
use crate::battle::Battle;
use crate::battle::duel::Solution;
use crate::engine::graph::{Graph, NoGraph};
use crate::engine::play::{Aim, Stakes, Unsolved, solve};
use crate::rules::eclipse::{Draft, EclipseBattle, Fleet, Policy, State, compile};
use crate::scenario::Engine;

/// A battle, ready for all engines.
pub(super) struct Field {
    /// The fleets with the captains that they really have.
    pub(super) fleets: [Fleet; 2],
    pub(super) battle: EclipseBattle,
    /// Its graph, where it fits and is wanted.
    pub(super) graph: Option<Graph<State>>,
    /// What could not be done as it was asked, and why.
    pub(super) notes: Vec<String>,
    /// Captains had to guess.
    pub(super) approximated: bool,
}

/// Solves best play and builds the graph, as far as they are asked for and fit.
pub(super) fn field(question: &Question, stop: &AtomicBool) -> Result<Field, NoAnswer> {
    let fleets = question.sides.each_ref().map(|side| side.fleet.clone());
    let mut battle = compile(&fleets)?;
    let mut left = question.budget;
    if fleets.iter().any(|fleet| fleet.policy == Policy::Optimal) && !battle.is_decided() {
        match best_play(&battle, [Aim::Most; 2], question.budget, stop) {
            Ok((draft, solution, taken)) => {
                battle.play(draft, solution);
                left = left.less(taken);
            }
            Err(NotSolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(NotSolved::Because(why)) if question.engine == Engine::Exact => {
                return Err(NoAnswer::TooLarge(why));
            }
            Err(NotSolved::Because(why)) => return by_rule_of_thumb(question, &fleets, why, stop),
        }
    }
    let mut field = Field { fleets, battle, graph: None, notes: Vec::new(), approximated: false };
    if question.engine == Engine::Kernel {
        return Ok(field);
    }
    match graph(&field.battle, left, stop) {
        Ok((graph, approximated)) => {
            field.graph = Some(graph);
            field.approximated = approximated;
            Ok(field)
        }
        Err(NoGraph::Stopped) => Err(NoAnswer::Stopped),
        Err(NoGraph::TooLarge) => {
            let why = format!("the battle graph does not fit the budget of {}", question.budget);
            let is_solved = field.fleets.iter().any(|f| f.policy == Policy::Optimal);
            match question.engine {
                Engine::Exact => Err(NoAnswer::TooLarge(why)),
                Engine::Auto if is_solved => by_rule_of_thumb(question, &field.fleets, why, stop),
                Engine::Auto => {
                    field.notes.push(format!("{why}: battles are simulated one by one"));
                    Ok(field)
                }
                Engine::Simulate | Engine::Kernel => Ok(field),
            }
        }
    }
}

/// The same with `threat` where best play was asked for.
fn by_rule_of_thumb(
    question: &Question,
    fleets: &[Fleet; 2],
    why: String,
    stop: &AtomicBool,
) -> Result<Field, NoAnswer> {
    let mut question = question.clone();
    for (side, fleet) in question.sides.iter_mut().zip(fleets) {
        if fleet.policy == Policy::Optimal {
            side.fleet.policy = Policy::Threat;
        }
    }
    let mut field = field(&question, stop)?;
    field.notes.insert(0, format!("{why}: players play `threat`, not `optimal`"));
    Ok(field)
}

/// Why best play was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSolved {
    /// It does not fit, or cannot be found.
    Because(String),
    /// It was told to stop.
    Stopped,
}

/// Best play of the sides that are `optimal`, and the part of the budget that it took.
///
/// # Errors
/// If it does not fit the budget, or `stop` is set.
pub fn best_play(
    battle: &EclipseBattle,
    aims: [Aim; 2],
    budget: Budget,
    stop: &AtomicBool,
) -> Result<(Draft, Solution, Budget), NotSolved> {
    let because = |why: String| Err(NotSolved::Because(why));
    let Ok(mut draft) = battle.draft(budget.side()) else {
        return because(format!("best play does not fit the budget of {budget}"));
    };
    let needed = Budget::of_duel(draft.duel());
    if !budget.covers(needed) {
        return because(format!(
            "best play does not fit the budget of {budget}: it takes an estimated {needed}"
        ));
    }
    if battle.declare(&mut draft, &mut battle.captains(), budget.graph().size).is_err() {
        return because(format!("best play does not fit the budget of {budget}"));
    }
    let worth = |pair| battle.worth(&draft, pair);
    let stakes = Stakes { aims, worth: &worth, zero_sum: battle.is_zero_sum() };
    match solve(draft.duel(), &stakes, budget.sweeps(draft.duel()), stop) {
        Ok(solution) => Ok((draft, solution, needed)),
        Err(Unsolved::Stopped) => Err(NotSolved::Stopped),
        Err(Unsolved::Unsettled) => because(format!(
            "best play does not fit the budget of {budget}: ships are repaired nearly as fast \
             as they are hit"
        )),
    }
}
