//! Groups of a fleet, and what may follow them.

use super::damage::{DAMAGED, UNDAMAGED};
use super::exact::exact;
use super::fillers::{BOMBARDMENT, EACH, JOINING, MORE, OF, SHIPS, SUPPORT, WHERE, WHOSE, WITHOUT};
use super::items::{ALL, Sign, add};
use super::meaning::{Around, Meaning};
use super::numbers::{ARTICLES, times};
use super::players::{MINE, THEIRS};
use super::reader::{NameMatch, Reader};
use super::sentence::INVADED;
use super::ships::{ShipKind, ShipMatch, ShipRef, of_level};
use super::tokens::Kind;
use super::vocabulary::ValueWords;
use crate::scenario::diagnostics::{Diagnostic, Place, Source, shorten};
use crate::scenario::names::nearest;
use crate::scenario::notation::{
    FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet,
};

/// Words for upgraded ships.
pub(super) const UPGRADED: [&str; 2] = ["upgraded", "improved"];

/// Words behind ships that are upgraded.
pub(super) const UPGRADED_BEHIND: [&str; 3] = ["upgraded", "improved", "upgrades"];

/// A group before its owner is settled.
pub(super) struct Draft {
    pub(super) count: Option<Spanned<u64>>,
    /// Owner that its words name.
    pub(super) owner: Option<(usize, Place)>,
    /// Whether the owner is that of the group alone, in exact notation.
    pub(super) owns_group: bool,
    pub(super) ship: ShipRef,
    pub(super) ship_place: Place,
    /// Whether the ship is named in exact notation, which says nothing of the other ships.
    pub(super) is_hyphenated: bool,
    pub(super) items: Vec<Spanned<Item>>,
    /// First token of the group, and the one after its last.
    pub(super) tokens: (usize, usize),
}

/// The groups and options read so far.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) groups: Vec<Draft>,
    pub(super) options: Vec<OptionText>,
    /// Owners of the side that are named apart from a ship.
    pub(super) owners: Vec<(usize, Place)>,
    /// Whether the last item is one of all groups, so that those joined to it are, too.
    is_about_all: bool,
    /// Whether the last words were about ships of earlier groups.
    pub(super) describes: bool,
    /// Whether the last words were about some ships of the last group, not all.
    pub(super) is_about_some: bool,
}

/// Words that cannot be the last of a fleet.
const OPEN: [&str; 6] = ["from", "per", "supported", "backed", "escorted", "by"];

/// Words for the surface of a planet.
const PLANET: [&str; 3] = ["planet", "ground", "surface"];

impl Reader<'_> {
    /// Reads the whole text as a fleet.
    pub(super) fn fleet(&mut self) -> Result<FleetText, Diagnostic> {
        let mut drafts = Drafts::default();
        // Brackets around all are none.
        let is_wrapped = self.is_wrapped();
        self.at += usize::from(is_wrapped);
        loop {
            self.element(&mut drafts)?;
            if is_wrapped && self.is_sign(self.at, ')') && self.kind(self.at + 1).is_none() {
                break;
            }
            match self.kind(self.at) {
                None => break,
                Some(Kind::Sign('&' | ',')) => {}
                Some(Kind::Sign('+' | '-') | Kind::Word | Kind::Number(_)) => {}
                Some(Kind::Sign('(')) if !drafts.groups.is_empty() => {}
                Some(Kind::Sign(_)) => {
                    return Err(self.expected("`+`, `&` or the end of the fleet"));
                }
            }
        }
        self.settled(drafts)
    }

    /// Skips words and signs behind a group. Returns whether `&` is among them.
    fn skip_joining(&mut self, group: usize) -> bool {
        let mut is_option = false;
        loop {
            let is_with = self.is_word(self.at, &["w"]) && self.is_sign(self.at + 1, '/');
            if is_with && !self.is_word(self.at + 2, &["o"]) {
                self.at += 2;
            } else if let Some(end) = self.past_place() {
                match self.is_word(end - 1, &PLANET) {
                    true => self.on_planet.push(group),
                    false => self.in_orbit.push(group),
                }
                self.at = end;
            } else if self.is_word(self.at, &["w"]) && self.starts_element(self.at + 1) {
                self.at += 1;
            } else if self.take('&') {
                is_option = true;
            } else if !(self.take(',')
                || self.take_word(&JOINING)
                || self.take_word(&WHOSE)
                || self.take_word(&EACH)
                || self.take_support())
            {
                return is_option;
            }
        }
    }

    /// Returns the place of words that say which ships have what was named before: `gauss shields on
    /// my dread`.
    fn bearer(&self, drafts: &Drafts) -> Option<Place> {
        let mut at = self.at + 1;
        while self.is_word(at, &ARTICLES) || self.is_word(at, &WHOSE) {
            at += 1;
        }
        let is_bearer = self.is_word(self.at, &["on", "for"]) && self.ship_at(at).is_some();
        let last = drafts.groups.last()?;
        // Behind a ship, `on` names what carries it: `2 fighters on a carrier`.
        let is_behind_item = drafts.options.iter().any(|option| self.ends_here(&option.name.place))
            || last.items.iter().any(|item| self.ends_here(&item.place));
        (is_bearer && is_behind_item).then(|| self.place(self.at, at + 1))
    }

    /// Whether the token before this one is the last of a place.
    fn ends_here(&self, place: &Place) -> bool {
        self.at > 0 && self.place(self.at - 1, self.at).range.end == place.range.end
    }

    /// Whether a word or a number is at an index.
    fn starts_element(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Word | Kind::Number(_)))
    }

    /// Returns the index behind words for the place of the ships before them: `on the planet`.
    fn past_place(&self) -> Option<usize> {
        let at = self.at + usize::from(self.is_word(self.at, &["on", "in"]));
        let at = at + usize::from(at > self.at && self.is_word(at, &ARTICLES));
        let is_place = self.is_word(at, &PLANET) || self.is_word(at, &["space", "orbit"]);
        (at > self.at && is_place).then_some(at + 1)
    }

    /// Skips an article before one of these words.
    fn skip_articles_before(&mut self, words: &[&str]) {
        self.at +=
            usize::from(self.is_word(self.at, &ARTICLES) && self.is_word(self.at + 1, words));
    }

    /// Skips words for what ships do for those before them: `supported by`.
    fn take_support(&mut self) -> bool {
        let bombards = self.take_word(&BOMBARDMENT);
        self.bombards |= bombards;
        let is_support = bombards || self.take_word(&SUPPORT);
        if is_support {
            self.take_word(&["by"]);
        }
        is_support
    }

    /// Reads a group, or a part, figure or option after a group.
    fn element(&mut self, drafts: &mut Drafts) -> Result<(), Diagnostic> {
        let start = self.at;
        let is_first = drafts.groups.is_empty();
        if is_first {
            loop {
                self.skip_articles_before(&WHERE);
                self.is_on_planet |= self.is_word(self.at, &["planet"]);
                self.is_invaded |= self.is_word(self.at, &[INVADED]);
                if !(self.take_word(&WHOSE) || self.take_word(&JOINING) || self.take_word(&WHERE)) {
                    break;
                }
            }
            self.check_letters()?;
            self.first_cards(drafts)?;
        } else if self.is_word(self.at, &["on", "for"])
            && self.is_word(self.at + 1, &["all", "each", "both"])
            && drafts.groups.len() > 1
        {
            let place = self.place(self.at, self.at + 2);
            let error = Diagnostic::at(&place, "is this about all groups, or the last?");
            return Err(error.help("say `all with` behind a comma, and what they have"));
        } else if self.is_word(self.at, &EACH)
            && drafts.options.iter().any(|option| self.ends_here(&option.name.place))
        {
            let place = self.place(self.at, self.at + 1);
            return Err(Diagnostic::at(&place, "each side, or each ship?")
                .label("this can mean both")
                .help("what is named holds for all ships of its side; `both sides have` gives it to both"));
        } else if let Some(place) = self.bearer(drafts) {
            return Err(Diagnostic::at(&place, "which ships is this about?")
                .label("this names ships, not one more")
                .help(
                    "write what ships have behind their names: `2 cruiser + dreadnought(hull=3)`",
                ));
        } else if self.skip_joining(drafts.groups.len() - 1) && self.kind(self.at).is_some() {
            if let Some(option) = self.option()? {
                drafts.options.push(option);
                return self.after_option();
            }
            self.is_guess = true;
        }
        if !is_first && self.kind(self.at).is_none() {
            let before = self.at - 1;
            let is_support =
                [&SUPPORT[..], &BOMBARDMENT].iter().any(|all| self.is_word(before, all));
            let is_word = [&JOINING[..], &WHOSE, &OPEN].iter().any(|all| self.is_word(before, all))
                || is_support && self.is_word(before - 1, &JOINING);
            let is_open = is_word || self.source.text.trim_end().ends_with(['+', '&', ',']);
            return if is_open { Err(self.expected("a ship or an option")) } else { Ok(()) };
        }
        if self.is_sign(self.at, '(') && !is_first {
            return self.brackets_after(drafts);
        }
        let mut sign = match self.kind(self.at) {
            Some(Kind::Sign('-')) if !is_first => Sign::Remove,
            Some(Kind::Sign('+')) if !is_first => Sign::Add,
            _ => Sign::Whole,
        };
        let is_tight = self.is_glued(self.at + 1);
        self.at += usize::from(sign != Sign::Whole);
        // `2 cruiser + 3 hull` joins; `2 cruiser +1 computer` changes.
        if sign == Sign::Add && !is_tight {
            sign = Sign::Whole;
        }
        while self.take_word(&JOINING) || self.take_word(&WHOSE) {}
        if !is_first && self.is_absence() {
            let words = (start, self.at);
            self.at += if self.is_word(self.at, &WITHOUT) { 1 } else { 3 };
            loop {
                let item = self.absent(start)?;
                self.add_item_to(drafts, item, words)?;
                if !self.take_absent_too() {
                    return Ok(());
                }
            }
        }
        self.skip_articles_before(&MORE);
        if self.take_word(&MORE) {
            sign = Sign::Add;
        }
        if self.is_word(self.at, &["both", "all"]) && self.is_word(self.at + 1, &DAMAGED) {
            self.at += 1;
        }
        if let Some(owner) = self.heading()? {
            drafts.owners.push(owner);
            while self.take_word(&WHOSE) || self.take_word(&SHIPS) {}
        }
        self.at += usize::from(self.is_upgraded_number());
        let first = self.at;
        let count = if self.is_numbered_card() { None } else { self.count()? };
        while self.take_word(&WHOSE) {}
        if is_first {
            return self.first(first, count, drafts);
        }
        self.check_no_denial()?;
        self.check_no_clause(count.is_some())?;
        if self.bears_damage(drafts, count.as_ref())? {
            return Ok(());
        }
        self.skip_before_damage();
        if self.is_damage(count.is_some()) && !self.is_damaged_ship() {
            return self.damage_after(drafts, count.as_ref(), (start, first));
        }
        if self.is_word(self.at, &UPGRADED_BEHIND) && self.is_alone(self.at) {
            if count.is_some() || (start..self.at).any(|at| self.is_word(at, &["some", "one"])) {
                let place = self.place(first, self.at + 1);
                let error = Diagnostic::at(&place, "some of the ships are upgraded");
                return Err(error.help("write both groups: `2 cruiser + 1 cruiser ii`"));
            }
            return self.upgrade_after(drafts, (start, first));
        }
        if let Some(dice) = self.dice_after(first, count.is_some()) {
            if sign == Sign::Add || self.has_plus(start, first) {
                let error = Diagnostic::at(&dice.place, "dice cannot be added by a number");
                return Err(error.help("write all of them, such as `cannons=2y`"));
            }
            return self.add_item_to(drafts, dice, (start, first));
        }
        let around = Around { is_counted: count.is_some(), sign, in_brackets: false };
        let meaning = match sign {
            Sign::Remove => Meaning::Part,
            _ => self.meaning(around)?,
        };
        self.take_meaning(drafts, meaning, (first, start), count, sign)
    }

    /// Reads what the words at this token mean after a group.
    fn take_meaning(
        &mut self,
        drafts: &mut Drafts,
        meaning: Meaning,
        (first, start): (usize, usize),
        count: Option<Spanned<u64>>,
        sign: Sign,
    ) -> Result<(), Diagnostic> {
        let number = count.as_ref().map(|n| n.value);
        let meaning = match meaning {
            Meaning::ShipOrOption(ship, option) => {
                self.ship_or_option(drafts, (ship, option), number.is_some(), start)?
            }
            other => other,
        };
        match meaning {
            Meaning::Ship(ship) => match self.damaged_before(drafts, (start, first), &ship) {
                Some(nth) => {
                    self.damage_of(&mut drafts.groups[nth], count, &ship)?;
                    drafts.describes = true;
                }
                None => {
                    self.check_no_repeat(drafts, (start, first), &ship)?;
                    (drafts.describes, drafts.is_about_all) = (false, false);
                    self.is_guess |= number.is_none() && self.is_too_short(&ship);
                    let named = ship.ship.found.one();
                    let named = named.map(|index| ShipRef { kind: ship.kind, index });
                    let is_known = drafts.groups.iter().any(|group| Some(group.ship) == named);
                    let group = self.group(first, count, &ship);
                    let is_listed = (start..first).any(|at| self.is_sign(at, ','));
                    if group.is_err() && (is_known || is_listed) {
                        // With a number, these would be more ships, and the words may tell of others.
                        self.fixes.clear();
                    }
                    let mut group = group?;
                    self.each_of_those_before(drafts, &mut group, (start, first));
                    drafts.is_about_some = false;
                    drafts.groups.push(group);
                }
            },
            Meaning::Part => {
                let sign = if sign == Sign::Remove { sign } else { Sign::Add };
                let item = self.part(sign, number, start)?;
                self.add_item_to(drafts, item, (start, first))?;
                if self.is_word(self.at, &["instead"]) && self.is_word(self.at + 1, &["of"]) {
                    let from = self.at;
                    self.at += 2;
                    self.skip_articles();
                    let number = match self.take_word(&["all", "both"]) {
                        true => Some(ALL),
                        false => self.count()?.map(|count| count.value),
                    };
                    self.skip_articles();
                    let item = self.part(Sign::Remove, number, from)?;
                    self.add_item_to(drafts, item, (from, from))?;
                    let end = self.at;
                    if self.take_absent_too() {
                        let place = self.place(end, self.at + 1);
                        return Err(Diagnostic::at(&place, "is this part added, or left out?")
                            .help("say `without` before each part that is left out"));
                    }
                }
            }
            Meaning::Figure(figure) => {
                let item = self.figure(&figure, first)?;
                self.add_item_to(drafts, item, (start, first))?;
            }
            Meaning::CountedFigure(figure) => {
                if let Some(count) = count.as_ref().filter(|_| sign == Sign::Whole) {
                    self.check_no_plus((start, first), count.value, figure.len)?;
                }
                if let Some(count) = &count {
                    let item = self.counted_figure(&figure, count, sign, start)?;
                    self.check_each_ship(drafts, &item, (first, self.at))?;
                    if self.kind(self.at) == Some(Kind::Word) && self.ship_at(self.at).is_some() {
                        let place = self.place(first, self.at + 1);
                        let error = Diagnostic::at(&place, "is this about the ships before it?");
                        let key = place.text();
                        return Err(
                            error.help(format!("figures go behind their ship, not `{key}`"))
                        );
                    }
                    self.add_item_to(drafts, item, (start, first))?;
                }
            }
            Meaning::Value(figure, value) => {
                let item = self.value_of(figure, &value, start)?;
                self.add_item_to(drafts, item, (start, first))?;
            }
            Meaning::Option(key) => {
                let option = self.keyed(&key, number)?;
                drafts.options.push(option);
            }
            Meaning::Owner(owner) => {
                let owner = self.only_placed(&self.words.owners, &owner)?;
                drafts.owners.push(owner);
            }
            Meaning::ShipOrOption(..) | Meaning::Unknown => return Err(self.unknown_name(true)),
        }
        Ok(())
    }

    /// Reads dice after a group: `2 yellow 1 orange`, `2y1o`. They are its cannons.
    pub(super) fn dice_after(&mut self, first: usize, is_counted: bool) -> Option<Spanned<Item>> {
        let figures = &self.words.figures;
        let figure = (0..figures.names.all().len()).find(|index| figures.takes_dice(*index))?;
        let ValueWords::Dice(colours) = figures.value(figure) else { return None };
        let word = self.text(self.at).to_lowercase();
        let is_named = colours.iter().any(|(_, name)| *name == word);
        let is_letter = |c: char| colours.iter().any(|(letter, _)| *letter == c);
        let is_short = self.is_glued(self.at)
            && word.chars().all(|c| c.is_ascii_digit() || is_letter(c))
            && !word.is_empty();
        if !is_counted || !(is_named || is_short) {
            return None;
        }
        let at = std::mem::replace(&mut self.at, first);
        let Some(value) = self.dice_value(colours) else {
            self.at = at;
            return None;
        };
        self.is_guess = true;
        let place = self.place(first, self.at);
        let key = Spanned::new(figures.names.name(figure).into(), place.clone());
        let value = Value::One(Spanned::new(value, place.clone()));
        Some(Spanned::new(Item::Figure(key, value), place))
    }

    /// Whether the number here belongs to the name of a card: `x89`, `2ram`.
    pub(super) fn is_numbered_card(&self) -> bool {
        let is_number = matches!(self.kind(self.at), Some(Kind::Number(_)))
            || times(self.text(self.at)).is_some();
        let card = is_number.then(|| self.name_at(&self.words.options.names, self.at)).flatten();
        card.is_some_and(|card| card.is_exact())
    }

    /// Whether `upgraded` is before a number of ships, not behind others: `upgraded 3 dreads`.
    fn is_upgraded_number(&self) -> bool {
        let is_start = self.at == 0
            || matches!(self.kind(self.at - 1), Some(Kind::Sign(_)))
            || self.is_word(self.at - 1, &JOINING)
            || self.is_word(self.at - 1, &WHOSE);
        let is_number = matches!(self.kind(self.at + 1), Some(Kind::Number(_)));
        is_start && is_number && self.is_word(self.at, &UPGRADED)
    }

    /// Whether a damaged ship is named here, and not that those before it are damaged.
    fn is_damaged_ship(&self) -> bool {
        self.adjective_end() > self.at && self.is_word(self.at, &DAMAGED)
    }

    /// Multiplies a number of ships by that of the ships that carry them: `2 carriers with 4 fighters
    /// each`, `2 carriers each with 4 fighters`.
    fn each_of_those_before(
        &mut self,
        drafts: &Drafts,
        group: &mut Draft,
        (start, first): (usize, usize),
    ) {
        const CARRYING: [&str; 2] = ["with", "carrying"];
        let is_carried = (start..first).any(|at| self.is_word(at, &CARRYING));
        let is_each = (start..first).any(|at| self.is_word(at, &["each"]))
            || self.is_word(self.at, &["each", "apiece"]);
        let carriers = drafts.groups.last().and_then(|group| group.count.as_ref());
        if let (Some(carriers), Some(count), true) =
            (carriers, &mut group.count, is_carried && is_each)
        {
            count.value = count.value.saturating_mul(carriers.value);
            self.is_guess = true;
        }
    }

    /// Whether one more part or figure follows that the ships lack, after `and` or `or`. Consumes
    /// that word.
    fn take_absent_too(&mut self) -> bool {
        let next = self.at + 1;
        let next = next + usize::from(self.is_word(next, &ARTICLES));
        let names = [&self.words.parts, &self.words.figures.names];
        let found = names.map(|names| self.name_at(names, next));
        let found = found.into_iter().flatten().filter(|name| name.fit.is_strong());
        let Some(len) = found.map(|name| name.len).max() else { return false };
        let is_value =
            self.is_sign(next + len, '=') || matches!(self.kind(next + len), Some(Kind::Number(_)));
        let is_ship = self.ship_at(next).is_some_and(|ship| ship.rank().1 >= len);
        let is_too = self.is_word(self.at, &["and", "or", "nor"]) && !is_value && !is_ship;
        self.at += usize::from(is_too);
        is_too
    }

    /// Whether words say that the ships lack what follows: `no`, `without`, `w/o`.
    fn is_absence(&self) -> bool {
        let is_short = self.is_word(self.at, &["w"])
            && self.is_sign(self.at + 1, '/')
            && self.is_word(self.at + 2, &["o"]);
        is_short || self.is_word(self.at, &WITHOUT)
    }

    /// Reads cards before the ships: `fighter prototype, 6 fighters`.
    fn first_cards(&mut self, drafts: &mut Drafts) -> Result<(), Diagnostic> {
        while let Some(card) = self.first_card() {
            let option = self.keyed(&card, None)?;
            drafts.options.push(option);
            self.is_guess = true;
            while self.take_word(&JOINING) || self.take(',') || self.take('+') {}
        }
        Ok(())
    }

    /// Returns the card before the ships that starts here. It has several words, or a number behind
    /// it, and no ship fits better.
    fn first_card(&self) -> Option<NameMatch> {
        let card = self.name_at(&self.words.options.names, self.at)?;
        let is_counted = matches!(self.kind(self.at + card.len), Some(Kind::Number(_)));
        let is_better = self.ship_at(self.at).is_none_or(|ship| ship.rank() < card.rank());
        let is_card = card.is_exact() && (card.len > 1 || is_counted) && is_better;
        (is_card && self.is_usable(&card)).then_some(card)
    }

    /// Checks what follows an option.
    fn after_option(&mut self) -> Result<(), Diagnostic> {
        let is_end = matches!(self.kind(self.at), None | Some(Kind::Sign('&' | ',' | '+')));
        if is_end || self.is_word(self.at, &JOINING) || self.is_word(self.at, &EACH) {
            return Ok(());
        }
        if self.starts_name(self.at) {
            let known = self.words.options.names.all();
            return Err(self.no_such("option", &known));
        }
        Err(self.expected("`&` or the end of the fleet"))
    }

    /// Whether the whole text is in brackets.
    fn is_wrapped(&self) -> bool {
        self.is_sign(0, '(') && self.source.text.trim_start().starts_with('(')
    }

    /// Whether the word at an index is the last of a fleet, or of its part between signs and words
    /// that join.
    fn is_alone(&self, at: usize) -> bool {
        let is_end = matches!(self.kind(at + 1), None | Some(Kind::Sign(',' | '&' | '+')));
        is_end || self.is_word(at + 1, &JOINING)
    }

    /// Upgrades the ships of the last group, or of all groups if a word between two tokens says so.
    fn upgrade_after(
        &mut self,
        drafts: &mut Drafts,
        words: (usize, usize),
    ) -> Result<(), Diagnostic> {
        let place = self.place(self.at, self.at + 1);
        self.at += 1;
        let last = drafts.groups.len() - 1;
        let is_all = self.is_about_all(words);
        if !is_all && last > 0 && (words.0..words.1).any(|at| self.is_sign(at, ',')) {
            return Err(Diagnostic::at(&place, "are all ships upgraded, or the last?")
                .help("say `all upgraded`, or write it before the ships: `upgraded cruiser`"));
        }
        let first = if is_all { 0 } else { last };
        for group in &mut drafts.groups[first..] {
            group.ship = self.upgraded(group.ship, &place)?;
        }
        drafts.groups[last].tokens.1 = self.at;
        Ok(())
    }

    /// Whether a word between two tokens says that what follows is about all groups.
    pub(super) fn is_about_all(&self, (start, first): (usize, usize)) -> bool {
        (start..first).any(|at| {
            let is_each = self.is_word(at, &["each"]) && at > 0 && self.is_sign(at - 1, ',');
            is_each || self.is_word(at, &["all", "both"])
        })
    }

    /// Whether words say behind a comma whose it is: `, his gauss shield`.
    fn is_about_a_side(&self, (start, first): (usize, usize)) -> bool {
        let is_owner =
            |at: usize| MINE.iter().chain(&THEIRS).any(|word| self.is_word(at, &[*word]));
        (start.max(1)..first).any(|at| self.is_sign(at - 1, ',') && is_owner(at))
    }

    /// Whether a letter or two directly behind a ship shorten the name of another one.
    fn is_too_short(&self, ship: &ShipMatch) -> bool {
        let letters: usize = self.run(self.at).iter().take(ship.rank().1).map(String::len).sum();
        let before = self.at.wrapping_sub(1);
        let is_announced = self.is_word(before, &ARTICLES)
            || self.is_word(before, &JOINING)
            || [',', '+'].iter().any(|sign| self.is_sign(before, *sign));
        letters < 3 && !ship.ship.is_exact() && !is_announced
    }

    /// Adds an item to the last group, or to all groups if a word between two tokens says so.
    fn add_item_to(
        &mut self,
        drafts: &mut Drafts,
        item: Spanned<Item>,
        words: (usize, usize),
    ) -> Result<(), Diagnostic> {
        let is_joined = !(words.0..words.1).any(|at| matches!(self.kind(at), Some(Kind::Sign(_))));
        let is_all = self.is_about_all(words)
            || drafts.is_about_all && is_joined
            || drafts.groups.len() > 1 && self.is_about_a_side(words);
        if std::mem::take(&mut drafts.is_about_some) && !is_all {
            return Err(Diagnostic::at(&item.place, "do all ships have this, or some of them?")
                .help("say `all with` before what all have, or write both groups with `+`"));
        }
        drafts.is_about_all = is_all;
        self.is_guess |= is_all;
        let others = drafts.groups.len().saturating_sub(1);
        for group in drafts.groups[..others].iter_mut().filter(|_| is_all) {
            self.is_guess = true;
            add(&mut group.items, item.clone());
        }
        self.add_item(drafts, item)
    }

    /// Adds an item to the last group.
    pub(super) fn add_item(
        &mut self,
        drafts: &mut Drafts,
        item: Spanned<Item>,
    ) -> Result<(), Diagnostic> {
        let end = self.at;
        let Some(last) = drafts.groups.last_mut() else { return Err(self.expected("a ship")) };
        add(&mut last.items, item);
        last.tokens.1 = end;
        Ok(())
    }

    /// Reads the first group.
    fn first(
        &mut self,
        first: usize,
        count: Option<Spanned<u64>>,
        drafts: &mut Drafts,
    ) -> Result<(), Diagnostic> {
        if let Some(ship) = self.ship_at(self.adjective_end()) {
            let group = self.group(first, count, &ship)?;
            drafts.groups.push(group);
            return Ok(());
        }
        if let Some(part) = self.name_at(&self.words.parts, self.at).filter(NameMatch::is_exact) {
            let place = self.place(self.at, self.at + part.len);
            let message = format!("`{}` is a part, not a {}", place.text(), self.words.terms.ship);
            return Err(
                Diagnostic::at(&place, message).help("a ship comes first: `cruiser + hull`")
            );
        }
        Err(self.unknown_name(false))
    }

    /// Returns the index behind words that say how ships are: `damaged`, `upgraded`.
    pub(super) fn adjective_end(&self) -> usize {
        let words: [&[&str]; 4] = [&DAMAGED, &UNDAMAGED, &UPGRADED, &SHIPS];
        let mut at = self.at;
        while words.iter().any(|words| self.is_word(at, words)) {
            at += 1;
        }
        if at == self.at || self.ship_at(at).is_some() { at } else { self.at }
    }

    /// Reads an owner before the number of its ships, as in `orion: 2 cruiser`.
    fn heading(&mut self) -> Result<Option<(usize, Place)>, Diagnostic> {
        let start = self.at;
        self.skip_articles();
        let owner = self.name_at(&self.words.owners, self.at);
        let is_heading = |owner: &NameMatch| {
            let after = self.at + owner.len;
            let after = after + usize::from(self.is_word(after, &["player"]));
            let next = self.kind(after);
            let is_number = matches!(next, Some(Kind::Number(_)));
            next == Some(Kind::Sign(':')) || owner.is_exact() && is_number
        };
        let Some(owner) = owner.filter(is_heading) else {
            self.at = start;
            return Ok(None);
        };
        let owner = self.only_placed(&self.words.owners, &owner)?;
        self.take_word(&WHOSE);
        self.take(':');
        Ok(Some(owner))
    }

    /// Reads a group from its ship on.
    fn group(
        &mut self,
        first: usize,
        mut count: Option<Spanned<u64>>,
        ship: &ShipMatch,
    ) -> Result<Draft, Diagnostic> {
        let mut is_damaged = false;
        let is_before = first > 0 && self.is_word(first - 1, &UPGRADED);
        let mut is_upgraded = is_before.then(|| self.place(first - 1, first));
        let adjectives = self.adjective_end();
        while self.at < adjectives {
            is_damaged |= self.is_word(self.at, &DAMAGED);
            if self.is_word(self.at, &UPGRADED) {
                is_upgraded = Some(self.place(self.at, self.at + 1));
            }
            self.at += 1;
        }
        let owns_group =
            ship.owner.as_ref().is_some_and(|(owner, _)| self.is_sign(self.at + owner.len, '/'));
        let mut taken = self.take_ship(ship)?;
        self.is_guess |= ship.rank().2 < crate::scenario::phrase::names::Fit::AnyOrder;
        if let Some(place) = &is_upgraded {
            taken.ship = self.upgraded(taken.ship, place)?;
        } else {
            self.level(&mut taken, &mut count, ship.has_digits)?;
        }
        let mut group = Draft {
            count,
            owner: taken.owner,
            owns_group,
            ship: taken.ship,
            ship_place: taken.place,
            is_hyphenated: taken.is_hyphenated,
            items: Vec::new(),
            tokens: (first, self.at),
        };
        while self.take_word(&SHIPS) {}
        if self.is_sign(self.at, ':') && matches!(self.kind(self.at + 1), Some(Kind::Number(_))) {
            if !(ship.ship.is_exact() || taken.is_plural) || ship.has_digits {
                let place = self.place(first, self.at + 1);
                let error = Diagnostic::at(&place, format!("unknown label `{}`", place.text()));
                return Err(error.help("labels are `me:`, `him:`, `attacker:` and `defender:`"));
            }
            self.at += 1;
            self.colon_count(&mut group)?;
        }
        self.count_after(&mut group.count)?;
        while self.is_sign(self.at, '(') {
            self.bracket_of(&mut group)?;
        }
        self.count_after(&mut group.count)?;
        if group.owner.is_none() && self.take_word(&OF) {
            self.skip_articles();
            let Some(found) = self.name_at(&self.words.owners, self.at) else {
                let known = self.words.owners.all();
                return Err(self.no_such(self.words.terms.owner, &known));
            };
            group.owner = Some(self.only_placed(&self.words.owners, &found)?);
        }
        if group.count.is_none() && taken.is_plural {
            return Err(self.how_many(&group));
        }
        if is_damaged {
            let all = group.count.as_ref().map_or(1, |count| count.value);
            let place = group.ship_place.clone();
            let damage = self.damaged(all, all, &place)?;
            add(&mut group.items, damage);
        }
        group.tokens.1 = self.at;
        Ok(group)
    }

    /// Creates the error for ships in the plural without a number.
    fn how_many(&mut self, group: &Draft) -> Diagnostic {
        let place = &group.ship_place;
        let (before, after) = self.around(place);
        self.fixes.push(format!("{before}2 {}{after}", place.text()));
        Diagnostic::at(place, format!("`{}` has no number", place.text())).label("how many?")
    }

    /// Reads a number after a colon: `Fighters: 4`.
    fn colon_count(&mut self, group: &mut Draft) -> Result<(), Diagnostic> {
        let Some(Kind::Number(value)) = self.kind(self.at) else { return Ok(()) };
        let place = self.place(self.at, self.at + 1);
        if group.count.is_some() {
            return Err(self.expected("the number of ships once"));
        }
        self.at += 1;
        group.count = Some(Spanned::new(value, place));
        Ok(())
    }

    /// Returns the upgraded form of a ship.
    fn upgraded(&mut self, ship: ShipRef, place: &Place) -> Result<ShipRef, Diagnostic> {
        let words = self.words;
        let error = |what: &str| Diagnostic::at(place, what.to_string());
        if !words.terms.has_levels {
            return Err(error("ships of this game have no levels")
                .label("which parts or figures?")
                .help("write `cruiser(+hull)`, or figures: `cruiser(hull=2)`"));
        }
        self.is_guess = true;
        if ship.kind == ShipKind::Saved {
            return Err(error("a saved ship has no levels"));
        }
        let names = self.names(ship.kind);
        let found = of_level(names, ship.index, 2).map(|index| ShipRef { index, ..ship });
        found.ok_or_else(|| error(&format!("`{}` cannot be upgraded", names.name(ship.index))))
    }

    /// Reads brackets after a ship: items, or words about the ships.
    fn bracket_of(&mut self, group: &mut Draft) -> Result<(), Diagnostic> {
        let open = self.at;
        self.at += 1;
        if self.take_word(&UPGRADED) && self.is_sign(self.at, ')') {
            let place = self.place(open + 1, self.at);
            group.ship = self.upgraded(group.ship, &place)?;
            self.at += 1;
            return Ok(());
        }
        self.at = open + 1;
        if self.take_word(&UNDAMAGED) && self.take(')') {
            return Ok(());
        }
        self.at = open + 1;
        let all = group.count.as_ref().map_or(1, |count| count.value);
        let count = self.count()?;
        if self.is_damage(count.is_some()) {
            let item = self.damage(all, count.as_ref(), false)?;
            add(&mut group.items, item);
            return self.close_bracket();
        }
        self.at = open + 1;
        let owner = self.name_at(&self.words.owners, self.at).filter(NameMatch::is_exact);
        if let Some(owner) = owner.filter(|owner| self.is_sign(self.at + owner.len, ')')) {
            group.owner = Some(self.only_placed(&self.words.owners, &owner)?);
            self.at += 1;
            return Ok(());
        }
        if let Some(ship) = self.longer_name(group) {
            group.ship = ship;
            self.is_guess = true;
            return Ok(());
        }
        self.bracket(&mut group.items)
    }

    fn close_bracket(&mut self) -> Result<(), Diagnostic> {
        if self.take(')') { Ok(()) } else { Err(self.expected("`)`")) }
    }

    /// Consumes a word in brackets that makes the name of a ship longer: `ancient (advanced)`.
    fn longer_name(&mut self, group: &Draft) -> Option<ShipRef> {
        let ShipRef { kind: kind @ ShipKind::Ship, index } = group.ship else { return None };
        let run = self.run(self.at);
        if run.is_empty() || !self.is_sign(self.at + run.len(), ')') {
            return None;
        }
        let mut words = super::names::words_of(self.words.ships.name(index));
        words.extend(run.iter().cloned());
        let index = self.words.ships.exact_in_any_order(&words)?;
        self.at += run.len() + 1;
        Some(ShipRef { kind, index })
    }

    /// Reads brackets after a part, an option or a comma: they tell of the last group.
    fn brackets_after(&mut self, drafts: &mut Drafts) -> Result<(), Diagnostic> {
        let Some(mut last) = drafts.groups.pop() else { return Err(self.expected("a ship")) };
        let read = self.bracket_of(&mut last);
        last.tokens.1 = self.at;
        drafts.groups.push(last);
        read
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
        *count = Some(Spanned::new(value, place));
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
            && owner.is_exact()
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
        if is_after_group && !run.is_empty() && !is_near(&known) && is_near(&options) {
            return self.no_such("option", &options);
        }
        let mut kind = words.terms.ship.to_string();
        if is_after_group && !words.parts.is_empty() {
            known.extend(words.parts.all());
            kind = format!("{kind} or part");
        }
        self.no_such(&kind, &known)
    }
}

impl Reader<'_> {
    /// Returns the group of a saved ship, with all its places at the name of the ship.
    pub(super) fn saved_group(&self, index: usize, place: &Place) -> Result<GroupText, Diagnostic> {
        let name = self.saved.name(index);
        let saved = self.words.saved.iter().find(|ship| ship.name == name);
        let text = saved.map_or("", |ship| ship.group.as_str());
        let source = Source::new(name, text);
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
