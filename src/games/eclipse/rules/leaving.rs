//! Groups that leave the battle.

use super::battle::EclipseState;
use super::turn::{EclipseWeapon, Turn};
use crate::games::common::Retreat;

/// Returns whether a group that may retreat begins to; `None` if its policy looks ahead.
pub(super) fn declared_retreat(turn: &Turn, state: &EclipseState) -> Option<bool> {
    match turn.retreat? {
        Retreat::Never => Some(false),
        Retreat::AfterRound(round) => Some(state.round > round),
        Retreat::AtMost(ships) => Some(u32::from(state.ships[turn.side].afloat) <= ships),
        Retreat::Below(_) | Retreat::Optimal => None,
    }
}

/// Whether the group began to retreat at its last activation and now leaves.
pub(super) fn leaves(turn: &Turn, state: &EclipseState) -> bool {
    turn.weapon == EclipseWeapon::Cannon && state.ships[turn.side].is_retreating(turn.group)
}
