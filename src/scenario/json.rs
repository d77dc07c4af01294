//! JSON that remembers where everything stands.
//!
//! A document is read one level at a time, from slices of its own text, so every field
//! and value has a place to point at without spans in any type of the domain.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::printable::is_printable;

/// A value somewhere in a JSON document.
#[derive(Clone, Debug)]
pub(super) struct Node {
    source: Arc<Source>,
    range: Range<usize>,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    /// Where the name stands.
    pub(super) place: Place,
    pub(super) value: Node,
}

impl Node {
    /// Reads a whole document, to be sure that all of it is JSON.
    pub(super) fn document(source: &Arc<Source>) -> Result<Self, Diagnostic> {
        let text = &source.text;
        if text.trim().is_empty() {
            let error = Diagnostic::at(&Place::whole(source), "the file is empty");
            return Err(error.label("expected JSON"));
        }
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            let at = offset(text, error.line(), error.column());
            let place = Place { source: Arc::clone(source), range: at..(at + 1).min(text.len()) };
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default().to_string();
            return Err(Diagnostic::at(&place, "this is not JSON").label(what));
        }
        let start = text.len() - text.trim_start().len();
        Ok(Self { source: Arc::clone(source), range: start..text.trim_end().len() })
    }

    /// Where the value stands.
    pub(super) fn place(&self) -> Place {
        Place { source: Arc::clone(&self.source), range: self.range.clone() }
    }

    /// The value as written.
    pub(super) fn raw(&self) -> &str {
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
            Some(b'"') => format!("the text `{}`", shorten(self.raw())),
            _ => format!("`{}`", shorten(self.raw())),
        }
    }

    pub(super) fn is_object(&self) -> bool {
        self.raw().starts_with('{')
    }

    pub(super) fn is_list(&self) -> bool {
        self.raw().starts_with('[')
    }

    pub(super) fn is_string(&self) -> bool {
        self.raw().starts_with('"')
    }

    /// The fields of an object, in the order written; a field given twice is an error.
    pub(super) fn fields(&self) -> Result<Vec<Field>, Diagnostic> {
        if !self.is_object() {
            return Err(self.wrong("an object"));
        }
        let entries: Entries<'_> =
            serde_json::from_str(self.raw()).map_err(|_| self.wrong("an object"))?;
        let mut fields: Vec<Field> = Vec::new();
        let mut names = HashSet::new();
        let mut after = self.range.start;
        for (name, value) in entries.0 {
            let value = self.node(value);
            let range = match &name {
                Cow::Borrowed(name) => self.inner(name),
                Cow::Owned(_) => self.name_between(after, value.range.start),
            };
            let place = Place { source: Arc::clone(&self.source), range };
            after = value.range.end;
            if !names.insert(name.clone()) {
                let name = shorten(&name);
                return Err(Diagnostic::at(&place, format!("field `{name}` is given twice")));
            }
            fields.push(Field { name: name.into_owned(), place, value });
        }
        Ok(fields)
    }

    /// The inside of the only text between two values: the name of a field with escapes.
    fn name_between(&self, from: usize, to: usize) -> Range<usize> {
        let between = &self.source.text[from..to];
        match (between.find('"'), between.rfind('"')) {
            (Some(first), Some(last)) if first < last => from + first + 1..from + last,
            _ => from..to,
        }
    }

    /// Refuses texts and names of fields, anywhere in a document, that cannot be shown as they
    /// are.
    pub(super) fn check_printable(&self) -> Result<(), Diagnostic> {
        let mut from = self.range.start;
        while let Some(start) = self.source.text[from..self.range.end].find('"') {
            let start = from + start;
            let end = end_of_text(&self.source.text, start);
            let text = Self { source: Arc::clone(&self.source), range: start..end };
            if !text.string()?.chars().all(is_printable) {
                let message = "a text that cannot be printed in one line";
                return Err(Diagnostic::at(&text.place(), message)
                    .label("control characters and line breaks are not allowed"));
            }
            from = end;
        }
        Ok(())
    }

    /// The members of a list.
    pub(super) fn members(&self) -> Result<Vec<Self>, Diagnostic> {
        if !self.is_list() {
            return Err(self.wrong("a list"));
        }
        let members: Members<'_> =
            serde_json::from_str(self.raw()).map_err(|_| self.wrong("a list"))?;
        Ok(members.0.into_iter().map(|raw| self.node(raw)).collect())
    }

    /// A text.
    pub(super) fn string(&self) -> Result<String, Diagnostic> {
        if !self.is_string() {
            return Err(self.wrong("a text"));
        }
        serde_json::from_str(self.raw()).map_err(|_| self.wrong("a text"))
    }

    /// A text and where it stands, so that places in it are places in the document. If it
    /// has escapes there is no such correspondence, and the text stands alone under the
    /// name of the line it is from.
    pub(super) fn typed(&self) -> Result<(Arc<Source>, Range<usize>), Diagnostic> {
        let text = self.string()?;
        let inside = self.range.start + 1..self.range.end - 1;
        if self.source.text[inside.clone()] == text {
            return Ok((Arc::clone(&self.source), inside));
        }
        let range = 0..text.len();
        let line = self.source.text[..self.range.start].matches('\n').count() + 1;
        Ok((Source::new(format!("{}, line {line}", self.source.name), text), range))
    }

    /// A whole number of at least 0; a number like `1e7` counts as whole.
    pub(super) fn whole_number(&self) -> Result<u64, Diagnostic> {
        if let Ok(number) = serde_json::from_str::<u64>(self.raw()) {
            return Ok(number);
        }
        match serde_json::from_str::<f64>(self.raw()) {
            Ok(n) if n >= 0.0 && n <= 2f64.powi(53) && n.fract() == 0.0 => Ok(n as u64),
            _ => Err(self.wrong("a whole number from 0")),
        }
    }

    /// A number or a text, as written without its quotes.
    pub(super) fn scalar(&self) -> Result<String, Diagnostic> {
        if self.is_string() {
            return self.string();
        }
        match self.raw().as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(self.raw().to_string()),
            _ => Err(self.wrong("a number or a text")),
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self) -> Result<bool, Diagnostic> {
        serde_json::from_str(self.raw()).map_err(|_| self.wrong("true or false"))
    }

    /// Is this the value `null`?
    pub(super) fn is_null(&self) -> bool {
        self.raw() == "null"
    }
}

/// Where a place lies in its document: `attacker.groups[0].class`; nothing if it is no JSON.
#[must_use]
pub fn json_path(place: &Place) -> String {
    let mut path = String::new();
    let Ok(mut node) = Node::document(&place.source) else { return path };
    let at = place.range.start;
    let holds = |node: &Node| node.range.contains(&at);
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

/// Byte offset of a line and column as `serde_json` counts them.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (start + column.saturating_sub(1)).min(text.len());
    text.floor_char_boundary(at)
}

/// Where a text ends that begins with the quotes at `start`.
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

struct Entries<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);
struct Members<'a>(Vec<&'a RawValue>);
struct Name<'a>(Cow<'a, str>);

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

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = seq.next_element()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A field name, borrowed from the document where it has no escapes.
impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Name<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(name.to_string())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
