//! The simulation of a question: the number of its battles, and its counts.

use super::ledger::Ledger;
use super::no_answer::NoAnswer;
use super::prepared_fight::{Answer, Watch};
use super::question::Question;
use super::simulation::{Counted, Simulation};
use crate::engine::{self, Ctx, Ended, RunResult, Simulator};
use crate::result::Summary;
use crate::stats::{Odds, Tally};

/// Result of a simulation.
pub(crate) struct Simulated {
    pub(crate) odds: Odds,
    /// Number of battles of the whole run.
    pub(crate) planned: u64,
    pub(crate) ended: Ended,
    pub(crate) counted: Counted,
}

impl Answer {
    /// Creates the answer of a question whose simulation, if there is one, is `run`.
    pub(crate) fn new(summary: Summary, run: Option<Simulated>, work: f64) -> Self {
        Self {
            summary,
            ended: run.as_ref().map_or(Ended::Complete, |run| run.ended),
            battles: run.as_ref().map_or(0, |run| run.planned),
            counted: run.map(|run| run.counted),
            work,
        }
    }
}

impl Simulated {
    /// Returns the number of battles to simulate, and takes their work off the ledger.
    ///
    /// Fails if not a single battle fits the budget, unless the run checks an exact answer
    /// (`is_check`).
    pub(super) fn fitting(
        simulator: &dyn Simulator,
        question: &Question,
        ledger: &mut Ledger,
        is_check: bool,
    ) -> Result<u64, NoAnswer> {
        let runs = if is_check { 1.0 } else { question.runs() };
        let seconds = simulator.seconds(question.last_round()) * runs;
        let battles = ledger.battles(question.battles, seconds, is_check);
        if battles == 0 && !is_check {
            let budget = question.budget;
            return Err(ledger.too_large(format!(
                "one battle takes an estimated {seconds:.0} s of work, more than the budget of \
                 {budget}: raise --budget, or give the number of battles with --battles"
            )));
        }
        ledger.take(battles as f64 * seconds);
        Ok(battles)
    }

    /// Returns the counts that the question contains, or simulates its battles. Returns `None` if
    /// the run checks an exact answer and not a single battle fits the budget.
    pub(super) fn of(
        simulator: &dyn Simulator,
        question: &Question,
        ledger: &mut Ledger,
        is_check: bool,
        ctx: &Ctx,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, NoAnswer> {
        if is_check && !question.checks && !matches!(question.run, Simulation::Known(_)) {
            return Ok(None);
        }
        let battles = Self::fitting(simulator, question, ledger, is_check)?;
        let (counted, ended) = match &question.run {
            Simulation::Known(counted) => (counted.clone(), Ended::Complete),
            Simulation::Played(_) if battles == 0 => return Ok(None),
            Simulation::Played(_) => {
                let plan = question.plan(battles);
                let here = plan.shard.battles(battles);
                let watch = &mut |played: u64, tally: &Tally| watch(played, here, tally);
                let RunResult { tally, ended, approximated } =
                    engine::run(simulator, &plan, ctx, watch);
                (Counted { tally, approximated }, ended)
            }
        };
        let is_known = matches!(question.run, Simulation::Known(_));
        let fits = counted.tally.battles == battles
            && counted.tally.is_sound(simulator.cells(), simulator.outcomes());
        if is_known && !fits {
            let why = "the counts do not belong to this scenario: run all its shards again";
            return Err(NoAnswer::NotHere(why.into()));
        }
        let odds = Odds::of_tally(counted.tally.clone());
        Ok(Some(Self { odds, planned: battles, ended, counted }))
    }
}
