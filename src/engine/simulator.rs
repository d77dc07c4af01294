//! What can play blocks of battles: the kernel, the walk, chains.

use crate::tally::Tally;

/// What the battles of a block have in common.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Seed of the run.
    pub seed: u64,
    /// Number of the block.
    pub number: u64,
    /// Battles to play.
    pub battles: u64,
    /// A battle that is undecided after this round is a standoff.
    pub round_cap: u32,
}

/// Something that plays blocks of battles. It is called once a block, so that everything around
/// it is compiled once for all games.
pub trait Simulator: Sync {
    /// A worker that plays blocks one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// The tally that the counts of its workers stand for.
    fn tally(&self, counts: &Tally) -> Tally;

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Number of cells of the tally that are outcomes; they come first.
    fn outcomes(&self) -> usize;

    /// Estimated seconds of work that one battle takes on one core. Battles that are undecided
    /// after round `round_cap` are cut short.
    ///
    /// A fixed function of the battle: a few of them are played with the same seed on every
    /// machine.
    fn seconds(&self, round_cap: u32) -> f64;
}

/// Plays blocks on one thread. What it keeps from block to block saves time and changes nothing.
pub trait Worker: Send {
    /// Plays the battles of a block and counts them in the simulator's own way; `go_on` is asked
    /// now and then, with the number of battles played since.
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool);

    /// What captains have thought about so far, see
    /// [`Battle::effort`](crate::battle::Battle::effort).
    fn effort(&self) -> u64 {
        0
    }

    /// Whether captains had to guess so far.
    fn has_guessed(&self) -> bool {
        false
    }
}

/// Seconds that one unit of effort takes.
const EFFORT: f64 = 500e-9;

/// Seconds that a battle takes beside its rounds.
const BATTLE: f64 = 100e-9;

/// Seconds of work after which a probe needs no more battles.
const PROBE: f64 = 20e-3;

/// Estimated seconds of work for one battle of a simulator that plays by the rules, where a round
/// takes this long beside what captains think about. Rounds are counted from `first_round`.
///
/// Captains who have seen more think less, so that the last battles of the probe count alone.
pub(super) fn probe(
    simulator: &dyn Simulator,
    round_seconds: f64,
    first_round: u32,
    round_cap: u32,
) -> f64 {
    let mut worker = simulator.worker();
    let (mut all, mut of_one) = (0.0, 0.0);
    for (number, battles) in [1, 3, 12, 48, 192].into_iter().enumerate() {
        let mut counts = Tally::default();
        let before = worker.effort();
        let block = Block { seed: 0, number: number as u64, battles, round_cap };
        worker.play(block, &mut counts, &mut |_| true);
        let rounds = counts.rounds.iter().skip(first_round as usize);
        let rounds: u64 = (1..).zip(rounds).map(|(n, times)| n * times).sum();
        let thought = (worker.effort() - before) as f64 * EFFORT;
        let seconds = rounds as f64 * round_seconds + thought;
        of_one = BATTLE + seconds / battles as f64;
        all += seconds;
        if all > PROBE {
            break;
        }
    }
    of_one
}
