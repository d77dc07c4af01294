//! Chains of battles: played one after the other, or solved one after the other, each from
//! all situations that the others lead to.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::BLOCK;
use super::exact::{Ends, RoundsOfEnds};
use super::graph::{Graph, Limit, NoGraph};
use super::reader::{Chapter, Reader, Telling};
use super::simulate::{play_one, tell_one};
use super::simulator::{Block, Simulator, Worker, probe};
use crate::battle::Battle;
use crate::battle::chain::{Chain, Link};
use crate::chance::{Sampler, Teller, battle_generator, block_generator};
use crate::tally::{Histogram, Odds, Tally};

/// Plays chains battle by battle. Rounds are those of all battles together.
#[derive(Clone, Copy, Debug)]
pub struct Links<'a, C>(pub &'a C);

type State<C> = <<C as Chain>::Battle as Battle>::State;
type Captains<C> = <<C as Chain>::Battle as Battle>::Captains;

/// Chains between two looks at the flag that stops a run.
const ATTENTION: u64 = 64;

impl<C: Chain> Links<'_, C> {
    /// Plays a chain to its end, counts it, and returns how many rounds it took.
    fn play_chain(
        &self,
        round_cap: u32,
        die: &mut Sampler,
        captains: &mut Captains<C>,
        mut count: impl FnMut(usize),
    ) -> u32 {
        let mut link = self.0.first();
        let mut rounds = 0;
        loop {
            let Link { battle: number, opening: mut state, memory } = link;
            let battle = &self.0.battles()[number];
            if !battle.is_over(&state) {
                rounds += play_one(battle, &mut state, round_cap, die, captains);
            }
            let after = self.0.after(number, memory, &state);
            self.0.count(number, &state, &after, &mut count);
            match after.next {
                Some(next) => link = next,
                None => return rounds,
            }
        }
    }
}

impl<C: Chain> Reader for Links<'_, C> {
    fn read(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut captains = self.0.captains();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut cells = Vec::new();
        for number in 0..block.battles {
            cells.clear();
            let count = |cell| cells.push(cell as u32);
            self.play_chain(block.round_cap, &mut die, &mut captains, count);
            visit(number, &cells);
        }
    }

    fn tell(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Telling)) {
        let mut captains = self.0.captains();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        for number in 0..wanted.end {
            if wanted.contains(&number) {
                let teller = Teller::sampling(die.clone());
                let dice = battle_generator(block.seed, block.number * BLOCK + number);
                visit(number, self.tell_chain(block.round_cap, teller, dice, &mut captains));
            }
            self.play_chain(block.round_cap, &mut die, &mut captains, |_| ());
        }
    }
}

impl<C: Chain> Links<'_, C> {
    /// Tells a chain, battle by battle.
    fn tell_chain(
        &self,
        round_cap: u32,
        mut die: Teller,
        dice: Xoshiro256PlusPlus,
        captains: &mut Captains<C>,
    ) -> Telling {
        let mut link = self.0.first();
        let mut telling = Telling { chapters: Vec::new(), cells: Vec::new(), dice };
        loop {
            let Link { battle: number, opening: mut state, memory } = link;
            let battle = &self.0.battles()[number];
            let steps = match battle.is_over(&state) {
                true => Vec::new(),
                false => tell_one(battle, &mut state, round_cap, &mut die, captains),
            };
            telling.chapters.push(Chapter { battle: number, steps });
            let after = self.0.after(number, memory, &state);
            self.0.count(number, &state, &after, |cell| telling.cells.push(cell as u32));
            match after.next {
                Some(next) => link = next,
                None => return telling,
            }
        }
    }
}

impl<C: Chain> Simulator for Links<'_, C> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Follower { links: self, captains: self.0.captains() })
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = counts.clone();
        tally.make_room(self.0.cells());
        tally
    }

    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn outcomes(&self) -> usize {
        self.0.outcomes()
    }

    /// Rounds of all battles are reckoned as those of the largest.
    fn seconds(&self, round_cap: u32) -> f64 {
        let rounds = self.0.battles().iter().map(Battle::round_seconds);
        probe(self, rounds.fold(0.0, f64::max), 0, round_cap)
    }
}

/// Plays blocks chain by chain on one thread.
struct Follower<'a, C: Chain> {
    links: &'a Links<'a, C>,
    captains: Captains<C>,
}

impl<C: Chain> Worker for Follower<'_, C> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        let Self { links, captains } = self;
        counts.make_room(links.0.cells());
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut left = block.battles;
        while left > 0 {
            let some = left.min(ATTENTION);
            for _ in 0..some {
                let cells = &mut counts.cells;
                let rounds =
                    links.play_chain(block.round_cap, &mut die, captains, |cell| cells[cell] += 1);
                counts.add_rounds(rounds);
            }
            left -= some;
            if !go_on(some) {
                return;
            }
        }
    }

    fn effort(&self) -> u64 {
        self.links.0.effort(&self.captains)
    }

    fn has_guessed(&self) -> bool {
        self.links.0.has_guessed(&self.captains)
    }
}

/// How often battles begin in each situation, by what is remembered.
#[derive(Clone, Debug)]
pub struct Arrivals<C: Chain> {
    states: Vec<State<C>>,
    numbers: FxHashMap<State<C>, usize>,
    /// By memory and situation, how often it comes up.
    masses: BTreeMap<C::Memory, Vec<Mass>>,
}

/// How often something comes up.
#[derive(Clone, Debug, Default)]
struct Mass {
    /// In all.
    all: f64,
    /// After 0, 1, 2, … rounds, as far as they are followed: less exact than all of it.
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
        Self { states: Vec::new(), numbers: FxHashMap::default(), masses: BTreeMap::new() }
    }
}

impl<C: Chain> Arrivals<C> {
    fn add(&mut self, state: State<C>, memory: C::Memory, mass: &Mass) {
        let states = &mut self.states;
        let number = *self.numbers.entry(state).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        });
        let masses = self.masses.entry(memory).or_default();
        if masses.len() <= number {
            masses.resize(number + 1, Mass::default());
        }
        masses[number].add(mass);
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
    /// How often the chain ends after 0, 1, 2, … rounds.
    rounds: Vec<f64>,
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
        let once = Mass { all: 1.0, by_round: vec![1.0] };
        arrivals[battle].add(opening, memory, &once);
        Self {
            chain,
            arrivals,
            shares: vec![0.0; chain.cells()],
            mean_rounds: 0.0,
            rounds: Vec::new(),
        }
    }

    /// How a battle begins, once those before it are solved.
    #[must_use]
    pub fn arrivals(&self, battle: usize) -> &Arrivals<C> {
        &self.arrivals[battle]
    }

    /// Solves the next battle, as it is played by its captains; returns how much work that was,
    /// in situations and edges that are gone through.
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
        // The graph is gone through once for each memory.
        let work = graph.topology.size().saturating_mul(1 + arrivals.masses.len() as u64);
        if work > limits.graph.work {
            return Err(Unsolved::NoGraph(NoGraph::TooLarge));
        }
        let nothing = Mass::default();
        for (memory, masses) in &arrivals.masses {
            if stop.load(Ordering::Relaxed) {
                return Err(Unsolved::NoGraph(NoGraph::Stopped));
            }
            let mass = |n: &usize| masses.get(*n).unwrap_or(&nothing);
            for n in over.iter().filter(|n| mass(n).all > 0.0) {
                self.end(number, *memory, &arrivals.states[*n], mass(n));
            }
            let all: f64 = open.iter().map(|n| mass(n).all).sum();
            if all == 0.0 {
                continue;
            }
            let parts: Vec<f64> = open.iter().map(|n| mass(n).all / all).collect();
            let looks = limits.looks / arrivals.masses.len() as u64;
            let ends = Ends::of_all(&graph.topology, &parts, limits.round_cap, looks)
                .ok_or(Unsolved::TooManyRounds)?;
            self.mean_rounds += all * ends.mean_rounds;
            let starts: Vec<&[f64]> = open.iter().map(|n| mass(n).by_round.as_slice()).collect();
            let rounds = RoundsOfEnds::new(&graph.topology, &starts, limits.round_cap, looks);
            for ((end, chance), rounds) in graph.ends.iter().zip(&ends.ends).zip(rounds.ends) {
                self.end(number, *memory, end, &Mass { all: all * chance, by_round: rounds });
            }
            for &(state, chance) in &ends.standing {
                let cut = Mass { all: all * chance, by_round: Vec::new() };
                self.end(number, *memory, &graph.states[state as usize], &cut);
            }
            add_up(&mut self.rounds, &rounds.cut_short);
        }
        Ok(work)
    }

    /// Battles end like this so often: they are counted, and the next begin.
    fn end(&mut self, number: usize, memory: C::Memory, end: &State<C>, mass: &Mass) {
        if mass.all == 0.0 {
            return;
        }
        let after = self.chain.after(number, memory, end);
        self.chain.count(number, end, &after, |cell| self.shares[cell] += mass.all);
        match after.next {
            Some(link) => self.arrivals[link.battle].add(link.opening, link.memory, mass),
            None => add_up(&mut self.rounds, &mass.by_round),
        }
    }

    /// The odds of the chain, once all its battles are solved.
    #[must_use]
    pub fn odds(self) -> Odds {
        let mut distribution = self.rounds;
        let mut rest = 0.0;
        let listed = distribution.iter().rposition(|p| {
            rest += p;
            rest >= ROUNDS_LEFT
        });
        distribution.truncate(listed.map_or(0, |last| last + 1));
        Odds::exact(self.shares, Histogram { mean: self.mean_rounds, distribution })
    }
}

/// Rounds are listed until less than this remains.
const ROUNDS_LEFT: f64 = 1e-9;

fn add_up(sum: &mut Vec<f64>, more: &[f64]) {
    if sum.len() < more.len() {
        sum.resize(more.len(), 0.0);
    }
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
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
