//! Decision games: battles as a sequence of single decisions. Optimal play is computed from this
//! model where a battle is not a [`duel`](super::duel).

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Values of a position: one figure for each quantity that a captain may maximise or minimise.
pub type Values = [f64; 4];

/// A decision game, given by the moves of each position.
pub trait DecisionGame {
    /// A state of the battle, and the progress of the current activation.
    type Position: Copy + Eq + Hash;

    /// Adds the successors of a position to `next`, each with its probability if chance decides.
    /// Returns `None` if there are more than `most`, or if listing them takes too long.
    fn moves(
        &mut self,
        position: &Self::Position,
        most: u64,
        next: &mut Vec<(Self::Position, f64)>,
    ) -> Option<Mover>;

    /// Additional work of listing moves so far, in units of one move. It depends only on the
    /// positions asked for, never on a clock.
    fn work_done(&self) -> u64 {
        0
    }

    /// Returns the values of a position if play stops there.
    fn worth(&self, position: &Self::Position) -> Values;

    /// Returns the rank of each position as the result of a decision. Of equally good choices a
    /// captain takes the one whose result has the highest rank; without ranks, the first one.
    fn ranks(&self, _positions: &[Self::Position]) -> Vec<u32> {
        Vec::new()
    }

    /// Returns these values if nothing follows the battle; `None` if that makes no difference.
    ///
    /// Where decisions can postpone the end, play for what follows is found by improving play for
    /// the battle alone. Odds of winning are always for the battle alone.
    fn worth_alone(&self, _position: &Self::Position) -> Option<Values> {
        None
    }
}

/// Decision maker in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// No move: the battle has ended.
    Over,
    /// Chance.
    Chance,
    /// The captain with this number. The first choice is the default: it is made when all choices
    /// are equally good.
    Captain(u8),
}

/// The decision rule of a captain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decider {
    /// Takes the choice with the highest (with `sign` -1, the lowest) `value`. Ties are decided by
    /// the highest (lowest) `tie`, then by the order of the choices.
    Best {
        /// Index of the value to optimise.
        value: usize,
        /// Index of the value that decides ties.
        tie: usize,
        /// 1 to maximise, -1 to minimise.
        sign: f64,
    },
    /// Takes the first choice as long as `value` is not below `limit`, and the second otherwise.
    /// The value is that of play in which all captains with this rule always take the first choice.
    While {
        /// Index of the value to compare.
        value: usize,
        /// Lowest value at which the first choice is taken.
        limit: f64,
    },
}

impl Decider {
    /// Returns the figures that the captain maximises, the second only where the first are equal.
    /// They are always equal if it takes the first choice by its rule.
    #[inline]
    #[must_use]
    pub fn figures(self, values: &Values) -> [f64; 2] {
        match self {
            Self::Best { value, tie, sign } => [sign * values[value], sign * values[tie]],
            Self::While { .. } => [0.0; 2],
        }
    }
}

/// The solution of a game.
#[derive(Clone, Debug)]
pub struct Solved<P> {
    /// The choice in each position in which a captain decides.
    pub choices: FxHashMap<P, u8>,
    /// Values of the openings.
    pub openings: Vec<Values>,
    /// Work done: positions, moves, and the work of listing them.
    pub work: u64,
}
