//! Values that keep their place in the source.

use std::ops::RangeInclusive;

use super::diagnostics::{Diagnostic, Place, shorten};

/// A value and its place in the source.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Place in the source.
    pub place: Place,
}

impl<T> Spanned<T> {
    /// Creates a value with its place.
    pub(crate) fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}

/// Compares values only: their places do not matter.
impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Spanned<String> {
    /// Returns the word as a whole number within a range. `10.0` counts as whole.
    pub(crate) fn number(&self, allowed: RangeInclusive<i32>) -> Result<i32, Diagnostic> {
        let (from, to) = (allowed.start(), allowed.end());
        let error = |what: &str| {
            Diagnostic::at(&self.place, format!("`{}` {what}", shorten(&self.value)))
                .label(format!("must be a whole number from {from} to {to}"))
        };
        match self.value.trim().parse::<f64>() {
            Ok(number) if number.fract() != 0.0 => Err(error("is not a whole number")),
            Ok(number) if (f64::from(*from)..=f64::from(*to)).contains(&number) => {
                Ok(number as i32)
            }
            Ok(_) => Err(error("is out of range")),
            Err(_) => Err(error("is not a number")),
        }
    }

    /// Returns the word as `true` or `false`.
    pub(crate) fn truth(&self) -> Result<bool, Diagnostic> {
        match self.value.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => {
                let message = format!("expected true or false, found `{other}`");
                Err(Diagnostic::at(&self.place, message))
            }
        }
    }
}
