//! Parses words and numbers shared by all rulebooks: engines, rulebooks, counts, names of entries.

use super::diagnostics::{Diagnostic, Place};
use super::fields::same;
use super::model::Engine;
use super::names::normalise;
use super::spanned::Spanned;
use crate::scenario::Rulebook;

/// Maximum number of battles in one run.
pub const MAX_BATTLES: u64 = 1_000_000_000_000;

/// Parses the name of an engine.
///
/// # Errors
/// If there is no such engine.
pub fn parse_engine(place: &Place, name: &str) -> Result<Engine, Diagnostic> {
    choose(place, name, "engine", &Engine::ALL.map(|e| (e.name(), e)))
}

/// Parses the name of a rulebook.
///
/// # Errors
/// If there is no such rulebook.
pub fn parse_rulebook(place: &Place, name: &str) -> Result<Rulebook, Diagnostic> {
    choose(place, name, "rulebook", &Rulebook::ALL.map(|r| (r.name(), r)))
}

pub(crate) fn choose<T: Copy>(
    place: &Place,
    name: &str,
    kind: &str,
    known: &[(&str, T)],
) -> Result<T, Diagnostic> {
    let wanted = normalise(name);
    if let Some((_, value)) = known.iter().find(|(name, _)| normalise(name) == wanted) {
        return Ok(*value);
    }
    Err(Diagnostic::unknown(place, kind, known.iter().map(|(name, _)| name)))
}

/// Returns the entry of a catalogue that a word names.
pub(crate) fn find<'a, T>(
    all: &'a [T],
    name: impl Fn(&T) -> &str,
    word: &Spanned<String>,
    kind: &str,
) -> Result<&'a T, Diagnostic> {
    position(all, name, word, kind).map(|at| &all[at])
}

/// Returns the index of the entry that a word names.
pub(crate) fn position<T>(
    all: &[T],
    name: impl Fn(&T) -> &str,
    word: &Spanned<String>,
    kind: &str,
) -> Result<usize, Diagnostic> {
    let found = all.iter().position(|entry| same(name(entry), &word.value));
    found.ok_or_else(|| Diagnostic::unknown(&word.place, kind, all.iter().map(name)))
}

/// Parses a count: `1000000`, `1_000_000`, `1e6`, `10M` or `2.5k`. Returns `None` unless it is
/// a whole number from 1 to [`MAX_BATTLES`].
#[must_use]
pub fn parse_count(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let unit = match text.chars().last()?.to_ascii_lowercase() {
        'k' => 1e3,
        'm' => 1e6,
        'g' | 'b' => 1e9,
        _ => 1.0,
    };
    let number = if unit > 1.0 { &text[..text.len() - 1] } else { &text };
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = number.parse::<f64>().ok()? * unit;
    (value.fract() == 0.0 && (1.0..=MAX_BATTLES as f64).contains(&value)).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::parse_count;

    #[test]
    fn counts_may_be_written_short() {
        for (text, count) in [
            ("1000", 1000),
            ("1e7", 10_000_000),
            ("10M", 10_000_000),
            ("2.5k", 2500),
            ("1_000", 1000),
        ] {
            assert_eq!(parse_count(text), Some(count), "{text}");
        }
    }

    #[test]
    fn what_is_no_count_is_refused() {
        for text in ["", "0", "-1", "1.5", "M", "1e99", "inf", "nan", "1 000", "10é", "1e13"] {
            assert_eq!(parse_count(text), None, "{text}");
        }
    }
}
