//! Twilight Imperium: catalogue, and resolution of names to figures.
//!
//! ```text
//! catalogue   units, abilities, factions
//! text        fields of scenarios that are specific to the game
//! effects     abilities, technologies and cards by name
//! groups      groups of units
//! options     options of a side
//! idle        named abilities that can do nothing
//! lineup      what abilities make of the units of a side
//! enemy       what depends on the enemy
//! side        the surroundings in which the names of a side are looked up
//! names       names of factions, and how names of components are compared
//! resolve     one side
//! matchup     both sides and the situation
//! words       vocabulary of typed fleets
//! ```

mod catalogue;
mod changes;
mod effects;
mod enemy;
mod groups;
mod idle;
mod lineup;
mod matchup;
mod names;
mod options;
mod resolve;
mod side;
mod text;
mod words;

pub(crate) use catalogue::dice;
pub(crate) use changes::changes;
pub(crate) use options::INVASION;
pub(crate) use words::vocabulary;

pub use catalogue::{
    EffectEntry, EffectField, Faction, Placed, PrintedUnit, RefusedText, Ti4Catalogue,
    discordant_stars,
};
pub use matchup::{Planet, Ti4Matchup, resolve};
pub use options::check_policy;
pub use resolve::resolve_side;
pub use side::SideCtx;
pub use text::Destination;
