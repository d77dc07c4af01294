//! Losses whose consequences are still to be played (T37).

use super::battle::Ti4State;
use super::force::{GROUPS, Groups};
use super::hits::Hits;
use super::hits::{HitSource, Marked, MaySustain};
use crate::array::array;

/// Numbers of units by side and row.
pub(super) type Units = [[u8; GROUPS]; 2];

pub(super) const NO_UNITS: Units = [[0; GROUPS]; 2];

/// Steps that follow losses: texts that say "when" units are destroyed, then those that say "after".
pub(super) const WHEN: usize = 0;
pub(super) const AFTER: usize = 1;

/// Losses whose consequences have not all been played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wave {
    /// Living units when losses were last looked at.
    pub(super) alive: Units,
    /// Units lost since then.
    pub(super) next: Units,
    /// Units lost together, "when" and "after" whose destruction effects are being played.
    pub(super) fallen: [Units; 2],
    /// Units whose "when" effects have been played, but none of the others.
    pub(super) waiting: Units,
    /// Number of effects played for each of `fallen`.
    pub(super) played: [u8; 2],
}

/// An assignment that waits while what follows from a Direct Hit is played (T34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Suspended {
    pub(super) due: [Hits; 2],
    pub(super) source: HitSource,
    pub(super) marked: Option<Marked>,
    /// Units that might sustain damage when it was suspended.
    pub(super) sustains: [MaySustain; 2],
    /// Units that it has destroyed by other hits.
    pub(super) lost: Units,
}

impl Wave {
    /// Begins with the units that are alive.
    pub(super) fn new(state: &Ti4State) -> Self {
        let alive = state.forces.each_ref().map(|force| force.living());
        let (fallen, played) = ([NO_UNITS; 2], [u8::MAX; 2]);
        Self { alive, next: NO_UNITS, fallen, waiting: NO_UNITS, played }
    }

    /// Adds the units lost since losses were last looked at.
    pub(super) fn look(&mut self, state: &Ti4State) {
        for side in 0..2 {
            let now = state.forces[side].living();
            for (g, now) in now.into_iter().enumerate() {
                self.next[side][g] += self.alive[side][g].saturating_sub(now);
                self.alive[side][g] = now;
            }
        }
    }

    /// Returns whether nothing has been lost and no consequence is left to be played.
    pub(super) fn is_quiet(&self, state: &Ti4State) -> bool {
        let [attacker, defender] = &state.forces;
        self.played == [u8::MAX; 2] && self.alive == [attacker.living(), defender.living()]
    }

    /// Takes the present units for granted: none has been lost, some may have been replaced.
    pub(super) fn accept(&mut self, state: &Ti4State) {
        self.alive = state.forces.each_ref().map(|force| force.living());
    }

    /// Takes all units that have been lost for granted, except one. Returns them.
    pub(super) fn set_aside_all_but(&mut self, side: usize, row: usize, state: &Ti4State) -> Units {
        let mut lost = NO_UNITS;
        for (side, lost) in lost.iter_mut().enumerate() {
            let now = state.forces[side].living();
            *lost = array(|g| self.alive[side][g].saturating_sub(now[g]));
        }
        lost[side][row] = lost[side][row].saturating_sub(1);
        for (alive, lost) in self.alive.as_flattened_mut().iter_mut().zip(lost.as_flattened()) {
            *alive -= lost;
        }
        lost
    }

    /// Takes these units for lost since losses were last looked at.
    pub(super) fn take_up(&mut self, lost: &Units) {
        for (alive, lost) in self.alive.as_flattened_mut().iter_mut().zip(lost.as_flattened()) {
            *alive += lost;
        }
    }

    /// Returns the window, the losing side and the number of the next effect to be played. `turns`
    /// are the numbers of effects by window and side. What comes "when" units are destroyed goes
    /// before all that comes "after" it.
    pub(super) fn next_turn(&mut self, turns: [[usize; 2]; 2]) -> Option<(usize, usize, usize)> {
        loop {
            if let Some((side, n)) = self.next_of(WHEN, turns[WHEN]) {
                return Some((WHEN, side, n));
            }
            if self.next != NO_UNITS {
                self.fallen[WHEN] = std::mem::replace(&mut self.next, NO_UNITS);
                let fallen = self.fallen[WHEN].as_flattened().iter();
                self.waiting.as_flattened_mut().iter_mut().zip(fallen).for_each(|(a, b)| *a += b);
                self.played[WHEN] = 0;
            } else if let Some((side, n)) = self.next_of(AFTER, turns[AFTER]) {
                return Some((AFTER, side, n));
            } else if self.waiting != NO_UNITS {
                self.fallen[AFTER] = std::mem::replace(&mut self.waiting, NO_UNITS);
                self.played[AFTER] = 0;
            } else {
                return None;
            }
        }
    }

    /// Returns the losing side and the number of the next effect of a window, the attacker's losses
    /// first.
    pub(super) fn next_of(
        &mut self,
        window: usize,
        [first, second]: [usize; 2],
    ) -> Option<(usize, usize)> {
        let at = usize::from(self.played[window]);
        if at >= first + second {
            return None;
        }
        self.played[window] += 1;
        Some(if at < first { (0, at) } else { (1, at - first) })
    }

    /// Returns the rows of a side that have lost units.
    pub(super) fn rows(&self, window: usize, side: usize) -> Groups {
        Groups::of((0..GROUPS).filter(|&g| self.fallen[window][side][g] > 0))
    }
}
