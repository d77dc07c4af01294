//! Star Chamber: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod figures;
mod matchup;
mod resolve;
mod text;
mod words;

pub(crate) use changes::{changes, set_option};
pub(crate) use matchup::check_policy;
pub(crate) use words::vocabulary;

pub use catalogue::{PrintedShip, StarCatalogue};
pub use matchup::{StarMatchup, resolve};
pub use resolve::resolve_side;
