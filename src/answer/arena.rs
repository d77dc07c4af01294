//! A battle, ready for all engines: exact odds, simulated odds, the state after each round.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::budget::Budget;
use super::{Counted, Listed, NoAnswer, Question, Simulated, Simulation};
use crate::battle::Battle;
use crate::engine::exact::{self, Ends};
use crate::engine::graph::{Graph, NoGraph};
use crate::engine::{self, Kernel, Plan, Run, Walk};
use crate::scenario::Engine;
use crate::tally::{Odds, Tally};

/// A battle, ready for all engines.
pub(super) struct Arena<B: Battle> {
    pub(super) battle: B,
    /// Its graph, where it fits and is wanted.
    pub(super) graph: Option<Graph<B::State>>,
    /// What could not be done as it was asked, and why.
    pub(super) notes: Vec<String>,
    /// Captains had to guess.
    pub(super) approximated: bool,
}

/// Rounds that are listed at most where it is not said how many.
const ENOUGH: u32 = 20;

/// They are listed until less than this is undecided.
const UNDECIDED: f64 = 0.001;

impl<B: Battle> Arena<B> {
    /// A battle without its graph.
    pub(super) fn new(battle: B) -> Self {
        Self { battle, graph: None, notes: Vec::new(), approximated: false }
    }

    /// Draws the graph. Where it does not fit, but battles need not be exact, they are played
    /// without it.
    pub(super) fn draw<M>(
        &mut self,
        question: &Question<M>,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        let mut captains = self.battle.captains();
        match Graph::new(&self.battle, &mut captains, budget.graph(), stop) {
            Ok(graph) => self.graph = Some(graph),
            Err(NoGraph::Stopped) => return Err(NoAnswer::Stopped),
            Err(NoGraph::TooLarge) => {
                let why =
                    format!("the battle graph does not fit the budget of {}", question.budget);
                match question.engine {
                    Engine::Exact => return Err(NoAnswer::TooLarge(why)),
                    Engine::Auto => {
                        self.notes.push(format!("{why}: battles are simulated one by one"));
                    }
                    Engine::Simulate | Engine::Kernel => {}
                }
            }
        }
        Ok(())
    }

    /// The exact odds, where they are wanted and to be had.
    pub(super) fn exact<M>(&mut self, question: &Question<M>) -> Result<Option<Odds>, NoAnswer> {
        let Some(graph) = &self.graph else { return Ok(None) };
        if !matches!(question.engine, Engine::Auto | Engine::Exact) || question.is_shard() {
            return Ok(None);
        }
        let Some(ends) = Ends::new(graph, question.round_cap, question.budget.passes()) else {
            let budget = question.budget;
            let why = format!("the battle takes too many rounds for the budget of {budget}");
            if question.engine == Engine::Exact {
                return Err(NoAnswer::TooLarge(why));
            }
            self.notes.push(format!("{why}: it is simulated only"));
            return Ok(None);
        };
        if !ends.rounds_are_whole {
            self.notes.push("some battles take more rounds than are listed".into());
        }
        Ok(Some(exact::odds(&self.battle, graph, &ends)))
    }

    /// Plays battles, down the graph where there is one; `guessed` tells of captains whether
    /// they had to guess.
    pub(super) fn simulate<M>(
        &self,
        question: &Question<M>,
        guessed: impl Fn(&B::Captains) -> bool,
        pool: &ThreadPool,
        stop: &AtomicBool,
        watch: impl FnMut(u64, &Tally) + Send,
    ) -> Simulated {
        if let Simulation::Known(counted) = &question.run {
            return Simulated::new(counted.clone(), engine::Ended::Complete);
        }
        self.play(question, &question.plan(), guessed, pool, stop, watch)
    }

    fn play<M>(
        &self,
        question: &Question<M>,
        plan: &Plan,
        guessed: impl Fn(&B::Captains) -> bool,
        pool: &ThreadPool,
        stop: &AtomicBool,
        watch: impl FnMut(u64, &Tally) + Send,
    ) -> Simulated {
        let graph = self.graph.as_ref().filter(|_| question.engine != Engine::Kernel);
        let walk = graph.and_then(|graph| Walk::new(&self.battle, graph).ok());
        match walk {
            Some(walk) => {
                let Run { tally, ended, .. } = engine::run(&walk, plan, pool, stop, watch);
                Simulated::new(Counted { tally, approximated: false }, ended)
            }
            None => {
                let run = engine::run(&Kernel(&self.battle), plan, pool, stop, watch);
                let approximated = run.hands.iter().any(guessed);
                Simulated::new(Counted { tally: run.tally, approximated }, run.ended)
            }
        }
    }

    /// The odds as they stand after each round that is to be listed, from the first: exact if
    /// `odds` are, else those of the same battles cut short.
    pub(super) fn by_round<M>(
        &self,
        question: &Question<M>,
        odds: &Odds,
        pool: &ThreadPool,
        stop: &AtomicBool,
    ) -> Vec<(u32, Odds)> {
        let Some(listed) = question.rounds.filter(|_| !question.is_shard()) else {
            return Vec::new();
        };
        let first = self.battle.first_round().max(1);
        let last = match listed {
            Listed::To(round) => round,
            Listed::Enough => {
                let mut undecided = 1.0;
                let rounds = odds.rounds().distribution.iter().zip(0u32..);
                let end = rounds
                    .skip_while(|(p, _)| {
                        undecided -= **p;
                        undecided >= UNDECIDED
                    })
                    .map(|(_, round)| round)
                    .next();
                end.unwrap_or(ENOUGH).clamp(first, first + ENOUGH - 1)
            }
        };
        let last = question.round_cap.map_or(last, |cap| last.min(cap));
        match (&self.graph, odds.is_exact()) {
            (Some(graph), true) => exact::by_round(&self.battle, graph, last),
            _ => (first..=last)
                .map(|round| {
                    let plan = Plan { round_cap: round, precision: None, ..question.plan() };
                    let run = self.play(question, &plan, |_| false, pool, stop, |_, _| ());
                    (round, run.odds)
                })
                .collect(),
        }
    }
}
