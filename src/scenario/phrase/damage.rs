//! How the ships of a group are damaged.

use super::fillers::EACH;
use super::fleet::{Draft, Drafts};
use super::items::add;
use super::numbers::number_word;
use super::reader::Reader;
use super::ships::{ShipMatch, ShipRef};
use super::tokens::Kind;
use super::vocabulary::DamageWords;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::notation::{Item, Spanned, Value};

/// Words for damaged ships.
pub(super) const DAMAGED: [&str; 2] = ["damaged", "sustained"];

/// Words for ships without damage, which say nothing that would not hold without them.
pub(super) const UNDAMAGED: [&str; 4] = ["undamaged", "unharmed", "intact", "fresh"];

/// Words between ships and the points of damage that each of them has.
const BEARING: [&str; 6] = ["with", "has", "have", "having", "took", "taken"];

/// Maximum number of ships whose damage is written out.
const MAX_SHIPS: u64 = 100;

impl Reader<'_> {
    /// Returns the group that the words for a ship are about, if they say how its ships are damaged
    /// behind a comma: `3 cruiser, one cruiser damaged`.
    pub(super) fn damaged_before(
        &self,
        drafts: &Drafts,
        (start, first): (usize, usize),
        ship: &ShipMatch,
    ) -> Option<usize> {
        let index = ship.ship.found.one()?;
        let is_apart = drafts.describes
            || (start..first).any(|at| self.is_sign(at, ',') || self.is_word(at, &["with"]));
        let is_apart = is_apart && !(start..first).any(|at| self.is_sign(at, '+'));
        let end = self.past_damage_words(self.at + ship.rank().1);
        let is_damaged = self.is_word(end, &DAMAGED) || self.borne(end).is_some();
        if !is_apart || !is_damaged {
            return None;
        }
        let named = ShipRef { kind: ship.kind, index };
        let of_class = drafts.groups.iter().filter(|group| group.ship == named).count();
        // Of several groups of the class, none is named.
        (of_class == 1).then(|| drafts.groups.iter().rposition(|group| group.ship == named))?
    }

    /// Reads how many ships of an earlier group are damaged, from the name of the ship on.
    pub(super) fn damage_of(
        &mut self,
        group: &mut Draft,
        count: Option<Spanned<u64>>,
        ship: &ShipMatch,
    ) -> Result<(), Diagnostic> {
        let taken = self.take_ship(ship)?;
        self.at = self.past_damage_words(self.at);
        let all = group.count.as_ref().map_or(1, |count| count.value);
        let one = (!taken.is_plural).then_some(Spanned::new(1, taken.place.clone()));
        let count = count.or(one);
        let item = match self.borne(self.at) {
            Some((points, end)) => {
                self.at = end;
                self.take_word(&EACH);
                let ships = count.map_or(all, |count| count.value);
                self.with_points((ships, all), points, &taken.place)?
            }
            None => self.damage(all, count.as_ref(), false)?,
        };
        add(&mut group.items, item);
        Ok(())
    }

    /// Skips words between a number and `damaged`: `one of which is damaged`, `one already
    /// damaged`.
    pub(super) fn skip_before_damage(&mut self) {
        let at = self.past_damage_words(self.at);
        if self.is_word(at, &DAMAGED) {
            self.at = at;
        }
    }

    /// Returns the index behind words between a number of ships and `damaged`.
    fn past_damage_words(&self, mut at: usize) -> usize {
        const BETWEEN: [&str; 9] =
            ["of", "which", "them", "em", "is", "are", "already", "being", "has"];
        while self.is_word(at, &BETWEEN) {
            at += 1;
        }
        at
    }

    /// Whether words say that ships are damaged. After a number, they count ships or points.
    pub(super) fn is_damage(&self, is_counted: bool) -> bool {
        let is_value = matches!(self.kind(self.at + 1), Some(Kind::Number(_)))
            || self.is_sign(self.at + 1, '=');
        let is_points = is_counted && self.is_word(self.at, &["damage"]);
        (self.is_word(self.at, &DAMAGED) || is_points) && !is_value
    }

    /// Reads what each of some ships of the last group bears: `one with 4 damage`. Returns whether
    /// it is there.
    pub(super) fn bears_damage(
        &mut self,
        drafts: &mut Drafts,
        ships: Option<&Spanned<u64>>,
    ) -> Result<bool, Diagnostic> {
        let from = self.at;
        let word = ships.map_or_else(|| number_word(self.text(from)), |_| None);
        let Some(ships) = ships.map(|ships| ships.value).or(word) else { return Ok(false) };
        let at = self.past_damage_words(from + usize::from(word.is_some()));
        let Some((points, end)) = self.borne(at).filter(|_| self.is_bearing(from, at)) else {
            return Ok(false);
        };
        self.at = end;
        self.take_word(&EACH);
        let place = self.place(from, self.at);
        let all = drafts.groups.last().and_then(|group| group.count.as_ref());
        let all = all.map_or(1, |count| count.value);
        let item = self.with_points((ships, all), points, &place)?;
        self.add_item(drafts, item)?;
        drafts.is_about_some = ships < all;
        Ok(true)
    }

    /// Returns the points of damage that words at an index say ships have, and the index behind
    /// them: `with 2 damage`.
    fn borne(&self, at: usize) -> Option<(u64, usize)> {
        let mut number = at;
        while self.is_word(number, &BEARING) {
            number += 1;
        }
        match self.kind(number) {
            Some(Kind::Number(points)) if self.is_word(number + 1, &["damage"]) => {
                Some((points, number + 2))
            }
            _ => None,
        }
    }

    /// Whether words from an index on say that ships bear something, and not only how much.
    fn is_bearing(&self, from: usize, at: usize) -> bool {
        at > from || self.is_word(at, &BEARING)
    }

    /// Reads how the ships of the last group are damaged, or of all groups if a word between two
    /// tokens says so.
    pub(super) fn damage_after(
        &mut self,
        drafts: &mut Drafts,
        count: Option<&Spanned<u64>>,
        words: (usize, usize),
    ) -> Result<(), Diagnostic> {
        let is_all = self.is_about_all(words);
        let last = drafts.groups.len() - 1;
        let (from, first) = (self.at, if is_all { 0 } else { last });
        let is_both = (words.0..words.1).any(|at| self.is_word(at, &["both"]));
        let ships = drafts.groups[last].count.as_ref().map_or(1, |count| count.value);
        let is_apart = (words.0..words.1).any(|at| self.is_sign(at, ','));
        if count.is_some() && is_apart && !is_all && last > 0 {
            let place = self.place(words.0, self.at + 1);
            return Err(Diagnostic::at(&place, "which ships are damaged?")
                .label("this can be ships of several groups")
                .help("name them: `, one cruiser damaged`"));
        }
        if is_both && drafts.groups.len() != 2 && ships != 2 {
            let place = self.place(words.0, self.at + 1);
            return Err(Diagnostic::at(&place, "`both` is about two ships or groups"));
        }
        for group in &mut drafts.groups[first..] {
            self.at = from;
            let all = group.count.as_ref().map_or(1, |count| count.value);
            let item = self.damage(all, count, is_all)?;
            add(&mut group.items, item);
        }
        drafts.groups[last].tokens.1 = self.at;
        drafts.is_about_some = count.is_some_and(|count| count.value < ships);
        Ok(())
    }

    /// Reads how ships of a group of this size are damaged: `1 damaged`, `3 damage each`. `is_each`
    /// if earlier words say that points of damage are those of each ship.
    pub(super) fn damage(
        &mut self,
        all: u64,
        count: Option<&Spanned<u64>>,
        is_each: bool,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let place = self.place(self.at, self.at + 1);
        let is_points = self.is_word(self.at, &["damage"]);
        self.at += 1;
        let is_each = self.take_word(&EACH) || is_each;
        match (count, is_points) {
            (Some(points), true) if is_each || all == 1 => {
                self.with_points((all, all), points.value, &place)
            }
            (Some(_), true) => Err(self.whose_damage(&place)),
            (Some(ships), false) => self.damaged(ships.value, all, &place),
            (None, _) => self.damaged(all, all, &place),
        }
    }

    /// Returns the figure of a group of which some ships, of all, have these points of damage each.
    fn with_points(
        &mut self,
        (ships, all): (u64, u64),
        points: u64,
        place: &Place,
    ) -> Result<Spanned<Item>, Diagnostic> {
        match self.words.terms.damage {
            DamageWords::Ships if points == 1 => self.damaged(ships, all, place),
            DamageWords::Ships => Err(Diagnostic::at(place, "a unit has one damage or none")),
            _ if ships > all => Err(Self::too_many_damaged(ships, all, place)),
            _ => self.points(&vec![points; ships.min(MAX_SHIPS) as usize], place),
        }
    }

    /// Returns the figure of a group of which this many ships are damaged.
    pub(super) fn damaged(
        &mut self,
        ships: u64,
        all: u64,
        place: &Place,
    ) -> Result<Spanned<Item>, Diagnostic> {
        if ships > all {
            return Err(Self::too_many_damaged(ships, all, place));
        }
        self.is_guess = true;
        match self.words.terms.damage {
            DamageWords::OnePoint => {
                let ships = ships.min(MAX_SHIPS) as usize;
                self.points(&vec![1; ships], place)
            }
            DamageWords::Ships => {
                let value = Spanned::new(ships.to_string(), place.clone());
                self.damage_item(Value::One(value), place)
            }
            DamageWords::Points => Err(Diagnostic::at(place, "how much damage?")
                .label("expected the points of damage of each ship")
                .help("write `damaged=[2,1]`, with a number for each ship")),
        }
    }

    /// Creates the error for damage of one of several ships, or of each.
    pub(super) fn whose_damage(&self, place: &Place) -> Diagnostic {
        let error = Diagnostic::at(place, "which ship has the damage?");
        match self.words.terms.damage {
            DamageWords::Ships => error
                .label("how many are damaged?")
                .help("such as `damaged=1`: the number of damaged units"),
            _ => error
                .label("each, or one of them?")
                .help("write `damaged=[1,0]`, with a number for each ship"),
        }
    }

    fn too_many_damaged(ships: u64, all: u64, place: &Place) -> Diagnostic {
        Diagnostic::at(place, format!("{ships} of {all} ships cannot be damaged"))
    }

    /// Returns the figure of a group with these points of damage.
    fn points(&mut self, points: &[u64], place: &Place) -> Result<Spanned<Item>, Diagnostic> {
        self.is_guess = true;
        let value = |n: &u64| Spanned::new(n.to_string(), place.clone());
        self.damage_item(Value::List(points.iter().map(value).collect()), place)
    }

    fn damage_item(&self, value: Value, place: &Place) -> Result<Spanned<Item>, Diagnostic> {
        if self.words.figures.names.position("damaged").is_none() {
            return Err(Diagnostic::at(place, "ships of this game are not damaged"));
        }
        let key = Spanned::new("damaged".to_string(), place.clone());
        Ok(Spanned::new(Item::Figure(key, value), place.clone()))
    }
}
