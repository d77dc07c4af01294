//! All tests, except those that need a process of their own, in one program, so that shared code is
//! compiled once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod analysis;
mod cli;
mod eclipse;
mod engine;
mod house;
mod report;
mod scenario;
mod spaceship_battles;
mod star_chamber;
mod support;
mod ti4;
