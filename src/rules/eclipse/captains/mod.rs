//! Captains: who gets hit.
//!
//! A volley is assigned die by die to living ships that the die can hit (D1). Which ships
//! those are is the captain's decision; all captains here follow a declared policy.

mod allotment;
mod interception;
mod npc;
mod optimal;
mod threat;

use std::fmt;

use self::npc::NonPlayer;
pub use self::optimal::Plan;
pub(super) use self::optimal::Solved;
use super::aims::Aims;
use super::compile::EclipseBattle;
use super::fleet::limits::GROUPS;
use super::ships::{Roster, Ships};
use super::step::State;
use super::turn::{Range, Turn};
use super::volley::Salvo;
use crate::rules::Retreat;

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
    pub fn has_guessed(&self) -> bool {
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
            self.assign_hits(battle, turn, (volley, 0), state);
        }
    }

    /// The same for a volley that will do so many points of damage to its own fleet.
    #[inline(never)]
    pub(super) fn assign_hits(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, wounds): (&[Salvo], u8),
        state: &mut State,
    ) {
        if turn.policy == Policy::Optimal
            && let Some(plan) = &battle.solved
        {
            plan.assign(battle, turn, (volley, wounds), state);
        } else {
            self.reply(battle.number, turn, volley, &mut state.ships[(turn.side & 1) ^ 1]);
        }
    }

    /// What becomes of the enemy where the policy does not look beyond the volley.
    #[inline]
    pub(super) fn reply(&mut self, battle: u16, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        match turn.policy {
            Policy::Threat | Policy::Optimal => {
                self.look_at_targets(turn, volley);
                threat::assign(turn, volley, enemy);
            }
            Policy::Npc | Policy::NpcSpread => {
                self.non_player.assign(battle, turn, volley, enemy);
            }
        }
    }

    #[inline]
    fn look_at_targets(&mut self, turn: &Turn, volley: &[Salvo]) {
        if turn.targets.groups > 1 {
            let dice: u64 = volley.iter().map(|salvo| u64::from(salvo.hits)).sum();
            self.aims += dice * turn.targets.groups as u64;
        }
    }

    /// Aims missiles at which the enemy will shoot.
    pub(super) fn aim(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &State,
    ) -> Aims {
        if turn.policy == Policy::Optimal
            && let Some(plan) = &battle.solved
        {
            return plan.aim(battle, turn, volley, state);
        }
        self.declared_aims(turn, volley, &state.ships[1 - turn.side])
    }

    /// The same where the policy does not look beyond the volley.
    pub(super) fn declared_aims(&mut self, turn: &Turn, volley: &[Salvo], enemy: &Ships) -> Aims {
        match turn.policy {
            Policy::Threat | Policy::Optimal => {
                self.look_at_targets(turn, volley);
                self.non_player.aim_as_threat(turn, volley, enemy)
            }
            Policy::Npc | Policy::NpcSpread => self.non_player.aim(turn, volley, enemy),
        }
    }

    /// An owner's point defence has stopped so many missiles: which ones.
    pub(super) fn intercept(
        &mut self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut Aims,
        state: &State,
    ) {
        if battle.defends_optimally(defence)
            && let Some(plan) = &battle.solved
        {
            plan.intercept(battle, defence, hits, aims, state);
        } else {
            self.declared_interception(battle, defence, hits, aims, state);
        }
    }

    /// The same by D3.
    pub(super) fn declared_interception(
        &mut self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut Aims,
        state: &State,
    ) {
        let (side, groups) = (battle.defences[defence].side, battle.defences[defence].groups);
        self.non_player.intercept(&battle.rosters[side], &state.ships[side], groups, hits, aims);
    }

    /// Rift dice hit their own fleet (D12).
    pub(super) fn wound(
        &mut self,
        roster: &Roster,
        carriers: &[u8; GROUPS],
        points: u8,
        ships: &Ships,
    ) -> Ships {
        self.non_player.wound(roster, carriers, points, ships)
    }

    /// Does the group begin to retreat instead of firing?
    pub(super) fn retreat(&self, battle: &EclipseBattle, turn: &Turn, state: &State) -> bool {
        match (declared_retreat(turn, state), &battle.solved) {
            (Some(decision), _) => decision,
            (None, Some(plan)) => plan.retreat(state),
            (None, None) => false,
        }
    }

    /// Makes room for what another battle may ask.
    pub(super) fn prepare(&mut self, battle: &EclipseBattle) {
        self.non_player.prepare(battle);
    }
}

/// Does a group that may retreat begin to, by a policy that does not look ahead?
pub(super) fn declared_retreat(turn: &Turn, state: &State) -> Option<bool> {
    match turn.retreat? {
        Retreat::Never => Some(false),
        Retreat::AfterRound(round) => Some(state.round > round),
        Retreat::AtMost(ships) => Some(u32::from(state.ships[turn.side].afloat) <= ships),
        Retreat::Below(_) | Retreat::Optimal => None,
    }
}

impl EclipseBattle {
    /// Does the owner of this point defence choose what it stops, instead of going by D3?
    pub(super) fn defends_optimally(&self, defence: usize) -> bool {
        self.defences[defence].policy == Policy::Optimal
    }
}
