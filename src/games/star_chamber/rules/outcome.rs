//! Counters of a finished series, and the figures derived from them.

use std::ops::Range;

use super::compile::{StarBattle, StarState, hull};
use super::force::StarForce;
use super::schedule::LikeShips;
use crate::games::common::Labels;
use crate::games::common::hulls::{GroupCells, losses};
use crate::result::{Amount, Cost, Field, Figure, SideSummary, Survivors};
use crate::stats::{Estimate, Odds};

/// Layout of the tally cells. Outcomes come first: only this force left (one cell for each), no
/// force left, several left.
#[derive(Clone, Debug)]
pub(super) struct StarCellLayout {
    forces: usize,
    /// Cells of each group, with the index of its force.
    groups: Vec<(usize, GroupCells)>,
    cells: usize,
}

impl StarCellLayout {
    pub(super) fn new(forces: &[StarForce], kinds: &[LikeShips], places: &[Range<usize>]) -> Self {
        let mut layout = Self { forces: forces.len(), groups: Vec::new(), cells: 0 };
        // The outcomes, then for each force the cells `wiped out` and `leader lost`.
        layout.cells = forces.len() + 2 + 2 * forces.len();
        for (f, force) in forces.iter().enumerate() {
            for g in 0..force.groups.len() {
                let of = |(kind, _): &(&LikeShips, _)| (kind.force, kind.group) == (f, g);
                let mut own = kinds.iter().zip(places).filter(of).map(|(_, place)| place.clone());
                let first = own.next().unwrap_or_default();
                let ships = first.start..own.next_back().map_or(first.end, |last| last.end);
                let cells = GroupCells::new(ships, layout.cells);
                layout.cells = cells.end();
                layout.groups.push((f, cells));
            }
        }
        layout
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    fn draw(&self) -> usize {
        self.forces
    }

    fn standoff(&self) -> usize {
        self.forces + 1
    }

    fn wiped_out(&self, force: usize) -> usize {
        self.forces + 2 + force
    }

    fn leader_lost(&self, force: usize) -> usize {
        2 * self.forces + 2 + force
    }

    #[inline]
    pub(super) fn count<const SHIPS: usize>(
        &self,
        battle: &StarBattle<SHIPS>,
        state: &StarState<SHIPS>,
        mut count: impl FnMut(usize),
    ) {
        let mut left = (0, 0);
        for force in 0..self.forces {
            if battle.lives(state, force) {
                left = (left.0 + 1, force);
            } else {
                count(self.wiped_out(force));
            }
            if state.lost >> force & 1 > 0 {
                count(self.leader_lost(force));
            }
        }
        count(match left {
            (0, _) => self.draw(),
            (1, force) => force,
            _ => self.standoff(),
        });
        for (_, group) in &self.groups {
            count(group.count(&state.ships, hull));
        }
    }

    #[inline]
    pub(super) fn measure<const SHIPS: usize>(
        &self,
        state: &StarState<SHIPS>,
        mut add: impl FnMut(usize, u64),
    ) {
        for (_, group) in &self.groups {
            let (cell, hulls) = group.measure(&state.ships, hull);
            add(cell, hulls);
        }
    }
}

/// Returns the figures of all forces. Cost is counted in ships. A force's `destroyed` is the sum of
/// what all other forces lost, whichever force destroyed it.
#[must_use]
pub fn summarise<const SHIPS: usize>(
    battle: &StarBattle<SHIPS>,
    labels: &[&Labels],
    odds: &Odds,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let survivors = |force: usize| -> Vec<Survivors> {
        let own = layout.groups.iter().filter(|(of, _)| *of == force);
        own.zip(&labels[force].classes).map(|((_, g), class)| g.survivors(class, odds)).collect()
    };
    let survivors: Vec<Vec<Survivors>> = (0..layout.forces).map(survivors).collect();
    let lost: Vec<(f64, f64)> =
        survivors.iter().map(|force| losses(force.iter().map(|group| (group, 1.0)))).collect();
    let all: f64 = lost.iter().map(|(ships, _)| ships).sum();
    let side = |(force, survivors): (usize, Vec<Survivors>)| {
        let (own, spread) = lost[force];
        let cost = Cost { lost: own, destroyed: all - own, spread, swing: None };
        let Labels { name, fleet, .. } = labels[force];
        SideSummary::new(name, fleet, odds.estimate(force), survivors, cost)
    };
    survivors.into_iter().enumerate().map(side).collect()
}

/// Adds the figures that only Star Chamber has to those of all forces.
pub fn add_figures<const SHIPS: usize>(
    battle: &StarBattle<SHIPS>,
    odds: &Odds,
    sides: &mut [SideSummary],
) {
    let layout = &battle.layout;
    for (force, figures) in sides.iter_mut().enumerate() {
        let mut add = |key, cell: usize, title| {
            let lost = odds.share(cell);
            let figure = Figure::chance(key, Field::Win, lost);
            figures.of_game.push(figure.in_line(title, "", Amount::Share(lost)));
        };
        add("wiped_out", layout.wiped_out(force), "all ships lost");
        add("leader_lost", layout.leader_lost(force), "leader lost");
    }
}

/// Returns the odds that no force has a ship left.
#[must_use]
pub fn draw<const SHIPS: usize>(battle: &StarBattle<SHIPS>, odds: &Odds) -> Estimate {
    odds.estimate(battle.layout.draw())
}

/// Returns the odds that several forces have ships left.
#[must_use]
pub fn standoff<const SHIPS: usize>(battle: &StarBattle<SHIPS>, odds: &Odds) -> Estimate {
    odds.estimate(battle.layout.standoff())
}
