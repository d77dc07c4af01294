//! Reads a record as JSON.

use std::sync::Arc;

use super::note::notes;
use super::{BattleRecord, RecordEntry, RecordLine};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::document::scenario_at;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::spanned::Spanned;

/// Reads a record.
pub(super) fn read(source: &Arc<Source>) -> Result<BattleRecord, Diagnostic> {
    let mut fields = Fields::of(&JsonNode::document(source)?, "field")?;
    fields.ignore(&["schema"]);
    let scenario = scenario_at(&fields.required("scenario")?)?;
    let entries = fields.required("entries")?;
    fields.finish()?;
    Ok(BattleRecord { scenario, entries: entries.each(entry)?, place: Place::whole(source) })
}

/// Reads a heading, or the notes of a group or side.
fn entry(node: &JsonNode) -> Result<RecordEntry, Diagnostic> {
    let mut fields = Fields::of(node, "field")?;
    if let Some(part) = fields.optional("part") {
        fields.finish()?;
        let value = part.string()?.to_lowercase();
        return Ok(RecordEntry::Heading(Spanned::new(value, part.place())));
    }
    let who = fields.required("who")?;
    let noted = fields.required("notes")?;
    fields.finish()?;
    let mut all = Vec::new();
    for note in noted.members()? {
        note.check_printable()?;
        let (source, range) = note.typed()?;
        all.extend(notes(&Place::new(&source, range))?);
    }
    who.check_printable()?;
    let who = Spanned::new(who.string()?, who.place());
    Ok(RecordEntry::Line(RecordLine { who, notes: all, place: node.place() }))
}
