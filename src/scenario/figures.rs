//! Figures as written: numbers within a range.

use std::ops::RangeInclusive;

use super::diagnostics::{Diagnostic, Place, shorten};
use super::notation::Spanned;

/// A whole number within a range.
pub(super) fn figure(
    place: &Place,
    text: &str,
    allowed: RangeInclusive<i32>,
) -> Result<i32, Diagnostic> {
    let (from, to) = (allowed.start(), allowed.end());
    let error = |what: &str| {
        Diagnostic::at(place, format!("`{}` {what}", shorten(text)))
            .label(format!("allowed is a whole number from {from} to {to}"))
    };
    match text.trim().parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => Err(error("is not a whole number")),
        Ok(number) if (f64::from(*from)..=f64::from(*to)).contains(&number) => Ok(number as i32),
        Ok(_) => Err(error("is out of range")),
        Err(_) => Err(error("is not a number")),
    }
}

/// A word that is `true` or `false`.
pub(super) fn truth(word: &Spanned<String>) -> Result<bool, Diagnostic> {
    match word.value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => {
            Err(Diagnostic::at(&word.place, format!("expected true or false, found `{other}`")))
        }
    }
}
