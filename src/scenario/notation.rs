//! The typed form of a fleet.
//!
//! ```text
//! fleet  := groups { "&" option }               2 dreadnought & play=npc
//! groups := group { "+" group }                 2 cruiser + 3 interceptor
//! group  := [count] [species "/"] class [ "(" item { "," item } ")" ]
//! item   := [N] part                            a bare list is the whole loadout
//!         | "+" [N] part | "-" [N] part         or changes to the printed blueprint
//!         | key "=" value                       a figure set directly
//! option := name | key "=" value
//! value  := word | "[" word { "," word } "]"
//! ```
//!
//! Parsing checks only the form; names are looked up later. Every piece keeps its place.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::fields::Fields;
pub use super::spanned::Spanned;

/// A fleet as written, with names not yet looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetText {
    /// Groups in the order written.
    pub groups: Vec<GroupText>,
    /// Technologies, effects and settings of the side.
    pub options: Vec<OptionText>,
}

/// A group as written.
#[derive(Clone, Debug)]
pub struct GroupText {
    /// Number of ships; 1 if not given.
    pub count: Option<Spanned<u64>>,
    /// Species of the ships, if given.
    pub species: Option<Spanned<String>>,
    /// Class of ship.
    pub class: Spanned<String>,
    /// Parts and figures in brackets.
    pub items: Vec<Spanned<Item>>,
    /// Other fields of the group in a document, read by the game.
    pub fields: Fields,
    /// Member of the side that owns the ships, from 0; 0 unless the side lists `members`.
    pub member: u8,
    /// Place of the whole group.
    pub place: Place,
}

impl GroupText {
    /// Creates a group with all else left at its default.
    pub(crate) fn of(
        count: Option<Spanned<u64>>,
        species: Option<Spanned<String>>,
        class: Spanned<String>,
        items: Vec<Spanned<Item>>,
        place: Place,
    ) -> Self {
        Self { count, species, class, items, fields: Fields::default(), member: 0, place }
    }

    /// Moves all places of the group to another one.
    pub(crate) fn at(mut self, place: &Place) -> Self {
        let moved = |word: &mut Spanned<String>| word.place = place.clone();
        moved(&mut self.class);
        self.species.iter_mut().for_each(moved);
        for item in &mut self.items {
            item.place = place.clone();
            match &mut item.value {
                Item::Part(_, name) | Item::Add(_, name) | Item::Remove(_, name) => moved(name),
                Item::Figure(name, value) => {
                    moved(name);
                    value.words_mut().iter_mut().for_each(moved);
                }
            }
        }
        Self { place: place.clone(), ..self }
    }
}

impl PartialEq for GroupText {
    fn eq(&self, other: &Self) -> bool {
        (&self.count, &self.species, &self.class, &self.items)
            == (&other.count, &other.species, &other.class, &other.items)
    }
}

/// One entry of a loadout.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A part of a complete loadout.
    Part(u64, Spanned<String>),
    /// A part added to the printed loadout.
    Add(u64, Spanned<String>),
    /// A part removed from the printed loadout.
    Remove(u64, Spanned<String>),
    /// A figure set directly.
    Figure(Spanned<String>, Value),
}

/// Value after `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A word or a number.
    One(Spanned<String>),
    /// Several words or numbers.
    List(Vec<Spanned<String>>),
}

impl Value {
    /// Returns all words of the value.
    #[must_use]
    pub fn words(&self) -> &[Spanned<String>] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::List(words) => words,
        }
    }

    /// Returns all words of the value for modification.
    pub(crate) fn words_mut(&mut self) -> &mut [Spanned<String>] {
        match self {
            Self::One(word) => std::slice::from_mut(word),
            Self::List(words) => words,
        }
    }
}

/// An option of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionText {
    /// A technology, effect or key.
    pub name: Spanned<String>,
    /// Value after `=`, if any.
    pub value: Option<Value>,
}

/// Parses a typed fleet.
///
/// # Errors
/// A message with the place if the text does not follow the grammar of this module.
pub fn parse_fleet(source: &Arc<Source>, range: Range<usize>) -> Result<FleetText, Diagnostic> {
    check_printable(source, range.clone())?;
    let mut text = Cursor { source, at: range.start, end: range.end };
    let mut groups = vec![text.group()?];
    while text.take('+') {
        groups.push(text.group()?);
    }
    let mut options = Vec::new();
    while text.take('&') {
        options.push(text.option()?);
    }
    text.finish("`+`, `&` or the end of the fleet")?;
    Ok(FleetText { groups, options })
}

/// Rejects characters that are not printable.
pub(super) fn check_printable(source: &Arc<Source>, range: Range<usize>) -> Result<(), Diagnostic> {
    Place::new(source, range).check_printable("a fleet", &[' ', '\t', '\n', '\r', '\u{c}'])
}

/// Parses one item of a loadout from a list of parts.
pub(crate) fn parse_item(
    source: &Arc<Source>,
    range: Range<usize>,
) -> Result<Spanned<Item>, Diagnostic> {
    let mut text = Cursor { source, at: range.start, end: range.end };
    let item = text.item()?;
    text.finish("the end")?;
    Ok(item)
}

/// Parses `class` or `species/class` from the field `class`.
pub(crate) fn parse_class(
    source: &Arc<Source>,
    range: Range<usize>,
) -> Result<(Option<Spanned<String>>, Spanned<String>), Diagnostic> {
    let mut text = Cursor { source, at: range.start, end: range.end };
    let names = text.class()?;
    text.finish("the end")?;
    Ok(names)
}

struct Cursor<'a> {
    source: &'a Arc<Source>,
    at: usize,
    end: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.source.text[self.at..self.end]
    }

    fn skip_space(&mut self) {
        self.at = self.end - self.rest().trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.source, range)
    }

    /// Creates the error that something else was expected here.
    fn expected(&mut self, what: &str) -> Diagnostic {
        self.skip_space();
        let next = self.rest().chars().next();
        let range = self.at..self.at + next.map_or(0, char::len_utf8);
        let seen = next.map_or("the end".to_string(), |c| format!("`{}`", shorten(&c.to_string())));
        Diagnostic::at(&self.place(range), format!("expected {what}, found {seen}"))
            .label(format!("expected {what}"))
    }

    fn finish(&mut self, what: &str) -> Result<(), Diagnostic> {
        if self.peek().is_some() { Err(self.expected(what)) } else { Ok(()) }
    }

    /// Reads characters up to the next punctuation, without surrounding space.
    fn word(&mut self, what: &str) -> Result<Spanned<String>, Diagnostic> {
        self.skip_space();
        let length = self.rest().find(['+', '&', '(', ')', ',', '/', '=', '[', ']']);
        let word = self.rest()[..length.unwrap_or(self.rest().len())].trim_end().to_string();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        let range = self.at..self.at + word.len();
        self.at = range.end;
        Ok(Spanned::new(word, self.place(range)))
    }

    /// Reads the leading number, if any. It must be a whole number of at least 0.
    fn number(&mut self) -> Result<Option<Spanned<u64>>, Diagnostic> {
        self.skip_space();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let length = sign + digits;
        let fraction = rest[length..]
            .strip_prefix('.')
            .map_or(0, |after| 1 + after.bytes().take_while(u8::is_ascii_digit).count());
        let place = self.place(self.at..self.at + length + fraction);
        if sign > 0 || fraction > 0 {
            let seen = shorten(place.text());
            return Err(Diagnostic::at(&place, format!("`{seen}` is not a valid count"))
                .label("expected a whole number of at least 1"));
        }
        // A number too long for 64 bits exceeds every limit, so the largest one can replace it.
        let value = rest[..length].parse().unwrap_or(u64::MAX);
        self.at += length;
        Ok(Some(Spanned::new(value, place)))
    }

    fn group(&mut self) -> Result<GroupText, Diagnostic> {
        self.skip_space();
        let start = self.at;
        let count = self.number()?;
        let (species, class) = self.class()?;
        let mut items = Vec::new();
        if self.take('(') {
            items.push(self.item()?);
            while self.take(',') {
                items.push(self.item()?);
            }
            if !self.take(')') {
                return Err(self.expected("`,` or `)`"));
            }
        }
        let place = self.place(start..self.at);
        Ok(GroupText::of(count, species, class, items, place))
    }

    fn class(&mut self) -> Result<(Option<Spanned<String>>, Spanned<String>), Diagnostic> {
        let name = self.word("a class of ship")?;
        if self.take('/') {
            return Ok((Some(name), self.word("a class of ship")?));
        }
        Ok((None, name))
    }

    fn item(&mut self) -> Result<Spanned<Item>, Diagnostic> {
        self.skip_space();
        let start = self.at;
        let item = if self.take('+') {
            let (n, part) = self.parts()?;
            Item::Add(n.unwrap_or(1), part)
        } else if self.take('-') {
            let (n, part) = self.parts()?;
            Item::Remove(n.unwrap_or(1), part)
        } else {
            let (n, name) = self.parts()?;
            if n.is_none() && self.take('=') {
                Item::Figure(name, self.value()?)
            } else {
                Item::Part(n.unwrap_or(1), name)
            }
        };
        Ok(Spanned::new(item, self.place(start..self.at)))
    }

    fn parts(&mut self) -> Result<(Option<u64>, Spanned<String>), Diagnostic> {
        let count = self.number()?;
        if let Some(zero) = count.as_ref().filter(|n| n.value == 0) {
            return Err(Diagnostic::at(&zero.place, "`0` is not a valid number of parts")
                .label("expected a whole number of at least 1"));
        }
        Ok((count.map(|n| n.value), self.word("a part or `key=value`")?))
    }

    fn option(&mut self) -> Result<OptionText, Diagnostic> {
        let name = self.word("a technology or `key=value`")?;
        let value = if self.take('=') { Some(self.value()?) } else { None };
        Ok(OptionText { name, value })
    }

    fn value(&mut self) -> Result<Value, Diagnostic> {
        if !self.take('[') {
            return Ok(Value::One(self.word("a value")?));
        }
        let mut values = vec![self.word("a value")?];
        while self.take(',') {
            values.push(self.word("a value")?);
        }
        if !self.take(']') {
            return Err(self.expected("`,` or `]`"));
        }
        Ok(Value::List(values))
    }
}

impl fmt::Display for FleetText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        separated(f, &self.groups, " + ")?;
        self.options.iter().try_for_each(|option| write!(f, " & {option}"))
    }
}

impl fmt::Display for GroupText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = &self.count {
            write!(f, "{} ", count.value)?;
        }
        if let Some(species) = &self.species {
            write!(f, "{}/", species.value)?;
        }
        f.write_str(&self.class.value)?;
        if self.items.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        separated(f, self.items.iter().map(|item| &item.value), ", ")?;
        f.write_str(")")
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n, part) = match self {
            Self::Part(n, part) => ("", n, part),
            Self::Add(n, part) => ("+", n, part),
            Self::Remove(n, part) => ("-", n, part),
            Self::Figure(key, value) => return write!(f, "{}={value}", key.value),
        };
        f.write_str(sign)?;
        if *n != 1 || part.value.starts_with(|c: char| c.is_ascii_digit()) {
            write!(f, "{n} ")?;
        }
        f.write_str(&part.value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(word) => f.write_str(&word.value),
            Self::List(words) => {
                f.write_str("[")?;
                separated(f, words.iter().map(|word| &word.value), ",")?;
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for OptionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.value)?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, "={value}"))
    }
}

fn separated<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    things: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (i, thing) in things.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{thing}")?;
    }
    Ok(())
}
