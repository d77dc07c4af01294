//! Values that keep their place in the source.

use super::diagnostics::Place;

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
