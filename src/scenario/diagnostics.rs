//! Errors that point to their place in the source.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use unicode_width::UnicodeWidthStr;

use super::Rulebook;
use super::names::nearest;
use super::printable::{is_printable, printable};

/// A text written by the user, and its name.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// File name, or the name of a typed argument: `attacker`. It is printable.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Creates a source that all its places share.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let name = printable(&name.into()).into_owned();
        Arc::new(Self { name, text: text.into() })
    }
}

/// A range of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// Range in bytes.
    pub range: Range<usize>,
}

impl Place {
    /// Returns a range of a source.
    pub(crate) fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        Self { source: Arc::clone(source), range }
    }

    /// Returns the place of a whole source.
    #[must_use]
    pub fn whole(source: &Arc<Source>) -> Self {
        Self::new(source, 0..source.text.len())
    }

    /// Returns the place from the start of this place to the end of another.
    #[must_use]
    pub fn to(&self, end: &Self) -> Self {
        Self::new(&self.source, self.range.start..end.range.end.max(self.range.start))
    }

    /// Returns the text at this place.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the place without the space at both ends.
    pub(crate) fn trimmed(&self) -> Self {
        let text = self.text();
        let start = self.range.start + text.len() - text.trim_start().len();
        Self::new(&self.source, start..start + text.trim().len())
    }

    /// Checks that all characters are printable, because reports print this text, which is part of
    /// `what`. Space of these kinds is allowed, too.
    pub(crate) fn check_printable(&self, what: &str, space: &[char]) -> Result<(), Diagnostic> {
        let is_wrong = |(_, c): &(usize, char)| !is_printable(*c) && !space.contains(c);
        let Some((at, c)) = self.text().char_indices().find(is_wrong) else { return Ok(()) };
        let at = self.range.start + at;
        let message = format!(
            "{what} cannot contain control characters or invisible ones, found U+{:04X}",
            u32::from(c)
        );
        let place = Self::new(&self.source, at..at + c.len_utf8());
        Err(Diagnostic::at(&place, message).label("remove this"))
    }

    /// Returns the name at this place. Text between quotes is decoded as a JSON string.
    pub(crate) fn name(&self) -> Cow<'_, str> {
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

/// Correction of an error in a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Write this fleet instead.
    Fleet(String),
    /// Choose this rulebook, which knows the name.
    Rules(Rulebook),
}

/// An error message: what is wrong, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, including the offending text.
    pub message: String,
    /// Where the error is.
    pub place: Option<Place>,
    /// Text below the caret: what was found there, or what is allowed.
    pub label: String,
    /// How to fix the error.
    pub help: Option<String>,
    /// Correction that a screen offers.
    pub remedy: Option<Box<Remedy>>,
    /// Whether a name is not known. Another game may know it.
    pub is_unknown: bool,
}

impl Diagnostic {
    /// Creates an error without a place.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: None,
            label: String::new(),
            help: None,
            remedy: None,
            is_unknown: false,
        }
    }

    /// Creates an error at a place.
    #[must_use]
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self { place: Some(place.clone()), ..Self::new(message) }
    }

    /// Creates an error for an unknown name. The help suggests the nearest known names, or lists
    /// all of them if none is near.
    #[must_use]
    pub fn unknown(
        place: &Place,
        kind: &str,
        known: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        let known: Vec<_> = known.into_iter().collect();
        Self::unknown_among(place, kind, known.iter().map(AsRef::as_ref).collect())
    }

    fn unknown_among(place: &Place, kind: &str, mut known: Vec<&str>) -> Self {
        let name = place.name();
        let error = Self::at(place, format!("unknown {kind} `{}`", shorten(&name)));
        let near = nearest(&name, known.iter().copied());
        if !near.is_empty() {
            return error.help(format!("did you mean {}?", list(&near, "or")));
        }
        known.sort_unstable();
        error.help(format!("allowed: {}", known.join(", ")))
    }

    /// Creates an error for an unknown name. The help suggests the nearest known names, or says
    /// where the many known names are listed.
    pub(crate) fn unknown_of_many(
        place: &Place,
        kind: &str,
        known: impl IntoIterator<Item = impl AsRef<str>>,
        listed: impl Into<String>,
    ) -> Self {
        let error = Self::unknown(place, kind, known);
        match error.help.as_ref().is_some_and(|help| help.starts_with("allowed")) {
            true => error.help(listed),
            false => error,
        }
    }

    /// Sets the correction.
    #[must_use]
    pub(crate) fn remedy(self, remedy: Remedy) -> Self {
        Self { remedy: Some(Box::new(remedy)), ..self }
    }

    /// Sets the label.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Sets the help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Renders the message with a caret under the place. With the width of a terminal, the lines of
    /// the message are broken between words.
    #[must_use]
    pub fn render(&self, colour: bool, width: Option<usize>) -> String {
        let message = wrapped(&printable(&self.message), width, TITLE);
        let mut report = Group::with_title(Level::ERROR.primary_title(message));
        if let Some(place) = &self.place {
            let line = SourceLine::of(place);
            let label = printable(&self.label);
            report = report.element(
                Snippet::source(line.text)
                    .line_start(line.number)
                    .path(printable(&place.source.name))
                    .annotation(AnnotationKind::Primary.span(line.range).label(label)),
            );
        }
        if let Some(help) = &self.help {
            let lines = self.place.as_ref().map_or(0, |place| SourceLine::of(place).number);
            let before = HELP + lines.to_string().len();
            report = report.element(Level::HELP.message(wrapped(&printable(help), width, before)));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = width.map_or(renderer.clone(), |width| renderer.term_width(width));
        renderer.render(&[report])
    }
}

/// Columns before a title, and before a help text apart from the number of its line.
const TITLE: usize = "error: ".len();
const HELP: usize = " = help: ".len();

/// Fewest columns of a line that is broken.
const MIN_COLUMNS: usize = 20;

/// Breaks a text between words so that its lines fit a width less the columns before them.
fn wrapped(text: &str, width: Option<usize>, before: usize) -> String {
    let Some(width) = width else { return text.to_string() };
    let columns = width.saturating_sub(before).max(MIN_COLUMNS);
    let (mut lines, mut used) = (String::new(), 0);
    for word in text.split(' ') {
        let long = word.width();
        if used > 0 && used + 1 + long > columns {
            lines.push('\n');
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += long;
    }
    lines
}

/// The line in which a place begins, in printable form.
struct SourceLine {
    text: String,
    number: usize,
    /// Range of the place within this line, in bytes.
    range: Range<usize>,
}

impl SourceLine {
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

/// Shortens a text to at most 40 characters, without its quotes, so that a message can quote it.
#[must_use]
pub fn shorten(text: &str) -> String {
    shorten_to(40, text.trim_matches('"'))
}

/// Returns the text in printable form, cut to at most `most` characters.
#[must_use]
pub(crate) fn shorten_to(most: usize, text: &str) -> String {
    let first: String = text.chars().take(most).collect();
    let more = if text.chars().count() > most { "…" } else { "" };
    printable(&first).into_owned() + more
}

/// Lists names in prose: `a`, `b` or `c`.
pub(crate) fn list(names: &[&str], and: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false, None))
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Place, Source};

    #[test]
    fn long_lists_are_broken_between_words() {
        let names: Vec<String> = (0..40).map(|n| format!("name-{n}")).collect();
        let place = Place::whole(&Source::new("test", "3 x"));
        let error = Diagnostic::at(&place, "a message of several words ".repeat(5).trim())
            .help(names.join(", "));
        let narrow = error.render(false, Some(60));
        assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert!(
            names.iter().all(|name| words(&narrow).iter().any(|w| w.trim_end_matches(',') == name))
        );
        assert_eq!(error.render(false, None).lines().count(), 7);
    }
}
