//! Positions of the game.

use std::cell::Cell;

use super::super::missile_targets::MissileTargets;
use super::super::phase::{OpenPhase, Phase};
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

/// A phase with the numbers of its volley and its aims.
pub(super) type EclipsePhase = Phase<u32, u32>;

impl EclipsePosition {
    /// Whether the battle has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether an activation is about to begin, or the battle has ended.
    #[must_use]
    pub fn is_between_activations(&self) -> bool {
        self.over || self.phase == Phase::Ready
    }
}

/// Values behind the numbers in positions.
#[derive(Clone, Debug, Default)]
pub(super) struct EclipsePositionValues {
    pub(super) ships: [Numbered<Ships>; 2],
    volleys: Numbered<Salvos>,
    aims: Numbered<MissileTargets>,
}

impl EclipsePositionValues {
    /// Returns the memory for all names in bytes, with `more_volleys` volleys added.
    pub(super) fn bytes(&self, more_volleys: usize) -> u64 {
        let ships: usize = self.ships.iter().map(Numbered::count).sum();
        Numbered::<Ships>::bytes_of(ships)
            + Numbered::<Salvos>::bytes_of(self.volleys.count() + more_volleys)
            + Numbered::<MissileTargets>::bytes_of(self.aims.count())
    }

    /// Returns a phase with the numbers of its values.
    pub(super) fn number(&mut self, phase: &OpenPhase) -> EclipsePhase {
        phase.map(|volley| self.volleys.number(*volley), |aims| self.aims.number(*aims))
    }

    /// Returns a phase with the numbers of its values, if they are known.
    pub(super) fn known(&self, phase: &OpenPhase) -> Option<EclipsePhase> {
        let known = phase.map(|volley| self.volleys.known(volley), |aims| self.aims.known(aims));
        let is_known = Cell::new(true);
        let number = |number: &Option<u32>| {
            is_known.set(is_known.get() && number.is_some());
            number.unwrap_or_default()
        };
        let phase = known.map(number, number);
        is_known.get().then_some(phase)
    }

    /// Returns a phase with the values behind its numbers.
    pub(super) fn open(&self, phase: EclipsePhase) -> OpenPhase {
        phase.map(|volley| self.volleys.get(*volley), |aims| self.aims.get(*aims))
    }
}
