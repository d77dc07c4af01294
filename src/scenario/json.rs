//! JSON values that keep their place in the document.
//!
//! A document is read one level at a time, from slices of its own text. So every field and
//! value has a place that errors can point to, and no domain type needs to carry spans.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::printable::is_printable;
use super::spanned::Spanned;

/// A value somewhere in a JSON document.
#[derive(Clone, Debug)]
pub(crate) struct JsonNode {
    source: Arc<Source>,
    range: Range<usize>,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub(crate) struct JsonField {
    pub(crate) name: String,
    /// Place of the name.
    pub(crate) place: Place,
    pub(crate) value: JsonNode,
}

impl JsonNode {
    /// Reads a whole document and checks that all of it is valid JSON.
    pub(crate) fn document(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        let text = &source.text;
        if text.trim().is_empty() {
            let error = Diagnostic::at(&Place::whole(source), "the file is empty");
            return Err(error.label("expected JSON"));
        }
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            let at = offset(text, error.line(), error.column());
            let place = Place::new(source, at..(at + 1).min(text.len()));
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            let what = in_words(text, at, what);
            return Err(Diagnostic::at(&place, "this is not valid JSON").label(what));
        }
        let start = text.len() - text.trim_start().len();
        Ok(Self { source: Arc::clone(source), range: start..text.trim_end().len() })
    }

    /// Returns a string as a value of a document of its own.
    pub(crate) fn of_text(text: &str) -> Self {
        let source = Source::new("text", serde_json::Value::from(text).to_string());
        let range = 0..source.text.len();
        Self { source, range }
    }

    /// Returns the value at a place of a document that was read before.
    pub(crate) fn at(place: &Place) -> Self {
        Self { source: Arc::clone(&place.source), range: place.range.clone() }
    }

    /// Reads a value that is part of another text, and checks that all of it is valid JSON.
    pub(crate) fn value_at(place: &Place) -> Result<Self, Diagnostic> {
        match serde_json::from_str::<IgnoredAny>(place.text()) {
            Ok(_) => Ok(Self::at(place)),
            Err(error) => {
                let message = error.to_string();
                let what = message.split(" at line ").next().unwrap_or_default().to_string();
                Err(Diagnostic::at(place, "this is not valid JSON").label(what))
            }
        }
    }

    /// Returns the place of the value.
    pub(crate) fn place(&self) -> Place {
        Place::new(&self.source, self.range.clone())
    }

    /// Returns the value as written, without the space outside its strings.
    pub(crate) fn compact(&self) -> String {
        let (mut in_text, mut is_escaped) = (false, false);
        let is_kept = |c: &char| {
            let is_kept = in_text || !c.is_ascii_whitespace();
            in_text ^= *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_kept
        };
        self.raw().chars().filter(is_kept).collect()
    }

    /// Returns the value as written.
    pub(crate) fn raw(&self) -> &str {
        &self.source.text[self.range.clone()]
    }

    fn inner(&self, slice: &str) -> Range<usize> {
        // Slices are parts of the document's text, so their distance is their offset.
        let start = slice.as_ptr() as usize - self.source.text.as_ptr() as usize;
        start..start + slice.len()
    }

    fn node(&self, raw: &RawValue) -> Self {
        Self { source: Arc::clone(&self.source), range: self.inner(raw.get()) }
    }

    fn wrong(&self, expected: &str) -> Diagnostic {
        Diagnostic::at(&self.place(), format!("expected {expected}, found {}", self.kind()))
            .label(format!("expected {expected}"))
    }

    fn kind(&self) -> String {
        match self.raw().as_bytes().first() {
            Some(b'{') => "an object".into(),
            Some(b'[') => "a list".into(),
            Some(b'"') => format!("the string `{}`", shorten(self.raw())),
            _ => format!("`{}`", shorten(self.raw())),
        }
    }

    pub(crate) fn is_object(&self) -> bool {
        self.raw().starts_with('{')
    }

    pub(crate) fn is_list(&self) -> bool {
        self.raw().starts_with('[')
    }

    pub(crate) fn is_string(&self) -> bool {
        self.raw().starts_with('"')
    }

    /// Returns the fields of an object, in the order written. A field given twice is an error.
    pub(crate) fn fields(&self) -> Result<Vec<JsonField>, Diagnostic> {
        if !self.is_object() {
            return Err(self.wrong("an object"));
        }
        let entries: Entries<'_> =
            serde_json::from_str(self.raw()).map_err(|_| self.wrong("an object"))?;
        let mut fields: Vec<JsonField> = Vec::new();
        let mut names = HashSet::new();
        let mut after = self.range.start;
        for (name, value) in entries.0 {
            let value = self.node(value);
            let range = match &name {
                Cow::Borrowed(name) => self.inner(name),
                Cow::Owned(_) => self.name_between(after, value.range.start),
            };
            let place = Place::new(&self.source, range);
            after = value.range.end;
            if !names.insert(name.clone()) {
                let name = shorten(&name);
                return Err(Diagnostic::at(&place, format!("field `{name}` is given twice")));
            }
            fields.push(JsonField { name: name.into_owned(), place, value });
        }
        Ok(fields)
    }

    /// Returns the range between the quotes of the only string between two values. It locates the
    /// name of a field that contains escapes.
    fn name_between(&self, from: usize, to: usize) -> Range<usize> {
        let between = &self.source.text[from..to];
        match (between.find('"'), between.rfind('"')) {
            (Some(first), Some(last)) if first < last => from + first + 1..from + last,
            _ => from..to,
        }
    }

    /// Rejects strings and field names with characters that are not printable, anywhere in a
    /// document.
    pub(crate) fn check_printable(&self) -> Result<(), Diagnostic> {
        let mut from = self.range.start;
        while let Some(start) = self.source.text[from..self.range.end].find('"') {
            let start = from + start;
            let end = end_of_text(&self.source.text, start);
            // Most strings are plain, and need not be read.
            let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'\\';
            let bytes = &self.source.text.as_bytes()[start..end];
            let text = Self { source: Arc::clone(&self.source), range: start..end };
            if !bytes.iter().all(|byte| is_plain(*byte))
                && !text.string()?.chars().all(is_printable)
            {
                let message = "this string cannot be printed on one line";
                return Err(Diagnostic::at(&text.place(), message)
                    .label("invisible characters and line breaks are not allowed"));
            }
            from = end;
        }
        Ok(())
    }

    /// Returns the members of a list.
    pub(crate) fn members(&self) -> Result<Vec<Self>, Diagnostic> {
        if !self.is_list() {
            return Err(self.wrong("a list"));
        }
        let members: Vec<&RawValue> =
            serde_json::from_str(self.raw()).map_err(|_| self.wrong("a list"))?;
        Ok(members.into_iter().map(|raw| self.node(raw)).collect())
    }

    /// Reads each member of a list.
    pub(crate) fn each<T>(
        &self,
        read: impl FnMut(&Self) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        self.members()?.iter().map(read).collect()
    }

    /// Returns the value of a string.
    pub(crate) fn string(&self) -> Result<String, Diagnostic> {
        if !self.is_string() {
            return Err(self.wrong("a string"));
        }
        serde_json::from_str(self.raw()).map_err(|_| self.wrong("a string"))
    }

    /// Returns a string as a range of the document, so that places in it are places in the
    /// document. A string with escapes has no such range: it becomes a source of its own, named
    /// after its line.
    pub(crate) fn typed(&self) -> Result<(Arc<Source>, Range<usize>), Diagnostic> {
        let text = self.string()?;
        let inside = self.range.start + 1..self.range.end - 1;
        if self.source.text[inside.clone()] == text {
            return Ok((Arc::clone(&self.source), inside));
        }
        let range = 0..text.len();
        let line = self.source.text[..self.range.start].matches('\n').count() + 1;
        Ok((Source::new(format!("{}, line {line}", self.source.name), text), range))
    }

    /// Returns a whole number of at least 0. A number like `1e7` counts as whole.
    pub(crate) fn whole_number(&self) -> Result<u64, Diagnostic> {
        if let Ok(number) = serde_json::from_str::<u64>(self.raw()) {
            return Ok(number);
        }
        match serde_json::from_str::<f64>(self.raw()) {
            Ok(n) if n >= 0.0 && n <= 2f64.powi(53) && n.fract() == 0.0 => Ok(n as u64),
            _ => Err(self.wrong("a whole number of at least 0")),
        }
    }

    /// Returns a number as written, or the value of a string.
    pub(crate) fn scalar(&self) -> Result<String, Diagnostic> {
        if self.is_string() {
            return self.string();
        }
        match self.raw().as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(self.raw().to_string()),
            _ => Err(self.wrong("a number or a string")),
        }
    }

    /// Returns a whole number within a range, which may be written as a string.
    pub(crate) fn number(&self, allowed: RangeInclusive<i32>) -> Result<i32, Diagnostic> {
        Spanned::new(self.scalar()?, self.place()).number(allowed)
    }

    /// Returns a string, a number, `true` or `false` as a word with its place.
    pub(crate) fn word(&self) -> Result<Spanned<String>, Diagnostic> {
        let value = self.boolean().map(|is| is.to_string()).or_else(|_| self.scalar())?;
        Ok(Spanned::new(value, self.place()))
    }

    /// Returns a whole number from `least` to `most`; `what` names it in the error.
    pub(crate) fn up_to(&self, least: u64, most: u64, what: &str) -> Result<u64, Diagnostic> {
        let number = self.whole_number()?;
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        Err(Diagnostic::at(&self.place(), format!("`{number}` is not a valid {what}"))
            .label(format!("must be from {least} to {most}")))
    }

    /// Returns a Boolean value.
    pub(crate) fn boolean(&self) -> Result<bool, Diagnostic> {
        serde_json::from_str(self.raw()).map_err(|_| self.wrong("true or false"))
    }

    /// Whether the value is `null`.
    pub(crate) fn is_null(&self) -> bool {
        self.raw() == "null"
    }
}

/// Returns what is wrong at a place of a text, in words. `what` is the message of the parser.
fn in_words(text: &str, at: usize, what: &str) -> String {
    let before = text.get(..at).unwrap_or_default().trim_end();
    let rest = text.get(at..).unwrap_or_default().trim_start();
    if !text.trim_start().starts_with(['{', '[', '"']) {
        return "JSON begins with `{`".into();
    }
    let closing = rest.chars().next().filter(|c| matches!(c, '}' | ']'));
    if let Some(closing) = closing.filter(|_| before.ends_with(',')) {
        return format!("a comma before `{closing}` is not allowed: leave it out");
    }
    if rest.starts_with('\'') || before.ends_with('\'') {
        return "JSON needs double quotes".into();
    }
    match what {
        "key must be a string" => "the name of a field needs double quotes".into(),
        "expected ident" | "expected value" => "expected a value".into(),
        what => what.into(),
    }
}

/// Returns the path of a place in its document: `attacker.groups[0].class`. The path is empty
/// if the document is not JSON.
#[must_use]
pub fn json_path(place: &Place) -> String {
    let mut path = String::new();
    let Ok(mut node) = JsonNode::document(&place.source) else { return path };
    let at = place.range.start;
    let holds = |node: &JsonNode| node.range.contains(&at);
    loop {
        if node.is_object() {
            let Ok(fields) = node.fields() else { break };
            let found = fields.into_iter().find(|f| f.place.range.contains(&at) || holds(&f.value));
            let Some(field) = found else { break };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&field.name);
            node = field.value;
        } else if node.is_list() {
            let Ok(members) = node.members() else { break };
            let Some(n) = members.iter().position(holds) else { break };
            path.push_str(&format!("[{n}]"));
            node = members[n].clone();
        } else {
            break;
        }
    }
    path
}

/// Returns the byte offset of a line and column as counted by `serde_json`.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (start + column.saturating_sub(1)).min(text.len());
    text.floor_char_boundary(at)
}

/// Returns the end of the string that starts with the quote at `start`.
fn end_of_text(document: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (at, byte) in document.bytes().enumerate().skip(start + 1) {
        match byte {
            b'"' if !is_escaped => return at + 1,
            byte => is_escaped = byte == b'\\' && !is_escaped,
        }
    }
    document.len()
}

/// The fields of an object, in the order written.
struct Entries<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

/// A field name, borrowed from the document unless it contains escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Entries<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, value)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                    entries.push((name.0, value));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
