//! The games, each in its own folder.

pub mod common;
pub mod eclipse;
pub mod spaceship_battles;
pub mod star_chamber;
pub mod ti4;
