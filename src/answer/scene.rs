//! Battles of which single ones can be looked at, whatever the game.

use super::fight::{Fight, Told};
use super::{Question, Simulation};
use crate::battle::Battle;
use crate::engine::exact::Ends;
use crate::engine::{Kernel, Reader, Shard, Walk};
use crate::scenario::Engine;
use crate::tally::{Odds, PlayedBy, Tally, Units};

/// Battles of which single ones can be looked at.
pub(super) trait Scene: Sync {
    /// What plays them again.
    fn reader(&self) -> Box<dyn Reader + '_>;

    /// All ways to end, as the cells in which they count, and how likely each is; nothing where
    /// they are not solved.
    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>>;

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

/// What is made of a scene, whatever the game.
pub(super) trait Look {
    /// What is seen.
    type Seen;

    /// Looks at it.
    fn look(self, scene: &dyn Scene) -> Self::Seen;
}

/// One battle.
pub(super) struct Single<'a, M, F>(pub(super) &'a Question<M>, pub(super) &'a F);

impl<M: Sync, F: Fight + Sync> Scene for Single<'_, M, F> {
    fn reader(&self) -> Box<dyn Reader + '_> {
        let arena = self.1.arena();
        let graph = arena.graph.as_ref().filter(|_| self.0.engine != Engine::Kernel);
        match graph.and_then(|graph| Walk::new(&arena.battle, graph).ok()) {
            Some(walk) => Box::new(walk),
            None => Box::new(Kernel(&arena.battle)),
        }
    }

    fn ends(&self) -> Option<Vec<(Vec<u32>, f64)>> {
        let arena = self.1.arena();
        let is_wanted = matches!(self.0.engine, Engine::Auto | Engine::Exact)
            && self.0.run == Simulation::Played(Shard::WHOLE);
        let graph = arena.graph.as_ref().filter(|_| is_wanted)?;
        let ends = Ends::new(graph, self.0.round_cap, self.0.budget.passes())?;
        let standing = ends.standing.iter().map(|(state, p)| (&graph.states[*state as usize], *p));
        let all = graph.ends.iter().zip(ends.ends.iter().copied()).chain(standing);
        let cells = |state| {
            let mut cells = Vec::new();
            arena.battle.count(state, |cell| cells.push(cell as u32));
            cells
        };
        Some(all.filter(|(_, p)| *p > 0.0).map(|(state, p)| (cells(state), p)).collect())
    }

    fn cells(&self) -> usize {
        self.1.arena().battle.cells()
    }

    fn told(&self, odds: &Odds) -> Told {
        self.1.told(odds)
    }

    fn names(&self, _: usize) -> Names {
        let nothing = Odds::of_tally(Tally::new(&self.1.arena().battle));
        let sides = self.1.told(&nothing).sides.into_iter().map(|side| {
            SideNames::of_one(&side.name, side.survivors.into_iter().map(|group| group.class))
        });
        Names { title: None, sides: sides.collect() }
    }

    fn played(&self) -> Vec<(String, PlayedBy)> {
        self.1.played()
    }

    fn warnings(&self) -> Vec<String> {
        self.1.warnings()
    }

    fn units(&self) -> Units {
        self.1.units()
    }
}
