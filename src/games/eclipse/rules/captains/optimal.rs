//! The captain that looks ahead: it follows the solution of a battle.

use super::super::aims::Aims;
use super::super::battle::{EclipseBattle, State};
use super::super::duel::DuelStrategy;
use super::super::game::GameStrategy;
use super::super::turn::Turn;
use super::super::volley::Salvo;

/// Solution of a battle, which captains that look ahead follow.
#[derive(Clone, Debug)]
pub struct Strategy(Course);

/// Solution of a duel or of a game.
#[derive(Clone, Debug)]
enum Course {
    /// For battles of volleys only.
    Duel(Box<DuelStrategy>),
    /// For battles with retreat, rift dice or point defence.
    Game(Box<GameStrategy>),
}

impl Strategy {
    /// Creates the strategy of a solved duel.
    pub(in super::super) fn of_duel(solved: DuelStrategy) -> Self {
        Self(Course::Duel(Box::new(solved)))
    }

    /// Creates the strategy of a solved game.
    pub(in super::super) fn of_game(solved: GameStrategy) -> Self {
        Self(Course::Game(Box::new(solved)))
    }

    /// Assigns a volley that also does `wounds` points of damage to its own fleet.
    pub(super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, wounds): (&[Salvo], u8),
        state: &mut State,
    ) {
        match &self.0 {
            Course::Duel(solved) => solved.assign(battle, turn, volley, state),
            Course::Game(solved) => solved.assign(battle, turn, (volley, wounds), state),
        }
    }

    /// Aims missiles that point defence may shoot down. A duel has none.
    pub(super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &State,
    ) -> Aims {
        match &self.0 {
            Course::Duel(_) => Aims::NONE,
            Course::Game(solved) => solved.aim(battle, turn, volley, state),
        }
    }

    /// Removes the missiles that point defence stops.
    pub(super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut Aims,
        state: &State,
    ) {
        if let Course::Game(solved) = &self.0 {
            solved.intercept(battle, defence, hits, aims, state);
        }
    }

    /// Whether the group begins to retreat.
    pub(super) fn retreat(&self, state: &State) -> bool {
        match &self.0 {
            Course::Duel(_) => false,
            Course::Game(solved) => solved.retreat(state),
        }
    }
}
