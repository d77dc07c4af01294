//! Parts and figures of a group.

use super::names::Found;
use super::reader::{NameMatch, Reader};
use super::reserved::JOINING;
use super::tokens::Kind;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::notation::{Item, Spanned};

/// How a part changes a loadout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// It is one of the parts of a complete loadout.
    Whole,
    /// It is added to the printed loadout.
    Add,
    /// It is removed from the printed loadout.
    Remove,
}

impl Sign {
    fn item(self, count: u64, part: Spanned<String>) -> Item {
        match self {
            Self::Whole => Item::Part(count, part),
            Self::Add => Item::Add(count, part),
            Self::Remove => Item::Remove(count, part),
        }
    }
}

impl Reader<'_> {
    /// Reads the items in brackets, after the opening one.
    pub(super) fn bracket(&mut self, items: &mut Vec<Spanned<Item>>) -> Result<(), Diagnostic> {
        loop {
            items.push(self.item()?);
            if self.take(')') {
                return Ok(());
            }
            let is_separated = self.take(',') | self.take_word(&JOINING);
            let is_signed = self.is_sign(self.at, '+') || self.is_sign(self.at, '-');
            let is_named = matches!(self.kind(self.at), Some(Kind::Word | Kind::Number(_)));
            if !(is_separated || is_signed || is_named) {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    /// Reads one item in brackets.
    fn item(&mut self) -> Result<Spanned<Item>, Diagnostic> {
        let start = self.at;
        let sign = match self.kind(self.at) {
            Some(Kind::Sign('+')) => Sign::Add,
            Some(Kind::Sign('-')) => Sign::Remove,
            _ => Sign::Whole,
        };
        self.at += usize::from(sign != Sign::Whole);
        let count = self.count()?;
        if let Some(zero) = count.as_ref().filter(|n| n.value == 0) {
            return Err(Diagnostic::at(&zero.place, "`0` is not a valid number of parts")
                .label("expected a whole number of at least 1"));
        }
        let figure = self.name_at(&self.words.figures.names, self.at);
        if sign == Sign::Whole
            && count.is_none()
            && let Some(figure) = figure.as_ref().filter(|figure| self.is_figure(figure))
        {
            return self.figure(figure, start);
        }
        if !self.run(self.at).is_empty() && self.is_sign(self.at + self.run(self.at).len(), '=') {
            let known = self.words.figures.names.all();
            let error = self.no_such("figure", &known);
            // A figure of another game is no reason to play it.
            self.unknown.clear();
            return Err(error);
        }
        self.part(sign, count.map(|n| n.value), start)
    }

    /// Whether the figure that starts here has a value: after `=`, or a number that counts nothing.
    pub(super) fn is_figure(&self, figure: &NameMatch) -> bool {
        let at = self.at + figure.len;
        let part = self.name_at(&self.words.parts, self.at);
        // A longer name of a part is no figure with a value.
        if part.is_some_and(|part| part.rank() > figure.rank()) {
            return false;
        }
        let is_signed = self.is_sign(at, '+') || self.is_sign(at, '-');
        let number = at + usize::from(is_signed);
        let is_number = matches!(self.kind(number), Some(Kind::Number(_)));
        let takes_dice = match figure.found {
            Found::One(index) => self.words.figures.takes_dice(index),
            Found::Many(_) => false,
        };
        self.is_sign(at, '=')
            || is_number && !self.starts_name(number + 1)
            || takes_dice && (is_number || self.starts_name(at))
    }

    /// Reads a figure and its value.
    pub(super) fn figure(
        &mut self,
        figure: &NameMatch,
        start: usize,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let keys = &self.words.figures;
        let from = self.at;
        let index = self.only(&keys.names, figure)?;
        let value = keys.names.name(index).to_string();
        let key = Spanned { value, place: self.place(from, self.at) };
        self.take('=');
        let item = Item::Figure(key, self.value(keys.value(index))?);
        Ok(Spanned { value: item, place: self.place(start, self.at) })
    }

    /// Reads a part after its sign and number.
    pub(super) fn part(
        &mut self,
        sign: Sign,
        count: Option<u64>,
        start: usize,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let from = self.at;
        let (parts, figures) = (&self.words.parts, &self.words.figures.names);
        let part = self.name_at(parts, self.at);
        let figure = self.name_at(figures, self.at).filter(|figure| figure.is_exact);
        let value = match (part, figure) {
            // A figure without a value: the game explains it.
            (part, Some(figure)) if part.as_ref().is_none_or(|p| p.rank() < figure.rank()) => {
                let index = self.only(figures, &figure)?;
                figures.name(index).to_string()
            }
            (Some(part), _) => {
                let index = self.only(parts, &part)?;
                parts.name(index).to_string()
            }
            // In a game without parts: the game explains it.
            (None, _) if parts.is_empty() && !self.run(self.at).is_empty() => {
                self.raw_value(false)?.value
            }
            (None, _) if self.run(self.at).is_empty() => {
                return Err(self.expected("a part or `key=value`"));
            }
            (None, _) => {
                let known: Vec<&str> = parts.all();
                return Err(self.no_such("part", &known));
            }
        };
        let name = Spanned { value, place: self.place(from, self.at) };
        let times = self.times_count();
        let item = sign.item(count.or(times).unwrap_or(1), name);
        Ok(Spanned { value: item, place: self.place(start, self.at) })
    }
}
