//! Who plays how: best play where it is asked for and fits, else a rule of thumb.

use std::sync::atomic::AtomicBool;

use super::budget::Budget;
use super::{NoAnswer, Question};
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
    let battle = compile(&fleets)?;
    let is_solved = has_optimal(&fleets) && !battle.is_decided();
    let mut field = Field { fleets, battle, graph: None, notes: Vec::new(), approximated: false };
    let found = if is_solved {
        field.solve(question, stop)
    } else if question.engine == Engine::Kernel {
        Ok(())
    } else {
        field.draw(question, question.budget, stop)
    };
    match found {
        Ok(()) => Ok(field),
        Err(NotSolved::Stopped) => Err(NoAnswer::Stopped),
        Err(NotSolved::Because(why)) if question.engine == Engine::Exact => {
            Err(NoAnswer::TooLarge(why))
        }
        Err(NotSolved::Because(why)) if is_solved => {
            by_rule_of_thumb(question, &field.fleets, why, stop)
        }
        Err(NotSolved::Because(why)) => {
            if question.engine == Engine::Auto {
                field.notes.push(format!("{why}: battles are simulated one by one"));
            }
            Ok(field)
        }
    }
}

impl Field {
    /// Solves best play, and draws the graph under it.
    fn solve(&mut self, question: &Question, stop: &AtomicBool) -> Result<(), NotSolved> {
        let Some(cap) = question.round_cap else {
            let left = self.find(question.budget, stop)?;
            return self.draw_or_play(question, left, stop);
        };
        // Best play does not depend on the round where next to no battle is cut short.
        let steady = self.find(question.budget, stop);
        let found = steady.is_ok();
        match steady.and_then(|left| self.draw(question, left, stop)) {
            Ok(()) if !self.gets_near(cap, question.budget) => return Ok(()),
            Err(NotSolved::Stopped) => return Err(NotSolved::Stopped),
            _ => self.graph = None,
        }
        let steady = self.battle.clone();
        self.battle = steady.clone().with_clock(cap);
        let by_clock = self
            .find(question.budget, stop)
            .and_then(|left| self.draw_or_play(question, left, stop));
        match (by_clock, question.engine) {
            (Err(NotSolved::Because(why)), Engine::Simulate | Engine::Kernel) if found => {
                self.battle = steady;
                self.notes.push(format!("{why}: captains play as if there were no cap on rounds"));
                self.draw_or_play(question, question.budget, stop)
            }
            (by_clock, _) => by_clock,
        }
    }

    /// Finds best play; returns what is left of the budget.
    fn find(&mut self, budget: Budget, stop: &AtomicBool) -> Result<Budget, NotSolved> {
        let (draft, solution, taken) = best_play(&self.battle, [Aim::Most; 2], budget, stop)?;
        self.battle.play(draft, solution);
        Ok(budget.less(taken))
    }

    /// Draws the graph. Where it does not fit, but battles need not be exact, they can be
    /// played without it.
    fn draw_or_play(
        &mut self,
        question: &Question,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<(), NotSolved> {
        self.graph = None;
        match question.engine {
            Engine::Kernel => Ok(()),
            Engine::Simulate => match self.draw(question, budget, stop) {
                Err(NotSolved::Because(_)) => Ok(()),
                drawn => drawn,
            },
            Engine::Auto | Engine::Exact => self.draw(question, budget, stop),
        }
    }

    /// Draws the graph.
    fn draw(
        &mut self,
        question: &Question,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<(), NotSolved> {
        let mut captains = self.battle.captains();
        match Graph::new(&self.battle, &mut captains, budget.graph(), stop) {
            Ok(graph) => {
                self.graph = Some(graph);
                self.approximated = captains.approximated();
                Ok(())
            }
            Err(NoGraph::Stopped) => Err(NotSolved::Stopped),
            Err(NoGraph::TooLarge) => Err(NotSolved::Because(format!(
                "the battle graph does not fit the budget of {}",
                question.budget
            ))),
        }
    }

    /// Are there battles that get near the cap on rounds, undecided halfway? If not, what is
    /// left of them decides nothing.
    fn gets_near(&self, cap: u32, budget: Budget) -> bool {
        let Some(graph) = &self.graph else { return true };
        let halfway = Ends::new(graph, Some((cap / 2).max(1)), budget.passes());
        halfway.is_none_or(|ends| ends.standing.iter().map(|(_, p)| p).sum::<f64>() > LEFT_OUT)
    }
}

fn has_optimal(fleets: &[Fleet; 2]) -> bool {
    fleets.iter().any(|fleet| fleet.policy == Policy::Optimal)
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
    let too_large = |more: &str| {
        NotSolved::Because(format!("best play does not fit the budget of {budget}{more}"))
    };
    let mut draft = battle.draft(budget.side()).map_err(|_| too_large(""))?;
    let needed = Budget::of_duel(draft.duel(), battle.clock());
    if !budget.covers(needed) {
        return Err(too_large(&format!(": it takes an estimated {needed}")));
    }
    battle
        .declare(&mut draft, &mut battle.captains(), budget.graph().work)
        .map_err(|_| too_large(""))?;
    let worth = |pair| battle.worth(&draft, pair);
    let stakes =
        Stakes { aims, worth: &worth, zero_sum: battle.is_zero_sum(), rounds: battle.clock() };
    match solve(draft.duel(), &stakes, budget.sweeps(draft.duel(), battle.clock()), stop) {
        Ok(solution) => Ok((draft, solution, needed)),
        Err(Unsolved::Stopped) => Err(NotSolved::Stopped),
        Err(Unsolved::Unsettled) => Err(too_large(": it takes too many rounds to settle")),
    }
}
