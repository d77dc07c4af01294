//! A compiled battle, and its state before a die roll.

use super::damages::Damages;
use super::fleet::{Charts, Geometry, ShipGroup};
use super::outcome::ShipCellLayout;
use super::ship::Ship;
use crate::dice::Distribution;

/// A battle of at most `SHIPS` ships.
#[derive(Clone, Debug)]
pub struct ShipBattle<const SHIPS: usize> {
    pub(super) opening: ShipState<SHIPS>,
    /// Number of ships of both sides.
    pub(super) ships: usize,
    /// Index of the first ship of the second side.
    pub(super) second: usize,
    pub(super) groups: Vec<ShipGroup>,
    /// By ship: its group.
    pub(super) group_of: [u8; SHIPS],
    pub(super) geometry: Geometry,
    pub(super) charts: Charts,
    pub(super) damages: Damages,
    pub(super) one_die: Distribution<u8>,
    /// Whether any ship has orders to destroy itself.
    pub(super) blasts: bool,
    pub(super) layout: ShipCellLayout,
}

/// State of a battle before a die roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShipState<const SHIPS: usize> {
    pub(super) ships: [Ship; SHIPS],
    /// The attack phase, from 0; 4 is phase zero of the next turn.
    pub(super) phase: u8,
    /// Progress within the phase: index of the next die roll to consider.
    pub(super) cursor: u16,
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the group of a ship.
    #[inline]
    pub(super) fn group(&self, ship: usize) -> &ShipGroup {
        &self.groups[usize::from(self.group_of[ship])]
    }

    /// Returns the indices of the other side's ships.
    #[inline]
    pub(super) fn enemies(&self, ship: usize) -> std::ops::Range<usize> {
        if ship < self.second { self.second..self.ships } else { 0..self.second }
    }
}
