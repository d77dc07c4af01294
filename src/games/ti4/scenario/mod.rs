//! Twilight Imperium: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod effects;
mod matchup;
mod resolve;
mod text;

pub(crate) use changes::changes;

pub use catalogue::{Catalogue, EffectEntry, Faction, Printed};
pub use matchup::{Planet, Ti4Matchup, resolve};
pub use resolve::{Ground, check_policy, resolve_side};
pub use text::Destination;
