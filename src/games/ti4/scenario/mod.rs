//! Twilight Imperium: catalogue, and resolution of names to figures.

mod catalogue;
mod changes;
mod effects;
mod matchup;
mod resolve;
mod text;
mod words;

pub(crate) use changes::changes;
pub(crate) use words::vocabulary;

pub use catalogue::{EffectEntry, Faction, PrintedUnit, Ti4Catalogue};
pub use matchup::{Planet, Ti4Matchup, resolve};
pub use resolve::{SideCtx, check_policy, resolve_side};
pub use text::Destination;
