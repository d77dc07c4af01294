//! The rounds of a battle that is solved as a duel.

use super::{Duel, DuelSolution};

/// A battle that is solved as a duel, seen from round to round.
pub trait DuelRounds<S>: Sync {
    /// Returns the duel, with the replies of the sides that play as declared.
    fn duel(&self) -> &Duel;

    /// Returns the choices of the sides that play optimally.
    fn solution(&self) -> &DuelSolution;

    /// Returns the situation in which the battle begins.
    fn opening(&self) -> DuelSituation;

    /// Returns the state of the battle in this situation. It is final if nothing is left of a side.
    fn state(&self, situation: DuelSituation) -> S;

    /// Ends the round of this situation, in which its last turn has been played and both sides have
    /// something left.
    fn end_round(&self, situation: DuelSituation) -> AfterRound<S>;
}

/// Situation between two turns of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSituation {
    /// Index of the turn.
    pub turn: usize,
    /// State of each side.
    pub pair: [usize; 2],
    /// Number of rounds left, with the present one; 0 if they are not limited.
    pub rounds_left: u32,
}

/// Continuation of a battle after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRound<S> {
    /// The battle is over, in this final state.
    Over(S),
    /// Another round begins with this state of each side.
    Goes([usize; 2]),
}
