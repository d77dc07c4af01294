//! Retreat policies and objectives, shared by all games.

use std::fmt;

use super::game::Decider;

/// When the ships of an owner begin to retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Retreat {
    /// They never retreat.
    #[default]
    Never,
    /// From the round after this one on.
    AfterRound(u32),
    /// When their side has at most this many living ships in the battle.
    AtMost(u32),
    /// When the probability of winning, if they fight on, falls below this (0 to 1).
    Below(f64),
    /// Whenever retreating is better for the owner's objective. The battle has to be solved first.
    Optimal,
}

impl Retreat {
    /// Whether the battle has to be solved before this policy can be played.
    #[must_use]
    pub fn looks_ahead(self) -> bool {
        matches!(self, Self::Below(_) | Self::Optimal)
    }
}

/// Formats the policy as results show it: `after round 3`, `at 2 ships`, `below 20 %`.
impl fmt::Display for Retreat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("never"),
            Self::AfterRound(round) => write!(f, "after round {round}"),
            Self::AtMost(ships) => write!(f, "at {ships} ships"),
            Self::Below(odds) => write!(f, "below {} %", odds * 100.0),
            Self::Optimal => f.write_str("optimal"),
        }
    }
}

/// Returns the index of a side's value by an objective among the
/// [values](crate::model::game::Values) of a position.
#[must_use]
pub fn value_of(side: usize, objective: Objective) -> usize {
    2 * side + usize::from(objective == Objective::Swing)
}

/// Chooses what is best for an objective of a side, or worst if `sign` is -1. Ties are broken by
/// the other objective (D16).
pub(crate) fn best(side: usize, objective: Objective, sign: f64) -> Decider {
    let [value, tie] = [objective, objective.other()].map(|figure| value_of(side, figure));
    Decider::Best { value, tie, sign }
}

/// How far best play looks ahead where battles follow one another (D17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Horizon {
    /// To the end of the last battle.
    #[default]
    Sector,
    /// To the end of the battle at hand.
    Battle,
}

impl Horizon {
    /// All horizons.
    pub const ALL: [Self; 2] = [Self::Sector, Self::Battle];

    /// Returns the name as users type it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sector => "sector",
            Self::Battle => "battle",
        }
    }
}

/// Objective of best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The probability of winning the battle.
    #[default]
    Win,
    /// The expected cost of enemy ships destroyed less that of own ships lost.
    Swing,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 2] = [Self::Win, Self::Swing];

    /// Returns the objective that breaks ties of this one (D16).
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Win => Self::Swing,
            Self::Swing => Self::Win,
        }
    }

    /// Returns the name as users type it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Swing => "swing",
        }
    }
}
