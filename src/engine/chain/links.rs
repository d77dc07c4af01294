//! Simulation of chains battle by battle, by the rules.

use std::ops::Range;

use super::{Captains, State};
use crate::dice::{Sampler, battle_generator, block_generator};
use crate::engine::BLOCK;
use crate::engine::simulate::kernel::{play_one, record_one};
use crate::engine::simulate::replay::{Replay, ReplayedBattle, Replayer};
use crate::engine::simulate::replay_die::ReplayDie;
use crate::engine::simulate::simulator::{Block, Simulator, Worker, probe};
use crate::engine::simulate::transitions::{Rules, Transitions};
use crate::model::Battle;
use crate::model::chain::{BattleStart, Chain};
use crate::stats::Tally;

/// Simulates chains battle by battle. Rounds are summed over all battles.
pub struct ChainKernel<'a, C: Chain> {
    chain: &'a C,
    captains: &'a Captains<C>,
}

/// Number of chains, and of their rounds, between checks of the stop flag.
const STOP_CHECK_INTERVAL: u64 = 64;
const STOP_CHECK_ROUNDS: u64 = 512;

impl<'a, C: Chain> ChainKernel<'a, C> {
    /// Creates the simulation of a chain. Each worker plays with a clone of the captains.
    #[must_use]
    pub fn new(chain: &'a C, captains: &'a Captains<C>) -> Self {
        Self { chain, captains }
    }

    /// Returns captains for one worker.
    pub(super) fn captains(&self) -> Captains<C> {
        self.captains.clone()
    }

    /// Plays a chain to its end, from one of its battles on. Counts these battles and returns the
    /// number of their rounds.
    pub(in crate::engine) fn play(
        &self,
        mut link: Option<BattleStart<C>>,
        round_cap: u32,
        die: &mut Sampler,
        captains: &mut Captains<C>,
        mut count: impl FnMut(usize),
    ) -> u32 {
        let mut rounds = 0;
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = link {
            let battle = &self.chain.battles()[number];
            if !battle.is_over(&state) {
                rounds += play_one(battle, &mut state, round_cap, die, captains);
            }
            link = self.end(number, memory, &state, &mut count);
        }
        rounds
    }

    /// Counts a battle that ended in this state. Returns how the next one begins.
    #[inline]
    pub(in crate::engine) fn end(
        &self,
        number: usize,
        memory: C::Memory,
        end: &State<C>,
        count: impl FnMut(usize),
    ) -> Option<BattleStart<C>> {
        let after = self.chain.after(number, memory, end);
        self.chain.count(number, end, &after, count);
        after.next
    }

    /// Plays a chain from one of its battles on and records its events. Returns these battles and
    /// the cells in which they are counted.
    pub(in crate::engine) fn record(
        &self,
        mut link: Option<BattleStart<C>>,
        round_cap: u32,
        mut die: ReplayDie,
        captains: &mut Captains<C>,
    ) -> (Vec<ReplayedBattle>, Vec<u32>) {
        let (mut battles, mut cells) = (Vec::new(), Vec::new());
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = link {
            let battle = &self.chain.battles()[number];
            let steps = match battle.is_over(&state) {
                true => Vec::new(),
                false => record_one(battle, &mut state, round_cap, &mut die, captains),
            };
            battles.push(ReplayedBattle { battle: number, steps });
            link = self.end(number, memory, &state, |cell| cells.push(cell as u32));
        }
        (battles, cells)
    }
}

impl<C: Chain> Replayer for ChainKernel<'_, C> {
    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut captains = self.captains();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut cells = Vec::new();
        for number in 0..block.battles {
            cells.clear();
            let count: &mut dyn FnMut(usize) = &mut |cell| cells.push(cell as u32);
            self.play(Some(self.chain.first()), block.round_cap, &mut die, &mut captains, count);
            visit(number, &cells);
        }
    }

    fn replay(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Replay)) {
        let mut captains = self.captains();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        for number in 0..wanted.end {
            let first = || Some(self.chain.first());
            if wanted.contains(&number) {
                let die = ReplayDie::like(&die);
                let (battles, cells) = self.record(first(), block.round_cap, die, &mut captains);
                let dice = battle_generator(block.seed, block.number * BLOCK + number);
                visit(number, Replay { battles, cells, dice });
            }
            let count: &mut dyn FnMut(usize) = &mut |_| ();
            self.play(first(), block.round_cap, &mut die, &mut captains, count);
        }
    }
}

impl<C: Chain> Simulator for ChainKernel<'_, C> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Follower { links: self, captains: self.captains(), known: Transitions::default() })
    }

    fn cells(&self) -> usize {
        self.chain.cells()
    }

    fn outcomes(&self) -> usize {
        self.chain.outcomes()
    }

    /// Estimates the time of every round as that of the slowest battle.
    fn seconds(&self, round_cap: u32) -> f64 {
        let rounds = self.chain.battles().iter().map(Battle::round_seconds);
        probe(self, rounds.fold(0.0, f64::max), 0, round_cap)
    }
}

/// Plays blocks chain by chain on one thread.
struct Follower<'a, C: Chain> {
    links: &'a ChainKernel<'a, C>,
    captains: Captains<C>,
    known: Transitions<State<C>>,
}

impl<C: Chain> Follower<'_, C> {
    /// Plays a chain to its end like [`ChainKernel::play`].
    fn play_one(&mut self, round_cap: u32, die: &mut Sampler, mut count: impl FnMut(usize)) -> u32 {
        let Self { links, captains, known } = self;
        let (mut link, mut rounds) = (Some(links.chain.first()), 0);
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = link {
            let battle = &links.chain.battles()[number];
            if !battle.is_over(&state) {
                let mut rules = Rules { battle, number, captains, die, round_cap };
                rounds += known.play_one(&mut rules, &mut state);
            }
            link = links.end(number, memory, &state, &mut count);
        }
        rounds
    }
}

impl<C: Chain> Worker for Follower<'_, C> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        counts.make_room(self.links.chain.cells());
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut left = block.battles;
        while left > 0 {
            let (mut some, mut rounds_of_some) = (0, 0);
            while some < left.min(STOP_CHECK_INTERVAL) && rounds_of_some < STOP_CHECK_ROUNDS {
                let cells = &mut counts.cells;
                let rounds = self.play_one(block.round_cap, &mut die, |cell| cells[cell] += 1);
                counts.add_rounds(rounds);
                some += 1;
                rounds_of_some += u64::from(rounds);
            }
            left -= some;
            if !go_on(some) {
                return;
            }
        }
    }

    fn work_done(&self) -> u64 {
        self.links.chain.work_done(&self.captains)
    }

    fn has_guessed(&self) -> bool {
        self.links.chain.has_guessed(&self.captains)
    }
}
