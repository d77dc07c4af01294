//! Captains: who gets hit.
//!
//! A volley is assigned die by die to living ships that the die can hit (D1). Which ships
//! those are is the captain's decision; all captains here follow a declared policy.

mod allotment;
mod npc;
mod threat;

use std::fmt;

use self::npc::NonPlayer;
use super::compile::EclipseBattle;
use super::ships::Ships;
use super::turn::Turn;
use super::volley::Salvo;

/// How a side assigns its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The rule for non-player ships, leftover damage concentrated (D8).
    Npc,
    /// The same with the leftover damage spread evenly.
    NpcSpread,
    /// Removes the most expected firepower per point of damage spent.
    Threat,
}

impl Policy {
    /// All policies that there are.
    pub const ALL: [Self; 3] = [Self::Npc, Self::NpcSpread, Self::Threat];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npc => "npc",
            Self::NpcSpread => "npc-spread",
            Self::Threat => "threat",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The captains of both sides, with the memory that a worker keeps for them.
#[derive(Debug)]
pub struct Captains {
    non_player: NonPlayer,
}

impl Captains {
    pub(super) fn new(battle: &EclipseBattle) -> Self {
        Self { non_player: NonPlayer::new(battle) }
    }

    /// Has a volley been too large to find what `npc` does with it, so that it was assigned
    /// without looking ahead?
    #[must_use]
    pub fn approximated(&self) -> bool {
        self.non_player.approximated
    }

    /// Assigns a volley to the enemy's ships as the policy of its side says.
    #[inline]
    pub(super) fn assign(&mut self, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        // Most volleys miss; they are not worth a call.
        if !volley.is_empty() {
            self.assign_hits(turn, volley, enemy);
        }
    }

    #[inline(never)]
    fn assign_hits(&mut self, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        match turn.policy {
            Policy::Threat => threat::assign(turn, volley, enemy),
            Policy::Npc | Policy::NpcSpread => self.non_player.assign(turn, volley, enemy),
        }
    }
}
