//! A fight prepared for all engines: its answer, and access to single battles of a run.

use super::no_answer::NoAnswer;
use super::question::Question;
use super::simulation::Counted;
use crate::engine::Control;
use crate::engine::{Ctx, Ended, Replayer};
use crate::result::{PlayedBy, SideSummary, Summary, Units};
use crate::stats::{Estimate, Odds, Tally};

/// Answer to a question.
#[derive(Clone, Debug)]
#[non_exhaustive]
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

/// Receives the progress of a simulation several times a second: the number of battles played, the
/// number of battles to play here, and the tally of all finished rounds of blocks.
pub type Watch<'a> = dyn FnMut(u64, u64, &Tally) + Send + 'a;

/// Figures of a battle under some odds.
pub struct BattleFigures {
    /// Figures of the sides, in the order of their outcomes.
    pub sides: Vec<SideSummary>,
    /// Probability that no side has ships left.
    pub draw: Estimate,
    /// Probability that more than one side has ships left.
    pub standoff: Estimate,
}

/// A fight prepared for all engines.
pub trait PreparedFight: Sync {
    /// Answers the question. Another thread may stop it.
    ///
    /// # Errors
    /// If the answer does not fit the budget or does not apply to the battle, or if it is stopped
    /// before there is a result.
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer>;

    /// Returns a replayer of single battles of the run.
    fn replayer(&self) -> Box<dyn Replayer + '_>;

    /// Returns all ways to end, each as the cells in which it counts, with their exact
    /// probabilities; `None` if they are not solved or if it is stopped.
    fn ends(&self, control: &Control) -> Option<Vec<(Vec<u32>, f64)>>;

    /// Returns the number of battles of the run that fit the budget if each is read on its own.
    fn battles(&self, question: &Question) -> Result<u64, NoAnswer>;

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Returns the figures of the sides under these odds.
    fn figures(&self, odds: &Odds) -> BattleFigures;

    /// Returns the names of the sides and groups of a battle; `battle` is its index in the chain,
    /// 0 if there is only one.
    fn names(&self, battle: usize) -> FightNames;

    /// Returns the play of each side, with its role.
    fn played(&self) -> Vec<(String, PlayedBy)>;

    /// Returns the warnings about the fleets and their play.
    fn warnings(&self) -> Vec<String>;

    /// Returns the units of cost and time.
    fn units(&self) -> Units;
}

/// Names of the sides of a battle.
#[derive(Clone, Debug, Default)]
pub struct FightNames {
    /// Title of the battle, if there are several.
    pub title: Option<String>,
    /// Names by side.
    pub sides: Vec<SideNames>,
}

/// Names of a side and its groups.
#[derive(Clone, Debug, Default)]
pub struct SideNames {
    /// Name of the side.
    pub name: String,
    /// By group: owner, class, and index among the groups of its owner.
    pub groups: Vec<(String, String, usize)>,
}

impl SideNames {
    /// Returns the names of a side with one owner.
    #[must_use]
    pub fn of_one(name: &str, classes: impl IntoIterator<Item = String>) -> Self {
        let groups = classes.into_iter().enumerate();
        let groups = groups.map(|(place, class)| (name.to_string(), class, place)).collect();
        Self { name: name.to_string(), groups }
    }
}
