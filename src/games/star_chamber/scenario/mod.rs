//! Star Chamber: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod matchup;
mod resolve;
mod text;
mod weapons;

pub(crate) use changes::changes;
pub(crate) use matchup::{check_policy, is_option};
pub(crate) use text::{SIDE, options, situation, weapon};

pub use catalogue::{Catalogue, Printed};
pub use matchup::{StarMatchup, resolve};
pub use resolve::resolve_side;
pub use text::{EventText, Situation};
