//! Targets, deductions, damage.

use super::battle::{ShipBattle, ShipState};
use super::command::FAST;
use super::events::Sum;
use super::fleet::{Geometry, ShipGroup, ShipSystem, TargetPriority};
use super::space::{crosses, range};
use crate::dice::{Die, Distribution};
use crate::story::Observer;

/// Maximum range of an attack (B2).
const REACH: i32 = 12;
/// Deduction from an attack that aims at a system.
const AIMED: u32 = 3;
/// Deduction from an attack that is blocked.
const BLOCKED: u32 = 3;
/// Deduction from an attack on an invisible ship.
const INVISIBLE: u32 = 6;
/// Least damage with which an aimed attack lowers the factor of its system.
pub(super) const DROPS: u8 = 6;
/// Attack phases, from 0, in which missiles and torpedoes are fired: phases 6 and 12 (B9).
const MISSILES: u8 = 1;
const TORPEDOES: u8 = 3;
/// Dice of a ship that destroys itself, before its deduction for range (B15).
const BLAST: u8 = 12;

/// Kinds of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    Weapons,
    Missiles,
    Torpedoes,
}

/// The dice of an attack.
pub(super) struct Attack<'a> {
    pub(super) dice: u8,
    /// Deductions, with the force field of the target.
    pub(super) off: u32,
    pub(super) damages: &'a Distribution<u8>,
}

impl Arm {
    fn name(self) -> &'static str {
        match self {
            Self::Weapons => "weapons",
            Self::Missiles => "missiles",
            Self::Torpedoes => "torpedoes",
        }
    }
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the number of spaces between two ships in this attack phase.
    #[inline]
    fn range(&self, state: &ShipState<SHIPS>, from: usize, to: usize) -> i32 {
        match &self.geometry {
            Geometry::Range(ranges) => i32::from(ranges[usize::from(state.phase & 3)]),
            Geometry::Map(map) => {
                let offset = state.ships[from].place().offset(state.ships[to].place());
                range(offset, map.orthogonal)
            }
        }
    }

    /// Returns the living enemy, of those that `may` allows, that a captain chooses (B13).
    #[inline]
    pub(super) fn choose(
        &self,
        state: &ShipState<SHIPS>,
        ship: usize,
        may: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let rule = self.group(ship).orders.target;
        let rank = |n: usize| match rule {
            TargetPriority::Nearest => self.range(state, ship, n),
            TargetPriority::Weakest => i32::from(state.ships[n].hull),
            TargetPriority::Biggest => i32::from(self.group(n).size),
        };
        self.enemies(ship).filter(|&n| state.ships[n].lives() && may(n)).min_by_key(|&n| rank(n))
    }

    /// Sets the target of every ship in this phase.
    pub(super) fn take_aim(&self, state: &mut ShipState<SHIPS>) {
        for ship in 0..self.ships {
            let target = match self.attacks(state, ship) {
                true => self.choose(state, ship, |n| self.bears(state, ship, n)),
                false => None,
            };
            state.ships[ship].target = target.map_or(0, |n| n as u8 + 1);
        }
    }

    /// Returns whether a ship has dice to attack with in this phase.
    fn attacks(&self, state: &ShipState<SHIPS>, ship: usize) -> bool {
        let lives = state.ships[ship].lives() && !self.group(ship).orders.invisible;
        let arms = [Arm::Weapons, Arm::Missiles, Arm::Torpedoes];
        lives && arms.into_iter().any(|arm| self.dice(state, ship, arm) > 0)
    }

    /// Returns the dice of a kind of attack in this phase (B6, B9).
    #[inline]
    pub(super) fn dice(&self, state: &ShipState<SHIPS>, ship: usize, arm: Arm) -> u8 {
        let group = self.group(ship);
        match (arm, state.ships[ship].factor(ShipSystem::Weapons)) {
            (Arm::Weapons, 0) => 0,
            (Arm::Weapons, factor) => group.dice[usize::from(factor) - 1],
            (Arm::Missiles, _) if group.missiles && state.phase == MISSILES => missiles(group),
            (Arm::Torpedoes, _) if group.torpedoes && state.phase == TORPEDOES => group.dice[2],
            _ => 0,
        }
    }

    /// Returns whether a ship can attack another at its range and in its arc (B2, B8, B16).
    #[inline]
    fn bears(&self, state: &ShipState<SHIPS>, ship: usize, target: usize) -> bool {
        let is_in_arc = || match self.geometry {
            Geometry::Range(_) => true,
            Geometry::Map(_) => {
                let place = state.ships[ship].place();
                self.group(ship).aft || place.faces(state.ships[target].place())
            }
        };
        self.range(state, ship, target) <= REACH && is_in_arc()
    }

    /// Carries out an attack. Returns whether a die was rolled for it.
    #[inline]
    pub(super) fn attack<D: Die, O: Observer>(
        &self,
        state: &mut ShipState<SHIPS>,
        ship: usize,
        arm: Arm,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        let Some(target) = usize::from(state.ships[ship].target).checked_sub(1) else {
            return false;
        };
        // A ship without hull cannot be damaged further.
        if !state.ships[target].lives() {
            return false;
        }
        let Some(Attack { dice, off, damages }) = self.attack_on(state, ship, arm, target) else {
            return false;
        };
        let victim = &mut state.ships[target];
        let is_aimed = self.group(ship).orders.aim.is_some();
        let most = if is_aimed { victim.hull.max(DROPS) } else { victim.hull };
        let damage = die.draw_up_to(damages, most);
        let hull = victim.hull;
        victim.hull = hull.saturating_sub(damage);
        let sum = Sum { dice, off, damage, most };
        observer.report(|| self.attack_events(ship, arm.name(), &sum, (target, hull)));
        if damage >= DROPS
            && let Some(system) = self.damaged_system(ship, target)
        {
            state.ships[target].lose_step(system);
            observer.report(|| [self.system_event(target, system, "loses a step of its")]);
        }
        true
    }

    /// Returns the attack of a ship on another in this phase; `None` if it cannot do damage.
    // The kernel is 5 % slower without it.
    #[inline(always)]
    pub(super) fn attack_on(
        &self,
        state: &ShipState<SHIPS>,
        ship: usize,
        arm: Arm,
        target: usize,
    ) -> Option<Attack<'_>> {
        let dice = self.dice(state, ship, arm);
        if dice == 0 {
            return None;
        }
        let off = self.deductions(state, ship, target, arm) + self.field(state, target);
        Some(Attack { dice, off, damages: self.damages.of(dice, off)? })
    }

    /// Returns the system of the target that an attack damages if it does [`DROPS`] damage.
    #[inline]
    pub(super) fn damaged_system(&self, ship: usize, target: usize) -> Option<ShipSystem> {
        let exists = |system: &ShipSystem| {
            *system != ShipSystem::Field || self.group(target).field.is_some()
        };
        self.group(ship).orders.aim.filter(exists)
    }

    /// Returns the value of a force field in this phase (B5).
    #[inline]
    fn field(&self, state: &ShipState<SHIPS>, ship: usize) -> u32 {
        match (state.ships[ship].factor(ShipSystem::Field), self.group(ship).field) {
            (0, _) | (_, None) => 0,
            (factor, Some(values)) => u32::from(values[usize::from(factor) - 1]),
        }
    }

    /// Returns the deductions from an attack, apart from the force field.
    #[inline]
    fn deductions(&self, state: &ShipState<SHIPS>, ship: usize, target: usize, arm: Arm) -> u32 {
        let far = match (arm, self.range(state, ship, target)) {
            (Arm::Torpedoes, _) | (_, ..=3) => 0,
            (_, 4..=7) => 1,
            (_, 8..=11) => 2,
            _ => 3,
        };
        // Of two speed deductions of one ship, only the larger applies (B2).
        let fast = |speed: u8| FAST.iter().find(|f| speed >= f.0).map_or(0, |f| u32::from(f.1));
        let (attacker, defender) = (self.group(ship), self.group(target));
        far + fast(state.ships[ship].speed())
            + fast(state.ships[target].speed())
            + u32::from(defender.smallness)
            + if attacker.orders.aim.is_some() { AIMED } else { 0 }
            + if defender.orders.invisible { INVISIBLE } else { 0 }
            + if self.is_blocked(state, ship, target) { BLOCKED } else { 0 }
    }

    /// Returns whether a ship, a wreck or an object is between the two (B14).
    #[inline]
    fn is_blocked(&self, state: &ShipState<SHIPS>, ship: usize, target: usize) -> bool {
        let Geometry::Map(map) = &self.geometry else { return false };
        let (from, to) = (state.ships[ship].place(), state.ships[target].place());
        let others = state.ships[..self.ships].iter().filter(|other| other.is_present());
        let spaces = others.map(|other| (other.x, other.y)).chain(map.objects.iter().copied());
        spaces.into_iter().any(|space| crosses(from, to, space))
    }

    /// Rolls the attack of a ship that destroys itself on another ship, friend or enemy (B15).
    /// Returns whether a die was rolled.
    pub(super) fn blast<D: Die, O: Observer>(
        &self,
        state: &mut ShipState<SHIPS>,
        ship: usize,
        other: usize,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        if !state.ships[other].lives() {
            return false;
        }
        let Some(Attack { dice, off, damages }) = self.blast_on(state, ship, other) else {
            return false;
        };
        let victim = &mut state.ships[other];
        let most = victim.hull;
        let damage = die.draw_up_to(damages, most);
        victim.hull -= damage;
        let sum = Sum { dice, off, damage, most };
        observer.report(|| self.attack_events(ship, "its own destruction", &sum, (other, most)));
        true
    }

    /// Returns the attack on another ship of a ship that destroys itself (B15); `None` if it cannot
    /// do damage.
    #[inline]
    pub(super) fn blast_on(
        &self,
        state: &ShipState<SHIPS>,
        ship: usize,
        other: usize,
    ) -> Option<Attack<'_>> {
        if !state.ships[ship].is_doomed() || ship == other {
            return None;
        }
        let range = self.range(state, ship, other);
        if range > REACH {
            return None;
        }
        let dice = BLAST - (range - 1).max(0) as u8;
        let off = self.field(state, other);
        Some(Attack { dice, off, damages: self.damages.of(dice, off)? })
    }
}

/// Returns the dice of missiles: half of the weapons' dice at factor III, rounded up (B9).
pub(super) fn missiles(group: &ShipGroup) -> u8 {
    group.dice[2].div_ceil(2)
}

/// Returns all numbers of dice that ships of a group may roll.
pub(super) fn numbers_of_dice(group: &ShipGroup) -> Vec<u8> {
    let mut dice = group.dice.to_vec();
    if group.missiles {
        dice.push(missiles(group));
    }
    if group.orders.self_destruct > 0 {
        dice.extend(1..=BLAST);
    }
    dice
}
