//! Twilight Imperium, 4th edition: space combat and ground combat.
//!
//! ```text
//! fleet     input: groups of identical units by their figures; effects; captains
//! compile   fleets ──► Ti4Battle
//! roster    constants of a side: fighting groups, order of loss, dice
//! force     the packed state of one side
//! throw     dice rolled together, and the distributions of their hits
//! assign    assigns hits: units sustain damage or are lost
//! step      the sequence: cannon or bombardment, opening, rounds
//! retreat   ships leave with what they carry
//! captains  memory of a worker, and plans of captains that look ahead
//! exchange  the combat as an exchange, where the effect of hits on a side depends on it alone
//! game      the combat as a game of single decisions, from which best play is computed
//! tell      events for the story of a combat
//! outcome   counters of a finished combat, and the figures derived from them
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

/// Where a combat takes place, and which units fight in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theatre {
    /// In space, between ships.
    Space,
    /// On a planet, between ground forces.
    Ground,
}
