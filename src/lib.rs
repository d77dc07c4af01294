//! Odds of space battles, before a fleet is risked.
//!
//! The rules of a game are written once; a die is an interface; an engine is what stands
//! behind the die.
//!
//! ```text
//! scenario   what people write: typed fleets, JSON, the catalogue; errors with a place
//! rules      the games: compile a scenario into a battle, play one activation
//! chance     the die: distributions and a sampler
//! story      a battle as it is told: what happens, in numbers
//! battle     what an engine knows of a game
//! engine     best play, exact odds, battles by the million, the same bytes on any
//!            number of threads
//! answer     which engine answers, under which captains
//! tally      counts, intervals, the summary that every report reads
//! report     table, JSON, CSV, charts, pages
//! cli        commands, progress
//! ```

#![forbid(unsafe_code)]

pub mod answer;
pub mod battle;
pub mod chance;
pub mod cli;
pub mod engine;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod story;
pub mod tally;
