//! What a finished series counts, and the figures made of it.

use std::ops::Range;

use super::compile::{StarBattle, State, hull};
use super::force::Force;
use super::schedule::Kind;
use crate::rules::Labels;
use crate::tally::{Cost, Estimate, Histogram, Mean, Odds, Probability, SideSummary, Survivors};

/// Where everything that is counted has its cells. Outcomes come first: each force alone left,
/// nobody left, several left.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    forces: usize,
    groups: Vec<GroupCells>,
    cells: usize,
}

/// Cells of a group.
#[derive(Clone, Debug)]
struct GroupCells {
    force: usize,
    /// Where its ships are.
    ships: Range<usize>,
    /// First cell of its number of survivors.
    survivors: usize,
    /// Cell of the sum of their hulls.
    hull: usize,
}

impl Layout {
    pub(super) fn new(forces: &[Force], kinds: &[Kind], places: &[Range<usize>]) -> Self {
        let mut layout = Self { forces: forces.len(), groups: Vec::new(), cells: 0 };
        // Outcomes; wiped out and leader lost, for each force.
        layout.cells = forces.len() + 2 + 2 * forces.len();
        for (f, force) in forces.iter().enumerate() {
            for g in 0..force.groups.len() {
                let of = |(kind, _): &(&Kind, _)| (kind.force, kind.group) == (f, g);
                let mut own = kinds.iter().zip(places).filter(of).map(|(_, place)| place.clone());
                let first = own.next().unwrap_or_default();
                let ships = first.start..own.next_back().map_or(first.end, |last| last.end);
                let (survivors, hull) = (layout.cells, layout.cells + ships.len() + 1);
                layout.cells = hull + 1;
                layout.groups.push(GroupCells { force: f, ships, survivors, hull });
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
        state: &State<SHIPS>,
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
        for group in &self.groups {
            let left = state.ships[group.ships.clone()].iter().filter(|ship| **ship > 0).count();
            count(group.survivors + left);
        }
    }

    #[inline]
    pub(super) fn measure<const SHIPS: usize>(
        &self,
        state: &State<SHIPS>,
        mut add: impl FnMut(usize, u64),
    ) {
        for group in &self.groups {
            let hulls = state.ships[group.ships.clone()].iter().map(|ship| hull(*ship));
            add(group.hull, u64::from(hulls.sum::<u32>()));
        }
    }
}

/// The figures of all forces. Cost is counted in ships; what is destroyed is what all others
/// have lost, whoever has done it.
#[must_use]
pub fn summarise<const SHIPS: usize>(
    battle: &StarBattle<SHIPS>,
    labels: &[&Labels],
    odds: &Odds,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let survivors = |force: usize| -> Vec<Survivors> {
        let own = layout.groups.iter().filter(|group| group.force == force);
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
        own.zip(&labels[force].classes).map(left).collect()
    };
    let survivors: Vec<Vec<Survivors>> = (0..layout.forces).map(survivors).collect();
    let lost = |force: &[Survivors]| force.iter().map(|g| g.start as f64 - g.mean).sum::<f64>();
    let all: f64 = survivors.iter().map(|force| lost(force)).sum();
    let spread = |force: &[Survivors]| {
        let deviation = |group: &Survivors| {
            let (mean, distribution) = (group.mean, group.distribution.clone());
            Histogram { mean, distribution }.deviation()
        };
        force.iter().map(deviation).sum()
    };
    let side = |(force, survivors): (usize, Vec<Survivors>)| {
        let chance = |cell: usize| Some(Probability { probability: odds.share(cell) });
        let own = lost(&survivors);
        SideSummary {
            wiped_out: chance(layout.wiped_out(force)),
            leader_lost: chance(layout.leader_lost(force)),
            cost: Cost { lost: own, destroyed: all - own, spread: spread(&survivors) },
            ..SideSummary::new(
                &labels[force].name,
                &labels[force].fleet,
                odds.estimate(force),
                survivors,
            )
        }
    };
    survivors.into_iter().enumerate().map(side).collect()
}

/// Nobody is left.
#[must_use]
pub fn draw<const SHIPS: usize>(battle: &StarBattle<SHIPS>, odds: &Odds) -> Estimate {
    odds.estimate(battle.layout.draw())
}

/// Several are left.
#[must_use]
pub fn standoff<const SHIPS: usize>(battle: &StarBattle<SHIPS>, odds: &Odds) -> Estimate {
    odds.estimate(battle.layout.standoff())
}
