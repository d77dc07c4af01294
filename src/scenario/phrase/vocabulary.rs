//! The names of a game that players type.

use std::ops::RangeInclusive;

use super::names::{Found, Names, Synonyms, words_of};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::model::SideText;
use crate::scenario::notation::{FleetText, OptionText, Value};

/// Names of the ships, owners, parts, figures and options of a game, and what players call them.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// How the game calls things.
    pub(crate) terms: Terms,
    /// Classes of ships. Those that belong to one owner have its name in theirs.
    pub(crate) ships: Names,
    /// Classes of ships without the name of an owner.
    pub(crate) classes: Names,
    /// Ships that belong to one owner: owner, class, ship.
    pub(crate) own: Vec<(usize, usize, usize)>,
    /// Owners of ships: species or factions.
    pub(crate) owners: Names,
    /// Parts of ships.
    pub(crate) parts: Names,
    /// Figures of a group.
    pub(crate) figures: Keys,
    /// Options of a side.
    pub(crate) options: Keys,
    /// Ships that belong to no owner, such as those of the game itself.
    pub(crate) neutral: Vec<usize>,
    /// Figures as they are printed.
    pub(crate) printed: Vec<Printed>,
    /// Options that an owner may have, and has only if they are named: owner, option.
    pub(crate) optional: Vec<(usize, String)>,
    /// Texts of ships that count only if they are named.
    pub(crate) texts: Vec<ShipText>,
    /// Ships that the player has saved.
    pub saved: Vec<SavedShip>,
}

/// The text of a ship that counts only if it is named.
#[derive(Clone, Debug)]
pub(crate) struct ShipText {
    pub(crate) ship: String,
    /// Option that names it.
    pub(crate) option: String,
    /// Things that its number counts; empty without a number.
    pub(crate) counts: String,
}

/// A ship that the player has saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedShip {
    /// Name of one word.
    pub name: String,
    /// The ship as a group in exact notation, such as `cruiser(+hull)`.
    pub group: String,
}

/// How a game calls things.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terms {
    /// What a group consists of: `class of ship`, `unit`.
    pub(crate) ship: &'static str,
    /// What a ship belongs to: `species`, `faction`; also the option that names it.
    pub(crate) owner: &'static str,
    /// Whether a side has one owner, so that it is an option of the side and not of a group.
    pub(crate) owner_is_side: bool,
    /// What `damaged` means.
    pub(crate) damage: DamageWords,
    /// Whether ships have levels, so that they can be upgraded.
    pub(crate) has_levels: bool,
}

/// A figure, or the number of a part, as it is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    /// Owner of the ship; `None` for ships without one, and for those that name none.
    pub(crate) owner: Option<usize>,
    /// Ship.
    pub(crate) ship: usize,
    pub(crate) what: PrintedWhat,
    pub(crate) value: i64,
}

/// A figure or a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrintedWhat {
    Figure(usize),
    Part(usize),
}

/// What `damaged` means where no number of points is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DamageWords {
    /// Nothing: the points must be given.
    #[default]
    Points,
    /// One point on each damaged ship. The figure lists the points of all ships.
    OnePoint,
    /// The ship is damaged. The figure is the number of damaged ships.
    Ships,
}

/// Names that take values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    /// The names.
    pub(crate) names: Names,
    values: Vec<ValueWords>,
    /// Meaning of each name, for people; empty where the catalogue explains it.
    help: Vec<&'static str>,
}

/// Values that a name takes.
#[derive(Clone, Debug, Default)]
pub(crate) enum ValueWords {
    /// No value.
    None,
    /// A number of copies before the name, and a number or text as its value.
    Counted(Box<CardWords>),
    /// A whole number.
    Number,
    /// A whole number in this range.
    Within(RangeInclusive<i32>),
    /// `true` or `false`.
    Truth,
    /// Dice by the letters and names of their colours.
    Dice(&'static [(char, &'static str)]),
    /// One of these names, or several of them.
    Names(Names),
    /// One of these conditions.
    Conditions(&'static [Condition]),
    /// An owner of ships.
    Owner,
    /// A class of the side's own ships.
    OwnShip,
    /// Text of a form that only the game knows, such as this example.
    Like(&'static str),
    /// Any text.
    #[default]
    Text,
    /// Only the game knows this name. It explains why it cannot be typed.
    Refused,
}

/// A condition, in words.
#[derive(Debug)]
pub(crate) struct Condition {
    /// Words of the condition: `after round`.
    pub(crate) words: &'static str,
    /// Example of the number behind them; empty if there is none.
    pub(crate) number: &'static str,
    /// Words that may follow the number.
    pub(crate) units: &'static [&'static str],
}

impl Condition {
    /// Returns the condition with a number as an example.
    pub(crate) fn example(&self) -> String {
        format!("{} {}", self.words, self.number).trim_end().to_string()
    }
}

/// The value and copies that a technology, card or ability takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardWords {
    /// Highest number of copies; 1 if they are not counted.
    pub(crate) copies: u64,
    /// Its value. Typed values are read as numbers or text; the game finds out what they mean.
    pub(crate) value: ValueWords,
    /// Term for the value: `round`, `unit`.
    pub(crate) term: &'static str,
    /// Whether it needs the value.
    pub(crate) needs_value: bool,
    /// Whether the game knows it only to explain why it cannot be used.
    pub(crate) is_refused: bool,
}

impl Keys {
    /// Adds a name with its values.
    pub(crate) fn add(&mut self, name: &str, value: ValueWords) {
        self.add_explained(name, value, "");
    }

    /// Adds a name with its values and its meaning.
    pub(crate) fn add_explained(&mut self, name: &str, value: ValueWords, help: &'static str) {
        let known = self.names.all().len();
        if self.names.add(name) == Some(known) {
            self.values.push(value);
            self.help.push(help);
        }
    }

    /// Returns the meaning of a name.
    pub(crate) fn help(&self, name: &str) -> &'static str {
        self.names.position(name).map_or("", |at| self.help[at])
    }

    /// Adds names with the same kind of values.
    pub(crate) fn add_all(&mut self, names: &[&str], value: &ValueWords) {
        names.iter().for_each(|name| self.add(name, value.clone()));
    }

    /// Sets the values of a name.
    pub(crate) fn set(&mut self, name: &str, value: ValueWords) {
        if let Some(at) = self.names.position(name) {
            self.values[at] = value;
        }
    }

    /// Whether the values of a name are dice by colour.
    pub(crate) fn takes_dice(&self, index: usize) -> bool {
        matches!(self.value(index), ValueWords::Dice(_))
    }

    /// Returns the values of a name.
    pub(crate) fn value(&self, index: usize) -> &ValueWords {
        self.values.get(index).unwrap_or(&ValueWords::Text)
    }
}

/// Returns values that are names.
pub(crate) fn one_of<'a>(known: impl IntoIterator<Item = &'a str>) -> ValueWords {
    let mut names = Names::default();
    for name in known {
        names.add(name);
    }
    ValueWords::Names(names)
}

impl Vocabulary {
    /// Creates an empty vocabulary.
    pub(crate) fn new(terms: Terms) -> Self {
        let mut words = Self { terms, ..Self::default() };
        // Fewer letters, like `p`, would name an owner or a card that was not meant.
        words.owners.set_shortest(2);
        words.options.names.set_shortest(3);
        words
    }

    /// Returns the names of all ships, of their owners, and of parts.
    #[must_use]
    pub fn listed(&self) -> [Vec<&str>; 3] {
        [&self.ships, &self.owners, &self.parts].map(Names::all)
    }

    /// Returns the options of a side that can be used, with the values that they take.
    pub(crate) fn typed_options(&self) -> impl Iterator<Item = (&str, &ValueWords)> {
        let names = self.options.names.all().into_iter().enumerate();
        let options = names.map(|(n, name)| (name, self.options.value(n)));
        options.filter(|(_, value)| match value {
            ValueWords::Counted(card) => !card.is_refused,
            value => !matches!(value, ValueWords::Refused),
        })
    }

    /// Returns the names that an option can have as its value. `classes` are those of the side's
    /// own ships.
    pub(crate) fn values_of<'a>(
        &self,
        option: &str,
        classes: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        let value = self.typed_options().find(|(name, _)| *name == option).map(|(_, value)| value);
        let value = match value {
            Some(ValueWords::Counted(card)) => Some(&card.value),
            value => value,
        };
        let names: Vec<&str> = match value {
            Some(ValueWords::Names(names)) => names.all(),
            Some(ValueWords::Owner) => self.owners.all(),
            Some(ValueWords::OwnShip) => classes.collect(),
            _ => Vec::new(),
        };
        let mut known: Vec<String> = Vec::with_capacity(names.len());
        for name in names {
            if !known.iter().any(|other| other == name) {
                known.push(name.into());
            }
        }
        known
    }

    /// Adds a ship that belongs to no single owner.
    pub(crate) fn ship(&mut self, name: &str) {
        // A number in front would be read as a count.
        if !name.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && self.ships.add(name).is_some()
        {
            self.classes.add(name);
        }
    }

    /// Adds a ship of one owner, which calls its class `class`.
    pub(crate) fn own_ship(&mut self, owner: &str, class: &str, name: &str) {
        let owner = self.owners.add(owner);
        let class = self.classes.add(class);
        if let (Some(owner), Some(class), Some(ship)) = (owner, class, self.ships.add(name)) {
            self.own.push((owner, class, ship));
        }
    }

    /// Adds customary names of ships and of their classes.
    pub(crate) fn call_ships(&mut self, synonyms: &Synonyms) {
        self.ships.call(synonyms);
        self.classes.call(synonyms);
    }

    /// Adds what is printed of a ship.
    pub(crate) fn print(&mut self, owner: Option<&str>, ship: &str, all: &[(PrintedWhat, i64)]) {
        let owner = match owner {
            Some(owner) => self.owners.position(owner).map(Some),
            None => Some(None),
        };
        let Some((owner, ship)) = owner.zip(self.ships.position(ship)) else { return };
        let printed = |&(what, value)| Printed { owner, ship, what, value };
        self.printed.extend(all.iter().map(printed));
    }

    /// Returns a printed figure of a ship, if the game lists it.
    pub(crate) fn printed(&self, owner: Option<&str>, ship: &str, figure: &str) -> Option<i64> {
        self.printed_what(owner, ship, PrintedWhat::Figure(self.figures.names.position(figure)?))
    }

    /// Returns the number of a part that is printed on a ship, if the game lists it.
    pub(crate) fn carried(&self, owner: Option<&str>, ship: &str, part: &str) -> Option<i64> {
        self.printed_what(owner, ship, PrintedWhat::Part(self.parts.position(part)?))
    }

    fn printed_what(&self, owner: Option<&str>, ship: &str, what: PrintedWhat) -> Option<i64> {
        let owner = match owner {
            Some(owner) => Some(self.owners.position(owner)?),
            None => None,
        };
        let ship = self.ships.position(ship)?;
        let is = |p: &&Printed| (p.owner, p.ship, p.what) == (owner, ship, what);
        self.printed.iter().find(is).map(|printed| printed.value)
    }

    /// Returns the ship of an owner with this class.
    pub(crate) fn ship_of(&self, owner: usize, class: usize) -> Option<&str> {
        let is = |(o, c, _): &&(usize, usize, usize)| (*o, *c) == (owner, class);
        self.own.iter().find(is).map(|(.., ship)| self.ships.name(*ship))
    }

    /// Returns the owner to whom a ship belongs.
    pub(crate) fn owner_of(&self, ship: usize) -> Option<usize> {
        self.own.iter().find(|(.., known)| *known == ship).map(|(owner, ..)| *owner)
    }

    /// Returns the owner that the options of a side name.
    pub(super) fn side_owner(&self, options: &[OptionText]) -> Option<usize> {
        let option = options.iter().find(|option| option.name.value == self.terms.owner)?;
        let Some(Value::One(value)) = &option.value else { return None };
        self.owners.position(&value.value)
    }

    /// Returns the version of a ship that a side has: that of its owner, if its options name one
    /// who has a version of its own.
    pub(crate) fn version_of_side(&self, options: &[OptionText], ship: &str) -> Option<&str> {
        let owner = self.side_owner(options).filter(|_| self.terms.owner_is_side)?;
        let index = self.ships.position(ship)?;
        let class = self.classes.position(ship).filter(|_| self.owner_of(index).is_none())?;
        self.ship_of(owner, class)
    }

    /// Gives a side the versions of its owner for ships that belong to no single owner.
    pub(super) fn bring_own_ships(&self, fleet: &mut FleetText) {
        let FleetText { groups, options } = fleet;
        for group in groups.iter_mut().filter(|group| group.species.is_none()) {
            if let Some(own) = self.version_of_side(options, &group.class.value) {
                group.class.value = own.to_string();
            }
        }
    }

    /// Returns the error for a text that only the owner of the other side has by itself, in words that
    /// do not say whose it is: `2 letnev dreads vs 3 cruisers, munitions reserves`.
    pub(crate) fn text_of_other_side(&self, sides: &[SideText; 2]) -> Option<Diagnostic> {
        let owners = sides.each_ref().map(|side| self.side_owner(&side.fleet.options));
        let is_apart =
            |place: &Place| place.source.text[..place.range.start].trim_end().ends_with(',');
        let other = owners[0].filter(|other| owners[1] != Some(*other))?;
        let is_theirs = |option: &&OptionText| {
            let name = &option.name.value;
            let is = |(of, known): &(usize, String)| *of == other && name.ends_with(known);
            self.optional.iter().any(is) && is_apart(&option.name.place)
        };
        let option = sides[1].fleet.options.iter().find(is_theirs)?;
        let (owner, name) = (self.owners.name(other), &option.name.value);
        let error = Diagnostic::at(&option.name.place, format!("which side has `{name}`?"));
        let error = error.label(format!("the other side is {owner}"));
        Some(error.help(format!("say who, as `he has {name}`, or write `& {name}`")))
    }

    /// Returns remarks about rules and texts of the ships of a side that are not played.
    pub(super) fn notes(&self, fleet: &FleetText) -> Vec<String> {
        [self.without_owner(fleet), self.unnamed_texts(fleet)].concat()
    }

    /// Notes texts of the ships of a side that count only if they are named.
    fn unnamed_texts(&self, fleet: &FleetText) -> Vec<String> {
        let has = |text: &&ShipText| {
            let is_named = |option: &OptionText| option.name.value.ends_with(&text.option);
            fleet.groups.iter().any(|group| group.class.value == text.ship)
                && !fleet.options.iter().any(is_named)
        };
        let note = |ShipText { ship, option, counts }: &ShipText| {
            let number = match counts.as_str() {
                "" => String::new(),
                counts => format!(", or `& 3 {option}` for 3 {counts}"),
            };
            format!("{ship}: not played unless named: {option}; add `& {option}`{number}")
        };
        self.texts.iter().filter(has).map(note).collect()
    }

    /// Notes ships of an owner on a side that does not name it, and so plays without its rules.
    fn without_owner(&self, fleet: &FleetText) -> Vec<String> {
        let Terms { owner: term, owner_is_side: true, .. } = self.terms else { return Vec::new() };
        if fleet.options.iter().any(|option| option.name.value == term) {
            return Vec::new();
        }
        let of = |class: &str| self.owner_of(self.ships.position(class)?);
        let note = |(class, owner): (&str, usize)| {
            let owner = self.owners.name(owner);
            format!(
                "{class} is played without the rules of {owner}; for them add `& {term}={owner}`"
            )
        };
        let classes = fleet.groups.iter().map(|group| group.class.value.as_str());
        classes.filter_map(|class| Some(note((class, of(class)?)))).take(1).collect()
    }

    /// Returns a name in full. A name that is not known or can mean several stays as it is.
    pub(crate) fn full_name(&self, names: &Names, typed: &str) -> String {
        let words = words_of(typed);
        match names.find(&words) {
            Some((fit, Found::One(index))) if fit.is_strong() => names.name(index).to_string(),
            _ => typed.to_string(),
        }
    }

    /// Whether these words are the name of an option of a side.
    pub(crate) fn has_option(&self, words: &[String]) -> bool {
        self.options.names.exact(words).is_some()
    }

    /// Whether these words are the exact name or a synonym of a ship, owner, part, technology or
    /// card, or of a class that only owners have. Options with a value do not count: several games
    /// share them.
    pub(crate) fn knows(&self, words: &[String]) -> bool {
        let kinds = [&self.ships, &self.classes, &self.owners, &self.parts];
        let is_effect = |option: &usize| {
            matches!(self.options.value(*option), ValueWords::None | ValueWords::Counted(_))
        };
        kinds.iter().any(|names| names.exact_in_any_order(words).is_some())
            || self.options.names.exact_in_any_order(words).as_ref().is_some_and(is_effect)
    }
}
