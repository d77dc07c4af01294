//! Eclipse, first and second edition: one battle of two sides.
//!
//! ```text
//! fleet     input: groups of equal ships, given by their figures
//! compile   fleets ──► EclipseBattle: initiative order, hit chances, target tables
//! ships     packed state of one side, and the effect of a hit
//! turn      group, weapon and targets of each activation
//! volley    results of the dice of a group
//! step      one activation: roll, assign, next
//! activation, aims, defence
//!           activations with retreat, rift dice or point defence
//! captains  policies that assign dice: npc, npc-spread, threat, optimal
//! duel      plain battles as tables of numbers, to solve best play
//! game      all other battles as games of single decisions, to solve best play
//! strength  comparison of blueprints: when one is at least as good as another
//! tell      events of activations for stories: each die and its target
//! outcome   counts of a finished battle, and the figures derived from them
//! sector    several parties: order of battles, results, population
//! landing   attacks on population
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
