//! Content of a report, independent of its format: what was fought, and tables of figures.

use unicode_width::UnicodeWidthStr;

use super::style::{dim, heading, strong};
use super::text::{line, wrap, wrap_anywhere};

/// Content of a report.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Title or main result of the report, in one line.
    pub headline: String,
    /// Game, fleets and engine.
    pub facts: Vec<String>,
    /// Remarks, such as that the run was interrupted.
    pub notes: Vec<String>,
    /// The figures.
    pub tables: Vec<Grid>,
    /// What follows from the figures, if anything.
    pub conclusion: Option<String>,
}

/// A table of figures. The first column names the rows.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Title, if any.
    pub title: String,
    /// Titles of the columns.
    pub columns: Vec<String>,
    /// Cells, by row. A row of one cell is a heading of the rows below it.
    pub rows: Vec<Vec<String>>,
    /// Number of columns at the left that are texts; the others are figures.
    pub texts: usize,
}

impl Grid {
    /// Creates a table of figures. Columns without a figure are left out, but for texts.
    pub(super) fn of(title: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self::with_texts(1, title, columns, rows)
    }

    /// Creates a table with this number of columns of text.
    pub(super) fn with_texts(
        texts: usize,
        title: &str,
        columns: &[&str],
        mut rows: Vec<Vec<String>>,
    ) -> Self {
        let mut columns: Vec<String> = columns.iter().map(|column| (*column).to_string()).collect();
        for n in (texts..columns.len()).rev() {
            if rows.iter().all(|row| row.get(n).is_none_or(String::is_empty)) {
                columns.remove(n);
                rows.iter_mut().filter(|row| n < row.len()).for_each(|row| drop(row.remove(n)));
            }
        }
        Self { title: title.into(), columns, rows, texts }
    }

    /// Whether a row is a heading of those below it.
    pub(super) fn is_heading(&self, row: &[String]) -> bool {
        row.len() == 1 && self.columns.len() > 1
    }

    /// Returns the column whose text has the room of all figures, in a row without figures.
    pub(super) fn wide_text(&self, row: &[String]) -> Option<usize> {
        let figures = row.get(self.texts..).unwrap_or_default();
        self.texts.checked_sub(1).filter(|_| figures.iter().all(String::is_empty))
    }
}

impl Outline {
    /// Writes the headline, the facts and the notes above a table of this width.
    pub(super) fn write_head(&self, text: &mut String, width: usize) {
        for words in wrap_anywhere(&self.headline, width) {
            line!(text, "{}", heading(words));
        }
        for words in self.facts.iter().flat_map(|fact| wrap_facts(fact, width)) {
            line!(text, "{}", dim(words));
        }
        for words in self.notes.iter().flat_map(|note| wrap(note, width)) {
            line!(text, "{}", strong(words));
        }
    }
}

/// Wraps facts that are separated by dots between them, or between words where one is too long.
fn wrap_facts(facts: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.split(" · ") {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + fact.width() <= width => {
                *line += " · ";
                *line += fact;
            }
            _ => lines.extend(wrap(fact, width)),
        }
    }
    lines
}

/// Returns how the figures were found, if this many of all were simulated.
pub(super) fn how(simulated: usize, all: usize, seed: u64) -> String {
    match simulated {
        0 => "exact".into(),
        n if n < all => format!("{n} of {all} simulated, seed {seed}"),
        _ => format!("simulated, seed {seed}"),
    }
}

/// Returns a text in which no percent sign is apart from its number.
pub(super) fn unbroken(text: &str) -> String {
    let text = text.replace(" %", "\u{202f}%");
    text.replace("> ", ">\u{202f}").replace("< ", "<\u{202f}")
}
