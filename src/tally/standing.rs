//! How candidates stand in a comparison.

use serde::Serialize;

use super::wilson::Z;
use super::{Estimate, Summary};

/// A figure with its 95 % interval; an exact one is its own interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Uncertain {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Uncertain {
    /// A share of battles, with its interval.
    fn share(estimate: &Estimate) -> Self {
        Self { value: estimate.probability, low: estimate.low, high: estimate.high }
    }

    /// A mean, with its standard error.
    fn mean(value: f64, error: f64) -> Self {
        Self { value, low: value - Z * error, high: value + Z * error }
    }

    /// Its standard error, or more: that of the longer side of its interval.
    #[must_use]
    pub fn error(self) -> f64 {
        (self.high - self.value).max(self.value - self.low) / Z
    }

    /// The sum with another, both found apart: sides of the intervals add up as errors do
    /// (Newcombe, Statistics in Medicine 17, 1998, method 10).
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let value = self.value + other.value;
        let below = (self.value - self.low).hypot(other.value - other.low);
        let above = (self.high - self.value).hypot(other.high - other.value);
        Self { value, low: value - below, high: value + above }
    }

    /// The difference to another, both found apart.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        self.and(Self { value: -other.value, low: -other.high, high: -other.low })
    }

    fn times(self, factor: f64) -> Self {
        let Self { value, low, high } = self;
        Self { value: value * factor, low: low * factor, high: high * factor }
    }
}

/// A candidate against one enemy, or several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// The enemy; nothing for all together.
    pub enemy: String,
    /// The odds of winning.
    pub win: Uncertain,
    /// Cost of enemy ships destroyed less that of own ships lost.
    pub swing: Uncertain,
}

impl Trial {
    /// One side's trial in a battle.
    #[must_use]
    pub fn of(summary: &Summary, side: usize, enemy: String) -> Self {
        let own = &summary.sides[side];
        let win = Uncertain::share(&own.win);
        // However ships are lost together, the error of a sum is no more than that of its parts.
        let spread: f64 = summary.sides.iter().map(|side| side.cost.spread).sum();
        let error = if own.win.is_exact() { 0.0 } else { spread / (summary.battles as f64).sqrt() };
        let swing = Uncertain::mean(own.cost.destroyed - own.cost.lost, error);
        Self { enemy, win, swing }
    }

    /// No battle at all: the field is held or not.
    #[must_use]
    pub fn decided(wins: bool) -> Self {
        Self { win: Uncertain::mean(f64::from(u8::from(wins)), 0.0), ..Self::default() }
    }

    /// All together, by weights that add up to 1.
    #[must_use]
    pub fn weighted(trials: &[Self], weights: &[f64]) -> Self {
        let sum = |of: fn(&Self) -> Uncertain| {
            let parts = trials.iter().zip(weights).map(|(trial, w)| of(trial).times(*w));
            parts.fold(Uncertain::default(), Uncertain::and)
        };
        Self { enemy: String::new(), win: sum(|trial| trial.win), swing: sum(|trial| trial.swing) }
    }
}

/// A candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its place among the candidates as they were given, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// Materials or resources that it costs.
    pub cost: f64,
    /// Against all enemies together.
    pub total: Trial,
    /// How far it is behind the best, in what counts.
    pub behind: Uncertain,
    /// Against each.
    pub against: Vec<Trial>,
    /// Battles simulated against each; none where it is exact.
    pub battles: u64,
    /// It was dropped early, as hopeless.
    pub is_dropped: bool,
}

/// Materials that odds per cost are told for.
const MATERIALS: f64 = 10.0;

impl Standing {
    /// The odds of winning for each 10 materials that the fleet costs; nothing if it is free.
    #[must_use]
    pub fn per_cost(&self) -> Option<Uncertain> {
        (self.cost > 0.0).then(|| self.total.win.times(MATERIALS / self.cost))
    }
}
