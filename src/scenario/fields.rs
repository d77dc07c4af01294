//! Reads objects field by field.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::diagnostics::{Diagnostic, Place, list, shorten};
use super::json::{JsonField, JsonNode};
use super::names::{nearest, normalise};
use super::spanned::Spanned;
use crate::scenario::Rulebook;

/// Source of a figure and how reliable it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// From `very high` (official component seen) to `low` (inferred or disputed).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub confidence: String,
    /// Keys of the sources of the catalogue.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Further remarks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Edition, expansion or tile set.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub set: String,
}

/// Whether two names are equal after normalisation.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let first = |name: &str| name.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let is_plain = |name: &str| name.starts_with(|c: char| c.is_ascii_alphanumeric());
    // Most names are ruled out by their first letters.
    let may_be = first(a) == first(b) || !is_plain(a) || !is_plain(b);
    a == b || may_be && normalise(a) == normalise(b)
}

/// The fields of an object, removed as they are read. Fields left at the end are unknown.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// Kind as errors name it, such as `field`, `field of a group` or `setting`.
    kind: &'static str,
    /// Place of the object, unless there is none.
    place: Option<Place>,
    fields: Vec<JsonField>,
    /// Names read so far.
    known: Vec<&'static str>,
    /// Source of an entry that names none.
    source: String,
}

impl Fields {
    /// Returns the fields of an object, to be read as fields of this kind.
    pub(crate) fn of(node: &JsonNode, kind: &'static str) -> Result<Self, Diagnostic> {
        Ok(Self { kind, place: Some(node.place()), fields: node.fields()?, ..Self::default() })
    }

    /// Sets the source of an entry that names none.
    pub(crate) fn with_source(self, source: &str) -> Self {
        Self { source: source.into(), ..self }
    }

    /// Removes a field, and returns its value unless it is missing or `null`.
    pub(crate) fn optional(&mut self, name: &'static str) -> Option<JsonNode> {
        self.known.push(name);
        let at = self.fields.iter().position(|f| f.name == name)?;
        Some(self.fields.remove(at).value).filter(|value| !value.is_null())
    }

    /// Removes a field, and returns its value.
    pub(crate) fn required(&mut self, name: &'static str) -> Result<JsonNode, Diagnostic> {
        if let Some(value) = self.optional(name) {
            return Ok(value);
        }
        Err(self.missing(name))
    }

    /// Creates the error that a field is missing.
    pub(crate) fn missing(&self, name: &str) -> Diagnostic {
        let message = format!("the field `{name}` is missing");
        match &self.place {
            Some(place) => Diagnostic::at(place, message)
                .label(format!("expected `\"{name}\": …` in this object")),
            None => Diagnostic::new(message),
        }
    }

    /// Removes the fields with these names, and returns them in the order written.
    pub(crate) fn take_all(&mut self, names: &[&'static str]) -> Vec<JsonField> {
        self.known.extend(names);
        let all = std::mem::take(&mut self.fields);
        let (taken, left) = all.into_iter().partition(|field| names.contains(&field.name.as_str()));
        self.fields = left;
        let taken: Vec<JsonField> = taken;
        taken.into_iter().filter(|field| !field.value.is_null()).collect()
    }

    /// Removes a field, and returns its word: a string, a number, `true` or `false`.
    pub(crate) fn word(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Spanned<String>>, Diagnostic> {
        self.read(name, JsonNode::word)
    }

    /// Removes a field that is a list of words. A missing list is empty.
    pub(crate) fn words(&mut self, name: &'static str) -> Result<Vec<Spanned<String>>, Diagnostic> {
        self.list(name, JsonNode::word)
    }

    /// Removes a field that is true or false.
    pub(crate) fn flag(&mut self, name: &'static str) -> Result<Option<bool>, Diagnostic> {
        self.read(name, JsonNode::boolean)
    }

    /// Removes a field that is a string.
    pub(crate) fn string(&mut self, name: &'static str) -> Result<Option<String>, Diagnostic> {
        self.read(name, JsonNode::string)
    }

    /// Removes a field that is a list of strings, or a single one. A missing list is empty.
    pub(crate) fn strings(&mut self, name: &'static str) -> Result<Vec<String>, Diagnostic> {
        let read = |node: &JsonNode| match node.is_list() {
            true => node.each(JsonNode::string),
            false => Ok(vec![node.string()?]),
        };
        Ok(self.read(name, read)?.unwrap_or_default())
    }

    /// Removes a field, and reads its value.
    pub(crate) fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&JsonNode) -> Result<T, Diagnostic>,
    ) -> Result<Option<T>, Diagnostic> {
        self.optional(name).as_ref().map(read).transpose()
    }

    /// Removes a field, and reads its value with its place.
    pub(crate) fn spanned<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&JsonNode) -> Result<T, Diagnostic>,
    ) -> Result<Option<Spanned<T>>, Diagnostic> {
        self.read(name, |node| Ok(Spanned::new(read(node)?, node.place())))
    }

    /// Removes a field that is a list, and reads its members. A missing list is empty.
    pub(crate) fn list<T>(
        &mut self,
        name: &'static str,
        read: impl FnMut(&JsonNode) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        Ok(self.read(name, |list| list.each(read))?.unwrap_or_default())
    }

    /// Removes a field of values by name, as in `{"attacker": 1}`. Returns each name and value.
    pub(crate) fn by_name(
        &mut self,
        name: &'static str,
    ) -> Result<Vec<(Spanned<String>, JsonNode)>, Diagnostic> {
        let Some(node) = self.optional(name) else { return Ok(Vec::new()) };
        let named = |field: JsonField| (Spanned::new(field.name, field.place), field.value);
        Ok(node.fields()?.into_iter().map(named).collect())
    }

    /// Returns the value of a field without removing it, unless it is missing or `null`.
    pub(crate) fn peek(&self, name: &str) -> Option<JsonNode> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some(field.value.clone()).filter(|value| !value.is_null())
    }

    /// Returns the fields that are not read yet, and not `null`.
    pub(crate) fn all(&self) -> impl Iterator<Item = &JsonField> {
        self.fields.iter().filter(|field| !field.value.is_null())
    }

    /// Whether a field is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name && !field.value.is_null())
    }

    /// Removes the field with this name, compared after normalisation.
    pub(crate) fn forget(&mut self, name: &str) {
        self.fields.retain(|field| !same(&field.name, name));
    }

    /// Checks that all fields have been read.
    pub(crate) fn finish(&self) -> Result<(), Diagnostic> {
        match self.fields.iter().find(|field| !field.value.is_null()) {
            Some(field) => Err(Diagnostic::unknown(&field.place, self.kind, &self.known)),
            None => Ok(()),
        }
    }

    /// Checks that all fields have been read. The error names the rulebook if the field is none of
    /// its own.
    pub(crate) fn finish_in(&self, rulebook: Rulebook) -> Result<(), Diagnostic> {
        let Some(field) = self.fields.iter().find(|field| !field.value.is_null()) else {
            return Ok(());
        };
        let message = format!("`{}` is not a {} in {rulebook}", shorten(&field.name), self.kind);
        let error = Diagnostic::at(&field.place, message);
        let near = nearest(&field.name, self.known.iter().copied());
        let meant = match near.is_empty() {
            true => String::new(),
            false => format!("did you mean {}? ", list(&near, "or")),
        };
        let allowed = format!("{meant}allowed: {}", self.known.join(", "));
        Err(if self.known.is_empty() { error } else { error.help(allowed) })
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
        Ok(self.read(name, |node| node.number(allowed))?.unwrap_or(default))
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
        let mut text = |name| Ok(self.string(name)?.unwrap_or_default());
        let [confidence, source, note, set] =
            [text("confidence")?, text("source")?, text("note")?, text("set")?];
        let source = if source.is_empty() { self.source.clone() } else { source };
        Ok(Provenance { confidence, source, note, set })
    }

    pub(crate) fn ignore(&mut self, names: &[&'static str]) {
        for name in names {
            self.optional(name);
        }
    }
}
