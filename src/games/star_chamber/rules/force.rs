//! Input of a series of combats: the figures of the forces, and the setting.

use crate::games::common::LimitError;

/// Limits of the input.
pub mod limits {
    /// Maximum number of forces in a system.
    pub const FORCES: usize = 4;
    /// Maximum number of groups in a force.
    pub const GROUPS: usize = 12;
    /// Maximum number of ships in a force.
    pub const SHIPS: usize = 64;
    /// Largest hull, shield or damage.
    pub const FIGURE: i32 = 1000;
    /// Maximum number of weapons of a ship.
    pub const WEAPONS: usize = 20;
    /// Number of rounds in a combat, and the last round in which a weapon can fire.
    pub const ROUNDS: u8 = 10;
    /// Maximum number of turns in a series.
    pub const TURNS: u16 = 100;
    /// Highest Leadership of a persona.
    pub const LEADERSHIP: i32 = 100;
    /// Maximum number of scripted events.
    pub const EVENTS: usize = 50;
}

/// A force: the ships of one player, or neutral ships.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StarForce {
    /// Groups of identical ships, in the order listed.
    pub groups: Vec<StarGroup>,
    /// Leadership of its local personae.
    pub personae: Vec<u16>,
    /// Whether its player has the Edge.
    pub edge: bool,
    /// Tie-breaker between equal leaders, used after the Edge; the lower goes first.
    pub tie_breaker: i32,
    /// Whether the ships are neutral.
    pub is_neutral: bool,
}

/// Identical ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StarGroup {
    /// Number of ships.
    pub count: u16,
    /// Maximum hull of a ship.
    pub hull: u16,
    /// Shields of a ship.
    pub shield: u16,
    /// Weapons, in firing order.
    pub weapons: Vec<StarWeapon>,
    /// Whether the crews are alert.
    pub alert: bool,
    /// Whether the weapons can be fired.
    pub can_fire: bool,
    /// Hull damage by ship; ships beyond the list are undamaged.
    pub damaged: Vec<u16>,
    /// Shields by ship; ships beyond the list have all their shields.
    pub shields_left: Vec<u16>,
}

/// A weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarWeapon {
    /// Round in which it fires, 1 to 10.
    pub round: u8,
    /// Damage of a shot.
    pub damage: u16,
}

/// The setting of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarTerms {
    /// Number of combats, one per turn.
    pub turns: u16,
    /// Whether shields are restored at the start of each turn.
    pub restores_shields: bool,
    /// Whether the ships of a force fire in a new random order in each round.
    pub shuffles: bool,
    /// Scripted events, in order.
    pub events: Vec<StarEvent>,
}

impl Default for StarTerms {
    /// One combat without events, in which ships fire in the order listed.
    fn default() -> Self {
        Self { turns: 1, restores_shields: false, shuffles: false, events: Vec::new() }
    }
}

/// A scripted event at the start of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StarEvent {
    /// The turn, from 1.
    pub turn: u16,
    /// The round, 1 to 10.
    pub round: u8,
    /// Index of the force that it concerns.
    pub force: usize,
    /// The group that it concerns; `None` for all groups.
    pub group: Option<usize>,
    /// The ship of the group that it concerns; `None` for all ships.
    pub ship: Option<usize>,
    /// Whether the leader is killed.
    pub kills_leader: bool,
    /// Number of shields added to each ship.
    pub shield: u16,
    /// Damage dealt to each ship.
    pub damage: u16,
    /// Whether crews are alert from now on; `None` for no change.
    pub alert: Option<bool>,
}

impl StarEvent {
    /// Returns whether it concerns this ship of its force.
    pub(super) fn concerns(&self, group: usize, ship: usize) -> bool {
        self.group.is_none_or(|g| g == group) && self.ship.is_none_or(|s| s == ship)
    }
}

impl StarForce {
    /// Returns the number of ships.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    /// Checks the force against the limits.
    ///
    /// # Errors
    /// If there are too many groups or ships, if `damaged` or `shields_left` has more entries than
    /// the group has ships, or if a ship has as much damage as hull.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse =
            |group: Option<usize>, message: String| Err(LimitError { side, group, message });
        let (groups, ships) = (self.groups.len(), self.ships());
        LimitError::check_size(side, (groups, limits::GROUPS), (ships, limits::SHIPS))?;
        for (g, group) in self.groups.iter().enumerate() {
            let count = usize::from(group.count);
            for (what, list) in [("damaged", &group.damaged), ("shields_left", &group.shields_left)]
            {
                if list.len() > count {
                    let n = list.len();
                    return refuse(
                        Some(g),
                        format!("`{what}` of {n} ships, the group has {count}"),
                    );
                }
            }
            if let Some(damage) = group.damaged.iter().find(|damage| **damage >= group.hull) {
                let hull = group.hull;
                return refuse(Some(g), format!("{damage} damage on a ship with a hull of {hull}"));
            }
        }
        Ok(())
    }
}
