//! Battles of which single ones can be looked at, whatever the game.

use super::fight::{Fight, Told};
use super::{NoAnswer, Question};
use crate::engine::Reader;
use crate::tally::{Odds, PlayedBy, Tally, Units};

/// Battles of which single ones can be looked at.
pub(super) trait Scene: Sync {
    /// What plays them again.
    fn reader(&self) -> Box<dyn Reader + '_>;

    /// All ways to end, as the cells in which they count, and how likely each is; nothing where
    /// they are not solved.
    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>>;

    /// Returns the number of battles of the run that fit the budget, where each is looked at.
    fn battles(&self, question: &Question) -> Result<u64, NoAnswer>;

    /// Number of cells.
    fn cells(&self) -> usize;

    /// What odds tell.
    fn told(&self, odds: &Odds) -> Told;

    /// Who fights in one of the battles that follow one another.
    fn names(&self, battle: usize) -> Names;

    /// How each side played, by its role.
    fn played(&self) -> Vec<(String, PlayedBy)>;

    /// What the user should know.
    fn warnings(&self) -> Vec<String>;

    /// What cost and time are counted in.
    fn units(&self) -> Units;
}

/// Who fights in a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// What the battle is called, if there are several.
    pub(super) title: Option<String>,
    /// The sides.
    pub(super) sides: Vec<SideNames>,
}

/// A side and its groups.
#[derive(Clone, Debug, Default)]
pub(super) struct SideNames {
    /// Its name.
    pub(super) name: String,
    /// By group, whose it is, its class, its place among the groups of its owner.
    pub(super) groups: Vec<(String, String, usize)>,
}

impl SideNames {
    /// A side with one owner.
    pub(super) fn of_one(name: &str, classes: impl IntoIterator<Item = String>) -> Self {
        let groups = classes.into_iter().enumerate();
        let groups = groups.map(|(place, class)| (name.to_string(), class, place)).collect();
        Self { name: name.to_string(), groups }
    }
}

/// One battle.
pub(super) struct Single<'a> {
    pub(super) question: &'a Question,
    pub(super) fight: Box<dyn Fight + 'a>,
}

impl Scene for Single<'_> {
    fn reader(&self) -> Box<dyn Reader + '_> {
        self.fight.prepared().reader(self.question)
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
