//! Lines of the lists of a catalogue.

use std::fmt::Write;

use super::style::dim;
use crate::scenario::{Diagnostic, Place, Provenance, Source};

/// Appends a line to a text. Writing to a `String` cannot fail.
macro_rules! line {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}
pub(crate) use line;

/// Appends the set, confidence, note and sources of an entry.
pub(crate) fn provenance(text: &mut String, sources: &[(String, String)], provenance: &Provenance) {
    let Provenance { confidence, source, note, set } = provenance;
    for (name, value) in [("set", set), ("confidence", confidence), ("note", note)] {
        if !value.is_empty() {
            line!(text, "  {}", dim(format!("{name}: {value}")));
        }
    }
    for (key, meaning) in sources {
        let words = source.split(|c: char| !c.is_alphanumeric() && c != '-');
        if words.into_iter().any(|word| word == key) {
            line!(text, "  {}", dim(format!("source: {key}, {meaning}")));
        }
    }
}

/// Creates the error for a name that is not in the catalogue.
pub(crate) fn unknown(name: &str, known: Vec<&str>, rulebook: &str) -> Diagnostic {
    let error = Diagnostic::unknown(&Place::whole(&Source::new("show", name)), "entry", &known);
    if error.help.as_ref().is_some_and(|help| help.starts_with("allowed")) {
        return error.help(format!("`fleetodds fleets list --rules {rulebook}` shows all names"));
    }
    error
}
