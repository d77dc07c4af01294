//! The cells in which the ends of a battle are counted.

use super::fleet::EclipseFleet;
use super::fleet::limits::GROUPS;
use super::reputation::MAX_DRAWS;

/// Number of outcomes of a battle, which are the first cells: a win of each side, draw and
/// standoff.
pub const OUTCOMES: usize = 4;
pub(super) const DRAW: usize = 2;
pub(super) const STANDOFF: usize = 3;

/// Positions of the cells in which the ends of a battle are counted.
#[derive(Clone, Debug)]
pub(super) struct EclipseCellLayout {
    /// First cell for the number of survivors, by side and group.
    pub(super) survivors: [[usize; GROUPS]; 2],
    /// First cell for the number of lost ships that the enemy has not destroyed in this battle, by
    /// side and group. Plain battles have no such ships and do not count them.
    pub(super) wrecks: [[usize; GROUPS]; 2],
    /// Cell for a retreat of the attacker; the defender's follows.
    pub(super) retreated: usize,
    /// First cell for the number of tiles, by side and owner; non-player ships draw none.
    pub(super) draws: [Vec<usize>; 2],
    /// First cell for the number of tiles of the first owner of each side.
    pub(super) draws_of_first: [Option<usize>; 2],
    cells: usize,
}

impl EclipseCellLayout {
    pub(super) fn new(fleets: &[EclipseFleet; 2]) -> Self {
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
        let wrecks = [per_group(0), per_group(1)];
        let draws: [Vec<usize>; 2] = fleets.each_ref().map(|fleet| {
            let owners = if fleet.non_player { 0 } else { fleet.owners.len() };
            (0..owners).map(|_| take(MAX_DRAWS + 1)).collect()
        });
        let retreated = take(2);
        let draws_of_first = draws.each_ref().map(|draws| draws.first().copied());
        Self { survivors, wrecks, retreated, draws, draws_of_first, cells: next }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }
}
