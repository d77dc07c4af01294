//! What can play blocks of battles: the kernel, the walk.

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

/// Something that plays blocks of battles.
pub trait Player: Sync {
    /// What a worker keeps from block to block. It saves time and changes nothing.
    type Hand: Send;

    /// A hand for a new worker.
    fn hand(&self) -> Self::Hand;

    /// Plays the battles of a block and counts them in its own way; `go_on` is asked now and
    /// then, with the number of battles played since.
    fn play(
        &self,
        block: Block,
        hand: &mut Self::Hand,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    );

    /// The tally that counts stand for.
    fn tally(&self, counts: &Tally) -> Tally;

    /// How many cells of the tally are the outcomes.
    fn outcomes(&self) -> usize;
}
