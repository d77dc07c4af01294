//! The kernel: simulation battle by battle, of single battles and of chains. Runs follow the
//! transitions that a worker has met, see [`transitions`](super::transitions); replays are played
//! by the rules alone.

use std::ops::Range;

use crate::dice::{Die, Sampler, battle_generator, block_generator};
use crate::engine::BLOCK;
use crate::engine::simulate::blocks::{Block, Simulator, Worker, probe};
use crate::engine::simulate::replay::ReplayDie;
use crate::engine::simulate::replay::{Replay, ReplayStep, ReplayedBattle, Replayer, cells};
use crate::engine::simulate::transitions::{Rules, Transitions};
use crate::model::chain::{BattleStart, Captains, Chain, State};
use crate::model::{Battle, StepOutcome};
use crate::stats::Tally;
use crate::story::Recorder;

/// Plays one battle to its end, from a state that is not over. Returns the number of its last
/// round. A battle that is undecided after round `round_cap` is cut short.
#[inline]
pub fn play_one<B: Battle, D: Die>(
    battle: &B,
    state: &mut B::State,
    round_cap: u32,
    die: &mut D,
    captains: &mut B::Captains,
) -> u32 {
    play_on(battle, state, (battle.first_round(), round_cap), die, captains)
}

/// Plays a battle in round `round` to its end like [`play_one`].
#[inline]
pub(super) fn play_on<B: Battle, D: Die>(
    battle: &B,
    state: &mut B::State,
    (mut round, round_cap): (u32, u32),
    die: &mut D,
    captains: &mut B::Captains,
) -> u32 {
    loop {
        match battle.step(state, die, captains) {
            StepOutcome::Continue => {}
            StepOutcome::NextRound if round >= round_cap => return round,
            StepOutcome::NextRound => round += 1,
            StepOutcome::Over => return round,
        }
    }
}

/// Plays one battle like [`play_one`] and returns the events of each activation.
pub(crate) fn record_one<B: Battle>(
    battle: &B,
    state: &mut B::State,
    round_cap: u32,
    die: &mut ReplayDie,
    captains: &mut B::Captains,
) -> Vec<ReplayStep> {
    let mut round = battle.first_round();
    let (mut steps, mut recorder) = (Vec::new(), Recorder::default());
    loop {
        let progress = battle.step_observed(state, die, &mut recorder, captains);
        steps.push(ReplayStep {
            round,
            events: recorder.take_events(),
            cells: cells(battle, state),
        });
        match progress {
            StepOutcome::Continue => {}
            StepOutcome::NextRound if round >= round_cap => return steps,
            StepOutcome::NextRound => round += 1,
            StepOutcome::Over => return steps,
        }
    }
}

/// Number of chains, and of their rounds, between checks of the stop flag.
const STOP_CHECK_INTERVAL: u64 = 64;
const STOP_CHECK_ROUNDS: u64 = 512;

/// Counts battles that have ended.
pub(crate) trait Count {
    fn count(&mut self, cell: usize);

    /// Adds an amount to a cell that measures a mean.
    fn measure(&mut self, _cell: usize, _amount: u64) {}
}

/// Counts nothing.
impl Count for () {
    fn count(&mut self, _cell: usize) {}
}

/// Lists the cells.
impl Count for Vec<u32> {
    fn count(&mut self, cell: usize) {
        self.push(cell as u32);
    }
}

/// Adds to the cells of a tally, several times for as many battles alike.
pub(crate) struct Cells<'a> {
    pub(crate) cells: &'a mut [u64],
    pub(crate) times: u64,
}

impl Count for Cells<'_> {
    #[inline]
    fn count(&mut self, cell: usize) {
        self.cells[cell] += self.times;
    }

    #[inline]
    fn measure(&mut self, cell: usize, amount: u64) {
        self.cells[cell] += self.times * amount;
    }
}

/// Simulates battles or chains one by one with the rules themselves. It works for all of them,
/// however large. Rounds are summed over all battles of a chain.
pub struct Kernel<'a, C: Chain> {
    chain: &'a C,
    captains: &'a Captains<C>,
}

impl<'a, C: Chain> Kernel<'a, C> {
    /// Creates the kernel of a battle or of a chain. Each worker plays with a clone of the
    /// captains.
    #[must_use]
    pub fn new(chain: &'a C, captains: &'a Captains<C>) -> Self {
        Self { chain, captains }
    }

    pub(super) fn captains(&self) -> Captains<C> {
        self.captains.clone()
    }

    /// Plays a chain to its end, from one of its battles on. Counts these battles and returns the
    /// number of their rounds.
    pub(super) fn play(
        &self,
        mut start: Option<BattleStart<C>>,
        round_cap: u32,
        die: &mut Sampler,
        captains: &mut Captains<C>,
        count: &mut (impl Count + ?Sized),
    ) -> u32 {
        let mut rounds = 0;
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = start {
            let battle = &self.chain.battles()[number];
            if !battle.is_over(&state) {
                rounds += play_one(battle, &mut state, round_cap, die, captains);
            }
            start = self.end(number, memory, &state, count);
        }
        rounds
    }

    /// Counts a battle that ended in this state. Returns how the next one begins.
    #[inline]
    pub(super) fn end(
        &self,
        number: usize,
        memory: C::Memory,
        end: &State<C>,
        count: &mut (impl Count + ?Sized),
    ) -> Option<BattleStart<C>> {
        let after = self.chain.after(number, memory, end);
        self.chain.count(number, end, &after, |cell| count.count(cell));
        self.chain.measure(number, end, |cell, amount| count.measure(cell, amount));
        after.next
    }

    /// Plays a chain from one of its battles on and records its events. Returns these battles and
    /// the cells in which they are counted.
    pub(super) fn record(
        &self,
        mut start: Option<BattleStart<C>>,
        round_cap: u32,
        mut die: ReplayDie,
        captains: &mut Captains<C>,
    ) -> (Vec<ReplayedBattle>, Vec<u32>) {
        let (mut battles, mut cells) = (Vec::new(), Vec::new());
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = start {
            let battle = &self.chain.battles()[number];
            let steps = match battle.is_over(&state) {
                true => Vec::new(),
                false => record_one(battle, &mut state, round_cap, &mut die, captains),
            };
            battles.push(ReplayedBattle { battle: number, steps });
            start = self.end(number, memory, &state, &mut cells);
        }
        (battles, cells)
    }
}

impl<C: Chain> Replayer for Kernel<'_, C> {
    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut captains = self.captains();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut cells = Vec::new();
        for number in 0..block.battles {
            cells.clear();
            let first = Some(self.chain.first());
            self.play(first, block.round_cap, &mut die, &mut captains, &mut cells);
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
            self.play(first(), block.round_cap, &mut die, &mut captains, &mut ());
        }
    }
}

impl<C: Chain> Simulator for Kernel<'_, C> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        let (captains, known) = (self.captains(), Transitions::default());
        Box::new(Fighter { kernel: self, captains, known })
    }

    fn cells(&self) -> usize {
        self.chain.cells()
    }

    fn outcomes(&self) -> usize {
        self.chain.outcomes()
    }

    /// Estimates the time of every round as that of the slowest battle.
    fn seconds(&self, round_cap: u32) -> f64 {
        let battles = self.chain.battles();
        let round = battles.iter().map(Battle::round_seconds).fold(0.0, f64::max);
        let first_round = if C::IS_BATTLE { battles[0].first_round() } else { 0 };
        probe(self, round, first_round, round_cap)
    }
}

/// Plays blocks on one thread, battle by battle or chain by chain.
struct Fighter<'a, C: Chain> {
    kernel: &'a Kernel<'a, C>,
    captains: Captains<C>,
    known: Transitions<State<C>>,
}

impl<C: Chain> Fighter<'_, C> {
    /// Plays the battles of a block if they all begin in the opening.
    fn play_battles(
        &mut self,
        block: Block,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        let Self { kernel, captains, known } = self;
        let battle = &kernel.chain.battles()[0];
        let opening = battle.opening();
        if battle.is_over(&opening) {
            (0..block.battles).for_each(|_| counts.add(battle, &opening, battle.first_round()));
            go_on(block.battles);
            return;
        }
        let die = &mut Sampler::new(block_generator(block.seed, block.number));
        let mut rules = Rules { battle, number: 0, captains, die, round_cap: block.round_cap };
        known.play(&mut rules, block.battles, counts, go_on);
    }

    /// Plays a chain to its end like [`Kernel::play`].
    fn play_chain(&mut self, round_cap: u32, die: &mut Sampler, cells: &mut [u64]) -> u32 {
        let Self { kernel, captains, known } = self;
        let mut count = Cells { cells, times: 1 };
        let (mut start, mut rounds) = (Some(kernel.chain.first()), 0);
        while let Some(BattleStart { battle: number, opening: mut state, memory }) = start {
            let battle = &kernel.chain.battles()[number];
            if !battle.is_over(&state) {
                let mut rules = Rules { battle, number, captains, die, round_cap };
                rounds += known.play_one(&mut rules, &mut state);
            }
            start = kernel.end(number, memory, &state, &mut count);
        }
        rounds
    }
}

impl<C: Chain> Worker for Fighter<'_, C> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        counts.make_room(self.kernel.chain.cells());
        if C::IS_BATTLE {
            return self.play_battles(block, counts, go_on);
        }
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let mut left = block.battles;
        while left > 0 {
            let (mut some, mut rounds_of_some) = (0, 0);
            while some < left.min(STOP_CHECK_INTERVAL) && rounds_of_some < STOP_CHECK_ROUNDS {
                let rounds = self.play_chain(block.round_cap, &mut die, &mut counts.cells);
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
        self.kernel.chain.work_done(&self.captains)
    }

    fn has_approximated(&self) -> bool {
        self.kernel.chain.has_approximated(&self.captains)
    }
}
