//! Errors that point to the place.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::names::nearest;
use super::printable::printable;

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

    /// The name that is written there: what stands between quotes is read as JSON.
    fn name(&self) -> Cow<'_, str> {
        let (inside, all) = (self.text().trim_matches('"'), &self.source.text);
        let is_quoted = |before: Option<&str>, after: Option<&str>| {
            before.is_some_and(|text| text.ends_with('"'))
                && after.is_some_and(|text| text.starts_with('"'))
        };
        let Range { start, end } = self.range;
        if self.text().starts_with('"') || is_quoted(all.get(..start), all.get(end..)) {
            let read = serde_json::from_str(&format!("\"{inside}\""));
            return read.map_or(inside.into(), |name: String| name.into());
        }
        inside.into()
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
        let name = place.name();
        let error = Self::at(place, format!("unknown {kind} `{}`", shorten(&name)));
        let near = nearest(&name, known.iter().copied());
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
        let mut report = Group::with_title(Level::ERROR.primary_title(printable(&self.message)));
        if let Some(place) = &self.place {
            let line = Line::of(place);
            let label = printable(&self.label);
            report = report.element(
                Snippet::source(line.text)
                    .line_start(line.number)
                    .path(printable(&place.source.name))
                    .annotation(AnnotationKind::Primary.span(line.range).label(label)),
            );
        }
        if let Some(help) = &self.help {
            report = report.element(Level::HELP.message(printable(help)));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[report])
    }
}

/// The line of a text in which a place begins, as it can be shown.
struct Line {
    text: String,
    number: usize,
    /// The place, as far as it lies in this line.
    range: Range<usize>,
}

impl Line {
    fn of(place: &Place) -> Self {
        let text = &place.source.text;
        let at = text.floor_char_boundary(place.range.start.min(text.len()));
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        let end = if text[at..end].ends_with('\r') { end - 1 } else { end };
        let to = text.floor_char_boundary(place.range.end.clamp(at, end));
        let shown = |range: Range<usize>| printable(&text[range].replace('\t', " ")).into_owned();
        let [before, inside] = [shown(start..at), shown(at..to)];
        let range = before.len()..before.len() + inside.len();
        Self {
            text: before + &inside + &shown(to..end),
            number: text[..start].matches('\n').count() + 1,
            range,
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
    let first: String = text.chars().take(most).collect();
    let more = if text.chars().count() > most { "…" } else { "" };
    printable(&first).into_owned() + more
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
