//! Reads fields that several kinds of entries have.

use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::{Fields, words};

/// Reads an optional string.
pub(super) fn word(entry: &mut Fields, name: &'static str) -> Result<Option<String>, Diagnostic> {
    entry.optional(name).map(|node| node.string()).transpose()
}

/// Reads an optional list of names; a single name is a list of one.
pub(super) fn names(entry: &mut Fields, name: &'static str) -> Result<Vec<String>, Diagnostic> {
    match entry.optional(name) {
        None => Ok(Vec::new()),
        Some(node) if node.is_list() => words(&node),
        Some(node) => Ok(vec![node.string()?]),
    }
}

/// Reads an optional field that is true or false, false by default.
pub(super) fn flag(entry: &mut Fields, name: &'static str) -> Result<bool, Diagnostic> {
    entry.optional(name).map_or(Ok(false), |node| node.boolean())
}
