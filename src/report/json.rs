//! The result as JSON, indented only as far as it helps reading.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use crate::bug::OrBug;
use crate::result::Summary;

/// Formats a result as a JSON document that ends with a newline.
#[must_use]
pub fn json(result: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Shallow::default());
    // Writing plain numbers and texts into memory cannot fail.
    result.serialize(&mut serializer).or_bug("a result cannot be written as JSON");
    text.push(b'\n');
    String::from_utf8(text).or_bug("JSON is not UTF-8")
}

/// Formats the summary as JSON in one line, without a newline.
#[must_use]
pub fn json_line(summary: &Summary) -> String {
    serde_json::to_string(summary).or_bug("a result cannot be written as JSON")
}

/// Indents the document and its list of sides; every other field is written in one line.
#[derive(Default)]
struct Shallow {
    pretty: PrettyFormatter<'static>,
    compact: CompactFormatter,
    depth: usize,
    /// Depth from which on everything is written in one line.
    inline_from: Option<usize>,
}

impl Shallow {
    fn is_inline(&self) -> bool {
        self.inline_from.is_some()
    }

    /// Enters an array or object. Objects within the document are written in one line, and so is
    /// everything deeper than the members of its lists.
    fn enter(&mut self, is_object: bool) {
        self.depth += 1;
        if self.inline_from.is_none() && (self.depth > 3 || (self.depth == 2 && is_object)) {
            self.inline_from = Some(self.depth);
        }
    }

    /// Leaves an array or object. Returns whether it was written in one line.
    fn leave(&mut self) -> bool {
        let inline = self.is_inline();
        if self.inline_from == Some(self.depth) {
            self.inline_from = None;
        }
        self.depth -= 1;
        inline
    }
}

macro_rules! delegate {
    ($($name:ident($($first:ident)?) $space:literal;)*) => {$(
        fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $first: bool)?) -> io::Result<()> {
            if !self.is_inline() {
                return self.pretty.$name(writer $(, $first)?);
            }
            self.compact.$name(writer $(, $first)?)?;
            if $space $(&& !$first)? { writer.write_all(b" ") } else { Ok(()) }
        }
    )*};
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter(false);
        if self.is_inline() {
            self.compact.begin_array(writer)
        } else {
            self.pretty.begin_array(writer)
        }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.leave() { self.compact.end_array(writer) } else { self.pretty.end_array(writer) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter(true);
        if self.is_inline() {
            self.compact.begin_object(writer)
        } else {
            self.pretty.begin_object(writer)
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.leave() { self.compact.end_object(writer) } else { self.pretty.end_object(writer) }
    }

    delegate! {
        begin_array_value(first) true;
        end_array_value() false;
        begin_object_key(first) true;
        begin_object_value() true;
        end_object_value() false;
    }
}
