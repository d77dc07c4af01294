//! Text in exact notation whose names are all known. It keeps its meaning, whatever it could mean
//! as a phrase.

use std::sync::Arc;

use super::names::{Names, words_of};
use super::vocabulary::{Condition, Keys, ValueWords, Vocabulary};
use crate::scenario::diagnostics::Source;
use crate::scenario::notation::{
    FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet,
};

/// Reads a text in exact notation and writes its names in full. Returns `None` if it has another
/// form, or a name or value in it is not known.
pub(super) fn exact(source: &Arc<Source>, words: &Vocabulary) -> Option<FleetText> {
    let mut fleet = parse_fleet(source, 0..source.text.len()).ok()?;
    for option in &mut fleet.options {
        exact_option(words, option)?;
    }
    fleet.groups.iter_mut().try_for_each(|group| exact_group(words, group))?;
    Some(fleet)
}

/// Writes a name in full.
fn name(names: &Names, typed: &mut Spanned<String>) -> Option<usize> {
    let index = names.exact(&words_of(&typed.value))?;
    typed.value = names.name(index).to_string();
    Some(index)
}

fn exact_group(words: &Vocabulary, group: &mut GroupText) -> Option<()> {
    match &mut group.species {
        None => {
            let typed = group.class.value.to_lowercase();
            let ship = name(&words.ships, &mut group.class)?;
            // In other words than its name, a ship of an owner speaks for the side.
            let is_own = words.terms.owner_is_side && words.owner_of(ship).is_some();
            let says_how_many = group.count.is_some() || !words.ships.is_plural(&words_of(&typed));
            ((!is_own || typed == group.class.value) && says_how_many).then_some(())?;
        }
        Some(owner) => {
            let owner = name(&words.owners, owner)?;
            let class = name(&words.classes, &mut group.class)?;
            if words.terms.owner_is_side {
                words.ship_of(owner, class)?;
            }
        }
    }
    group.items.iter_mut().try_for_each(|item| match &mut item.value {
        Item::Part(_, part) | Item::Add(_, part) | Item::Remove(_, part) => {
            name(&words.parts, part).map(|_| ())
        }
        Item::Figure(key, value) => exact_value(words, &words.figures, key, value),
    })
}

fn exact_option(words: &Vocabulary, option: &mut OptionText) -> Option<()> {
    let typed = option.name.value.trim_start();
    let digits = typed.len() - typed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_counted = digits > 0 && typed[digits..].starts_with(' ');
    if is_counted {
        let (count, rest) = typed.split_at(digits);
        let index = words.options.names.exact(&words_of(rest))?;
        let counted = matches!(words.options.value(index), ValueWords::Counted(_));
        let full = format!("{count} {}", words.options.names.name(index));
        if counted {
            option.name.value = full;
        }
        return counted.then_some(());
    }
    match &mut option.value {
        Some(value) => exact_value(words, &words.options, &mut option.name, value),
        None => name(&words.options.names, &mut option.name).map(|_| ()),
    }
}

/// Writes a name and its value in full.
fn exact_value(
    words: &Vocabulary,
    keys: &Keys,
    key: &mut Spanned<String>,
    value: &mut Value,
) -> Option<()> {
    let kind = keys.value(name(&keys.names, key)?);
    value.words_mut().iter_mut().try_for_each(|value| exact_word(words, kind, value))
}

fn exact_word(words: &Vocabulary, kind: &ValueWords, value: &mut Spanned<String>) -> Option<()> {
    match kind {
        // `+1` is a change of the printed figure.
        ValueWords::Number if value.value.starts_with('+') => None,
        ValueWords::Number | ValueWords::Within(_) => {
            value.value.trim().parse::<f64>().ok().map(|_| ())
        }
        ValueWords::Truth => ["true", "false"].contains(&value.value.as_str()).then_some(()),
        ValueWords::Dice(colours) => is_dice(&value.value, colours).then_some(()),
        ValueWords::Names(names) => name(names, value).map(|_| ()),
        ValueWords::Owner => name(&words.owners, value).map(|_| ()),
        ValueWords::Conditions(all) => is_condition(&value.value, all).then_some(()),
        ValueWords::None
        | ValueWords::Counted(_)
        | ValueWords::OwnShip
        | ValueWords::Like(_)
        | ValueWords::Text
        | ValueWords::Refused => Some(()),
    }
}

/// Whether a text is one of these conditions, with its number.
fn is_condition(text: &str, all: &[Condition]) -> bool {
    all.iter().any(|Condition { words, number, .. }| match text.strip_prefix(words) {
        Some("") => number.is_empty(),
        Some(typed) if !number.is_empty() => {
            let typed = typed.strip_prefix(' ').unwrap_or_default();
            typed.strip_suffix('%').unwrap_or(typed).parse::<f64>().is_ok()
        }
        _ => false,
    })
}

/// Whether a text is `0` or numbers of dice with the letters of their colours.
fn is_dice(text: &str, colours: &[(char, &str)]) -> bool {
    let mut has_number = false;
    text.trim() == "0"
        || text.chars().filter(|c| !c.is_whitespace()).all(|c| {
            let is_digit = c.is_ascii_digit();
            let is_colour = colours.iter().any(|(letter, _)| *letter == c.to_ascii_lowercase());
            let is_next = is_digit || is_colour && has_number;
            has_number = is_digit;
            is_next
        }) && !has_number
}
