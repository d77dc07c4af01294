//! The interface of everything that plays blocks of battles: the kernel, the walk, chains.

use crate::stats::Tally;

/// A block of battles to play.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Seed of the run.
    pub seed: u64,
    /// Number of the block.
    pub number: u64,
    /// Number of battles to play.
    pub battles: u64,
    /// Last round of a battle; one that is undecided after it is a standoff.
    pub round_cap: u32,
}

/// Plays blocks of battles. It is called once per block, so it can be a trait object, and the code
/// around it is compiled once for all games.
pub trait Simulator: Sync {
    /// Creates a worker that plays blocks one after the other.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Converts the counts of its workers into a tally.
    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = counts.clone();
        tally.make_room(self.cells());
        tally
    }

    /// Number of cells of the tally.
    fn cells(&self) -> usize;

    /// Number of outcomes. They are the first cells of the tally.
    fn outcomes(&self) -> usize;

    /// Estimated seconds of work per battle on one core. Battles that are undecided after round
    /// `round_cap` are cut short.
    ///
    /// The estimate is a fixed function of the battle: it is based on a few battles that are played
    /// with one seed on every machine.
    fn seconds(&self, round_cap: u32) -> f64;
}

/// Plays blocks on one thread. Data cached from block to block saves time and never changes a
/// result.
pub trait Worker: Send {
    /// Plays the battles of a block and counts them in the simulator's own format. `go_on` is
    /// called regularly with the number of battles played since the last call; the block ends when
    /// it returns false.
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool);

    /// Work that captains have done so far, see
    /// [`Battle::work_done`](crate::model::Battle::work_done).
    fn work_done(&self) -> u64 {
        0
    }

    /// Whether captains have had to guess so far.
    fn has_guessed(&self) -> bool {
        false
    }
}

/// Seconds per unit of work.
const SECONDS_PER_WORK: f64 = 500e-9;

/// Seconds per battle in addition to its rounds.
const SECONDS_PER_BATTLE: f64 = 100e-9;

/// Seconds of work after which a probe stops.
const MAX_PROBE_SECONDS: f64 = 20e-3;

/// Estimates the seconds of work per battle for a simulator that plays by the rules.
/// `round_seconds` is the time per round without the work of captains. Rounds are counted from
/// `first_round`.
///
/// Captains reuse earlier work, so the estimate is that of the last and largest batch of the probe.
pub(in crate::engine) fn probe(
    simulator: &dyn Simulator,
    round_seconds: f64,
    first_round: u32,
    round_cap: u32,
) -> f64 {
    let mut worker = simulator.worker();
    let (mut all, mut of_one) = (0.0, 0.0);
    for (number, battles) in [1, 3, 12, 48, 192].into_iter().enumerate() {
        let mut counts = Tally::default();
        let before = worker.work_done();
        let block = Block { seed: 0, number: number as u64, battles, round_cap };
        worker.play(block, &mut counts, &mut |_| true);
        let rounds = counts.rounds.iter().skip(first_round as usize);
        let rounds: u64 = (1..).zip(rounds).map(|(n, times)| n * times).sum();
        let thought = (worker.work_done() - before) as f64 * SECONDS_PER_WORK;
        let seconds = rounds as f64 * round_seconds + thought;
        of_one = SECONDS_PER_BATTLE + seconds / battles as f64;
        all += seconds;
        if all > MAX_PROBE_SECONDS {
            break;
        }
    }
    of_one
}
