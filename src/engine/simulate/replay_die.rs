//! The die of a replay.

use crate::dice::{Die, Distribution, Enumerator, Sampler};

/// A die that samples or follows a path.
///
/// One type serves both cases, so that the rules are compiled only once more. Replays are not
/// critical for performance.
#[derive(Debug)]
pub(in crate::engine) enum ReplayDie {
    /// Samples.
    Sampler(Sampler),
    /// Follows a path; see [`Enumerator::along`].
    Path(Enumerator),
}

impl ReplayDie {
    /// Creates a die that draws like `sampler` from now on.
    pub(in crate::engine) fn like(sampler: &Sampler) -> Self {
        Self::Sampler(sampler.clone())
    }
}

impl Die for ReplayDie {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        match self {
            Self::Sampler(die) => die.draw(distribution),
            Self::Path(die) => die.draw(distribution),
        }
    }

    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        match self {
            Self::Sampler(die) => die.draw_up_to(distribution, most),
            Self::Path(die) => die.draw_up_to(distribution, most),
        }
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        match self {
            Self::Sampler(die) => die.choose(weights),
            Self::Path(die) => die.choose(weights),
        }
    }

    fn choose_alike(&mut self, weights: &[u32], alike: impl Fn(usize, usize) -> bool) -> usize {
        match self {
            Self::Sampler(die) => die.choose_alike(weights, alike),
            Self::Path(die) => die.choose_alike(weights, alike),
        }
    }
}
