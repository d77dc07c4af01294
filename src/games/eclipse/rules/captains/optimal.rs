//! The captain that looks ahead: it follows the solution of a battle.

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::duel::DuelStrategy;
use super::super::game::GameStrategy;
use super::super::missile_targets::MissileTargets;
use super::super::turn::Turn;
use super::super::volley::Salvo;

/// Solution of a battle, which captains that look ahead follow.
#[derive(Clone, Debug)]
pub struct EclipseStrategy(SolvedBy);

/// Solution of a duel or of a game.
#[derive(Clone, Debug)]
enum SolvedBy {
    /// For battles of volleys only.
    Duel(Box<DuelStrategy>),
    /// For battles with retreat, rift dice or point defence.
    Game(Box<GameStrategy>),
}

impl EclipseStrategy {
    /// Creates the strategy of a solved duel.
    pub(in super::super) fn of_duel(solved: DuelStrategy) -> Self {
        Self(SolvedBy::Duel(Box::new(solved)))
    }

    /// Creates the strategy of a solved game.
    pub(in super::super) fn of_game(solved: GameStrategy) -> Self {
        Self(SolvedBy::Game(Box::new(solved)))
    }

    /// Returns the solution of a duel, if it is one.
    pub(in super::super) fn as_duel(&self) -> Option<&DuelStrategy> {
        match &self.0 {
            SolvedBy::Duel(solved) => Some(solved),
            SolvedBy::Game(_) => None,
        }
    }

    /// Assigns a volley that also does `wounds` points of damage to its own fleet.
    pub(super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, wounds): (&[Salvo], u8),
        state: &mut EclipseState,
    ) {
        match &self.0 {
            SolvedBy::Duel(solved) => solved.assign(battle, turn, volley, state),
            SolvedBy::Game(solved) => solved.assign(battle, turn, (volley, wounds), state),
        }
    }

    /// Aims missiles that point defence may shoot down. A duel has none.
    pub(super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &EclipseState,
    ) -> MissileTargets {
        match &self.0 {
            SolvedBy::Duel(_) => MissileTargets::NONE,
            SolvedBy::Game(solved) => solved.aim(battle, turn, volley, state),
        }
    }

    /// Removes the missiles that point defence stops.
    pub(super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut MissileTargets,
        state: &EclipseState,
    ) {
        if let SolvedBy::Game(solved) = &self.0 {
            solved.intercept(battle, defence, hits, aims, state);
        }
    }

    /// Whether the group begins to retreat.
    pub(super) fn retreat(&self, battle: &EclipseBattle, state: &EclipseState) -> bool {
        match &self.0 {
            SolvedBy::Duel(_) => false,
            SolvedBy::Game(solved) => solved.retreat(battle, state),
        }
    }
}
