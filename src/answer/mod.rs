//! Answers questions: finds the play of both sides, chooses an engine and summarises the odds.
//!
//! ```text
//! question     the fight, the engine and the budget of a question
//! budget       limits of time and memory, and estimates of what the work needs
//! ledger       the part of the budget that is spent
//! prepared     a battle with its graph: exact odds, simulated odds
//! chain        battles that follow one another, with their graphs
//! fight        the answer for one battle
//! eclipse, ti4, star_chamber, spaceship_battles
//!              play and report of each game
//! either       exact odds within the budget, otherwise simulated odds
//! scene        access to the single battles of a run
//! endings      all ways to end, with their probabilities
//! replay       the story of one battle
//! luck         how lucky a result was
//! total        limit of the work of all questions of a command
//! compare      the best of several fleets
//! design       the best of many designs
//! sweep        how the odds change with the fleets
//! equilibrium  the best mix of fleets for both players
//! warnings     warnings for the user
//! ```

pub(crate) mod budget;
pub(crate) mod chain;
pub(crate) mod endings;
pub(crate) mod fight;
pub(crate) mod ledger;
pub(crate) mod matchup;
pub(crate) mod prepared;
pub(crate) mod question;
pub(crate) mod scene;
pub(crate) mod side;
pub(crate) mod warnings;

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

pub use self::budget::Budget;
pub use self::ledger::Ledger;
pub use self::matchup::{Carriage, Matchup, RoundWindow, SideInfo};
pub use self::question::{Battles, Counted, Listed, Question, Simulation};
pub use self::scene::{Names, Scene, SideNames};
pub use self::side::{Change, Labels, Side};
use crate::engine::{self, Ended, Run, Simulator};
use crate::games::common::LimitError;
use crate::result::{Rounds, SideSummary, Summary, Units};
use crate::scenario::Engine;
use crate::stats::{Estimate, Interval, Odds, Tally};

/// Names of the two roles.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// Default number of rounds after which a simulated battle is a standoff (D7).
pub const ROUND_CAP: u32 = 1000;

/// Answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All figures.
    pub summary: Summary,
    /// Why the simulation ended; `Complete` without a simulation.
    pub ended: Ended,
    /// Counts of the simulation; `None` without one.
    pub counted: Option<Counted>,
    /// Number of battles of the whole run, of which fewer may have been played; 0 without a
    /// simulation.
    pub battles: u64,
    /// Estimated work of answering, in seconds on one core.
    pub work: f64,
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A fleet exceeds a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The answer exceeds the budget.
    #[error("{what}")]
    TooLarge {
        /// The part that does not fit, with its estimated work.
        what: String,
        /// Estimated work spent until the failure, in seconds on one core.
        work: f64,
    },
    /// A retreat policy looks ahead, and the calculation that it needs exceeds the budget.
    #[error("{what}, and a retreat policy needs it")]
    RetreatTooLarge {
        /// The part that does not fit, with its estimated work.
        what: String,
        /// Estimated work spent until the failure, in seconds on one core.
        work: f64,
    },
    /// The request does not apply to this game or to this battle.
    #[error("{0}")]
    NotHere(String),
    /// The work was stopped before there was a result.
    #[error("stopped before there was a result")]
    Stopped,
}

/// Receives the progress of a simulation several times a second: the number of battles played, the
/// number of battles to play here, and the tally of all finished rounds of blocks.
pub type Watch<'a> = dyn FnMut(u64, u64, &Tally) + Send + 'a;

/// Answers a question. Any thread may set `stop`.
///
/// # Errors
/// If a fleet exceeds a limit, the answer does not fit the budget or does not apply to the battle,
/// or `stop` is set before there is a result.
pub fn answer(
    question: &Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    if let Some(single) = question.matchup.single() {
        chain::refuse_options_of_one(question, single)?;
    }
    question.matchup.prepare(question, pool, stop)?.answer(pool, stop, watch)
}

/// Result of a simulation.
pub(crate) struct Simulated {
    pub(crate) odds: Odds,
    /// Number of battles of the whole run.
    pub(crate) planned: u64,
    /// Number of battles played.
    battles: u64,
    pub(crate) ended: Ended,
    /// Whether a policy had to be approximated.
    pub(crate) approximated: bool,
    pub(crate) counted: Counted,
}

impl Simulated {
    fn new(counted: Counted, planned: u64, ended: Ended) -> Self {
        Self {
            planned,
            odds: Odds::of_tally(counted.tally.clone()),
            battles: counted.tally.battles,
            ended,
            approximated: counted.approximated,
            counted,
        }
    }

    /// Returns the number of battles to simulate, and takes their work off the ledger.
    ///
    /// Fails if not a single battle fits the budget, unless the run checks an exact answer
    /// (`is_check`).
    fn fitting(
        simulator: &dyn Simulator,
        question: &Question,
        ledger: &mut Ledger,
        is_check: bool,
    ) -> Result<u64, NoAnswer> {
        let passes = if is_check { 1.0 } else { question.passes() };
        let seconds = simulator.seconds(question.last_round()) * passes;
        let battles = ledger.battles(question, seconds, is_check);
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
    fn of(
        simulator: &dyn Simulator,
        question: &Question,
        ledger: &mut Ledger,
        is_check: bool,
        (pool, stop): (&ThreadPool, &AtomicBool),
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, NoAnswer> {
        let battles = Self::fitting(simulator, question, ledger, is_check)?;
        let (counted, ended) = match &question.run {
            Simulation::Known(counted) => (counted.clone(), Ended::Complete),
            Simulation::Played(_) if battles == 0 => return Ok(None),
            Simulation::Played(_) => {
                let plan = question.plan(battles);
                let here = plan.shard.battles(battles);
                let watch = &mut |played: u64, tally: &Tally| watch(played, here, tally);
                let Run { tally, ended, guessed } =
                    engine::run(simulator, &plan, pool, stop, watch);
                (Counted { tally, approximated: guessed }, ended)
            }
        };
        let is_known = matches!(question.run, Simulation::Known(_));
        let fits = counted.tally.battles == battles
            && counted.tally.is_sound(simulator.cells(), simulator.outcomes());
        if is_known && !fits {
            let why = "the counts do not belong to this scenario: run all its shards again";
            return Err(NoAnswer::NotHere(why.into()));
        }
        Ok(Some(Self::new(counted, battles, ended)))
    }
}

/// Returns the name of the engines that produced the answer.
pub(crate) fn engines(question: &Question, exact: bool, simulated: bool) -> &'static str {
    match (exact, simulated) {
        (true, true) => "exact+simulate",
        (true, false) => "exact",
        _ if question.engine == Engine::Kernel => "kernel",
        _ => "simulate",
    }
}

/// Returns a summary without the figures of the sides.
pub(crate) fn blank(
    question: &Question,
    odds: &Odds,
    exact: bool,
    run: Option<&Simulated>,
) -> Summary {
    let none = Estimate::new(0.0, 0.0, 0.0);
    Summary {
        schema: "fleetodds/result/1",
        rules: question.rulebook.to_string(),
        engine: engines(question, exact, run.is_some()),
        play: Vec::new(),
        battles: run.map_or(0, |run| run.battles),
        seed: question.seed,
        partial: run.is_some_and(|run| run.ended == Ended::Interrupted),
        sides: Vec::new(),
        draw: none,
        standoff: none,
        rounds: Rounds::of(odds.rounds().clone()),
        encounters: Vec::new(),
        population: None,
        influence: None,
        control: None,
        planets: Vec::new(),
        units: Units { cost: "", time: "round" },
        house_rules: Vec::new(),
        warnings: Vec::new(),
        timing: None,
    }
}

/// Pairs the values of attacker and defender with the names of their roles.
pub(crate) fn by_role<T>(told: impl Iterator<Item = T>) -> Vec<(String, T)> {
    ROLES.iter().map(|role| role.to_string()).zip(told).collect()
}

/// Adds the simulated odds of an outcome to the exact odds of a side.
pub(crate) fn set_beside(side: &mut SideSummary, simulated: &Odds, outcome: usize) {
    let seen = simulated.estimate(outcome);
    let (probability, low, high) = (seen.probability, seen.low, seen.high);
    side.win.simulated = Some(Interval { probability, low, high });
}
