//! Spaceship Battles: turns of twelve phases, with power, speed, and attacks in every third phase.
//!
//! ```text
//! fleet     input: figures of ships, orders of their captains, the scene
//! compile   fleets ──► ShipBattle
//! battle    a compiled battle, and its state before a die roll
//! ship      the packed state of one ship
//! choices   orders among which a captain can choose
//! command   phase zero: wrecks, repair, power, speed, self-destruction
//! movement  phases in which ships move, and the moves of each doctrine
//! space     ranges, headings, spaces between two ships
//! attack    targets, deductions, damage
//! damages   distributions of damage
//! step      one die roll and everything up to the next
//! flow      all states of a battle at once, phase by phase
//! frames    states without hull points, and what follows a phase
//! outcome   counters of a finished battle, and the figures derived from them
//! events    events for the story of a battle
//! ```
//!
//! Numbers like B4 in comments are decisions about the rules; `docs/rules/spaceship-battles.md`
//! defines them.

mod attack;
mod battle;
mod choices;
mod command;
mod compile;
mod damages;
mod events;
mod fleet;
mod flow;
mod frames;
mod movement;
mod outcome;
mod ship;
mod space;
mod step;
mod volleys;

pub use battle::{ShipBattle, ShipState};
pub use choices::OrderChoices;
pub use compile::{compile, ships};
pub use fleet::{
    Charts, Doctrine, Geometry, Map, ShipFleet, ShipGroup, ShipOrders, ShipSystem, ShipTerms,
    TargetPriority, limits,
};
pub use outcome::{draw, standoff, summarise};
pub use space::{Heading, MapPosition};
