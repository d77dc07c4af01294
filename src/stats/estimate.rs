//! Probabilities with their intervals.

use serde::Serialize;

use super::wilson;

/// A probability with its 95 % interval, which has length 0 if the probability is exact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The exact probability if known, otherwise the simulated one.
    pub probability: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Result of a simulation that checks an exact probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<Interval>,
    /// Range between the worst and the best play of the side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

impl Estimate {
    /// Creates a probability with its interval, without a check and a range.
    #[must_use]
    pub fn new(probability: f64, low: f64, high: f64) -> Self {
        Self { probability, low, high, simulated: None, band: None }
    }

    /// Creates a probability from the share of so many battles; it is exact if there are none.
    #[must_use]
    pub fn of_share(share: f64, battles: u64) -> Self {
        if battles == 0 {
            return Self::new(share, share, share);
        }
        let (low, high) = wilson((share * battles as f64).round() as u64, battles);
        Self::new(share, low, high)
    }

    /// Whether the probability is exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A simulated probability with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The simulated probability.
    pub probability: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Odds of a side if its own dice are assigned in the worst and in the best way, while the enemy
/// plays as declared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    /// Odds under the worst play.
    pub worst: f64,
    /// Odds under the best play.
    pub best: f64,
}
