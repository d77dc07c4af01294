//! Names for reports. The simulation kernel never sees them.

use super::ROLES;

/// Names of a side and of its groups in reports.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Name of the side.
    pub name: String,
    /// Fleet in the notation of the command line.
    pub fleet: String,
    /// Class of each group.
    pub classes: Vec<String>,
}

impl Labels {
    /// Returns the name of this side in a sentence: `the attacker`, or its own name.
    pub(crate) fn called(&self, side: usize) -> String {
        if self.name == ROLES[side] { format!("the {}", self.name) } else { self.name.clone() }
    }
}

/// One side with its names resolved to figures.
#[derive(Clone, Debug)]
pub struct Side<F> {
    /// Names used in reports.
    pub labels: Labels,
    /// Fleet as the rules need it.
    pub fleet: F,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A single change of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Name in reports.
    pub name: String,
    /// Variation with a single value, without the side: `cruiser.hull=2`.
    pub path: String,
}
