//! Spaceship Battles: what its names stand for.

mod text;

pub(super) use text::{FIGURES, ORDERS, factors, orders, ships, situation};
pub use text::{MapText, Orders, ShipText, Situation, SpaceText};
