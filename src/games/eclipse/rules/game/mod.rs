//! A battle as a game of single decisions. It serves battles that cannot be solved as duels, above
//! all those with retreat, rift dice or point defence.
//!
//! An activation is split into moves of chance and of choice, using the functions with which it is
//! played. The rest of a volley after its first die is again a volley, so equal positions that
//! arise in different ways are merged.
//!
//! ```text
//! position  a situation, and the progress of the present activation
//! moves     the positions, and the moves between them
//! listing   the moves of an activation
//! decision  all choices of a captain up to the next die, and where they lead
//! played    what comes next in a battle that was played
//! strategy  the solution, as captains follow it
//! ```

mod decision;
mod listing;
mod moves;
mod played;
mod position;
mod strategy;

pub use self::decision::{EclipseChoice, EclipseStep, RolledDie, ShipPlace};
pub use self::moves::EclipseGame;
pub use self::played::Upcoming;
pub use self::position::EclipsePosition;
pub(super) use self::strategy::GameStrategy;
