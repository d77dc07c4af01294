//! Twilight Imperium: catalogue, and resolution of names to figures.
//!
//! ```text
//! catalogue   units, abilities, factions
//! text        fields of scenarios that are specific to the game
//! effects     abilities, technologies and cards by name
//! groups      groups of units
//! options     options of a side
//! lineup      what abilities make of the units of a side
//! enemy       what depends on the enemy
//! resolve     one side
//! matchup     both sides and the situation
//! words       vocabulary of typed fleets
//! ```

mod catalogue;
mod changes;
mod effects;
mod enemy;
mod groups;
mod lineup;
mod matchup;
mod names;
mod options;
mod resolve;
mod text;
mod words;

pub(crate) use changes::changes;
pub(in crate::games::ti4) use options::INVASION;
pub(crate) use words::vocabulary;

pub use catalogue::{EffectEntry, EffectField, Faction, Placed, PrintedUnit, Ti4Catalogue};
pub use matchup::{Planet, Ti4Matchup, resolve};
pub use options::check_policy;
pub use resolve::{SideCtx, resolve_side};
pub use text::Destination;
