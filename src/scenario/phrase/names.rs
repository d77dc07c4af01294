//! Names of one kind, and how players shorten them.

/// Characters that end a name in the exact notation.
const PUNCTUATION: [char; 9] = ['+', '&', '(', ')', ',', '/', '=', '[', ']'];

/// Spellings that mean the same word.
const SPELLINGS: [(&str, &str); 4] =
    [("defence", "defense"), ("centre", "center"), ("armour", "armor"), ("armoured", "armored")];

/// Levels of units.
pub(super) const LEVELS: [&str; 4] = ["i", "ii", "iii", "iv"];

/// Fewest letters of a word that may stand for a name in which it is not the first word.
const MIN_INNER: usize = 3;

/// Words for any ship, which name none: they are inner words of some titles by chance.
const GENERIC: [&str; 4] = ["ship", "unit", "fleet", "vessel"];

/// Returns the words of a name in the form in which they are compared.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c == '-' || c == '_')
        .map(|word| {
            let mut word = word.to_lowercase();
            word.retain(|c| !matches!(c, '\'' | '’' | '.'));
            let known = SPELLINGS.iter().find(|(other, _)| *other == word);
            known.map_or(word, |(_, usual)| (*usual).to_string())
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// How a name was recognised, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameSource {
    /// The name itself.
    Name,
    /// A customary short or long name.
    Synonym,
    /// A printed title.
    Title,
}

/// Result of looking up words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// One name, by its index.
    One(usize),
    /// Several names.
    Many(Vec<usize>),
}

/// Names of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: Vec<String>,
    entries: Vec<Entry>,
}

/// Words by which a name is recognised.
#[derive(Clone, Debug)]
struct Entry {
    words: Vec<String>,
    /// The words written as one.
    squeezed: String,
    source: NameSource,
    of: usize,
}

impl Names {
    /// Adds a name and returns its index. A name that cannot be typed is not added.
    pub(crate) fn add(&mut self, name: &str) -> Option<usize> {
        if name.trim() != name || name.is_empty() || name.contains(PUNCTUATION) {
            return None;
        }
        if let Some(known) = self.position(name) {
            return Some(known);
        }
        let of = self.names.len();
        self.names.push(name.to_string());
        self.enter(of, name, NameSource::Name);
        Some(of)
    }

    /// Adds another name for a known one.
    pub(crate) fn also(&mut self, name: &str, other: &str, source: NameSource) {
        if let Some(of) = self.position(name) {
            self.enter(of, other, source);
        }
    }

    fn enter(&mut self, of: usize, text: &str, source: NameSource) {
        let words = words_of(text);
        if !words.is_empty() {
            let squeezed = words.concat();
            self.entries.push(Entry { words, squeezed, source, of });
        }
    }

    /// Whether there are no names.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the name with this index.
    pub(crate) fn name(&self, index: usize) -> &str {
        self.names.get(index).map_or("", String::as_str)
    }

    /// Returns the index of a name as it is written.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Returns all names.
    pub(crate) fn all(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// Returns the name that these words are, or that they are a synonym or title of.
    pub(crate) fn exact(&self, words: &[String]) -> Option<usize> {
        let squeezed = words.concat();
        let is = |entry: &&Entry| same_word(&entry.squeezed, &squeezed);
        self.entries.iter().filter(is).min_by_key(|entry| entry.source).map(|entry| entry.of)
    }

    /// Returns the name that these words are, in any order.
    pub(crate) fn exact_in_any_order(&self, words: &[String]) -> Option<usize> {
        let is =
            |entry: &&Entry| entry.words.len() == words.len() && covers(entry, words, same_word);
        let in_order = self.exact(words);
        if in_order.is_some() || words.len() < 2 {
            return in_order;
        }
        self.entries.iter().find(is).map(|entry| entry.of)
    }

    /// Returns the names that these words shorten: by prefixes of their words in order, by
    /// prefixes of all their words in any order, or by prefixes of some of their words.
    pub(crate) fn shortened(&self, words: &[String]) -> Option<Found> {
        let squeezed = words.concat();
        let in_order = |entry: &Entry| {
            let is_squeezed = words.len() == 1 && begins(&entry.squeezed, &squeezed);
            let starts = entry.words.len() >= words.len()
                && entry.words.iter().zip(words).all(|(known, word)| begins(known, word));
            is_squeezed || starts
        };
        let all = |entry: &Entry| entry.words.len() == words.len() && covers(entry, words, begins);
        let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
        let is_inner = |word: &String| word.chars().count() >= MIN_INNER && !is_number(word);
        let is_generic = |word: &String| GENERIC.iter().any(|any| same_word(any, word));
        let may_be_inner = words.iter().all(is_inner) && !words.iter().all(is_generic);
        let some = |entry: &Entry| may_be_inner && covers(entry, words, begins);
        let names = |entry: &Entry| entry.source < NameSource::Title;
        self.matching(|entry| names(entry) && in_order(entry))
            .or_else(|| self.matching(|entry| names(entry) && all(entry)))
            .or_else(|| self.matching(|entry| names(entry) && some(entry)))
            .or_else(|| self.matching(in_order))
            .or_else(|| self.matching(some))
    }

    /// Returns the names with a matching entry. If all others are longer forms of one of them, that
    /// one is meant.
    fn matching(&self, is: impl Fn(&Entry) -> bool) -> Option<Found> {
        let mut found: Vec<usize> = self.entries.iter().filter(|e| is(e)).map(|e| e.of).collect();
        found.sort_unstable();
        found.dedup();
        let is_longer = |base: &str, name: &str| {
            name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let base = |base: &&usize| {
            found.iter().all(|other| is_longer(self.name(**base), self.name(*other)))
        };
        match (&found[..], found.iter().find(base)) {
            ([], _) => None,
            (_, Some(base)) => Some(Found::One(*base)),
            _ => Some(Found::Many(found)),
        }
    }
}

/// Whether two words are equal, apart from a plural.
fn same_word(a: &str, b: &str) -> bool {
    let is_plural = |one: &str, many: &str| !one.is_empty() && many.strip_suffix('s') == Some(one);
    a == b || is_plural(a, b) || is_plural(b, a)
}

/// Whether a word, perhaps in the plural, begins a known word. A number has to be the known word.
fn begins(known: &str, word: &str) -> bool {
    if word.starts_with(|c: char| c.is_ascii_digit()) || LEVELS.contains(&known) {
        return known == word;
    }
    let singular = word.strip_suffix('s').filter(|singular| singular.len() > 1);
    known.starts_with(word) || singular.is_some_and(|singular| known.starts_with(singular))
}

/// Whether each of these words stands for a word of its own of the entry.
fn covers(entry: &Entry, words: &[String], is: impl Fn(&str, &str) -> bool) -> bool {
    let known = &entry.words[..entry.words.len().min(u32::BITS as usize)];
    let mut used = 0u32;
    words.len() <= known.len()
        && words.iter().all(|word| {
            // The shortest match leaves the longer words to the words that need them.
            let free = (0..known.len()).filter(|n| used & 1 << n == 0 && is(&known[*n], word));
            let best = free.min_by_key(|n| known[*n].len());
            best.is_some_and(|n| {
                used |= 1 << n;
                true
            })
        })
}

#[cfg(test)]
mod tests {
    use super::{Found, NameSource, Names, words_of};

    fn names() -> Names {
        let mut names = Names::default();
        for name in [
            "ancient",
            "ancient-cruiser-a",
            "ancient-cruiser-b",
            "guardian",
            "guardian-advanced",
            "improved-hull",
            "ion-cannon",
            "ion-turret",
        ] {
            names.add(name).expect("a name that can be typed");
        }
        names.also("guardian", "watchman", NameSource::Synonym);
        names.also("ancient", "Guard of Old", NameSource::Title);
        names
    }

    fn one(names: &Names, text: &str) -> Option<String> {
        match names.shortened(&words_of(text))? {
            Found::One(index) => Some(names.name(index).to_string()),
            Found::Many(_) => None,
        }
    }

    #[test]
    fn the_name_of_which_others_are_longer_forms_wins() {
        let names = names();
        assert_eq!(one(&names, "anc").as_deref(), Some("ancient"));
        assert_eq!(one(&names, "anc cru a").as_deref(), Some("ancient-cruiser-a"));
        assert_eq!(names.shortened(&words_of("anc cru")), Some(Found::Many(vec![1, 2])));
    }

    #[test]
    fn names_and_synonyms_win_over_titles() {
        let names = names();
        assert_eq!(one(&names, "guard").as_deref(), Some("guardian"));
        assert_eq!(one(&names, "guard of").as_deref(), Some("ancient"));
    }

    #[test]
    fn n13_words_for_any_ship_name_none() {
        let mut names = names();
        names.also("ancient", "Ancient Ship", NameSource::Title);
        for generic in ["ship", "ships", "unit", "fleet", "vessels", "ship ships"] {
            assert_eq!(names.shortened(&words_of(generic)), None, "{generic}");
        }
        assert_eq!(one(&names, "anc ships").as_deref(), Some("ancient"));
        names.add("ship-of-the-line");
        assert_eq!(one(&names, "ship").as_deref(), Some("ship-of-the-line"));
    }

    #[test]
    fn prefixes_hold_for_each_word_in_any_order() {
        let names = names();
        assert_eq!(one(&names, "adv guard").as_deref(), Some("guardian-advanced"));
        assert_eq!(one(&names, "imp hull").as_deref(), Some("improved-hull"));
        assert_eq!(one(&names, "turrets").as_deref(), Some("ion-turret"));
        assert_eq!(names.shortened(&words_of("ion")), Some(Found::Many(vec![6, 7])));
        assert_eq!(names.shortened(&words_of("battlestar")), None);
    }

    #[test]
    fn exact_names_ignore_hyphens_plurals_and_spelling() {
        let names = names();
        assert_eq!(names.exact(&words_of("Ion Cannons")), Some(6));
        assert_eq!(names.exact(&words_of("ioncannon")), Some(6));
        assert_eq!(names.exact(&words_of("watchmen")), None);
        assert_eq!(names.exact_in_any_order(&words_of("advanced guardian")), Some(4));
        assert_eq!(words_of("Galactic Centre Defence"), ["galactic", "center", "defense"]);
    }
}
