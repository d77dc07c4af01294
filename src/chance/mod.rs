//! Chance: the die is an interface, an engine is what stands behind it.
//!
//! A rule never rolls by itself. It names a [`Distribution`] and asks a [`Die`]
//! which outcome came up; the same rule then serves a sampler, which draws one
//! outcome, and an enumerator, which follows them all.

mod binomial;
mod distribution;
mod enumerator;
mod sampler;
mod stream;
mod teller;

pub use binomial::Chance;
pub(crate) use binomial::MOST_DICE;
pub use distribution::Distribution;
pub(crate) use distribution::alias_rows;
pub use enumerator::{Enumerator, Path};
pub use sampler::Sampler;
pub use stream::{battle_generator, block_generator, fraction};
pub use teller::Teller;

use crate::story::Witness;

/// Something that decides which outcome of a distribution comes up; what happens then is told
/// to it.
pub trait Die: Witness {
    /// The outcome that came up.
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T;

    /// The number that came up, of a distribution that lists them in ascending order, or the most
    /// that matters if it is less.
    #[inline]
    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        self.draw(distribution).min(most)
    }

    /// One of several things, by weights that are known only now. Their sum is above 0 and fits
    /// 32 bits.
    fn choose(&mut self, weights: &[u32]) -> usize;
}
