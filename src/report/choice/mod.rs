//! Results of choices for reading: headings, tables for the terminal, and charts.
//!
//! ```text
//! ranking   fleets from best to worst
//! matrix    every fleet against every other
//! sweep     curves and two-way grids
//! tornado   single changes
//! design    the best designs
//! luck      a reported result among all others
//! advice    choices in the middle of a battle
//! analysis  luck and skill of a battle that was played
//! skills    luck and skill of players over several battles
//! ```

pub(super) mod advice;
pub(super) mod analysis;
pub(super) mod design;
pub(super) mod luck;
pub(super) mod matrix;
pub(super) mod ranking;
pub(super) mod skills;
pub(super) mod sweep;
pub(super) mod tornado;

use super::named::Named;
use super::numbers::percent;
use crate::result::{Rank, RankedCandidate, Uncertain};

/// Formats a share in percent. A simulated share shows 0 % or 100 % only if its interval ends
/// there, too.
pub(super) fn shown(share: Uncertain) -> String {
    match share.value {
        p if p <= 0.0 && share.high > 0.0 => percent(f64::MIN_POSITIVE),
        p if p >= 1.0 && share.low < 1.0 => percent(1.0 - f64::EPSILON),
        p => percent(p),
    }
}

/// Formats the interval of a share; empty if the share is exact.
fn interval(share: Uncertain) -> String {
    if share.high <= share.low {
        return String::new();
    }
    format!("{:.2} – {:.2} %", share.low * 100.0, share.high * 100.0)
}

/// Describes the figure by which candidates are ranked.
fn by(rank: Rank, unit: &str) -> String {
    match rank {
        Rank::Win => "ranked by odds of winning".into(),
        Rank::Swing => format!("ranked by swing ({unit} destroyed minus lost)"),
        Rank::PerCost => format!("ranked by odds of winning per 10 {unit}"),
    }
}

/// Lists the enemies with their weights.
fn enemies(enemies: &[Named], weights: &[f64]) -> Vec<String> {
    let one = |(enemy, weight): (&Named, &f64)| match enemies.len() {
        1 => format!("vs {}", enemy.long()),
        _ => format!("vs {} (weight {:.0} %)", enemy.long(), weight * 100.0),
    };
    enemies.iter().zip(weights).map(one).collect()
}

/// Formats the difference from the best: `0.80 points behind`. Odds differ by percentage points,
/// other figures by their unit.
fn behind(candidate: &RankedCandidate, by: Rank) -> String {
    let Uncertain { value, low, high } = candidate.behind;
    let (factor, unit) = if by == Rank::Swing { (1.0, "") } else { (100.0, " points") };
    let (value, half) = (value * factor, (high - low) / 2.0 * factor);
    let margin = if half > 0.0 { format!(" ± {half:.2}") } else { String::new() };
    format!("{value:.2}{margin}{unit} behind")
}
