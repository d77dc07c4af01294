//! The cells in which the ends of a combat are counted.

use super::fleet::Ti4Fleet;
use super::fleet::limits::GROUPS;
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
    /// By side and group: first cell of the number of survivors.
    pub(super) survivors: [[usize; GROUPS]; 2],
    /// By side and group: first cell of the number of survivors after the winner's capacity has
    /// been checked; in space only.
    pub(super) kept: Option<[[usize; GROUPS]; 2]>,
    cells: usize,
}

impl Ti4CellLayout {
    pub(super) fn new(fleets: &[Ti4Fleet; 2], theatre: Theatre) -> Self {
        let mut next = OUTCOMES + 3;
        let mut per_group = || {
            fleets.each_ref().map(|fleet| {
                let mut first = [0; GROUPS];
                for (cell, group) in first.iter_mut().zip(&fleet.groups) {
                    *cell = next;
                    next += usize::from(group.count) + 1;
                }
                first
            })
        };
        let survivors = per_group();
        let kept = (theatre == Theatre::Space).then(per_group);
        Self { retreated: OUTCOMES, skilled: OUTCOMES + 2, survivors, kept, cells: next }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }
}
