//! Twilight Imperium, 4th edition: space combat and ground combat.
//!
//! ```text
//! fleet     what goes in: groups of equal units, by figures; effects; captains
//! compile   fleets ──► Ti4Battle
//! roster    what never changes about a side: who fights, order of loss, dice
//! force     the packed state of one side
//! throw     dice rolled together, and what they come to
//! assign    hits are sustained, units are lost
//! step      the sequence: cannon or bombardment, opening, rounds
//! retreat   ships leave, with what they carry
//! captains  captains who look ahead, and the memory of a worker
//! exchange  the combat in numbers, where what a side makes of hits depends on itself alone
//! game      the combat as a game of single decisions, from which best play is worked out
//! tell      what is told of a combat, hit by hit
//! outcome   what a finished combat counts, and the figures made of it
//! invasion  several planets, one after the other
//! ```
//!
//! Numbers like T4 in comments are decisions about the rules; `docs/rules/ti4.md` defines them.
//! Rule 2.5 is step 5 of its section 2.

mod assign;
mod captains;
mod compile;
mod exchange;
mod fleet;
mod force;
mod game;
mod invasion;
mod outcome;
mod retreat;
mod roster;
mod step;
mod tell;
mod throw;

pub use captains::{Captains, Plan};
pub use compile::{Stage, State, Terms, Ti4Battle, compile};
pub use exchange::{Draft, Worth};
pub use fleet::{
    Captain, Card, Effects, Fleet, Group, Kind, Order, Roll, Sustain, Text, Unit, limits,
};
pub use force::Force;
pub use game::{Position, Ti4Game};
pub use invasion::Invasion;
pub use outcome::{OUTCOMES, draw, standoff, summarise};

/// Where a combat takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theatre {
    /// Between ships.
    Space,
    /// Between ground forces, on a planet.
    Ground,
}
