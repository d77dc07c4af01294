//! Chains of battles that follow one another (sectors and invasions), prepared for all engines.

use super::ledger::Ledger;
use super::{NoAnswer, Question, Simulated, Watch};
use crate::engine::chain::ChainGraphs;
use crate::engine::{Ctx, Kernel, Replayer, Walk};
use crate::model::Battle;
use crate::model::chain::Chain;
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
    /// Spent and remaining budget.
    pub(crate) ledger: Ledger,
}

impl<C: Chain> PreparedChain<C> {
    /// Creates a chain that is not solved.
    pub(crate) fn new(chain: C, ledger: Ledger) -> Self {
        let captains = chain.captains();
        Self { chain, captains, solved: None, kept: None, ledger }
    }

    /// Stores the odds and graphs of a complete solution, see
    /// [`ChainSolution::finish`](crate::engine::chain::ChainSolution::finish).
    pub(crate) fn solved_by(&mut self, (odds, kept): (Odds, Option<ChainGraphs<C>>)) {
        self.solved = Some(odds);
        self.kept = kept;
    }

    /// Returns the exact odds, if the question asks for them and they were found.
    pub(crate) fn exact(&self, question: &Question) -> Option<&Odds> {
        let is_wanted = question.engine.is_exact() && !question.is_shard();
        self.solved.as_ref().filter(|_| is_wanted)
    }

    /// Simulates the chains of a question; `None` with the exact engine. See
    /// [`Prepared::simulate`](super::prepared::Prepared::simulate).
    pub(crate) fn simulate(
        &mut self,
        question: &Question,
        ctx: &Ctx,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Simulated>, NoAnswer> {
        if question.engine == Engine::Exact {
            return Ok(None);
        }
        let is_check = question.engine.is_exact() && self.solved.is_some();
        let mut ledger = self.ledger;
        let simulator = self.replayer(question.engine);
        let run = Simulated::of(&*simulator, question, &mut ledger, is_check, ctx, watch);
        drop(simulator);
        self.ledger = ledger;
        run
    }

    /// Returns the number of chains that fit the budget if each is read on its own.
    pub(crate) fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        let simulator = self.replayer(question.engine);
        Simulated::fitting(&*simulator, question, &mut self.ledger.clone(), false)
    }

    /// Returns the simulator of the chains, which also replays single ones: a walk if the graphs
    /// were kept and the engine may use them.
    pub(crate) fn replayer(&self, engine: Engine) -> Box<dyn Replayer + '_> {
        let kept = self.kept.as_ref().filter(|_| engine != Engine::Kernel);
        match kept.and_then(|kept| Walk::of_chain(&self.chain, &self.captains, kept).ok()) {
            Some(walk) => Box::new(walk),
            None => Box::new(Kernel::new(&self.chain, &self.captains)),
        }
    }
}
