//! Best play.
//!
//! ```text
//! duel         battles of two sides that assign volleys in turn
//! game         battles whose decisions can be listed one by one
//! gain         gains, which captains compare
//! convergence  when iteration can stop
//! ```

mod convergence;
pub mod duel;
mod gain;
pub mod game;

pub use gain::{Gain, is_better_gain};
