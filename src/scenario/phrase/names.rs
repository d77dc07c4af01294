//! Names of one kind, and how players shorten them.

use strsim::damerau_levenshtein;

use super::fillers::{is_leader, is_small};

/// Characters that end a name in the exact notation.
const PUNCTUATION: [char; 9] = ['+', '&', '(', ')', ',', '/', '=', '[', ']'];

/// Spellings that mean the same word.
const SPELLINGS: [(&str, &str); 4] =
    [("defence", "defense"), ("centre", "center"), ("armour", "armor"), ("armoured", "armored")];

/// Levels of units.
pub(super) const LEVELS: [&str; 4] = ["i", "ii", "iii", "iv"];

/// Fewest letters of a word that may stand for a name in which it is not the first word.
const MIN_INNER: usize = 3;

/// Fewest letters of a shortened title.
const MIN_TITLE: usize = 4;

/// Fewest letters of a shortened word in the plural, without its `s`.
const MIN_SINGULAR: usize = 3;

/// Words for any ship, which name none: they are inner words of some titles by chance.
const GENERIC: [&str; 4] = ["ship", "unit", "fleet", "vessel"];

/// Fewest letters of a word with one slip, and with two.
const SLIPS: [usize; 2] = [5, 9];

/// Fewest and most words of a name that is known by their first letters.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=4;

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

/// Other names by name.
pub(crate) type Synonyms = [(&'static str, &'static [&'static str])];

/// How words fit a name, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// One word of a longer name.
    Inner,
    /// The first letters of its words.
    Initials,
    /// The name with a slip.
    Slip,
    /// Beginnings of its words, in any order.
    AnyOrder,
    /// Beginnings of its words, from the first one on.
    Beginning,
    /// The name, or another name that is documented.
    Exact,
}

impl Fit {
    /// Whether the words are those of the name, in full or shortened.
    pub(crate) fn is_strong(self) -> bool {
        self >= Self::AnyOrder
    }
}

/// Result of looking up words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// One name, by its index.
    One(usize),
    /// Several names.
    Many(Vec<usize>),
}

impl Found {
    /// Returns the index of the name, if it is one alone.
    pub(crate) fn one(&self) -> Option<usize> {
        match self {
            Self::One(one) => Some(*one),
            Self::Many(_) => None,
        }
    }

    /// Returns the indices of all names.
    pub(crate) fn all(&self) -> &[usize] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// Names of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: Vec<String>,
    entries: Vec<Entry>,
    /// Fewest letters that shorten a name.
    shortest: usize,
}

/// Words by which a name is recognised.
#[derive(Clone, Debug)]
struct Entry {
    words: Vec<String>,
    /// The words written as one.
    squeezed: String,
    /// First letters of the words.
    letters: Letters,
    source: NameSource,
    of: usize,
}

/// Set of letters, by which most names are ruled out at once.
type Letters = u32;

/// Returns the first letters of words. All but the Latin ones count as one.
fn first_letters(words: &[String]) -> Letters {
    let letter = |word: &String| match word.as_bytes().first() {
        Some(first @ b'a'..=b'z') => 1 << (first - b'a'),
        _ => 1 << 26,
    };
    words.iter().fold(0, |letters, word| letters | letter(word))
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

    /// Adds customary names of known ones.
    pub(crate) fn call(&mut self, synonyms: &Synonyms) {
        for (name, others) in synonyms {
            others.iter().for_each(|other| self.also(name, other, NameSource::Synonym));
        }
    }

    fn enter(&mut self, of: usize, text: &str, source: NameSource) {
        let mut words = words_of(text);
        // A leading `the` does not matter: an article before a name is skipped.
        if words.len() > 1 && words[0] == "the" {
            words.remove(0);
        }
        if !words.is_empty() {
            let (squeezed, letters) = (words.concat(), first_letters(&words));
            self.entries.push(Entry { words, squeezed, letters, source, of });
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

    /// Returns the entries that have words with the first letters of these words.
    fn with_letters(&self, words: &[String]) -> impl Iterator<Item = &Entry> {
        let letters = first_letters(words);
        self.entries.iter().filter(move |entry| entry.letters & letters == letters)
    }

    /// Returns the name that these words are, or that they are a synonym or title of.
    pub(crate) fn exact(&self, words: &[String]) -> Option<usize> {
        let words = match words {
            [the, rest @ ..] if the == "the" && !rest.is_empty() => rest,
            words => words,
        };
        let squeezed = words.concat();
        let is = |entry: &&Entry| same_word(&entry.squeezed, &squeezed);
        let first = self.with_letters(words.get(..1).unwrap_or_default());
        first.filter(is).min_by_key(|entry| entry.source).map(|entry| entry.of)
    }

    /// Returns the name that these words are, in any order.
    pub(crate) fn exact_in_any_order(&self, words: &[String]) -> Option<usize> {
        let in_order = self.exact(words);
        if in_order.is_some() || words.len() < 2 {
            return in_order;
        }
        let is =
            |entry: &&Entry| entry.words.len() == words.len() && covers(entry, words, same_word);
        self.with_letters(words).find(is).map(|entry| entry.of)
    }

    /// Sets the fewest letters that shorten a name.
    pub(crate) fn set_shortest(&mut self, letters: usize) {
        self.shortest = letters;
    }

    /// Returns the names that these words mean, by the best way in which they fit any.
    pub(crate) fn find(&self, words: &[String]) -> Option<(Fit, Found)> {
        self.in_full_or_shortened(words).or_else(|| self.otherwise(words))
    }

    /// Returns the names that these words are or shorten.
    pub(crate) fn in_full_or_shortened(&self, words: &[String]) -> Option<(Fit, Found)> {
        if let Some(exact) = self.exact_in_any_order(words) {
            return Some((Fit::Exact, Found::One(exact)));
        }
        let letters: usize = words.iter().map(String::len).sum();
        let begins_with = |entry: &&Entry| letters >= self.shortest && is_beginning(entry, words);
        if let Some(found) = self.one_of(self.with_letters(words).filter(begins_with)) {
            return Some((Fit::Beginning, found));
        }
        // A number or a letter belongs to a name only with all of its words: `2 dreadnoughts 1
        // cruiser` has no `ancient-dreadnought-1`.
        let is_loose =
            |word: &String| word.len() == 1 || word.starts_with(|c: char| c.is_ascii_digit());
        let has_loose = words.iter().any(is_loose);
        let in_any_order = |entry: &&Entry| {
            words.len() > 1
                && (!has_loose || entry.words.len() == words.len())
                && !lacks_level(entry, words)
                && covers(entry, words, begins)
        };
        let found = self.one_of(self.with_letters(words).filter(in_any_order))?;
        Some((Fit::AnyOrder, found))
    }

    /// Returns the names that these words are with slips, by their initials, or in part.
    pub(crate) fn otherwise(&self, words: &[String]) -> Option<(Fit, Found)> {
        let is_typed = |word: &String| !is_leader(word);
        let slip = || Some((Fit::Slip, self.matching(|entry| is_slip(entry, words))?));
        let slip = || words.iter().all(is_typed).then(slip).flatten();
        let initials = || Some((Fit::Initials, self.matching(|entry| is_initials(entry, words))?));
        let inner = || Some((Fit::Inner, self.matching(|entry| is_inner(entry, words))?));
        slip().or_else(initials).or_else(inner)
    }

    /// Whether words are a name only as its plural.
    pub(crate) fn is_plural(&self, words: &[String]) -> bool {
        let squeezed = words.concat();
        let Some(singular) = squeezed.strip_suffix('s') else { return false };
        // `spec ops` is singular.
        let begins =
            |entry: &Entry| covers(entry, words, |known: &str, word: &str| known.starts_with(word));
        let is_singular =
            self.entries.iter().any(|entry| entry.squeezed == squeezed || begins(entry));
        let mut stripped = words.to_vec();
        if let Some(last) = stripped.last_mut() {
            last.pop();
        }
        !is_singular && !singular.is_empty() && self.find(&stripped).is_some()
    }

    /// Returns the names that an article begins, where it can be nothing else: `3 i vs a`.
    pub(crate) fn begun_by_article(&self, word: &str) -> Option<Found> {
        self.matching(|entry| entry.source == NameSource::Name && entry.squeezed.starts_with(word))
    }

    /// Returns the names of which a word is one word.
    pub(crate) fn inner(&self, word: &str) -> Vec<usize> {
        let found = self.matching(|entry| is_inner(entry, &[word.to_string()]));
        found.map_or(Vec::new(), |found| found.all().to_vec())
    }

    /// Returns the names with a matching entry.
    fn matching(&self, is: impl Fn(&Entry) -> bool) -> Option<Found> {
        self.one_of(self.entries.iter().filter(|entry| is(entry)))
    }

    /// Returns the names of entries. If all others are longer forms of one of them, that one is
    /// meant.
    fn one_of<'a>(&self, entries: impl Iterator<Item = &'a Entry>) -> Option<Found> {
        let mut found: Vec<usize> = entries.map(|entry| entry.of).collect();
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

/// Whether an entry has a level above the first that the words leave out: `mentak cruiser` is not
/// `mentak-cruiser-iii`.
fn lacks_level(entry: &Entry, words: &[String]) -> bool {
    let is_level = |word: &&String| LEVELS[1..].contains(&word.as_str());
    entry.words.iter().find(is_level).is_some_and(|level| !words.contains(level))
}

/// Whether words begin those of an entry, in order. A title of several words needs at least two.
fn is_beginning(entry: &Entry, words: &[String]) -> bool {
    if lacks_level(entry, words) {
        return false;
    }
    let starts = words.len() <= entry.words.len()
        && entry.words.iter().zip(words).all(|(known, word)| begins(known, word));
    let [word] = words else { return starts };
    if !(starts || begins(&entry.squeezed, word)) {
        return false;
    }
    // One word begins no title of several words, and a short one no long synonym.
    let levels = entry.words.iter().rev().take_while(|word| LEVELS.contains(&word.as_str()));
    let is_long = entry.words.len() > levels.count() + 1;
    let fewest = match entry.source {
        NameSource::Name => 1,
        NameSource::Synonym if !is_long => 2,
        NameSource::Synonym | NameSource::Title => MIN_TITLE,
    };
    word.chars().count() >= fewest && !(entry.source == NameSource::Title && is_long)
}

/// Whether words are those of a name with slips in long ones.
fn is_slip(entry: &Entry, words: &[String]) -> bool {
    let longest = words.iter().map(String::len).max().unwrap_or(0);
    let is_long = longest >= SLIPS[0];
    if entry.source == NameSource::Title || entry.words.len() != words.len() || !is_long {
        return false;
    }
    let is_near = |known: &str, word: &str| {
        if word.contains(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let word = word.strip_suffix('s').filter(|_| !known.ends_with('s')).unwrap_or(word);
        let letters = word.chars().count();
        let allowed = SLIPS.into_iter().filter(|least| letters >= *least).count();
        allowed > 0
            && known.len().abs_diff(word.len()) <= allowed
            && damerau_levenshtein(known, word) <= allowed
    };
    entry
        .words
        .iter()
        .zip(words)
        .all(|(known, word)| same_word(known, word) || is_near(known, word))
}

/// Whether a word consists of the first letters of a name.
fn is_initials(entry: &Entry, words: &[String]) -> bool {
    let [word] = words else { return false };
    let first = entry.words.iter().filter_map(|known| known.chars().next());
    INITIALS.contains(&entry.words.len()) && word.chars().eq(first)
}

/// Whether a word is one of several words of a name.
fn is_inner(entry: &Entry, words: &[String]) -> bool {
    let [word] = words else { return false };
    let is_word =
        word.chars().count() >= MIN_INNER && !word.starts_with(|c: char| c.is_ascii_digit());
    let is_generic = GENERIC.iter().any(|any| same_word(any, word));
    is_word
        && !is_generic
        && entry.words.len() > 1
        && entry.words.iter().any(|known| same_word(known, word))
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
    // `ancient a` is not `ancient-advanced`.
    if word.len() <= 2 && is_small(word) {
        return known == word;
    }
    let singular = word.strip_suffix('s').filter(|singular| singular.len() >= MIN_SINGULAR);
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
    use super::{Fit, Found, NameSource, Names, words_of};

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
        match names.find(&words_of(text))? {
            (_, Found::One(index)) => Some(names.name(index).to_string()),
            (_, Found::Many(_)) => None,
        }
    }

    fn many(names: &Names, text: &str) -> Option<Vec<usize>> {
        names.find(&words_of(text)).map(|(_, found)| found.all().to_vec())
    }

    #[test]
    fn the_name_of_which_others_are_longer_forms_wins() {
        let names = names();
        assert_eq!(one(&names, "anc").as_deref(), Some("ancient"));
        assert_eq!(one(&names, "anc cru a").as_deref(), Some("ancient-cruiser-a"));
        assert_eq!(many(&names, "anc cru"), Some(vec![1, 2]));
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
            assert_eq!(names.find(&words_of(generic)), None, "{generic}");
        }
        assert_eq!(one(&names, "anc ships").as_deref(), Some("ancient"));
        names.add("ship-of-the-line");
        assert_eq!(one(&names, "ship").as_deref(), Some("ship-of-the-line"));
    }

    #[test]
    fn beginnings_hold_for_each_word_in_any_order() {
        let names = names();
        assert_eq!(one(&names, "adv guard").as_deref(), Some("guardian-advanced"));
        assert_eq!(one(&names, "imp hull").as_deref(), Some("improved-hull"));
        assert_eq!(one(&names, "turrets").as_deref(), Some("ion-turret"));
        assert_eq!(many(&names, "ion"), Some(vec![6, 7]));
        assert_eq!(many(&names, "battlestar"), None);
    }

    #[test]
    fn a_word_of_a_title_is_no_name() {
        let names = names();
        assert_eq!(names.find(&words_of("old")), Some((Fit::Inner, Found::One(0))));
        assert_eq!(names.find(&words_of("ol")), None);
        assert_eq!(names.find(&words_of("turr")), None);
        assert_eq!(names.inner("hull"), [5]);
    }

    #[test]
    fn long_words_may_have_slips() {
        let names = names();
        for (typed, meant) in
            [("gaurdian", "guardian"), ("ancint", "ancient"), ("guardain", "guardian")]
        {
            let found = names.find(&words_of(typed));
            assert_eq!(found.as_ref().map(|(fit, _)| *fit), Some(Fit::Slip), "{typed}");
            assert_eq!(one(&names, typed).as_deref(), Some(meant));
        }
        assert_eq!(one(&names, "improvd hull").as_deref(), Some("improved-hull"));
        assert_eq!(many(&names, "improved hul").as_deref(), Some(&[5][..]));
        assert_eq!(many(&names, "improved hulk"), None);
        assert_eq!(many(&names, "anceint cannon"), None);
    }

    #[test]
    fn initials_stand_for_names_of_several_words() {
        let names = names();
        assert_eq!(names.find(&words_of("ga")), Some((Fit::Initials, Found::One(4))));
        assert_eq!(many(&names, "ic"), Some(vec![6]));
        assert_eq!(many(&names, "g"), Some(vec![3]));
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
