//! Words that name nothing: they join, order or polish a question.

use strsim::damerau_levenshtein;

use super::numbers::{ARTICLES, TIMES, number_word, times};
use super::sentence::INVADED;

/// Words between the two sides.
const VERSUS: [&str; 8] = ["v", "v.", "vs", "vs.", "versus", "against", "->", "@"];

/// Fewest letters of such a word that may have a slip.
const MIN_SLIP: usize = 6;

/// Words that join groups, parts and options.
pub(super) const JOINING: [&str; 11] =
    ["and", "with", "plus", "carrying", "on", "has", "have", "which", "that", "having", "using"];

/// Words with which ships support those before them.
pub(super) const SUPPORT: [&str; 4] = ["supported", "backed", "escorted", "from"];

/// Words for ships that support those before them by bombardment.
pub(super) const BOMBARDMENT: [&str; 4] = ["bombarding", "bombardment", "bombard", "bombards"];

/// Words around the name of a ship.
pub(super) const SHIPS: [&str; 5] = ["ship", "ships", "class", "classes", "size"];

/// Word between a ship and its owner.
pub(super) const OF: [&str; 2] = ["of", "for"];

/// Words for the absence of what follows.
pub(super) const WITHOUT: [&str; 2] = ["no", "without"];

/// Words for one more of what follows.
pub(super) const MORE: [&str; 3] = ["extra", "additional", "another"];

/// Words for each ship of a group.
pub(super) const EACH: [&str; 4] = ["each", "apiece", "per", "all"];

/// Words that say whose ships these are.
pub(super) const WHOSE: [&str; 18] = [
    "my",
    "our",
    "your",
    "his",
    "her",
    "their",
    "enemy",
    "enemies",
    "enemy's",
    "hostile",
    "opposing",
    "opponent",
    "opponents",
    "opponent's",
    "player",
    "some",
    "lone",
    "single",
];

/// Words for the place of a fleet, before it: `a planet held by`.
pub(super) const WHERE: [&str; 7] =
    ["planet", "system", "held", "defended", "guarded", "by", INVADED];

/// Words for no ships or parts.
const NOTHING: [&str; 3] = ["none", "no", "nothing"];

/// Small words, which never shorten a name.
const SMALL: [&str; 95] = [
    "a",
    "an",
    "the",
    "and",
    "or",
    "with",
    "without",
    "in",
    "into",
    "on",
    "of",
    "for",
    "from",
    "to",
    "at",
    "by",
    "as",
    "is",
    "are",
    "has",
    "have",
    "had",
    "it",
    "its",
    "they",
    "them",
    "their",
    "my",
    "me",
    "no",
    "not",
    "each",
    "per",
    "plus",
    "he",
    "she",
    "him",
    "his",
    "her",
    "we",
    "us",
    "our",
    "you",
    "your",
    "who",
    "which",
    "that",
    "this",
    "these",
    "those",
    "if",
    "do",
    "does",
    "can",
    "will",
    "all",
    "both",
    "so",
    "ii",
    "iii",
    "iv",
    "hit",
    "hits",
    "planet",
    "planets",
    "fight",
    "fights",
    "destroyed",
    "killed",
    "lost",
    "dead",
    "ours",
    "yours",
    "theirs",
    "last",
    "first",
    "second",
    "reinforcement",
    "reinforcements",
    "round",
    "rounds",
    "other",
    "others",
    "ground",
    "space",
    "im",
    "id",
    "ill",
    "ive",
    "were",
    "hes",
    "hed",
    "shes",
    "theyre",
    "theyd",
];

/// Words that deny what follows or what is before them. They are refused, so that no question is
/// answered as its opposite.
pub(super) const DENIALS: [&str; 19] = [
    "none",
    "not",
    "never",
    "neither",
    "nor",
    "except",
    "excluding",
    "unless",
    "minus",
    "aren't",
    "arent",
    "isn't",
    "isnt",
    "don't",
    "dont",
    "doesn't",
    "doesnt",
    "haven't",
    "hasn't",
];

/// Kinds of leaders. They are never read as slips of other names.
const LEADERS: [&str; 6] = ["agent", "agents", "commander", "commanders", "hero", "heroes"];

/// Whether a word separates two sides, perhaps with a slip.
pub(super) fn is_versus(word: &str) -> bool {
    let word = word.to_lowercase();
    let is = |known: &&str| {
        word == *known || known.len() >= MIN_SLIP && damerau_levenshtein(&word, known) <= 1
    };
    VERSUS.iter().any(is)
}

/// Whether a word names a kind of leader.
pub(super) fn is_leader(word: &str) -> bool {
    LEADERS.contains(&word)
}

/// Whether a word is too small to shorten a name.
pub(super) fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

/// Whether a word has a meaning of its own in typed questions, so that no ship can be saved under
/// it.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    let lists: [&[&str]; 13] = [
        &ARTICLES,
        &JOINING,
        &SUPPORT,
        &BOMBARDMENT,
        &SHIPS,
        &OF,
        &WITHOUT,
        &MORE,
        &EACH,
        &WHOSE,
        &NOTHING,
        &SMALL,
        &WHERE,
    ];
    let mut words = lists.into_iter().flatten().chain([&TIMES]);
    words.any(|known| word.eq_ignore_ascii_case(known))
        || number_word(word).is_some()
        || times(word).is_some()
        || is_versus(word)
}
