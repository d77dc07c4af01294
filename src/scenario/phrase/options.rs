//! Options of a side, after `&`.

use super::reader::{NameMatch, Reader};
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::notation::{OptionText, Spanned, Value};

/// Term for the value of a card that is a round.
const ROUND: &str = "round";

impl Reader<'_> {
    /// Reads an option after `&`. Returns `None` if a ship or a part is joined there.
    pub(super) fn option(&mut self) -> Result<Option<OptionText>, Diagnostic> {
        let start = self.at;
        let count = match self.is_numbered_card() {
            true => None,
            false => self.count()?.map(|n| n.value),
        };
        let key = self.name_at(&self.words.options.names, self.at);
        let owner = self.name_at(&self.words.owners, self.at);
        let part = self.name_at(&self.words.parts, self.at).map(|part| part.rank());
        let ship = self.ship_at(self.at).map(|ship| ship.rank());
        let rank = |found: &Option<NameMatch>| found.as_ref().map(NameMatch::rank);
        let best = rank(&key).max(rank(&owner));
        if ship.max(part) > best || best.is_some_and(|(is_strong, ..)| !is_strong) {
            self.at = start;
            return Ok(None);
        }
        match key {
            Some(key) if rank(&owner) <= Some(key.rank()) => self.keyed(&key, count).map(Some),
            _ => self.owner_option().map(Some),
        }
    }

    /// Reads an option that is an owner alone, as in `& sol`.
    fn owner_option(&mut self) -> Result<OptionText, Diagnostic> {
        let owners = &self.words.owners;
        let Some(owner) = self.name_at(owners, self.at) else {
            let known = self.words.options.names.all();
            return Err(self.no_such("option", &known));
        };
        let (index, place) = self.only_placed(owners, &owner)?;
        let value = owners.name(index).to_string();
        let name = Spanned::new(self.words.terms.owner.to_string(), place.clone());
        Ok(OptionText { name, value: Some(Value::One(Spanned::new(value, place))) })
    }

    /// Consumes words like `in round`, if a number follows them.
    fn takes_round(&mut self) -> bool {
        const BEFORE: [&str; 4] = ["in", "on", "from", "for"];
        let at = self.at + usize::from(self.is_word(self.at, &BEFORE));
        let is_round = self.is_word(at, &[ROUND])
            && matches!(self.kind(at + 1), Some(Kind::Number(_)))
            && self.is_after_number(at + 2);
        if is_round {
            self.at = at + 1;
        }
        is_round
    }

    /// Whether no name follows a number that ends before an index.
    fn is_after_number(&self, at: usize) -> bool {
        !matches!(self.kind(at), Some(Kind::Word | Kind::Number(_))) || self.joins(at)
    }

    /// Checks that no further value follows one without brackets: `loss-order=dd,dn`.
    fn check_one_value(&self, kind: &ValueWords, value: Option<&Value>) -> Result<(), Diagnostic> {
        let Some(Value::One(first)) = value else { return Ok(()) };
        let next = self.at + 1;
        let is_value = match kind {
            ValueWords::OwnShip => self.kind(next) == Some(Kind::Word) && !self.joins(next),
            ValueWords::Text => self.ship_at(next).is_some(),
            ValueWords::Names(names) => {
                self.name_at(names, next).is_some_and(|name| name.is_exact())
            }
            _ => false,
        };
        if !self.is_sign(self.at, ',') || !is_value {
            return Ok(());
        }
        let place = first.place.to(&self.place(next, next + 1));
        Err(Diagnostic::at(&place, "several values need brackets")
            .help(format!("in brackets: `[{}]`", place.text())))
    }

    /// Reads an option by its name, with its value.
    pub(super) fn keyed(
        &mut self,
        key: &NameMatch,
        count: Option<u64>,
    ) -> Result<OptionText, Diagnostic> {
        let keys = &self.words.options;
        let (index, place) = self.only_placed(&keys.names, key)?;
        let kind = keys.value(index);
        let is_counted = matches!(kind, ValueWords::Counted(_));
        let count = if is_counted { count.or_else(|| self.times_count()) } else { count };
        let name = keys.names.name(index);
        let name = match count {
            Some(n) => format!("{n} {name}"),
            None => name.to_string(),
        };
        let is_in = self.is_word(self.at, &["in", "on"]);
        let has_value = match (self.kind(self.at), kind) {
            (Some(Kind::Sign('=')), _) => {
                self.at += 1;
                true
            }
            (_, ValueWords::Counted(card)) if card.term == ROUND && self.takes_round() => true,
            (_, ValueWords::None | ValueWords::Counted(_)) => false,
            (_, ValueWords::Truth) => self.is_word(self.at, &["true", "false", "yes", "no"]),
            (kind, _) => matches!(kind, Some(Kind::Word | Kind::Number(_))) && !self.joins(self.at),
        };
        let value = if has_value { Some(self.value(kind)?) } else { None };
        if let (Some(copies @ 2..), true, true) = (count, has_value, is_in) {
            let error = Diagnostic::at(&place, "one copy of a card is played each round");
            return Err(error.help(format!("`from round 1` plays {copies} in as many rounds")));
        }
        self.check_one_value(kind, value.as_ref())?;
        Ok(OptionText { name: Spanned::new(name, place), value })
    }
}
