//! Files of catalogues. The shipped files are part of the binary; a folder given by the user extends
//! or overrides them.

use std::sync::Arc;

use crate::games::Rulebook;
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::json::{JsonField, JsonNode};

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
        return Ok(fields);
    }
    if Rulebook::ALL.iter().any(|other| other.has_catalogue(&name)) {
        return Ok(Vec::new());
    }
    let known: Vec<_> = Rulebook::ALL.iter().map(|r| r.name()).collect();
    Err(Diagnostic::unknown(&of.value.place(), "rulebook", &known))
}
