//! Hits on their way to the units.

use super::assign::{HitEffects, HitSource};
use super::losses::{Suspended, Wave};
use super::throw::Hits;
use super::turns::Turns;

/// Hits that are still to be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Hits by the side that assigns them.
    pub(super) due: [Hits; 2],
    /// Origin of the hits.
    pub(super) source: HitSource,
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

/// Units of a side that may sustain damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MaySustain {
    /// All that can.
    All,
    /// Only mechs that guard ships: the enemy keeps ships, or ground forces, from it (T38a).
    Guards,
    /// No unit: the enemy takes all unit abilities away (T50).
    None,
}

/// A unit that the enemy has chosen for a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Marked {
    pub(super) side: u8,
    pub(super) group: u8,
    /// Whether the hit destroys it: it cannot sustain damage, or is damaged already.
    pub(super) dies: bool,
}

impl Pending {
    /// Creates a state without hits to assign.
    #[inline]
    pub(super) fn none() -> Self {
        Self {
            due: [Hits::NONE; 2],
            source: HitSource::Combat,
            sustains: [MaySustain::All; 2],
            hit_effects: [HitEffects::default(); 2],
            leaving: None,
            marked: None,
            turns: Turns::default(),
            wave: None,
            suspended: None,
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
