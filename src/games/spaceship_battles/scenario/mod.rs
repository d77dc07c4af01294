//! Spaceship Battles: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod matchup;
mod orders;
mod resolve;
mod text;

pub(crate) use changes::changes;
pub(crate) use matchup::check_policy;
pub(crate) use text::{FIGURES, ORDERS, factors, orders, ships, situation};

pub use catalogue::{Catalogue, Design, Row, Size};
pub use matchup::{ShipMatchup, resolve};
pub use resolve::resolve_side;
pub use text::{ChartText, MapText, Orders, ShipText, Situation, SpaceText};
