//! Chance: rules ask a die for outcomes, and each engine supplies its own die.
//!
//! A rule never rolls by itself. It passes a [`Distribution`] to a [`Die`], which returns an
//! outcome. The same rule then serves a sampler, which draws one outcome, and an enumerator, which
//! visits them all.

mod binomial;
mod distribution;
mod enumerator;
mod sampler;
mod stream;

pub use binomial::Chance;
pub(crate) use binomial::MAX_DICE;
pub use distribution::Distribution;
pub(crate) use distribution::alias_rows;
pub use enumerator::{Enumerator, Path};
pub use sampler::Sampler;
pub use stream::{battle_generator, block_generator, fraction};

/// Decides which outcome of a distribution occurs.
pub trait Die {
    /// Returns an outcome of the distribution.
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T;

    /// Returns the smaller of an outcome and `most`. Values above `most` have no further effect.
    /// The distribution must list its numbers in ascending order.
    #[inline]
    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        self.draw(distribution).min(most)
    }

    /// Returns an index chosen by weight, for weights that are not known in advance. The sum of the
    /// weights must be above 0 and fit in 32 bits.
    fn choose(&mut self, weights: &[u32]) -> usize;

    /// Returns an index chosen by weight like [`choose`](Self::choose). Where neighbours are alike,
    /// it does not matter which of them is chosen, and a die may treat them as one.
    #[inline]
    fn choose_alike(&mut self, weights: &[u32], _alike: impl Fn(usize, usize) -> bool) -> usize {
        self.choose(weights)
    }
}
