//! One generator per block of battles, derived from (seed, block) alone.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The generator of block `block` of the run with this seed.
///
/// The seed is scrambled once before the block number is mixed in. `seed + block` as a
/// seed would make block 1 of seed 1 equal block 0 of seed 2, and stepping by the golden
/// ratio, as `SplitMix64` itself does, would give neighbouring blocks overlapping states.
#[must_use]
pub fn block_generator(seed: u64, block: u64) -> Xoshiro256PlusPlus {
    let base = SplitMix64::seed_from_u64(seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(base ^ block)
}

/// The generator of what is told of battle `battle` of the run with this seed, apart from all
/// that battles are played with.
#[must_use]
pub fn battle_generator(seed: u64, battle: u64) -> Xoshiro256PlusPlus {
    let base = SplitMix64::seed_from_u64(!seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(base ^ battle)
}

/// A number from 0 to below 1, in steps of `2^-53`.
pub fn fraction(generator: &mut Xoshiro256PlusPlus) -> f64 {
    (generator.next_u64() >> 11) as f64 / 2f64.powi(53)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_xoshiro::rand_core::Rng;

    use super::block_generator;

    /// Value stability: these numbers never change; every published result rests on them.
    #[test]
    fn value_stability() {
        let first = |seed, block| block_generator(seed, block).next_u64();
        let expected =
            [8_089_978_747_140_965_633, 10_187_554_549_182_764_694, 17_580_195_127_057_517_068];
        assert_eq!([first(1, 0), first(1, 1), first(2, 0)], expected);
    }

    #[test]
    fn blocks_and_seeds_do_not_share_numbers() {
        let mut seen = HashSet::new();
        for seed in 0..8 {
            for block in 0..64 {
                let mut generator = block_generator(seed, block);
                for _ in 0..4 {
                    assert!(seen.insert(generator.next_u64()), "seed {seed} block {block}");
                }
            }
        }
    }
}
