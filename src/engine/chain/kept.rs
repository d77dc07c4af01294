//! The part of a solution that is kept for walking a chain: graphs, and what follows each of their
//! ends.

use super::State;
use crate::engine::graph::{Edge, Graph, Topology};
use crate::engine::simulate::walk::max_rows;
use crate::engine::simulate::walk::waves::Continuations;
use crate::model::chain::Chain;

/// The graphs of a solved chain, and what follows each of their ends.
#[derive(Clone, Debug)]
pub struct ChainGraphs<C: Chain> {
    /// By number of the battle; `None` for battles that never occur.
    pub(in crate::engine) battles: Vec<Option<ChainBattleGraph<C>>>,
    /// The battle with which the chain begins, in its first state and with its first memory.
    pub(in crate::engine) first: usize,
    /// Bytes used in total while the chain is walked.
    bytes: u64,
}

/// One battle of a kept chain.
#[derive(Clone, Debug)]
pub(in crate::engine) struct ChainBattleGraph<C: Chain> {
    pub(in crate::engine) graph: Graph<State<C>>,
    /// States that are over before the battle begins. They are numbered after the ends of the
    /// graph.
    pub(in crate::engine) over: Vec<State<C>>,
    /// The possible memories of earlier battles.
    pub(in crate::engine) memories: Vec<C::Memory>,
    pub(in crate::engine) course: Continuations,
}

/// The kept data may use one part in this many of the memory budget.
const PART: u64 = 4;

/// Bytes per row of a walk's tables.
const ROW: u64 = 32;

/// Bytes per transition: in the kept form, and in the form that is walked.
const TRANSITION: u64 = 32 + 16;

impl<C: Chain> ChainGraphs<C> {
    /// Creates an empty collection for a chain of this many battles.
    pub(in crate::engine) fn new(first: usize, battles: usize) -> Self {
        Self { battles: (0..battles).map(|_| None).collect(), first, bytes: 0 }
    }

    /// Bytes used in total while the chain is walked.
    pub(in crate::engine) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds `size` to the bytes used. Returns whether the total fits its part of the memory budget.
    pub(in crate::engine) fn reserve(&mut self, size: u64, budget: u64) -> bool {
        self.bytes = self.bytes.saturating_add(size);
        self.bytes <= budget / PART
    }
}

/// Bytes of a graph with states of this size, of the tables of its walk, and of its transitions.
pub(in crate::engine) fn size_of_kept(graph: &Topology, state: usize, transitions: usize) -> u64 {
    let nodes = (graph.states() + graph.ends()) as u64;
    let edges = size_of::<Edge>() as u64 * graph.size();
    let rows = max_rows(graph) * ROW;
    // A list that has grown has room for twice as many elements.
    2 * (nodes * state as u64 + edges) + rows + transitions as u64 * TRANSITION
}
