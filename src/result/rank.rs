//! Figures by which fleets are ranked.

use serde::Serialize;

use super::ranked_candidate::{RankedCandidate, Uncertain};

/// Figure by which candidates are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Probability of winning.
    #[default]
    Win,
    /// Cost of enemy ships destroyed less cost of own ships lost.
    Swing,
    /// Probability of winning per 10 units of the fleet's cost.
    PerCost,
}

impl Rank {
    /// All figures.
    pub const ALL: [Self; 3] = [Self::Win, Self::Swing, Self::PerCost];

    /// Returns the name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Swing => "swing",
            Self::PerCost => "per-cost",
        }
    }

    /// Returns this figure of a candidate.
    pub(crate) fn of(self, candidate: &RankedCandidate) -> Uncertain {
        match self {
            Self::Win => candidate.total.win,
            Self::Swing => candidate.total.swing,
            Self::PerCost => candidate.per_cost().unwrap_or_default(),
        }
    }
}

impl std::fmt::Display for Rank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
