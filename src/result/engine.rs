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
        matches!(self, Self::Exact | Self::Checked)
    }

    /// Whether battles were simulated.
    #[must_use]
    pub fn is_simulated(self) -> bool {
        self != Self::Exact
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
