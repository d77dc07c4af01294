//! Best play.
//!
//! ```text
//! duel   battles of two sides that assign volleys in turn
//! game   battles whose decisions can be listed one by one
//! ```

pub mod duel;
pub mod game;
