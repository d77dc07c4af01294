//! Input: parsing of fleets and scenarios, and their resolution against the catalogues.
//!
//! ```text
//! notation ─┐                                 catalogue
//!           ├──► fleet text (names, places) ──► resolve ──► Muster (figures)
//! document ─┘
//! ```
//!
//! Both the typed form and the JSON document produce a [`FleetText`]. The module of each game
//! ([`eclipse`], [`ti4`], [`star_chamber`], [`spaceship_battles`]) resolves it against the
//! catalogue of that game. A link ([`ti4`]) or a code is converted to a document first. Every
//! piece keeps its place in the source, so that errors can point to it.

mod catalogue;
mod code;
mod code_words;
mod diagnostics;
mod document;
pub mod eclipse;
mod embed;
mod entry;
mod figures;
mod json;
mod model;
mod muster;
mod names;
mod notation;
mod printable;
mod purchase;
mod query;
mod rulebook;
mod settings;
mod situation;
pub mod spaceship_battles;
pub mod star_chamber;
pub mod ti4;
mod vary;

pub use catalogue::Catalogue;
pub use code::{LARGEST_SHARED, decode, encode, is_code};
pub use diagnostics::{Diagnostic, Place, Source};
pub use document::{read_fleet_file, read_scenario};
pub use embed::{Told, embed};
pub use entry::Provenance;
pub use json::json_path;
pub use model::{
    Change, Destination, EffectText, Engine, Given, PlanetText, Play, PopulationText, Scenario,
    Setting, Side, SideText, Sides, StartText,
};
pub use muster::{Muster, check_policy, muster};
pub use names::{nearest, normalise};
pub use notation::{FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet};
pub use printable::{is_printable, printable};
pub use purchase::{Purse, TooMany, Ware, purchases};
pub use rulebook::Rulebook;
pub use settings::{MOST_BATTLES, parse_count, parse_engine, parse_objective, parse_rulebook};
pub use vary::{MOST_VALUES, Variation};
