//! What a finished battle counts, and the figures that are made of the counts.

use super::compile::EclipseBattle;
use super::fleet::Fleet;
use super::fleet::limits::GROUPS;
use super::reputation::{Bag, MOST_DRAWS};
use super::step::State;
use crate::tally::{BestTile, Cost, Odds, Reputation, SideSummary, Survivors};

/// Outcomes of a battle are the first cells: each side's win, then these.
pub const OUTCOMES: usize = 4;
const DRAW: usize = 2;
const STANDOFF: usize = 3;

impl State {
    /// The outcome, if the battle is over or cut short here.
    #[inline]
    pub(super) fn outcome(&self) -> usize {
        let left = [self.ships[0].afloat > 0 && !self.forfeit, self.ships[1].afloat > 0];
        match left {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        }
    }
}

impl EclipseBattle {
    /// Cost of the enemy ships that a side has destroyed, less that of its own that it has
    /// lost, to the enemy or to nobody (D6).
    pub(super) fn swing(&self, state: &State, side: usize) -> f64 {
        let gone = |of: usize, forfeited: bool| -> f64 {
            let roster = &self.rosters[of];
            let left = |g: usize| if forfeited { 0 } else { state.ships[of].alive[g] };
            let lost = (0..roster.groups)
                .map(|g| f64::from(self.costs[of][g]) * f64::from(roster.count[g] - left(g)));
            lost.sum()
        };
        gone(1 - side, false) - gone(side, state.forfeit && side == 0)
    }
}

/// Where everything that is counted has its cells.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// First cell of each group's number of survivors.
    survivors: [[usize; GROUPS]; 2],
    /// First cell of each attacking group's number of ships lost to nobody (D6).
    forfeited: [usize; GROUPS],
    /// First cell of each owner's number of tiles; non-player ships draw none.
    draws: [Option<usize>; 2],
    /// Tiles for destroying a ship of each group.
    tiles: [[u8; GROUPS]; 2],
    cells: usize,
}

impl Layout {
    pub(super) fn new(fleets: &[Fleet; 2]) -> Self {
        let mut next = OUTCOMES;
        let mut take = |cells: usize| {
            next += cells;
            next - cells
        };
        let mut per_group = |side: usize| {
            let mut first = [0; GROUPS];
            for (g, group) in fleets[side].groups.iter().enumerate() {
                first[g] = take(usize::from(group.count) + 1);
            }
            first
        };
        let survivors = [per_group(0), per_group(1)];
        let forfeited = per_group(0);
        let draws = [0, 1].map(|side| (!fleets[side].non_player).then(|| take(MOST_DRAWS + 1)));
        let mut tiles = [[0; GROUPS]; 2];
        for (side, fleet) in fleets.iter().enumerate() {
            for (g, group) in fleet.groups.iter().enumerate() {
                tiles[side][g] = group.tiles;
            }
        }
        Self { survivors, forfeited, draws, tiles, cells: next }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    #[inline]
    pub(super) fn count(
        &self,
        battle: &EclipseBattle,
        state: &State,
        mut count: impl FnMut(usize),
    ) {
        count(state.outcome());
        for side in 0..2 {
            let (ships, roster) = (&state.ships[side], &battle.rosters[side]);
            let mut tiles = 1;
            for g in 0..roster.groups {
                let alive = usize::from(ships.alive[g]);
                tiles += usize::from(self.tiles[side][g]) * (usize::from(roster.count[g]) - alive);
                if state.forfeit && side == 0 {
                    count(self.survivors[side][g]);
                    count(self.forfeited[g] + alive);
                } else {
                    count(self.survivors[side][g] + alive);
                }
            }
            // Ships lost here are the enemy's kills; ships forfeited are nobody's (D6).
            if let Some(first) = self.draws[1 - side] {
                count(first + tiles.min(MOST_DRAWS));
            }
        }
    }
}

/// What a report calls the sides and their groups.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Name of the side.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// Class of each group.
    pub classes: Vec<String>,
}

/// The figures of both sides.
#[must_use]
pub fn summarise(
    battle: &EclipseBattle,
    fleets: &[Fleet; 2],
    labels: &[Labels; 2],
    bag: &Bag,
    odds: &Odds,
) -> Vec<SideSummary> {
    let layout = &battle.layout;
    let survivors = [0, 1].map(|side| survivors(layout, side, &fleets[side], &labels[side], odds));
    let lost = [0, 1].map(|side| value_lost(&fleets[side], &survivors[side]));
    let forfeited = value_forfeited(layout, &fleets[0], odds);
    let destroyed = [lost[1], lost[0] - forfeited];
    survivors
        .into_iter()
        .enumerate()
        .map(|(side, survivors)| SideSummary {
            name: labels[side].name.clone(),
            fleet: labels[side].fleet.clone(),
            win: odds.estimate(side),
            retreated: crate::tally::Probability { probability: 0.0 },
            survivors,
            cost: Cost { lost: lost[side], destroyed: destroyed[side] },
            reputation: layout.draws[side].map(|first| reputation(first, bag, odds)),
        })
        .collect()
}

/// Nobody is left.
#[must_use]
pub fn draw(odds: &Odds) -> crate::tally::Estimate {
    odds.estimate(DRAW)
}

/// Both sides are left.
#[must_use]
pub fn standoff(odds: &Odds) -> crate::tally::Estimate {
    odds.estimate(STANDOFF)
}

fn survivors(
    layout: &Layout,
    side: usize,
    fleet: &Fleet,
    labels: &Labels,
    odds: &Odds,
) -> Vec<Survivors> {
    fleet
        .groups
        .iter()
        .enumerate()
        .map(|(g, group)| {
            let first = layout.survivors[side][g];
            let left = odds.histogram(first..first + usize::from(group.count) + 1);
            Survivors {
                class: labels.classes[g].clone(),
                start: u64::from(group.count),
                mean: left.mean,
                distribution: left.distribution,
            }
        })
        .collect()
}

fn value_lost(fleet: &Fleet, survivors: &[Survivors]) -> f64 {
    let groups = fleet.groups.iter().zip(survivors);
    groups.map(|(g, left)| f64::from(g.cost) * (left.start as f64 - left.mean)).sum()
}

fn value_forfeited(layout: &Layout, attacker: &Fleet, odds: &Odds) -> f64 {
    let groups = attacker.groups.iter().zip(layout.forfeited);
    groups
        .map(|(group, first)| {
            let ships = odds.histogram(first..first + usize::from(group.count) + 1).mean;
            f64::from(group.cost) * ships
        })
        .sum()
}

fn reputation(first: usize, bag: &Bag, odds: &Odds) -> Reputation {
    let draws = odds.histogram(first..first + MOST_DRAWS + 1);
    let distribution = bag.best_tile(&draws.distribution);
    let mean = distribution.iter().map(|(&value, p)| f64::from(value) * p).sum();
    Reputation {
        draws: draws.distribution,
        mean: draws.mean,
        best_tile: BestTile { mean, distribution },
    }
}
