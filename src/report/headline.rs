//! The odds in a sentence.

use super::numbers::{battles, thousands};
use super::text::cut;
use crate::result::{Outcomes, ROLES, SideSummary, Summary};
use crate::stats::Estimate;

/// Odds below which the headline counts the battles of a win, and the odds above which it counts
/// those of a loss.
const RARE: f64 = 0.01;

/// Widest name of a side with the words after it.
pub(super) const WIDEST_NAME: usize = 23;

/// Returns the odds in a sentence: `You win 47 in 100`. It is about the side of who asks, or about
/// the most likely winner of three or more sides.
#[must_use]
pub fn headline(summary: &Summary) -> String {
    let Some((number, side)) = subject(summary) else { return String::new() };
    let [plural, singular] = summary.outcomes.headline[number.min(1)];
    let who = match Some(&*side.name) == ROLES.get(summary.you).copied() {
        true => format!("You {plural}"),
        false => format!("{} {singular}", cut(&side.name, WIDEST_NAME)),
    };
    if summary.partial && summary.battles == 0 && side.win.simulated.is_none() {
        return "Interrupted before the first battle".into();
    }
    if summary.engine.is_exact() {
        let is_standoff = summary.standoff.probability >= 1.0;
        if is_standoff && summary.outcomes.standoff == Outcomes::WINS.standoff {
            return "Every battle is a standoff".into();
        }
        if summary.draw.probability >= 1.0 {
            return "Every battle is a draw".into();
        }
    }
    let so_far = if summary.partial && !summary.engine.is_exact() { " so far" } else { "" };
    format!("{who} {}{so_far}", times(&side.win, summary.battles))
}

/// Returns the side that the headline is about, with its number.
fn subject(summary: &Summary) -> Option<(usize, &SideSummary)> {
    let sides = &summary.sides;
    let odds = |(_, side): &(usize, &SideSummary)| side.win.probability;
    match sides.len() {
        0..=2 => Some((summary.you, sides.get(summary.you)?)),
        _ => sides.iter().enumerate().rev().max_by(|a, b| odds(a).total_cmp(&odds(b))),
    }
}

/// Returns odds as a number of battles: `47 in 100`.
fn times(odds: &Estimate, played: u64) -> String {
    let p = odds.probability;
    let is_simulated = !odds.is_exact();
    match p {
        p if p <= 0.0 && is_simulated => format!("none of {}", battles(played)),
        p if p >= 1.0 && is_simulated => format!("all of {}", battles(played)),
        p if p <= 0.0 => "no battle".into(),
        p if p >= 1.0 => "every battle".into(),
        p if p < 1e-4 => "fewer than 1 in 10,000".into(),
        p if p > 1.0 - 1e-4 => "more than 9,999 in 10,000".into(),
        p if p < RARE => format!("about 1 in {}", one_in(p)),
        p if p > 1.0 - RARE => format!("all but about 1 in {}", one_in(1.0 - p)),
        p => format!("{:.0} in 100", p * 100.0),
    }
}

/// Returns how many battles have one with this probability, rounded to two digits.
fn one_in(p: f64) -> String {
    let number = 1.0 / p;
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    thousands(((number / unit).round() * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::times;
    use crate::stats::Estimate;

    #[test]
    fn odds_are_numbers_of_battles() {
        for (p, words) in [
            (0.0, "no battle"),
            (1e-9, "fewer than 1 in 10,000"),
            (0.000_123, "about 1 in 8,100"),
            (0.0034, "about 1 in 290"),
            (0.01, "1 in 100"),
            (0.465_157, "47 in 100"),
            (0.99, "99 in 100"),
            (0.995, "all but about 1 in 200"),
            (1.0 - 1e-9, "more than 9,999 in 10,000"),
            (1.0, "every battle"),
        ] {
            assert_eq!(times(&Estimate::new(p, p, p), 0), words);
        }
        assert_eq!(times(&Estimate::new(0.0, 0.0, 1e-3), 1000), "none of 1,000 battles");
        assert_eq!(times(&Estimate::new(1.0, 0.999, 1.0), 1000), "all of 1,000 battles");
    }
}
