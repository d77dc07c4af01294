//! Captains: the policies that decide which ships are hit.
//!
//! A volley is assigned die by die to living ships that the die can hit (D1). The captain chooses
//! among these ships, by a declared policy or by a solution of the battle.

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
use crate::games::common::Retreat;

/// Policy by which a side assigns its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The rule for non-player ships, with leftover damage concentrated (D8).
    Npc,
    /// The rule for non-player ships, with leftover damage spread evenly.
    NpcSpread,
    /// Destroys the most expected firepower per point of damage spent.
    Threat,
    /// Best play, as far as the rules allow. The battle has to be solved first; an unsolved one is
    /// played as [`Policy::Threat`].
    Optimal,
}

impl Policy {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Npc, Self::NpcSpread, Self::Threat, Self::Optimal];

    /// Returns the name as users type it.
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

/// Captains of both sides, with the working memory of one worker.
#[derive(Debug)]
pub struct Captains {
    non_player: NonPlayer,
    /// Number of targets that `threat` has compared, summed over dice.
    aims: u64,
}

impl Captains {
    pub(super) fn new(battle: &EclipseBattle) -> Self {
        Self { non_player: NonPlayer::new(battle), aims: 0 }
    }

    /// Whether a volley was too large to search for the best result by D8, so that it was assigned
    /// without looking ahead.
    #[must_use]
    pub fn has_guessed(&self) -> bool {
        self.non_player.approximated
    }

    /// Returns the work done so far, see [`Battle::effort`](crate::model::Battle::effort).
    #[inline]
    pub(super) fn effort(&self) -> u64 {
        const AIMS: u64 = 64;
        self.non_player.effort() + self.aims / AIMS
    }

    /// Assigns a volley to the enemy's ships, by the policy of its owner.
    #[inline]
    pub(super) fn assign(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut State,
    ) {
        // Most volleys miss, and a call would cost more than this check.
        if !volley.is_empty() {
            self.assign_hits(battle, turn, (volley, 0), state);
        }
    }

    /// Like [`Self::assign`], for a volley that also does `wounds` points of damage to its own
    /// fleet.
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

    /// Assigns a volley by a policy that does not look beyond it.
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

    /// Aims missiles that point defence may shoot down.
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

    /// Aims missiles by a policy that does not look beyond the volley.
    pub(super) fn declared_aims(&mut self, turn: &Turn, volley: &[Salvo], enemy: &Ships) -> Aims {
        match turn.policy {
            Policy::Threat | Policy::Optimal => {
                self.look_at_targets(turn, volley);
                self.non_player.aim_as_threat(turn, volley, enemy)
            }
            Policy::Npc | Policy::NpcSpread => self.non_player.aim(turn, volley, enemy),
        }
    }

    /// Removes the missiles that `hits` hits of an owner's point defence stop.
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

    /// Removes the missiles that point defence stops, chosen by D3.
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

    /// Returns the ships after the damage that rift dice do to their own fleet (D12).
    pub(super) fn wound(
        &mut self,
        roster: &Roster,
        carriers: &[u8; GROUPS],
        points: u8,
        ships: &Ships,
    ) -> Ships {
        self.non_player.wound(roster, carriers, points, ships)
    }

    /// Whether the group begins to retreat instead of firing.
    pub(super) fn retreat(&self, battle: &EclipseBattle, turn: &Turn, state: &State) -> bool {
        match (declared_retreat(turn, state), &battle.solved) {
            (Some(decision), _) => decision,
            (None, Some(plan)) => plan.retreat(state),
            (None, None) => false,
        }
    }

    /// Allocates the working memory that another battle needs.
    pub(super) fn prepare(&mut self, battle: &EclipseBattle) {
        self.non_player.prepare(battle);
    }
}

/// Returns whether a group that may retreat begins to; `None` if its policy looks ahead.
pub(super) fn declared_retreat(turn: &Turn, state: &State) -> Option<bool> {
    match turn.retreat? {
        Retreat::Never => Some(false),
        Retreat::AfterRound(round) => Some(state.round > round),
        Retreat::AtMost(ships) => Some(u32::from(state.ships[turn.side].afloat) <= ships),
        Retreat::Below(_) | Retreat::Optimal => None,
    }
}

impl EclipseBattle {
    /// Whether the owner of this point defence chooses by best play what it stops, instead of by
    /// D3.
    pub(super) fn defends_optimally(&self, defence: usize) -> bool {
        self.defences[defence].policy == Policy::Optimal
    }
}
