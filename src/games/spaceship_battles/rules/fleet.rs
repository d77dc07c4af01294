//! Input of a battle: the figures of the fleets, orders, and the scene.

use super::space::MapPosition;
use crate::games::common::LimitError;

/// Limits of the input.
pub mod limits {
    /// Maximum number of groups of a side.
    pub const GROUPS: usize = 12;
    /// Maximum number of ships of a side.
    pub const SHIPS: usize = 64;
    /// Maximum number of columns and of rows of a map.
    pub const MAP: i32 = 200;
    /// Maximum number of objects on a map.
    pub const OBJECTS: usize = 200;
    /// Maximum number of turns of a battle.
    pub const TURNS: i32 = 1000;
    /// Maximum power of a system.
    pub const POWER: u8 = 3;
    /// Number of speeds: H, F, hyper 1 to 10.
    pub const SPEEDS: usize = 12;
    /// Largest range that a scenario may give.
    pub const RANGE: i32 = 100;
}

/// One side of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipFleet {
    /// Groups of identical ships, in the order listed.
    pub groups: Vec<ShipGroup>,
}

/// Identical ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipGroup {
    /// Number of ships.
    pub count: u16,
    /// Size class; 0 is the biggest.
    pub size: u8,
    /// Hull points of an undamaged ship.
    pub hull: u8,
    /// Largest number of hull points at which a ship has light, serious and critical damage.
    pub levels: [u8; 3],
    /// Deduction from attacks on the ship because of its size.
    pub smallness: u8,
    /// Fastest speed: 1 is H, 2 is F, n + 2 is hyper n.
    pub speed: u8,
    /// Value of the force field at factors I to III; `None` if the ship has no field.
    pub field: Option<[u8; 3]>,
    /// Dice of the weapons at factors I to III.
    pub dice: [u8; 3],
    /// Whether the weapons also bear aft.
    pub aft: bool,
    /// Whether the ship has torpedoes.
    pub torpedoes: bool,
    /// Whether the ship has missiles.
    pub missiles: bool,
    /// Hull damage by ship; ships beyond the list are undamaged.
    pub damaged: Vec<u8>,
    /// Best factors of engines, field and weapons, 0 to 3.
    pub factors: [u8; 3],
    /// Orders of the captains.
    pub orders: ShipOrders,
    /// Price of a ship, in points.
    pub points: u32,
    /// Places of the ships on a map.
    pub places: Vec<MapPosition>,
}

/// A system that can be damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShipSystem {
    /// Engines, which move the ship.
    Engines,
    /// Force field, which protects it.
    Field,
    /// Weapons.
    Weapons,
}

impl ShipSystem {
    /// All systems, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Engines, Self::Field, Self::Weapons];

    /// Returns the name as typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engines => "engines",
            Self::Field => "field",
            Self::Weapons => "weapons",
        }
    }
}

/// Orders of a captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipOrders {
    /// Power requested for each system.
    pub power: [u8; 3],
    /// Systems in order of priority (B11).
    pub priority: [ShipSystem; 3],
    /// Requested speed; `None` for the fastest allowed (B14).
    pub speed: Option<u8>,
    /// Rule for choosing the target.
    pub target: TargetPriority,
    /// System to aim at; `None` for the hull.
    pub aim: Option<ShipSystem>,
    /// Rule for moving.
    pub doctrine: Doctrine,
    /// The ship destroys itself when its hull is this or less; 0 for never.
    pub self_destruct: u8,
    /// Whether the ship is invisible (B10).
    pub invisible: bool,
}

impl ShipOrders {
    /// Returns the power requested by default: the maximum for each system, in order of priority,
    /// while `points` last.
    #[must_use]
    pub fn default_power(priority: [ShipSystem; 3], points: u8) -> [u8; 3] {
        let (mut power, mut left) = ([0; 3], points);
        for system in priority {
            power[system as usize] = left.min(limits::POWER);
            left -= power[system as usize];
        }
        power
    }
}

/// Rule for choosing a target; of equals, the first listed (B13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetPriority {
    /// The nearest ship.
    #[default]
    Nearest,
    /// The ship with the least hull.
    Weakest,
    /// The ship of the biggest size.
    Biggest,
}

impl TargetPriority {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Nearest, Self::Weakest, Self::Biggest];

    /// Returns the name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::Weakest => "weakest",
            Self::Biggest => "biggest",
        }
    }
}

/// Rule for moving a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doctrine {
    /// Approaches to a range of 3 or less and turns the weapons towards the target.
    #[default]
    Close,
    /// Seeks this range at the end of each turn (B17).
    Keep(u8),
    /// Does not move.
    Hold,
}

/// Writes the form used in results: `close`, `keep 5`, `hold`.
impl std::fmt::Display for Doctrine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Close => f.write_str("close"),
            Self::Keep(range) => write!(f, "keep {range}"),
            Self::Hold => f.write_str("hold"),
        }
    }
}

/// Geometry of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// All ships are at these ranges, one for each attack phase (B16).
    Range([u8; 4]),
    /// Ships move on a map.
    Map(Map),
}

/// A map of square spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Spaces with objects that block attacks.
    pub objects: Vec<(u8, u8)>,
    /// Whether a diagonal counts as two spaces (B3).
    pub orthogonal: bool,
}

/// The setting of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipTerms {
    /// The geometry.
    pub geometry: Geometry,
    /// Tables of the game.
    pub charts: Charts,
}

/// Tables of the game, which a scenario may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// Power by damage level: none, light, serious, critical.
    pub power: [u8; 4],
    /// By speed: the phases in which a ship moves, as a bit set with bit 0 for phase 1.
    pub moves: [u16; limits::SPEEDS],
    /// By factor of the engines: the allowed part of the fastest speed, in thirds (B7).
    pub engines: [u8; 3],
}

impl ShipFleet {
    /// Returns the number of ships.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    /// Returns the price, in points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.groups.iter().map(|group| group.points * u32::from(group.count)).sum()
    }

    /// Checks the fleet against the limits.
    ///
    /// # Errors
    /// If there are too many groups or ships, if `damaged` has more entries than the group has
    /// ships, or if a ship has as much damage as hull.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse =
            |group: Option<usize>, message: String| Err(LimitError { side, group, message });
        let (groups, ships) = (self.groups.len(), self.ships());
        LimitError::check_size(side, (groups, limits::GROUPS), (ships, limits::SHIPS))?;
        for (g, group) in self.groups.iter().enumerate() {
            let ShipGroup { count, hull, damaged, .. } = group;
            if damaged.len() > usize::from(*count) {
                let n = damaged.len();
                return refuse(Some(g), format!("`damaged` of {n} ships, the group has {count}"));
            }
            if let Some(damage) = damaged.iter().find(|damage| *damage >= hull) {
                return refuse(Some(g), format!("{damage} damage on a ship with a hull of {hull}"));
            }
        }
        Ok(())
    }
}
