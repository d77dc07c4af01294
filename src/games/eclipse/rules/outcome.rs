//! Counts of finished battles, and the figures derived from them.

use super::battle::{EclipseBattle, EclipseState};
use super::fleet::EclipseFleet;
use super::fleet::limits::OWNERS;
use super::layout::{DRAW, STANDOFF};
use super::reputation::{MAX_DRAWS, Reputation, Tiles};
use super::ships::{EclipseRoster, Ships};
use crate::games::common::{Labels, add_ends};
use crate::result::{Cost, SideSummary, Survivors};
use crate::stats::{Histogram, Odds};

impl EclipseState {
    /// Returns the outcome of a battle that ends or is cut short here.
    #[inline]
    pub(super) fn outcome(&self) -> usize {
        match self.ships.each_ref().map(|ships| ships.afloat > 0) {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        }
    }
}

impl EclipseBattle {
    /// Returns the cost of the enemy ships that a side has destroyed, minus the cost of its own
    /// ships lost for any reason (also by D6 and D12).
    pub(super) fn swing(&self, state: &EclipseState, side: usize) -> f64 {
        let cost = |of: usize, lost: &dyn Fn(&Ships, &EclipseRoster, usize) -> u8| -> f64 {
            let (ships, roster) = (&state.ships[of], &self.rosters[of]);
            let groups = 0..roster.groups;
            groups.map(|g| f64::from(self.costs[of][g]) * f64::from(lost(ships, roster, g))).sum()
        };
        let lost =
            |ships: &Ships, roster: &EclipseRoster, g| roster.count[g] - ships.survivors(roster, g);
        cost(1 - side, &|ships, roster, g| ships.destroyed(roster, g)) - cost(side, &lost)
    }

    /// Whether a side has left the battle with at least one ship alive (D13).
    #[inline]
    pub(super) fn has_retreated(&self, state: &EclipseState, side: usize) -> bool {
        let (ships, roster) = (&state.ships[side], &self.rosters[side]);
        ships.afloat == 0 && (0..roster.groups).any(|g| ships.elsewhere(roster, g) > 0)
    }

    /// Returns the number of tiles that an owner draws after the battle.
    pub(super) fn draws(&self, state: &EclipseState, side: usize, owner: usize) -> usize {
        let part = usize::from(self.took_part(state, side, owner));
        (part + self.tiles_for_kills(state, side, owner)).min(MAX_DRAWS)
    }

    /// Returns the number of tiles that an owner draws for ships destroyed, 0 to 5.
    pub(super) fn tiles_for_kills(&self, state: &EclipseState, side: usize, owner: usize) -> usize {
        if self.counts_kills[side] {
            return usize::from(state.earned[side * OWNERS + owner]);
        }
        let (ships, roster) = (&state.ships[1 - side], &self.rosters[1 - side]);
        let tiles = |g: usize| {
            usize::from(self.tiles[1 - side][g]) * usize::from(ships.destroyed(roster, g))
        };
        (0..roster.groups).map(tiles).sum::<usize>().min(MAX_DRAWS)
    }

    /// Whether an owner had ships when the battle with this end began. Ships that were lost or had
    /// left before it are marked as such.
    pub(super) fn fought(&self, state: &EclipseState, side: usize, owner: usize) -> bool {
        let roster = &self.rosters[side];
        (0..roster.groups).filter(|&g| usize::from(self.owner_of[side][g]) == owner).any(|g| {
            let first = usize::from(roster.first[g]);
            let places = first..first + usize::from(roster.count[g]);
            let fought = |life: &u8| ![Ships::BEFORE, Ships::AWAY].contains(life);
            state.ships[side].life[places].iter().any(fought)
        })
    }

    /// Whether an owner draws a tile for taking part. The tile is lost by retreating with all
    /// remaining ships; in the second edition, by attempting to.
    pub(super) fn took_part(&self, state: &EclipseState, side: usize, owner: usize) -> bool {
        if self.number > 0 && !self.fought(state, side, owner) {
            return false;
        }
        if self.notes_attempts {
            return state.attempted >> (side * OWNERS + owner) & 1 == 0;
        }
        let (ships, roster) = (&state.ships[side], &self.rosters[side]);
        let mut own = (0..roster.groups)
            .filter(|&g| usize::from(self.owner_of[side][g]) == owner)
            .map(|g| (ships.alive[g] > 0, ships.gone(roster, g) > 0));
        let (stays, goes) =
            own.by_ref().fold((false, false), |(s, g), (stays, goes)| (s || stays, g || goes));
        stays || !goes
    }
}

impl EclipseBattle {
    /// Names the cells of a battle that ends in this state.
    #[inline]
    pub(super) fn count_cells(&self, state: &EclipseState, mut count: impl FnMut(usize)) {
        let layout = &self.layout;
        count(state.outcome());
        for side in 0..2 {
            let (ships, roster) = (&state.ships[side], &self.rosters[side]);
            if self.is_plain {
                let mut tiles = 1;
                for g in 0..roster.groups {
                    let alive = usize::from(ships.alive[g]);
                    tiles +=
                        usize::from(self.tiles[side][g]) * (usize::from(roster.count[g]) - alive);
                    count(layout.survivors[side][g] + alive);
                }
                if let Some(first) = layout.draws_of_first[1 - side] {
                    count(first + tiles.min(MAX_DRAWS));
                }
                continue;
            }
            for g in 0..roster.groups {
                count(layout.survivors[side][g] + usize::from(ships.survivors(roster, g)));
                count(layout.wrecks[side][g] + usize::from(ships.nobodys_kills(roster, g)));
            }
            if self.has_retreated(state, side) {
                count(layout.retreated + side);
            }
            for (owner, first) in layout.draws[side].iter().enumerate() {
                count(first + self.draws(state, side, owner));
            }
        }
    }
}

/// Returns the figures of both sides.
#[must_use]
pub fn summarise(
    battle: &EclipseBattle,
    fleets: &[EclipseFleet; 2],
    labels: &[Labels; 2],
    odds: &Odds,
) -> Vec<SideSummary> {
    let losses = [0, 1].map(|side| battle.losses(side, odds, 0, 1.0));
    let mut sides = Vec::new();
    for side in [0, 1] {
        let layout = &battle.layout;
        let Labels { name, fleet, classes } = &labels[side];
        let survivors = |(g, class): (usize, &String)| {
            let first = layout.survivors[side][g];
            survivors(
                class,
                odds.histogram(first..=first + usize::from(fleets[side].groups[g].count)),
            )
        };
        let survivors = classes.iter().enumerate().map(survivors).collect();
        let cost = Cost {
            lost: losses[side].lost,
            destroyed: losses[1 - side].destroyed,
            spread: losses[side].spread,
            swing: None,
        };
        let summary = SideSummary::new(name, fleet, odds.estimate(side), survivors, cost);
        sides.push(summary.neutral(fleets[side].non_player));
    }
    sides
}

/// Adds the figures that only Eclipse has to those of both sides.
pub fn add_figures(
    battle: &EclipseBattle,
    tiles: &[Tiles; 2],
    odds: &Odds,
    sides: &mut [SideSummary],
) {
    let layout = &battle.layout;
    for (side, figures) in sides.iter_mut().enumerate() {
        let retreated = odds.share(layout.retreated + side);
        let holding = figures.win.probability + odds.share(STANDOFF);
        add_ends(&mut figures.of_game, retreated, (1.0 - holding - retreated).max(0.0));
        if let Some(&first) = layout.draws[side].first() {
            let draws = odds.histogram(first..=first + MAX_DRAWS);
            figures.of_game.push(Reputation::new(&draws, &tiles[side]).figure());
        }
    }
}

/// Expected losses of a side.
pub(super) struct Losses {
    /// Expected cost of all ships lost.
    pub(super) lost: f64,
    /// Expected cost of the ships that the enemy has destroyed.
    pub(super) destroyed: f64,
    /// Upper bound of the standard deviation of both.
    pub(super) spread: f64,
}

impl EclipseBattle {
    /// Returns the losses of a side if the cells of the battle begin at `first` and it takes place
    /// with the probability `times`.
    pub(super) fn losses(&self, side: usize, odds: &Odds, first: usize, times: f64) -> Losses {
        let (layout, roster) = (&self.layout, &self.rosters[side]);
        let mut losses = Losses { lost: 0.0, destroyed: 0.0, spread: 0.0 };
        for g in 0..roster.groups {
            let count = usize::from(roster.count[g]);
            let ships = |cell: usize| odds.histogram(first + cell..=first + cell + count);
            let left = ships(layout.survivors[side][g]);
            let wrecks = ships(layout.wrecks[side][g]);
            let lost = times * count as f64 - left.mean;
            let cost = f64::from(self.costs[side][g]);
            losses.lost += cost * lost;
            losses.destroyed += cost * (lost - wrecks.mean);
            losses.spread += cost * (left.deviation() + wrecks.deviation());
        }
        losses
    }
}

/// Returns the probability that no ship is left on either side.
#[must_use]
pub fn draw(odds: &Odds) -> crate::stats::Estimate {
    odds.estimate(DRAW)
}

/// Returns the probability that both sides have ships left.
#[must_use]
pub fn standoff(odds: &Odds) -> crate::stats::Estimate {
    odds.estimate(STANDOFF)
}

pub(super) fn survivors(class: &str, left: Histogram) -> Survivors {
    Survivors::new(class, left.distribution.len() as u64 - 1, left)
}
