//! Names of the engines that produced a result.

use serde::Serialize;

/// Engine that computed a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum EngineUsed {
    /// Exact calculation.
    #[serde(rename = "exact")]
    Exact,
    /// Exact calculation, checked by a simulation.
    #[serde(rename = "exact+simulate")]
    Checked,
    /// Exact calculation of the odds of play that was found in single precision.
    #[serde(rename = "exact-single")]
    ExactSingle,
    /// Exact calculation of the odds of such play, checked by a simulation.
    #[serde(rename = "exact-single+simulate")]
    CheckedSingle,
    /// Simulation.
    #[serde(rename = "simulate")]
    Simulate,
    /// Simulation that plays each battle by the rules, because it was asked for.
    #[serde(rename = "kernel")]
    Kernel,
}

impl EngineUsed {
    /// Whether the figures are exact.
    #[must_use]
    pub fn is_exact(self) -> bool {
        !matches!(self, Self::Simulate | Self::Kernel)
    }

    /// Whether battles were simulated.
    #[must_use]
    pub fn is_simulated(self) -> bool {
        !matches!(self, Self::Exact | Self::ExactSingle)
    }

    /// Returns the engine if play was found in single precision.
    #[must_use]
    pub(crate) fn in_single_precision(self) -> Self {
        match self {
            Self::Exact => Self::ExactSingle,
            Self::Checked => Self::CheckedSingle,
            other => other,
        }
    }

    /// Whether play was found in single precision.
    #[must_use]
    pub(crate) fn is_single(self) -> bool {
        matches!(self, Self::ExactSingle | Self::CheckedSingle)
    }
}

/// Engine that played the battle of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StoryEngine {
    /// A walk along the graph of the battle.
    Walk,
    /// The rules, battle by battle.
    Kernel,
}
