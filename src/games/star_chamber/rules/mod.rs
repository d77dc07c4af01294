//! Star Chamber: combats of ten rounds of fire. The only random choices are targets and, if wanted,
//! the firing order within a force.
//!
//! ```text
//! force     input: figures of ships, leaders, events
//! schedule  forces ──► firing order and damage of shots, none of which is random
//! compile   forces ──► StarBattle
//! step      one shot
//! outcome   counters of a finished series, and the figures derived from them
//! events    events for the story of a series
//! ```
//!
//! Numbers like S4 in comments are decisions about the rules; `docs/rules/star-chamber.md` defines
//! them. Bare numbers are the points of its sequence of play.

mod compile;
mod events;
mod force;
mod outcome;
mod schedule;
mod step;

pub use compile::{StarBattle, StarState, compile, ships};
pub use force::{StarEvent, StarForce, StarGroup, StarTerms, StarWeapon, limits};
pub use outcome::{add_figures, draw, standoff, summarise};
