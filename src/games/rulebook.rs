//! The rulebooks.

use std::fmt;

use crate::scenario::names::normalise;

/// A game and edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rulebook {
    /// Eclipse, first edition with Rise of the Ancients.
    #[default]
    Eclipse,
    /// Eclipse: Second Dawn for the Galaxy.
    Eclipse2e,
    /// Twilight Imperium, 4th edition: space combat.
    Ti4Space,
    /// Twilight Imperium, 4th edition: ground combat.
    Ti4Ground,
    /// Star Chamber.
    StarChamber,
    /// Spaceship Battles.
    SpaceshipBattles,
}

impl Rulebook {
    /// All rulebooks.
    pub const ALL: [Self; 6] = [
        Self::Eclipse,
        Self::Eclipse2e,
        Self::Ti4Space,
        Self::Ti4Ground,
        Self::StarChamber,
        Self::SpaceshipBattles,
    ];

    /// Returns the name that users type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Eclipse => "eclipse",
            Self::Eclipse2e => "eclipse-2e",
            Self::Ti4Space => "ti4-space",
            Self::Ti4Ground => "ti4-ground",
            Self::StarChamber => "star-chamber",
            Self::SpaceshipBattles => "spaceship-battles",
        }
    }

    /// Returns the rulebook with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| normalise(r.name()) == normalise(name))
    }

    /// Whether catalogue files may use this name for the rulebook. Space combat and ground combat
    /// share their files.
    #[must_use]
    pub fn has_catalogue(self, name: &str) -> bool {
        let is_ti4 = matches!(self, Self::Ti4Space | Self::Ti4Ground);
        Self::named(name) == Some(self) || (is_ti4 && normalise(name) == "ti4")
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
