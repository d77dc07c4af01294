//! How the ships of a group are damaged.

use super::counts::number_word;
use super::fillers::EACH;
use super::fleet::{Draft, Drafts};
use super::items::add;
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
        let is_apart = (start..first)
            .any(|at| self.is_sign(at, ',') || self.is_word(at, &["with"]))
            && !(start..first).any(|at| self.is_sign(at, '+'));
        let end = self.past_damage_words(self.at + ship.rank().1);
        if !is_apart || !self.is_word(end, &DAMAGED) {
            return None;
        }
        let named = ShipRef { kind: ship.kind, index };
        drafts.groups.iter().rposition(|group| group.ship == named)
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
        let one = (!taken.is_plural).then_some(Spanned::new(1, taken.place));
        let item = self.damage(all, count.or(one).as_ref())?;
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
        let mut at = self.past_damage_words(from + usize::from(word.is_some()));
        while self.is_word(at, &BEARING) {
            at += 1;
        }
        let is_points = at > from && self.is_word(at + 1, &["damage"]);
        let (Some(Kind::Number(points)), true) = (self.kind(at), is_points) else {
            return Ok(false);
        };
        self.at = at + 2;
        self.take_word(&EACH);
        let place = self.place(from, self.at);
        let all = drafts.groups.last().and_then(|group| group.count.as_ref());
        let all = all.map_or(1, |count| count.value);
        let item = self.with_points((ships, all), points, &place)?;
        self.add_item(drafts, item)?;
        Ok(true)
    }

    /// Reads how the ships of the last group are damaged.
    pub(super) fn damage_after(
        &mut self,
        drafts: &mut Drafts,
        count: Option<&Spanned<u64>>,
    ) -> Result<(), Diagnostic> {
        let all = drafts.groups.last().and_then(|group| group.count.as_ref());
        let all = all.map_or(1, |count| count.value);
        let item = self.damage(all, count)?;
        self.add_item(drafts, item)
    }

    /// Reads how ships of a group of this size are damaged: `1 damaged`, `3 damage each`.
    pub(super) fn damage(
        &mut self,
        all: u64,
        count: Option<&Spanned<u64>>,
    ) -> Result<Spanned<Item>, Diagnostic> {
        let place = self.place(self.at, self.at + 1);
        let is_points = self.is_word(self.at, &["damage"]);
        self.at += 1;
        let is_each = self.take_word(&EACH);
        match (count, is_points) {
            (Some(points), true) if is_each || all == 1 => {
                self.with_points((all, all), points.value, &place)
            }
            (Some(_), true) => Err(Diagnostic::at(&place, "which ship has the damage?")
                .label("each, or one of them?")
                .help("write `damaged=[1,0]`, with a number for each ship")),
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
