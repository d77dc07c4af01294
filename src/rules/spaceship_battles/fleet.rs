//! What goes in: fleets by their figures, orders, the scene.

use super::space::Place;
use crate::rules::LimitError;

/// Limits that are stated and checked.
pub mod limits {
    /// Groups of a side.
    pub const GROUPS: usize = 12;
    /// Ships of a side.
    pub const SHIPS: usize = 64;
    /// Columns and rows of a map.
    pub const MAP: i32 = 200;
    /// Objects on a map.
    pub const OBJECTS: usize = 200;
    /// Turns of a battle.
    pub const TURNS: i32 = 1000;
    /// Power for one system.
    pub const POWER: u8 = 3;
    /// Steps of speed: H, F, hyper 1 to 10.
    pub const SPEEDS: usize = 12;
    /// Largest range that may be given.
    pub const RANGE: i32 = 100;
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fleet {
    /// Groups of equal ships, as listed.
    pub groups: Vec<Group>,
}

/// Equal ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many.
    pub count: u16,
    /// Size, 0 the biggest.
    pub size: u8,
    /// Hull points.
    pub hull: u8,
    /// Most hull points of a ship with light, serious, critical damage.
    pub levels: [u8; 3],
    /// Deduction from attacks on it for its size.
    pub smallness: u8,
    /// Fastest speed: H 1, F 2, hyper n is n + 2.
    pub speed: u8,
    /// Value of the force field by factor; nothing if it has none.
    pub field: Option<[u8; 3]>,
    /// Dice of the weapons by factor.
    pub dice: [u8; 3],
    /// Weapons bear aft, too.
    pub aft: bool,
    /// It has torpedoes.
    pub torpedoes: bool,
    /// It has missiles.
    pub missiles: bool,
    /// Hull damage by ship; the rest is whole.
    pub damaged: Vec<u8>,
    /// Best factors of engines, field, weapons.
    pub factors: [u8; 3],
    /// Orders of its captains.
    pub orders: Orders,
    /// Price of a ship.
    pub points: u32,
    /// Where the ships are, on a map.
    pub places: Vec<Place>,
}

/// A system that may be damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// What moves the ship.
    Engines,
    /// What protects it.
    Field,
    /// What attacks.
    Weapons,
}

impl System {
    /// All, as they are listed.
    pub const ALL: [Self; 3] = [Self::Engines, Self::Field, Self::Weapons];

    /// The name as typed.
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
pub struct Orders {
    /// Power that is wanted for each system.
    pub power: [u8; 3],
    /// Systems in the order in which they are served (B11).
    pub priority: [System; 3],
    /// Speed that is wanted; the most allowed if nothing is said (B14).
    pub speed: Option<u8>,
    /// Whom to attack.
    pub target: Target,
    /// The system to aim at; nothing for the hull.
    pub aim: Option<System>,
    /// How to move.
    pub doctrine: Doctrine,
    /// The ship destroys itself with so much hull or less.
    pub self_destruct: u8,
    /// The ship is invisible (B10).
    pub invisible: bool,
}

impl Orders {
    /// Power that is wanted where nothing is said: as much as there may be, in order of
    /// priority.
    #[must_use]
    pub fn default_power(priority: [System; 3], points: u8) -> [u8; 3] {
        let (mut power, mut left) = ([0; 3], points);
        for system in priority {
            power[system as usize] = left.min(limits::POWER);
            left -= power[system as usize];
        }
        power
    }
}

/// Whom to attack; of equals the first listed (B13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The nearest.
    #[default]
    Nearest,
    /// Who has the least hull.
    Weakest,
    /// Who is of the biggest size.
    Biggest,
}

impl Target {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Nearest, Self::Weakest, Self::Biggest];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::Weakest => "weakest",
            Self::Biggest => "biggest",
        }
    }
}

/// How a ship moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doctrine {
    /// To a range of 3 or less, the target before its weapons.
    #[default]
    Close,
    /// To this range at the end of each turn (B17).
    Keep(u8),
    /// Not at all.
    Hold,
}

/// As said in a result: `close`, `keep 5`, `hold`.
impl std::fmt::Display for Doctrine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Close => f.write_str("close"),
            Self::Keep(range) => write!(f, "keep {range}"),
            Self::Hold => f.write_str("hold"),
        }
    }
}

/// Where it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// All ships are at these ranges, one for each attack phase (B16).
    Range([u8; 4]),
    /// Ships move.
    Map(Map),
}

/// A map of spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// What blocks besides ships.
    pub objects: Vec<(u8, u8)>,
    /// A diagonal counts as two spaces (B3).
    pub orthogonal: bool,
}

/// What belongs to the situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where it happens.
    pub scene: Scene,
    /// Tables.
    pub charts: Charts,
}

/// Tables that the game is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// Power by damage level: none, light, serious, critical.
    pub power: [u8; 4],
    /// By speed, the phases in which a ship moves: bit 0 for phase 1.
    pub moves: [u16; limits::SPEEDS],
    /// By factor of the engines, thirds of the fastest speed that are allowed (B7).
    pub engines: [u8; 3],
}

impl Fleet {
    /// Its ships.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    /// Its price.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.groups.iter().map(|group| group.points * u32::from(group.count)).sum()
    }

    /// Is it within the limits?
    ///
    /// # Errors
    /// If there are too many groups or ships, or a ship has more damage than hull.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse =
            |group: Option<usize>, message: String| Err(LimitError { side, group, message });
        let (groups, ships) = (self.groups.len(), self.ships());
        LimitError::check_size(side, (groups, limits::GROUPS), (ships, limits::SHIPS))?;
        for (g, group) in self.groups.iter().enumerate() {
            let Group { count, hull, damaged, .. } = group;
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
