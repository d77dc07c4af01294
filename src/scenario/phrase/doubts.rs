//! Words behind a group that can mean several things, or deny something. They are refused where a guess
//! could answer another question.

use super::damage::DAMAGED;
use super::fillers::{DENIALS, JOINING, WITHOUT};
use super::fleet::{Draft, Drafts, UPGRADED, UPGRADED_BEHIND};
use super::meaning::Meaning;
use super::names::LEVELS;
use super::players::WHOSE_RETREAT;
use super::reader::{NameMatch, Reader};
use super::ships::ShipMatch;
use super::tokens::Kind;
use super::vocabulary::{DamageWords, ValueWords};
use crate::scenario::canonical::BY_SHIP;
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::notation::{Item, Spanned};

/// Words for players, before what they do.
const PLAYERS: [&str; 10] =
    ["i", "we", "he", "she", "they", "i'm", "we're", "he's", "she's", "they're"];

/// Verbs behind ships, of which a clause then tells.
const TELLING: [&str; 16] = [
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "got",
    "gets",
    "retreat",
    "retreats",
    "retreating",
    "flee",
    "flees",
    "fires",
    "sustains",
];

/// Returns the name of a ship without its level.
fn base_of(name: &str) -> &str {
    LEVELS.iter().find_map(|level| name.strip_suffix(level)?.strip_suffix('-')).unwrap_or(name)
}

impl Reader<'_> {
    /// Checks that no word here denies something, or asks whose retreat it is.
    pub(super) fn check_no_denial(&self) -> Result<(), Diagnostic> {
        if self.is_word(self.at, &[WHOSE_RETREAT]) {
            let place = self.place(self.at + 1, self.at + 2);
            let error = Diagnostic::at(&place, "which side retreats?").label("this can mean both");
            return Err(
                error.help("say who: `i retreat after round 1`, `he retreats after round 1`")
            );
        }
        // `non-euclidean shielding` denies nothing.
        let states = self.is_word(self.at + 1, &DAMAGED) || self.is_word(self.at + 1, &UPGRADED);
        let is_non = self.is_word(self.at, &["non"]) && states;
        if !is_non && !self.is_word(self.at, &DENIALS) {
            return Ok(());
        }
        let place = self.place(self.at, self.at + 1);
        let message = format!("`{}` is not understood here", place.text());
        let error = Diagnostic::at(&place, message).label("say what the ships are, or have");
        Err(error.help("ships are undamaged, and not upgraded, unless words say so"))
    }

    /// Checks that no clause about a player begins here, whose first word could be a ship: `i
    /// retreat`.
    pub(super) fn check_no_clause(&self, is_counted: bool) -> Result<(), Diagnostic> {
        let next = self.at + 1;
        let is_clause = !is_counted
            && self.is_word(self.at, &PLAYERS)
            && self.kind(next) == Some(Kind::Word)
            && !self.is_word(next, &JOINING)
            && self.ship_at(next).is_none();
        if !is_clause {
            return Ok(());
        }
        let place = self.place(self.at, next + 1);
        let message = format!("`{}` is not understood here", shorten(place.text()));
        Err(Diagnostic::at(&place, message).label("expected a ship, a part or an option"))
    }

    /// Checks that ships behind a comma are not perhaps some of those before it, `3 cruiser, one
    /// cruiser with hull 2`, and that no clause tells of them: `the war sun is damaged`.
    pub(super) fn check_no_repeat(
        &self,
        drafts: &Drafts,
        (start, first): (usize, usize),
        ship: &ShipMatch,
    ) -> Result<(), Diagnostic> {
        let has = |sign: char| (start..first).any(|at| self.is_sign(at, sign));
        let is_apart = (has(',') || drafts.describes) && !has('+');
        let index = ship.ship.found.one();
        let base = index.map(|index| base_of(self.names(ship.kind).name(index)));
        let is_known = drafts
            .groups
            .iter()
            .any(|group| Some(base_of(self.names(group.ship.kind).name(group.ship.index))) == base);
        let ship_start = self.adjective_end();
        let end = ship_start + ship.rank().1;
        let level = usize::from(self.is_word(end, &LEVELS));
        let is_in_words = (first..self.at).all(|at| self.kind(at) == Some(Kind::Word));
        let is_described = ship_start > self.at
            || is_in_words
                && (self.is_word(end, &JOINING)
                    || self.is_word(end, &WITHOUT)
                    || self.is_word(end, &UPGRADED_BEHIND));
        // `6 fighters with fighter ii`, `3 cruisers with cruiser upgrade`
        let is_with = (start..first).any(|at| self.is_word(at, &["with", "have", "has"]))
            || self.is_word(first.wrapping_sub(1), &["with", "have", "has"]);
        let is_level = is_with && first == self.at && is_known;
        let tells = self.is_word(end + level, &TELLING) && (has(',') || is_in_words);
        let place = self.place(first, end + level + usize::from(tells));
        let text = shorten(place.text());
        if tells {
            let error = Diagnostic::at(&place, format!("`{text}` tells of ships in a clause"));
            let name = index.map_or("cruiser", |index| self.names(ship.kind).name(index));
            return Err(error
                .label("this is not understood")
                .help(format!("write what ships are or have in brackets: `{name} (damaged)`")));
        }
        if has(',') && !has('+') && !is_known && self.is_word(end + level, &DAMAGED) {
            let name = index.map_or("cruiser", |index| self.names(ship.kind).name(index));
            let place = self.place(first, end + level + 1);
            let error =
                Diagnostic::at(&place, format!("this fleet has no {name} before these words"));
            return Err(error.label("this tells of ships of the other fleet, or of more ships").help(
                format!("one more is `+ damaged {name}`; behind both fleets, say `one of my` or `of his`"),
            ));
        }
        if !(is_known && (is_apart && is_described || is_level)) {
            return Ok(());
        }
        Err(Diagnostic::at(&place, format!("`{text}`: of those before, or one more?"))
            .label("this can mean both")
            .help("one more is joined by `+`; of those before, write all groups with `+`"))
    }

    /// Whether `+` or `plus` is between two tokens.
    pub(super) fn has_plus(&self, start: usize, first: usize) -> bool {
        (start..first).any(|at| self.is_sign(at, '+') || self.is_word(at, &["plus"]))
    }

    /// Checks that a number before a figure is not joined by `+` or `plus`: `cruiser plus 1 hull`.
    pub(super) fn check_no_plus(
        &self,
        (start, first): (usize, usize),
        number: u64,
        len: usize,
    ) -> Result<(), Diagnostic> {
        if !self.has_plus(start, first) {
            return Ok(());
        }
        let (place, name) = (self.place(first, self.at + len), self.place(self.at, self.at + len));
        let name = name.text();
        let message = format!("`{}`: more, or in all?", shorten(place.text()));
        Err(Diagnostic::at(&place, message)
            .help(format!("`+{number} {name}` is more, and `{name} {number}` all")))
    }

    /// Checks that `a` before two ships with names of one letter is not perhaps a ship, too: `a c d`.
    pub(super) fn check_letters(&self) -> Result<(), Diagnostic> {
        let letter = |at: usize| self.text(at).chars().count() == 1 && self.ship_at(at).is_some();
        if !(self.is_word(self.at, &["a"]) && (0..3).all(|n| letter(self.at + n))) {
            return Ok(());
        }
        let [_, one, other] = [0, 1, 2].map(|n| self.text(self.at + n));
        Err(Diagnostic::at(&self.place(self.at, self.at + 3), "three ships, or two?")
            .label("`a` is a ship, and a word for one ship")
            .help(format!("write `1 a + 1 {one} + 1 {other}`, or `1 {one} + 1 {other}`")))
    }

    /// Checks that a figure of each ship, typed between two tokens with one number, is about one ship:
    /// `2 scouts with 3 shields left`.
    pub(super) fn check_each_ship(
        &self,
        drafts: &Drafts,
        item: &Spanned<Item>,
        (first, end): (usize, usize),
    ) -> Result<(), Diagnostic> {
        let Item::Figure(name, _) = &item.value else { return Ok(()) };
        let counts_ships = matches!(self.words.terms.damage, DamageWords::Ships);
        let ships = drafts.groups.last().and_then(|group| group.count.as_ref());
        let is_of_one = ships.is_none_or(|ships| ships.value == 1);
        if is_of_one || counts_ships || !BY_SHIP.contains(&name.value.as_str()) {
            return Ok(());
        }
        let name = &name.value;
        Err(Diagnostic::at(&self.place(first, end), "which ship is this about?")
            .label("each, or one of them?")
            .help(format!("write `{name}=[1,0]`, with a number for each ship")))
    }

    /// Settles words that are the title of a ship and the name of its ability. A ship that is there
    /// already has its ability; otherwise it is one more ship, and the report says what else the
    /// words can mean.
    pub(super) fn ship_or_option(
        &mut self,
        drafts: &Drafts,
        (ship, option): (ShipMatch, NameMatch),
        is_numbered: bool,
        start: usize,
    ) -> Result<Meaning, Diagnostic> {
        let named = ship.ship.found.one();
        let named = named.map_or("", |index| self.names(ship.kind).name(index));
        // Ships of an owner are drafted by their class.
        let is_drafted = |group: &Draft| {
            let class = self.names(group.ship.kind).name(group.ship.index);
            named.strip_suffix(class).is_some_and(|of| of.is_empty() || of.ends_with('-'))
        };
        let (options, index) = (&self.words.options, option.found.one());
        let name = index.map_or("", |index| options.names.name(index));
        let is_drafted = drafts.groups.iter().any(is_drafted);
        if is_numbered {
            // A number of ships, or of what the ability counts.
            let card = index.map(|index| options.value(index));
            let counts = matches!(card, Some(ValueWords::Counted(card)) if card.copies > 1);
            return match is_drafted && counts {
                true => Ok(Meaning::Option(option)),
                false => Err(self.ambiguous(vec![named.into(), name.into()], option.len)),
            };
        }
        if is_drafted {
            return Ok(Meaning::Option(option));
        }
        let (before, after) = self.around(&self.place(start, self.at + option.len));
        self.others.push(format!("{before} & {name}{after}"));
        self.is_guess = true;
        Ok(Meaning::Ship(ship))
    }
}
