//! The figures of a group of ships in one form, for screens on which fleets are edited.

use serde::Serialize;

/// Figures of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupFigures {
    /// Class as reports name it.
    pub class: String,
    /// Number of ships.
    #[serde(skip)]
    pub count: u32,
    /// Figures of one ship in one line.
    pub summary: String,
    /// Price of all ships, in the unit of the game.
    pub cost: f64,
    /// Damage of the ships; `None` if they cannot be damaged.
    pub damage: Option<GroupDamage>,
    /// Blueprint of the ships; `None` if they are not built from parts.
    pub blueprint: Option<BlueprintFigures>,
}

/// Damage of the ships of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GroupDamage {
    /// Points of damage by ship.
    pub ships: Vec<u32>,
    /// Points of damage that a ship survives, at most.
    pub most: u32,
    /// Whether the damage is noted by ship. Otherwise, the number of damaged ships is noted.
    #[serde(skip)]
    pub by_ship: bool,
}

/// A blueprint with its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BlueprintFigures {
    /// Number of slots.
    pub slots: u32,
    /// Number of slots that are taken.
    pub used: u32,
    /// Energy left over; negative if the parts use more than the ship produces.
    pub energy_left: i32,
    /// Whether it has a drive.
    pub has_drive: bool,
    /// Whether it needs a drive.
    pub needs_drive: bool,
    /// Rule that the blueprint breaks, in words.
    pub fault: Option<String>,
    /// Names of the parts that are printed on it.
    pub printed: Vec<String>,
    /// The parts on it.
    pub parts: Vec<PartFigures>,
}

/// A part on a blueprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PartFigures {
    /// Name.
    pub name: String,
    /// Figures in one line.
    pub summary: String,
    /// Number of slots that it takes.
    pub slots: u32,
}

impl GroupDamage {
    /// Returns the damage of a group of this many ships, noted by ship.
    pub(crate) fn by_ship(count: u16, noted: impl IntoIterator<Item = u32>, most: u32) -> Self {
        let mut ships: Vec<u32> = noted.into_iter().collect();
        ships.resize(usize::from(count), 0);
        Self { ships, most, by_ship: true }
    }

    /// Returns the damage of a group of this many ships, of which some have taken one hit.
    pub(crate) fn of_some(count: u16, damaged: u16) -> Self {
        let ships = (0..count).map(|ship| u32::from(ship < damaged)).collect();
        Self { ships, most: 1, by_ship: false }
    }
}
