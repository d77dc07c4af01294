//! Policies by which ships are hit, as input names them.

use std::fmt;

/// Policy by which a side assigns its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The rule for non-player ships, with leftover damage concentrated (D8).
    Npc,
    /// The rule for non-player ships, with leftover damage spread evenly.
    NpcSpread,
    /// Destroys the most expected firepower per point of damage spent.
    Threat,
    /// Best play, as far as the rules allow. The battle has to be solved first; without a strategy
    /// it is played as [`Policy::Threat`].
    Optimal,
}

impl Policy {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Npc, Self::NpcSpread, Self::Threat, Self::Optimal];

    /// Returns the name as users type it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npc => "npc",
            Self::NpcSpread => "npc-spread",
            Self::Threat => "threat",
            Self::Optimal => "optimal",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
