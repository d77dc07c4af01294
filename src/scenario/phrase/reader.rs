//! The tokens of a fleet, and the names that start at each of them.

use std::sync::Arc;

use super::fillers::{JOINING, SHIPS, is_small, is_versus};
use super::names::{Fit, Found, Names, words_of};
use super::numbers::ARTICLES;
use super::tokens::{Kind, Token, tokens};
use super::vocabulary::Vocabulary;
use crate::scenario::diagnostics::{Diagnostic, Place, Source, list, shorten};
use crate::scenario::names::nearest;

/// Maximum number of words of a name.
const MAX_WORDS: usize = 8;

/// Maximum number of candidates that an error names.
pub(super) const MAX_NAMED: usize = 5;

/// Largest number of names of which some are examples.
const MAX_LISTED: usize = 20;

/// Reads a fleet token by token.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) words: &'a Vocabulary,
    /// Names of the saved ships.
    pub(super) saved: &'a Names,
    /// Index of the next token.
    pub(super) at: usize,
    /// Words of the name that is not known, once there is one.
    pub(super) unknown: Vec<String>,
    /// Whether the text may have another meaning than the one that was read.
    pub(super) is_guess: bool,
    /// Texts with the other meanings.
    pub(super) others: Vec<String>,
    /// Remarks for the player.
    pub(super) notes: Vec<String>,
    /// Indices of the groups that are said to be on a planet.
    pub(super) on_planet: Vec<usize>,
    /// Indices of the groups that are said to be in space.
    pub(super) in_orbit: Vec<usize>,
    /// Whether the fleet is said to be on a planet: `a planet held by`.
    pub(super) is_on_planet: bool,
    /// Whether the fleet is said to be invaded.
    pub(super) is_invaded: bool,
    /// Whether ships are said to bombard.
    pub(super) bombards: bool,
    /// Texts that may be meant, if this one is refused, the likeliest first.
    pub(super) fixes: Vec<String>,
    tokens: Vec<Token>,
}

/// A name that starts at a token.
#[derive(Clone, Debug)]
pub(super) struct NameMatch {
    /// Number of its tokens.
    pub(super) len: usize,
    pub(super) found: Found,
    pub(super) fit: Fit,
}

/// How good a match is: names come before slips and words of names, then longer ones, then better
/// ones.
pub(super) type Rank = (bool, usize, Fit);

impl NameMatch {
    /// Whether it is the name itself or a synonym.
    pub(super) fn is_exact(&self) -> bool {
        self.fit == Fit::Exact
    }

    /// Returns how good the match is.
    pub(super) fn rank(&self) -> Rank {
        (self.fit.is_strong(), self.len, self.fit)
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a Arc<Source>, words: &'a Vocabulary, saved: &'a Names) -> Self {
        let tokens = tokens(&source.text);
        Self {
            source,
            words,
            saved,
            at: 0,
            unknown: Vec::new(),
            is_guess: false,
            others: Vec::new(),
            notes: Vec::new(),
            on_planet: Vec::new(),
            in_orbit: Vec::new(),
            is_on_planet: false,
            is_invaded: false,
            bombards: false,
            fixes: Vec::new(),
            tokens,
        }
    }

    /// Returns the kind of the token at an index.
    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Returns the text of the token at an index.
    pub(super) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.source.text[token.range.clone()])
    }

    /// Whether the token at an index is this sign.
    pub(super) fn is_sign(&self, at: usize, sign: char) -> bool {
        self.kind(at) == Some(Kind::Sign(sign))
    }

    /// Whether the token at an index is one of these words.
    pub(super) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        self.kind(at) == Some(Kind::Word)
            && words.iter().any(|word| self.text(at).eq_ignore_ascii_case(word))
    }

    /// Whether the token at an index follows the one before without a space.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_glued)
    }

    /// Whether a hyphen joins the token at an index to the one before.
    pub(super) fn is_joined(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_joined)
    }

    /// Whether the token at an index is the number at the end of a name with hyphens.
    fn is_joined_level(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Number(_))) && !self.is_joined(at + 1)
    }

    /// Whether the token at an index is a word that does not only join others.
    pub(super) fn starts_name(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Word) && !self.joins(at)
    }

    /// Whether the token at an index is a word between groups, items or sides.
    pub(super) fn joins(&self, at: usize) -> bool {
        self.is_word(at, &JOINING) || is_versus(self.text(at))
    }

    /// Consumes a sign.
    pub(super) fn take(&mut self, sign: char) -> bool {
        let found = self.is_sign(self.at, sign);
        self.at += usize::from(found);
        found
    }

    /// Consumes one of these words.
    pub(super) fn take_word(&mut self, words: &[&str]) -> bool {
        let found = self.is_word(self.at, words);
        self.at += usize::from(found);
        found
    }

    /// Returns the place from one token to before another; at the end of the text, an empty one.
    pub(super) fn place(&self, from: usize, to: usize) -> Place {
        let end = self.source.text.len();
        let start = self.tokens.get(from).map_or(end, |token| token.range.start);
        let last = to.checked_sub(1).and_then(|last| self.tokens.get(last));
        let stop = last.map_or(start, |token| token.range.end).max(start);
        Place::new(self.source, start..stop)
    }

    /// Returns the words of the name that may start at an index.
    pub(super) fn run(&self, at: usize) -> Vec<String> {
        let is_part = |n: &usize| match self.kind(*n) {
            Some(Kind::Word) => !self.joins(*n),
            Some(Kind::Number(_)) => true,
            _ => false,
        };
        (at..at + MAX_WORDS).take_while(is_part).map(|n| self.word(n)).collect()
    }

    /// Returns a token as a word for comparison.
    fn word(&self, at: usize) -> String {
        words_of(self.text(at)).into_iter().next().unwrap_or_else(|| self.text(at).to_lowercase())
    }

    /// Returns the longest name that starts at an index.
    pub(super) fn name_at(&self, names: &Names, at: usize) -> Option<NameMatch> {
        self.name_in(names, at, &self.run(at))
    }

    /// Returns the best name at the start of these words, which start at an index: the longest in
    /// full or shortened, or else the longest that fits otherwise.
    pub(super) fn name_in(&self, names: &Names, at: usize, run: &[String]) -> Option<NameMatch> {
        if names.is_empty() {
            return None;
        }
        let is_whole = |len: &usize| {
            !self.is_joined(at + len)
                || self.is_joined_level(at + len)
                || self.is_word(at + len, &SHIPS)
        };
        let lengths = || (1..=run.len()).rev().filter(is_whole);
        // A small word alone shortens nothing, unless it can be nothing else: `3 i vs a`.
        let is_last = !matches!(self.kind(at + 1), Some(Kind::Word | Kind::Number(_)));
        let is_name = |len: usize, fit| len > 1 || fit == Fit::Exact || !is_small(&run[0]);
        let strong = lengths().find_map(|len| {
            let (fit, found) = names.in_full_or_shortened(&run[..len])?;
            is_name(len, fit).then_some(NameMatch { len, found, fit })
        });
        if strong.is_some() {
            return strong;
        }
        if is_last && run.first().is_some_and(|word| ARTICLES[..2].contains(&word.as_str())) {
            let found = names.begun_by_article(&run[0])?;
            return Some(NameMatch { len: 1, found, fit: Fit::Beginning });
        }
        lengths().find_map(|len| {
            let (fit, found) = names.otherwise(&run[..len])?;
            is_name(len, fit).then_some(NameMatch { len, found, fit })
        })
    }

    /// Returns the one name of a match and consumes it.
    pub(super) fn only(&mut self, names: &Names, matched: &NameMatch) -> Result<usize, Diagnostic> {
        match &matched.found {
            Found::One(index) => {
                self.at += matched.len;
                self.is_guess |= !matched.fit.is_strong();
                Ok(*index)
            }
            Found::Many(all) => {
                let named: Vec<String> =
                    all.iter().map(|index| names.name(*index).to_string()).collect();
                Err(self.ambiguous(named, matched.len))
            }
        }
    }

    /// Returns the one name of a match with its place, and consumes it.
    pub(super) fn only_placed(
        &mut self,
        names: &Names,
        matched: &NameMatch,
    ) -> Result<(usize, Place), Diagnostic> {
        let from = self.at;
        let index = self.only(names, matched)?;
        Ok((index, self.place(from, self.at)))
    }

    /// Creates the error for words that may mean several things.
    pub(super) fn ambiguous(&mut self, named: Vec<String>, len: usize) -> Diagnostic {
        let place = self.place(self.at, self.at + len);
        let is_longer =
            |name: &String| named.iter().any(|base| name.starts_with(&format!("{base}-")));
        let named: Vec<String> = named.iter().filter(|name| !is_longer(name)).cloned().collect();
        let named = &named[..named.len().min(MAX_NAMED)];
        let (before, after) = self.around(&place);
        self.fixes.extend(named.iter().map(|name| format!("{before}{name}{after}")));
        let message = format!("`{}` can mean several things", shorten(place.text()));
        let error = Diagnostic::at(&place, message).label("write more of the name");
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        error.help(format!("it can be {}", list(&named, "or")))
    }

    /// Returns the text before and after a place.
    pub(super) fn around(&self, place: &Place) -> (&'a str, &'a str) {
        let text = &self.source.text;
        (&text[..place.range.start], &text[place.range.end..])
    }

    /// Creates the error that something else was expected here.
    pub(super) fn expected(&self, what: &str) -> Diagnostic {
        let place = self.place(self.at, self.at + 1);
        let seen = match place.text() {
            "" => "the end".to_string(),
            text => format!("`{}`", shorten(text)),
        };
        Diagnostic::at(&place, format!("expected {what}, found {seen}"))
            .label(format!("expected {what}"))
    }

    /// Creates the error for a name of none of these kinds.
    pub(super) fn no_such(&mut self, kind: &str, known: &[&str]) -> Diagnostic {
        if self.kind(self.at) == Some(Kind::Word) && is_versus(self.text(self.at)) {
            return self.no_third_side();
        }
        let run = self.run(self.at);
        if run.is_empty() {
            return self.expected(&with_article(kind));
        }
        let is_number = |n: usize| matches!(self.kind(self.at + n), Some(Kind::Number(_)));
        let is_inside = |n: usize| !is_number(n) || self.is_joined(self.at + n);
        let len = (1..run.len()).find(|n| !is_inside(*n)).unwrap_or(run.len());
        let mut place = self.place(self.at, self.at + len);
        // `as` is a ship of another game only by chance.
        self.unknown = if is_small(&run[0]) { Vec::new() } else { run[..len].to_vec() };
        let nearest = |place: &Place| nearest(place.text(), known.iter().copied());
        let mut near = nearest(&place);
        if self.at > 0 && self.starts_name(self.at - 1) {
            // The word before it may belong to a misspelled name, which is then the only one near.
            let longer = self.place(self.at - 1, self.at + len);
            let whole = nearest(&longer);
            if near.is_empty() && !whole.is_empty() || whole.len() == 1 {
                (near, place) = (whole, longer);
            }
        }
        let name = place.name();
        let error = Diagnostic::at(&place, format!("unknown {kind} `{}`", shorten(&name)));
        let error = match near.is_empty() {
            true if (1..=MAX_LISTED).contains(&known.len()) => {
                let some = &known[..known.len().min(MAX_NAMED)];
                error.help(format!("such as {}", list(some, "or")))
            }
            true => error,
            false => error.help(format!("did you mean {}?", list(&near, "or"))),
        };
        match near[..] {
            [near] if place.range.len() < self.source.text.trim().len() => {
                let (before, after) = self.around(&place);
                self.fixes.push(format!("{before}{near}{after}"));
                error
            }
            _ => error,
        }
    }

    /// Creates the error for a word between sides within a side.
    fn no_third_side(&self) -> Diagnostic {
        let place = self.place(self.at, self.at + 1);
        Diagnostic::at(&place, format!("a side cannot contain `{}`", place.text()))
            .label("it separates two sides")
            .help(
                "a fight has two sides, so it is written once: `2 cruiser v 3 cruiser`; several \
                 players in one sector are the `parties` of a scenario",
            )
    }
}

/// Returns a kind of thing with its article.
pub(super) fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {kind}")
}
