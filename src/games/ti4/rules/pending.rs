//! Hits on their way to the units.

use super::assign::{HitEffects, HitSource};
use super::throw::Hits;

/// Hits that are still to be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Hits by the side that assigns them.
    pub(super) due: [Hits; 2],
    /// Origin of the hits.
    pub(super) source: HitSource,
    /// By side: whether its ships, or its ground forces, may sustain damage.
    pub(super) sustains: [bool; 2],
    pub(super) hit_effects: [HitEffects; 2],
    /// Side that has announced a retreat.
    pub(super) leaving: Option<u8>,
    /// By side: number of flagships that take all ships with them, before the hits.
    pub(super) taking_all: [u8; 2],
}

impl Pending {
    /// Creates a state without hits to assign.
    pub(super) fn none(sustains: [bool; 2]) -> Self {
        Self {
            due: [Hits::NONE; 2],
            source: HitSource::Combat,
            sustains,
            hit_effects: [HitEffects::default(); 2],
            leaving: None,
            taking_all: [0; 2],
        }
    }
}
