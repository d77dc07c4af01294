//! Battles as their players noted them: the fleets, then for each activation or round the dice, the
//! hits and what became of them.
//!
//! ```text
//! text      the form that is kept at the table
//! document  the JSON form
//! note      one note of a line
//! write     both forms again
//! ```
//!
//! Both forms hold the notes in the same words. Which of them a game understands, and whether they
//! fit the battle, is up to the game.

mod document;
mod note;
mod text;
mod write;

pub use self::note::{AimedAt, Fate, Note, NotedShip, NotedUnits, WhichShip};
use self::write::written_entries;
pub use self::write::{WrittenEntry, record_as_json, record_as_text};
use super::diagnostics::{Diagnostic, Place, Source};
use super::model::Scenario;
use super::spanned::Spanned;

/// Maximum number of lines of a record.
pub const MAX_LINES: usize = 10_000;

/// A battle as its players noted it.
#[derive(Clone, Debug)]
pub struct BattleRecord {
    /// The fleets and the situation before the battle.
    pub scenario: Scenario,
    /// The entries, in order.
    pub entries: Vec<RecordEntry>,
    /// Place of the whole record.
    pub place: Place,
}

/// A part of a record.
#[derive(Clone, Debug)]
pub enum RecordEntry {
    /// The beginning of a round or of another part of the battle, by its name: `round 2`.
    Heading(Spanned<String>),
    /// The actions of a group or a side.
    Line(RecordLine),
}

/// The actions of a group or a side.
#[derive(Clone, Debug)]
pub struct RecordLine {
    /// The group or the side, as written.
    pub who: Spanned<String>,
    /// The notes, in order.
    pub notes: Vec<Spanned<Note>>,
    /// Place of the whole line.
    pub place: Place,
}

impl BattleRecord {
    /// Returns the record of a battle that was simulated.
    ///
    /// # Errors
    /// If an entry is not in the form in which it is read.
    pub fn written(scenario: Scenario, entries: &[WrittenEntry]) -> Result<Self, Diagnostic> {
        let source = Source::new("story", written_entries(entries));
        let entries = text::entries(&source)?;
        Ok(Self { scenario, entries, place: Place::whole(&source) })
    }
}

impl RecordEntry {
    /// Returns the place of the entry.
    #[must_use]
    pub fn place(&self) -> &Place {
        match self {
            Self::Heading(heading) => &heading.place,
            Self::Line(line) => &line.place,
        }
    }
}

impl RecordLine {
    /// Returns the number of the line in its file, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        number_of(&self.place)
    }

    /// Whether nothing was noted down but that the group acted.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.notes.iter().all(|note| note.value == Note::Open)
    }
}

/// Returns the number of the line at a place, from 1.
fn number_of(place: &Place) -> usize {
    let before = place.source.text.get(..place.range.start).unwrap_or_default();
    before.matches('\n').count() + 1
}

/// Reads a record: as JSON if it begins with a brace, otherwise as text.
///
/// ```
/// use fleetodds::internals::scenario::{RecordEntry, Source, read_record};
///
/// let record = read_record(&Source::new(
///     "battle.txt",
///     "attacker: 2 interceptor
///      defender: ancient
///      round 1
///      ancient: 5 2 at interceptor
///      interceptor: 6 3",
/// ))?;
/// assert_eq!(record.entries.len(), 3);
/// let RecordEntry::Line(line) = &record.entries[1] else { panic!() };
/// assert_eq!((line.who.value.as_str(), line.number()), ("ancient", 4));
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
///
/// # Errors
/// A message with the place of the first error.
pub fn read_record(source: &std::sync::Arc<Source>) -> Result<BattleRecord, Diagnostic> {
    let record = match source.text.trim_start().starts_with('{') {
        true => document::read(source),
        false => text::read(source),
    }?;
    match record.entries.get(MAX_LINES) {
        None => Ok(record),
        Some(entry) => {
            let message = format!("a record has at most {MAX_LINES} lines");
            Err(Diagnostic::at(entry.place(), message).label("this is one more"))
        }
    }
}
