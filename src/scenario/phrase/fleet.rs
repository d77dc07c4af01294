//! Groups of a fleet, and what may follow them.

use super::exact::exact;
use super::items::Sign;
use super::names::Found;
use super::reader::{NameMatch, Reader};
use super::reserved::{JOINING, OF, SHIPS};
use super::ships::{ShipMatch, ShipRef};
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::names::nearest;
use crate::scenario::notation::{
    FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet,
};

/// A group before its owner is settled.
pub(super) struct Draft {
    count: Option<Spanned<u64>>,
    owner: Option<(usize, Place)>,
    ship: ShipRef,
    ship_place: Place,
    items: Vec<Spanned<Item>>,
    /// First token of the group, and the one after its last.
    tokens: (usize, usize),
}

/// The groups and options read so far.
#[derive(Default)]
struct Drafts {
    groups: Vec<Draft>,
    options: Vec<OptionText>,
    /// Owner named before the number of its ships, for all groups after it.
    owner: Option<(usize, Place)>,
}

/// Meaning of the words at a token.
enum Meaning {
    Ship(ShipMatch),
    Part,
    Figure(NameMatch),
    Option(NameMatch),
    Owner(NameMatch),
    Unknown,
}

impl Reader<'_> {
    /// Reads the whole text as a fleet.
    pub(super) fn fleet(&mut self) -> Result<FleetText, Diagnostic> {
        let mut drafts = Drafts::default();
        loop {
            self.element(&mut drafts)?;
            match self.kind(self.at) {
                None => break,
                Some(Kind::Sign('&')) => {
                    self.options(&mut drafts.options)?;
                    break;
                }
                Some(Kind::Sign(',')) => self.at += 1,
                Some(Kind::Sign('+' | '-') | Kind::Word | Kind::Number(_)) => {}
                Some(Kind::Sign(_)) => {
                    return Err(self.expected("`+`, `&` or the end of the fleet"));
                }
            }
        }
        self.settled(drafts)
    }

    /// Reads a group, or a part, figure or option after a group.
    fn element(&mut self, drafts: &mut Drafts) -> Result<(), Diagnostic> {
        let start = self.at;
        if !drafts.groups.is_empty() {
            while self.take_word(&JOINING) {}
        }
        let sign = match self.kind(self.at) {
            Some(Kind::Sign('-')) if !drafts.groups.is_empty() => Sign::Remove,
            _ => Sign::Add,
        };
        if sign == Sign::Remove || !drafts.groups.is_empty() && self.is_sign(self.at, '+') {
            self.at += 1;
        }
        while self.take_word(&JOINING) {}
        if let Some(owner) = self.heading()? {
            drafts.owner = Some(owner);
        }
        let first = self.at;
        let count = self.count()?;
        let Some(last) = drafts.groups.last_mut() else {
            return self.first(first, count, drafts);
        };
        let meaning = match sign {
            Sign::Remove => Meaning::Part,
            _ => self.meaning(count.is_some()),
        };
        match meaning {
            Meaning::Ship(ship) => drafts.groups.push(self.group(first, count, &ship)?),
            Meaning::Part => {
                let item = self.part(sign, count.map(|n| n.value), start)?;
                last.items.push(item);
                last.tokens.1 = self.at;
            }
            Meaning::Figure(figure) => {
                last.items.push(self.figure(&figure, first)?);
                last.tokens.1 = self.at;
            }
            Meaning::Option(key) => {
                let option = self.keyed(&key, count.map(|n| n.value))?;
                drafts.options.push(option);
            }
            Meaning::Owner(owner) => {
                let from = self.at;
                let index = self.only(&self.words.owners, &owner)?;
                last.owner = Some((index, self.place(from, self.at)));
            }
            Meaning::Unknown => return Err(self.unknown_name(true)),
        }
        Ok(())
    }

    /// Reads the first group.
    fn first(
        &mut self,
        first: usize,
        count: Option<Spanned<u64>>,
        drafts: &mut Drafts,
    ) -> Result<(), Diagnostic> {
        if let Some(ship) = self.ship_at(self.at) {
            drafts.groups.push(self.group(first, count, &ship)?);
            return Ok(());
        }
        if let Some(part) = self.name_at(&self.words.parts, self.at).filter(|part| part.is_exact) {
            let place = self.place(self.at, self.at + part.len);
            let message = format!("`{}` is a part, not a {}", place.text(), self.words.terms.ship);
            return Err(
                Diagnostic::at(&place, message).help("a ship comes first: `cruiser + hull`")
            );
        }
        Err(self.unknown_name(false))
    }

    /// Reads an owner before the number of its ships, as in `orion: 2 cruiser`.
    fn heading(&mut self) -> Result<Option<(usize, Place)>, Diagnostic> {
        let start = self.at;
        self.skip_articles();
        let owner = self.name_at(&self.words.owners, self.at);
        let is_heading = |owner: &NameMatch| {
            let next = self.kind(self.at + owner.len);
            let is_number = matches!(next, Some(Kind::Number(_)));
            next == Some(Kind::Sign(':')) || owner.is_exact && is_number
        };
        let Some(owner) = owner.filter(is_heading) else {
            self.at = start;
            return Ok(None);
        };
        let from = self.at;
        let index = self.only(&self.words.owners, &owner)?;
        let place = self.place(from, self.at);
        self.take(':');
        Ok(Some((index, place)))
    }

    /// Returns the best meaning of the words at this token, after a group.
    fn meaning(&self, is_counted: bool) -> Meaning {
        let at = self.at;
        let ship = self.ship_at(at);
        let part = self.name_at(&self.words.parts, at);
        let figure = self.name_at(&self.words.figures.names, at);
        let figure = figure.filter(|figure| !is_counted && self.is_figure(figure));
        let option = self.name_at(&self.words.options.names, at).filter(|o| self.is_flag(o));
        let owner = self.name_at(&self.words.owners, at).filter(|_| !is_counted);
        let rank = |found: &Option<NameMatch>| found.as_ref().map(NameMatch::rank);
        // Of equals, the first is meant.
        let ranks = [
            ship.as_ref().map(ShipMatch::rank),
            rank(&figure),
            rank(&part),
            rank(&option),
            rank(&owner),
        ];
        let best = ranks.iter().max().copied().flatten();
        let is = |n: usize| best.is_some() && ranks[n] == best;
        match (ship, figure, option, owner) {
            (Some(ship), ..) if is(0) => Meaning::Ship(ship),
            (_, Some(figure), ..) if is(1) => Meaning::Figure(figure),
            _ if is(2) => Meaning::Part,
            (_, _, Some(option), _) if is(3) => Meaning::Option(option),
            (.., Some(owner)) if is(4) => Meaning::Owner(owner),
            _ => Meaning::Unknown,
        }
    }

    /// Whether an option needs no value.
    fn is_flag(&self, option: &NameMatch) -> bool {
        match option.found {
            Found::One(index) => {
                matches!(self.words.options.value(index), ValueWords::None | ValueWords::Counted(_))
            }
            Found::Many(_) => false,
        }
    }

    /// Reads a group from its ship on.
    fn group(
        &mut self,
        first: usize,
        mut count: Option<Spanned<u64>>,
        ship: &ShipMatch,
    ) -> Result<Draft, Diagnostic> {
        let taken = self.take_ship(ship)?;
        let mut items = Vec::new();
        self.take_word(&SHIPS);
        self.count_after(&mut count)?;
        while self.take('(') {
            self.bracket(&mut items)?;
        }
        self.count_after(&mut count)?;
        let tokens = (first, self.at);
        let mut owner = taken.owner;
        if owner.is_none() && self.take_word(&[OF]) {
            self.skip_articles();
            let from = self.at;
            let Some(found) = self.name_at(&self.words.owners, self.at) else {
                let known = self.words.owners.all();
                return Err(self.no_such(self.words.terms.owner, &known));
            };
            let index = self.only(&self.words.owners, &found)?;
            owner = Some((index, self.place(from, self.at)));
        }
        Ok(Draft { count, owner, ship: taken.ship, ship_place: taken.place, items, tokens })
    }

    /// Reads a number after a ship, as in `cruiser x3`.
    fn count_after(&mut self, count: &mut Option<Spanned<u64>>) -> Result<(), Diagnostic> {
        let from = self.at;
        let Some(value) = self.times_count() else { return Ok(()) };
        let place = self.place(from, self.at);
        if let Some(earlier) = count {
            let message = format!("the number of ships is given twice: `{}`", earlier.value);
            return Err(Diagnostic::at(&place, message).label("remove one of them"));
        }
        *count = Some(Spanned { value, place });
        Ok(())
    }

    /// Creates the error for a name that is not known.
    fn unknown_name(&mut self, is_after_group: bool) -> Diagnostic {
        let words = self.words;
        let mut known = words.ships.all();
        known.extend(words.saved.iter().map(|ship| ship.name.as_str()));
        let run = self.run(self.at);
        let after = self.at + run.len();
        if !run.is_empty() && (self.is_sign(after, '/') || self.is_sign(after, ':')) {
            // Some games have neither species nor factions.
            let kind = if words.terms.owner.is_empty() { "name" } else { words.terms.owner };
            return self.no_such(kind, &words.owners.all());
        }
        if let Some(owner) = self.name_at(&words.owners, self.at)
            && !is_after_group
            && owner.is_exact
            && owner.len == run.len()
        {
            self.unknown = run;
            let place = self.place(self.at, self.at + owner.len);
            let (kind, ship) = (words.terms.owner, words.terms.ship);
            return Diagnostic::at(&place, format!("`{}` is a {kind}, not a {ship}", place.text()))
                .label(format!("expected a {ship} after it"));
        }
        // A misspelled card or technology after `and` is nearer to those than to any ship.
        let options = words.options.names.all();
        let typed = self.place(self.at, after);
        let is_near = |names: &[&str]| !nearest(typed.text(), names.iter().copied()).is_empty();
        if self.at > 0 && !run.is_empty() && !is_near(&known) && is_near(&options) {
            return self.no_such("option", &options);
        }
        let mut kind = words.terms.ship.to_string();
        if is_after_group && !words.parts.is_empty() {
            known.extend(words.parts.all());
            kind = format!("{kind} or part");
        }
        self.no_such(&kind, &known)
    }

    /// Settles the owners of all groups.
    fn settled(&self, drafts: Drafts) -> Result<FleetText, Diagnostic> {
        let Drafts { groups: mut drafted, mut options, owner } = drafts;
        for draft in &mut drafted {
            if draft.owner.is_none() {
                draft.owner.clone_from(&owner);
            }
        }
        if self.words.terms.owner_is_side {
            self.settle_side(&mut drafted, &mut options)?;
        }
        let groups = drafted.into_iter().map(|draft| self.written(draft));
        Ok(FleetText { groups: groups.collect::<Result<_, _>>()?, options })
    }

    /// Settles the owner of a side: a ship of its own is named in full, any other ship makes it an
    /// option of the side.
    fn settle_side(
        &self,
        drafts: &mut [Draft],
        options: &mut Vec<OptionText>,
    ) -> Result<(), Diagnostic> {
        let named = self.words.side_owner(options);
        let mut owners: Vec<usize> =
            drafts.iter().filter_map(|draft| self.owner_of(draft)).collect();
        owners.dedup();
        let common = match owners[..] {
            [one] => Some(one),
            _ => None,
        };
        let mut of_side: Option<(usize, Place)> = None;
        for draft in drafts {
            let owner = match (&draft.owner, draft.ship) {
                (Some((owner, _)), _) => *owner,
                (None, ShipRef::Class(class)) => {
                    named.or(common).ok_or_else(|| self.no_owner(class, &draft.ship_place))?
                }
                (None, _) => continue,
            };
            if let Some(name) = self.ship_of(owner, draft.ship) {
                let index = self.words.ships.position(name);
                draft.ship = index.map_or(draft.ship, ShipRef::Ship);
                draft.owner = None;
                continue;
            }
            if let ShipRef::Class(class) = draft.ship {
                return Err(self.not_of_owner(owner, class, &draft.ship_place));
            }
            let Some((_, place)) = draft.owner.take() else { continue };
            let other = of_side.as_ref().map(|(other, _)| *other).or(named);
            if other.is_some_and(|other| other != owner) {
                let kind = self.words.terms.owner;
                return Err(Diagnostic::at(&place, format!("a side has one {kind}"))
                    .label(format!("another {kind} is named before")));
            }
            of_side = Some((owner, place));
        }
        if let Some((owner, place)) = of_side.filter(|_| named.is_none()) {
            let name = Spanned { value: self.words.terms.owner.to_string(), place: place.clone() };
            let value = self.words.owners.name(owner).to_string();
            options.push(OptionText { name, value: Some(Value::One(Spanned { value, place })) });
        }
        Ok(())
    }

    /// Returns the owner that a group names, or that its ship belongs to.
    fn owner_of(&self, draft: &Draft) -> Option<usize> {
        let named = draft.owner.as_ref().map(|(owner, _)| *owner);
        named.or_else(|| match draft.ship {
            ShipRef::Ship(ship) => self.words.owner_of(ship),
            _ => None,
        })
    }

    /// Returns a group with its names in full.
    fn written(&self, draft: Draft) -> Result<GroupText, Diagnostic> {
        let place = self.place(draft.tokens.0, draft.tokens.1);
        let owner = draft.owner.map(|(owner, place)| Spanned {
            value: self.words.owners.name(owner).to_string(),
            place,
        });
        let name = match draft.ship {
            ShipRef::Ship(ship) => self.words.ships.name(ship),
            ShipRef::Class(class) => self.words.classes.name(class),
            ShipRef::Saved(saved) => {
                let mut group = self.saved_group(saved, &draft.ship_place)?;
                group.count = draft.count;
                group.species = owner.or(group.species);
                group.items.extend(draft.items);
                group.place = place;
                return Ok(group);
            }
        };
        let class = Spanned { value: name.to_string(), place: draft.ship_place };
        Ok(GroupText::of(draft.count, owner, class, draft.items, place))
    }

    /// Returns the group of a saved ship, with all its places at the name of the ship.
    fn saved_group(&self, index: usize, place: &Place) -> Result<GroupText, Diagnostic> {
        let name = self.saved.name(index);
        let saved = self.words.saved.iter().find(|ship| ship.name == name);
        let text = saved.map_or("", |ship| ship.group.as_str());
        let source = crate::scenario::diagnostics::Source::new(name, text);
        let wrong = |why: &str| {
            Diagnostic::at(place, format!("the saved ship `{name}` is wrong: {why}"))
                .label(format!("saved as `{}`", shorten(text)))
        };
        let mut fleet = match exact(&source, self.words) {
            Some(fleet) => fleet,
            None => parse_fleet(&source, 0..text.len()).map_err(|error| wrong(&error.message))?,
        };
        match (fleet.groups.pop(), fleet.groups.is_empty() && fleet.options.is_empty()) {
            (Some(group), true) => Ok(group.at(place)),
            _ => Err(wrong("it is more than one group")),
        }
    }
}
