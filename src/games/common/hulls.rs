//! Counts and summaries of groups of ships with hulls.

use std::ops::Range;

use crate::result::{Mean, Survivors};
use crate::stats::{Histogram, Odds};

/// Cells in which the end of a group is counted, and the places of its ships.
#[derive(Clone, Debug)]
pub(crate) struct GroupCells {
    ships: Range<usize>,
    /// First cell of the number of survivors.
    survivors: usize,
    /// Cell of the sum of the survivors' hulls.
    hull: usize,
}

impl GroupCells {
    /// Creates the cells of a group with these ships, starting at `cell`.
    pub(crate) fn new(ships: Range<usize>, cell: usize) -> Self {
        let hull = cell + ships.len() + 1;
        Self { ships, survivors: cell, hull }
    }

    /// Returns the first cell after those of the group.
    pub(crate) fn end(&self) -> usize {
        self.hull + 1
    }

    /// Returns the ships of the group, of all ships.
    #[inline]
    pub(crate) fn of<'a, T>(&self, ships: &'a [T]) -> &'a [T] {
        &ships[self.ships.clone()]
    }

    /// Returns the cell for the present number of survivors: ships with hull left.
    #[inline]
    pub(crate) fn count<T: Copy>(&self, ships: &[T], hull: impl Fn(T) -> u32) -> usize {
        self.survivors + self.of(ships).iter().filter(|ship| hull(**ship) > 0).count()
    }

    /// Returns the cell of the hull sum, and the present sum.
    #[inline]
    pub(crate) fn measure<T: Copy>(&self, ships: &[T], hull: impl Fn(T) -> u32) -> (usize, u64) {
        (self.hull, u64::from(self.of(ships).iter().map(|ship| hull(*ship)).sum::<u32>()))
    }

    /// Returns the survivors of the group, from the odds of all cells.
    pub(crate) fn survivors(&self, class: &str, odds: &Odds) -> Survivors {
        let last = self.survivors + self.ships.len();
        let hull = Some(Mean { mean: odds.share(self.hull) });
        let left = odds.histogram(self.survivors..=last);
        Survivors { hull, ..Survivors::new(class, self.ships.len() as u64, left) }
    }
}

/// Returns the expected losses of groups, each ship weighted by its group's worth, and an upper
/// bound of their standard deviation.
pub(crate) fn losses<'a>(groups: impl Iterator<Item = (&'a Survivors, f64)>) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for (left, worth) in groups {
        let numbers = Histogram { mean: left.mean, distribution: left.distribution.clone() };
        sum.0 += worth * (left.start as f64 - left.mean).max(0.0);
        sum.1 += worth * numbers.deviation();
    }
    sum
}
