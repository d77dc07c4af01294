//! The result as JSON, indented only as far as it helps reading.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

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
    depth: usize,
    /// Depth from which on everything is written in one line.
    inline_from: Option<usize>,
    /// Whether the innermost array or object has a value so far.
    has_value: bool,
}

impl Shallow {
    /// Begins an array or object. Objects within the document are written in one line, and so is
    /// everything deeper than the members of its lists.
    fn begin<W>(&mut self, writer: &mut W, bracket: &[u8], is_object: bool) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        self.depth += 1;
        if self.inline_from.is_none() && (self.depth > 3 || (self.depth == 2 && is_object)) {
            self.inline_from = Some(self.depth);
        }
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.inline_from.is_none() && self.has_value {
            self.new_line(writer)?;
        }
        self.inline_from = self.inline_from.filter(|depth| *depth <= self.depth);
        writer.write_all(bracket)
    }

    /// Separates a value or a key from the one before it.
    fn separate<W: ?Sized + Write>(&self, writer: &mut W, is_first: bool) -> io::Result<()> {
        if self.inline_from.is_some() {
            return if is_first { Ok(()) } else { writer.write_all(b", ") };
        }
        if !is_first {
            writer.write_all(b",")?;
        }
        self.new_line(writer)
    }

    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:1$}", "", 2 * self.depth)
    }
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[", false)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W>(&mut self, writer: &mut W, first: bool) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        self.separate(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{", true)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W>(&mut self, writer: &mut W, first: bool) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        self.separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}
