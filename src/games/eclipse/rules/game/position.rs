//! Positions of the game.

use super::super::missile_targets::MissileTargets;
use super::super::ships::Ships;
use super::super::volley::Salvos;
use crate::model::Numbered;

/// A situation, by the numbers of its parts, and the progress of the present activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EclipsePosition {
    pub(super) ships: [u32; 2],
    pub(super) turn: u8,
    pub(super) over: bool,
    pub(super) clock: u32,
    pub(super) round: u32,
    pub(super) phase: EclipsePhase,
}

impl EclipsePosition {
    /// Whether the battle has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether an activation is about to begin, or the battle has ended.
    #[must_use]
    pub fn is_between_activations(&self) -> bool {
        self.over || self.phase == EclipsePhase::Ready
    }
}

/// Progress of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum EclipsePhase {
    /// The activation begins.
    Ready,
    /// The dice are about to be rolled.
    Fire,
    /// Dice of a volley are still to be assigned; then `wounds` points hit the firing fleet.
    Assign { volley: u32, wounds: u8 },
    /// Missiles are still to be aimed; `aims` are those aimed so far.
    Aim { volley: u32, aims: u32 },
    /// Defences from `next` on may still shoot at the missiles.
    Defend { aims: u32, next: u8 },
    /// A defence may still stop `hits` missiles.
    Stop { aims: u32, defence: u8, hits: u8 },
}

/// Values behind the numbers in positions.
#[derive(Clone, Debug)]
pub(super) struct EclipsePositionValues {
    pub(super) ships: [Numbered<Ships>; 2],
    pub(super) volleys: Numbered<Salvos>,
    pub(super) aims: Numbered<MissileTargets>,
}

impl EclipsePositionValues {
    /// Returns the memory for all names in bytes, with `more_volleys` volleys added.
    pub(super) fn bytes(&self, more_volleys: usize) -> u64 {
        let ships: usize = self.ships.iter().map(Numbered::count).sum();
        Numbered::<Ships>::bytes_of(ships)
            + Numbered::<Salvos>::bytes_of(self.volleys.count() + more_volleys)
            + Numbered::<MissileTargets>::bytes_of(self.aims.count())
    }
}
