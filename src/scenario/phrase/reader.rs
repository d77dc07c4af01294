//! The tokens of a fleet, and the names that start at each of them.

use std::sync::Arc;

use super::names::{Found, Names, words_of};
use super::reserved::JOINING;
use super::sides::is_versus;
use super::tokens::{Kind, Token, tokens};
use super::vocabulary::Vocabulary;
use crate::scenario::diagnostics::{Diagnostic, Place, Source, list, shorten, shorten_to};
use crate::scenario::names::nearest;

/// Maximum number of words of a name.
const MAX_WORDS: usize = 8;

/// Maximum number of candidates that an error names.
const MAX_NAMED: usize = 12;

/// Reads a fleet token by token.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) words: &'a Vocabulary,
    /// Names of the saved ships.
    pub(super) saved: Names,
    /// Index of the next token.
    pub(super) at: usize,
    /// Words of the name that is not known, once there is one.
    pub(super) unknown: Vec<String>,
    tokens: Vec<Token>,
}

/// A name that starts at a token.
#[derive(Clone, Debug)]
pub(super) struct NameMatch {
    /// Number of its tokens.
    pub(super) len: usize,
    pub(super) found: Found,
    /// Whether it is the name itself or a synonym.
    pub(super) is_exact: bool,
}

impl NameMatch {
    /// Returns how good the match is: longer, exact and unambiguous ones are better.
    pub(super) fn rank(&self) -> (usize, bool, bool) {
        (self.len, self.is_exact, matches!(self.found, Found::One(_)))
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a Arc<Source>, words: &'a Vocabulary) -> Self {
        let mut saved = Names::default();
        for ship in &words.saved {
            saved.add(&ship.name);
        }
        let tokens = tokens(&source.text);
        Self { source, words, saved, at: 0, unknown: Vec::new(), tokens }
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
        Place { source: Arc::clone(self.source), range: start..stop }
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

    /// Returns the longest name at the start of these words, which start at an index.
    pub(super) fn name_in(&self, names: &Names, at: usize, run: &[String]) -> Option<NameMatch> {
        if names.is_empty() {
            return None;
        }
        let is_whole = |len: &usize| !self.is_joined(at + len) || self.is_joined_level(at + len);
        (1..=run.len()).rev().filter(is_whole).find_map(|len| {
            let words = &run[..len];
            let exact = names.exact_in_any_order(words).map(Found::One);
            let is_exact = exact.is_some();
            let found = exact.or_else(|| names.shortened(words))?;
            Some(NameMatch { len, found, is_exact })
        })
    }

    /// Returns the one name of a match and consumes it.
    pub(super) fn only(&mut self, names: &Names, matched: &NameMatch) -> Result<usize, Diagnostic> {
        match &matched.found {
            Found::One(index) => {
                self.at += matched.len;
                Ok(*index)
            }
            Found::Many(all) => Err(self.ambiguous(names, all, matched.len)),
        }
    }

    /// Creates the error for words that may mean several names.
    pub(super) fn ambiguous(&self, names: &Names, all: &[usize], len: usize) -> Diagnostic {
        let place = self.place(self.at, self.at + len);
        let named: Vec<&str> = all.iter().take(MAX_NAMED).map(|index| names.name(*index)).collect();
        let more = all.len() - named.len();
        let others = if more > 0 { format!(", and {more} more") } else { String::new() };
        let message = format!("`{}` can mean several names", shorten(place.text()));
        let error = Diagnostic::at(&place, message).label("write more of the name");
        error.help(format!("it can be {}{others}", list(&named, "or")))
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
        self.unknown = run[..len].to_vec();
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
        let error = Diagnostic::unknown(&place, kind, known);
        match near[..] {
            [near] if place.range.len() < self.source.text.trim().len() => {
                let text = &self.source.text;
                let (before, after) = (&text[..place.range.start], &text[place.range.end..]);
                let fixed = format!("{before}{near}{after}");
                let fixed = shorten_to(60, fixed.trim());
                error.help(format!("did you mean `{near}`? write `{fixed}`"))
            }
            _ => error,
        }
    }

    /// Creates the error for a word between sides within a side.
    fn no_third_side(&self) -> Diagnostic {
        let place = self.place(self.at, self.at + 1);
        Diagnostic::at(&place, format!("a side cannot contain `{}`", place.text()))
            .label("it separates two sides")
            .help("a fight has two sides, so it is written once: `2 cruiser v 3 cruiser`")
    }
}

/// Returns a kind of thing with its article.
pub(super) fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {kind}")
}
