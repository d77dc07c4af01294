//! Numbers formatted for reading.

use crate::result::EngineUsed;
use crate::stats::{Estimate, Interval, Odds, Tally, settle_all};

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

/// Formats a gain in probability in percentage points: `+40.7`.
pub(super) fn points(gain: f64) -> String {
    unsigned_zero(format!("{:+.1}", gain * 100.0))
}

/// Formats a gain in the balance of losses: `+1.25`.
pub(super) fn balance(gain: f64) -> String {
    unsigned_zero(format!("{gain:+.2}"))
}

/// Formats the balance of losses. One that rounds to zero has no sign.
pub(super) fn swing(worth: f64) -> String {
    unsigned_zero(format!("{worth:.2}"))
}

/// Removes the sign of a number that is rounded to zero.
fn unsigned_zero(number: String) -> String {
    let is_zero = number.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
    if is_zero { number.trim_start_matches(['+', '-']).into() } else { number }
}

/// Returns the ends of the interval that is shown with a probability, if there is one.
fn ends(estimate: &Estimate) -> Option<(f64, f64)> {
    match &estimate.simulated {
        Some(Interval { low, high, .. }) => Some((*low, *high)),
        None if estimate.is_exact() => None,
        None => Some((estimate.low, estimate.high)),
    }
}

/// Returns enough digits to distinguish the two ends of an interval.
fn digits(low: f64, high: f64) -> usize {
    let width = (high - low) * 100.0;
    (1.0 - width.log10().floor()).clamp(2.0, 7.0) as usize
}

/// Largest number of digits of intervals in a column, if fewer distinguish the ends of one of them.
const MAX_COLUMN_DIGITS: usize = 4;

/// Formats 95 % intervals in percent, as a column in which decimals are aligned. An exact
/// probability has the interval of a simulation that checks it, or none.
pub(super) fn intervals(estimates: &[&Estimate]) -> Vec<String> {
    let all: Vec<Option<(f64, f64)>> = estimates.iter().map(|one| ends(one)).collect();
    let needed = || all.iter().flatten().map(|(low, high)| digits(*low, *high));
    let (least, most) = (needed().min().unwrap_or(2), needed().max().unwrap_or(2));
    let digits = most.min(MAX_COLUMN_DIGITS).max(least);
    let shown = |end: f64| format!("{:.digits$}", end * 100.0);
    let width = |end: fn(&(f64, f64)) -> f64| {
        all.iter().flatten().map(|ends| shown(end(ends)).len()).max().unwrap_or(0)
    };
    let (lows, highs) = (width(|ends| ends.0), width(|ends| ends.1));
    let column = |(estimate, ends): (&&Estimate, &Option<(f64, f64)>)| match ends {
        None => String::new(),
        Some((low, high)) => {
            let word = if estimate.simulated.is_some() { "simulated " } else { "" };
            format!("{word}{:>lows$} – {:>highs$} %", shown(*low), shown(*high))
        }
    };
    estimates.iter().zip(&all).map(column).collect()
}

/// Formats odds. A simulated share of 0 or 1 is not shown as certain.
pub(super) fn odds(estimate: &Estimate) -> String {
    match estimate.probability {
        p if estimate.is_exact() => percent(p),
        0.0 => "< 0.01 %".into(),
        1.0 => "> 99.99 %".into(),
        p => percent(p),
    }
}

/// Formats a number of battles: `1 battle`, `1,000 battles`.
pub(super) fn battles(number: u64) -> String {
    let battles = if number == 1 { "battle" } else { "battles" };
    format!("{} {battles}", thousands(number))
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
        (true, true) => format!("exact, checked by {battles}"),
        (true, false) => "exact".into(),
        _ => battles.into(),
    }
}

/// Merges a distribution into at most `most` values.
pub(super) fn buckets(distribution: &[f64], most: usize) -> Vec<f64> {
    let size = distribution.len().div_ceil(most.max(1)).max(1);
    let mut merged: Vec<f64> = distribution.chunks(size).map(|chunk| chunk.iter().sum()).collect();
    settle_all(&mut merged);
    merged
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

/// Formats a share like [`short_percent`], except that exact certainty is shown as such. Exact
/// results hold no other share of 1.
pub(super) fn share(is_exact: bool, p: f64) -> String {
    if is_exact && p >= 1.0 { "100 %".into() } else { short_percent(p) }
}

/// Formats a share in whole percents, or a dash for 0.
pub(super) fn whole_percent(is_exact: bool, p: f64) -> String {
    match p {
        0.0 => "–".into(),
        p if is_exact && p >= 1.0 => "100 %".into(),
        p if p < 0.005 => "<1 %".into(),
        p if p > 0.995 => ">99 %".into(),
        p => format!("{:.0} %", p * 100.0),
    }
}

/// Costs below this, in probability or in units of cost, are rounding errors of the tables.
pub(super) const NOTHING: f64 = 1e-9;

/// Formats of figures in an objective: odds in percent and points, or a balance of losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amounts {
    is_swing: bool,
}

impl Amounts {
    pub(super) fn of(objective: &str) -> Self {
        Self { is_swing: objective == "swing" }
    }

    /// Formats the worth of a situation.
    pub(super) fn worth(self, worth: f64) -> String {
        if self.is_swing { swing(worth) } else { rough_percent(worth) }
    }

    /// Formats a change with its sign.
    pub(super) fn change(self, change: f64) -> String {
        if self.is_swing { balance(change) } else { points(change) }
    }

    /// Formats what a choice gave away.
    pub(super) fn cost(self, cost: f64) -> String {
        match self.is_swing {
            true if cost < 0.005 => "less than 0.01".into(),
            true => format!("{cost:.2}"),
            false if cost < 0.0005 => "less than 0.1".into(),
            false => format!("{:.1}", cost * 100.0),
        }
    }
}

/// Formats the odds of winning with one decimal. Only 0 and 1 are shown as certain, up to rounding
/// errors.
pub(super) fn rough_percent(p: f64) -> String {
    match p {
        p if p < NOTHING => "0 %".into(),
        p if p > 1.0 - NOTHING => "100 %".into(),
        p if p < 0.001 => "< 0.1 %".into(),
        p if p > 0.999 => "> 99.9 %".into(),
        p => format!("{:.1} %", p * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{buckets, estimate, intervals, percent, thousands};
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
        let interval = |low, high| intervals(&[&Estimate::new(low, low, high)]).concat();
        assert_eq!(interval(0.4642, 0.4662), "46.42 – 46.62 %");
        assert_eq!(interval(0.0, 3.8e-6), "0.00000 – 0.00038 %");
        assert_eq!(interval(0.5, 0.5), "");
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
