//! The sides of a fight with their fleets.

use serde::Serialize;

/// A side and its fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SideFleet {
    /// Name of the side.
    pub name: String,
    /// The fleet in typed notation.
    pub fleet: String,
}

impl SideFleet {
    /// Creates a side.
    #[must_use]
    pub fn new(name: &str, fleet: &str) -> Self {
        Self { name: name.into(), fleet: fleet.into() }
    }
}
