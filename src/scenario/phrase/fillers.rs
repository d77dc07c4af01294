//! Words with a meaning of their own, which cannot name a ship.

use super::counts::{ARTICLES, TIMES, number_word, times};
use super::sides::is_versus;

/// Words that join groups, parts and options.
pub(super) const JOINING: [&str; 2] = ["and", "with"];

/// Words that may follow the name of a ship.
pub(super) const SHIPS: [&str; 2] = ["ship", "ships"];

/// Word between a ship and its owner.
pub(super) const OF: &str = "of";

/// Words for no ships or parts.
const NOTHING: [&str; 3] = ["none", "no", "nothing"];

/// Whether a word has a meaning of its own in typed questions, so that no ship can be saved under
/// it.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    let mut words = [&ARTICLES[..], &JOINING, &SHIPS, &NOTHING, &[OF, TIMES]].into_iter().flatten();
    words.any(|known| word.eq_ignore_ascii_case(known))
        || number_word(word).is_some()
        || times(word).is_some()
        || is_versus(word)
}
