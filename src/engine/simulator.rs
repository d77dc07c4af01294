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
}

/// Plays blocks on one thread. What it keeps from block to block saves time and changes nothing.
pub trait Worker: Send {
    /// Plays the battles of a block and counts them in the simulator's own way; `go_on` is asked
    /// now and then, with the number of battles played since.
    fn play(&mut self, block: Block, counts: &mut Tally, go_on: &mut dyn FnMut(u64) -> bool);

    /// Whether captains had to guess so far.
    fn has_guessed(&self) -> bool {
        false
    }
}
