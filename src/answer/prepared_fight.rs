//! A fight prepared for all engines: its answer, and access to single battles of a run.

use super::budget::Budget;
use super::no_answer::NoAnswer;
use super::prepared::Prepared;
use super::question::Question;
use super::simulation::Counted;
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Ended, Replayer};
use crate::result::{BestPlay, PlayedBy, SideSummary, Summary, Units};
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

/// A fight with the policies that are really played, and the report of its game.
pub(crate) trait FightReport: Sync {
    /// Returns the fight, prepared for all engines.
    fn prepared(&self) -> &dyn Prepared;

    /// Returns mutable access to the prepared fight.
    fn prepared_mut(&mut self) -> &mut dyn Prepared;

    /// Returns the figures of the sides under these odds.
    fn figures(&self, odds: &Odds) -> BattleFigures;

    /// Adds the figures that only this game has to a summary under these odds.
    fn add_figures(&self, _odds: &Odds, _summary: &mut Summary) {}

    /// Returns the play of each side, with its role.
    fn played(&self) -> Vec<(String, PlayedBy)>;

    /// Returns the warnings about the fleets and their play.
    fn warnings(&self) -> Vec<String>;

    /// Returns the units of cost and time.
    fn units(&self) -> Units;

    /// Returns the names of the sides and groups of a battle; `battle` is its index in the chain,
    /// 0 if there is only one.
    fn names(&self, _battle: usize) -> FightNames {
        let nothing = Odds::of_tally(Tally::with_cells(self.prepared().cells()));
        let sides = self.figures(&nothing).sides.into_iter().map(|side| {
            SideNames::of_one(&side.name, side.survivors.into_iter().map(|group| group.class))
        });
        FightNames { title: None, sides: sides.collect() }
    }

    /// Returns the outcome that counts the wins of a side; `None` if none does.
    fn outcome(&self, side: usize) -> Option<usize> {
        Some(side)
    }

    /// Returns the outcomes in words, for warnings.
    fn outcomes(&self, sides: &[SideSummary]) -> Vec<String> {
        let wins = sides.iter().map(|side| format!("{} wins", side.name));
        wins.chain(["draw".into(), "standoff".into()]).collect()
    }

    /// Returns the bounds on best play, if the captains follow a play that is only close to it.
    fn best_play(&self) -> Option<BestPlay> {
        None
    }

    /// Returns the house rules in force.
    fn house_rules(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the probability that a side wins with its worst or its best play, against the
    /// declared play of the enemy.
    ///
    /// Fails by default, for games in which players have nothing to decide.
    fn odds_of_play(
        &self,
        _side: usize,
        _aim: Sense,
        _budget: Budget,
        _control: &Control,
    ) -> Result<f64, NoAnswer> {
        let why = "--play-band: players have nothing to decide in this battle";
        Err(NoAnswer::NotHere(why.into()))
    }
}

/// A fight prepared for all engines.
pub struct PreparedFight<'a> {
    pub(crate) question: &'a Question,
    pub(crate) report: Box<dyn FightReport + 'a>,
}

impl<'a> PreparedFight<'a> {
    pub(crate) fn new(question: &'a Question, report: impl FightReport + 'a) -> Self {
        Self { question, report: Box::new(report) }
    }

    /// Returns a replayer of single battles of the run.
    pub(crate) fn replayer(&self) -> Box<dyn Replayer + '_> {
        self.report.prepared().replayer(self.question)
    }

    /// Returns all ways to end, each as the cells in which it counts, with their exact
    /// probabilities; `None` if they are not solved or if it is stopped.
    pub(crate) fn ends(&self, control: &Control) -> Option<Vec<(Vec<u32>, f64)>> {
        self.report.prepared().ends(self.question, control)
    }

    /// Returns the number of battles of the run that fit the budget if each is read on its own.
    pub(crate) fn battles(&self) -> Result<u64, NoAnswer> {
        self.report.prepared().battles(self.question)
    }
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
