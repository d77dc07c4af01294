//! From a question to its answer: who plays how, which engine, what it shows.
//!
//! ```text
//! question     who fights, which engine answers, within which budget
//! budget       what may be taken, and what it would take
//! ledger       what has been taken of it
//! prepared     a battle with its graph: exact odds, simulated odds
//! chain        battles that follow one another, with their graphs
//! fight        from a battle to its answer
//! eclipse, ti4 who plays how, what is reported, game by game
//! either       exact where it fits, else simulated
//! scene        battles of which single ones are looked at
//! endings      all ways to end, one by one
//! replay       the story of one battle
//! luck         how lucky was what happened
//! total        what all questions of a command may take together
//! compare      which of several fleets is best
//! design       which of many designs is best
//! sweep        how the odds change
//! equilibrium  the best mix of fleets for both players
//! warnings     what the user should know
//! ```

mod budget;
mod chain;
pub mod compare;
pub mod design;
mod eclipse;
mod either;
mod endings;
pub mod equilibrium;
mod fight;
mod ledger;
pub mod luck;
mod prepared;
mod question;
pub mod replay;
mod scene;
mod spaceship_battles;
mod star_chamber;
pub mod sweep;
mod ti4;
pub mod total;
mod warnings;

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

pub use self::budget::Budget;
pub use self::eclipse::{BestPlay, NotSolved, best_play};
use self::ledger::Ledger;
pub use self::question::{Battles, Counted, Listed, Question, Simulation};
use self::scene::Scene;
pub use self::ti4::{NoOrder, best_orders};
use crate::engine::{self, Ended, Run, Simulator};
use crate::rules::LimitError;
use crate::scenario::{Engine, Muster};
use crate::tally::{Estimate, Interval, Odds, Rounds, SideSummary, Summary, Tally, Units};

/// What the sides are called where their role matters.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// Rounds after which a simulated battle is a standoff, where nothing else is said (D7).
pub const ROUND_CAP: u32 = 1000;

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All figures.
    pub summary: Summary,
    /// Why the simulation ended; one that was not wanted is complete.
    pub ended: Ended,
    /// What it has come to.
    pub counted: Option<Counted>,
    /// Battles of the whole run, of which a part may have been played; 0 without a simulation.
    pub battles: u64,
    /// Estimated seconds of work on one core that answering took.
    pub work: f64,
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A fleet exceeds a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The answer does not fit the budget.
    #[error("{what}")]
    TooLarge {
        /// What does not fit, and what it would take.
        what: String,
        /// Estimated seconds of work on one core until that was found.
        work: f64,
    },
    /// A retreat policy looks ahead, and what it needs does not fit the budget.
    #[error("{what}, and a retreat policy needs it")]
    RetreatTooLarge {
        /// What does not fit.
        what: String,
        /// Estimated seconds of work on one core until that was found.
        work: f64,
    },
    /// The game has nothing of the kind that is asked for.
    #[error("{0}")]
    NotHere(String),
    /// The work was stopped before there was anything to show.
    #[error("stopped before there was a result")]
    Stopped,
}

/// Receives, several times a second, the number of battles played, the number of all that are to
/// be played here, and the tally of all finished rounds of blocks.
pub type Watch<'a> = dyn FnMut(u64, u64, &Tally) + Send + 'a;

/// Answers a question. `stop` may be set from anywhere.
///
/// # Errors
/// If a fleet goes beyond a limit, or what is asked for does not fit the budget.
pub fn answer(
    question: &Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Answer, NoAnswer> {
    match &question.muster {
        Muster::Eclipse(muster) => eclipse::answer(question, muster, pool, stop, watch),
        Muster::Ti4(muster) => ti4::answer(question, muster, pool, stop, watch),
        Muster::StarChamber(muster) => star_chamber::answer(question, muster, pool, stop, watch),
        Muster::SpaceshipBattles(muster) => {
            spaceship_battles::answer(question, muster, pool, stop, watch)
        }
    }
}

/// Prepares the battles of a question to be looked at one by one, whatever the game.
fn scene<'a>(
    question: &'a Question,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Box<dyn Scene + 'a>, NoAnswer> {
    match &question.muster {
        Muster::Eclipse(muster) => eclipse::scene(question, muster, pool, stop),
        Muster::Ti4(muster) => ti4::scene(question, muster, pool, stop),
        Muster::StarChamber(muster) => star_chamber::scene(question, muster, stop),
        Muster::SpaceshipBattles(muster) => spaceship_battles::scene(question, muster, stop),
    }
}

/// What a simulation has come to.
struct Simulated {
    odds: Odds,
    /// Battles of the whole run.
    planned: u64,
    /// Battles played.
    battles: u64,
    ended: Ended,
    /// Captains who had to guess.
    approximated: bool,
    counted: Counted,
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

    /// Returns the number of battles to simulate, and takes the work of them off the ledger.
    ///
    /// Fails if not one battle fits the budget, except beside an exact answer (`is_check`).
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
                 {budget}: raise --budget, or say how many --battles to play"
            )));
        }
        ledger.take(battles as f64 * seconds);
        Ok(battles)
    }

    /// Counts that the question brings along, or else those of its battles, simulated here. `None`
    /// if an exact answer is to be checked and not one battle fits the budget.
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
            let why = "the counts are not those of this scenario: run all its shards again";
            return Err(NoAnswer::NotHere(why.into()));
        }
        Ok(Some(Self::new(counted, battles, ended)))
    }
}

/// What the engines are called that have answered.
fn engines(question: &Question, exact: bool, simulated: bool) -> &'static str {
    match (exact, simulated) {
        (true, true) => "exact+simulate",
        (true, false) => "exact",
        _ if question.engine == Engine::Kernel => "kernel",
        _ => "simulate",
    }
}

/// A summary that tells nothing of the sides yet.
fn blank(question: &Question, odds: &Odds, exact: bool, run: Option<&Simulated>) -> Summary {
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

/// What is told of attacker and defender.
fn by_role<T>(told: impl Iterator<Item = T>) -> Vec<(String, T)> {
    ROLES.iter().map(|role| role.to_string()).zip(told).collect()
}

/// Puts what a simulation shows of an outcome beside its exact odds.
fn set_beside(side: &mut SideSummary, simulated: &Odds, outcome: usize) {
    let seen = simulated.estimate(outcome);
    let (probability, low, high) = (seen.probability, seen.low, seen.high);
    side.win.simulated = Some(Interval { probability, low, high });
}
