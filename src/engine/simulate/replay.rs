//! Replay of single battles of a run: how each of them ended, and the events of some.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::dice::{Die, Distribution, Enumerator, Sampler};
use crate::engine::simulate::blocks::{Block, Simulator};
use crate::model::Battle;
use crate::story::Event;

/// Replays the battles of a block one by one.
pub trait Replayer: Simulator {
    /// Whether battles are walked along the edges of a graph.
    fn is_walk(&self) -> bool {
        false
    }

    /// Plays the battles of a block. `visit` receives the number of each battle in the block, and
    /// the cells in which it is counted.
    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32]));

    /// Records the events of the `wanted` battles of a block in one pass. `visit` receives the
    /// number of each in the block. Details that the run did not decide are drawn from the
    /// [generator](crate::dice::battle_generator) of the battle.
    fn replay(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Replay));
}

/// The events of a battle, or of a chain of battles.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The battles, in order.
    pub battles: Vec<ReplayedBattle>,
    /// The cells in which the battle or chain is counted.
    pub cells: Vec<u32>,
    /// Generator for all details that are still open, such as the faces of dice.
    pub dice: Xoshiro256PlusPlus,
}

/// The events of one battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedBattle {
    /// Number of the battle within its chain.
    pub battle: usize,
    /// The activations, in order.
    pub steps: Vec<ReplayStep>,
}

/// The events of one activation.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayStep {
    /// Number of the round.
    pub round: u32,
    /// The events, in order.
    pub events: Vec<Event>,
    /// The cells in which the battle would be counted if it were cut short here.
    pub cells: Vec<u32>,
}

/// Returns the cells in which a battle with this final state is counted.
pub(crate) fn cells<B: Battle>(battle: &B, state: &B::State) -> Vec<u32> {
    let mut cells = Vec::new();
    battle.count(state, |cell| cells.push(cell as u32));
    cells
}

/// A die that samples or follows a path.
///
/// One type serves both cases, so that the rules are compiled only once more. Replays are not
/// critical for performance.
#[derive(Debug)]
pub(crate) enum ReplayDie {
    /// Samples.
    Sampler(Sampler),
    /// Follows a path; see [`Enumerator::along`].
    Path(Enumerator),
}

impl ReplayDie {
    /// Creates a die that draws like `sampler` from now on.
    pub(crate) fn like(sampler: &Sampler) -> Self {
        Self::Sampler(sampler.clone())
    }
}

impl Die for ReplayDie {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        match self {
            Self::Sampler(die) => die.draw(distribution),
            Self::Path(die) => die.draw(distribution),
        }
    }

    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        match self {
            Self::Sampler(die) => die.draw_up_to(distribution, most),
            Self::Path(die) => die.draw_up_to(distribution, most),
        }
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        match self {
            Self::Sampler(die) => die.choose(weights),
            Self::Path(die) => die.choose(weights),
        }
    }

    fn choose_alike(&mut self, weights: &[u32], alike: impl Fn(usize, usize) -> bool) -> usize {
        match self {
            Self::Sampler(die) => die.choose_alike(weights, alike),
            Self::Path(die) => die.choose_alike(weights, alike),
        }
    }
}
