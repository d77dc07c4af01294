//! Counters of a finished battle, and the figures derived from them.

use super::battle::{ShipBattle, ShipState};
use super::fleet::ShipFleet;
use super::ship::Ship;
use crate::games::common::Labels;
use crate::games::common::hulls::{GroupCells, losses};
use crate::result::{Cost, SideSummary, Survivors};
use crate::stats::{Estimate, Odds};

/// Number of outcomes. They are the first cells: the win of each side, then these two.
pub(super) const OUTCOMES: usize = 4;
const DRAW: usize = 2;
const STANDOFF: usize = 3;

/// Layout of the tally cells.
#[derive(Clone, Debug)]
pub(super) struct ShipCellLayout {
    groups: [Vec<GroupCells>; 2],
    cells: usize,
}

impl ShipCellLayout {
    pub(super) fn new(fleets: &[ShipFleet; 2]) -> Self {
        let (mut cell, mut ship) = (OUTCOMES, 0);
        let groups = fleets.each_ref().map(|fleet| {
            let group = |count: usize| {
                let cells = GroupCells::new(ship..ship + count, cell);
                (cell, ship) = (cells.end(), ship + count);
                cells
            };
            fleet.groups.iter().map(|group| usize::from(group.count)).map(group).collect()
        });
        Self { groups, cells: cell }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    #[inline]
    pub(super) fn count<const SHIPS: usize>(
        &self,
        battle: &ShipBattle<SHIPS>,
        state: &ShipState<SHIPS>,
        mut count: impl FnMut(usize),
    ) {
        count(match [battle.lives(state, 0), battle.lives(state, 1)] {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        });
        for group in self.groups.iter().flatten() {
            count(group.count(&state.ships, hull));
        }
    }

    #[inline]
    pub(super) fn measure<const SHIPS: usize>(
        &self,
        state: &ShipState<SHIPS>,
        mut add: impl FnMut(usize, u64),
    ) {
        for group in self.groups.iter().flatten() {
            let (cell, hulls) = group.measure(&state.ships, hull);
            add(cell, hulls);
        }
    }
}

fn hull(ship: Ship) -> u32 {
    u32::from(ship.hull)
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the worth of the end of a battle for a side: 1 if it has won, otherwise 0, and the
    /// points of enemy ships destroyed less those of own ships lost.
    #[must_use]
    pub fn worth(&self, end: &ShipState<SHIPS>, side: usize) -> [f64; 2] {
        let lost = [0..self.second, self.second..self.ships].map(|ships| {
            let lost = ships.filter(|&ship| !end.ships[ship].lives());
            lost.map(|ship| f64::from(self.group(ship).points)).sum::<f64>()
        });
        let wins = self.lives(end, side) && !self.lives(end, 1 - side);
        [f64::from(u8::from(wins)), lost[1 - side] - lost[side]]
    }
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns the hull points of the ships of each group of a side.
    #[must_use]
    pub fn hulls(&self, state: &ShipState<SHIPS>, side: usize) -> Vec<Vec<u8>> {
        let hulls = |group: &GroupCells| group.of(&state.ships).iter().map(|s| s.hull).collect();
        self.layout.groups[side].iter().map(hulls).collect()
    }
}

/// Returns the figures of both sides. Cost is counted in points.
#[must_use]
pub fn summarise<const SHIPS: usize>(
    battle: &ShipBattle<SHIPS>,
    fleets: &[ShipFleet; 2],
    labels: &[&Labels],
    odds: &Odds,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let survivors = [0, 1].map(|side: usize| -> Vec<Survivors> {
        let groups = layout.groups[side].iter().zip(&labels[side].classes);
        groups.map(|(group, class)| group.survivors(class, odds)).collect()
    });
    let lost = [0, 1].map(|side: usize| {
        let points = fleets[side].groups.iter().map(|group| f64::from(group.points));
        losses(survivors[side].iter().zip(points))
    });
    let side = |(side, survivors): (usize, Vec<Survivors>)| {
        let Labels { name, fleet, .. } = labels[side];
        let (own, spread) = lost[side];
        let cost = Cost { lost: own, destroyed: lost[1 - side].0, spread, swing: None };
        SideSummary::new(name, fleet, odds.estimate(side), survivors, cost)
    };
    survivors.into_iter().enumerate().map(side).collect()
}

/// Returns the odds that no ship is left.
#[must_use]
pub fn draw(odds: &Odds) -> Estimate {
    odds.estimate(DRAW)
}

/// Returns the odds that both sides have ships left.
#[must_use]
pub fn standoff(odds: &Odds) -> Estimate {
    odds.estimate(STANDOFF)
}
