//! What goes in: forces by their figures, what belongs to the situation.

use super::super::LimitError;

/// Limits that are stated and checked.
pub mod limits {
    /// Forces that share a system.
    pub const FORCES: usize = 4;
    /// Groups of a force.
    pub const GROUPS: usize = 12;
    /// Ships of a force.
    pub const SHIPS: usize = 64;
    /// Hull, shield or damage of anything.
    pub const FIGURE: i32 = 1000;
    /// Weapons of a ship.
    pub const WEAPONS: usize = 20;
    /// Rounds of a combat, and the last in which weapons are fired.
    pub const ROUNDS: u8 = 10;
    /// Turns of a series.
    pub const TURNS: u16 = 100;
    /// Leadership of a persona.
    pub const LEADERSHIP: i32 = 100;
    /// Scripted events.
    pub const EVENTS: usize = 50;
}

/// A force: one player's ships, or neutral ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Force {
    /// Groups of equal ships, as listed.
    pub groups: Vec<Group>,
    /// Leadership of its local personae, those that lead.
    pub personae: Vec<u16>,
    /// Its player has the Edge.
    pub edge: bool,
    /// Of equal leaders the lower goes first, after the Edge.
    pub tie_breaker: i32,
    /// It belongs to nobody.
    pub is_neutral: bool,
}

/// Equal ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// How many.
    pub count: u16,
    /// Hull that a ship may have.
    pub hull: u16,
    /// Shields that a ship has.
    pub shield: u16,
    /// Weapons, in the order in which they are fired.
    pub weapons: Vec<Weapon>,
    /// The crews are alert.
    pub alert: bool,
    /// Its weapons can be fired.
    pub can_fire: bool,
    /// Hull damage by ship; the rest is whole.
    pub damaged: Vec<u16>,
    /// Shields by ship; the rest has all.
    pub shields_left: Vec<u16>,
}

/// A weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// The round in which it is fired, 1 to 10.
    pub round: u8,
    /// What it deals.
    pub damage: u16,
}

/// What belongs to the situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Combats, one a turn.
    pub turns: u16,
    /// Shields are back at the start of each turn.
    pub restores_shields: bool,
    /// Ships of a force fire in a new order each round.
    pub shuffles: bool,
    /// What happens besides, in order.
    pub events: Vec<Event>,
}

impl Default for Terms {
    /// One combat, ships fire as listed.
    fn default() -> Self {
        Self { turns: 1, restores_shields: false, shuffles: false, events: Vec::new() }
    }
}

/// Something that happens at the start of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The turn, from 1.
    pub turn: u16,
    /// The round, 1 to 10.
    pub round: u8,
    /// Whom it concerns.
    pub force: usize,
    /// One of its groups, or all.
    pub group: Option<usize>,
    /// One ship of the group, or all.
    pub ship: Option<usize>,
    /// The leader is killed.
    pub kills_leader: bool,
    /// Shields are added.
    pub shield: u16,
    /// Damage is dealt.
    pub damage: u16,
    /// Crews are alert from now on, or no longer.
    pub alert: Option<bool>,
}

impl Event {
    /// Does it concern this ship of its force?
    pub(super) fn concerns(&self, group: usize, ship: usize) -> bool {
        self.group.is_none_or(|g| g == group) && self.ship.is_none_or(|s| s == ship)
    }
}

impl Force {
    /// Its ships.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
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
