//! Chains of battles that follow one another (sectors and invasions), prepared for all engines.

use super::budget::Budget;
use super::ledger::Ledger;
use super::prepared::Prepared;
use super::{NoAnswer, Question};
use crate::engine::chain::{ChainGraphs, ChainLimits, ChainSolution};
use crate::engine::{Control, Kernel, Replayer, Unsolved, Walk};
use crate::model::Battle;
use crate::model::chain::{Captains, Chain, State};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Refuses options that apply to a single battle only; `what` names that kind of battle.
pub(crate) fn refuse_options_of_one(question: &Question, what: &str) -> Result<(), NoAnswer> {
    let options = [
        (question.play_band, "--play-band"),
        (question.rounds.is_some(), "--rounds"),
        (question.swings, "--swing"),
    ];
    match options.iter().find(|(asked, _)| *asked) {
        Some((_, option)) => Err(NoAnswer::NotHere(format!("{option} is for {what}"))),
        None => Ok(()),
    }
}

/// A chain of battles, with its exact odds and graphs if it was solved.
pub(crate) struct PreparedChain<C: Chain> {
    pub(crate) chain: C,
    /// The captains that play its battles, with the strategies that they follow.
    pub(crate) captains: <C::Battle as Battle>::Captains,
    /// Exact odds, if the chain was solved.
    solved: Option<Odds>,
    /// Graphs of the battles, if the chain was solved and there is room for them.
    kept: Option<ChainGraphs<C>>,
    /// Whether a policy had to be approximated while the chain was solved.
    approximated: bool,
    /// Spent and remaining budget.
    pub(crate) ledger: Ledger,
}

impl<C: Chain> PreparedChain<C> {
    /// Creates a chain that is not solved.
    pub(crate) fn new(chain: C, ledger: Ledger) -> Self {
        let captains = chain.captains();
        Self { chain, captains, solved: None, kept: None, approximated: false, ledger }
    }

    /// Solves all battles in the order in which they are fought. The graphs are kept for a
    /// simulation if `keeps_graphs`. `play` sets the play of captains that look ahead in a battle
    /// that begins in one of these openings.
    pub(crate) fn solve<E>(
        &mut self,
        question: &Question,
        keeps_graphs: bool,
        mut play: impl FnMut(
            (&C, usize),
            &[State<C>],
            [&mut Captains<C>; 2],
            &mut Ledger,
        ) -> Result<(), E>,
        unsolved: impl Fn(Unsolved) -> E,
        control: &Control,
    ) -> Result<(), E> {
        let Self { chain, captains, ledger, .. } = self;
        let keeps_graphs = keeps_graphs && question.engine != Engine::Kernel;
        let mut solution = ChainSolution::new(chain, keeps_graphs);
        let mut solvers = captains.clone();
        for (number, battle) in chain.battles().iter().enumerate() {
            let openings = solution.arrivals(number).states();
            if openings.is_empty() {
                continue;
            }
            play((chain, number), &openings, [captains, &mut solvers], ledger)?;
            let left = ledger.solving();
            let limits = ChainLimits {
                graph: left.graph(),
                edge_visits: left.edge_visits(),
                round_cap: question.round_cap,
            };
            let work = solution.solve(number, battle, &mut solvers, limits, control);
            let work = work.map_err(&unsolved)?;
            ledger.take(Budget::of_graph(work.graph) + Budget::of_edge_visits(work.edge_visits));
        }
        self.approximated = chain.has_approximated(&solvers);
        let (odds, kept) = solution.finish();
        (self.solved, self.kept) = (Some(odds), kept);
        Ok(())
    }

    /// Returns the exact odds, if the question asks for them and they were found.
    pub(crate) fn odds(&self, question: &Question) -> Option<&Odds> {
        let is_wanted = question.engine.is_exact() && !question.is_shard();
        self.solved.as_ref().filter(|_| is_wanted)
    }
}

/// Chains are solved battle by battle, which gives no joint distribution of all ends.
impl<C: Chain> Prepared for PreparedChain<C> {
    fn exact(&mut self, question: &Question, _control: &Control) -> Result<Option<Odds>, NoAnswer> {
        Ok(self.solved.clone().filter(|_| question.engine.is_exact()))
    }

    /// Returns a walk if the graphs were kept and the engine may use them.
    fn replayer(&self, question: &Question) -> Box<dyn Replayer + '_> {
        let kept = self.kept.as_ref().filter(|_| question.engine != Engine::Kernel);
        match kept.and_then(|kept| Walk::of_chain(&self.chain, &self.captains, kept).ok()) {
            Some(walk) => Box::new(walk),
            None => Box::new(Kernel::new(&self.chain, &self.captains)),
        }
    }

    fn cells(&self) -> usize {
        self.chain.cells()
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
