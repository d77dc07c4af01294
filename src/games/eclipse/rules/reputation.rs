//! Reputation tiles: the number drawn after a battle, and the value of the best one.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::result::{Distribution, Field, Figure, Shown};
use crate::stats::Histogram;

/// Maximum number of tiles that an owner draws after a battle.
pub(super) const MAX_DRAWS: usize = 5;

/// Tiles in the bag: the number of tiles by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag(pub BTreeMap<u8, u32>);

/// The bag that an owner draws from, and the owner's lowest tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The tiles in the bag.
    pub bag: Bag,
    /// Lowest tile of the owner, if only a better one is an improvement.
    pub lowest: Option<u8>,
}

impl Tiles {
    /// Returns the distribution of the best tile, where `draws[n]` is the probability of drawing n
    /// tiles without replacement. The value 0 means no tile, or none that is an improvement.
    #[must_use]
    pub fn best(&self, draws: &[f64]) -> BTreeMap<u8, f64> {
        let mut best = self.bag.best_tile(draws);
        if let Some(lowest) = self.lowest {
            let useless: f64 = best.range(..=lowest).map(|(_, p)| p).sum();
            best.retain(|&value, _| value > lowest);
            best.insert(0, useless);
        }
        best
    }
}

impl Bag {
    /// Returns the distribution of the best of the tiles drawn; 0 means no tile.
    fn best_tile(&self, draws: &[f64]) -> BTreeMap<u8, f64> {
        let mut best = BTreeMap::new();
        let mut below = 0.0;
        for value in std::iter::once(0).chain(self.0.keys().copied()) {
            let up_to: f64 =
                draws.iter().enumerate().map(|(n, p)| p * self.all_up_to(value, n)).sum();
            best.insert(value, up_to - below);
            below = up_to;
        }
        best.retain(|&value, p| value > 0 || *p > 0.0);
        best
    }

    /// Returns the probability that none of n tiles drawn is worth more than `value`. A bag with
    /// fewer than n tiles is emptied.
    fn all_up_to(&self, value: u8, n: usize) -> f64 {
        let low: u32 = self.0.range(..=value).map(|(_, count)| count).sum();
        let all: u32 = self.0.values().sum();
        (0..(n as u32).min(all))
            .map(|i| f64::from(low.saturating_sub(i)) / f64::from(all - i))
            .product()
    }
}

/// Reputation tiles of one owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Reputation {
    /// Probability of drawing 0, 1, 2, … tiles.
    draws: Vec<f64>,
    /// Expected number of tiles drawn.
    mean: f64,
    /// The best of the tiles drawn; `None` if tiles are drawn after each of several battles.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_tile: Option<BestTile>,
}

/// The best of the tiles drawn. It counts as 0 if no tile is drawn, or none better than the owner's
/// lowest one.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct BestTile {
    /// Expected value.
    mean: f64,
    /// Expected gain over the owner's lowest tile, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    improvement: Option<f64>,
    /// Probability of each value.
    distribution: BTreeMap<u8, f64>,
}

impl Reputation {
    /// Returns the tiles of an owner with this distribution of the number of tiles drawn.
    pub(super) fn new(draws: &Histogram, tiles: &Tiles) -> Self {
        let distribution = tiles.best(&draws.distribution);
        let mean = |value: &dyn Fn(u8) -> u8| -> f64 {
            distribution.iter().map(|(&tile, p)| f64::from(value(tile)) * p).sum()
        };
        let improvement = tiles.lowest.map(|lowest| mean(&|tile| tile.saturating_sub(lowest)));
        Self {
            draws: draws.distribution.clone(),
            mean: draws.mean,
            best_tile: Some(BestTile { mean: mean(&|tile| tile), improvement, distribution }),
        }
    }

    /// Leaves out the best tile.
    pub(super) fn without_best(self) -> Self {
        Self { best_tile: None, ..self }
    }

    /// Returns the figure of a side.
    pub(super) fn figure(&self) -> Figure {
        let Self { draws, mean, best_tile } = self;
        let title = "reputation tiles";
        let draws = Distribution { title, mean: *mean, shares: draws.clone() };
        let figure =
            Figure::new("reputation", Field::Cost, self).showing(Shown::Distribution(draws));
        let best = best_tile.iter().map(|best| {
            let shares = best.shares();
            Shown::Distribution(Distribution { title: "best tile", mean: best.mean, shares })
        });
        best.fold(figure, Figure::showing)
    }
}

impl BestTile {
    /// Returns the probabilities of the values 0, 1, 2, ….
    fn shares(&self) -> Vec<f64> {
        let greatest = self.distribution.keys().copied().max().unwrap_or(0);
        let share = |value| self.distribution.get(&value).copied().unwrap_or(0.0);
        (0..=greatest).map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Bag;

    fn base() -> Bag {
        Bag([(1, 12), (2, 9), (3, 7), (4, 4)].into())
    }

    #[test]
    fn one_tile_is_drawn_as_the_bag_holds_them() {
        let best = base().best_tile(&[0.0, 1.0]);
        assert!((best[&1] - 12.0 / 32.0).abs() < 1e-15);
        assert!((best[&4] - 4.0 / 32.0).abs() < 1e-15);
        assert!(!best.contains_key(&0));
    }

    /// Both of two tiles are ones: 12/32 · 11/31; the better one is a four: 1 - 28/32 · 27/31.
    #[test]
    fn the_better_of_two_tiles() {
        let best = base().best_tile(&[0.0, 0.0, 1.0]);
        assert!((best[&1] - 132.0 / 992.0).abs() < 1e-15);
        assert!((best[&4] - (1.0 - 756.0 / 992.0)).abs() < 1e-15);
        assert!((best.values().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_tile_counts_as_nothing() {
        let best = base().best_tile(&[0.25, 0.75]);
        assert!((best[&0] - 0.25).abs() < 1e-15);
    }

    #[test]
    fn a_bag_that_runs_out_gives_what_it_has() {
        let best = Bag([(1, 1), (2, 1)].into()).best_tile(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert!((best[&2] - 1.0).abs() < 1e-15);
    }
}
