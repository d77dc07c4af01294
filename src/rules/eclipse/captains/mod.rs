//! Captains: who gets hit.
//!
//! A volley is assigned die by die to living ships that the die can hit (D1). Which ships
//! those are is the captain's decision; all captains here follow a declared policy.

mod allotment;
mod npc;
mod optimal;
mod threat;

use std::fmt;

use self::npc::NonPlayer;
pub(super) use self::optimal::Solved;
use super::compile::EclipseBattle;
use super::ships::Ships;
use super::step::State;
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
    /// As well as the rules allow. It has to be solved first; a battle that is not solved
    /// is played as [`Policy::Threat`].
    Optimal,
}

impl Policy {
    /// All policies that there are.
    pub const ALL: [Self; 4] = [Self::Npc, Self::NpcSpread, Self::Threat, Self::Optimal];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npc => "npc",
            Self::NpcSpread => "npc-spread",
            Self::Threat => "threat",
            Self::Optimal => "optimal",
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
    /// Targets that `threat` has looked at, die by die.
    aims: u64,
}

impl Captains {
    pub(super) fn new(battle: &EclipseBattle) -> Self {
        Self { non_player: NonPlayer::new(battle), aims: 0 }
    }

    /// Has a volley been too large to find what `npc` does with it, so that it was assigned
    /// without looking ahead?
    #[must_use]
    pub fn approximated(&self) -> bool {
        self.non_player.approximated
    }

    /// What they have thought about so far, see [`Battle::effort`](crate::battle::Battle::effort).
    #[inline]
    pub(super) fn effort(&self) -> u64 {
        const AIMS: u64 = 64;
        self.non_player.effort() + self.aims / AIMS
    }

    /// Assigns a volley to the enemy's ships as the policy of its side says.
    #[inline]
    pub(super) fn assign(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut State,
    ) {
        // Most volleys miss; they are not worth a call.
        if !volley.is_empty() {
            self.assign_hits(battle, turn, volley, state);
        }
    }

    #[inline(never)]
    fn assign_hits(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut State,
    ) {
        if turn.policy == Policy::Optimal
            && let Some(solved) = &battle.solved
        {
            solved.assign(turn, volley, state);
        } else {
            self.reply(turn, volley, &mut state.ships[(turn.side & 1) ^ 1]);
        }
    }

    /// What becomes of the enemy where the policy does not look beyond the volley.
    #[inline]
    pub(super) fn reply(&mut self, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        match turn.policy {
            Policy::Threat | Policy::Optimal => {
                if turn.targets.groups > 1 {
                    let dice: u64 = volley.iter().map(|salvo| u64::from(salvo.hits)).sum();
                    self.aims += dice * turn.targets.groups as u64;
                }
                threat::assign(turn, volley, enemy);
            }
            Policy::Npc | Policy::NpcSpread => self.non_player.assign(turn, volley, enemy),
        }
    }
}
