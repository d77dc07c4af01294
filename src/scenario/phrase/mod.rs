//! Typed questions: fleets as players say them, read with the vocabulary of a game.
//!
//! ```text
//! names       names of one kind, and how they are shortened
//! vocabulary  the names of a game
//! sides       the fleets of two sides in one text
//! tokens      words, numbers and signs
//! reader      tokens, and the names that start at each of them
//! reserved    words with a meaning of their own
//! counts      2, 2x, x2, two
//! ships       ships with owners and levels
//! items       parts and figures
//! values      values of figures and options
//! options     options of a side
//! fleet       groups, and what may follow them
//! exact       text in exact notation
//! ```
//!
//! The result has the names of the catalogue and is written in exact notation, so
//! that codes and documents never depend on prefixes, synonyms or saved ships. A text that is in
//! exact notation, with known names, keeps its meaning; only the units of a faction that the side
//! names take the place of generic ones.

mod counts;
mod exact;
mod fleet;
mod items;
pub(crate) mod names;
mod options;
mod reader;
mod reserved;
mod ships;
mod sides;
mod tokens;
mod values;
pub(crate) mod vocabulary;

use std::sync::Arc;

use reader::Reader;
pub use reserved::is_reserved;
pub use sides::split_sides;
pub use vocabulary::{SavedShip, Vocabulary};

use super::diagnostics::{Diagnostic, Place, Source};
use super::json::JsonNode;
use super::model::SideText;
use super::notation::{FleetText, check_printable};

/// A typed fleet that was not understood.
pub(crate) struct Misread {
    /// The error.
    pub(crate) error: Box<Diagnostic>,
    /// Words of the name that is not known, if that is what is wrong.
    pub(crate) unknown: Vec<String>,
}

/// Reads a typed fleet. A side that names its owner has the owner's versions of its ships.
pub(crate) fn read(source: &Arc<Source>, words: &Vocabulary) -> Result<FleetText, Misread> {
    let mut fleet = as_typed(source, words)?;
    words.bring_own_ships(&mut fleet);
    Ok(fleet)
}

/// Reads a typed fleet with the ships that it names.
fn as_typed(source: &Arc<Source>, words: &Vocabulary) -> Result<FleetText, Misread> {
    if let Some(fleet) = exact::exact(source, words) {
        return Ok(fleet);
    }
    let form = |error| Misread { error: Box::new(error), unknown: Vec::new() };
    check_printable(source, 0..source.text.len()).map_err(form)?;
    let mut reader = Reader::new(source, words);
    reader.fleet().map_err(|error| Misread { error: Box::new(error), unknown: reader.unknown })
}

impl SideText {
    /// Reads a side from a fleet as a player types it, with the vocabulary of a game. The side is
    /// written with the names of the catalogue, in exact notation.
    ///
    /// # Errors
    /// If the text is not understood, or a name in it can mean several things.
    pub fn asked(source: &Arc<Source>, words: &Vocabulary) -> Result<Self, Diagnostic> {
        read(source, words)
            .map(|fleet| Self::read_from(source, fleet))
            .map_err(|misread| *misread.error)
    }

    /// Creates a side from a fleet that was read from this source.
    pub(crate) fn read_from(source: &Arc<Source>, fleet: FleetText) -> Self {
        let written = JsonNode::of_text(&fleet.to_string());
        Self::of(fleet, written, Place::whole(source))
    }
}
