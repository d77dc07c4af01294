//! Spaceship Battles: turns of twelve phases, power, speed, and attacks in every third phase.
//!
//! ```text
//! fleet     what goes in: ships by figures, orders of their captains, the scene
//! compile   fleets ──► ShipBattle
//! ship      the packed state of one ship
//! command   phase zero: wrecks, repair, power, speed, self-destruction
//! movement  phases in which ships move, and where doctrines take them
//! space     ranges, headings, what lies between two ships
//! attack    targets, deductions, damage
//! step      one die roll, and everything that follows from it
//! outcome   what a finished battle counts, and the figures made of it
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
