//! What a finished battle counts, and the figures made of it.

use std::ops::Range;

use super::compile::{ShipBattle, State};
use super::fleet::Fleet;
use crate::rules::Labels;
use crate::tally::{Cost, Estimate, Histogram, Mean, Odds, SideSummary, Survivors};

/// Outcomes of a battle are the first cells: each side's win, then these.
pub(super) const OUTCOMES: usize = 4;
const DRAW: usize = 2;
const STANDOFF: usize = 3;

/// Where everything that is counted has its cells.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    groups: [Vec<GroupCells>; 2],
    cells: usize,
}

/// Cells of a group.
#[derive(Clone, Debug)]
struct GroupCells {
    /// Where its ships are.
    ships: Range<usize>,
    /// First cell of its number of survivors.
    survivors: usize,
    /// Cell of the sum of their hulls.
    hull: usize,
}

impl Layout {
    pub(super) fn new(fleets: &[Fleet; 2]) -> Self {
        let (mut cell, mut ship) = (OUTCOMES, 0);
        let groups = fleets.each_ref().map(|fleet| {
            let group = |count: usize| {
                let (survivors, hull) = (cell, cell + count + 1);
                let ships = ship..ship + count;
                cell = hull + 1;
                ship += count;
                GroupCells { ships, survivors, hull }
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
        state: &State<SHIPS>,
        mut count: impl FnMut(usize),
    ) {
        count(match [battle.lives(state, 0), battle.lives(state, 1)] {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        });
        for group in self.groups.iter().flatten() {
            let left = state.ships[group.ships.clone()].iter().filter(|ship| ship.lives()).count();
            count(group.survivors + left);
        }
    }

    #[inline]
    pub(super) fn measure<const SHIPS: usize>(
        &self,
        state: &State<SHIPS>,
        mut add: impl FnMut(usize, u64),
    ) {
        for group in self.groups.iter().flatten() {
            let hulls = state.ships[group.ships.clone()].iter().map(|ship| u64::from(ship.hull));
            add(group.hull, hulls.sum());
        }
    }
}

/// The figures of both sides. Cost is counted in points.
#[must_use]
pub fn summarise<const SHIPS: usize>(
    battle: &ShipBattle<SHIPS>,
    fleets: &[Fleet; 2],
    labels: &[&Labels],
    odds: &Odds,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let survivors = |side: usize| -> Vec<Survivors> {
        let left = |(group, class): (&GroupCells, &String)| {
            let last = group.survivors + group.ships.len();
            let Histogram { mean, distribution } = odds.histogram(group.survivors..=last);
            Survivors {
                class: class.clone(),
                start: group.ships.len() as u64,
                mean,
                hull: Some(Mean { mean: odds.share(group.hull) }),
                distribution,
            }
        };
        layout.groups[side].iter().zip(&labels[side].classes).map(left).collect()
    };
    let survivors = [survivors(0), survivors(1)];
    // Points lost on average, and their standard deviation or more.
    let lost = [0, 1].map(|side: usize| {
        let mut sum = (0.0, 0.0);
        for (left, group) in survivors[side].iter().zip(&fleets[side].groups) {
            let points = f64::from(group.points);
            let numbers = Histogram { mean: left.mean, distribution: left.distribution.clone() };
            sum.0 += points * (left.start as f64 - left.mean);
            sum.1 += points * numbers.deviation();
        }
        sum
    });
    let side = |(side, survivors): (usize, Vec<Survivors>)| {
        let Labels { name, fleet, .. } = labels[side];
        SideSummary {
            points: Some(fleets[side].points()),
            cost: Cost { lost: lost[side].0, destroyed: lost[1 - side].0, spread: lost[side].1 },
            ..SideSummary::new(name, fleet, odds.estimate(side), survivors)
        }
    };
    survivors.into_iter().enumerate().map(side).collect()
}

/// Nobody is left.
#[must_use]
pub fn draw(odds: &Odds) -> Estimate {
    odds.estimate(DRAW)
}

/// Both sides are left.
#[must_use]
pub fn standoff(odds: &Odds) -> Estimate {
    odds.estimate(STANDOFF)
}
