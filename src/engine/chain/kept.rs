//! What a solution keeps of a chain to be walked: graphs, and what follows each of their ends.

use super::State;
use crate::battle::chain::Chain;
use crate::engine::graph::{Edge, Graph, Topology};
use crate::engine::walk::most_rows;
use crate::engine::walk::waves::Course;

/// The graphs of a chain that has been solved, and what follows each of their ends.
#[derive(Clone, Debug)]
pub struct Kept<C: Chain> {
    /// By number of the battle; `None` for those that never come up.
    pub(super) battles: Vec<Option<KeptBattle<C>>>,
    /// The battle that the chain begins with: in its first situation, with its first memory.
    pub(super) first: usize,
    /// Bytes that all of it takes while it is walked.
    bytes: u64,
}

/// One battle.
#[derive(Clone, Debug)]
pub(super) struct KeptBattle<C: Chain> {
    pub(super) graph: Graph<State<C>>,
    /// Situations that are over before the battle begins; they are further ends.
    pub(super) over: Vec<State<C>>,
    /// What may be remembered in it of earlier ones.
    pub(super) memories: Vec<C::Memory>,
    pub(super) course: Course,
}

/// Part of the memory of the budget that may be kept.
const PART: u64 = 4;

/// Bytes of a row of the tables of a walk.
const ROW: u64 = 32;

/// Bytes of what follows an end: as it is kept, and as it is walked.
const TRANSITION: u64 = 32 + 16;

impl<C: Chain> Kept<C> {
    /// Nothing is kept yet of a chain of so many battles.
    pub(super) fn new(first: usize, battles: usize) -> Self {
        Self { battles: (0..battles).map(|_| None).collect(), first, bytes: 0 }
    }

    /// Bytes that all of it takes while it is walked.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes so many bytes more, if that fits a budget; returns whether it does.
    pub(super) fn reserve(&mut self, size: u64, budget: u64) -> bool {
        self.bytes = self.bytes.saturating_add(size);
        self.bytes <= budget / PART
    }
}

/// Bytes of a graph with states of this size, the tables of its walk, and what follows its ends.
pub(super) fn size_of_kept(graph: &Topology, state: usize, transitions: usize) -> u64 {
    let nodes = (graph.states() + graph.ends()) as u64;
    let edges = size_of::<Edge>() as u64 * graph.size();
    let rows = most_rows(graph) * ROW;
    // Lists that have grown have room for twice as much.
    2 * (nodes * state as u64 + edges) + rows + transitions as u64 * TRANSITION
}
