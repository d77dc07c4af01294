//! Star Chamber: combats of ten rounds of fire, in which chance decides nothing but the target.
//!
//! ```text
//! force     what goes in: ships by figures, leaders, events
//! schedule  forces ──► who fires when and how strongly: nothing of that is left to chance
//! compile   forces ──► StarBattle
//! step      one shot
//! outcome   what a finished series counts, and the figures made of it
//! ```
//!
//! Numbers like S4 in comments are decisions about the rules; `docs/rules/star-chamber.md` defines
//! them. Bare numbers are the points of its sequence of play.

mod compile;
mod force;
mod outcome;
mod schedule;
mod step;
mod tell;

pub use compile::{StarBattle, State, compile, ships};
pub use force::{Event, Force, Group, Terms, Weapon, limits};
pub use outcome::{draw, standoff, summarise};
