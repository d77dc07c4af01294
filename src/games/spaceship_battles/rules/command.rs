//! Phase zero: removes wrecks, repairs systems, distributes power and sets speeds (B11).

use super::battle::{ShipBattle, ShipState};
use super::fleet::{Geometry, ShipGroup, ShipOrders, ShipSystem};
use super::ship::Ship;
use crate::dice::Die;
use crate::story::{Observer, ThrowTotal};

/// Lowest speeds that make attacks harder (hyper 8 and hyper 4), each with its deduction.
pub(super) const FAST: [(u8, u8); 2] = [(10, 3), (6, 1)];

/// The face that repairs a step.
const REPAIRS: u8 = 6;

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the first damaged system of a living ship, in order of priority.
    fn broken(&self, state: &ShipState<SHIPS>, ship: usize) -> Option<ShipSystem> {
        let group = self.group(ship);
        let is_broken = |system: &ShipSystem| {
            let exists = *system != ShipSystem::Field || group.field.is_some();
            exists && state.ships[ship].best(*system) < 3
        };
        let lives = state.ships[ship].lives();
        group.orders.priority.into_iter().find(is_broken).filter(|_| lives)
    }

    /// Removes wrecks at the start of a turn. Returns whether a ship has a system to repair.
    pub(super) fn begin_turn(&self, state: &mut ShipState<SHIPS>) -> bool {
        for ship in &mut state.ships[..self.ships] {
            if !ship.lives() {
                *ship = Ship::default();
            }
        }
        (0..self.ships).any(|ship| self.broken(state, ship).is_some())
    }

    /// Rolls for the next ship with a damaged system; a 6 restores one step. Returns whether no
    /// ship was left to roll for.
    pub(super) fn repair<D: Die, O: Observer>(
        &self,
        state: &mut ShipState<SHIPS>,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        let from = usize::from(state.cursor);
        let next = (from..self.ships).find_map(|n| Some((n, self.broken(state, n)?)));
        let Some((ship, system)) = next else { return true };
        let face = die.draw(&self.one_die);
        observer.report(|| [self.dice_event(ship, "repair", 1, (ThrowTotal::Is(face.into()), 0))]);
        if face == REPAIRS {
            let best = state.ships[ship].best(system);
            state.ships[ship].set_best(system, best + 1);
            observer.report(|| [self.system_event(ship, system, "repairs a step of its")]);
        }
        state.cursor = ship as u16 + 1;
        false
    }

    /// Returns everything about the hull points of a ship that its orders depend on: 0 if it is
    /// destroyed, otherwise its damage level and whether it destroys itself.
    pub(super) fn condition(&self, ship: usize, hull: u8) -> u8 {
        let group = self.group(ship);
        match hull {
            0 => 0,
            _ => {
                let is_doomed = hull <= group.orders.self_destruct;
                1 + 2 * level(group.levels, hull) as u8 + u8::from(is_doomed)
            }
        }
    }

    /// Sets power, speed and self-destruction of all ships.
    pub(super) fn command(&self, state: &mut ShipState<SHIPS>) {
        for n in 0..self.ships {
            if state.ships[n].lives() {
                self.give_orders(self.group(n), &mut state.ships[n]);
            }
        }
    }

    fn give_orders(&self, group: &ShipGroup, ship: &mut Ship) {
        let power = power(group, &self.charts.power, ship.hull, |system| ship.best(system));
        let of = |system: ShipSystem| power[system as usize];
        // Factors that have no effect stay 0, so that equivalent states are equal.
        let field = if group.field.is_some() { of(ShipSystem::Field) } else { 0 };
        let weapons = if group.orders.invisible { 0 } else { of(ShipSystem::Weapons) };
        ship.set_factor(ShipSystem::Field, field);
        ship.set_factor(ShipSystem::Weapons, weapons);
        let fastest = fastest(group.speed, &self.charts.engines, of(ShipSystem::Engines));
        let speed = group.orders.speed.map_or(fastest, |speed| speed.min(fastest));
        ship.set_speed(effective_speed(speed, &self.geometry));
        ship.mark_self_destruct(ship.hull <= group.orders.self_destruct);
    }
}

/// Returns the damage level of a ship: 0 none, 1 light, 2 serious, 3 critical.
fn level(levels: [u8; 3], hull: u8) -> usize {
    levels.iter().filter(|most| hull <= **most).count()
}

/// Returns the part of a speed that has an effect. Without a map, speed only affects deductions.
pub(super) fn effective_speed(speed: u8, geometry: &Geometry) -> u8 {
    match geometry {
        Geometry::Map(_) => speed,
        Geometry::Range(_) => FAST.iter().find(|f| speed >= f.0).map_or(0, |f| f.0),
    }
}

/// Returns the power of each system of a ship with this hull, see [`served`].
fn power(
    group: &ShipGroup,
    by_level: &[u8; 4],
    hull: u8,
    best: impl Fn(ShipSystem) -> u8,
) -> [u8; 3] {
    served(&group.orders, by_level[level(group.levels, hull)], best)
}

/// Returns the power of each system of a ship with this many points. Systems are served in order of
/// priority, each with the least of its request, its best factor and the remaining power (B11).
/// Invisibility takes its point first (B10).
pub(super) fn served(orders: &ShipOrders, points: u8, best: impl Fn(ShipSystem) -> u8) -> [u8; 3] {
    let mut left = points.saturating_sub(u8::from(orders.invisible));
    let mut power = [0; 3];
    for system in orders.priority {
        let given = orders.power[system as usize].min(best(system)).min(left);
        power[system as usize] = given;
        left -= given;
    }
    power
}

/// Returns the fastest speed that engines with this factor allow, rounded down but at least H; 0
/// for factor 0 (B7).
pub(super) fn fastest(speed: u8, engines: &[u8; 3], factor: u8) -> u8 {
    match factor {
        0 => 0,
        factor => (speed * engines[usize::from(factor) - 1] / 3).max(1),
    }
}

impl ShipGroup {
    /// Returns the fastest speed of a ship of the group at the start of the battle, and the power
    /// that its engines get.
    #[must_use]
    pub fn fastest(&self, ship: usize, charts: &super::Charts) -> (u8, u8) {
        let hull = self.hull - self.damaged.get(ship).copied().unwrap_or(0);
        let power = power(self, &charts.power, hull, |system| self.factors[system as usize]);
        let engines = power[ShipSystem::Engines as usize];
        (fastest(self.speed, &charts.engines, engines), engines)
    }
}
