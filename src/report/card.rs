//! Losses, survivors and play of a result, in a few words beside the odds on a screen.

use serde::Serialize;

use super::numbers::percent;
use super::play;
use crate::result::{SideSummary, Summary};

/// Groups of survivors that are named.
const MOST_GROUPS: usize = 3;

/// The losses and survivors of each side, and how they played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// By side: `attacker loses 5.80 materials and keeps 1.07 of 3 interceptor, retreats 12.20 %`.
    pub sides: Vec<String>,
    /// How the sides played: `you assign hits as well as possible, …`. `None` if there is nothing
    /// to say.
    pub play: Option<String>,
}

impl Card {
    /// Returns the card of a result.
    #[must_use]
    pub fn new(summary: &Summary) -> Self {
        let side = |side: &SideSummary| {
            let kept = survivors(side);
            let kept = match side.is_neutral {
                true => format!("{} keeps {kept}", side.name),
                false => format!(
                    "{} loses {:.2} {} and keeps {kept}",
                    side.name, side.cost.lost, summary.units.cost
                ),
            };
            let ends = side.of_game.ends().map(|(end, share)| format!("{end} {}", percent(share)));
            [kept].into_iter().chain(ends).collect::<Vec<String>>().join(", ")
        };
        Self { sides: summary.sides.iter().map(side).collect(), play: play::of_result(summary) }
    }
}

fn survivors(side: &SideSummary) -> String {
    let groups = side.survivors.iter();
    let mut kept: Vec<String> = groups
        .take(MOST_GROUPS)
        .map(|group| format!("{:.2} of {}", group.mean, group.group()))
        .collect();
    if let Some(others) = side.survivors.get(MOST_GROUPS..).filter(|others| !others.is_empty()) {
        let mean: f64 = others.iter().map(|group| group.mean).sum();
        let ships: u64 = others.iter().map(|group| group.start).sum();
        kept.push(format!("{mean:.2} of {ships} others"));
    }
    kept.join(", ")
}
