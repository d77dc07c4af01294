//! Limits that are stated and checked.

use std::fmt;

/// A limit that a fleet goes beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    /// 0 attacker, 1 defender.
    pub side: usize,
    /// The group at fault, if it is one.
    pub group: Option<usize>,
    /// What there is too much of, with both numbers.
    pub message: String,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LimitError {}
