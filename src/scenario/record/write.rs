//! Writes records.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::result::ROLES;
use crate::scenario::Lexicon;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::{Scenario, SideText, Sides};

/// An entry of a record to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WrittenEntry {
    /// The beginning of a part of the battle.
    Heading {
        /// Its name: `round 2`.
        part: String,
    },
    /// The actions of a group or a side.
    Line {
        /// The group or the side.
        who: String,
        /// The notes, each in the form in which it is read.
        notes: Vec<String>,
    },
}

/// Returns a record as text. Fleets that were typed are written as such, anything else as a
/// scenario in JSON.
///
/// # Errors
/// If the scenario was not read from a valid document.
pub fn record_as_text(
    lexicon: &Lexicon,
    scenario: &Scenario,
    entries: &[WrittenEntry],
) -> Result<String, Diagnostic> {
    let mut lines = vec![format!("rules: {}", lexicon.rulebook.name())];
    match typed(scenario) {
        Some(sides) => {
            let fleets = ROLES.iter().zip(sides);
            lines.extend(fleets.map(|(role, side)| format!("{role}: {}", side.fleet)));
        }
        None => lines.push(format!("scenario: {}", scenario.to_json(lexicon)?)),
    }
    Ok(lines.join("\n") + "\n" + &written_entries(entries))
}

/// Returns entries as text.
pub(super) fn written_entries(entries: &[WrittenEntry]) -> String {
    let entry = |entry: &WrittenEntry| match entry {
        WrittenEntry::Heading { part } => format!("\n{part}\n"),
        WrittenEntry::Line { who, notes } => format!("{who}: {}\n", notes.join(", ")),
    };
    entries.iter().map(entry).collect()
}

/// Returns both sides if all that is known of the battle is their fleets.
fn typed(scenario: &Scenario) -> Option<&[SideText; 2]> {
    let Sides::Two(sides) = &scenario.sides else { return None };
    let is_typed = |side: &SideText| side.is_fleet() && side.command.is_none();
    let is_plain = scenario.setting_written.is_none() && sides.iter().all(is_typed);
    is_plain.then_some(sides)
}

/// Returns a record as JSON.
///
/// # Errors
/// If the scenario was not read from a valid document.
pub fn record_as_json(
    lexicon: &Lexicon,
    scenario: &Scenario,
    entries: &[WrittenEntry],
) -> Result<String, Diagnostic> {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        scenario: Box<RawValue>,
        entries: &'a [WrittenEntry],
    }
    let not_json = |error: serde_json::Error| Diagnostic::new(error.to_string());
    let scenario = RawValue::from_string(scenario.to_json(lexicon)?).map_err(not_json)?;
    let document = Document { schema: "fleetodds/record/1", scenario, entries };
    serde_json::to_string_pretty(&document).map_err(not_json)
}
