//! Reads entries of catalogue files field by field.

use std::ops::RangeInclusive;

use super::diagnostics::{Diagnostic, Place};
use super::figures::figure;
use super::json::{Field, Node};
use super::names::normalise;

/// Source of a figure and how reliable it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// From `very high` (official component seen) to `low` (inferred or disputed).
    pub confidence: String,
    /// Keys of the sources of the catalogue.
    pub source: String,
    /// Further remarks.
    pub note: String,
    /// Edition, expansion or tile set.
    pub set: String,
}

/// Fills in the source of the file where an entry does not name its own.
pub(crate) fn of_file(own: Provenance, source: &str) -> Provenance {
    if own.source.is_empty() { Provenance { source: source.to_string(), ..own } } else { own }
}

/// Reads a list of strings.
pub(crate) fn words(list: &Node) -> Result<Vec<String>, Diagnostic> {
    list.members()?.iter().map(Node::string).collect()
}

/// Whether two names are equal after normalisation.
pub(crate) fn same(a: &str, b: &str) -> bool {
    normalise(a) == normalise(b)
}

/// Adds an entry, or replaces the entry with the same name.
pub(crate) fn put<T>(all: &mut Vec<T>, new: T, name: impl Fn(&T) -> &str) {
    match all.iter_mut().find(|old| same(name(old), name(&new))) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}

/// Reads a list of entries into a section of the catalogue.
pub(crate) fn fill<T>(
    all: &mut Vec<T>,
    list: &Node,
    read: impl Fn(&mut Entry) -> Result<T, Diagnostic>,
    name: impl Fn(&T) -> &str,
) -> Result<(), Diagnostic> {
    for member in list.members()? {
        put(all, read(&mut Entry::new(&member)?)?, &name);
    }
    Ok(())
}

/// An object of the catalogue whose fields are removed as they are read. Fields left at the
/// end are unknown.
pub(crate) struct Entry {
    place: Place,
    fields: Vec<Field>,
    asked: Vec<&'static str>,
}

impl Entry {
    pub(crate) fn new(node: &Node) -> Result<Self, Diagnostic> {
        Ok(Self { place: node.place(), fields: node.fields()?, asked: Vec::new() })
    }

    pub(crate) fn optional(&mut self, name: &'static str) -> Option<Node> {
        self.asked.push(name);
        let at = self.fields.iter().position(|f| f.name == name)?;
        Some(self.fields.remove(at).value)
    }

    pub(crate) fn required(&mut self, name: &'static str) -> Result<Node, Diagnostic> {
        let missing = || Diagnostic::at(&self.place, format!("the field `{name}` is missing"));
        let missing = missing();
        self.optional(name).ok_or(missing)
    }

    /// Reads a required string that is not blank.
    pub(crate) fn text(&mut self, name: &'static str) -> Result<String, Diagnostic> {
        let node = self.required(name)?;
        let text = node.string()?;
        if text.trim().is_empty() {
            let error = Diagnostic::at(&node.place(), format!("the field `{name}` is empty"));
            return Err(error.label("expected at least one character"));
        }
        Ok(text)
    }

    pub(crate) fn name(&mut self) -> Result<String, Diagnostic> {
        self.text("name")
    }

    pub(crate) fn number(
        &mut self,
        name: &'static str,
        default: i32,
        allowed: RangeInclusive<i32>,
    ) -> Result<i32, Diagnostic> {
        let Some(node) = self.optional(name) else {
            return Ok(default);
        };
        figure(&node.place(), &node.scalar()?, allowed)
    }

    /// Reads a figure that fits into a byte.
    pub(crate) fn small(
        &mut self,
        name: &'static str,
        default: u8,
        allowed: RangeInclusive<i32>,
    ) -> Result<u8, Diagnostic> {
        Ok(self.number(name, i32::from(default), allowed)? as u8)
    }

    /// Reads a price or a number of slots, from 0 to 1000.
    pub(crate) fn amount(&mut self, name: &'static str, default: u32) -> Result<u32, Diagnostic> {
        Ok(self.number(name, default as i32, 0..=1000)? as u32)
    }

    pub(crate) fn provenance(&mut self) -> Result<Provenance, Diagnostic> {
        let mut text = |name| self.optional(name).map_or(Ok(String::new()), |node| node.string());
        Ok(Provenance {
            confidence: text("confidence")?,
            source: text("source")?,
            note: text("note")?,
            set: text("set")?,
        })
    }

    pub(crate) fn ignore(&mut self, names: &[&'static str]) {
        for name in names {
            self.optional(name);
        }
    }

    pub(crate) fn finish(&self) -> Result<(), Diagnostic> {
        match self.fields.first() {
            Some(field) => Err(Diagnostic::unknown(&field.place, "field", &self.asked)),
            None => Ok(()),
        }
    }
}
