//! What is left of groups of ships with hulls, counted and summed up.

use std::ops::Range;

use crate::tally::{Histogram, Mean, Odds, Survivors};

/// Where a group is counted, and where its ships are.
#[derive(Clone, Debug)]
pub(super) struct GroupCells {
    ships: Range<usize>,
    /// First cell of the number of survivors.
    survivors: usize,
    /// Cell of the sum of their hulls.
    hull: usize,
}

impl GroupCells {
    /// A group of these ships, counted from this cell on.
    pub(super) fn new(ships: Range<usize>, cell: usize) -> Self {
        let hull = cell + ships.len() + 1;
        Self { ships, survivors: cell, hull }
    }

    /// The first cell that it does not need.
    pub(super) fn end(&self) -> usize {
        self.hull + 1
    }

    /// The cell of its survivors, where a ship without hull is none.
    #[inline]
    pub(super) fn count<T: Copy>(&self, ships: &[T], hull: impl Fn(T) -> u32) -> usize {
        let own = &ships[self.ships.clone()];
        self.survivors + own.iter().filter(|ship| hull(**ship) > 0).count()
    }

    /// The cell of its hulls, and their sum.
    #[inline]
    pub(super) fn measure<T: Copy>(&self, ships: &[T], hull: impl Fn(T) -> u32) -> (usize, u64) {
        let own = &ships[self.ships.clone()];
        (self.hull, u64::from(own.iter().map(|ship| hull(*ship)).sum::<u32>()))
    }

    /// What is left of it.
    pub(super) fn survivors(&self, class: &str, odds: &Odds) -> Survivors {
        let last = self.survivors + self.ships.len();
        let Histogram { mean, distribution } = odds.histogram(self.survivors..=last);
        Survivors {
            class: class.to_string(),
            start: self.ships.len() as u64,
            mean,
            hull: Some(Mean { mean: odds.share(self.hull) }),
            distribution,
        }
    }
}

/// What groups lose on average, each ship worth so much, and the standard deviation of that or
/// more.
pub(super) fn losses<'a>(groups: impl Iterator<Item = (&'a Survivors, f64)>) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for (left, worth) in groups {
        let numbers = Histogram { mean: left.mean, distribution: left.distribution.clone() };
        sum.0 += worth * (left.start as f64 - left.mean).max(0.0);
        sum.1 += worth * numbers.deviation();
    }
    sum
}
