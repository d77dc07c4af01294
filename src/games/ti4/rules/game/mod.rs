//! The combat as a game of single decisions, for captains that choose the effect of each hit and
//! captains that look ahead to decide on a retreat.
//!
//! ```text
//! cards     cards that a player may play at this moment
//! decision  the choices in the middle of a round
//! moves     the positions, and the moves between them
//! played    moves with their events, for combats that were played
//! position  a state, and the progress within a step
//! rounds    best play of rounds that can be solved for each pair of forces
//! strategy  the solution, as captains follow it
//! ```

mod cards;
mod decision;
mod moves;
mod played;
mod position;
mod rounds;
mod strategy;

pub use self::cards::CardsOnHits;
pub use self::decision::{GroupToll, PossibleHits};
pub use self::moves::Ti4Game;
pub use self::played::Part;
pub use self::position::Ti4Position;
pub use self::rounds::ChoiceRounds;
pub(super) use self::rounds::ChosenRounds;
pub use self::strategy::Ti4Strategy;
