//! Odds: the probabilities of the cells of a battle, whether exact or simulated.

use std::ops::{Range, RangeInclusive};

use serde::Serialize;

use super::{Estimate, Tally, wilson};

/// Probabilities of the cells and of the numbers of rounds.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Probability or relative frequency of each cell.
    shares: Vec<f64>,
    rounds: Histogram,
    /// The counts of a simulation; `None` if the odds are exact.
    sample: Option<Tally>,
}

/// A distribution over 0, 1, 2, … with its mean.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Histogram {
    /// Expected value.
    pub mean: f64,
    /// Probability of each value.
    pub distribution: Vec<f64>,
}

impl Histogram {
    /// Computes the mean of a distribution.
    #[must_use]
    pub fn of(distribution: Vec<f64>) -> Self {
        let mean = distribution.iter().zip(0u32..).map(|(p, value)| p * f64::from(value)).sum();
        Self { mean, distribution }
    }

    /// Standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let square = |(p, value): (&f64, u32)| p * (f64::from(value) - self.mean).powi(2);
        self.distribution.iter().zip(0u32..).map(square).sum::<f64>().sqrt()
    }
}

impl Odds {
    /// Estimates odds from the counts of a simulation.
    #[must_use]
    pub fn of_tally(tally: Tally) -> Self {
        let share = |&count: &u64| {
            if tally.battles == 0 { 0.0 } else { count as f64 / tally.battles as f64 }
        };
        let shares = tally.cells.iter().map(share).collect();
        let seen = tally.rounds.iter().rposition(|n| *n > 0).map_or(0, |last| last + 1);
        let rounds = Histogram {
            mean: mean_count(&tally.rounds, tally.battles),
            distribution: tally.rounds[..seen].iter().map(share).collect(),
        };
        Self { shares, rounds, sample: Some(tally) }
    }

    /// Creates exact odds.
    #[must_use]
    pub fn exact(shares: Vec<f64>, rounds: Histogram) -> Self {
        Self { shares, rounds, sample: None }
    }

    /// Returns the odds of some of the cells, without rounds.
    #[must_use]
    pub fn part(&self, cells: Range<usize>) -> Self {
        let sample = self.sample.as_ref().map(|tally| Tally {
            battles: tally.battles,
            cells: tally.cells[cells.clone()].to_vec(),
            rounds: Vec::new(),
        });
        Self { shares: self.shares[cells].to_vec(), rounds: Histogram::default(), sample }
    }

    /// Whether the odds are exact rather than simulated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.sample.is_none()
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.shares.len()
    }

    /// Probability of a cell.
    #[must_use]
    pub fn share(&self, cell: usize) -> f64 {
        self.shares[cell]
    }

    /// Returns the probability of a cell with its 95 % interval. The interval of an exact
    /// probability has length 0.
    #[must_use]
    pub fn estimate(&self, cell: usize) -> Estimate {
        let probability = self.share(cell);
        let (low, high) = match &self.sample {
            Some(tally) => wilson(tally.cells[cell], tally.battles),
            None => (probability, probability),
        };
        // Sums are only accurate to rounding error, which this removes where it would show.
        Estimate::new(probability, low, high)
    }

    /// Returns the distribution of a quantity whose values 0, 1, 2, … have these cells.
    #[must_use]
    pub fn histogram(&self, cells: RangeInclusive<usize>) -> Histogram {
        let distribution = self.shares[cells.clone()].to_vec();
        match &self.sample {
            Some(tally) => {
                Histogram { mean: mean_count(&tally.cells[cells], tally.battles), distribution }
            }
            None => Histogram::of(distribution),
        }
    }

    /// Distribution over the number of rounds. For simulated odds, it ends with the highest number
    /// that occurred.
    #[must_use]
    pub fn rounds(&self) -> &Histogram {
        &self.rounds
    }

    /// Half-width of the widest 95 % interval among these cells.
    #[must_use]
    pub fn widest_half(&self, cells: Range<usize>) -> f64 {
        cells.map(|cell| self.estimate(cell)).map(|e| (e.high - e.low) / 2.0).fold(0.0, f64::max)
    }

    /// Distance between the simulated share of a cell and its exact probability, in standard
    /// errors. A difference of up to `allowed` counts as 0. The standard error is that of the
    /// nearest allowed probability, and at least one battle. Exact odds have distance 0.
    #[must_use]
    pub fn errors_from(&self, exact: &Self, cell: usize, allowed: f64) -> f64 {
        let Some(tally) = &self.sample else { return 0.0 };
        let (n, p) = (tally.battles.max(1) as f64, exact.share(cell));
        let share = self.share(cell);
        let right = share.clamp(p - allowed, p + allowed).clamp(0.0, 1.0);
        let error = (right * (1.0 - right) / n).max(0.0).sqrt().max(1.0 / n);
        (share - right).abs() / error
    }
}

/// Mean of a quantity that had the value n in `counts[n]` battles. It is summed in integers, so it
/// does not depend on the order.
fn mean_count(counts: &[u64], battles: u64) -> f64 {
    let sum: u128 = counts.iter().zip(0u128..).map(|(&n, value)| u128::from(n) * value).sum();
    if battles == 0 { 0.0 } else { sum as f64 / battles as f64 }
}
