//! Values of figures and options.

use super::names::Names;
use super::numbers::number_word;
use super::reader::Reader;
use super::ships::of_level;
use super::tokens::Kind;
use super::vocabulary::{Condition, ValueWords};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::notation::{Spanned, Value};

/// Fewest letters that stand for the name of a colour.
const MIN_COLOUR: usize = 3;

/// Maximum number of dice of one colour that is written out.
const MAX_DICE: u64 = 1000;

impl Reader<'_> {
    /// Reads a value of this kind. Signs and values that are not understood are left to the game.
    pub(super) fn value(&mut self, kind: &ValueWords) -> Result<Value, Diagnostic> {
        if !self.is_list() {
            return Ok(Value::One(self.one_value(kind)?));
        }
        self.at += 1;
        let mut values = vec![self.one_value(kind)?];
        while self.take(',') || self.take_word(&["and"]) {
            values.push(self.one_value(kind)?);
        }
        if !self.take(')') {
            return Err(self.expected("`,` or `]`"));
        }
        Ok(Value::List(values))
    }

    /// Whether a list of values starts here.
    fn is_list(&self) -> bool {
        self.is_sign(self.at, '(')
    }

    fn one_value(&mut self, kind: &ValueWords) -> Result<Spanned<String>, Diagnostic> {
        let start = self.at;
        let known = match kind {
            ValueWords::Number | ValueWords::Within(_) => self.number_value(),
            // A number with a name after it is a number of units.
            ValueWords::Counted(_) => self.number_value().filter(|_| self.is_value_end(self.at)),
            ValueWords::Truth => self.truth_value(),
            ValueWords::Dice(colours) => self.dice_value(colours),
            ValueWords::Names(names) => self.name_value(names)?,
            ValueWords::Conditions(all) => self.condition(all, self.at).map(|(value, end)| {
                self.at = end;
                value
            }),
            ValueWords::Owner => {
                self.skip_articles();
                self.name_value(&self.words.owners)?
            }
            _ => None,
        };
        match known {
            Some(value) => Ok(Spanned::new(value, self.place(start, self.at))),
            None => {
                self.at = start;
                let is_text = matches!(
                    kind,
                    ValueWords::Counted(_)
                        | ValueWords::OwnShip
                        | ValueWords::Like(_)
                        | ValueWords::Text
                        | ValueWords::Refused
                );
                self.raw_value(is_text)
            }
        }
    }

    /// Reads a number with an optional sign.
    fn number_value(&mut self) -> Option<String> {
        let is_negative = self.take('-');
        if !is_negative {
            self.take('+');
        }
        let number = match self.kind(self.at)? {
            Kind::Number(n) if !self.is_glued(self.at + 1) || self.is_value_end(self.at + 1) => n,
            Kind::Word => number_word(self.text(self.at))?,
            _ => return None,
        };
        self.at += 1;
        Some(format!("{}{number}", if is_negative { "-" } else { "" }))
    }

    /// Whether a value ends before the token at an index.
    fn is_value_end(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Kind::Sign(sign)) => !matches!(sign, '*' | ':' | '-'),
            Some(_) => false,
            None => true,
        }
    }

    fn truth_value(&mut self) -> Option<String> {
        let is_true = self.is_word(self.at, &["true", "yes", "on"]);
        if !is_true && !self.is_word(self.at, &["false", "no", "off"]) {
            return None;
        }
        self.at += 1;
        Some(is_true.to_string())
    }

    /// Reads a name in full or shortened.
    fn name_value(&mut self, names: &Names) -> Result<Option<String>, Diagnostic> {
        let Some(found) = self.name_at(names, self.at) else { return Ok(None) };
        let mut index = self.only(names, &found)?;
        if let Some((level, len)) = self.typed_level(false)
            && let Some(found) = of_level(names, index, level)
        {
            index = found;
            self.at += len;
        }
        Ok(Some(names.name(index).to_string()))
    }

    /// Reads dice by letters or names of their colours: `2y1o`, `yy`, `2 yellow 1 orange`.
    pub(super) fn dice_value(&mut self, colours: &[(char, &str)]) -> Option<String> {
        let start = self.at;
        let mut dice = vec![0u64; colours.len()];
        let mut number = None;
        while !self.is_value_end(self.at) {
            match self.kind(self.at)? {
                Kind::Number(n) if number.is_none() => number = Some(n),
                Kind::Word if self.is_word(self.at, &["dice", "die", "and", "a", "an"]) => {}
                Kind::Word if self.is_word(self.at, &["none"]) && self.at == start => {
                    number = Some(0);
                }
                Kind::Word => {
                    let Some(()) = add_dice(&mut dice, &mut number, colours, self.text(self.at))
                    else {
                        break;
                    };
                }
                _ => return None,
            }
            self.at += 1;
        }
        let text: String = dice
            .iter()
            .zip(colours)
            .filter(|(n, _)| **n > 0)
            .map(|(n, (letter, _))| format!("{n}{letter}"))
            .collect();
        match (number, text.is_empty()) {
            (None, false) => Some(text),
            (Some(0), true) => Some("0".into()),
            _ => None,
        }
    }

    /// Returns the condition that starts at an index, and the index behind it: `after round 2` for
    /// `after 2 rounds`.
    pub(super) fn condition(&self, all: &[Condition], at: usize) -> Option<(String, usize)> {
        /// Words between those of the condition and its number.
        const BETWEEN: [&str; 3] = ["the", "only", "than"];
        let word = self.text(at).to_lowercase();
        let begins = |condition: &&Condition| {
            let first = condition.words.split(' ').next().unwrap_or_default();
            word == first || word.len() >= MIN_COLOUR && first.starts_with(&word)
        };
        let Condition { words, number, units } = all.iter().find(begins)?;
        let mut end = at + 1;
        let rest: Vec<&str> = words.split(' ').skip(1).collect();
        while self.is_word(end, &rest) || self.is_word(end, units) || self.is_word(end, &BETWEEN) {
            end += 1;
        }
        if number.is_empty() {
            return (end == at + 1).then(|| (words.to_string(), end));
        }
        let typed = match self.kind(end)? {
            Kind::Number(_) => {
                let first = end;
                while self.is_glued(end + 1) && self.kind(end + 1) == Some(Kind::Word) {
                    end += 1;
                }
                let text = self.place(first, end + 1).text().to_string();
                let is_percent = self.text(end + 1) == "%";
                end += usize::from(is_percent);
                format!("{text}{}", if is_percent { "%" } else { "" })
            }
            Kind::Word => number_word(self.text(end))?.to_string(),
            Kind::Sign(_) => return None,
        };
        end += 1;
        while self.is_word(end, units) {
            end += 1;
        }
        Some((format!("{words} {typed}"), end))
    }

    /// Reads characters up to the next sign that ends a value, or word that joins others.
    pub(super) fn raw_value(&mut self, is_text: bool) -> Result<Spanned<String>, Diagnostic> {
        let start = self.at;
        self.take('-');
        while !self.is_value_end(self.at) && (is_text || !self.joins(self.at)) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.expected("a value"));
        }
        let place = self.place(start, self.at);
        Ok(Spanned::new(place.text().to_string(), place))
    }
}

/// Adds the dice of a word. Returns `None` if it names no colour.
fn add_dice(
    dice: &mut [u64],
    number: &mut Option<u64>,
    colours: &[(char, &str)],
    word: &str,
) -> Option<()> {
    let word = word.to_lowercase();
    if let Some(n) = number_word(&word).filter(|_| number.is_none()) {
        *number = Some(n);
        return Some(());
    }
    let singular = word.strip_suffix('s').unwrap_or(&word);
    let is_named = |name: &str| singular.len() >= MIN_COLOUR && name.starts_with(singular);
    if let Some(colour) = colours.iter().position(|(_, name)| is_named(name)) {
        dice[colour] = dice[colour].saturating_add(number.take().unwrap_or(1)).min(MAX_DICE);
        return Some(());
    }
    let colour = |c: char| colours.iter().position(|(letter, _)| *letter == c);
    if !word.chars().all(|c| c.is_ascii_digit() || colour(c).is_some()) {
        return None;
    }
    for c in word.chars() {
        match (c.to_digit(10), colour(c)) {
            (Some(digit), _) => {
                let before = number.unwrap_or(0).saturating_mul(10);
                *number = Some(before.saturating_add(u64::from(digit)).min(MAX_DICE));
            }
            (None, Some(n)) => {
                dice[n] = dice[n].saturating_add(number.take().unwrap_or(1)).min(MAX_DICE);
            }
            (None, None) => return None,
        }
    }
    Some(())
}
