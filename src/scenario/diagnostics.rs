//! Errors that point to the place.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::names::nearest;

/// A text that somebody wrote, and what it is called.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// File name, or what was typed: `attacker`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A source to be shared by all places in it.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }
}

/// A stretch of a source.
#[derive(Clone, Debug)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// Bytes of its text.
    pub range: Range<usize>,
}

impl Place {
    /// The whole of a source.
    #[must_use]
    pub fn whole(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), range: 0..source.text.len() }
    }

    /// From the beginning of this place to the end of that one.
    #[must_use]
    pub fn to(&self, end: &Self) -> Self {
        let range = self.range.start..end.range.end.max(self.range.start);
        Self { source: Arc::clone(&self.source), range }
    }

    /// What is written there.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or_default()
    }
}

/// One clear message: what is wrong, where, and what to do about it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What is wrong, with what was seen.
    pub message: String,
    /// Where it is.
    pub place: Option<Place>,
    /// What stands at the place, or what is allowed there.
    pub label: String,
    /// The way out.
    pub help: Option<String>,
    /// Nothing is wrong but that it is not yet built.
    pub is_later: bool,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: Some(place.clone()),
            label: String::new(),
            help: None,
            is_later: false,
        }
    }

    /// Something that will be, and is not yet.
    #[must_use]
    pub fn not_yet(place: &Place, what: &str) -> Self {
        let error = Self::at(place, format!("{what} is not yet built"));
        Self { is_later: true, ..error.label("known, but it comes with a later release") }
    }

    /// An unknown name, with the nearest known ones, or all of them if they are few.
    #[must_use]
    pub fn unknown(place: &Place, kind: &str, known: &[&str]) -> Self {
        let seen = shorten(place.text());
        let error = Self::at(place, format!("unknown {kind} `{seen}`"));
        let near = nearest(place.text().trim_matches('"'), known.iter().copied());
        if !near.is_empty() {
            return error.help(format!("did you mean {}?", list(&near, "or")));
        }
        let mut sorted = known.to_vec();
        sorted.sort_unstable();
        error.help(format!("allowed: {}", sorted.join(", ")))
    }

    /// The same with a label.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The same with a way out.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The message as a person reads it, with a caret under the place.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let mut report = Group::with_title(Level::ERROR.primary_title(&*self.message));
        if let Some(place) = &self.place {
            let line = Line::of(place);
            report = report.element(
                Snippet::source(line.text.to_string())
                    .line_start(line.number)
                    .path(&*place.source.name)
                    .annotation(AnnotationKind::Primary.span(line.range).label(&*self.label)),
            );
        }
        if let Some(help) = &self.help {
            report = report.element(Level::HELP.message(&**help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[report])
    }
}

/// The line of a text in which a place begins.
struct Line<'a> {
    text: &'a str,
    number: usize,
    /// The place, as far as it lies in this line.
    range: Range<usize>,
}

impl<'a> Line<'a> {
    fn of(place: &'a Place) -> Self {
        let text = &place.source.text;
        let at = text.floor_char_boundary(place.range.start.min(text.len()));
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        let to = text.floor_char_boundary(place.range.end.clamp(at, end));
        Self {
            text: &text[start..end],
            number: text[..start].matches('\n').count() + 1,
            range: at - start..to - start,
        }
    }
}

/// A text short enough to be quoted.
#[must_use]
pub(super) fn shorten(text: &str) -> String {
    shorten_to(40, text.trim_matches('"'))
}

/// A text as it can be printed, of so many characters at most.
#[must_use]
pub(super) fn shorten_to(most: usize, text: &str) -> String {
    let clean: String =
        text.chars().take(most).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > most { format!("{clean}…") } else { clean }
}

/// `a`, `b` or `c`.
fn list(names: &[&str], and: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}
