//! Twilight Imperium, fourth edition: space and ground combat.

pub(crate) mod answer;
pub mod rules;
pub mod scenario;
pub(crate) mod show;
