//! Numbers of ships and parts: `2`, `2x`, `x2`, `2 ×`, `two`.

use super::fillers::SHIPS;
use super::numbers::{ARTICLES, TIMES, count_word, times};
use super::reader::Reader;
use super::tokens::Kind;
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::spanned::Spanned;

impl Reader<'_> {
    /// Reads a number before a name, with its multiplication sign, and articles.
    pub(super) fn count(&mut self) -> Result<Option<Spanned<u64>>, Diagnostic> {
        self.skip_articles();
        let start = self.at;
        let Some(value) = self.leading_count()? else { return Ok(None) };
        let place = self.place(start, start + 1);
        self.skip_articles();
        Ok(Some(Spanned::new(value, place)))
    }

    fn leading_count(&mut self) -> Result<Option<u64>, Diagnostic> {
        if let Some(n) = self.times_count() {
            return Ok(Some(n));
        }
        let at = self.at;
        match self.kind(at) {
            Some(Kind::Number(n)) => {
                self.whole(at)?;
                self.check_no_range(at)?;
                self.at += 1;
                let is_times = self.is_word(self.at, &[TIMES])
                    && (self.is_glued(self.at) || self.starts_name(self.at + 1));
                if self.is_sign(self.at, '*') || is_times {
                    self.at += 1;
                }
                Ok(Some(n))
            }
            Some(Kind::Word) if !self.is_ship(at) => {
                let n = count_word(self.text(at)).filter(|_| self.starts_name(at + 1));
                self.at += usize::from(n.is_some());
                if n.is_some() {
                    self.take_word(&["of"]);
                }
                Ok(n)
            }
            Some(Kind::Sign('-')) if matches!(self.kind(at + 1), Some(Kind::Number(_))) => {
                Err(self.no_count(at, at + 2))
            }
            _ => Ok(None),
        }
    }

    /// Reads a number after a name: `x3`, `× 3`. In `x-89`, a hyphen makes it a part of the name.
    pub(super) fn times_count(&mut self) -> Option<u64> {
        if let Some(n) = times(self.text(self.at)) {
            self.at += 1;
            return Some(n);
        }
        let is_times = self.is_sign(self.at, '*') || self.is_word(self.at, &[TIMES]);
        match self.kind(self.at + 1) {
            Some(Kind::Number(n)) if is_times && !self.is_joined(self.at + 1) => {
                self.at += 2;
                Some(n)
            }
            _ => None,
        }
    }

    /// Checks that the number at an index has no fraction.
    fn whole(&self, at: usize) -> Result<(), Diagnostic> {
        let after = self.text(at + 1).strip_prefix('.').unwrap_or_default();
        if self.is_glued(at + 1) && after.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.no_count(at, at + 2));
        }
        Ok(())
    }

    /// Checks that the number at an index does not begin a range: `5-7 fighters`.
    fn check_no_range(&self, at: usize) -> Result<(), Diagnostic> {
        let is_number = matches!(self.kind(at + 1), Some(Kind::Number(_)));
        let is_range = is_number && self.is_joined(at + 1) && self.starts_name(at + 2);
        let behind = self.text(at + 1).strip_prefix("..").unwrap_or_default();
        let has_dots = self.is_glued(at + 1) && behind.starts_with(|c: char| c.is_ascii_digit());
        if !(is_range || has_dots) {
            return Ok(());
        }
        let place = self.place(at, at + 2);
        let (from, to) = (self.text(at), self.text(at + 1).trim_start_matches('.'));
        let message = format!("`{}` is a range, not a number", shorten(place.text()));
        Err(Diagnostic::at(&place, message)
            .help(format!("`sweep` takes ranges, written `{from}..{to}`")))
    }

    fn no_count(&self, from: usize, to: usize) -> Diagnostic {
        let place = self.place(from, to);
        Diagnostic::at(&place, format!("`{}` is not a valid count", shorten(place.text())))
            .label("expected a whole number of at least 1")
    }

    /// Skips articles. A letter that is the name of a ship is an article only before another one.
    pub(super) fn skip_articles(&mut self) {
        while self.is_word(self.at, &ARTICLES)
            && matches!(self.kind(self.at + 1), Some(Kind::Word | Kind::Number(_)))
            && !self.is_joined(self.at + 1)
        {
            if self.is_ship(self.at) {
                // `a size c ship`
                let next = self.at + 1 + usize::from(self.is_word(self.at + 1, &SHIPS));
                let is_before_ship = self.kind(next) == Some(Kind::Word)
                    && self.is_ship(next)
                    && !self.is_word(next, &SHIPS);
                // `c with a missile`
                let is_before_value = self.figure_value(next).is_some();
                if !is_before_ship && !is_before_value {
                    return;
                }
                self.is_guess = true;
            }
            self.at += 1;
        }
    }

    /// Whether the word at an index is the name of a ship by itself.
    fn is_ship(&self, at: usize) -> bool {
        let word = [self.text(at).to_lowercase()];
        self.words.ships.exact(&word).is_some() || self.saved.exact(&word).is_some()
    }
}
