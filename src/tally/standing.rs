//! How candidates stand in a comparison.

use serde::Serialize;

use super::Summary;

/// A figure with its standard error; an exact one has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Uncertain {
    /// The figure.
    pub value: f64,
    /// Its standard error, or more.
    pub error: f64,
}

impl Uncertain {
    /// The difference to another, both found apart.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { value: self.value - other.value, error: self.error.hypot(other.error) }
    }

    fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor }
    }
}

/// A candidate against one enemy, or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Trial {
    /// The enemy; nothing for all together.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub enemy: String,
    /// The odds of winning.
    pub win: Uncertain,
    /// Cost of enemy ships destroyed less that of own ships lost.
    pub swing: Uncertain,
    /// The odds of winning for each 10 materials that the fleet costs.
    pub per_cost: Uncertain,
}

/// Materials that odds per cost are told for.
const MATERIALS: f64 = 10.0;

impl Trial {
    /// One side's trial in a battle.
    #[must_use]
    pub fn of(summary: &Summary, side: usize, enemy: String, cost: u64) -> Self {
        let own = &summary.sides[side];
        let battles =
            if own.win.is_exact() { f64::INFINITY } else { summary.battles.max(1) as f64 };
        let p = own.win.probability;
        // A share of none or all of the battles has an error, too: that of the nearest one.
        let seen = p.clamp(1.0 / battles, 1.0 - 1.0 / battles);
        let win = Uncertain { value: p, error: (seen * (1.0 - seen) / battles).max(0.0).sqrt() };
        // However ships are lost together, the error of a sum is no more than that of its parts.
        let spread: f64 = summary.sides.iter().map(|side| side.cost.spread).sum();
        let swing =
            Uncertain { value: own.cost.destroyed - own.cost.lost, error: spread / battles.sqrt() };
        let per_cost = win.times(MATERIALS / cost.max(1) as f64);
        Self { enemy, win, swing, per_cost }
    }

    /// All together, by weights that add up to 1.
    #[must_use]
    pub fn weighted(trials: &[Self], weights: &[f64]) -> Self {
        let sum = |of: fn(&Self) -> Uncertain| {
            let parts = trials.iter().zip(weights).map(|(trial, w)| of(trial).times(*w));
            parts.fold(Uncertain::default(), |sum, part| Uncertain {
                value: sum.value + part.value,
                error: sum.error.hypot(part.error),
            })
        };
        Self {
            enemy: String::new(),
            win: sum(|trial| trial.win),
            swing: sum(|trial| trial.swing),
            per_cost: sum(|trial| trial.per_cost),
        }
    }
}

/// A candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// Materials that it costs.
    pub cost: u64,
    /// Against all enemies together.
    #[serde(flatten)]
    pub total: Trial,
    /// How far it is behind the best, in what counts.
    pub behind: Uncertain,
    /// Against each.
    pub against: Vec<Trial>,
    /// Battles simulated against each; none where it is exact.
    pub battles: u64,
    /// It was dropped early, as hopeless.
    #[serde(rename = "dropped", skip_serializing_if = "std::ops::Not::not")]
    pub is_dropped: bool,
}
