//! Eclipse: catalogue, and resolution of names to figures.

mod advice;
mod blueprint;
mod blueprint_search;
mod catalogue;
mod changes;
mod figures;
mod group;
mod matchup;
mod options;
mod resolve;
mod setting;
mod words;

pub(crate) use changes::changes;
pub(crate) use group::Built;
pub(crate) use resolve::built_groups;
pub(crate) use words::vocabulary;

pub use blueprint::{Loadout, PrintedBlueprint};
pub use blueprint_search::{BlueprintSearch, Build};
pub use catalogue::{Class, EclipseCatalogue, NonPlayerShip, ShipPart, Species, Technology};
pub use group::BlueprintRules;
pub use matchup::{EclipseMatchup, SectorSides, resolve};
pub use options::policy;
pub use resolve::{SideAllowances, resolve_side};
