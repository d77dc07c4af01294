//! The kernel: simulation battle by battle. Runs follow the transitions that a worker has met, see
//! [`transitions`](super::transitions); replays are played by the rules alone.

use std::ops::Range;

use crate::dice::{Die, Sampler, battle_generator, block_generator};
use crate::engine::BLOCK;
use crate::engine::simulate::replay::{Replay, ReplayStep, ReplayedBattle, Replayer, cells};
use crate::engine::simulate::replay_die::ReplayDie;
use crate::engine::simulate::simulator::{Block, Simulator, Worker, probe};
use crate::engine::simulate::transitions::{Rules, Transitions};
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
        let Self { battle, captains } = *self;
        Box::new(Fighter { battle, captains: captains.clone(), known: Transitions::default() })
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
    known: Transitions<B::State>,
}

impl<B: Battle> Worker for Fighter<'_, B> {
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool) {
        let Self { battle, captains, known } = self;
        let battle = *battle;
        counts.make_room(battle.cells());
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

    fn work_done(&self) -> u64 {
        self.battle.work_done(&self.captains)
    }

    fn has_guessed(&self) -> bool {
        self.battle.has_guessed(&self.captains)
    }
}
