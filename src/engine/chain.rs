//! Exact solution of chains: each battle is solved from all states in which it may begin. Its
//! graphs may be kept for walking the chain.

use std::collections::BTreeMap;

use crate::engine::ends::MAX_MASS_LEFT;
use crate::engine::graph::absorption::{self, RoundsOfEnds};
use crate::engine::graph::{Edge, Graph, Limit, Topology};
use crate::engine::simulate::walk::max_rows;
use crate::engine::simulate::walk::waves::{Begin, Continuations, Next};
use crate::engine::{Control, Unsolved};
use crate::model::chain::{BattleStart, Captains, Chain, State};
use crate::model::{Battle, Numbered};
use crate::stats::{Histogram, Odds, add_up};

/// Initial distribution of a battle, over states and memories of earlier battles.
#[derive(Clone, Debug)]
pub struct Arrivals<C: Chain> {
    states: Numbered<State<C>>,
    /// Numbers of the memories, in order of first occurrence.
    memories: BTreeMap<C::Memory, usize>,
    /// Probabilities by number of the memory and of the state.
    masses: Vec<Vec<Mass>>,
}

/// Probability of an event.
#[derive(Clone, Debug, Default)]
struct Mass {
    /// Total probability.
    all: f64,
    /// Probability by the number of rounds so far: 0, 1, 2, …. Less accurate than `all`, because
    /// rounds are not followed to the end.
    by_round: Vec<f64>,
}

impl Mass {
    fn add(&mut self, other: &Self) {
        self.all += other.all;
        add_up(&mut self.by_round, &other.by_round);
    }
}

impl<C: Chain> Default for Arrivals<C> {
    fn default() -> Self {
        Self { states: Numbered::default(), memories: BTreeMap::new(), masses: Vec::new() }
    }
}

impl<C: Chain> Arrivals<C> {
    /// Adds probability to a state and a memory. Returns the numbers of both.
    fn add(&mut self, state: State<C>, memory: C::Memory, mass: &Mass) -> [usize; 2] {
        let number = self.states.number(state) as usize;
        let memory = *self.memories.entry(memory).or_insert(self.masses.len());
        if memory == self.masses.len() {
            self.masses.push(Vec::new());
        }
        let masses = &mut self.masses[memory];
        if masses.len() <= number {
            masses.resize(number + 1, Mass::default());
        }
        masses[number].add(mass);
        [number, memory]
    }

    /// Returns all memories, in the order of their numbers.
    fn memories(&self) -> Vec<C::Memory> {
        let mut memories: Vec<_> = self.memories.iter().map(|(memory, n)| (*n, *memory)).collect();
        memories.sort_unstable_by_key(|(n, _)| *n);
        memories.into_iter().map(|(_, memory)| memory).collect()
    }

    /// Returns all states in which the battle may begin.
    #[must_use]
    pub fn states(&self) -> Vec<State<C>> {
        self.states.to_vec()
    }
}

/// Solves a chain battle by battle.
pub struct ChainSolution<'a, C: Chain> {
    chain: &'a C,
    arrivals: Vec<Arrivals<C>>,
    shares: Vec<f64>,
    mean_rounds: f64,
    /// Probability that the chain ends after 0, 1, 2, … rounds.
    rounds: Vec<f64>,
    /// Data kept for walking the chain, if wanted and within the memory limit.
    kept: Option<ChainGraphs<C>>,
}

impl<'a, C: Chain> ChainSolution<'a, C> {
    /// Starts with a chain of which no battle is solved. With `keeps_graphs`, all graphs are kept
    /// for walking as long as they fit the memory limit.
    #[must_use]
    pub fn new(chain: &'a C, keeps_graphs: bool) -> Self {
        let mut arrivals: Vec<_> = chain.battles().iter().map(|_| Arrivals::default()).collect();
        let BattleStart { battle, opening, memory } = chain.first();
        let once = Mass { all: 1.0, by_round: vec![1.0] };
        arrivals[battle].add(opening, memory, &once);
        Self {
            chain,
            arrivals,
            shares: vec![0.0; chain.cells()],
            mean_rounds: 0.0,
            rounds: Vec::new(),
            kept: keeps_graphs.then(|| ChainGraphs::new(battle, chain.battles().len())),
        }
    }

    /// Returns the initial distribution of a battle. It is complete once all earlier battles are
    /// solved.
    #[must_use]
    pub fn arrivals(&self, battle: usize) -> &Arrivals<C> {
        &self.arrivals[battle]
    }

    /// Solves the next battle under the play of these captains. Returns the work done.
    ///
    /// # Errors
    /// Returns an error if the battle exceeds the limits, or if it is stopped.
    pub fn solve(
        &mut self,
        number: usize,
        battle: &C::Battle,
        captains: &mut Captains<C>,
        limits: ChainLimits,
        control: &Control,
    ) -> Result<ChainWork, Unsolved> {
        let arrivals = std::mem::take(&mut self.arrivals[number]);
        let states = arrivals.states();
        let (over, open): (Vec<usize>, Vec<usize>) =
            (0..states.len()).partition(|&n| battle.is_over(&states[n]));
        let openings: Vec<_> = open.iter().map(|&n| states[n]).collect();
        let graph = self.graph(battle, &openings, captains, limits.graph, control)?;
        // The graph is traversed once for each memory.
        let work = graph.topology.size().saturating_mul(1 + arrivals.masses.len() as u64);
        if work > limits.graph.work {
            return Err(Unsolved::TooLarge(work));
        }
        let finals = graph.ends.len() + over.len();
        let mut following =
            self.continuations(&graph, finals, arrivals.masses.len(), limits.graph.bytes);
        let nothing = Mass::default();
        let mut work = ChainWork { graph: work, edge_visits: 0 };
        for (memory, &m) in &arrivals.memories {
            let masses = &arrivals.masses[m];
            if control.is_stopped() {
                return Err(Unsolved::Stopped);
            }
            let mass = |n: &usize| masses.get(*n).unwrap_or(&nothing);
            for (nth, n) in over.iter().enumerate() {
                let next = self.end(number, *memory, &states[*n], mass(n));
                following.lead(m, graph.ends.len() + nth, next);
            }
            let all: f64 = open.iter().map(|n| mass(n).all).sum();
            if all == 0.0 {
                continue;
            }
            let parts: Vec<f64> = open.iter().map(|n| mass(n).all / all).collect();
            let edge_visits = limits.edge_visits / arrivals.masses.len() as u64;
            let (topology, cap) = (&graph.topology, limits.round_cap);
            let ends = absorption::solve(topology, &parts, cap, edge_visits, control)?;
            self.mean_rounds += all * ends.rounds.mean;
            let starts: Vec<&[f64]> = open.iter().map(|n| mass(n).by_round.as_slice()).collect();
            let left = edge_visits.saturating_sub(ends.work);
            let mut rounds = RoundsOfEnds::new(topology, &starts, cap, left, control)?;
            work.edge_visits += ends.work + rounds.played * topology.pass();
            for (end, by_round) in rounds.ends.into_iter().enumerate() {
                let mass = Mass { all: all * ends.ends[end].1, by_round };
                following.lead(m, end, self.end(number, *memory, &graph.ends[end], &mass));
            }
            for &(node, chance) in &ends.undecided {
                let by_round = rounds.cut_short.remove(&node).unwrap_or_default();
                let cut = Mass { all: all * chance, by_round };
                self.end(number, *memory, graph.situation(node), &cut);
            }
        }
        if let Some(kept) = &mut self.kept {
            following.openings = begins(&open, &over);
            let over = over.iter().map(|&n| states[n]).collect();
            let memories = arrivals.memories();
            kept.battles[number] =
                Some(ChainBattleGraph { graph, over, memories, after: following });
        }
        Ok(work)
    }

    /// Builds the graph of a battle in the memory left by the graphs kept so far. If they leave too
    /// little, they are dropped, and no more graphs are kept.
    fn graph(
        &mut self,
        battle: &C::Battle,
        openings: &[State<C>],
        captains: &mut Captains<C>,
        limit: Limit,
        control: &Control,
    ) -> Result<Graph<State<C>>, Unsolved> {
        let kept = self.kept.as_ref().map_or(0, ChainGraphs::bytes);
        let room = Limit { bytes: limit.bytes.saturating_sub(kept), ..limit };
        match Graph::of_all(battle, openings, captains, room, control) {
            Err(Unsolved::TooLarge(_))
                if kept > 0 && room.bytes < Graph::<State<C>>::max_bytes(limit.work) =>
            {
                self.kept = None;
                Graph::of_all(battle, openings, captains, limit, control)
            }
            graph => graph,
        }
    }

    /// Creates empty continuations of a battle whose graph is kept. If there is no room for both,
    /// all kept data is dropped.
    fn continuations(
        &mut self,
        graph: &Graph<State<C>>,
        finals: usize,
        memories: usize,
        bytes: u64,
    ) -> Continuations {
        let size = size_of_kept(&graph.topology, size_of::<State<C>>(), memories * finals);
        if self.kept.as_mut().is_some_and(|kept| !kept.reserve(size, bytes)) {
            self.kept = None;
        }
        Continuations::new(finals, if self.kept.is_some() { memories } else { 0 })
    }

    /// Records the probability of this end and starts the next battle with it. Returns that battle.
    fn end(&mut self, number: usize, memory: C::Memory, end: &State<C>, mass: &Mass) -> Next {
        if mass.all == 0.0 {
            return Next::Unknown;
        }
        let after = self.chain.after(number, memory, end);
        self.chain.count(number, end, &after, |cell| self.shares[cell] += mass.all);
        match after.next {
            Some(link) => {
                let [opening, memory] =
                    self.arrivals[link.battle].add(link.opening, link.memory, mass);
                Next::Battle { number: link.battle, opening, memory }
            }
            None => {
                add_up(&mut self.rounds, &mass.by_round);
                Next::Over
            }
        }
    }

    /// Returns the odds of the chain and the kept data. All battles must have been solved.
    #[must_use]
    pub fn finish(self) -> (Odds, Option<ChainGraphs<C>>) {
        let mut distribution = self.rounds;
        let mut rest = 0.0;
        let listed = distribution.iter().rposition(|p| {
            rest += p;
            rest >= MAX_MASS_LEFT
        });
        distribution.truncate(listed.map_or(0, |last| last + 1));
        let rounds = Histogram { mean: self.mean_rounds, distribution };
        (Odds::exact(self.shares, rounds), self.kept)
    }
}

/// Lists how battles begin, by number of the state.
fn begins(open: &[usize], over: &[usize]) -> Vec<Begin> {
    let mut begins = vec![Begin::Open(0); open.len() + over.len()];
    open.iter().enumerate().for_each(|(nth, &n)| begins[n] = Begin::Open(nth));
    over.iter().enumerate().for_each(|(nth, &n)| begins[n] = Begin::Over(nth));
    begins
}

/// Work of solving one battle of a chain.
#[derive(Clone, Copy, Debug)]
pub struct ChainWork {
    /// States and edges visited while the graph is built and reported.
    pub graph: u64,
    /// Edge visits of the solution.
    pub edge_visits: u64,
}

/// Limits for solving one battle of a chain.
#[derive(Clone, Copy, Debug)]
pub struct ChainLimits {
    /// Limits of the graph.
    pub graph: Limit,
    /// Maximum number of edge visits.
    pub edge_visits: u64,
    /// Last round of a battle; one that is undecided after it is cut short.
    pub round_cap: Option<u32>,
}

/// The graphs of a solved chain, and what follows each of their ends.
#[derive(Clone, Debug)]
pub struct ChainGraphs<C: Chain> {
    /// By number of the battle; `None` for battles that never occur.
    pub(crate) battles: Vec<Option<ChainBattleGraph<C>>>,
    /// The battle with which the chain begins, in its first state and with its first memory.
    pub(crate) first: usize,
    /// Bytes used in total while the chain is walked.
    bytes: u64,
}

/// One battle of a kept chain.
#[derive(Clone, Debug)]
pub(crate) struct ChainBattleGraph<C: Chain> {
    pub(crate) graph: Graph<State<C>>,
    /// States that are over before the battle begins. They are numbered after the ends of the
    /// graph.
    pub(crate) over: Vec<State<C>>,
    /// The possible memories of earlier battles.
    pub(crate) memories: Vec<C::Memory>,
    pub(crate) after: Continuations,
}

/// The kept data may use one part in this many of the memory budget.
const PART: u64 = 4;

/// Bytes per row of a walk's tables.
const ROW: u64 = 32;

/// Bytes per transition: in the kept form, and in the form that is walked.
const TRANSITION: u64 = 32 + 16;

impl<C: Chain> ChainGraphs<C> {
    fn new(first: usize, battles: usize) -> Self {
        Self { battles: (0..battles).map(|_| None).collect(), first, bytes: 0 }
    }

    /// Bytes used in total while the chain is walked.
    fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds `size` to the bytes used. Returns whether the total fits its part of the memory budget.
    fn reserve(&mut self, size: u64, budget: u64) -> bool {
        self.bytes = self.bytes.saturating_add(size);
        self.bytes <= budget / PART
    }
}

/// Bytes of a graph with states of this size, of the tables of its walk, and of its transitions.
fn size_of_kept(graph: &Topology, state: usize, transitions: usize) -> u64 {
    let nodes = (graph.states() + graph.ends()) as u64;
    let edges = size_of::<Edge>() as u64 * graph.size();
    let rows = max_rows(graph) * ROW;
    // A list that has grown has room for twice as many elements.
    2 * (nodes * state as u64 + edges) + rows + transitions as u64 * TRANSITION
}
