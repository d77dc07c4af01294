//! Eclipse, first and second edition: one battle of two sides.
//!
//! ```text
//! fleet     what goes in: groups of equal ships, by figures
//! compile   fleets ──► EclipseBattle: initiative order, hit chances, target tables
//! ships     the packed state of one side, and what a hit does to it
//! turn      who acts, with what, on whom
//! volley    what a group's dice come to
//! step      one activation: roll, assign, next
//! activation, aims, defence
//!           activations in which more can happen: retreat, rift dice, point defence
//! captains  who gets hit: npc, npc-spread, threat, optimal
//! duel      the battle in numbers, from which best play is worked out
//! game      the same for battles in which more can happen
//! strength  when one blueprint is at least as good as another
//! tell      what is told of activations: each die, and where it went
//! outcome   what a finished battle counts, and the figures made of it
//! sector    several parties: who meets whom, what becomes of them, population
//! landing   ships fire at population
//! ```
//!
//! Numbers like D1 in comments are decisions about the rules, and *sections* are those of the
//! page that defines them: `docs/rules/eclipse.md`.

mod activation;
mod aims;
mod captains;
mod compile;
mod defence;
mod duel;
mod fleet;
mod game;
mod landing;
mod outcome;
mod reputation;
mod sector;
mod ships;
mod step;
mod strength;
mod tell;
mod turn;
mod volley;

pub use captains::{Captains, Plan, Policy};
pub use compile::{EclipseBattle, Edition, Setup, compile, compile_from};
pub use duel::{Draft, DraftLimit, TooLarge};
pub use fleet::{Dice, Figures, Fleet, Group, Owner, Technologies, limits};
pub use game::{EclipseGame, Position};
pub use outcome::{OUTCOMES, draw, standoff, summarise};
pub use reputation::{Bag, Tiles};
pub use sector::{GroupName, Line, Party, Population, Sector};
pub use ships::Ships;
pub use step::State;
pub use strength::{Strength, ideal};
