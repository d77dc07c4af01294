//! The packed state of one ship, in eight bytes.

use std::hash::{Hash, Hasher};

use super::fleet::ShipSystem;
use super::space::{Heading, MapPosition};

/// A ship in the course of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ship {
    /// Remaining hull points; a ship with 0 is not alive.
    pub(super) hull: u8,
    /// Best factors of the systems, two bits each.
    best: u8,
    /// Factors of field and weapons in this phase, two bits each.
    now: u8,
    /// Speed in the lower four bits, heading in the upper four.
    motion: u8,
    /// The target in this phase: its index plus 1, or 0 for none.
    pub(super) target: u8,
    pub(super) x: u8,
    pub(super) y: u8,
    /// The flags `PRESENT` and `DOOMED`.
    flags: u8,
}

impl Hash for Ship {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { hull, best, now, motion, target, x, y, flags } = *self;
        hasher.write_u64(u64::from_le_bytes([hull, best, now, motion, target, x, y, flags]));
    }
}

/// The ship is on the map, alive or as a wreck.
const PRESENT: u8 = 1;
/// The ship destroys itself in this turn.
const DOOMED: u8 = 2;

impl Ship {
    pub(super) fn new(hull: u8, factors: [u8; 3], place: Option<MapPosition>) -> Self {
        let mut ship = Self { hull, ..Self::default() };
        for system in ShipSystem::ALL {
            ship.set_best(system, factors[system as usize]);
        }
        if let Some(place) = place {
            ship.flags = PRESENT;
            ship.put(place);
        }
        ship
    }

    #[inline]
    pub(super) fn lives(self) -> bool {
        self.hull > 0
    }

    /// Returns the best factor of a system.
    #[inline]
    pub(super) fn best(self, system: ShipSystem) -> u8 {
        self.best >> (2 * system as u8) & 3
    }

    /// Returns the best factors of all systems, packed.
    #[inline]
    pub(super) fn systems(self) -> u8 {
        self.best
    }

    /// Sets the best factors of all systems, packed.
    #[inline]
    pub(super) fn set_systems(&mut self, packed: u8) {
        self.best = packed;
    }

    #[inline]
    pub(super) fn set_best(&mut self, system: ShipSystem, factor: u8) {
        let shift = 2 * system as u8;
        self.best = self.best & !(3 << shift) | factor << shift;
    }

    /// Lowers the best factor of a system by a step.
    #[inline]
    pub(super) fn lose_step(&mut self, system: ShipSystem) {
        self.set_best(system, self.best(system).saturating_sub(1));
    }

    /// Returns the factor of field or weapons in this phase.
    #[inline]
    pub(super) fn factor(self, system: ShipSystem) -> u8 {
        self.now >> (2 * system as u8) & 3
    }

    #[inline]
    pub(super) fn set_factor(&mut self, system: ShipSystem, factor: u8) {
        let shift = 2 * system as u8;
        self.now = self.now & !(3 << shift) | factor << shift;
    }

    #[inline]
    pub(super) fn speed(self) -> u8 {
        self.motion & 15
    }

    #[inline]
    pub(super) fn set_speed(&mut self, speed: u8) {
        self.motion = self.motion & !15 | speed;
    }

    /// Returns the position and heading.
    #[inline]
    pub(super) fn place(self) -> MapPosition {
        MapPosition { x: self.x, y: self.y, heading: Heading::ALL[usize::from(self.motion >> 4)] }
    }

    #[inline]
    pub(super) fn put(&mut self, place: MapPosition) {
        self.x = place.x;
        self.y = place.y;
        self.motion = self.motion & 15 | (place.heading as u8) << 4;
    }

    /// Returns whether the ship is on the map, alive or as a wreck.
    #[inline]
    pub(super) fn is_present(self) -> bool {
        self.flags & PRESENT > 0
    }

    /// Returns whether the ship destroys itself in this turn.
    #[inline]
    pub(super) fn is_doomed(self) -> bool {
        self.flags & DOOMED > 0
    }

    #[inline]
    pub(super) fn mark_self_destruct(&mut self, is_doomed: bool) {
        self.flags = self.flags & PRESENT | if is_doomed { DOOMED } else { 0 };
    }

    /// Returns the wreck of a ship without hull, which blocks until it is removed.
    #[inline]
    pub(super) fn destroyed(self) -> Self {
        Self { x: self.x, y: self.y, flags: self.flags & PRESENT, ..Self::default() }
    }
}
