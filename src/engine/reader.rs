//! Battles of a run looked at one by one: how each of them ended, what happened in one.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::simulator::Block;
use crate::battle::Battle;
use crate::story::Event;

/// Something that can play a block of battles again, and show each of them.
pub trait Reader: Sync {
    /// Are battles walked down the graph?
    fn is_walk(&self) -> bool {
        false
    }

    /// Plays the battles of a block; `visit` sees the number of each in the block, and the
    /// cells in which it counts.
    fn read(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32]));

    /// Tells what happens in some of them, in one pass; `visit` receives the number of each in
    /// the block. What the run has left open is drawn from the
    /// [generator](crate::chance::battle_generator) of the battle.
    fn tell(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Telling));
}

/// A battle as it is told, or several that follow one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// One battle after the other.
    pub chapters: Vec<Chapter>,
    /// The cells in which all of it counts.
    pub cells: Vec<u32>,
    /// Generator of all that is still open, like the faces of dice.
    pub dice: Xoshiro256PlusPlus,
}

/// One battle of a telling.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Its number among those of a chain.
    pub battle: usize,
    /// One activation after the other.
    pub steps: Vec<Step>,
}

/// An activation as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The round that it lies in.
    pub round: u32,
    /// What happens.
    pub events: Vec<Event>,
    /// The cells in which the battle would count if it were cut short after it.
    pub cells: Vec<u32>,
}

/// The cells in which a battle counts that has ended, or is cut short, like this.
pub(crate) fn cells<B: Battle>(battle: &B, state: &B::State) -> Vec<u32> {
    let mut cells = Vec::new();
    battle.count(state, |cell| cells.push(cell as u32));
    cells
}
