//! Eclipse, first and second edition: one battle of two sides.
//!
//! ```text
//! fleet     what goes in: groups of equal ships, by figures
//! compile   fleets ──► EclipseBattle: initiative order, hit chances, target tables
//! ships     the packed state of one side, and what a hit does to it
//! turn      who acts, with what, on whom
//! volley    what a group's dice come to
//! step      one activation: roll, assign, next
//! captains  who gets hit: npc, npc-spread, threat, optimal
//! duel      the battle in numbers, from which best play is worked out
//! outcome   what a finished battle counts, and the figures made of it
//! ```
//!
//! Numbers like D1 or D8 in comments are the decisions of the rulebook; the README lists
//! those that a user may want to know.

mod captains;
mod compile;
mod duel;
mod fleet;
mod outcome;
mod reputation;
mod ships;
mod step;
mod turn;
mod volley;

pub use captains::{Captains, Policy};
pub use compile::{EclipseBattle, compile};
pub use duel::{Draft, TooLarge};
pub use fleet::{Dice, Figures, Fleet, Group, LimitError, Objective, limits};
pub use outcome::{Labels, OUTCOMES, draw, standoff, summarise};
pub use reputation::Bag;
pub use ships::Ships;
pub use step::State;
