//! What captains of all games decide by: when they retreat, what they are after.

use std::fmt;

use crate::battle::game::Decider;

/// When ships begin to retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Retreat {
    /// Not at all.
    #[default]
    Never,
    /// From the round after this one on.
    AfterRound(u32),
    /// When its side has at most so many living ships in the battle.
    AtMost(u32),
    /// When the odds of winning, played on, fall below this.
    Below(f64),
    /// Whenever that is better for the owner's objective. It has to be solved.
    Optimal,
}

impl Retreat {
    /// Has the battle to be solved before it can be followed?
    #[must_use]
    pub fn looks_ahead(self) -> bool {
        matches!(self, Self::Below(_) | Self::Optimal)
    }
}

/// As said in a result: `after round 3`, `at most 2 ships`, `below 20 %`.
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

/// Index of a side's value by an objective among the [values](crate::battle::game::Values) of a position.
#[must_use]
pub fn value_of(side: usize, objective: Objective) -> usize {
    2 * side + usize::from(objective == Objective::Swing)
}

/// Decides for the most of an objective, or, with the sign -1, for the least; ties by the other
/// objective (D16).
pub(super) fn best(side: usize, objective: Objective, sign: f64) -> Decider {
    let [value, tie] = [objective, objective.other()].map(|figure| value_of(side, figure));
    Decider::Best { value, tie, sign }
}

/// What a captain who plays as well as the rules allow is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The probability of winning the battle.
    #[default]
    Win,
    /// The expected cost of enemy ships destroyed less that of own ships lost.
    Swing,
}

impl Objective {
    /// All objectives that there are.
    pub const ALL: [Self; 2] = [Self::Win, Self::Swing];

    /// The objective that decides between choices that are equally good by this one (D16).
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Win => Self::Swing,
            Self::Swing => Self::Win,
        }
    }

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Swing => "swing",
        }
    }
}
