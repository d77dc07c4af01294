//! Compiles fleets into a battle, which holds everything that never changes.

use super::attack::{Damages, numbers_of_dice};
use super::fleet::{Charts, Fleet, Group, Scene, Terms};
use super::outcome::Layout;
use super::ship::Ship;
use crate::dice::Distribution;
use crate::games::common::LimitError;

/// A battle of at most `SHIPS` ships.
#[derive(Clone, Debug)]
pub struct ShipBattle<const SHIPS: usize> {
    pub(super) opening: State<SHIPS>,
    /// Number of ships of both sides.
    pub(super) ships: usize,
    /// Index of the first ship of the second side.
    pub(super) second: usize,
    pub(super) groups: Vec<Group>,
    /// By ship: its group.
    pub(super) group_of: [u8; SHIPS],
    pub(super) scene: Scene,
    pub(super) charts: Charts,
    pub(super) damages: Damages,
    pub(super) one_die: Distribution<u8>,
    /// Whether any ship has orders to destroy itself.
    pub(super) blasts: bool,
    pub(super) layout: Layout,
}

/// State of a battle before a die roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<const SHIPS: usize> {
    pub(super) ships: [Ship; SHIPS],
    /// The attack phase, from 0; 4 is phase zero of the next turn.
    pub(super) phase: u8,
    /// Progress within the phase: index of the next die roll to consider.
    pub(super) cursor: u16,
}

/// Returns the number of ships of both sides.
#[must_use]
pub fn ships(fleets: &[Fleet; 2]) -> usize {
    fleets.iter().map(Fleet::ships).sum()
}

/// Compiles a battle. `SHIPS` must be at least the number of ships of both sides.
///
/// # Errors
/// If a side exceeds a limit.
pub fn compile<const SHIPS: usize>(
    fleets: &[Fleet; 2],
    terms: &Terms,
) -> Result<ShipBattle<SHIPS>, LimitError> {
    for (side, fleet) in fleets.iter().enumerate() {
        fleet.check(side)?;
    }
    let groups: Vec<Group> = fleets.iter().flat_map(|fleet| fleet.groups.clone()).collect();
    let on_map = matches!(terms.scene, Scene::Map(_));
    let mut group_of = [0; SHIPS];
    let mut opening = State { ships: [Ship::default(); SHIPS], phase: 0, cursor: 0 };
    let mut next = 0;
    for (g, group) in groups.iter().enumerate() {
        for n in 0..usize::from(group.count) {
            let hull = group.hull - group.damaged.get(n).copied().unwrap_or(0);
            let place = group.places.get(n).copied().filter(|_| on_map);
            opening.ships[next] = Ship::new(hull, group.factors, place);
            group_of[next] = g as u8;
            next += 1;
        }
    }
    let mut battle = ShipBattle {
        opening,
        ships: next,
        second: fleets[0].ships(),
        damages: Damages::new(groups.iter().flat_map(numbers_of_dice)),
        blasts: groups.iter().any(|group| group.orders.self_destruct > 0),
        layout: Layout::new(fleets),
        groups,
        group_of,
        scene: terms.scene.clone(),
        charts: terms.charts.clone(),
        one_die: Distribution::new((1..=6).map(|face| (face, 1.0 / 6.0))),
    };
    // Nothing is repaired in the first turn, so its phase zero needs no dice and can be played
    // here.
    let mut opening = battle.opening;
    battle.command(&mut opening);
    battle.close_in(&mut opening, 0);
    battle.opening = opening;
    Ok(battle)
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the group of a ship.
    #[inline]
    pub(super) fn group(&self, ship: usize) -> &Group {
        &self.groups[usize::from(self.group_of[ship])]
    }

    /// Returns the indices of the other side's ships.
    #[inline]
    pub(super) fn enemies(&self, ship: usize) -> std::ops::Range<usize> {
        if ship < self.second { self.second..self.ships } else { 0..self.second }
    }
}
