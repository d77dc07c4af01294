//! Numbers formatted for reading.

use crate::result::EngineUsed;
use crate::stats::{Estimate, Interval, Odds, Tally};

/// Formats a probability in percent. Only exact 0 and 1 are shown as 0 % and 100 %.
#[must_use]
pub fn percent(p: f64) -> String {
    match p {
        p if p <= 0.0 => "0 %".into(),
        p if p >= 1.0 => "100 %".into(),
        p if p < 0.000_1 => "< 0.01 %".into(),
        p if p > 0.999_9 => "> 99.99 %".into(),
        p => format!("{:.2} %", p * 100.0),
    }
}

/// Formats the 95 % interval in percent: that of the simulated probability itself, or that of a
/// simulation that checks an exact one. Empty if there is none.
#[must_use]
pub fn interval(estimate: &Estimate) -> String {
    match &estimate.simulated {
        Some(Interval { low, high, .. }) => format!("simulated {}", ends(*low, *high)),
        None if estimate.is_exact() => String::new(),
        None => ends(estimate.low, estimate.high),
    }
}

fn ends(low: f64, high: f64) -> String {
    // Enough digits to distinguish the two ends.
    let width = (high - low) * 100.0;
    let digits = (1.0 - width.log10().floor()).clamp(2.0, 7.0) as usize;
    format!("{:.digits$} – {:.digits$} %", low * 100.0, high * 100.0)
}

/// Formats the running estimate of a side's odds, for example `attacker 46.52 % ± 0.10`. Empty if
/// no battles have been counted yet.
#[must_use]
pub fn estimate(name: &str, outcome: usize, tally: &Tally) -> String {
    if tally.battles == 0 {
        return String::new();
    }
    let win = Odds::of_tally(tally.clone()).estimate(outcome);
    let half = (win.high - win.low) / 2.0;
    format!("{name} {:.2} % ± {:.2}", win.probability * 100.0, half * 100.0)
}

/// Formats an integer with thousands separators: `1,000,000`.
#[must_use]
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Names the source of the figures: `exact`, or the battles played, or both.
pub(super) fn source(engine: EngineUsed, battles: &str) -> String {
    match (engine.is_exact(), engine.is_simulated()) {
        (true, true) => format!("exact, beside it {battles}"),
        (true, false) => "exact".into(),
        _ => battles.into(),
    }
}

/// Merges a distribution into at most `most` values.
pub(super) fn buckets(distribution: &[f64], most: usize) -> Vec<f64> {
    let size = distribution.len().div_ceil(most.max(1)).max(1);
    distribution.chunks(size).map(|chunk| chunk.iter().sum()).collect()
}

/// Formats a share of battles with one decimal, or a dash for 0. A share of 1 is not shown as
/// certain, because the battles played are not all possible ones.
pub(super) fn short_percent(p: f64) -> String {
    match p {
        0.0 => "–".into(),
        p if p < 0.000_5 => "<0.1 %".into(),
        p if p > 0.999_5 => ">99.9 %".into(),
        p => format!("{:.1} %", p * 100.0),
    }
}

/// Formats a share like [`short_percent`], except that exact certainty is shown as such.
pub(super) fn share(engine: EngineUsed, p: f64) -> String {
    if is_certain(engine, p) { "100 %".into() } else { short_percent(p) }
}

/// Whether a share is exact certainty, up to rounding error.
fn is_certain(engine: EngineUsed, p: f64) -> bool {
    engine.is_exact() && p > 1.0 - 1e-12
}

/// Formats a probability in percent; exact certainty is shown as such, up to rounding error.
pub(super) fn certain_percent(engine: EngineUsed, p: f64) -> String {
    if is_certain(engine, p) { percent(1.0) } else { percent(p) }
}

#[cfg(test)]
mod tests {
    use super::{buckets, estimate, interval, percent, thousands};
    use crate::stats::Estimate;
    use crate::stats::Tally;

    #[test]
    fn only_certainty_is_shown_as_certain() {
        for (p, text) in [
            (0.0, "0 %"),
            (1e-7, "< 0.01 %"),
            (0.465_157, "46.52 %"),
            (0.999_95, "> 99.99 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(p), text);
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
    }

    #[test]
    fn an_interval_shows_digits_that_differ() {
        let estimate = |low, high| Estimate::new(low, low, high);
        assert_eq!(interval(&estimate(0.4642, 0.4662)), "46.42 – 46.62 %");
        assert_eq!(interval(&estimate(0.0, 3.8e-6)), "0.00000 – 0.00038 %");
        assert_eq!(interval(&estimate(0.5, 0.5)), "");
    }

    #[test]
    fn the_estimate_is_that_of_the_outcome_named() {
        let tally = Tally { battles: 100, cells: vec![10, 60, 30], rounds: vec![100] };
        assert_eq!(estimate("Draco", 1, &tally), "Draco 60.00 % ± 9.43");
        assert_eq!(estimate("Orion", 2, &tally), "Orion 30.00 % ± 8.84");
        assert_eq!(estimate("Draco", 1, &Tally::default()), "");
    }

    #[test]
    fn buckets_keep_the_sum() {
        assert_eq!(buckets(&[0.25; 4], 2), [0.5, 0.5]);
        assert_eq!(buckets(&[0.25; 4], 9), [0.25; 4]);
    }
}
