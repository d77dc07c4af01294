//! Reports as JSON, for the page to show.

use std::fmt::Display;

use serde_json::{Value, json};

use crate::answer::NoAnswer;
use crate::report::{Bar, Chart, Drawing, Grid, MAX_VALUES, Outline, Report, Row, percent};
use crate::scenario::Diagnostic;

/// The reason why a request has no answer, in sentences.
#[derive(Debug)]
pub(super) struct Problem(String);

impl Problem {
    /// Creates a problem that has no place.
    pub(super) fn new(message: &impl Display) -> Self {
        Self(message.to_string())
    }

    /// Returns the answer to a request with this problem.
    pub(super) fn shown(&self) -> Value {
        json!({"problem": self.0})
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        let (label, help) = details(&diagnostic);
        let parts = [Some(diagnostic.message.as_str()), label, help];
        Self(parts.into_iter().flatten().map(sentence).collect::<Vec<String>>().join(" "))
    }
}

impl From<NoAnswer> for Problem {
    fn from(no: NoAnswer) -> Self {
        match no {
            NoAnswer::Record(diagnostic) => (*diagnostic).into(),
            other => Self::new(&other),
        }
    }
}

/// Returns what the label of an error adds to its message, and the help that a player at a screen
/// can use: options of the command line are of no use there.
pub(super) fn details(error: &Diagnostic) -> (Option<&str>, Option<&str>) {
    let Diagnostic { message, label, help, .. } = error;
    let says_more = !label.is_empty() && !message.contains(label.as_str());
    (says_more.then_some(label.as_str()), help.as_deref().filter(|help| !help.contains("--")))
}

/// Returns a text as a sentence: with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    first.chain(letters).collect::<String>() + end
}

/// Returns a report. A trait object would bring along all formats that the page does not need.
pub(super) fn report<R: Report>(report: &R) -> Value {
    let Outline { headline, facts, notes, tables, conclusion, .. } = report.outline();
    json!({
        "headline": headline,
        "facts": facts,
        "notes": notes,
        "tables": tables.iter().map(grid).collect::<Vec<_>>(),
        "conclusion": conclusion,
        "drawings": report.drawings().iter().map(drawing).collect::<Vec<_>>(),
    })
}

fn grid(grid: &Grid) -> Value {
    let Grid { title, columns, rows, texts, .. } = grid.in_columns(MAX_VALUES);
    let rows: Vec<Vec<String>> = rows.into_iter().map(|Row { cells, .. }| cells).collect();
    json!({"title": title, "columns": columns, "rows": rows, "texts": texts})
}

fn drawing(drawing: &Drawing) -> Value {
    let Drawing { title, width, height, body } = drawing;
    json!({"title": title, "width": width, "height": height, "body": body})
}

/// Returns a chart.
pub(super) fn chart(chart: &Chart) -> Value {
    let Chart { title, note, axis, bars } = chart;
    let bar = |Bar { label, share, side, .. }: &Bar| json!({"label": label, "share": share, "percent": percent(*share), "side": side});
    let bars: Vec<Value> = bars.iter().map(bar).collect();
    json!({"title": title, "note": note, "axis": axis, "bars": bars})
}
