//! Spaceship Battles: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod figures;
mod matchup;
mod options;
mod orders;
mod resolve;
mod text;
mod words;

pub(crate) use changes::changes;
pub(crate) use matchup::check_policy;
pub(crate) use words::vocabulary;

pub use catalogue::{Row, ShipCatalogue, ShipDesign, Size};
pub use matchup::{ShipMatchup, resolve};
pub use resolve::resolve_side;
