//! Parts and figures of a group.

use super::fillers::{EACH, WITHOUT};
use super::meaning::{Around, Meaning};
use super::reader::{NameMatch, Reader};
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::{Diagnostic, list};
use crate::scenario::notation::{Item, Spanned, Value};

/// Stands for all copies of a part that a ship carries, until the ship is known.
pub(super) const ALL: u64 = u64::MAX;

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
            let item = self.item()?;
            add(items, item);
            self.take_word(&EACH);
            if self.take(')') {
                return Ok(());
            }
            let is_separated = self.take(',') | self.take_word(&["and", "with"]);
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
        if self.take_word(&WITHOUT) {
            return self.absent(start);
        }
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
        if sign == Sign::Remove {
            return self.part(sign, count.map(|n| n.value), start);
        }
        if sign == Sign::Whole
            && let Some(dice) = self.dice_after(start, count.is_some())
        {
            return Ok(dice);
        }
        let around = Around { is_counted: count.is_some(), sign, in_brackets: true };
        match (self.meaning(around)?, &count) {
            (Meaning::Figure(figure), _) if sign == Sign::Whole => self.figure(&figure, start),
            (Meaning::CountedFigure(figure), Some(count)) => {
                self.counted_figure(&figure, count, sign, start)
            }
            (Meaning::Value(figure, value), _) => self.value_of(figure, &value, start),
            _ => {
                let run = self.run(self.at);
                if !run.is_empty() && self.is_sign(self.at + run.len(), '=') {
                    let known = self.words.figures.names.all();
                    let error = self.no_such("figure", &known);
                    // A figure of another game is no reason to play it.
                    self.unknown.clear();
                    return Err(error);
                }
                self.part(sign, count.map(|n| n.value), start)
            }
        }
    }

    /// Reads a part or figure that the ships do not have, after the word that says so.
    pub(super) fn absent(&mut self, start: usize) -> Result<Spanned<Item>, Diagnostic> {
        self.skip_articles();
        let figures = &self.words.figures;
        let figure = self.name_at(&figures.names, self.at).filter(|figure| {
            let is_number = |index: &usize| matches!(figures.value(*index), ValueWords::Number);
            figure.fit.is_strong() && figure.found.all().iter().all(is_number)
        });
        let part = self.name_at(&self.words.parts, self.at).filter(|part| part.fit.is_strong());
        let is_figure = figure.as_ref().map(NameMatch::rank) >= part.as_ref().map(NameMatch::rank);
        let Some(figure) = figure.filter(|_| is_figure) else {
            let option = self.name_at(&self.words.options.names, self.at);
            if let Some(option) = option.filter(|option| option.fit.is_strong() && part.is_none()) {
                return Err(self.no_option(&option));
            }
            return self.part(Sign::Remove, Some(ALL), start);
        };
        let (index, key_place) = self.only_placed(&figures.names, &figure)?;
        let key = Spanned::new(figures.names.name(index).into(), key_place);
        let place = self.place(start, self.at);
        let zero = Spanned::new("0".to_string(), place.clone());
        Ok(Spanned::new(Item::Figure(key, Value::One(zero)), place))
    }

    /// Creates the error for words that deny an option.
    fn no_option(&self, option: &NameMatch) -> Diagnostic {
        let options = &self.words.options;
        let place = self.place(self.at, self.at + option.len);
        let text = place.text();
        match option.found.one().map(|index| options.value(index)) {
            Some(ValueWords::Names(names)) => {
                Diagnostic::at(&place, format!("`no {text}` is not understood"))
                    .help(format!("`{text}=` takes {}", list(&names.all(), "or")))
            }
            _ => Diagnostic::at(&place, format!("`no {text}` is not needed"))
                .label("leave this out")
                .help("cards are played, and sides retreat, only where a question says so"),
        }
    }

    /// Reads a figure whose value stands before it. After a sign, it changes the printed one.
    pub(super) fn counted_figure(
        &mut self,
        figure: &NameMatch,
        count: &Spanned<u64>,
        sign: Sign,
        start: usize,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let names = &self.words.figures.names;
        let (index, key_place) = self.only_placed(names, figure)?;
        let key = Spanned::new(names.name(index).into(), key_place);
        let sign = if sign == Sign::Add { "+" } else { "" };
        self.is_guess = true;
        let value = Spanned::new(format!("{sign}{}", count.value), count.place.clone());
        let place = self.place(start, self.at);
        Ok(Spanned::new(Item::Figure(key, Value::One(value)), place))
    }

    /// Reads the value of a figure that is not named.
    pub(super) fn value_of(
        &mut self,
        figure: usize,
        value: &NameMatch,
        start: usize,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let figures = &self.words.figures;
        let ValueWords::Names(names) = figures.value(figure) else {
            return Err(self.expected("a figure"));
        };
        let (index, place) = self.only_placed(names, value)?;
        let value = Spanned::new(names.name(index).to_string(), place.clone());
        let key = Spanned::new(figures.names.name(figure).to_string(), place);
        let place = self.place(start, self.at);
        Ok(Spanned::new(Item::Figure(key, Value::List(vec![value])), place))
    }

    /// Whether the figure that starts here has a value: after `=`, or a number that counts nothing.
    pub(super) fn is_figure(&self, figure: &NameMatch) -> bool {
        let at = self.at + figure.len;
        let part = self.name_at(&self.words.parts, self.at);
        // A longer name of a part is no figure with a value.
        if part.is_some_and(|part| part.fit.is_strong() && part.rank() > figure.rank()) {
            return false;
        }
        let is_signed = self.is_sign(at, '+') || self.is_sign(at, '-');
        let number = at + usize::from(is_signed);
        let is_number = matches!(self.kind(number), Some(Kind::Number(_)));
        let value = figure.found.one().map(|index| self.words.figures.value(index));
        let takes_dice = matches!(value, Some(ValueWords::Dice(_)));
        let is_truth = matches!(value, Some(ValueWords::Truth));
        self.is_sign(at, '=')
            || is_truth && figure.is_exact() && !self.is_word_of_names(figure)
            || is_number && (!self.starts_name(number + 1) || self.is_figure_list(number + 1))
            || takes_dice && (is_number || self.starts_name(at))
    }

    /// Whether a figure is one word that is also one of a part, an option or a ship.
    fn is_word_of_names(&self, figure: &NameMatch) -> bool {
        let words = self.words;
        let kinds = [&words.parts, &words.options.names, &words.ships];
        let run = self.run(self.at);
        figure.len == 1
            && run.first().is_some_and(|word| kinds.iter().any(|k| !k.inner(word).is_empty()))
    }

    /// Whether a figure and its number are at an index, as in `computer 2 hull 1`.
    fn is_figure_list(&self, at: usize) -> bool {
        let figure =
            self.name_at(&self.words.figures.names, at).filter(|found| found.fit.is_strong());
        let is_number = |next: usize| {
            let is_signed = self.is_sign(next, '+') || self.is_sign(next, '-');
            matches!(self.kind(next + usize::from(is_signed)), Some(Kind::Number(_)))
        };
        figure.is_some_and(|figure| is_number(at + figure.len)) && self.ship_at(at).is_none()
    }

    /// Reads a figure and its value.
    pub(super) fn figure(
        &mut self,
        figure: &NameMatch,
        start: usize,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let keys = &self.words.figures;
        let (index, key_place) = self.only_placed(&keys.names, figure)?;
        let key = Spanned::new(keys.names.name(index).into(), key_place);
        let has_sign = self.take('=');
        let kind = keys.value(index);
        let is_number = |at| matches!(self.kind(at), Some(Kind::Number(_)));
        if !has_sign && self.is_joined(self.at) && is_number(self.at) {
            let place = self.place(start, self.at + 1);
            let message = format!("`{}`: less, or the figure itself?", place.text());
            return Err(Diagnostic::at(&place, message)
                .help(format!("write a space before `-` or `{}=`", keys.names.name(index))));
        }
        // `hull=+1` and `computer -1` change what is printed; `computer=-1` is the figure itself.
        let is_less = !has_sign && self.is_sign(self.at, '-');
        let is_relative = matches!(kind, ValueWords::Number)
            && (is_less || self.is_sign(self.at, '+'))
            && is_number(self.at + 1);
        let is_flag = matches!(kind, ValueWords::Truth)
            && !has_sign
            && !self.is_word(self.at, &["true", "false", "yes", "no"]);
        let value = match is_relative {
            _ if is_flag => {
                let value = Spanned::new("true".to_string(), self.place(start, self.at));
                Value::One(value)
            }
            true => {
                let place = self.place(self.at, self.at + 2);
                let less = if is_less { "-" } else { "" };
                let value = format!("+{less}{}", self.text(self.at + 1));
                self.at += 2;
                Value::One(Spanned::new(value, place))
            }
            false => self.value(kind)?,
        };
        Ok(Spanned::new(Item::Figure(key, value), self.place(start, self.at)))
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
        let figure = self.name_at(figures, self.at).filter(NameMatch::is_exact);
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
        let name = Spanned::new(value, self.place(from, self.at));
        let count = count.or_else(|| self.times_count());
        // `without ion cannons`, `instead of ion cannons`: all that there are.
        let is_all = sign == Sign::Remove && is_plural(&name);
        let item = sign.item(count.unwrap_or(if is_all { ALL } else { 1 }), name);
        Ok(Spanned::new(item, self.place(start, self.at)))
    }
}

/// Whether a part was named in the plural.
pub(super) fn is_plural(part: &Spanned<String>) -> bool {
    part.place.text().to_lowercase().ends_with('s') && !part.value.ends_with('s')
}

/// Adds an item to those of a group. Values of one list are in one item.
pub(super) fn add(items: &mut Vec<Spanned<Item>>, item: Spanned<Item>) {
    if let Item::Figure(key, Value::List(values)) = &item.value {
        let same = items.iter_mut().find_map(|known| match &mut known.value {
            Item::Figure(other, Value::List(list)) if other.value == key.value => Some(list),
            _ => None,
        });
        if let Some(list) = same.filter(|_| key.place.text() == values[0].place.text()) {
            list.extend(values.iter().cloned());
            return;
        }
    }
    items.push(item);
}
