//! Marks for choices by what they have cost.

use crate::model::Objective;

/// Mark of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Good,
    Doubtful,
    Mistake,
    Blunder,
}

/// Costs from which a choice is doubtful, a mistake and a blunder, in chances to win. They are
/// those of GNU Backgammon (0.04, 0.08 and 0.16 points in a game from -1 to 1), as probabilities.
const LIMITS: [(f64, Mark); 3] =
    [(0.08, Mark::Blunder), (0.04, Mark::Mistake), (0.02, Mark::Doubtful)];

impl Mark {
    /// Returns the largest difference that a battle can make to a side with this objective. `cost`
    /// is that of both fleets together.
    pub(crate) fn scale(objective: Objective, cost: f64) -> f64 {
        match objective {
            Objective::Win => 1.0,
            Objective::Swing => cost,
        }
    }

    /// Returns the mark of a choice with this cost, see [`Self::scale`].
    pub(crate) fn of(cost: f64, scale: f64) -> Self {
        let found = LIMITS.iter().find(|(limit, _)| cost >= limit * scale);
        found.map_or(Self::Good, |(_, mark)| *mark)
    }

    /// Returns the name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Doubtful => "doubtful",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}
