//! A fight prepared for all engines: exact odds, simulated odds, the state after each round and
//! single battles. Callers use the trait object, which does not depend on the type of state, so
//! that their code is compiled once.

use super::budget::Budget;
use super::ledger::Ledger;
use super::question::MAX_ROUNDS_LISTED;
use super::{Listed, NoAnswer, Question, Simulated, Watch};
use crate::engine::Control;
use crate::engine::flow::{self, FlowPlan};
use crate::engine::graph::{Graph, Node, Topology, absorption};
use crate::engine::{self, Ctx, Ends, Kernel, Replayer, RunPlan, Simulator, Unsolved, Walk};
use crate::model::Battle;
use crate::scenario::Engine;
use crate::stats::Odds;
use std::ops::RangeInclusive;

/// A fight prepared for all engines, with any type of state.
pub(crate) trait Prepared: Sync {
    /// Returns the exact odds, if the question asks for them and the battle has a graph. Adds a
    /// note and returns `None` if they do not fit the budget; fails instead if the engine is
    /// `exact`.
    fn exact(&mut self, question: &Question, control: &Control) -> Result<Option<Odds>, NoAnswer>;

    /// Simulates the battles of a question, on the graph if there is one. For the number of
    /// battles see [`Ledger::battles`]. Returns `None` if the run checks an exact answer and not a
    /// single battle fits the budget.
    ///
    /// Fails if the question contains counts of another battle, or if not a single battle fits the
    /// budget.
    fn simulate(
        &mut self,
        question: &Question,
        is_check: bool,
        ctx: &Ctx,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Simulated>, NoAnswer> {
        let mut ledger = *self.ledger();
        let simulator = self.replayer(question);
        let run = Simulated::of(&*simulator, question, &mut ledger, is_check, ctx, watch);
        drop(simulator);
        *self.ledger_mut() = ledger;
        run
    }

    /// Returns the number of battles that fit the budget if each is read on its own.
    fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        let simulator = self.replayer(question);
        Simulated::fitting(&*simulator, question, &mut self.ledger().clone(), false)
    }

    /// Returns the odds after each listed round, from the first. They are exact if `odds` are;
    /// otherwise `battles` battles are simulated again and stopped after each round. Adds a note if
    /// not all rounds fit the budget. By default no round is listed.
    fn by_round(
        &mut self,
        _question: &Question,
        _odds: &Odds,
        _battles: u64,
        _ctx: &Ctx,
    ) -> Result<Vec<(u32, Odds)>, NoAnswer> {
        Ok(Vec::new())
    }

    /// Returns the simulator of the battles, which also replays single ones: a walk if there is a
    /// graph and the engine may use it.
    fn replayer(&self, question: &Question) -> Box<dyn Replayer + '_>;

    /// Returns all ways to end, each as the cells in which it counts, with their exact
    /// probabilities; `None` if they are not solved. By default they are not.
    fn ends(&self, _question: &Question, _control: &Control) -> Option<Vec<(Vec<u32>, f64)>> {
        None
    }

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Returns whether a policy had to be approximated while the graph was built.
    fn has_approximated(&self) -> bool;

    /// Returns the account of the budget.
    fn ledger(&self) -> &Ledger;

    /// Returns the account of the budget, to take from it.
    fn ledger_mut(&mut self) -> &mut Ledger;
}

/// A battle with its graph.
pub(crate) struct PreparedBattle<B: Battle> {
    pub(crate) battle: B,
    /// The captains that play it, with the strategy that they follow.
    pub(crate) captains: B::Captains,
    /// Graph of the battle, if it is needed and fits the budget.
    pub(crate) graph: Option<Graph<B::State>>,
    /// Distribution over the ends, if it was found without a graph.
    flow: Option<Ends<B::State>>,
    /// Requests that could not be met in full, with the reasons.
    pub(crate) notes: Vec<String>,
    /// Whether a policy had to be approximated while the graph was built.
    pub(crate) approximated: bool,
    /// Spent and remaining budget.
    pub(crate) ledger: Ledger,
}

/// Share of the time budget for a graph when a flow would also do: simulation can walk a graph.
const SMALL_GRAPH_SHARE: f64 = 0.05;

/// Most seconds for such a graph, however large the budget is.
const SMALL_GRAPH_SECONDS: f64 = 0.1;

/// Most seconds for a graph that is preferred to a flow because its work is known in advance.
const LARGE_GRAPH_SECONDS: f64 = 2.0;

/// Note on rounds that are not listed.
const ROUNDS_LEFT_OFF: &str = "some battles take more rounds than are listed";

/// Share of undecided battles below which [`Listed::Enough`] lists no further rounds.
const MAX_UNDECIDED: f64 = 0.001;

impl<B: Battle> PreparedBattle<B> {
    /// Creates a prepared battle without a graph.
    pub(crate) fn new(battle: B, ledger: Ledger) -> Self {
        let captains = battle.captains();
        let notes = Vec::new();
        Self { battle, captains, graph: None, flow: None, notes, approximated: false, ledger }
    }

    /// Builds the graph. `ease` is the speed of building it relative to the estimates of
    /// [`Budget`]: with 2, twice as much fits the time.
    pub(crate) fn build(&mut self, ease: f64, control: &Control) -> Result<(), Unsolved> {
        let mut captains = self.captains.clone();
        let budget = self.ledger.solving();
        match Graph::new(&self.battle, &mut captains, budget.stretched(ease).graph(), control) {
            Ok(graph) => {
                self.ledger.take(Budget::of_graph(graph.work) / ease);
                self.graph = Some(graph);
                self.approximated = self.battle.has_approximated(&captains);
                Ok(())
            }
            Err(no) => {
                self.ledger.take(budget.seconds);
                Err(no)
            }
        }
    }

    /// Builds the graph as [`build`](Self::build) does. If it does not fit the budget, the battle
    /// is simulated without it, unless the engine is `exact`.
    pub(crate) fn draw(
        &mut self,
        question: &Question,
        ease: f64,
        control: &Control,
    ) -> Result<(), NoAnswer> {
        match self.build(ease, control) {
            Ok(()) => {}
            Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(_) => {
                let why = format!(
                    "the table of all situations of the battle does not fit the budget of {}",
                    question.budget
                );
                match question.engine {
                    Engine::Exact => return Err(self.ledger.too_large(why)),
                    Engine::Auto => {
                        self.notes.push(format!("{why}: battles are simulated one by one"));
                    }
                    Engine::Simulate | Engine::Kernel => {}
                }
            }
        }
        Ok(())
    }

    /// Solves the battle on a small graph, or as a flow if its graph is large. Returns whether it
    /// was solved. Nothing is done if no exact odds are wanted, or if the battle has no flow.
    pub(crate) fn solve(
        &mut self,
        question: &Question,
        ease: f64,
        control: &Control,
    ) -> Result<bool, NoAnswer> {
        if !self.may_flow(question) {
            return Ok(false);
        }
        if self.build_small(ease, control)? {
            return Ok(true);
        }
        let for_graph = self.ledger.solving().at_most(LARGE_GRAPH_SECONDS).graph().work;
        let plan = self.flow_plan(question);
        let of_graph = flow::graph_work(&self.battle, &self.captains, plan, control);
        if of_graph.map_err(|_| NoAnswer::Stopped)?.is_some_and(|n| n <= for_graph) {
            self.ledger.try_again();
            return Ok(false);
        }
        self.flow(question, control)
    }

    /// Whether exact odds are wanted and the battle has a flow.
    pub(crate) fn may_flow(&self, question: &Question) -> bool {
        question.engine.is_exact() && flow::applies(&self.battle, &self.captains)
    }

    /// Builds the graph if it is small. Returns whether it is.
    pub(crate) fn build_small(&mut self, ease: f64, control: &Control) -> Result<bool, NoAnswer> {
        let share = SMALL_GRAPH_SECONDS / self.ledger.budget().seconds;
        self.ledger.limit(SMALL_GRAPH_SHARE.min(share));
        match self.build(ease, control) {
            Ok(()) => Ok(true),
            Err(Unsolved::Stopped) => Err(NoAnswer::Stopped),
            Err(_) => {
                self.ledger.try_again();
                Ok(false)
            }
        }
    }

    /// Solves the battle as a flow. Returns whether it fits the budget.
    pub(crate) fn flow(
        &mut self,
        question: &Question,
        control: &Control,
    ) -> Result<bool, NoAnswer> {
        let plan = self.flow_plan(question);
        let work = match flow::solve(&self.battle, &self.captains, plan, control) {
            Ok(solved) => self.flow.insert(solved).work,
            Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(Unsolved::TooLarge(work)) => work,
            Err(_) => 0,
        };
        self.ledger.take(Budget::of_flow(work));
        self.ledger.try_again();
        Ok(self.flow.is_some())
    }

    fn flow_plan(&self, question: &Question) -> FlowPlan {
        let listed = last_listed(question, None, self.battle.first_round().max(1));
        self.ledger.solving().flow(question.round_cap, listed)
    }

    /// Returns the probability that a battle that was solved as a flow has ended after a round,
    /// which is given by the first round.
    pub(crate) fn ended_by(&self, round: impl Fn(u32) -> u32) -> Option<f64> {
        let last = round(self.battle.first_round()) as usize;
        self.flow.as_ref().map(|solved| solved.rounds.distribution.iter().take(last + 1).sum())
    }

    /// Returns the probability that a battle that was solved as a flow never ends or is cut short.
    pub(crate) fn undecided(&self) -> Option<f64> {
        self.flow.as_ref().map(Ends::never)
    }

    /// Forgets the graph and the solution.
    pub(crate) fn forget(&mut self) {
        (self.graph, self.flow) = (None, None);
    }
}

impl<B: Battle> Prepared for PreparedBattle<B> {
    fn exact(&mut self, question: &Question, control: &Control) -> Result<Option<Odds>, NoAnswer> {
        if let Some(solved) = &self.flow {
            if !solved.rounds_are_whole {
                self.notes.push(ROUNDS_LEFT_OFF.into());
            }
            return Ok(Some(solved.odds(&self.battle)));
        }
        let Some(graph) = self.graph.as_ref().filter(|_| question.engine.is_exact()) else {
            return Ok(None);
        };
        let ends = ends_of(&graph.topology, question, &mut self.ledger, &mut self.notes, control)?;
        Ok(ends.map(|ends| graph.odds(&self.battle, &ends)))
    }

    fn by_round(
        &mut self,
        question: &Question,
        odds: &Odds,
        battles: u64,
        ctx: &Ctx,
    ) -> Result<Vec<(u32, Odds)>, NoAnswer> {
        let first = self.battle.first_round().max(1);
        let Some(last) = last_listed(question, Some(odds), first) else { return Ok(Vec::new()) };
        if let Some(solved) = self.flow.as_ref().filter(|_| odds.is_exact()) {
            let listed = solved.by_round.iter().filter(|(round, _)| *round <= last);
            let listed: Vec<(u32, Odds)> = listed.cloned().collect();
            let fitting = listed.last().map_or(0, |(round, _)| *round);
            if fitting < last {
                self.notes.push(rounds_fit(fitting, question));
            }
            return Ok(listed);
        }
        let Some(graph) = self.graph.as_ref().filter(|_| odds.is_exact()) else {
            let simulator = self.replayer(question);
            return Ok(cut_short(&*simulator, question, battles, first..=last, ctx));
        };
        let size = graph.topology.pass().max(1);
        let rounds = self.ledger.following().edge_visits() / size;
        let fitting = last.min(first + u32::try_from(rounds).unwrap_or(u32::MAX - first));
        if fitting < last {
            self.notes.push(rounds_fit(fitting, question));
        }
        self.ledger.take(Budget::of_edge_visits(u64::from(fitting - first) * size));
        absorption::by_round(&self.battle, graph, fitting, ctx.control())
            .map_err(|_| NoAnswer::Stopped)
    }

    fn replayer(&self, question: &Question) -> Box<dyn Replayer + '_> {
        let graph = self.graph.as_ref().filter(|_| question.engine != Engine::Kernel);
        match graph.and_then(|graph| Walk::new(&self.battle, &self.captains, graph).ok()) {
            Some(walk) => Box::new(walk),
            None => Box::new(Kernel::new(&self.battle, &self.captains)),
        }
    }

    fn ends(&self, question: &Question, control: &Control) -> Option<Vec<(Vec<u32>, f64)>> {
        let is_wanted = question.engine.is_exact() && !question.is_shard();
        if let Some(solved) = self.flow.as_ref().filter(|_| is_wanted) {
            let finals = solved.finals().filter(|(_, p)| *p > 0.0);
            return Some(
                finals.map(|(state, p)| (engine::cells(&self.battle, state), *p)).collect(),
            );
        }
        let graph = self.graph.as_ref().filter(|_| is_wanted)?;
        let (cap, edge_visits) = (question.round_cap, question.budget.edge_visits());
        let ends = absorption::solve(&graph.topology, &[1.0], cap, edge_visits, control).ok()?;
        let finals = ends.finals().filter(|(_, p)| *p > 0.0);
        let cells = |node| engine::cells(&self.battle, graph.situation(node));
        Some(finals.map(|(node, p)| (cells(*node), *p)).collect())
    }

    fn cells(&self) -> usize {
        self.battle.cells()
    }

    fn has_approximated(&self) -> bool {
        self.approximated
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}

/// Returns the ends of the battles on a graph, within the budget of the question. If the battle
/// takes too many rounds, adds a note and returns `None`; fails instead if the engine is `exact`.
fn ends_of(
    graph: &Topology,
    question: &Question,
    ledger: &mut Ledger,
    notes: &mut Vec<String>,
    control: &Control,
) -> Result<Option<Ends<Node>>, NoAnswer> {
    let edge_visits = ledger.following().edge_visits();
    let ends = match absorption::solve(graph, &[1.0], question.round_cap, edge_visits, control) {
        Ok(ends) => Some(ends),
        Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(_) => None,
    };
    ledger.take(Budget::of_edge_visits(ends.as_ref().map_or(edge_visits, |ends| ends.work)));
    let Some(ends) = ends else {
        let budget = question.budget;
        let why = format!("the battle takes too many rounds for the budget of {budget}");
        if question.engine == Engine::Exact {
            return Err(ledger.too_large(why));
        }
        notes.push(format!("{why}: it is only simulated"));
        return Ok(None);
    };
    if !ends.rounds_are_whole {
        notes.push(ROUNDS_LEFT_OFF.into());
    }
    Ok(Some(ends))
}

/// Returns the note that not all listed rounds fit the budget.
fn rounds_fit(last: u32, question: &Question) -> String {
    format!("only rounds up to {last} fit the budget of {}", question.budget)
}

/// Returns the last round after which the state is listed; `None` if no rounds are listed. Without
/// odds, it is the last one that may be.
fn last_listed(question: &Question, odds: Option<&Odds>, first: u32) -> Option<u32> {
    let most = first + MAX_ROUNDS_LISTED - 1;
    let last = match question.rounds.filter(|_| !question.is_shard())? {
        Listed::To(round) => round,
        Listed::Enough => odds.map_or(most, |odds| enough(odds).clamp(first, most)),
    };
    Some(question.round_cap.map_or(last, |cap| last.min(cap)))
}

/// Returns the round after which hardly any battle is undecided.
fn enough(odds: &Odds) -> u32 {
    let mut undecided = 1.0;
    let is_decided = |p: &f64| {
        undecided -= p;
        undecided < MAX_UNDECIDED
    };
    let round = odds.rounds().distribution.iter().position(is_decided);
    round.map_or(MAX_ROUNDS_LISTED, |round| round as u32)
}

/// Simulates `battles` battles for each of these rounds, stops them after it, and returns the
/// rounds with their odds.
fn cut_short(
    simulator: &dyn Simulator,
    question: &Question,
    battles: u64,
    rounds: RangeInclusive<u32>,
    ctx: &Ctx,
) -> Vec<(u32, Odds)> {
    let after = |round| {
        let plan = RunPlan { round_cap: round, precision: None, ..question.plan(battles) };
        let run = engine::run(simulator, &plan, ctx, &mut |_, _| ());
        (round, Odds::of_tally(run.tally))
    };
    rounds.map(after).collect()
}
