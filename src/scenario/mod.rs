//! Input: parsing of fleets and scenarios, and their resolution against the catalogues.
//!
//! ```text
//! notation ─┐                                 catalogue
//!           ├──► fleet text (names, places) ──► resolve ──► Muster (figures)
//! document ─┘
//! ```
//!
//! Both the typed form and the JSON document produce a [`FleetText`]. The module of each game
//! ([`games`](crate::games)) resolves it against the catalogue of that game. A link or a code is
//! converted to a document first. Every piece keeps its place in the source, so that errors can point to it.

mod code;
pub(crate) mod diagnostics;
pub(crate) mod document;
pub(crate) mod fields;
pub(crate) mod figures;
pub(crate) mod json;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod notation;
pub(crate) mod printable;
mod purchase;
pub(crate) mod query;
pub(crate) mod settings;
pub(crate) mod spanned;
mod vary;
mod write;

pub use crate::games::Rulebook;
pub use code::{LARGEST_SHARED, decode, encode, is_code};
pub use diagnostics::{Diagnostic, Place, Source};
pub use document::{read_fleet_file, read_scenario};
pub use fields::{Fields, Provenance};
pub use json::json_path;
pub use model::{Engine, Play, Scenario, SideText, Sides};
pub use names::{nearest, normalise};
pub use notation::{FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet};
pub use printable::{is_printable, printable};
pub use purchase::{Purse, TooMany, Ware, purchases};
pub use settings::{MOST_BATTLES, parse_count, parse_engine, parse_rulebook};
pub use vary::{MOST_VALUES, Variation};
