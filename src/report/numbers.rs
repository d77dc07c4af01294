//! Numbers as people read them.

use crate::tally::{Estimate, Interval};

/// A probability in percent. It is shown as 0 % or 100 % only if it is that.
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

/// The 95 % interval of a simulated share in percent: that of the figure itself, or that of
/// a simulation beside an exact one; nothing if there is none.
#[must_use]
pub fn interval(estimate: &Estimate) -> String {
    match &estimate.simulated {
        Some(Interval { low, high, .. }) => format!("simulated {}", ends(*low, *high)),
        None if estimate.is_exact() => String::new(),
        None => ends(estimate.low, estimate.high),
    }
}

fn ends(low: f64, high: f64) -> String {
    // As many digits as tell the two ends apart.
    let width = (high - low) * 100.0;
    let digits = (1.0 - width.log10().floor()).clamp(2.0, 7.0) as usize;
    format!("{:.digits$} – {:.digits$} %", low * 100.0, high * 100.0)
}

/// A whole number with thousands set apart: `1,000,000`.
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
    use super::{interval, percent, thousands};
    use crate::tally::Estimate;

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
}
