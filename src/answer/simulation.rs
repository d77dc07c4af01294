//! The battles that a question asks to simulate, and their counts.

use crate::engine::Shard;
use crate::stats::Tally;

/// Number of battles to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battles {
    /// The number that fits the budget, up to this limit.
    AtMost(u64),
    /// Exactly this number, whatever the budget; fewer if they check an exact answer and do not
    /// fit the budget.
    Given(u64),
}

impl Battles {
    /// Returns the largest number that may be simulated.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Self::AtMost(battles) | Self::Given(battles) => battles,
        }
    }

    /// Returns a number of the same variant.
    #[must_use]
    pub fn with(self, battles: u64) -> Self {
        match self {
            Self::AtMost(_) => Self::AtMost(battles),
            Self::Given(_) => Self::Given(battles),
        }
    }
}

/// Rounds after which the state is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Every round until nearly all battles are decided, 20 rounds at most.
    Enough,
    /// Every round up to this one.
    To(u32),
}

/// Simulation of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Simulation {
    /// Plays all battles of the run, or one shard of them.
    Played(Shard),
    /// Plays nothing, and uses these counts of the whole run.
    Known(Counted),
}

/// Counts of simulated battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Counts of all cells.
    pub tally: Tally,
    /// Whether a policy had to be approximated.
    pub approximated: bool,
}

impl Counted {
    /// Adds the counts of other battles of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.approximated |= other.approximated;
    }
}
