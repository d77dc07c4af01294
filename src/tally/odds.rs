//! Shares of the cells of a battle, wherever they come from.

use std::ops::Range;

use super::{Estimate, Tally, wilson};

/// Probabilities of the cells and of the numbers of rounds.
#[derive(Clone, Debug)]
pub struct Odds {
    tally: Tally,
}

/// A distribution over 0, 1, 2, … with its mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Expected value.
    pub mean: f64,
    /// Probability of each value.
    pub distribution: Vec<f64>,
}

impl Odds {
    /// Odds as simulated.
    #[must_use]
    pub fn of_tally(tally: Tally) -> Self {
        Self { tally }
    }

    /// Share of the battles that counted in this cell.
    #[must_use]
    pub fn share(&self, cell: usize) -> f64 {
        self.ratio(self.tally.cells[cell])
    }

    /// The same with its 95 % interval.
    #[must_use]
    pub fn estimate(&self, cell: usize) -> Estimate {
        let (low, high) = wilson(self.tally.cells[cell], self.tally.battles);
        Estimate { probability: self.share(cell), low, high }
    }

    /// Cells that stand for 0, 1, 2, … of something.
    #[must_use]
    pub fn histogram(&self, cells: Range<usize>) -> Histogram {
        self.histogram_of(&self.tally.cells[cells])
    }

    /// Numbers of rounds; ends with the last that came up.
    #[must_use]
    pub fn rounds(&self) -> Histogram {
        let seen = self.tally.rounds.iter().rposition(|n| *n > 0).map_or(0, |last| last + 1);
        self.histogram_of(&self.tally.rounds[..seen])
    }

    /// Half-width of the widest 95 % interval among these cells.
    #[must_use]
    pub fn widest_half(&self, cells: Range<usize>) -> f64 {
        cells.map(|cell| self.estimate(cell)).map(|e| (e.high - e.low) / 2.0).fold(0.0, f64::max)
    }

    fn histogram_of(&self, counts: &[u64]) -> Histogram {
        let sum: u128 = counts.iter().zip(0u128..).map(|(&n, value)| u128::from(n) * value).sum();
        Histogram {
            mean: if self.tally.battles == 0 {
                0.0
            } else {
                sum as f64 / self.tally.battles as f64
            },
            distribution: counts.iter().map(|&n| self.ratio(n)).collect(),
        }
    }

    fn ratio(&self, count: u64) -> f64 {
        if self.tally.battles == 0 { 0.0 } else { count as f64 / self.tally.battles as f64 }
    }
}
