//! The rulebooks.

use std::fmt;

use super::names::normalise;

/// A game and edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rulebook {
    /// Eclipse, first edition with Rise of the Ancients.
    Eclipse,
    /// Eclipse: Second Dawn for the Galaxy.
    Eclipse2e,
}

impl Rulebook {
    /// Those that there are.
    pub const ALL: [Self; 2] = [Self::Eclipse, Self::Eclipse2e];

    /// Those that come later.
    pub const LATER: [&str; 4] = ["ti4-space", "ti4-ground", "star-chamber", "spaceship-battles"];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Eclipse => "eclipse",
            Self::Eclipse2e => "eclipse-2e",
        }
    }

    /// The rulebook of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| normalise(r.name()) == normalise(name))
    }

    /// Is this the name of a rulebook that comes later?
    #[must_use]
    pub fn is_later(name: &str) -> bool {
        Self::LATER.iter().any(|later| normalise(later) == normalise(name))
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
