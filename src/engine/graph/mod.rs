//! The battle graph: every state that can occur in a battle, and where it leads.
//!
//! It is built by following all outcomes of the activations that the simulation plays. Equal states
//! are merged. Captains choose while the graph is built, so it describes the battle under their
//! play.

pub mod absorption;
pub(crate) mod components;

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::dice::Enumerator;
use crate::engine::{Control, Ends, Stage, Unsolved};
use crate::model::exchange::ExchangeRounds;
use crate::model::{Battle, Lists, StepOutcome};
use crate::stats::Odds;

/// All states that can occur in a battle.
#[derive(Clone, Debug)]
pub struct Graph<S> {
    /// The nodes and edges.
    pub topology: Topology,
    /// States in which the battle continues.
    pub states: Vec<S>,
    /// States in which the battle has ended.
    pub ends: Vec<S>,
    /// Work done to build the graph, in units of [`Limit::work`].
    pub work: u64,
}

/// The nodes and edges of a graph, without the states. Code that only follows edges uses this type,
/// so that it is compiled once for all games.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Number of the round in which battles begin.
    pub first_round: u32,
    /// Nodes in which battles may begin.
    pub openings: Vec<Node>,
    /// Number of nodes in which the battle has ended.
    ends: usize,
    /// By state.
    edges: Lists<Edge>,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The battle continues: an index into [`Graph::states`].
    State(u32),
    /// The battle has ended: an index into [`Graph::ends`].
    End(u32),
}

/// Number of states and edges up to which a graph is taken to stay in the caches.
const CACHED_SIZE: u64 = 2_000_000;
/// Time to visit an edge of a larger graph, relative to an edge in the caches.
const UNCACHED_VISITS: u64 = 2;

/// A possible result of an activation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Node to which the edge leads.
    pub to: Node,
    /// Whether a new round begins.
    pub round: bool,
    /// Probability of the edge.
    pub chance: f64,
}

impl Edge {
    /// Returns a number that orders edges by their node, states first, and then by whether a round
    /// begins. Equal numbers mean the same node and round. One number is compared faster than a
    /// node.
    #[inline]
    fn place(&self) -> u64 {
        let (is_end, number) = match self.to {
            Node::State(state) => (false, state),
            Node::End(end) => (true, end),
        };
        u64::from(is_end) << 33 | u64::from(number) << 1 | u64::from(self.round)
    }
}

/// Limits on the size of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Number of states in which the battle continues plus number of edges.
    pub size: u64,
    /// Number of states, plus outcomes before equal ones are merged, plus work of captains. This
    /// limits the time.
    pub work: u64,
    /// Bytes of the states, of their lookup table, and of the edges.
    pub bytes: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Self = Self { size: u64::MAX, work: u64::MAX, bytes: u64::MAX };
}

impl<S: Copy + Eq + Hash> Graph<S> {
    /// Builds the graph of a battle.
    ///
    /// # Errors
    /// Returns an error if the graph exceeds the limit, or if it is stopped.
    pub fn new<B: Battle<State = S>>(
        battle: &B,
        captains: &mut B::Captains,
        limit: Limit,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        Self::of_all(battle, &[battle.opening()], captains, limit, control)
    }

    /// Builds the graph of a battle that may begin in any of these states.
    ///
    /// # Errors
    /// Returns an error if the graph exceeds the limit, or if it is stopped.
    pub fn of_all<B: Battle<State = S>>(
        battle: &B,
        openings: &[S],
        captains: &mut B::Captains,
        limit: Limit,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        let mut graph = Self {
            topology: Topology::new(battle.first_round()),
            states: Vec::new(),
            ends: Vec::new(),
            work: 0,
        };
        let mut nodes = Nodes::new(battle.exchange_rounds(captains));
        for opening in openings {
            let over = battle.is_over(opening);
            let progress = if over { StepOutcome::Over } else { StepOutcome::Continue };
            let node = nodes.of(*opening, progress, &mut graph);
            graph.topology.openings.push(node);
        }
        let mut edges = Vec::new();
        let mut fits = true;
        let mut outcomes = 0;
        control.begin(Stage::Situations, 0);
        while graph.topology.states() < graph.states.len() {
            let from = graph.states[graph.topology.states()];
            let mut add = |graph: &mut Self, edge: Edge, work_done: u64| {
                edges.push(edge);
                outcomes += 1;
                let size = graph.states.len() + graph.topology.edges.total() + edges.len();
                graph.work = graph.states.len() as u64 + outcomes + work_done;
                fits = size as u64 <= limit.size
                    && graph.work <= limit.work
                    && graph.bytes(edges.len()) <= limit.bytes;
                fits
            };
            let done = battle.work_done(captains);
            if !nodes.play_round(&from, &mut graph, |graph, edge| add(graph, edge, done)) {
                let play = |die: &mut Enumerator| {
                    let mut state = from;
                    let progress = battle.step(&mut state, die, captains);
                    (state, progress, battle.work_done(captains))
                };
                Enumerator::each_while(play, |(state, progress, work_done), chance| {
                    let to = nodes.of(state, progress, &mut graph);
                    let round = progress == StepOutcome::NextRound;
                    add(&mut graph, Edge { to, round, chance }, work_done)
                });
            }
            if !fits {
                return Err(Unsolved::TooLarge(graph.work));
            }
            graph.topology.add_edges(&mut edges);
            control.holds(graph.bytes(0))?;
            control.look(graph.states.len())?;
        }
        graph.topology.ends = graph.ends.len();
        Ok(graph)
    }

    fn add(&mut self, state: S, progress: StepOutcome) -> Node {
        if progress == StepOutcome::Over {
            self.ends.push(state);
            Node::End(self.ends.len() as u32 - 1)
        } else {
            self.states.push(state);
            Node::State(self.states.len() as u32 - 1)
        }
    }
}

impl<S> Graph<S> {
    /// Bytes of a state while the graph is built. A growing list has room for twice as many
    /// elements and exists twice while it moves; the lookup table behaves alike.
    const BYTES_OF_STATE: usize = 3 * (size_of::<S>() + size_of::<(u64, Node)>());

    /// Bytes used while the graph is built, with `more_edges` further edges.
    fn bytes(&self, more_edges: usize) -> u64 {
        let states = (self.states.len() + self.ends.len()) as u64;
        let edges = (self.topology.edges.total() + more_edges) as u64;
        states * Self::BYTES_OF_STATE as u64 + edges * 2 * size_of::<Edge>() as u64
    }

    /// Upper bound of the bytes used while a graph is built with this much work.
    pub(crate) fn max_bytes(work: u64) -> u64 {
        let edge = 2 * size_of::<Edge>();
        // Every state except the openings is an outcome.
        work.div_ceil(2).saturating_mul((Self::BYTES_OF_STATE + edge) as u64)
    }

    /// Computes the odds of the battle from the distribution over its ends.
    #[must_use]
    pub fn odds<B: Battle<State = S>>(&self, battle: &B, ends: &Ends<Node>) -> Odds {
        ends.odds_of(battle, |node| self.situation(*node))
    }

    /// Returns the state of a node.
    #[must_use]
    pub fn situation(&self, node: Node) -> &S {
        match node {
            Node::State(state) => &self.states[state as usize],
            Node::End(end) => &self.ends[end as usize],
        }
    }
}

impl Topology {
    fn new(first_round: u32) -> Self {
        Self { first_round, openings: Vec::new(), ends: 0, edges: Lists::default() }
    }

    /// Adds the edges of the next state. Edges to one node are merged if they agree on whether a
    /// round begins.
    fn add_edges(&mut self, edges: &mut Vec<Edge>) {
        edges.sort_by_key(Edge::place);
        edges.dedup_by(|edge, last| {
            let is_same = edge.place() == last.place();
            if is_same {
                last.chance += edge.chance;
            }
            is_same
        });
        self.edges.push(edges.drain(..));
    }

    /// Number of states in which the battle continues.
    #[must_use]
    pub fn states(&self) -> usize {
        self.edges.lists()
    }

    /// Number of states in which the battle has ended.
    #[must_use]
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// Number of states in which the battle continues plus number of edges.
    #[must_use]
    pub fn size(&self) -> u64 {
        (self.states() + self.edges.total()) as u64
    }

    /// Returns the work of visiting this many edges, in visits of edges that are in the caches.
    pub(crate) fn visits(&self, edges: u64) -> u64 {
        if self.size() > CACHED_SIZE { edges.saturating_mul(UNCACHED_VISITS) } else { edges }
    }

    /// Returns the work of visiting all edges once, in visits of edges that are in the caches.
    #[must_use]
    pub(crate) fn pass(&self) -> u64 {
        self.visits(self.size())
    }

    /// Returns the edges of a state.
    #[inline]
    #[must_use]
    pub fn edges(&self, state: u32) -> &[Edge] {
        self.edges.of(state as usize)
    }
}

/// Finds the node of a state. States of an exchange are looked up by the numbers of their sides,
/// and what each side makes of its hits is known beforehand.
struct Nodes<'a, S> {
    /// Nodes with the hashes of their states.
    numbers: HashTable<(u64, Node)>,
    rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>,
    /// By state of the first side, then by state of the second.
    pairs: Vec<Vec<Option<Node>>>,
    outcomes: Vec<([u32; 2], f64)>,
}

impl<'a, S: Copy + Eq + Hash> Nodes<'a, S> {
    fn new(rounds: Option<Box<dyn ExchangeRounds<S> + 'a>>) -> Self {
        let (pairs, outcomes) = Default::default();
        Self { numbers: HashTable::new(), rounds, pairs, outcomes }
    }

    /// Returns the node of a state, which is added if it is new.
    fn of(&mut self, state: S, progress: StepOutcome, graph: &mut Graph<S>) -> Node {
        if let Some(pair) = self.rounds.as_mut().and_then(|rounds| rounds.split(&state)) {
            return *pair_of(&mut self.pairs, pair)
                .get_or_insert_with(|| graph.add(state, progress));
        }
        let hash = FxBuildHasher.hash_one(state);
        let is_same = |known: &(u64, Node)| known.0 == hash && *graph.situation(known.1) == state;
        match self.numbers.entry(hash, is_same, |known| known.0) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(new) => new.insert((hash, graph.add(state, progress))).get().1,
        }
    }

    /// Plays a round of the exchange, and passes its edges to `visit` until that returns false.
    /// Returns whether the next activation is such a round.
    fn play_round(
        &mut self,
        state: &S,
        graph: &mut Graph<S>,
        mut visit: impl FnMut(&mut Graph<S>, Edge) -> bool,
    ) -> bool {
        let Self { rounds: Some(rounds), pairs, outcomes, .. } = self else { return false };
        let Some(states) = rounds.split(state) else { return false };
        outcomes.clear();
        rounds.outcomes(states, outcomes);
        for &(pair, chance) in &*outcomes {
            let to = *pair_of(pairs, pair).get_or_insert_with(|| {
                let (state, progress) = rounds.join(pair);
                graph.add(state, progress)
            });
            let round = matches!(to, Node::State(_));
            if !visit(graph, Edge { to, round, chance }) {
                return true;
            }
        }
        true
    }
}

/// Returns the place for the node of a pair.
fn pair_of(pairs: &mut Vec<Vec<Option<Node>>>, [a, d]: [u32; 2]) -> &mut Option<Node> {
    let (a, d) = (a as usize, d as usize);
    if pairs.len() <= a {
        pairs.resize_with(a + 1, Vec::new);
    }
    let row = &mut pairs[a];
    if row.len() <= d {
        row.resize(d + 1, None);
    }
    &mut row[d]
}
