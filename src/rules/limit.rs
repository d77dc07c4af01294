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

impl LimitError {
    /// A side has no more groups and ships than it may have; `groups` and `ships` are how many it
    /// has and how many it may.
    pub(super) fn check_size(
        side: usize,
        groups: (usize, usize),
        ships: (usize, usize),
    ) -> Result<(), Self> {
        for (what, (n, most), group) in [("groups", groups, Some(groups.1)), ("ships", ships, None)]
        {
            if n > most {
                let message = format!("{n} {what} on one side, at most {most}");
                return Err(Self { side, group, message });
            }
        }
        Ok(())
    }
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LimitError {}
