//! Limits on the size of fleets.

use std::fmt;

/// Error: a fleet exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    /// Index of the side: 0 is the attacker, 1 the defender.
    pub side: usize,
    /// Index of the group at fault, unless the limit concerns the whole side.
    pub group: Option<usize>,
    /// What exceeds the limit, with the actual and the allowed number.
    pub message: String,
}

impl LimitError {
    /// Checks the number of groups and ships of a side. `groups` and `ships` are pairs of the
    /// actual and the allowed number.
    pub(crate) fn check_size(
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
