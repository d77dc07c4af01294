//! Typed questions: fleets as players say them, read with the vocabulary of a game.
//!
//! ```text
//! sentence    a question, its fleets and the words around them
//! players     who asks, and what each player has
//! setting     words for the place of the battle
//! names       names of one kind, and how they are shortened
//! vocabulary  the names of a game
//! tokens      words, numbers and signs
//! reader      tokens, and the names that start at each of them
//! meaning     the one meaning of the words at a token
//! fillers     words that name nothing
//! numbers     words for numbers
//! counts      2, 2x, x2, two
//! ships       ships with owners and levels
//! items       parts and figures
//! values      values of figures and options
//! options     options of a side
//! damage      how ships are damaged
//! doubts      what can mean several things, and is refused
//! fleet       groups, and what may follow them
//! owners      who owns the ships of a side
//! exact       text in exact notation
//! ```
//!
//! The result has the names of the catalogue and is written in exact notation, so
//! that codes and documents never depend on prefixes, synonyms or saved ships. A text that is in
//! exact notation, with known names, keeps its meaning; only the units of a faction that the side
//! names take the place of generic ones.

mod counts;
mod damage;
mod doubts;
mod exact;
mod fillers;
mod fleet;
mod items;
mod meaning;
pub(crate) mod names;
mod numbers;
mod options;
mod owners;
mod players;
mod reader;
mod sentence;
mod setting;
mod ships;
mod tokens;
mod values;
pub(crate) mod vocabulary;

use std::sync::Arc;

pub use fillers::is_reserved;
use names::Names;
use reader::Reader;
pub use sentence::{NamedGame, Sentence};
pub use setting::{setting_in_words, take_setting};
pub use vocabulary::{SavedShip, Vocabulary};

use super::diagnostics::{Diagnostic, Place, Source};
use super::json::JsonNode;
use super::model::SideText;
use super::notation::{FleetText, check_printable};

/// How the words of a fleet were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether the words could have another meaning than the one that was read.
    pub is_guess: bool,
    /// Fleets with the other meanings.
    pub others: Vec<String>,
    /// Remarks for the player.
    pub notes: Vec<String>,
    /// Indices of the groups that are said to be on a planet.
    pub on_planet: Vec<usize>,
    /// Whether the fleet is said to be invaded.
    pub is_invaded: bool,
    /// Whether ships are said to bombard.
    pub bombards: bool,
}

/// A typed fleet that was not understood.
pub(crate) struct Misread {
    /// The error.
    pub(crate) error: Box<Diagnostic>,
    /// Words of the name that is not known, if that is what is wrong.
    pub(crate) unknown: Vec<String>,
    /// Fleets that may be meant, the likeliest first.
    pub(crate) fixes: Vec<String>,
}

/// Reads a typed fleet. A side that names its owner has the owner's versions of its ships.
pub(crate) fn read(
    source: &Arc<Source>,
    words: &Vocabulary,
) -> Result<(FleetText, Reading), Misread> {
    if let Some(mut fleet) = exact::exact(source, words) {
        words.bring_own_ships(&mut fleet);
        let notes = words.notes(&fleet);
        return Ok((fleet, Reading { notes, ..Reading::default() }));
    }
    let form = |error| Misread { error: Box::new(error), unknown: Vec::new(), fixes: Vec::new() };
    check_printable(source, 0..source.text.len()).map_err(form)?;
    let mut saved = Names::default();
    for ship in &words.saved {
        saved.add(&ship.name);
    }
    let mut reader = Reader::new(source, words, &saved);
    let fleet = reader.fleet();
    let Reader { is_guess, others, mut notes, fixes, unknown, bombards, .. } = reader;
    let Reader { mut on_planet, in_orbit, is_invaded, .. } = reader;
    let is_on_planet = reader.is_on_planet && on_planet.is_empty();
    let fleet = fleet.map_err(|error| Misread { error: Box::new(error), unknown, fixes })?;
    notes.extend(words.notes(&fleet));
    if is_on_planet {
        let groups = 0..fleet.groups.len();
        on_planet = groups.filter(|group| !in_orbit.contains(group)).collect();
    }
    Ok((fleet, Reading { is_guess, others, notes, on_planet, is_invaded, bombards }))
}

impl SideText {
    /// Reads a side from a fleet as a player types it, with the vocabulary of a game. The side is
    /// written with the names of the catalogue, in exact notation.
    ///
    /// # Errors
    /// If the text is not understood, or a name in it can mean several things.
    pub fn asked(source: &Arc<Source>, words: &Vocabulary) -> Result<Self, Diagnostic> {
        read(source, words)
            .map(|read| Self::read_from(source, read))
            .map_err(|misread| *misread.error)
    }

    /// Creates a side from a fleet that was read from this source.
    pub(crate) fn read_from(source: &Arc<Source>, (fleet, reading): (FleetText, Reading)) -> Self {
        let written = JsonNode::of_text(&fleet.to_string());
        Self { reading, ..Self::of(fleet, written, Place::whole(source)) }
    }
}
