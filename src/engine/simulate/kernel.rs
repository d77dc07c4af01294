//! The kernel: simulation battle by battle.

use std::ops::Range;

use crate::dice::{Die, Sampler, battle_generator, block_generator};
use crate::engine::BLOCK;
use crate::engine::simulate::replay::{Replay, ReplayStep, ReplayedBattle, Replayer, cells};
use crate::engine::simulate::replay_die::ReplayDie;
use crate::engine::simulate::simulator::{Block, Simulator, Worker, probe};
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
    let mut round = battle.first_round();
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
pub(in crate::engine) fn record_one<B: Battle>(
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

impl<B: Battle> Replayer for Kernel<'_, B> {
    fn visit_cells(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut captains = self.captains.clone();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let opening = self.battle.opening();
        let decided = self.battle.is_over(&opening);
        for number in 0..block.battles {
            let mut state = opening;
            if !decided {
                play_one(self.battle, &mut state, block.round_cap, &mut die, &mut captains);
            }
            visit(number, &cells(self.battle, &state));
        }
    }

    fn replay(&self, block: Block, wanted: Range<u64>, visit: &mut dyn FnMut(u64, Replay)) {
        let mut captains = self.captains.clone();
        let mut die = Sampler::new(block_generator(block.seed, block.number));
        let opening = self.battle.opening();
        let decided = self.battle.is_over(&opening);
        for number in 0..wanted.end {
            let (mut state, mut steps) = (opening, Vec::new());
            if wanted.contains(&number) {
                if !decided {
                    let mut die = ReplayDie::like(&die);
                    steps = record_one(
                        self.battle,
                        &mut state,
                        block.round_cap,
                        &mut die,
                        &mut captains,
                    );
                }
                let battles = vec![ReplayedBattle { battle: 0, steps }];
                let dice = battle_generator(block.seed, block.number * BLOCK + number);
                visit(number, Replay { battles, cells: cells(self.battle, &state), dice });
            }
            if !decided {
                play_one(
                    self.battle,
                    &mut opening.clone(),
                    block.round_cap,
                    &mut die,
                    &mut captains,
                );
            }
        }
    }
}

/// Number of battles between checks of the stop flag.
const STOP_CHECK_INTERVAL: u64 = 64;

/// Plays the battles of one block and counts them. `go_on` is called regularly with the number of
/// battles played since the last call; the block ends when it returns false. Nothing is allocated.
pub fn play_block<B: Battle>(
    battle: &B,
    block: Block,
    captains: &mut B::Captains,
    tally: &mut Tally,
    mut go_on: impl FnMut(u64) -> bool,
) {
    let mut die = Sampler::new(block_generator(block.seed, block.number));
    let opening = battle.opening();
    let decided = battle.is_over(&opening);
    let mut left = block.battles;
    while left > 0 {
        let some = left.min(STOP_CHECK_INTERVAL);
        for _ in 0..some {
            let mut state = opening;
            let rounds = if decided {
                battle.first_round()
            } else {
                play_one(battle, &mut state, block.round_cap, &mut die, captains)
            };
            tally.add(battle, &state, rounds);
        }
        left -= some;
        if !go_on(some) {
            return;
        }
    }
}

/// Simulates battles one by one with the rules themselves. It works for every battle, however
/// large.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'a, B: Battle> {
    battle: &'a B,
    captains: &'a B::Captains,
}

impl<'a, B: Battle> Kernel<'a, B> {
    /// Creates the kernel of a battle. Each worker plays with a clone of the captains.
    #[must_use]
    pub fn new(battle: &'a B, captains: &'a B::Captains) -> Self {
        Self { battle, captains }
    }
}

impl<B: Battle> Simulator for Kernel<'_, B> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Fighter { battle: self.battle, captains: self.captains.clone() })
    }

    fn cells(&self) -> usize {
        self.battle.cells()
    }

    fn outcomes(&self) -> usize {
        self.battle.outcomes()
    }

    fn seconds(&self, round_cap: u32) -> f64 {
        probe(self, self.battle.round_seconds(), self.battle.first_round(), round_cap)
    }
}

/// Plays blocks battle by battle on one thread.
struct Fighter<'a, B: Battle> {
    battle: &'a B,
    captains: B::Captains,
}

impl<B: Battle> Worker for Fighter<'_, B> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        counts.make_room(self.battle.cells());
        play_block(self.battle, block, &mut self.captains, counts, go_on);
    }

    fn work_done(&self) -> u64 {
        self.battle.work_done(&self.captains)
    }

    fn has_guessed(&self) -> bool {
        self.battle.has_guessed(&self.captains)
    }
}
