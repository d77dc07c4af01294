//! Files of catalogues. The shipped files are part of the binary; a folder given by the user
//! extends or overrides them.

use std::sync::Arc;

use crate::games::Rulebook;
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::fields::Fields;
use crate::scenario::json::{JsonField, JsonNode};
use crate::scenario::phrase::SavedShip;

/// Returns the fields of a catalogue file, or no fields if it belongs to another rulebook.
pub(crate) fn fields(
    rulebook: Rulebook,
    source: &Arc<Source>,
) -> Result<Vec<JsonField>, Diagnostic> {
    let document = JsonNode::document(source)?;
    let fields = document.fields()?;
    let Some(of) = fields.iter().find(|f| f.name == "rulebook") else {
        return Err(Diagnostic::at(&Place::whole(source), "the field `rulebook` is missing").help(
            "a catalogue file must name its rulebook, for example \"rulebook\": \"eclipse\"",
        ));
    };
    let name = of.value.string()?;
    if rulebook.has_catalogue(&name) {
        document.check_printable()?;
        return Ok(fields.into_iter().filter(|field| field.name != SAVED).collect());
    }
    if Rulebook::ALL.iter().any(|other| other.has_catalogue(&name)) {
        return Ok(Vec::new());
    }
    let known: Vec<_> = Rulebook::ALL.iter().map(|r| r.name()).collect();
    Err(Diagnostic::unknown(&of.value.place(), "rulebook", &known))
}

/// Field of a catalogue file with ships that the user has saved.
const SAVED: &str = "saved";

/// Returns the ships that a user has saved in a catalogue file, or none if it belongs to another
/// rulebook.
///
/// # Errors
/// A message with the place of the first error.
pub fn saved_ships(rulebook: Rulebook, source: &Arc<Source>) -> Result<Vec<SavedShip>, Diagnostic> {
    let document = JsonNode::document(source)?;
    document.check_printable()?;
    let fields = document.fields()?;
    let of = fields.iter().find(|field| field.name == "rulebook");
    let is_other = match of {
        Some(of) => !rulebook.has_catalogue(&of.value.string()?),
        None => true,
    };
    let Some(saved) = fields.iter().find(|field| field.name == SAVED && !is_other) else {
        return Ok(Vec::new());
    };
    let ship = |member: &JsonNode| {
        let mut fields = Fields::of(member, "field of a saved ship")?;
        let (name, group) = (fields.required("name")?, fields.required("fleet")?);
        fields.finish()?;
        Ok(SavedShip { name: name.string()?, group: group.string()? })
    };
    saved.value.members()?.iter().map(ship).collect()
}
