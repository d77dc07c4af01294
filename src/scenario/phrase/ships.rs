//! Names of ships with their owners and levels.

use super::names::{Fit, Found, LEVELS, Names};
use super::reader::{NameMatch, Rank, Reader};
use super::tokens::Kind;
use crate::scenario::diagnostics::{Diagnostic, Place, list};
use crate::scenario::spanned::Spanned;

/// Words before the number of a level.
const MARKS: [&str; 5] = ["level", "lvl", "mark", "mk", "l"];

/// Kind of a ship of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShipKind {
    /// A ship.
    Ship,
    /// A class that only owners have.
    Class,
    /// A saved ship.
    Saved,
}

/// A ship of the vocabulary, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShipRef {
    pub(super) kind: ShipKind,
    pub(super) index: usize,
}

/// A ship that starts at a token.
#[derive(Clone, Debug)]
pub(super) struct ShipMatch {
    /// Owner of the ship, with the number of tokens before the ship.
    pub(super) owner: Option<(NameMatch, usize)>,
    pub(super) ship: NameMatch,
    pub(super) kind: ShipKind,
    /// Whether digits at the end of its last word are its level.
    pub(super) has_digits: bool,
}

impl ShipMatch {
    /// Returns how good the match is.
    pub(super) fn rank(&self) -> Rank {
        let (before, fit) = match &self.owner {
            Some((owner, before)) => (*before, self.ship.fit.min(owner.fit)),
            None => (0, self.ship.fit),
        };
        (fit.is_strong(), before + self.ship.len, fit)
    }
}

impl<'a> Reader<'a> {
    /// Returns the names of all ships of a kind.
    pub(super) fn names(&self, kind: ShipKind) -> &'a Names {
        match kind {
            ShipKind::Ship => &self.words.ships,
            ShipKind::Class => &self.words.classes,
            ShipKind::Saved => self.saved,
        }
    }

    /// Returns the ship that starts at an index, with its owner.
    pub(super) fn ship_at(&self, at: usize) -> Option<ShipMatch> {
        let alone = self.ship_alone(at);
        let Some(owned) = self.owned_ship(at) else { return alone };
        let Some(alone) = alone else { return Some(owned) };
        let is_shortened = owned.owner.as_ref().is_some_and(|(owner, _)| !owner.is_exact());
        let is_alone = alone.ship.is_exact() && is_shortened || alone.rank() >= owned.rank();
        Some(if is_alone { alone } else { owned })
    }

    /// Returns the ship without an owner that starts at an index.
    fn ship_alone(&self, at: usize) -> Option<ShipMatch> {
        let run = self.run(at);
        if let Some(saved) = self.saved_ship(&run) {
            return Some(saved);
        }
        let ship = self.class_in(at, &run, ShipKind::Ship);
        let class = self.class_in(at, &run, ShipKind::Class);
        let class = class.filter(|class| !self.is_generic(class));
        ship.into_iter().chain(class).max_by_key(ShipMatch::rank)
    }

    /// Returns the saved ship at the start of these words. Names of the game go first.
    fn saved_ship(&self, run: &[String]) -> Option<ShipMatch> {
        let word = run.get(..1)?;
        let index = self.saved.exact(word).filter(|_| self.words.ships.exact(word).is_none())?;
        let ship = NameMatch { len: 1, found: Found::One(index), fit: Fit::Exact };
        Some(ShipMatch { owner: None, ship, kind: ShipKind::Saved, has_digits: false })
    }

    /// Whether a class belongs to no single owner.
    fn is_generic(&self, class: &ShipMatch) -> bool {
        class.ship.found.one().is_none_or(|index| {
            let name = self.words.classes.name(index);
            self.words.ships.position(name).is_some()
        })
    }

    /// Returns the ship or class at the start of these words.
    fn class_in(&self, at: usize, run: &[String], kind: ShipKind) -> Option<ShipMatch> {
        let names = self.names(kind);
        // `ca ii` is a cruiser of level 2, not the beginning of a longer name.
        if let [_, level, ..] = run
            && LEVELS[1..].contains(&level.as_str())
            && let Some(index) = names.exact(&run[..1])
            && names.exact_in_any_order(&run[..2]).is_none()
        {
            let ship = NameMatch { len: 1, found: Found::One(index), fit: Fit::Exact };
            return Some(ShipMatch { owner: None, ship, kind, has_digits: false });
        }
        // Neither one word of a title nor initials are a ship.
        let is_ship = |ship: &NameMatch| ship.fit >= Fit::Slip;
        if let Some(ship) = self.name_in(names, at, run).filter(is_ship) {
            return Some(ShipMatch { owner: None, ship, kind, has_digits: false });
        }
        // Digits at the end of a word are a level: `cruiser2`.
        (1..=run.len()).rev().find_map(|len| {
            let last = &run[len - 1];
            let name = last.trim_end_matches(|c: char| c.is_ascii_digit());
            if name.is_empty() || name.len() == last.len() {
                return None;
            }
            let mut words = run[..len].to_vec();
            words[len - 1] = name.to_string();
            let ship =
                self.name_in(names, at, &words).filter(|ship| ship.len == len && is_ship(ship))?;
            Some(ShipMatch { owner: None, ship, kind, has_digits: true })
        })
    }

    /// Returns the ship with an owner before it that starts at an index.
    fn owned_ship(&self, at: usize) -> Option<ShipMatch> {
        let owner = self.name_at(&self.words.owners, at)?;
        let mut start = at + owner.len;
        if self.is_sign(start, '/') || self.is_sign(start, ':') {
            start += 1;
        }
        let ship = self.class_of_owner(start, &owner)?;
        Some(ShipMatch { owner: Some((owner, start - at)), ..ship })
    }

    /// Returns the class of an owner that starts at an index.
    fn class_of_owner(&self, at: usize, owner: &NameMatch) -> Option<ShipMatch> {
        let run = self.run(at);
        if let Some(saved) = self.saved_ship(&run).filter(|_| !self.words.terms.owner_is_side) {
            return Some(saved);
        }
        let class = self.class_in(at, &run, ShipKind::Class)?;
        // Of several classes, the owner may have one alone.
        if let (Found::Many(classes), Found::One(owner)) = (&class.ship.found, &owner.found) {
            let has = |class: &&usize| self.words.ship_of(*owner, **class).is_some();
            let owned: Vec<usize> = classes.iter().filter(has).copied().collect();
            if let [one] = owned[..] {
                let ship = NameMatch { found: Found::One(one), ..class.ship };
                return Some(ShipMatch { ship, ..class });
            }
        }
        Some(class)
    }

    /// Consumes a ship. Returns its owner with its place, the ship, and its place.
    pub(super) fn take_ship(&mut self, matched: &ShipMatch) -> Result<TakenShip, Diagnostic> {
        let mut owner = None;
        if let Some((found, before)) = &matched.owner {
            let start = self.at;
            owner = Some(self.only_placed(&self.words.owners, found)?);
            self.at = start + before;
        }
        let start = self.at;
        let index = self.only(self.names(matched.kind), &matched.ship)?;
        let ship = self.settled_ship(ShipRef { kind: matched.kind, index });
        let typed = &self.run(start)[..matched.ship.len];
        let is_plural = self.names(ship.kind).is_plural(typed);
        let is_hyphenated = matched.ship.len > 1
            && (start + 1..start + matched.ship.len).all(|at| self.is_joined(at));
        let place = self.place(start, self.at);
        Ok(TakenShip { owner, ship, place, is_plural, is_hyphenated })
    }

    /// Returns a class that belongs to no single owner as a ship.
    fn settled_ship(&self, ship: ShipRef) -> ShipRef {
        let name = self.names(ship.kind).name(ship.index);
        match self.words.ships.position(name).filter(|_| ship.kind == ShipKind::Class) {
            Some(index) => ShipRef { kind: ShipKind::Ship, index },
            None => ship,
        }
    }

    /// Reads the level of a ship: `ii`, `2`, or the digits at the end of its name. A number that is
    /// followed by a name counts what follows. A number after a name that was not counted may count
    /// the ships instead.
    pub(super) fn level(
        &mut self,
        taken: &mut TakenShip,
        count: &mut Option<Spanned<u64>>,
        has_digits: bool,
    ) -> Result<(), Diagnostic> {
        let ShipRef { kind, index } = taken.ship;
        if kind == ShipKind::Saved {
            return Ok(());
        }
        let names = self.names(kind);
        let name = names.name(index);
        let Some((level, len)) = self.typed_level(has_digits) else { return Ok(()) };
        let found = of_level(names, index, level);
        let may_count = count.is_none()
            && !has_digits
            && matches!(self.kind(self.at), Some(Kind::Number(_)))
            && !self.is_joined(self.at);
        if may_count && (taken.is_plural || found.is_none()) {
            let place = self.place(self.at, self.at + len);
            self.is_guess |= !taken.is_plural;
            *count = Some(Spanned::new(level, place));
            self.at += len;
            return Ok(());
        }
        let Some(found) = found else {
            let place = match has_digits {
                true => taken.place.clone(),
                false => self.place(self.at, self.at + len),
            };
            let error = Diagnostic::at(&place, format!("`{name}` has no level {level}"))
                .label("neither a level nor followed by a name")
                .help(format!("a count goes first: `{level} {name}`"));
            // A unit of another game may have this level.
            return Err(Diagnostic { is_unknown: true, ..error });
        };
        if may_count {
            self.is_guess = true;
            let place = taken.place.to(&self.place(self.at, self.at + len));
            let (before, after) = self.around(&place);
            // In exact notation, a unit of a faction does not speak for its side.
            let words = self.words;
            let speaks = kind == ShipKind::Ship && words.terms.owner_is_side;
            let owner = words.owner_of(index).filter(|_| speaks);
            let owner = owner.map_or(String::new(), |owner| {
                format!(" & {}={}", words.terms.owner, words.owners.name(owner))
            });
            self.others.push(format!("{before}{level} {name}{after}{owner}"));
        }
        self.at += len;
        taken.ship.index = found;
        Ok(())
    }

    /// Returns the level at this token and the number of its tokens.
    pub(super) fn typed_level(&self, has_digits: bool) -> Option<(u64, usize)> {
        if has_digits {
            let last = self.text(self.at.saturating_sub(1));
            let name = last.trim_end_matches(|c: char| c.is_ascii_digit());
            return Some((last[name.len()..].parse().unwrap_or(u64::MAX), 0));
        }
        match self.kind(self.at)? {
            // `cruiser 2s`
            Kind::Number(n)
                if self.words.terms.has_levels
                    && self.is_word(self.at + 1, &["s"])
                    && self.is_glued(self.at + 1) =>
            {
                Some((n, 2))
            }
            Kind::Number(n) if self.is_joined(self.at) || self.is_level(self.at) => Some((n, 1)),
            Kind::Word => {
                let word = self.text(self.at).to_lowercase();
                if let Some(level) = LEVELS.iter().position(|known| *known == word) {
                    return Some((level as u64 + 1, 1));
                }
                let digits = MARKS.into_iter().find_map(|mark| word.strip_prefix(mark))?;
                match (digits, self.kind(self.at + 1)) {
                    ("", Some(Kind::Number(n))) => Some((n, 2)),
                    _ => Some((digits.parse().ok()?, 1)),
                }
            }
            _ => None,
        }
    }

    /// Whether the number at an index is a level: no name and no multiplication sign follows.
    fn is_level(&self, at: usize) -> bool {
        let is_times = self.is_sign(at + 1, '*');
        !self.starts_name(at + 1) && !is_times
    }

    /// Creates the error for a class that only owners have, without an owner.
    pub(super) fn no_owner(&self, class: usize, place: &Place) -> Diagnostic {
        let (class_name, owner) = (self.words.classes.name(class), self.words.terms.owner);
        let owners = self.words.own.iter().filter(|(_, known, _)| *known == class);
        let names: Vec<&str> = owners.map(|(owner, ..)| self.words.owners.name(*owner)).collect();
        let first = names.first().copied().unwrap_or_default();
        let few = &names[..names.len().min(4)];
        Diagnostic::at(place, format!("`{class_name}` needs a {owner}"))
            .label(format!("each {owner} has its own"))
            .help(format!(
                "write `{first} {class_name}`, or add `& {owner}={first}`; there are {} and others",
                list(few, "and")
            ))
    }

    /// Creates the error for a class that its owner does not have.
    pub(super) fn not_of_owner(&self, owner: usize, class: usize, place: &Place) -> Diagnostic {
        let (owner, class) = (self.words.owners.name(owner), self.words.classes.name(class));
        Diagnostic::at(place, format!("`{owner}` has no `{class}`"))
    }
}

/// Returns the name of a level of a name.
pub(super) fn of_level(names: &Names, index: usize, level: u64) -> Option<usize> {
    let base = names.name(index);
    let roman = *LEVELS.get(usize::try_from(level).ok()?.checked_sub(1)?)?;
    let rest = |known: &&str| {
        known.strip_prefix(base).and_then(|rest| rest.strip_prefix('-')) == Some(roman)
    };
    names.all().iter().position(rest).or((level == 1).then_some(index))
}

/// A ship that was consumed.
pub(super) struct TakenShip {
    /// Owner and its place.
    pub(super) owner: Option<(usize, Place)>,
    pub(super) ship: ShipRef,
    /// Place of the ship without its owner and level.
    pub(super) place: Place,
    /// Whether its name is in the plural.
    pub(super) is_plural: bool,
    /// Whether its name is written with hyphens, as in exact notation.
    pub(super) is_hyphenated: bool,
}
