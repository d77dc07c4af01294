//! Finds the meaning of the words at a token: the name of the game that fits best.

use super::items::Sign;
use super::names::{Fit, Names};
use super::reader::{NameMatch, Rank, Reader};
use super::ships::ShipMatch;
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::Diagnostic;

/// Meaning of the words at a token.
pub(super) enum Meaning {
    Ship(ShipMatch),
    Part,
    /// A figure, with its value after it.
    Figure(NameMatch),
    /// A figure, with its value before it: `3 shield`.
    CountedFigure(NameMatch),
    /// A figure that is given by its value: `missiles`, for special weapons.
    Value(usize, NameMatch),
    Option(NameMatch),
    /// The title of a ship, which is also the name of its ability.
    ShipOrOption(ShipMatch, NameMatch),
    Owner(NameMatch),
    Unknown,
}

/// Context of the words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// Whether a number stands before them.
    pub(super) is_counted: bool,
    pub(super) sign: Sign,
    /// Whether they are in the brackets of a group, where only parts and figures are.
    pub(super) in_brackets: bool,
}

/// Names of one kind that fit the words.
struct Candidate {
    rank: Rank,
    named: Vec<String>,
    meaning: Meaning,
}

impl Reader<'_> {
    /// Returns the best meaning of the words at this token.
    ///
    /// # Errors
    /// If they fit several things.
    pub(super) fn meaning(&mut self, around: Around) -> Result<Meaning, Diagnostic> {
        let at = self.at;
        let words = self.words;
        let outside = !around.in_brackets;
        let ship = self.ship_at(self.adjective_end()).filter(|_| outside);
        // One letter is a ship.
        let is_word = |name: &NameMatch| name.is_exact() || self.text(at).chars().count() > 1;
        let part = self.name_at(&words.parts, at).filter(is_word);
        let figure = self.name_at(&words.figures.names, at).filter(is_word);
        let counted = figure.clone().filter(|figure| self.is_counted_figure(figure, around));
        let figure = figure.filter(|figure| {
            !around.is_counted && self.is_figure(figure) && figure.fit >= Fit::Slip
        });
        let value = self.figure_value(at).filter(|_| !around.is_counted);
        let option = self.name_at(&words.options.names, at).filter(|_| outside);
        let option = option.filter(|option| is_word(option) && self.is_usable(option));
        // Initials stand for one thing.
        let may_be_counted = |name: &NameMatch| !(around.is_counted && name.fit == Fit::Initials);
        let (part, option) = (part.filter(may_be_counted), option.filter(may_be_counted));
        // `sustain` is an option, and not `sustains`, which is a figure.
        let is_option = |figure: &NameMatch| {
            let is = |option: &NameMatch| {
                option.is_exact() && self.is_name(&words.options.names, option)
            };
            option.as_ref().is_some_and(is) && !self.is_name(&words.figures.names, figure)
        };
        let figure = figure.filter(|figure| !is_option(figure));
        // `retreating` is a figure, `retreating after round 2` an option.
        let has_condition = |option: &NameMatch| {
            let is = |index: &usize| match self.words.options.value(*index) {
                ValueWords::Conditions(all) => self.condition(all, at + option.len).is_some(),
                _ => false,
            };
            option.is_exact() && option.found.all().iter().any(is)
        };
        let figure = figure.filter(|_| !option.as_ref().is_some_and(has_condition));
        let owner = self.name_at(&words.owners, at).filter(|_| outside && !around.is_counted);
        let owner = owner.filter(|owner| owner.fit >= Fit::Slip);
        let candidate = |names: &Names, found: NameMatch, meaning: fn(NameMatch) -> Meaning| {
            let named = found.found.all().iter().map(|index| names.name(*index).to_string());
            Candidate { rank: found.rank(), named: named.collect(), meaning: meaning(found) }
        };
        let figures = &words.figures.names;
        // Of equals, the first is meant.
        let candidates = [
            ship.map(|ship| self.candidate_ship(ship)),
            figure.map(|figure| candidate(figures, figure, Meaning::Figure)),
            counted.map(|figure| candidate(figures, figure, Meaning::CountedFigure)),
            part.map(|part| candidate(&words.parts, part, |_| Meaning::Part)),
            option.map(|option| candidate(&words.options.names, option, Meaning::Option)),
            owner.map(|owner| candidate(&words.owners, owner, Meaning::Owner)),
            value.map(|(figure, value)| Candidate {
                rank: value.rank(),
                named: vec![self.text(at).to_string()],
                meaning: Meaning::Value(figure, value),
            }),
        ];
        let candidates: Vec<Candidate> = candidates.into_iter().flatten().collect();
        let Some(best) = candidates.iter().map(|candidate| candidate.rank).max() else {
            return Ok(Meaning::Unknown);
        };
        let is_best = |candidate: &&Candidate| candidate.rank == best;
        let of_best = || candidates.iter().filter(is_best).map(|candidate| &candidate.meaning);
        let named_option = of_best().find_map(|meaning| match meaning {
            Meaning::Option(option) => Some(option.clone()),
            _ => None,
        });
        let named_ship = of_best().find_map(|meaning| match meaning {
            Meaning::Ship(ship) => Some(ship.clone()),
            _ => None,
        });
        if let (Some(option), Some(ship), Fit::Exact) = (named_option, named_ship, best.2) {
            return Ok(Meaning::ShipOrOption(ship, option));
        }
        let ship =
            candidates.iter().filter(is_best).find_map(|candidate| match &candidate.meaning {
                Meaning::Ship(ship) => Some(ship),
                _ => None,
            });
        // Players name ships more often than anything else.
        if ship.is_none_or(|ship| ship.ship.found.one().is_none()) {
            self.check_only(best, &candidates)?;
        }
        self.check_next(best, ship.is_some())?;
        let first = candidates.into_iter().find(|candidate| candidate.rank == best);
        Ok(first.map_or(Meaning::Unknown, |candidate| candidate.meaning))
    }

    /// Whether a match is typed as the name itself.
    fn is_name(&self, names: &Names, found: &NameMatch) -> bool {
        found
            .found
            .all()
            .iter()
            .any(|index| names.name(*index) == self.text(self.at).to_lowercase())
    }

    fn candidate_ship(&self, ship: ShipMatch) -> Candidate {
        let names = self.names(ship.kind);
        let owner = ship.owner.as_ref().map(|(owner, _)| owner.found.all());
        let owner = match owner {
            Some([owner]) => format!("{} ", self.words.owners.name(*owner)),
            _ => String::new(),
        };
        let named = ship.ship.found.all().iter();
        let named = named.map(|index| format!("{owner}{}", names.name(*index))).collect();
        Candidate { rank: ship.rank(), named, meaning: Meaning::Ship(ship) }
    }

    /// Checks that the words fit one thing only. The name itself always wins; the beginning of a
    /// name does not if it is a word of another name.
    fn check_only(&mut self, best: Rank, all: &[Candidate]) -> Result<(), Diagnostic> {
        let (_, len, fit) = best;
        let mut named: Vec<String> = Vec::new();
        let mut add = |name: &String| {
            if !named.contains(name) {
                named.push(name.clone());
            }
        };
        let equals = all.iter().filter(|candidate| candidate.rank == best);
        equals.clone().flat_map(|candidate| &candidate.named).for_each(&mut add);
        if fit == Fit::Exact {
            // What has one name in two kinds is the first of them.
            let first = equals.clone().next().map_or(0, |candidate| candidate.named.len());
            named.truncate(first);
        }
        let is_found = |name: &str, found: &[String]| {
            found.iter().any(|known| name == known || name.starts_with(&format!("{known}-")))
        };
        if len == 1 && matches!(fit, Fit::Beginning | Fit::Inner) {
            let word = &self.run(self.at)[0];
            let kinds = [&self.words.ships, &self.words.parts, &self.words.options.names];
            for names in kinds {
                for index in names.inner(word) {
                    if !is_found(names.name(index), &named) {
                        named.push(names.name(index).to_string());
                    }
                }
            }
        }
        if named.len() > 1 {
            // Names that the words begin come first, then those that contain them.
            let word = self.run(self.at)[0].clone();
            named.sort_by_key(|name| (!name.starts_with(&word), !name.contains(&word)));
            return Err(self.ambiguous(named, len));
        }
        Ok(())
    }

    /// Checks that no ship follows words that only shorten a name: `light cruiser` is not a
    /// technology and a cruiser.
    fn check_next(&mut self, best: Rank, is_ship: bool) -> Result<(), Diagnostic> {
        let (_, len, fit) = best;
        let next = self.at + len;
        let is_followed = self.kind(next) == Some(Kind::Word) && !self.joins(next);
        if fit == Fit::Exact || is_ship || !is_followed || self.ship_at(next).is_none() {
            return Ok(());
        }
        let known = self.words.ships.all();
        Err(self.no_such(self.words.terms.ship, &known))
    }

    /// Whether a number before a figure is its value: `3 shield`, and `+1 computer` if that is no
    /// part.
    fn is_counted_figure(&self, figure: &NameMatch, around: Around) -> bool {
        let Some(index) = figure.found.one() else { return false };
        let is_number = matches!(self.words.figures.value(index), ValueWords::Number);
        let is_alone = !self.is_sign(self.at + figure.len, '=');
        let part = self.name_at(&self.words.parts, self.at).filter(|part| part.fit.is_strong());
        let may_be = match around.sign {
            Sign::Remove => false,
            Sign::Add => part.is_none(),
            Sign::Whole => !around.in_brackets || part.is_none(),
        };
        around.is_counted && is_number && is_alone && may_be && figure.fit.is_strong()
    }

    /// Returns the figure that has the word at an index as its value.
    pub(super) fn figure_value(&self, at: usize) -> Option<(usize, NameMatch)> {
        let figures = &self.words.figures;
        let named = (0..figures.names.all().len()).filter_map(|index| match figures.value(index) {
            ValueWords::Names(names) => Some((index, self.name_at(names, at)?)),
            _ => None,
        });
        named.filter(|(_, value)| value.is_exact()).max_by_key(|(_, value)| value.rank())
    }

    /// Whether an option may stand without `&`: it needs no value, or has one behind it.
    pub(super) fn is_usable(&self, option: &NameMatch) -> bool {
        let next = self.at + option.len;
        let is_number = matches!(self.kind(next), Some(Kind::Number(_)));
        let is_usable = |index: &usize| match self.words.options.value(*index) {
            ValueWords::None | ValueWords::Counted(_) => true,
            ValueWords::Truth => option.is_exact(),
            ValueWords::Within(_) | ValueWords::Number => {
                option.is_exact() && (is_number || self.is_sign(next, '='))
            }
            ValueWords::Conditions(all) => {
                self.is_sign(next, '=') || self.condition(all, next).is_some()
            }
            ValueWords::Names(names) => {
                let value = self.name_at(names, next).filter(NameMatch::is_exact);
                option.is_exact() && (self.is_sign(next, '=') || value.is_some())
            }
            _ => option.is_exact() && self.is_sign(next, '='),
        };
        option.found.all().iter().any(is_usable)
    }
}
