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
        let [probability, low, high] = [probability, low, high].map(settled);
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

/// Distance from 0 or 1 up to which a sum of probabilities is past them by rounding.
const ROUNDING: f64 = 1e-9;

/// Distance from 1 up to which a sum of probabilities is 1 if nothing else is possible.
const ALMOST: f64 = 1e-12;

/// A number just below 1 that is still below 1 for readers of JSON that round its last digit.
const BELOW_ONE: f64 = 1.0 - 4.0 * f64::EPSILON;

/// Returns a probability without the rounding error that carries a sum past 0 or 1. A number that
/// is further away is no rounding error, and stays as it is.
#[must_use]
pub(crate) fn settled(p: f64) -> f64 {
    match p {
        p if (-ROUNDING..0.0).contains(&p) => 0.0,
        p if (1.0..1.0 + ROUNDING).contains(&p) => 1.0,
        p => p,
    }
}

/// Whether a probability is too small to tell the sum of all others from 1.
pub(crate) fn is_almost_impossible(p: f64) -> bool {
    p > 0.0 && p < ALMOST
}

/// Returns 1 for a probability that is 1 up to rounding.
pub(crate) fn rounded(p: f64) -> f64 {
    if p > 1.0 - ALMOST { settled(p.max(1.0)) } else { settled(p) }
}

/// Settles the probabilities of everything that can happen, of which one thing does: it is certain
/// if all others are impossible, and not if another is possible, however unlikely. Probabilities
/// that do not add up to 1 are only settled one by one.
pub(crate) fn settle_all(all: &mut [f64]) {
    all.iter_mut().for_each(|p| *p = settled(*p));
    if (all.iter().sum::<f64>() - 1.0).abs() > ROUNDING {
        return;
    }
    let is_certain = all.iter().filter(|p| **p > 0.0).count() == 1;
    for p in all.iter_mut().filter(|p| **p > 1.0 - ALMOST) {
        *p = if is_certain { 1.0 } else { p.min(BELOW_ONE) };
    }
}

impl Estimate {
    /// Settles the probabilities of all ends of a battle.
    pub(crate) fn settle_all(all: &mut [&mut Self]) {
        let mut settled: Vec<f64> = all.iter().map(|one| one.probability).collect();
        settle_all(&mut settled);
        for (one, p) in all.iter_mut().zip(settled).filter(|(one, _)| one.is_exact()) {
            (one.probability, one.low, one.high) = (p, p, p);
        }
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
