//! Tables of the figures that a group may set. The readers of typed fleets and of documents and the
//! vocabulary come from them.

use std::ops::RangeInclusive;

use super::check::has_class;
use crate::games::Rulebook;
use crate::scenario::diagnostics::{Diagnostic, shorten};
use crate::scenario::document::{by_ship, figure_item, flag_item};
use crate::scenario::fields::{Fields, same};
use crate::scenario::notation::{FleetText, GroupText, Item, Spanned, Value};
use crate::scenario::phrase::vocabulary::{Keys, ValueWords};

/// A figure that a group may set.
pub(crate) struct Figure<T> {
    /// Name.
    pub(crate) name: &'static str,
    value: FigureValue<T>,
    /// Whether documents write it beside the class of the group, and not with its `stats`.
    is_field: bool,
}

/// Value of a figure, and how it is set.
enum FigureValue<T> {
    /// A whole number.
    Number(RangeInclusive<i32>, fn(&mut T, i32)),
    /// `true` or `false`.
    Truth(fn(&mut T, bool)),
    /// A number for each ship.
    ByShip(RangeInclusive<i32>, fn(&mut T, Vec<i32>)),
    /// A number of units of the group.
    Units(RangeInclusive<i32>, fn(&mut T, i32)),
    /// A word that the game reads.
    Word(ValueWords, fn(&mut T, &Spanned<String>) -> Result<(), Diagnostic>),
    /// One or several words that the game reads.
    Words(ValueWords, fn(&mut T, &[Spanned<String>]) -> Result<(), Diagnostic>),
}

impl<T> Figure<T> {
    const fn new(name: &'static str, value: FigureValue<T>) -> Self {
        let is_field = matches!(value, FigureValue::ByShip(..) | FigureValue::Units(..));
        Self { name, value, is_field }
    }

    /// Creates a figure that is a whole number.
    pub(crate) const fn number(
        name: &'static str,
        allowed: RangeInclusive<i32>,
        set: fn(&mut T, i32),
    ) -> Self {
        Self::new(name, FigureValue::Number(allowed, set))
    }

    /// Creates a figure that is `true` or `false`.
    pub(crate) const fn truth(name: &'static str, set: fn(&mut T, bool)) -> Self {
        Self::new(name, FigureValue::Truth(set))
    }

    /// Creates a figure that is a number for each ship.
    pub(crate) const fn by_ship(
        name: &'static str,
        allowed: RangeInclusive<i32>,
        set: fn(&mut T, Vec<i32>),
    ) -> Self {
        Self::new(name, FigureValue::ByShip(allowed, set))
    }

    /// Creates a figure that is a number of units of the group.
    pub(crate) const fn units(
        name: &'static str,
        allowed: RangeInclusive<i32>,
        set: fn(&mut T, i32),
    ) -> Self {
        Self::new(name, FigureValue::Units(allowed, set))
    }

    /// Creates a figure that is a word, which the game reads.
    pub(crate) const fn word(
        name: &'static str,
        known: ValueWords,
        set: fn(&mut T, &Spanned<String>) -> Result<(), Diagnostic>,
    ) -> Self {
        Self::new(name, FigureValue::Word(known, set))
    }

    /// Creates a figure that is one or several words, which the game reads.
    pub(crate) const fn words(
        name: &'static str,
        known: ValueWords,
        set: fn(&mut T, &[Spanned<String>]) -> Result<(), Diagnostic>,
    ) -> Self {
        Self::new(name, FigureValue::Words(known, set))
    }

    /// Lets documents write a figure beside the class of the group.
    pub(crate) const fn field(mut figure: Self) -> Self {
        figure.is_field = true;
        figure
    }

    /// Sets the figure to a value as written.
    fn set(&self, of: &mut T, key: &Spanned<String>, value: &Value) -> Result<(), Diagnostic> {
        let words = value.words();
        let one = |what: &str| match value {
            Value::One(word) => Ok(word),
            Value::List(_) => {
                let message = format!("`{}` needs {what}, not a list", self.name);
                Err(Diagnostic::at(&key.place, message))
            }
        };
        match &self.value {
            FigureValue::Number(allowed, set) => {
                set(of, one("one value")?.number(allowed.clone())?);
            }
            FigureValue::Truth(set) => set(of, one("one value")?.truth()?),
            FigureValue::ByShip(allowed, set) => {
                let numbers = words.iter().map(|word| word.number(allowed.clone()));
                set(of, numbers.collect::<Result<_, _>>()?);
            }
            FigureValue::Units(allowed, set) => {
                let word = match words {
                    [word] => word,
                    _ => one(&format!("a number of {} units", self.name))?,
                };
                set(of, word.number(allowed.clone())?);
            }
            FigureValue::Word(_, set) => set(of, one("one value")?)?,
            FigureValue::Words(_, set) => set(of, words)?,
        }
        Ok(())
    }

    /// Returns the values that players type.
    fn typed_values(&self) -> ValueWords {
        match &self.value {
            FigureValue::Number(..) | FigureValue::ByShip(..) | FigureValue::Units(..) => {
                ValueWords::Number
            }
            FigureValue::Truth(_) => ValueWords::Truth,
            FigureValue::Word(words, _) | FigureValue::Words(words, _) => words.clone(),
        }
    }
}

/// Returns the names of all figures.
pub(crate) fn names<T>(figures: &[Figure<T>]) -> impl Iterator<Item = &'static str> {
    figures.iter().map(|figure| figure.name)
}

/// Adds figures to a vocabulary.
pub(crate) fn add_figures<T>(keys: &mut Keys, figures: &[Figure<T>]) {
    figures.iter().for_each(|figure| keys.add(figure.name, figure.typed_values()));
}

/// Sets the figures that a group gives. Parts are left to the game.
pub(crate) fn set_figures<T>(
    figures: &[Figure<T>],
    of: &mut T,
    text: &GroupText,
) -> Result<(), Diagnostic> {
    let mut given: Vec<&str> = Vec::new();
    for item in &text.items {
        let Item::Figure(key, value) = &item.value else { continue };
        let Some(figure) = figures.iter().find(|known| same(known.name, &key.value)) else {
            return Err(Diagnostic::unknown(&key.place, "figure", names(figures)));
        };
        if given.contains(&figure.name) {
            let message = format!("`{}` is given twice", figure.name);
            return Err(Diagnostic::at(&key.place, message));
        }
        given.push(figure.name);
        figure.set(of, key, value)?;
    }
    Ok(())
}

/// Checks that a group has no parts, in a game where `things` have none. `example` shows how
/// figures are set.
pub(crate) fn check_no_parts(
    text: &GroupText,
    things: &str,
    example: &str,
) -> Result<(), Diagnostic> {
    match text.items.iter().find(|item| !matches!(item.value, Item::Figure(..))) {
        Some(part) => Err(Diagnostic::at(&part.place, format!("{things} have no parts"))
            .help(format!("set figures directly: {example}"))),
        None => Ok(()),
    }
}

/// Returns the number of `things` in a group, from 1 to `most`; 1 if not given.
pub(crate) fn count(text: &GroupText, things: &str, most: usize) -> Result<u16, Diagnostic> {
    let Some(count) = &text.count else {
        return Ok(1);
    };
    if (1..=most as u64).contains(&count.value) {
        return Ok(count.value as u16);
    }
    let seen = shorten(count.place.text());
    Err(Diagnostic::at(&count.place, format!("a group cannot have `{seen}` {things}"))
        .label(format!("must be from 1 to {most}")))
}

/// Returns a fleet with the fields of its groups as figures, as they could be typed.
pub(crate) fn with_figures<T>(
    figures: &[Figure<T>],
    fleet: &FleetText,
    rulebook: Rulebook,
) -> Result<FleetText, Diagnostic> {
    let group = |text: &GroupText| -> Result<GroupText, Diagnostic> {
        has_class(text)?;
        let mut fields = text.fields.clone();
        let mut items = text.items.clone();
        items.extend(field_items(figures, &mut fields)?);
        fields.finish_in(rulebook)?;
        Ok(GroupText { items, fields: Fields::default(), ..text.clone() })
    };
    let groups = fleet.groups.iter().map(group).collect::<Result<_, _>>()?;
    Ok(FleetText { groups, options: fleet.options.clone() })
}

/// Returns the fields of a group that are figures: first those with words, in the order written.
pub(crate) fn field_items<T>(
    figures: &[Figure<T>],
    fields: &mut Fields,
) -> Result<Vec<Spanned<Item>>, Diagnostic> {
    let is_word = |figure: &&Figure<T>| {
        matches!(figure.value, FigureValue::Word(..) | FigureValue::Words(..))
    };
    let of_words: Vec<&'static str> = figures
        .iter()
        .filter(|figure| figure.is_field)
        .filter(is_word)
        .map(|figure| figure.name)
        .collect();
    let mut items = Vec::new();
    for field in fields.take_all(&of_words) {
        items.push(figure_item(&field)?);
    }
    for figure in figures.iter().filter(|figure| figure.is_field && !is_word(figure)) {
        let item = |node: &_| match figure.value {
            FigureValue::Truth(_) => flag_item(figure.name, node),
            _ => by_ship(figure.name, node),
        };
        items.extend(fields.read(figure.name, item)?);
    }
    Ok(items)
}
