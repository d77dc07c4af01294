//! The units of a side in a combat: those of its fleet, and those that abilities make of them.
//!
//! A unit that an ability changes (galvanizes, upgrades, lets fight as a ship) moves to another row
//! with other figures. Survivors are counted with the group of the fleet that the row belongs to.

use super::ability::{Ability, Effect, Gain};
use super::adapt::Adaptation;
use super::fleet::{Roll, Text, Ti4Fleet, Ti4Group, Unit, UnitKind, limits};
use super::force::{GROUPS, Groups};
use super::terms::{Theatre, Ti4Terms};
use crate::games::common::LimitError;

/// Units of equal figures.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) unit: Unit,
    /// Group of the fleet with which its units are counted.
    pub(super) home: usize,
    pub(super) member: u8,
    pub(super) whole: u16,
    pub(super) hurt: u16,
    pub(super) is_galvanized: bool,
    /// Whether its units take up capacity.
    pub(super) is_carried: bool,
    /// Maximum number of units that the row can have.
    pub(super) most: u16,
}

/// Ways in which an ability changes a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It rolls one more die (T55).
    Galvanized,
    /// It is upgraded at the start of combat (Reveal Prototype).
    Upgraded,
    /// It turns to the side that fights in space (Eidolon).
    Turned,
    /// It fights as a ship (The Alastor).
    Ship,
    /// It has the figures of Nomad's flagship (The Cavalry).
    Cavalry,
    /// It is upgraded by a technology gained in combat (Technological Singularity).
    Gained,
    /// It has left the combat and survives (Watchful Ojz).
    Away,
}

/// Number of ways in which an ability changes a unit.
const CHANGES: usize = 7;

/// The row to which each row's units move, by change.
#[derive(Clone, Debug)]
pub(super) struct Changes([[u8; GROUPS]; CHANGES]);

/// Marks a row that a change does not affect.
const NONE: u8 = u8::MAX;

impl Changes {
    /// Returns the row to which units of a row move.
    pub(super) fn of(&self, change: Change, row: usize) -> Option<usize> {
        // Rows beyond the limit are only counted, to be refused.
        let to = self.0[change as usize].get(row).copied().unwrap_or(NONE);
        (to != NONE).then_some(usize::from(to))
    }
}

/// The rows of a side. Those of the groups of its fleet come first.
#[derive(Clone, Debug)]
pub(super) struct Lineup {
    pub(super) rows: Vec<Row>,
    pub(super) changes: Changes,
}

impl Lineup {
    /// Lists the units of a side.
    ///
    /// # Errors
    /// If there are too many rows.
    pub(super) fn new(
        fleets: &[Ti4Fleet; 2],
        side: usize,
        terms: &Ti4Terms,
    ) -> Result<Self, LimitError> {
        let fleet = &fleets[side];
        let adaptation = Adaptation::of(fleets, side, terms);
        let rows = fleet.groups.iter().enumerate().map(|(home, group)| {
            let unit = adaptation.adapt(adaptation.sides(group).0, home);
            let unit = if group.is_elsewhere { elsewhere(unit) } else { unit };
            Row {
                unit,
                home,
                member: group.member,
                whole: group.count - group.damaged,
                hurt: group.damaged,
                is_galvanized: false,
                is_carried: terms.theatre == Theatre::Space
                    && !group.is_elsewhere
                    && unit.is_carried(),
                most: group.count + placeable(fleets, side, home),
            }
        });
        let mut lineup = Self { rows: rows.collect(), changes: Changes([[NONE; GROUPS]; CHANGES]) };
        let in_space = terms.theatre == Theatre::Space;
        lineup.add_ships(in_space);
        lineup.add_upgrades(fleet);
        lineup.add_cavalry(fleet, &adaptation, in_space);
        lineup.add_galvanized(fleet);
        lineup.add_away(fleet, in_space);
        lineup.add_unturned(fleet, &adaptation);
        if lineup.rows.len() > GROUPS {
            let n = lineup.rows.len();
            let message = format!(
                "{n} kinds of units with those that abilities make of them, at most {GROUPS} a side"
            );
            return Err(LimitError { side, group: None, message });
        }
        Ok(lineup)
    }

    /// Returns whether units come to a row by a change.
    pub(super) fn comes_from(&self, change: Change, row: usize) -> bool {
        (0..self.rows.len()).any(|from| self.changes.of(change, from) == Some(row))
    }

    /// Adds a row to which units of `from` can move. Beyond the limit, rows are only counted.
    fn add(&mut self, change: Change, from: usize, row: Row) {
        if let Some(to) = self.changes.0[change as usize].get_mut(from) {
            *to = self.rows.len() as u8;
        }
        self.rows.push(row);
    }

    /// Lets units of a row move to a row that exists already.
    fn link(&mut self, change: Change, from: usize, to: usize) {
        self.changes.0[change as usize][from] = to as u8;
        self.rows[to].most += self.rows[from].most;
    }

    /// Lets ground forces fight as ships if The Alastor is there (T49).
    fn add_ships(&mut self, in_space: bool) {
        let bringing: Vec<u8> = self
            .rows
            .iter()
            .filter(|row| row.unit.text.brings_forces)
            .map(|row| row.member)
            .collect();
        if !in_space || bringing.is_empty() {
            return;
        }
        for from in 0..self.rows.len() {
            let row = self.rows[from].clone();
            if !bringing.contains(&row.member) {
                continue;
            }
            let Unit { is_ground_force, is_ship, is_structure, .. } = row.unit;
            if is_ground_force && !is_ship && !is_structure {
                let unit = Unit { is_ship: true, ..row.unit };
                self.add(Change::Ship, from, Row { unit, whole: 0, hurt: 0, ..row });
            }
        }
    }

    /// Lets units move to the row of their upgrade. Ground forces that fight as ships keep
    /// doing so.
    fn link_upgrade(&mut self, change: Change, from: usize, to: usize) {
        self.link(change, from, to);
        let ship = |row| self.changes.of(Change::Ship, row);
        if let (Some(from), Some(to)) = (ship(from), ship(to)) {
            self.link(change, from, to);
        }
    }

    /// Lets units move to the groups of their upgrades.
    fn add_upgrades(&mut self, fleet: &Ti4Fleet) {
        if let Some(effect) = fleet.effects.get(Ability::RevealPrototype)
            && let (Some(from), Some((to, _))) = (effect.unit, effect.units.first())
        {
            self.link_upgrade(Change::Upgraded, from, *to);
        }
        let singularity = fleet.effects.get(Ability::TechnologicalSingularity);
        if let Some(Gain::Upgrade(from, to)) = singularity.and_then(|effect| effect.gains) {
            self.link_upgrade(Change::Gained, from, to);
        }
    }

    /// Adds what The Cavalry makes of each ship other than a fighter (T29).
    fn add_cavalry(&mut self, fleet: &Ti4Fleet, adaptation: &Adaptation, in_space: bool) {
        let nomad = [
            (Ability::TheCavalry, Roll::of(2, 7), Roll::of(3, 8)),
            (Ability::TheCavalryIi, Roll::of(2, 5), Roll::of(3, 5)),
        ];
        let held = nomad.iter().rev().find(|(ability, ..)| fleet.effects.has(*ability));
        let Some((_, combat, barrage)) = held.filter(|_| in_space) else { return };
        for from in 0..self.rows.len() {
            let row = self.rows[from].clone();
            if row.unit.is_ship && row.unit.kind != UnitKind::Fighter && !row.unit.is_ground_force {
                let unit = Unit {
                    combat: Some(*combat),
                    barrage: Some(*barrage),
                    sustains: true,
                    ..adaptation.sides(&fleet.groups[row.home]).0
                };
                let unit = adaptation.adapt(unit, row.home);
                self.add(Change::Cavalry, from, Row { unit, whole: 0, hurt: 0, ..row });
            }
        }
    }

    /// Adds galvanized units, and what becomes of others that may be galvanized (T15, T55).
    fn add_galvanized(&mut self, fleet: &Ti4Fleet) {
        let may_all = fleet.effects.has(Ability::DameBriar);
        let may_infantry = self.rows.iter().any(|row| row.unit.text.galvanizes_infantry);
        for from in 0..self.rows.len() {
            let row = self.rows[from].clone();
            let number = if from < fleet.groups.len() { fleet.groups[from].galvanized } else { 0 };
            let becomes_so =
                may_all || (may_infantry && row.unit.kind == UnitKind::Infantry) || number > 0;
            // A galvanized unit that is changed otherwise stays galvanized.
            let is_reached = (0..from).any(|other| {
                let changed = [Change::Upgraded, Change::Ship, Change::Cavalry, Change::Gained];
                changed.iter().any(|change| self.changes.of(*change, other) == Some(from))
                    && self.changes.of(Change::Galvanized, other).is_some()
            });
            if !becomes_so && !is_reached {
                continue;
            }
            let whole = number.min(row.whole);
            let hurt = (number - whole).min(row.hurt);
            self.rows[from].whole -= whole;
            self.rows[from].hurt -= hurt;
            let unit = galvanized(row.unit);
            let row = Row { unit, whole, hurt, is_galvanized: true, ..row };
            self.add(Change::Galvanized, from, row);
        }
        self.join_changes();
    }

    /// Adds ships that have left, where Watchful Ojz lets them (T61).
    fn add_away(&mut self, fleet: &Ti4Fleet, in_space: bool) {
        if !in_space || !fleet.effects.has(Ability::WatchfulOjz) {
            return;
        }
        for from in 0..self.rows.len() {
            let row = self.rows[from].clone();
            if row.unit.is_ship {
                let unit = Unit { is_ship: false, text: Text::default(), ..row.unit };
                let gone = Unit { combat: None, barrage: None, cannon: None, ..unit };
                self.add(Change::Away, from, Row { unit: gone, whole: 0, hurt: 0, ..row });
            }
        }
    }

    /// Adds units as they are until they turn at the start of combat (T17). Where a side has no
    /// other ship, they have turned already.
    fn add_unturned(&mut self, fleet: &Ti4Fleet, adaptation: &Adaptation) {
        let turns = |group: &Ti4Group| group.unturned.is_some();
        let is_ship = |group: &Ti4Group| {
            group.unit.is_ship && group.count > 0 && !turns(group) && !group.is_elsewhere
        };
        if !fleet.groups.iter().any(is_ship) {
            return;
        }
        for to in 0..self.rows.len() {
            let row = &mut self.rows[to];
            let (_, unturned) = adaptation.sides(&fleet.groups[row.home]);
            let (whole, hurt) = (row.whole, row.hurt);
            if let Some(unturned) = unturned.filter(|_| whole + hurt > 0) {
                (row.whole, row.hurt) = (0, 0);
                let mut unit = adaptation.adapt(unturned, row.home);
                if row.is_galvanized {
                    unit = galvanized(unit);
                }
                let row = Row { unit, whole, hurt, is_carried: unit.is_carried(), ..row.clone() };
                // Beyond the limit, rows are only counted.
                if let Some(turned) =
                    self.changes.0[Change::Turned as usize].get_mut(self.rows.len())
                {
                    *turned = to as u8;
                }
                self.rows.push(row);
            }
        }
    }

    /// Lets galvanized units move to the galvanized version of what the others move to.
    fn join_changes(&mut self) {
        for change in [Change::Upgraded, Change::Ship, Change::Cavalry, Change::Gained] {
            for from in 0..self.rows.len().min(GROUPS) {
                let galvanized = |row| self.changes.of(Change::Galvanized, row);
                if let Some(to) = self.changes.of(change, from)
                    && let (Some(from), Some(to)) = (galvanized(from), galvanized(to))
                    && let Some(moved) = self.changes.0[change as usize].get_mut(from)
                {
                    *moved = to as u8;
                }
            }
        }
    }
}

/// Returns a unit that is not in the combat: its text works, and it bombards at the end of a round.
fn elsewhere(unit: Unit) -> Unit {
    Unit {
        combat: None,
        barrage: None,
        cannon: None,
        sustains: false,
        is_ship: false,
        is_ground_force: false,
        is_structure: false,
        moves: false,
        capacity: 0,
        planetary_shield: false,
        ..unit
    }
}

/// Returns a unit with one more die in each roll that it has (T55).
fn galvanized(unit: Unit) -> Unit {
    let more = |roll: Option<Roll>| roll.map(|roll| Roll { dice: roll.dice + 1, ..roll });
    let Unit { combat, barrage, bombardment, cannon, .. } = unit;
    Unit {
        combat: more(combat),
        barrage: more(barrage),
        bombardment: more(bombardment),
        cannon: more(cannon),
        ..unit
    }
}

/// Returns the maximum number of units of a group that abilities place.
pub(super) fn placeable(fleets: &[Ti4Fleet; 2], side: usize, home: usize) -> u16 {
    // Units that are placed before an upgrade are upgraded as well.
    let all = |from: usize| {
        let placed = if from == home { 0 } else { placeable(fleets, side, from) };
        fleets[side].groups[from].count + placed
    };
    let of = |effect: &Effect| -> u16 {
        let names_home = effect.units.iter().any(|(group, _)| *group == home);
        match effect.ability {
            Ability::RevealPrototype if names_home => effect.unit.map_or(0, &all),
            // Each unit of either side may be lost, and those that other abilities place.
            Ability::SleeperCell if names_home => fleets.iter().map(ever_there).sum(),
            Ability::TechnologicalSingularity => match effect.gains {
                Some(Gain::Upgrade(from, to)) if to == home => all(from),
                _ => 0,
            },
            _ => placed_by(&fleets[side], effect, |group| group == home),
        }
    };
    let placed: u16 = fleets[side].effects.0.iter().map(of).sum();
    placed.min(MOST_PLACED)
}

/// Returns the number of units with which a fleet begins, and of those that its effects place
/// whatever the enemy loses.
fn ever_there(fleet: &Ti4Fleet) -> u16 {
    let other = |effect: &&Effect| effect.ability != Ability::SleeperCell;
    let placed = |effect: &Effect| placed_by(fleet, effect, |_| true);
    let listed = fleet.groups.iter().map(|group| group.count).sum::<u16>();
    listed + fleet.effects.0.iter().filter(other).map(placed).sum::<u16>()
}

/// Returns the maximum number of units that one effect of a fleet places in these groups.
fn placed_by(fleet: &Ti4Fleet, effect: &Effect, is_meant: impl Fn(usize) -> bool) -> u16 {
    let placed = effect.units.iter().filter(|(group, _)| is_meant(*group));
    let number: u16 = placed.map(|(_, number)| u16::from(*number)).sum();
    match effect.ability {
        // Players of one side share the uses, and any of their groups may get the units.
        Ability::BrotherMilor | Ability::BrotherMilorOmega | Ability::DunlainReaper => {
            number * u16::from(fleet.effects.count(effect.ability))
        }
        _ => number,
    }
}

/// Maximum number of units that abilities place in a group. With the units of a fleet, it fits a
/// byte.
const MOST_PLACED: u16 = 150;

const _: () = assert!(limits::UNITS + MOST_PLACED as usize <= 255, "a row fits a byte");
const _: () = assert!(limits::GROUPS <= GROUPS, "all groups of a fleet have a row");

/// Returns the rows whose units satisfy `is`.
pub(super) fn rows_of(rows: &[Row], is: impl Fn(&Unit) -> bool) -> Groups {
    Groups::of((0..rows.len()).filter(|&g| is(&rows[g].unit)))
}
