//! Numbers formatted for reading.

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

#[cfg(test)]
mod tests {
    use super::{estimate, interval, percent, thousands};
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
}
