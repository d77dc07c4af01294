//! Spaceship Battles: turns of twelve phases, with power, speed, and attacks in every third phase.
//!
//! ```text
//! fleet     input: figures of ships, orders of their captains, the scene
//! compile   fleets ──► ShipBattle
//! ship      the packed state of one ship
//! command   phase zero: wrecks, repair, power, speed, self-destruction
//! movement  phases in which ships move, and the moves of each doctrine
//! space     ranges, headings, spaces between two ships
//! attack    targets, deductions, damage
//! step      one die roll and everything up to the next
//! outcome   counters of a finished battle, and the figures derived from them
//! tell      events for the story of a battle
//! ```
//!
//! Numbers like B4 in comments are decisions about the rules; `docs/rules/spaceship-battles.md`
//! defines them.

mod attack;
mod command;
mod compile;
mod fleet;
mod movement;
mod outcome;
mod ship;
mod space;
mod step;
mod tell;

pub use compile::{ShipBattle, State, compile, ships};
pub use fleet::{
    Charts, Doctrine, Fleet, Group, Map, Orders, Scene, System, Target, Terms, limits,
};
pub use outcome::{draw, standoff, summarise};
pub use space::{Heading, Place};
