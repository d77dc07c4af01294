//! Names that fit at the cursor in a typed fleet.

use std::ops::Range;

use serde::Serialize;

use crate::scenario::phrase::Vocabulary;

/// A name that fits at a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// Range of the text that it replaces, in bytes.
    pub range: Range<usize>,
    /// The name.
    pub name: String,
}

/// Returns the names that fit at a cursor: parts and figures in brackets, options after `&`,
/// elsewhere ships, their owners and saved ships. The cursor is an index in bytes.
///
/// ```
/// use fleetodds::internals::edit::complete;
/// use fleetodds::internals::games::{Rulebook, load};
///
/// let game = load(Rulebook::default(), &[])?;
/// let words = &game.lexicon().vocabulary;
/// let found = complete(&words, "3 int + 1 ancient", 5);
/// assert_eq!((found[0].name.as_str(), found[0].range.clone()), ("interceptor", 2..5));
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
#[must_use]
pub fn complete(words: &Vocabulary, text: &str, cursor: usize) -> Vec<Completion> {
    let cursor = text.floor_char_boundary(cursor);
    let typed = &text[..cursor];
    let is_inside = typed.rfind('(').is_some_and(|at| !typed[at..].contains(')'));
    let is_option = !is_inside && typed.contains('&');
    let ends = match (is_inside, is_option) {
        (true, _) => &['(', ',', ' '][..],
        (_, true) => &['&', ',', ' '],
        _ => &['+', ',', ' '],
    };
    let start = typed.rfind(ends).map_or(0, |at| at + 1);
    let has_sign = is_inside && typed[start..].starts_with(['+', '-']);
    let range = start + usize::from(has_sign)..cursor;
    let wanted = typed[range.clone()].to_lowercase();
    let [ships, owners, parts] = words.listed();
    let saved = words.saved.iter().map(|ship| ship.name.as_str());
    let names: Vec<&str> = match (is_inside, is_option) {
        (true, _) if has_sign => parts,
        (true, _) => [parts, words.figures.names.all()].concat(),
        (_, true) => words.typed_options().map(|(name, _)| name).collect(),
        _ => saved.chain(ships).chain(owners).collect(),
    };
    let fits = names.into_iter().filter(|name| name.to_lowercase().starts_with(&wanted));
    fits.map(|name| Completion { range: range.clone(), name: name.into() }).collect()
}
