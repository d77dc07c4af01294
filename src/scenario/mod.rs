//! Input: scenarios and fleets as written, with the place of each piece in its source, so that
//! errors can point to it.
//!
//! ```text
//! notation  the exact form of a typed fleet
//! phrase    fleets as players say them
//! document  the JSON form of a scenario
//! json      values of a document, with their places
//! fields    objects, read field by field
//! spanned   values with their places
//! model     a scenario: its sides, its setting
//! canonical sides in exact notation, with all that is said of them
//! write     a scenario as JSON again
//! record    battles that were played, as their players noted them
//! mix       sides that are one of several fleets
//! vary      variations of a scenario
//! code      scenarios as codes to share, and the words that they are packed with
//! settings  engines, rulebooks, counts, and entries by their names
//! rulebook  the rulebooks, and what players call them
//! lexicon   what is known of a game where scenarios are read, varied, written and edited
//! names     comparison of names, and the nearest ones
//! ```
//!
//! Both forms produce a [`Scenario`]. Fields that only one game understands are kept as [`Fields`];
//! the [game](crate::games::Game) reads them when it looks up all names in its catalogue. A link or
//! a code is converted to a document first.

mod canonical;
mod code;
mod code_words;
pub(crate) mod diagnostics;
pub(crate) mod document;
pub(crate) mod fields;
pub(crate) mod json;
mod lexicon;
mod mix;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod notation;
pub mod phrase;
pub(crate) mod printable;
pub(crate) mod query;
mod record;
mod roll;
mod rulebook;
pub(crate) mod settings;
mod shell;
pub(crate) mod spanned;
mod vary;
mod write;

pub use code::{MAX_SHARED_BYTES, decode, encode, is_code};
pub use diagnostics::{Diagnostic, Place, Remedy, Source, shorten};
pub use document::{Identified, read_fleet_file, read_identified, read_scenario};
pub use fields::{Fields, Provenance};
pub use json::json_path;
pub use lexicon::{Capacity, Lexicon, SetOption};
pub use mix::{MAX_FLEETS, MixPart, join_mix, mix_percent, split_mix};
pub use model::{Engine, Play, Scenario, SideText, Sides};
pub use names::{nearest, normalise, title_of};
pub use notation::{FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet};
pub use phrase::{NamedGame, Reading, SavedShip, Sentence, Vocabulary};
pub use printable::{is_printable, printable};
pub use record::{
    AimedAt, BattleRecord, Fate, MAX_LINES, Note, NotedShip, NotedUnits, RecordEntry, RecordLine,
    WhichShip, WrittenEntry, read_record, record_as_json, record_as_text,
};
pub use roll::{AimedMissiles, RolledFace, read_missiles, read_roll};
pub use rulebook::Rulebook;
pub use settings::{MAX_BATTLES, parse_count, parse_engine, parse_rulebook};
pub use shell::{quoted, shell_words};
pub use vary::{MAX_VALUES, Variation};
