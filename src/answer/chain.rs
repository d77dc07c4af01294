//! Battles that follow one another, ready for all engines: what sectors and invasions share.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::ledger::Ledger;
use super::{NoAnswer, Question, Simulated, Watch};
use crate::battle::chain::Chain;
use crate::engine::chain::{ChainWalk, Kept, Links, Solution};
use crate::engine::{Reader, Simulator};
use crate::scenario::Engine;
use crate::tally::Odds;

/// Refuses options that are for one battle only; `what` names it.
pub(super) fn refuse_options_of_one(question: &Question, what: &str) -> Result<(), NoAnswer> {
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

/// A chain with what solving it has found.
pub(super) struct PreparedChain<C: Chain> {
    pub(super) chain: C,
    /// Its exact odds, where it was solved.
    solved: Option<Odds>,
    /// Its graphs, where it was solved and there is room for them.
    kept: Option<Kept<C>>,
    /// What has been taken of the budget.
    pub(super) ledger: Ledger,
}

impl<C: Chain> PreparedChain<C> {
    /// A chain that has not been solved.
    pub(super) fn new(chain: C, ledger: Ledger) -> Self {
        Self { chain, solved: None, kept: None, ledger }
    }

    /// Takes over a solution that is complete.
    pub(super) fn solved_by(&mut self, solution: Solution<'_, C>) {
        let (odds, kept) = solution.finish();
        self.solved = Some(odds);
        self.kept = kept;
    }

    /// Returns the exact odds, where they are wanted and were found.
    pub(super) fn exact(&self, question: &Question) -> Option<&Odds> {
        let is_wanted = question.engine.is_exact() && !question.is_shard();
        self.solved.as_ref().filter(|_| is_wanted)
    }

    /// Simulates the chains of a question, if that is wanted: see
    /// [`Prepared::simulate`](super::prepared::Prepared::simulate).
    pub(super) fn simulate(
        &mut self,
        question: &Question,
        pool: &ThreadPool,
        stop: &AtomicBool,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Simulated>, NoAnswer> {
        if question.engine == Engine::Exact {
            return Ok(None);
        }
        let is_check = question.engine.is_exact() && self.solved.is_some();
        let mut ledger = self.ledger;
        let simulator = self.simulator(question.engine);
        let run = Simulated::of(&*simulator, question, &mut ledger, is_check, (pool, stop), watch);
        drop(simulator);
        self.ledger = ledger;
        run
    }

    /// Returns the number of chains that fit the budget where each is looked at.
    pub(super) fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        let simulator = self.simulator(question.engine);
        Simulated::fitting(&*simulator, question, &mut self.ledger.clone(), false)
    }

    fn simulator(&self, engine: Engine) -> Box<dyn Simulator + '_> {
        match self.walk(engine) {
            Some(walk) => Box::new(walk),
            None => Box::new(Links(&self.chain)),
        }
    }

    /// Reads single chains of the run of a question.
    pub(super) fn reader(&self, engine: Engine) -> Box<dyn Reader + '_> {
        match self.walk(engine) {
            Some(walk) => Box::new(walk),
            None => Box::new(Links(&self.chain)),
        }
    }

    /// The walk down the graphs, where there are any and the engine may use them.
    fn walk(&self, engine: Engine) -> Option<ChainWalk<'_, C>> {
        let kept = self.kept.as_ref().filter(|_| engine != Engine::Kernel)?;
        ChainWalk::new(&self.chain, kept).ok()
    }
}
