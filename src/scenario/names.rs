//! Compares names regardless of case, hyphens and plurals, and suggests known names for typos.

use strsim::damerau_levenshtein;

/// Returns the form in which names are compared: `Ion Cannons`, `ion_cannon` and `ion-cannon`
/// become `ion-cannon`.
#[must_use]
pub fn normalise(name: &str) -> String {
    let mut joined = String::with_capacity(name.len());
    let words = name.split(|c: char| c.is_whitespace() || c == '-' || c == '_');
    for word in words.filter(|word| !word.is_empty()) {
        if !joined.is_empty() {
            joined.push('-');
        }
        match word.is_ascii() {
            true => {
                let start = joined.len();
                joined.push_str(word);
                joined[start..].make_ascii_lowercase();
            }
            false => joined.push_str(&word.to_lowercase()),
        }
    }
    let british = b"defence";
    let mut parts = joined.as_bytes().windows(british.len());
    // Most names are ruled out by single letters.
    if parts.any(|part| part[0] == british[0] && part == british) {
        joined = joined.replace("defence", "defense");
    }
    if joined.len() > 2 && joined.ends_with('s') {
        joined.pop();
    }
    joined
}

/// Words of a name for people that are written as they are.
const SMALL: [&str; 4] = ["of", "the", "to", "v"];

/// Words that are written in capitals.
const CAPITALS: [&str; 7] = ["gcds", "i", "ii", "iii", "npc", "pds", "vi"];

/// Returns a name for people: `improved-hull` as `Improved Hull`.
#[must_use]
pub fn title_of(name: &str) -> String {
    let word = |(n, word): (usize, &str)| match word {
        small if n > 0 && SMALL.contains(&small) => small.to_string(),
        word if CAPITALS.contains(&word) => word.to_uppercase(),
        "omega" => "Ω".to_string(),
        word => {
            let mut letters = word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        }
    };
    let words = name.split(['-', '_', '/', ' ']).filter(|word| !word.is_empty()).enumerate();
    words.map(word).collect::<Vec<String>>().join(" ")
}

/// Longest name that gets suggestions, in characters.
const MAX_LENGTH: usize = 64;

/// Fewest letters of a name that may have more than one slip.
const MIN_LONG: usize = 4;
/// Maximum number of mistakes in a misspelled name.
const MAX_DISTANCE: usize = 2;

/// Fewest characters by which a longer name is suggested.
const MIN_PREFIX: usize = 2;

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// Returns the known names most similar to this one: misspelled ones, nearest first, then longer
/// ones that begin like it.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = normalise(name);
    let length = wanted.chars().count();
    if length == 0 || length > MAX_LENGTH {
        return Vec::new();
    }
    let known: Vec<&str> = known.into_iter().collect();
    let mut near: Vec<(bool, usize, &str)> = known
        .iter()
        .filter_map(|known| {
            let other = normalise(known);
            let part = length >= 4 && other.split('-').any(|word| word == wanted);
            let begins = length >= MIN_PREFIX && other.starts_with(&wanted);
            // The distance is at least the difference of the lengths.
            if !part && !begins && other.chars().count().abs_diff(length) > MAX_DISTANCE {
                return None;
            }
            let distance = damerau_levenshtein(&wanted, &other);
            let most = if length < MIN_LONG { 1 } else { MAX_DISTANCE };
            let typo = distance <= most && distance < length;
            (typo || part || begins).then_some((!typo && !part, distance, *known))
        })
        .collect();
    if near.is_empty() {
        let slips = known.iter().filter(|known| has_near_word(known, &wanted));
        near.extend(slips.map(|known| (false, 1, *known)));
    }
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(.., name)| name).take(MAX_SUGGESTIONS).collect()
}

/// Whether a name has a long word that differs from the wanted one by a single slip.
fn has_near_word(name: &str, wanted: &str) -> bool {
    const MIN_LENGTH: usize = 5;
    let name = normalise(name);
    let mut words = name.split('-').filter(|word| word.len().abs_diff(wanted.len()) <= 1);
    wanted.len() >= MIN_LENGTH && words.any(|word| damerau_levenshtein(wanted, word) <= 1)
}

#[cfg(test)]
mod tests {
    use super::{nearest, normalise};

    #[test]
    fn case_hyphens_and_plurals_do_not_matter() {
        for same in ["ion-cannon", "Ion Cannons", "ION_CANNON", " ion  cannon "] {
            assert_eq!(normalise(same), "ion-cannon");
        }
        assert_eq!(normalise("Point Defence"), normalise("point-defense"));
        assert_eq!(normalise("s"), "s");
        assert_eq!(normalise(""), "");
    }

    #[test]
    fn a_typo_finds_its_name() {
        let known = ["cruiser", "interceptor", "plasma-cannon", "plasma-missile"];
        assert_eq!(nearest("cruizer", known), ["cruiser"]);
        assert_eq!(nearest("int", known), ["interceptor"]);
        assert_eq!(nearest("plasma", known), ["plasma-cannon", "plasma-missile"]);
        assert_eq!(nearest("plasme", known), ["plasma-cannon", "plasma-missile"]);
        assert!(nearest("battlestar", known).is_empty());
        assert!(nearest(&"x".repeat(10_000), known).is_empty());
    }
}
