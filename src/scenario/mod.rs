//! What people write, and what it means.
//!
//! ```text
//! notation ─┐                                 catalogue
//!           ├──► fleet text (names, places) ──► resolve ──► Scenario (figures)
//! document ─┘
//! ```
//!
//! The typed form and the JSON document lead to one [`FleetText`], which is resolved
//! against the catalogue in one place. Every piece knows where it was written, so that an
//! error can point there.

mod blueprint;
mod catalogue;
mod diagnostics;
mod document;
mod figures;
mod json;
mod model;
mod muster;
mod names;
mod notation;
mod resolve;
mod rulebook;
mod settings;
mod situation;
mod vary;

pub use blueprint::{Loadout, Printed};
pub use catalogue::{Catalogue, Class, NonPlayer, Part, Provenance, Species, Technology};
pub use diagnostics::{Diagnostic, Place, Source};
pub use document::{read_fleet_file, read_scenario};
pub use json::json_path;
pub use model::{
    Engine, Play, PopulationText, Scenario, Setting, Side, SideText, Sides, StartText,
};
pub use muster::{Muster, SectorSides, muster};
pub use names::{nearest, normalise};
pub use notation::{FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet};
pub use resolve::{Ground, Rules, resolve_side};
pub use rulebook::Rulebook;
pub use settings::{
    MOST_BATTLES, parse_count, parse_engine, parse_objective, parse_policy, parse_rulebook,
};
pub use vary::{MOST_VALUES, Variation};
