//! The captain that looks ahead: it follows the solution of a battle.

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::duel::DuelStrategy;
use super::super::game::GameStrategy;
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

    /// Returns the solution of a game, if it is one.
    pub(super) fn as_game(&self) -> Option<&GameStrategy> {
        match &self.0 {
            SolvedBy::Duel(_) => None,
            SolvedBy::Game(solved) => Some(solved),
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
}
