//! What an engine knows of a game: a battle is a sequence of activations.

pub mod chain;
pub mod duel;
pub mod exchange;
pub mod game;

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::Die;

/// What an activation has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The round goes on.
    Going,
    /// A new round begins.
    NextRound,
    /// The battle has ended.
    Over,
}

/// A compiled battle. It is immutable and knows no names; everything that can be worked
/// out before the first die has been worked out.
pub trait Battle: Sync {
    /// The situation between two activations. It holds no clock: rounds are counted by
    /// the engine.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// Those who decide, with the working memory they need; a worker owns one set.
    /// What they have worked on before never changes what they decide.
    type Captains: Send;

    /// The situation before the first activation.
    fn opening(&self) -> Self::State;

    /// Number of the round that the opening lies in; 0 is a round before the first, like
    /// a missile round.
    fn first_round(&self) -> u32 {
        1
    }

    /// Captains for one worker.
    fn captains(&self) -> Self::Captains;

    /// What these captains have thought about so far, beyond the ordinary, in units of about
    /// half a microsecond; it depends on what they were asked, and not on a clock.
    fn effort(&self, _captains: &Self::Captains) -> u64 {
        0
    }

    /// Whether these captains had to guess so far, because what they were asked is beyond what
    /// they can think about.
    fn has_guessed(&self, _captains: &Self::Captains) -> bool {
        false
    }

    /// Returns the estimated seconds that a round takes on one core of a 2024 server processor,
    /// without what captains think about; rounded up.
    fn round_seconds(&self) -> f64 {
        1e-6
    }

    /// Has the battle ended? Engines ask this of the opening only; after that
    /// [`Battle::step`] says so.
    fn is_over(&self, state: &Self::State) -> bool;

    /// Plays one activation: asks the die and the captains, leaves a new state. A state that
    /// comes up again does so in a later round: every cycle passes the beginning of one.
    fn step<D: Die>(
        &self,
        state: &mut Self::State,
        die: &mut D,
        captains: &mut Self::Captains,
    ) -> Progress;

    /// Number of cells that [`Battle::count`] may name.
    fn cells(&self) -> usize;

    /// The first so many cells are the outcomes of a battle; exactly one of them is
    /// counted for each battle.
    fn outcomes(&self) -> usize {
        self.cells()
    }

    /// Names the cells in which this final state counts. A state that is not over is a
    /// battle that was cut short.
    fn count(&self, state: &Self::State, count: impl FnMut(usize));

    /// Adds amounts to cells of which the mean is wanted.
    fn measure(&self, _state: &Self::State, _add: impl FnMut(usize, u64)) {}
}
