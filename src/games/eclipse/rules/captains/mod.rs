//! Captains: the policies that decide which ships are hit.
//!
//! A volley is assigned die by die to living ships that the die can hit (D1). The captain chooses
//! among these ships, by a declared policy or by a solution of the battle.

mod allotment;
mod figures;
mod interception;
mod npc;
mod optimal;
mod reach;
mod rests;
mod threat;

use std::sync::Arc;

use self::npc::NonPlayerCaptain;
pub use self::optimal::EclipseStrategy;
use super::battle::{EclipseBattle, EclipseState};
use super::game::GameStrategy;
use super::leaving::declared_retreat;
use super::missile_targets::MissileTargets;
use super::policy::Policy;
use super::ships::Ships;
use super::turn::Turn;
use super::volley::Salvo;
use crate::games::common::Strategies;

/// Captains of both sides, with the working memory of one worker.
#[derive(Clone, Debug)]
pub struct EclipseCaptains {
    pub(super) non_player: NonPlayerCaptain,
    /// Number of targets that `threat` has compared, summed over dice. A look at a strategy counts
    /// as [`LOOK`] targets.
    aims: u64,
    /// Solutions by battle, for captains that look ahead.
    strategies: Strategies<EclipseStrategy>,
}

/// Time to look up a volley in a strategy, relative to the comparison of a target.
const LOOK: u64 = 8;

impl EclipseCaptains {
    pub(super) fn new(battle: &EclipseBattle) -> Self {
        let non_player = NonPlayerCaptain::new(battle);
        Self { non_player, aims: 0, strategies: Strategies::default() }
    }

    /// Sets the strategy that captains that look ahead follow in this battle.
    pub fn set_strategy(&mut self, battle: &EclipseBattle, strategy: Arc<EclipseStrategy>) {
        self.strategies.set(battle.number.into(), strategy);
    }

    /// Returns the strategy that captains that look ahead follow in this battle.
    pub(super) fn shared_strategy(&self, battle: &EclipseBattle) -> Option<Arc<EclipseStrategy>> {
        self.strategies.shared(battle.number.into())
    }

    #[inline]
    fn strategy(&self, battle: &EclipseBattle) -> Option<&EclipseStrategy> {
        self.strategies.get(battle.number.into())
    }

    /// Returns the solution of this battle as a game. Battles that were solved as duels have
    /// neither point defence nor retreat.
    fn game(&self, battle: &EclipseBattle) -> Option<&GameStrategy> {
        self.strategy(battle)?.as_game()
    }

    /// Whether a volley was too large to search for the best result by D8, so that it was assigned
    /// without looking ahead.
    #[must_use]
    pub fn has_approximated(&self) -> bool {
        self.non_player.approximated
    }

    /// Returns the work done so far, see [`Battle::work_done`](crate::model::Battle::work_done).
    #[inline]
    pub(super) fn work_done(&self) -> u64 {
        const AIMS: u64 = 64;
        self.non_player.work_done() + self.aims / AIMS
    }

    /// Assigns a volley to the enemy's ships, by the policy of its owner.
    #[inline]
    pub(super) fn assign(
        &mut self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut EclipseState,
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
        state: &mut EclipseState,
    ) {
        if turn.policy == Policy::Optimal
            && let Some(strategy) = self.strategy(battle)
        {
            strategy.assign(battle, turn, (volley, wounds), state);
            self.aims += LOOK;
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
        state: &EclipseState,
    ) -> MissileTargets {
        if turn.policy == Policy::Optimal
            && let Some(strategy) = self.game(battle)
        {
            return strategy.aim(battle, turn, volley, state);
        }
        self.declared_aims(turn, volley, &state.ships[1 - turn.side])
    }

    /// Aims missiles by a policy that does not look beyond the volley.
    pub(super) fn declared_aims(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> MissileTargets {
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
        aims: &mut MissileTargets,
        state: &EclipseState,
    ) {
        if battle.defends_optimally(defence)
            && let Some(strategy) = self.game(battle)
        {
            strategy.intercept(battle, defence, hits, aims, state);
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
        aims: &mut MissileTargets,
        state: &EclipseState,
    ) {
        let (side, groups) = (battle.defences[defence].side, battle.defences[defence].groups);
        let (roster, ships) = (&battle.rosters[side], &state.ships[side]);
        let tables = self.non_player.allotter().tables();
        interception::intercept(roster, ships, groups, hits, aims, tables);
    }

    /// Whether the group begins to retreat instead of firing.
    pub(super) fn retreat(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        state: &EclipseState,
    ) -> bool {
        declared_retreat(turn, state).unwrap_or_else(|| {
            self.game(battle).is_some_and(|strategy| strategy.retreat(battle, state))
        })
    }
}

impl EclipseBattle {
    /// Whether the owner of this point defence chooses by best play what it stops, instead of by
    /// D3.
    pub(super) fn defends_optimally(&self, defence: usize) -> bool {
        self.defences[defence].policy == Policy::Optimal
    }
}
