//! The cells in which the ends of a combat are counted.

use super::fleet::{Ti4Fleet, Ti4Group};

use super::force::GROUPS;
use super::lineup::placeable;
use super::roster::Ti4Roster;
use super::terms::Theatre;

/// Number of outcomes. They are the first cells: the win of each side, then these two.
pub const OUTCOMES: usize = 4;
pub(super) const DRAW: usize = 2;
pub(super) const STANDOFF: usize = 3;

/// Layout of the tally cells.
#[derive(Clone, Debug)]
pub(super) struct Ti4CellLayout {
    /// First of two cells, one for each side's retreat.
    pub(super) retreated: usize,
    /// Cell of draws by a Skilled Retreat.
    pub(super) skilled: usize,
    /// Cell of wins of the attacker with fighters alone, which cannot hold the planet (T48).
    pub(super) unheld: usize,
    /// By side and group: first cell of the number of survivors.
    pub(super) survivors: [[usize; GROUPS]; 2],
    /// By side and group: first cell of the number of survivors after the winner's capacity has
    /// been checked; in space only.
    pub(super) kept: Option<[[usize; GROUPS]; 2]>,
    /// By side: the groups whose survivors may be damaged, each with the first cell of their number.
    pub(super) damaged: [Vec<(usize, usize)>; 2],
    /// By side and group: maximum number of survivors.
    pub(super) most: [Vec<usize>; 2],
    cells: usize,
}

impl Ti4CellLayout {
    /// Lays out the cells. `rosters` has all rosters that each side may have.
    pub(super) fn new(
        fleets: &[Ti4Fleet; 2],
        rosters: [Vec<&Ti4Roster>; 2],
        theatre: Theatre,
    ) -> Self {
        let mut next = OUTCOMES + 4;
        let most: [Vec<usize>; 2] = [0, 1].map(|side| {
            let groups = fleets[side].groups.iter().enumerate();
            let most = |(home, group): (usize, &Ti4Group)| {
                usize::from(group.count + placeable(fleets, side, home))
            };
            groups.map(most).collect()
        });
        let mut per_group = || {
            [0, 1].map(|side| {
                let fleet = &fleets[side];
                let mut first = [0; GROUPS];
                for (home, cell) in first.iter_mut().enumerate().take(fleet.groups.len()) {
                    *cell = next;
                    next += most[side][home] + 1;
                }
                first
            })
        };
        let survivors = per_group();
        let kept = (theatre == Theatre::Space).then(&mut per_group);
        let damaged = [0, 1].map(|side: usize| {
            let mut first = Vec::new();
            for (home, most) in most[side].iter().enumerate() {
                if rosters[side].iter().any(|roster| roster.may_be_damaged(home)) {
                    first.push((home, next));
                    next += most + 1;
                }
            }
            first
        });
        Self {
            retreated: OUTCOMES,
            skilled: OUTCOMES + 2,
            unheld: OUTCOMES + 3,
            survivors,
            kept,
            damaged,
            most,
            cells: next,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }
}
