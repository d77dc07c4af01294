//! Replay of single battles of a run: how each of them ended, and the events of some.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::engine::simulate::simulator::{Block, Simulator};
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
