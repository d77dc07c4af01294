//! Results of the candidates of a comparison.

use serde::Serialize;

use super::summary::Summary;
use crate::stats::wilson::Z;
use crate::stats::{Estimate, settled};

/// A figure with its 95 % interval, which has length 0 if the figure is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Uncertain {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Uncertain {
    /// Converts a probability with its interval.
    fn share(estimate: &Estimate) -> Self {
        Self { value: estimate.probability, low: estimate.low, high: estimate.high }
    }

    /// Creates an exact figure.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// Creates a mean from its standard error.
    fn mean(value: f64, error: f64) -> Self {
        Self { value, low: value - Z * error, high: value + Z * error }
    }

    /// Upper bound of the standard error: that of the longer half of the interval.
    #[must_use]
    pub fn error(self) -> f64 {
        (self.high - self.value).max(self.value - self.low) / Z
    }

    /// Returns the sum with an independent figure. The halves of the intervals add up like standard
    /// errors (Newcombe, Statistics in Medicine 17, 1998, method 10).
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let value = self.value + other.value;
        let below = (self.value - self.low).hypot(other.value - other.low);
        let above = (self.high - self.value).hypot(other.high - other.value);
        Self { value, low: value - below, high: value + above }
    }

    /// Returns the difference from an independent figure.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        self.and(Self { value: -other.value, low: -other.high, high: -other.low })
    }

    /// Removes the rounding errors of a probability.
    fn settled(self) -> Self {
        let [value, low, high] = [self.value, self.low, self.high].map(settled);
        Self { value, low, high }
    }

    fn times(self, factor: f64) -> Self {
        let Self { value, low, high } = self;
        Self { value: value * factor, low: low * factor, high: high * factor }
    }
}

/// Result of a candidate against one enemy, or against all.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Trial {
    /// The enemy; empty for all enemies together.
    pub enemy: String,
    /// Probability of winning.
    pub win: Uncertain,
    /// Expected cost of enemy ships destroyed minus expected cost of own ships lost.
    pub swing: Uncertain,
}

impl Trial {
    /// Takes the result of one side of a battle.
    #[must_use]
    pub fn of(summary: &Summary, side: usize, enemy: String) -> Self {
        let own = &summary.sides[side];
        let win = Uncertain::share(&own.win);
        // Losses may be correlated, so the standard deviation of the sum is bounded by the sum of
        // the standard deviations.
        let spread: f64 = summary.sides.iter().map(|side| side.cost.spread).sum();
        let error = if own.win.is_exact() { 0.0 } else { spread / (summary.battles as f64).sqrt() };
        let swing = Uncertain::mean(own.cost.destroyed - own.cost.lost, error);
        Self { enemy, win, swing }
    }

    /// Result without a battle: one side is absent, so the other holds the field.
    #[must_use]
    pub fn decided(wins: bool) -> Self {
        Self { win: Uncertain::mean(f64::from(u8::from(wins)), 0.0), ..Self::default() }
    }

    /// Averages results with weights that sum to 1.
    #[must_use]
    pub fn weighted(trials: &[Self], weights: &[f64]) -> Self {
        let sum = |of: fn(&Self) -> Uncertain| {
            let parts = trials.iter().zip(weights).map(|(trial, w)| of(trial).times(*w));
            parts.fold(Uncertain::default(), Uncertain::and)
        };
        let win = sum(|trial| trial.win).settled();
        Self { enemy: String::new(), win, swing: sum(|trial| trial.swing) }
    }
}

/// Result of a candidate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankedCandidate {
    /// Index of the candidate in the input.
    pub number: usize,
    /// Name of the candidate, or its fleet if it has none.
    pub name: String,
    /// The fleet in typed notation.
    pub fleet: String,
    /// Cost of the fleet, in materials or resources.
    pub cost: f64,
    /// Result against all enemies together.
    pub total: Trial,
    /// Difference from the best candidate, in the figure that is compared.
    pub behind: Uncertain,
    /// Result against each enemy.
    pub against: Vec<Trial>,
    /// Number of battles simulated against each enemy; 0 if the result is exact.
    pub battles: u64,
    /// Whether the candidate was dropped early because it had no chance to be the best.
    pub is_dropped: bool,
}

/// Unit of cost for [`RankedCandidate::per_cost`].
const MATERIALS: f64 = 10.0;

impl RankedCandidate {
    /// Probability of winning per 10 units of cost; `None` if the fleet is free.
    #[must_use]
    pub fn per_cost(&self) -> Option<Uncertain> {
        (self.cost > 0.0).then(|| self.total.win.times(MATERIALS / self.cost))
    }
}
