//! Reads figures: numbers within a range.

use std::ops::RangeInclusive;

use super::diagnostics::{Diagnostic, Place, shorten};
use super::names::normalise;
use super::notation::{GroupText, Value};
use super::spanned::Spanned;

/// Parses a whole number within a range. `10.0` counts as whole.
pub(crate) fn figure(
    place: &Place,
    text: &str,
    allowed: RangeInclusive<i32>,
) -> Result<i32, Diagnostic> {
    let (from, to) = (allowed.start(), allowed.end());
    let error = |what: &str| {
        Diagnostic::at(place, format!("`{}` {what}", shorten(text)))
            .label(format!("must be a whole number from {from} to {to}"))
    };
    match text.trim().parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => Err(error("is not a whole number")),
        Ok(number) if (f64::from(*from)..=f64::from(*to)).contains(&number) => Ok(number as i32),
        Ok(_) => Err(error("is out of range")),
        Err(_) => Err(error("is not a number")),
    }
}

/// Parses `true` or `false`.
pub(crate) fn truth(word: &Spanned<String>) -> Result<bool, Diagnostic> {
    match word.value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => {
            Err(Diagnostic::at(&word.place, format!("expected true or false, found `{other}`")))
        }
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

/// Records a figure; fails if it was already given.
pub(crate) fn once(given: &mut Vec<String>, key: &Spanned<String>) -> Result<(), Diagnostic> {
    let name = normalise(&key.value);
    if given.contains(&name) {
        return Err(Diagnostic::at(&key.place, format!("`{name}` is given twice")));
    }
    given.push(name);
    Ok(())
}

/// Returns the value of a figure that takes a single value.
pub(crate) fn one_value<'a>(
    key: &Spanned<String>,
    value: &'a Value,
) -> Result<&'a Spanned<String>, Diagnostic> {
    match value {
        Value::One(word) => Ok(word),
        Value::List(_) => {
            let message = format!("`{}` needs one value, not a list", key.value);
            Err(Diagnostic::at(&key.place, message))
        }
    }
}
