//! Chains of battles: played one after the other, or solved one after the other, each from
//! all situations that the others lead to.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use super::exact::Ends;
use super::graph::{Graph, Limit, NoGraph};
use super::player::{Block, Player};
use super::simulate::play_one;
use crate::battle::Battle;
use crate::battle::chain::{Chain, Link};
use crate::chance::{Sampler, block_generator};
use crate::tally::{Histogram, Odds, Tally};

/// Plays chains battle by battle. Rounds are those of all battles together.
#[derive(Clone, Copy, Debug)]
pub struct Links<'a, C>(pub &'a C);

type State<C> = <<C as Chain>::Battle as Battle>::State;
type Captains<C> = <<C as Chain>::Battle as Battle>::Captains;

/// Chains between two looks at the flag that stops a run.
const ATTENTION: u64 = 64;

impl<C: Chain> Links<'_, C> {
    fn play_chain(
        &self,
        round_cap: u32,
        die: &mut Sampler,
        captains: &mut Captains<C>,
        counts: &mut Tally,
    ) {
        let mut link = self.0.first();
        let mut rounds = 0;
        loop {
            let Link { battle: number, opening: mut state, memory } = link;
            let battle = &self.0.battles()[number];
            if !battle.is_over(&state) {
                rounds += play_one(battle, &mut state, round_cap, die, captains);
            }
            let cells = &mut counts.cells;
            self.0.count(number, memory, &state, |cell| cells[cell] += 1);
            match self.0.next(number, memory, &state) {
                Some(next) => link = next,
                None => break,
            }
        }
        counts.add_rounds(rounds);
    }
}

impl<C: Chain> Player for Links<'_, C> {
    type Hand = Captains<C>;

    fn hand(&self) -> Captains<C> {
        self.0.captains()
    }

    fn play(
        &self,
        block: Block,
        captains: &mut Captains<C>,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        counts.make_room(self.0.cells());
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut left = block.battles;
        while left > 0 {
            let some = left.min(ATTENTION);
            for _ in 0..some {
                self.play_chain(block.round_cap, &mut die, captains, counts);
            }
            left -= some;
            if !go_on(some) {
                return;
            }
        }
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = counts.clone();
        tally.make_room(self.0.cells());
        tally
    }

    fn outcomes(&self) -> usize {
        self.0.outcomes()
    }
}

/// How often battles begin in each situation, by what is remembered.
#[derive(Clone, Debug)]
pub struct Arrivals<C: Chain> {
    states: Vec<State<C>>,
    numbers: FxHashMap<State<C>, usize>,
    /// By memory, how often each of the situations comes up.
    masses: BTreeMap<C::Memory, Vec<f64>>,
}

impl<C: Chain> Default for Arrivals<C> {
    fn default() -> Self {
        Self { states: Vec::new(), numbers: FxHashMap::default(), masses: BTreeMap::new() }
    }
}

impl<C: Chain> Arrivals<C> {
    fn add(&mut self, state: State<C>, memory: C::Memory, mass: f64) {
        let states = &mut self.states;
        let number = *self.numbers.entry(state).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        });
        let masses = self.masses.entry(memory).or_default();
        if masses.len() <= number {
            masses.resize(number + 1, 0.0);
        }
        masses[number] += mass;
    }

    /// All situations in which the battle may begin.
    #[must_use]
    pub fn states(&self) -> &[State<C>] {
        &self.states
    }
}

/// A chain on its way to be solved, battle by battle.
pub struct Solution<'a, C: Chain> {
    chain: &'a C,
    arrivals: Vec<Arrivals<C>>,
    shares: Vec<f64>,
    mean_rounds: f64,
}

/// Why a battle of a chain was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// There is no graph.
    NoGraph(NoGraph),
    /// It takes too many rounds.
    TooManyRounds,
}

impl<'a, C: Chain> Solution<'a, C> {
    /// Nothing is solved yet.
    #[must_use]
    pub fn new(chain: &'a C) -> Self {
        let mut arrivals: Vec<_> = chain.battles().iter().map(|_| Arrivals::default()).collect();
        let Link { battle, opening, memory } = chain.first();
        arrivals[battle].add(opening, memory, 1.0);
        Self { chain, arrivals, shares: vec![0.0; chain.cells()], mean_rounds: 0.0 }
    }

    /// How a battle begins, once those before it are solved.
    #[must_use]
    pub fn arrivals(&self, battle: usize) -> &Arrivals<C> {
        &self.arrivals[battle]
    }

    /// Solves the next battle, as it is played by its captains; returns how large its graph is.
    ///
    /// # Errors
    /// If it does not fit the limits, or `stop` is set.
    pub fn solve(
        &mut self,
        number: usize,
        battle: &C::Battle,
        captains: &mut Captains<C>,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<u64, Unsolved> {
        let arrivals = std::mem::take(&mut self.arrivals[number]);
        let (over, open): (Vec<usize>, Vec<usize>) =
            (0..arrivals.states.len()).partition(|&n| battle.is_over(&arrivals.states[n]));
        let openings: Vec<_> = open.iter().map(|&n| arrivals.states[n]).collect();
        let graph = Graph::of_all(battle, &openings, captains, limits.graph, stop)
            .map_err(Unsolved::NoGraph)?;
        for (memory, masses) in &arrivals.masses {
            let mass = |n: &usize| masses.get(*n).copied().unwrap_or(0.0);
            for n in over.iter().filter(|n| mass(n) > 0.0) {
                self.end(number, *memory, &arrivals.states[*n], mass(n));
            }
            let all: f64 = open.iter().map(mass).sum();
            if all == 0.0 {
                continue;
            }
            let parts: Vec<f64> = open.iter().map(|n| mass(n) / all).collect();
            let ends = Ends::of_all(&graph, &parts, limits.round_cap, limits.looks)
                .ok_or(Unsolved::TooManyRounds)?;
            self.mean_rounds += all * ends.mean_rounds;
            let over = graph.ends.iter().zip(&ends.ends);
            let standing = ends.standing.iter().map(|(s, p)| (&graph.states[*s as usize], p));
            for (end, chance) in over.chain(standing).filter(|(_, chance)| **chance > 0.0) {
                self.end(number, *memory, end, all * chance);
            }
        }
        Ok(graph.size())
    }

    /// Battles end like this so often: they are counted, and the next begin.
    fn end(&mut self, number: usize, memory: C::Memory, end: &State<C>, mass: f64) {
        self.chain.count(number, memory, end, |cell| self.shares[cell] += mass);
        if let Some(link) = self.chain.next(number, memory, end) {
            self.arrivals[link.battle].add(link.opening, link.memory, mass);
        }
    }

    /// The odds of the chain, once all its battles are solved.
    #[must_use]
    pub fn odds(self) -> Odds {
        let rounds = Histogram { mean: self.mean_rounds, distribution: Vec::new() };
        Odds::exact(self.shares, rounds)
    }
}

/// What solving a battle of a chain may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The graph.
    pub graph: Limit,
    /// Looks at edges.
    pub looks: u64,
    /// A battle that is undecided after this round is cut short.
    pub round_cap: Option<u32>,
}
