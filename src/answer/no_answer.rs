//! The reasons why a question has no answer, or a record is not analysed.

use crate::model::LimitError;
use crate::scenario::Diagnostic;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A fleet exceeds a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The answer exceeds the budget.
    #[error("{what}")]
    TooLarge {
        /// The part that does not fit, with its estimated work.
        what: String,
        /// Estimated work spent until the failure, in seconds on one core.
        work: f64,
    },
    /// A retreat policy looks ahead, and the calculation that it needs exceeds the budget.
    #[error("{what}, and a retreat policy needs it")]
    RetreatTooLarge {
        /// The part that does not fit, with its estimated work.
        what: String,
        /// Estimated work spent until the failure, in seconds on one core.
        work: f64,
    },
    /// The request does not apply to this game or to this battle.
    #[error("{0}")]
    NotHere(String),
    /// The record of a battle does not fit it; the message shows where.
    #[error(transparent)]
    Record(Box<Diagnostic>),
    /// The work was stopped before there was a result.
    #[error("stopped before there was a result")]
    Stopped,
}

impl From<Diagnostic> for NoAnswer {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Record(Box::new(diagnostic))
    }
}
