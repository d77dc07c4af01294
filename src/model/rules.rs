//! Rules that are written once, for dice and decisions alike.

use std::fmt::Debug;
use std::hash::Hash;

use super::StepOutcome;
use super::game::Values;
use crate::dice::Die;

/// Answers what rules ask: dice, and decisions of captains.
pub trait Table<C>: Die {
    /// Returns one of these choices of a captain, who has a number from 0 to 3.
    fn decide(&mut self, captain: u8, choices: &[C]) -> C;
}

/// The rules of a game. They ask a [`Table`] for dice and decisions, and never know who answers: a
/// simulation, an engine that follows all of them, or a captain who plays as well as possible.
pub trait Rules: Sync {
    /// The whole situation between two steps. It does not contain the round.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// A choice of a captain; `()` if dice alone decide.
    type Choice: Copy + PartialEq;

    /// Returns the state before the first step.
    fn opening(&self) -> Self::State;

    /// Whether the battle is over in this state. [`Rules::step`] has to agree.
    fn is_over(&self, state: &Self::State) -> bool;

    /// Plays one step, and leaves the new state in `state`. A step asks for one decision at most,
    /// before its dice, from 1 to 255 choices. Every cycle of states includes the beginning of a
    /// round.
    fn step<T: Table<Self::Choice>>(&self, state: &mut Self::State, table: &mut T) -> StepOutcome;

    /// Number of cells that [`Rules::count`] may name. A *cell* is one counter of the tally.
    fn cells(&self) -> usize;

    /// Names the cells in which a final state is counted, exactly one of them for each state. A
    /// state that is not over belongs to a battle that was cut short.
    fn count(&self, state: &Self::State, count: impl FnMut(usize));

    /// Returns what it is worth to each captain, by its number, if play stops in this state. As a
    /// rule only final states are worth something; best play has the highest mean. By default it
    /// is 0, for games in which dice alone decide.
    fn worth(&self, _state: &Self::State) -> Values {
        Values::default()
    }
}
