//! Options of a side, after `&`.

use super::reader::{NameMatch, Reader};
use super::reserved::JOINING;
use super::ships::ShipMatch;
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::notation::{OptionText, Spanned, Value};

impl Reader<'_> {
    /// Reads all options, up to the end.
    pub(super) fn options(&mut self, options: &mut Vec<OptionText>) -> Result<(), Diagnostic> {
        loop {
            self.take('&');
            options.push(self.option()?);
            if self.kind(self.at).is_none() {
                return Ok(());
            }
            let is_separated = self.take(',') || self.take('+') || self.take_word(&JOINING);
            if !is_separated && self.starts_name(self.at) {
                let known = self.words.options.names.all();
                return Err(self.no_such("option", &known));
            }
            if !is_separated && !self.is_sign(self.at, '&') {
                return Err(self.expected("`&` or the end of the fleet"));
            }
        }
    }

    fn option(&mut self) -> Result<OptionText, Diagnostic> {
        let start = self.at;
        // `x89` is the name of a technology, not 89 copies of something.
        let is_name = |key: NameMatch| key.is_exact;
        let count = match self.name_at(&self.words.options.names, self.at).is_some_and(is_name) {
            true => None,
            false => self.count()?.map(|n| n.value),
        };
        let key = self.name_at(&self.words.options.names, self.at);
        let ship = self.ship_at(self.at);
        if let Some(ship) = ship.filter(|ship| is_better(ship, key.as_ref())) {
            let from = self.at;
            self.at += ship.rank().0;
            let place = self.place(start.min(from), self.at);
            let message =
                format!("`{}` is a {}, not an option", place.text(), self.words.terms.ship);
            return Err(Diagnostic::at(&place, message)
                .label("`&` comes before options of the side")
                .help(format!("write `+` between groups: `{}`", self.joined(start))));
        }
        let owner = self.name_at(&self.words.owners, self.at);
        let rank =
            |found: &Option<NameMatch>| found.as_ref().map(|found| (found.is_exact, found.len));
        match key {
            Some(key) if rank(&owner) <= Some((key.is_exact, key.len)) => self.keyed(&key, count),
            _ => self.owner_option(),
        }
    }

    /// Returns the fleet with `+` instead of the `&` before a token.
    fn joined(&self, at: usize) -> String {
        let text = &self.source.text;
        let before = self.place(0, at).range.end;
        let head = text[..before].trim_end().trim_end_matches('&').trim_end();
        format!("{head} + {}", text[self.place(at, at + 1).range.start..].trim())
    }

    /// Reads an option that is an owner alone, as in `& sol`.
    fn owner_option(&mut self) -> Result<OptionText, Diagnostic> {
        let start = self.at;
        let owners = &self.words.owners;
        let Some(owner) = self.name_at(owners, self.at) else {
            let known = self.words.options.names.all();
            return Err(self.no_such("option", &known));
        };
        let index = self.only(owners, &owner)?;
        let place = self.place(start, self.at);
        let value = owners.name(index).to_string();
        let name = Spanned { value: self.words.terms.owner.to_string(), place: place.clone() };
        Ok(OptionText { name, value: Some(Value::One(Spanned { value, place })) })
    }

    /// Reads an option by its name, with its value.
    pub(super) fn keyed(
        &mut self,
        key: &NameMatch,
        count: Option<u64>,
    ) -> Result<OptionText, Diagnostic> {
        let start = self.at;
        let keys = &self.words.options;
        let index = self.only(&keys.names, key)?;
        let kind = keys.value(index);
        let place = self.place(start, self.at);
        let is_counted = matches!(kind, ValueWords::Counted(_));
        let count = if is_counted { count.or_else(|| self.times_count()) } else { count };
        let name = keys.names.name(index);
        let name = match count {
            Some(n) => format!("{n} {name}"),
            None => name.to_string(),
        };
        let has_value = match (self.kind(self.at), kind) {
            (Some(Kind::Sign('=')), _) => {
                self.at += 1;
                true
            }
            (_, ValueWords::None | ValueWords::Counted(_)) => false,
            (_, ValueWords::Truth) => self.is_word(self.at, &["true", "false", "yes", "no"]),
            (kind, _) => matches!(kind, Some(Kind::Word | Kind::Number(_))) && !self.joins(self.at),
        };
        let value = if has_value { Some(self.value(kind)?) } else { None };
        Ok(OptionText { name: Spanned { value: name, place }, value })
    }
}

/// Whether a ship is meant rather than an option.
fn is_better(ship: &ShipMatch, key: Option<&NameMatch>) -> bool {
    key.is_none_or(|key| (ship.ship.is_exact, ship.rank().0) > (key.is_exact, key.len))
}
