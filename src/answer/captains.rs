//! Who plays how: best play where it is asked for and fits, else a rule of thumb.

use std::sync::atomic::AtomicBool;

use super::budget::Budget;
use super::{NoAnswer, Question, graph};
use crate::battle::Battle;
use crate::battle::duel::Solution;
use crate::engine::exact::{Ends, LEFT_OUT};
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
    let is_solved = has_optimal(&fleets) && !battle.is_decided();
    if is_solved {
        match best_play(&battle, [Aim::Most; 2], question.budget, stop) {
            Ok((draft, solution, taken)) => {
                battle.play(draft, solution);
                left = left.less(taken);
            }
            Err(NotSolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(NotSolved::Because(why)) => return by_rule_of_thumb(question, &fleets, why, stop),
        }
    }
    let mut field = Field { fleets, battle, graph: None, notes: Vec::new(), approximated: false };
    let checks_cap = is_solved && question.round_cap.is_some();
    if question.engine == Engine::Kernel && !checks_cap {
        return Ok(field);
    }
    let why = match graph(&field.battle, left, stop) {
        Ok((graph, _)) if checks_cap && cap_matters(question, &graph) => {
            let why = "best play under a cap on rounds that battles reach is not solved";
            if question.engine == Engine::Exact {
                return Err(NoAnswer::Refused(why.into()));
            }
            why.to_string()
        }
        Ok((graph, approximated)) => {
            field.approximated = approximated;
            field.graph = (question.engine != Engine::Kernel).then_some(graph);
            return Ok(field);
        }
        Err(NoGraph::Stopped) => return Err(NoAnswer::Stopped),
        Err(NoGraph::TooLarge) => {
            format!("the battle graph does not fit the budget of {}", question.budget)
        }
    };
    if question.engine == Engine::Exact {
        return Err(NoAnswer::TooLarge(why));
    }
    if checks_cap || (is_solved && question.engine == Engine::Auto) {
        return by_rule_of_thumb(question, &field.fleets, why, stop);
    }
    if question.engine == Engine::Auto {
        field.notes.push(format!("{why}: battles are simulated one by one"));
    }
    Ok(field)
}

fn has_optimal(fleets: &[Fleet; 2]) -> bool {
    fleets.iter().any(|fleet| fleet.policy == Policy::Optimal)
}

/// Are there battles that get near the cap on rounds? Best play is solved without one; where
/// next to none are undecided halfway, what is left of it decides nothing.
fn cap_matters(question: &Question, graph: &Graph<State>) -> bool {
    let halfway = question.round_cap.map(|cap| (cap / 2).max(1));
    let ends = Ends::new(graph, halfway, question.budget.passes());
    ends.is_none_or(|ends| ends.standing.iter().map(|(_, p)| p).sum::<f64>() > LEFT_OUT)
}

/// The same with `threat` where best play was asked for, unless nothing else will do.
fn by_rule_of_thumb(
    question: &Question,
    fleets: &[Fleet; 2],
    why: String,
    stop: &AtomicBool,
) -> Result<Field, NoAnswer> {
    if question.engine == Engine::Exact {
        return Err(NoAnswer::TooLarge(why));
    }
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
