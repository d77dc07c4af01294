//! Hits on their way to the units.

use super::force::{GROUPS, Ti4Force};
use super::hits::Hits;
use super::hits::{HitEffects, HitSource, Marked, MaySustain};
use super::wave::{Suspended, Wave};

/// Hits that are still to be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Hits by the side that assigns them.
    pub(super) due: [Hits; 2],
    /// Origin of the hits, see [`Self::source_of`].
    pub(super) source: HitSource,
    /// By side: whether its hits answer those of a barrage, and so are not of unit abilities (T36).
    pub(super) answers: [bool; 2],
    /// By side: which of its units may sustain damage.
    pub(super) sustains: [MaySustain; 2],
    pub(super) hit_effects: [HitEffects; 2],
    /// Side that has announced a retreat.
    pub(super) leaving: Option<u8>,
    /// The only unit that the hit may be assigned to, if the enemy has chosen it (T35).
    pub(super) marked: Option<Marked>,
    /// Progress where hits are assigned in turns (T33).
    pub(super) turns: Turns,
    /// Losses whose consequences are still to be played, if there can be any.
    pub(super) wave: Option<Wave>,
    /// The assignment that goes on when what follows from a Direct Hit has been played.
    pub(super) suspended: Option<Suspended>,
}

impl Pending {
    /// Creates a state without hits to assign.
    #[inline]
    pub(super) fn none() -> Self {
        Self {
            due: [Hits::NONE; 2],
            source: HitSource::Combat,
            answers: [false; 2],
            sustains: [MaySustain::All; 2],
            hit_effects: [HitEffects::default(); 2],
            leaving: None,
            marked: None,
            turns: Turns::default(),
            wave: None,
            suspended: None,
        }
    }

    /// Whether all hits have been assigned.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.due.iter().all(|due| due.total() == 0)
    }

    /// Returns the origin of the hits on a side.
    #[inline]
    pub(super) fn source_of(&self, side: usize) -> HitSource {
        match self.source {
            HitSource::Barrage if self.answers[side] => HitSource::Combat,
            source => source,
        }
    }

    /// Returns whether these are hits of combat dice that may be assigned to any unit, and no side
    /// leaves.
    pub(super) fn is_plain(&self) -> bool {
        self.source == HitSource::Combat
            && self.leaving.is_none()
            && self.marked.is_none()
            && self.due.iter().all(|due| due.aimed == 0)
    }
}

/// Progress of an assignment in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Turns {
    /// Side that sustains damage next.
    pub(super) next: u8,
    /// By side: whether Metali Void Shielding has been used.
    pub(super) has_shielded: [bool; 2],
    /// By side: whether Tellurian has been used. A second use is for a later window (T11).
    pub(super) has_saved: [bool; 2],
    /// By side and row: undamaged units that were repaired after they had sustained damage. They
    /// cannot sustain again in this assignment (T34).
    pub(super) repaired: [[u8; GROUPS]; 2],
    /// Side and row of a unit that a Direct Hit has destroyed, if something can follow from that.
    pub(super) struck: Option<(u8, u8)>,
    /// By side: whether it gains something after the assignment, because a Direct Hit has destroyed
    /// an enemy unit (T60).
    pub(super) gains: [bool; 2],
}

impl Turns {
    /// Shows repaired units as damaged, because they cannot sustain again.
    pub(super) fn hide_repaired(&self, side: usize, force: &mut Ti4Force) {
        if self.repaired[side] != [0; GROUPS] {
            for (g, repaired) in self.repaired[side].into_iter().enumerate() {
                force.whole[g] -= repaired;
                force.hurt[g] += repaired;
            }
        }
    }

    /// Undoes [`hide_repaired`](Self::hide_repaired).
    pub(super) fn show_repaired(&self, side: usize, force: &mut Ti4Force) {
        if self.repaired[side] != [0; GROUPS] {
            for (g, repaired) in self.repaired[side].into_iter().enumerate() {
                force.whole[g] += repaired;
                force.hurt[g] -= repaired;
            }
        }
    }
}
