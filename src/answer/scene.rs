//! Access to the single battles of a run, for any game.

use super::fight::{self, Fight, Told};
use super::{Answer, NoAnswer, Question, Watch};
use crate::engine::Ctx;
use crate::engine::Replayer;
use crate::result::{PlayedBy, Units};
use crate::stats::{Odds, Tally};

/// A fight prepared for all engines.
pub trait Scene: Sync {
    /// Answers the question. Any thread may set `stop`.
    ///
    /// # Errors
    /// If the answer does not fit the budget or does not apply to the battle, or `stop` is set
    /// before there is a result.
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer>;

    /// Returns a replayer of single battles of the run.
    fn replayer(&self) -> Box<dyn Replayer + '_>;

    /// Returns all ways to end, each as the cells in which it counts, with their exact
    /// probabilities; `None` if they are not solved.
    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>>;

    /// Returns the number of battles of the run that fit the budget if each is read on its own.
    fn battles(&self, question: &Question) -> Result<u64, NoAnswer>;

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Returns the figures of the sides under these odds.
    fn told(&self, odds: &Odds) -> Told;

    /// Returns the names of the sides and groups of a battle; `battle` is its index in the chain,
    /// 0 if there is only one.
    fn names(&self, battle: usize) -> Names;

    /// Returns the play of each side, with its role.
    fn played(&self) -> Vec<(String, PlayedBy)>;

    /// Returns the warnings about the fleets and their play.
    fn warnings(&self) -> Vec<String>;

    /// Returns the units of cost and time.
    fn units(&self) -> Units;
}

/// Names of the sides of a battle.
#[derive(Clone, Debug, Default)]
pub struct Names {
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

/// A fight of one battle.
pub(crate) struct Single<'a> {
    pub(crate) question: &'a Question,
    pub(crate) fight: Box<dyn Fight + 'a>,
}

impl Scene for Single<'_> {
    fn answer(&mut self, ctx: &Ctx, watch: &mut Watch<'_>) -> Result<Answer, NoAnswer> {
        fight::answer(self, ctx, watch)
    }

    fn replayer(&self) -> Box<dyn Replayer + '_> {
        self.fight.prepared().replayer(self.question)
    }

    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>> {
        self.fight.prepared().ends(self.question)
    }

    fn battles(&self, question: &Question) -> Result<u64, NoAnswer> {
        self.fight.prepared().battles(question)
    }

    fn cells(&self) -> usize {
        self.fight.prepared().cells()
    }

    fn told(&self, odds: &Odds) -> Told {
        self.fight.told(odds)
    }

    fn names(&self, _: usize) -> Names {
        let nothing = Odds::of_tally(Tally::with_cells(self.cells()));
        let sides = self.fight.told(&nothing).sides.into_iter().map(|side| {
            SideNames::of_one(&side.name, side.survivors.into_iter().map(|group| group.class))
        });
        Names { title: None, sides: sides.collect() }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        self.fight.played()
    }

    fn warnings(&self) -> Vec<String> {
        self.fight.warnings()
    }

    fn units(&self) -> Units {
        self.fight.units()
    }
}
