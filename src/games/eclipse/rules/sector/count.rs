//! Counts of a sector, after each battle and at its end.

use super::super::battle::{EclipseBattle, EclipseState, Edition};
use super::super::reputation::MAX_DRAWS;
use super::super::ships::Ships;
use super::line::{Party, SectorSide};
use super::{Population, Sector, SectorMemory, SectorStage};
use crate::model::Battle;
use crate::model::chain::Continuation;

/// Positions of the cells in which a sector is counted. The outcomes come first: each side holds
/// the sector; no side holds it; a standoff.
#[derive(Clone, Debug)]
pub(super) struct SectorCellLayout {
    /// Cell for the encounter of each pair of sides; the cells of the battle follow it.
    pub(super) encounters: Vec<usize>,
    pub(super) parties: Vec<PartyCells>,
    /// First cell for the number of cubes destroyed.
    pub(super) destroyed: usize,
    /// Cell for the loss of the influence disc.
    pub(super) influence_lost: usize,
    /// Total number of cells.
    pub(super) cells: usize,
}

/// Cells of a party.
#[derive(Clone, Debug)]
pub(super) struct PartyCells {
    /// First cell for the number of survivors, by group.
    pub(super) survivors: Vec<usize>,
    /// First cell for the number of tiles drawn.
    pub(super) draws: usize,
    /// Maximum number of tiles that can be drawn.
    pub(super) max_draws: usize,
    /// Cell for a retreat: the party has ships left, all of them outside the sector.
    pub(super) retreated: usize,
    /// Cell for the loss of all ships.
    pub(super) lost: usize,
    /// Cell for the right to claim the sector.
    pub(super) may_claim: usize,
}

impl SectorCellLayout {
    pub(super) fn new(
        parties: &[Party],
        sides: &[SectorSide],
        battles: &[EclipseBattle],
        population: Option<Population>,
        edition: Edition,
    ) -> Self {
        let mut cells = sides.len() + 2;
        let mut take = |n: usize| {
            cells += n;
            cells - n
        };
        let pairs = sides.len() * (sides.len() - 1) / 2;
        let encounters = battles[..pairs].iter().map(|battle| take(1 + battle.cells())).collect();
        let max_draws = match edition {
            Edition::First => MAX_DRAWS * (sides.len() - 1).max(1),
            Edition::Second => MAX_DRAWS,
        };
        let of_party = |party: &Party| PartyCells {
            survivors: party.fleet.groups.iter().map(|g| take(usize::from(g.count) + 1)).collect(),
            draws: take(max_draws + 1),
            max_draws,
            retreated: take(1),
            lost: take(1),
            may_claim: take(1),
        };
        let parties = parties.iter().map(of_party).collect();
        let destroyed = take(usize::from(population.map_or(0, |p| p.cubes)) + 1);
        let influence_lost = take(1);
        Self { encounters, parties, destroyed, influence_lost, cells }
    }
}

impl Sector {
    /// Counts a battle with this end, and the whole sector if this battle is the last.
    #[inline]
    pub(super) fn count_battle(
        &self,
        number: usize,
        end: &EclipseState,
        after: &Continuation<Self>,
        mut count: impl FnMut(usize),
    ) {
        let battle = &self.battles[number];
        let is_last = after.next.is_none();
        let memory = after.memory;
        match self.stage(number) {
            SectorStage::Landing(side) => {
                self.count_side(side, Some((battle, &end.ships[0], 0)), memory, &mut count);
                let destroyed = if self.attacks(side) { end.cubes } else { 0 };
                self.count_end(Some(side), &end.ships[0], destroyed, &mut count);
            }
            SectorStage::Battle(attacker, defender) => {
                let first = self.layout.encounters[number];
                count(first);
                battle.count(end, |cell| count(first + 1 + cell));
                let mut left = None;
                let mut left_ships = &end.ships[0];
                for (place, side) in [attacker, defender].into_iter().enumerate() {
                    let ships = &end.ships[place];
                    if is_last || ships.afloat == 0 {
                        self.count_side(side, Some((battle, ships, place)), memory, &mut count);
                    }
                    if ships.afloat > 0 {
                        left = Some(side);
                        left_ships = ships;
                    }
                }
                if !is_last {
                    return;
                }
                // Sides in line that have not fought still have all their ships.
                for side in defender + 1..self.sides.len() {
                    self.count_side(side, None, memory, &mut count);
                }
                if end.ships.iter().all(|ships| ships.afloat > 0) {
                    self.count_standoff(&mut count);
                } else if left.is_none() && defender + 1 < self.sides.len() {
                    let fresh =
                        self.battles[self.number(SectorStage::Landing(defender + 1))].opening;
                    self.count_end(Some(defender + 1), &fresh.ships[0], 0, &mut count);
                } else {
                    self.count_end(left, left_ships, 0, &mut count);
                }
            }
        }
        if is_last {
            for (party, cells) in self.parties.iter().zip(&self.layout.parties) {
                // A party without ships has lost none and draws no tile.
                if party.fleet.groups.is_empty() {
                    count(cells.draws);
                }
            }
        }
    }

    /// Counts the parties of a side in their final state.
    fn count_side(
        &self,
        side: usize,
        ships: Option<(&EclipseBattle, &Ships, usize)>,
        memory: SectorMemory,
        count: &mut impl FnMut(usize),
    ) {
        let side = &self.sides[side];
        for &party in &side.members {
            let cells = &self.layout.parties[party];
            let (mut here, mut elsewhere) = (0, 0);
            for (n, group) in side.groups_of(party).enumerate() {
                let (stay, gone) = match ships {
                    Some((battle, ships, place)) => {
                        (ships.alive[group], ships.elsewhere(&battle.rosters[place], group))
                    }
                    None => (side.fleet.groups[group].count as u8, 0),
                };
                count(cells.survivors[n] + usize::from(stay + gone));
                here += stay;
                elsewhere += gone;
            }
            match (here, elsewhere) {
                (0, 0) => count(cells.lost),
                (0, _) => count(cells.retreated),
                _ => {}
            }
            count(cells.draws + self.tiles_of(party, memory));
        }
    }

    /// Returns the number of tiles that a party has drawn in the whole sector.
    fn tiles_of(&self, party: usize, memory: SectorMemory) -> usize {
        let tiles = usize::from(memory.tiles[party]);
        let has = |set: u16| set >> party & 1 == 1;
        match self.edition {
            Edition::First => tiles,
            Edition::Second if !has(memory.fought) => 0,
            Edition::Second => (tiles + usize::from(!has(memory.attempted))).min(MAX_DRAWS),
        }
    }

    /// Counts the side that holds the sector, and the results for population and influence.
    #[inline]
    fn count_end(
        &self,
        side: Option<usize>,
        ships: &Ships,
        cubes: u8,
        count: &mut impl FnMut(usize),
    ) {
        count(side.unwrap_or(self.sides.len()));
        count(self.layout.destroyed + usize::from(cubes));
        let Some(side) = side.map(|side| &self.sides[side]) else { return };
        let holder = self.disc_holder();
        let enemies =
            holder.is_some_and(|holder| !side.fleet.non_player && !self.is_friend(side, holder));
        let lost = enemies && cubes >= self.cubes();
        if lost {
            count(self.layout.influence_lost);
        }
        if side.fleet.non_player || (holder.is_some() && !lost) {
            return;
        }
        // Of several allies, the first to have moved in may claim the sector.
        let is_there = |party: &&usize| side.groups_of(**party).any(|g| ships.alive[g] > 0);
        if let Some(&party) = side.members.iter().find(is_there) {
            count(self.layout.parties[party].may_claim);
        }
    }

    /// Returns the party with a disc in the sector. The owner of the population always has one.
    pub(super) fn disc_holder(&self) -> Option<usize> {
        let by_disc = || self.parties.iter().position(|party| party.influence);
        self.population.map(|population| population.owner).or_else(by_disc)
    }

    fn count_standoff(&self, count: &mut impl FnMut(usize)) {
        count(self.sides.len() + 1);
        count(self.layout.destroyed);
    }
}
