//! What a finished combat counts.

use super::Theatre;
use super::compile::{Exit, State, Ti4Battle};
use super::fleet::Fleet;
use super::fleet::limits::GROUPS;

/// Outcomes of a combat are the first cells: each side's win, then these.
pub const OUTCOMES: usize = 4;
pub(super) const DRAW: usize = 2;
pub(super) const STANDOFF: usize = 3;

/// Where everything that is counted has its cells.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Cell of each side's retreat.
    pub(super) retreated: usize,
    /// First cell of each group's number of survivors.
    pub(super) survivors: [[usize; GROUPS]; 2],
    /// The same after the winner's capacity has been checked, in space.
    pub(super) kept: Option<[[usize; GROUPS]; 2]>,
    cells: usize,
}

impl Layout {
    pub(super) fn new(fleets: &[Fleet; 2], theatre: Theatre) -> Self {
        let mut next = OUTCOMES + 2;
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
        Self { retreated: OUTCOMES, survivors, kept, cells: next }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn count(
        &self,
        battle: &Ti4Battle,
        state: &State,
        mut count: impl FnMut(usize),
    ) {
        let outcome = battle.outcome(state);
        count(outcome);
        if let Exit::Retreat(side) = state.exit
            && state.forces[usize::from(side)].any(battle.sides[usize::from(side)].fighting)
        {
            count(self.retreated + usize::from(side));
        }
        for side in 0..2 {
            let roster = &battle.sides[side];
            let mut force = state.forces[side];
            // Structures go with the planet.
            if battle.terms.theatre == Theatre::Ground && outcome == 1 - side && side == 1 {
                force.clear(roster.structures);
            }
            for g in 0..roster.groups {
                count(self.survivors[side][g] + usize::from(force.alive(g)));
            }
            if let Some(kept) = &self.kept {
                if outcome == side {
                    roster.fit(&mut force);
                }
                for g in 0..roster.groups {
                    count(kept[side][g] + usize::from(force.alive(g)));
                }
            }
        }
    }
}

impl Ti4Battle {
    /// The outcome, if the combat is over or cut short here.
    pub(super) fn outcome(&self, state: &State) -> usize {
        match state.exit {
            Exit::Skilled => return DRAW,
            Exit::Retreat(side) => return 1 - usize::from(side),
            Exit::None => {}
        }
        match [self.fights(state, 0), self.fights(state, 1)] {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => DRAW,
            [true, true] => STANDOFF,
        }
    }
}
