//! The kernel: battles played one by one.

use crate::battle::{Battle, Progress};
use crate::chance::{Die, Sampler, block_generator};
use crate::tally::Tally;

/// Plays one battle to its end, from a state that is not over, and returns the number of
/// its last round. A battle that is undecided after round `round_cap` is left there.
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
            Progress::Going => {}
            Progress::NextRound if round >= round_cap => return round,
            Progress::NextRound => round += 1,
            Progress::Over => return round,
        }
    }
}

/// Plays the battles of one block and counts them. Nothing is allocated.
pub fn play_block<B: Battle>(
    battle: &B,
    seed: u64,
    block: u64,
    battles: u64,
    round_cap: u32,
    captains: &mut B::Captains,
    tally: &mut Tally,
) {
    let mut die = Sampler::new(block_generator(seed, block));
    let opening = battle.opening();
    let decided = battle.is_over(&opening);
    for _ in 0..battles {
        let mut state = opening;
        let rounds = if decided {
            battle.first_round()
        } else {
            play_one(battle, &mut state, round_cap, &mut die, captains)
        };
        tally.add(battle, &state, rounds);
    }
}
