//! The battle graph: every situation that can come up, and where it leads.
//!
//! The same activation that the simulation plays is followed through all its outcomes;
//! equal situations are one. Captains decide on the way, so the graph is that of a battle
//! under their play.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::battle::{Battle, Progress};
use crate::chance::Enumerator;

/// All situations that can come up in a battle.
#[derive(Clone, Debug)]
pub struct Graph<S> {
    /// Where each situation leads.
    pub topology: Topology,
    /// Situations in which the battle goes on.
    pub states: Vec<S>,
    /// Situations in which it has ended.
    pub ends: Vec<S>,
    /// What building it took, in units of [`Limit::work`].
    pub work: u64,
}

/// The nodes and edges of a graph, without what the situations are. Whatever only follows edges
/// works on this, so that it is compiled once for all games.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Number of the round that the opening lies in.
    pub first_round: u32,
    /// Where battles begin.
    pub openings: Vec<Node>,
    /// Number of situations in which the battle has ended.
    ends: usize,
    /// By situation, the first of its edges; one entry more at the end.
    first: Vec<u32>,
    edges: Vec<Edge>,
}

/// A place in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// The battle goes on: an index into [`Graph::states`].
    State(u32),
    /// It has ended: an index into [`Graph::ends`].
    End(u32),
}

/// What an activation can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it leads.
    pub to: Node,
    /// Does a new round begin?
    pub round: bool,
    /// How likely it is.
    pub chance: f64,
}

/// How large a graph may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Situations in which the battle goes on, and edges, together: what takes memory.
    pub size: u64,
    /// Situations, outcomes before equal ones are merged, and what captains think about,
    /// together: what takes time.
    pub work: u64,
    /// Bytes of its situations, with the table in which they are looked up, and edges.
    pub bytes: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Self = Self { size: u64::MAX, work: u64::MAX, bytes: u64::MAX };
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGraph {
    /// The graph exceeds its limit.
    #[error("the battle graph is too large")]
    TooLarge,
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

impl<S: Copy + Eq + Hash> Graph<S> {
    /// The graph of a battle.
    ///
    /// # Errors
    /// If it becomes larger than the limit, or `stop` is set.
    pub fn new<B: Battle<State = S>>(
        battle: &B,
        captains: &mut B::Captains,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Self, NoGraph> {
        Self::of_all(battle, &[battle.opening()], captains, limit, stop)
    }

    /// The graph of a battle that may begin in any of these situations.
    ///
    /// # Errors
    /// If it becomes larger than the limit, or `stop` is set.
    pub fn of_all<B: Battle<State = S>>(
        battle: &B,
        openings: &[S],
        captains: &mut B::Captains,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Self, NoGraph> {
        let mut graph = Self {
            topology: Topology::new(battle.first_round()),
            states: Vec::new(),
            ends: Vec::new(),
            work: 0,
        };
        let mut numbers = FxHashMap::default();
        for opening in openings {
            let over = battle.is_over(opening);
            let progress = if over { Progress::Over } else { Progress::Going };
            let node = *numbers.entry(*opening).or_insert_with(|| graph.add(*opening, progress));
            graph.topology.openings.push(node);
        }
        let mut edges = Vec::new();
        let mut fits = true;
        let mut outcomes = 0;
        while graph.topology.states() < graph.states.len() {
            let from = graph.states[graph.topology.states()];
            let play = |die: &mut Enumerator| {
                let mut state = from;
                let progress = battle.step(&mut state, die, captains);
                (state, progress, battle.effort(captains))
            };
            Enumerator::each_while(play, |(state, progress, effort), chance| {
                let to = match numbers.entry(state) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => *new.insert(graph.add(state, progress)),
                };
                edges.push(Edge { to, round: progress == Progress::NextRound, chance });
                outcomes += 1;
                let size = graph.states.len() + graph.topology.edges.len() + edges.len();
                graph.work = graph.states.len() as u64 + outcomes + effort;
                fits = size as u64 <= limit.size
                    && graph.work <= limit.work
                    && graph.bytes(edges.len()) <= limit.bytes;
                fits
            });
            if !fits {
                return Err(NoGraph::TooLarge);
            }
            graph.topology.add_edges(&mut edges);
            if stop.load(Ordering::Relaxed) {
                return Err(NoGraph::Stopped);
            }
        }
        graph.topology.ends = graph.ends.len();
        Ok(graph)
    }

    fn add(&mut self, state: S, progress: Progress) -> Node {
        if progress == Progress::Over {
            self.ends.push(state);
            Node::End(self.ends.len() as u32 - 1)
        } else {
            self.states.push(state);
            Node::State(self.states.len() as u32 - 1)
        }
    }
}

impl<S> Graph<S> {
    /// Bytes that the graph takes while it is built, with so many more edges: lists that grow have
    /// room for twice as much, and while they move they are there twice; so has the table in which
    /// situations are looked up.
    fn bytes(&self, more_edges: usize) -> u64 {
        let states = self.states.len() + self.ends.len();
        let edges = self.topology.edges.len() + more_edges;
        let of_state = 5 * size_of::<S>() + 4 * size_of::<Node>();
        (states * of_state + edges * 2 * size_of::<Edge>()) as u64
    }

    /// Bytes that a graph takes at most while it is built with so much work.
    pub(super) fn most_bytes(work: u64) -> u64 {
        let edge = 2 * size_of::<Edge>();
        let state = 5 * size_of::<S>() + 4 * size_of::<Node>();
        // Every situation but the openings is an outcome.
        work.div_ceil(2).saturating_mul((state + edge) as u64)
    }

    /// The situation of a node.
    #[must_use]
    pub fn situation(&self, node: Node) -> &S {
        match node {
            Node::State(state) => &self.states[state as usize],
            Node::End(end) => &self.ends[end as usize],
        }
    }
}

impl Topology {
    /// A graph without nodes.
    fn new(first_round: u32) -> Self {
        Self { first_round, openings: Vec::new(), ends: 0, first: vec![0], edges: Vec::new() }
    }

    /// Adds the edges of the next situation; those that lead to the same are one.
    fn add_edges(&mut self, edges: &mut Vec<Edge>) {
        edges.sort_by_key(|edge| (edge.to, edge.round));
        for edge in edges.drain(..) {
            match self.edges[self.first[self.first.len() - 1] as usize..].last_mut() {
                Some(last) if (last.to, last.round) == (edge.to, edge.round) => {
                    last.chance += edge.chance;
                }
                _ => self.edges.push(edge),
            }
        }
        self.first.push(self.edges.len() as u32);
    }

    /// Number of situations in which the battle goes on.
    #[must_use]
    pub fn states(&self) -> usize {
        self.first.len() - 1
    }

    /// Number of situations in which it has ended.
    #[must_use]
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// Situations in which the battle goes on, and edges, together.
    #[must_use]
    pub fn size(&self) -> u64 {
        (self.states() + self.edges.len()) as u64
    }

    /// Edges of a situation.
    #[inline]
    #[must_use]
    pub fn edges(&self, state: u32) -> &[Edge] {
        &self.edges[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }
}
