//! Content of a report, independent of its format: what was fought, and tables of figures.

use super::numbers::share;

/// Layout of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableOptions {
    /// Columns of the terminal; tables are between 60 and 120 columns wide.
    pub width: usize,
    /// Whether to show everything, or only a short report where there is one.
    pub full: bool,
}

impl TableOptions {
    /// Returns the width of tables.
    pub(super) fn columns(self) -> usize {
        columns(self.width)
    }
}

/// Returns the width of tables on a terminal of this width.
pub(super) fn columns(width: usize) -> usize {
    width.clamp(60, 120)
}

/// Largest number of values of a distribution that tables in Markdown and on pages have in columns.
pub const MAX_VALUES: usize = 12;

/// Content of a report.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Title or main result of the report, in one line.
    pub headline: String,
    /// Game, fleets and engine.
    pub facts: Vec<String>,
    /// Remarks, such as that the run was interrupted.
    pub notes: Vec<String>,
    /// Warnings, which terminals show below the report.
    pub warnings: Vec<String>,
    /// The figures.
    pub tables: Vec<Grid>,
    /// What follows from the figures, if anything.
    pub conclusion: Option<String>,
}

/// A table of figures. The first columns name the rows.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Title, if any.
    pub title: String,
    /// Titles of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Number of columns at the left that are texts; the others are figures.
    pub texts: usize,
    /// Values of the distributions behind the columns, if rows have some.
    pub axis: Axis,
    /// Number of rows that a short report on a terminal has.
    pub most: usize,
}

/// A row of a table. One with a single cell is a heading of the rows below it; the last text of one
/// without figures has their room.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Cells, one for each column.
    pub cells: Vec<String>,
    /// Side that it is about, whose colour it has.
    pub side: Option<usize>,
    /// Whether it is emphasised.
    pub is_strong: bool,
    /// Share of a bar that terminals draw behind it.
    pub bar: Option<f64>,
    /// Side whose colour the bar has.
    pub bar_side: usize,
    /// Probabilities of the first values of the axis; empty without a distribution.
    pub shares: Vec<f64>,
}

/// Values of distributions.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// The values in words; empty without distributions.
    pub values: Vec<String>,
    /// Words for the first and the last probability of a row, where there is no room for all.
    pub ends: [String; 2],
    /// Whether the probabilities are exact, so that 1 is certain.
    pub is_exact: bool,
}

impl From<Vec<String>> for Row {
    fn from(cells: Vec<String>) -> Self {
        Self { cells, ..Self::default() }
    }
}

impl Row {
    /// Creates a row of a name and other cells.
    pub(super) fn of(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        std::iter::once(name.into()).chain(cells).collect::<Vec<_>>().into()
    }

    /// Sets the side that the row is about.
    pub(super) fn of_side(self, side: usize) -> Self {
        Self { side: Some(side), bar_side: side, ..self }
    }

    /// Adds a bar.
    pub(super) fn with_bar(self, share: f64) -> Self {
        Self { bar: Some(share), ..self }
    }

    /// Adds a distribution.
    pub(super) fn with_shares(self, shares: &[f64]) -> Self {
        Self { shares: shares.to_vec(), ..self }
    }

    /// Emphasises the row.
    pub(super) fn strong(self, is_strong: bool) -> Self {
        Self { is_strong, ..self }
    }
}

impl Axis {
    /// Creates the axis of numbers from 0 to the largest that a distribution has.
    pub(super) fn up_to(most: u64, ends: [&str; 2], is_exact: bool) -> Self {
        let values = (0..=most).map(|n| n.to_string()).collect();
        Self { values, ends: ends.map(String::from), is_exact }
    }

    /// Creates an axis of these values.
    pub(super) fn of(values: Vec<String>, is_exact: bool) -> Self {
        let ends = [values.first(), values.last()].map(|end| end.cloned().unwrap_or_default());
        Self { values, ends, is_exact }
    }

    /// Formats a probability.
    pub(super) fn share(&self, p: f64) -> String {
        share(self.is_exact, p)
    }

    /// Returns the first and the last probability of a row.
    pub(super) fn ends_of(&self, shares: &[f64]) -> [String; 2] {
        [shares.first(), shares.last()].map(|p| self.share(p.copied().unwrap_or(0.0)))
    }
}

impl Grid {
    /// Creates a table of figures. Columns without a figure are left out, but for texts.
    pub(super) fn of<C: Into<String>, R: Into<Row>>(
        title: &str,
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        Self::with_texts(1, title, columns, rows)
    }

    /// Creates a table with this number of columns of text.
    pub(super) fn with_texts<C: Into<String>, R: Into<Row>>(
        texts: usize,
        title: &str,
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let mut columns: Vec<String> = columns.into_iter().map(Into::into).collect();
        let mut rows: Vec<Row> = rows.into_iter().map(Into::into).collect();
        for n in (texts..columns.len()).rev() {
            if rows.iter().all(|row| row.cells.get(n).is_none_or(String::is_empty)) {
                columns.remove(n);
                rows.iter_mut()
                    .filter(|row| n < row.cells.len())
                    .for_each(|row| drop(row.cells.remove(n)));
            }
        }
        Self { title: title.into(), columns, rows, texts, axis: Axis::default(), most: usize::MAX }
    }

    /// Sets the values of the distributions.
    pub(super) fn over(self, axis: Axis) -> Self {
        Self { axis, ..self }
    }

    /// Whether a row is a heading of those below it.
    pub(super) fn is_heading(&self, row: &Row) -> bool {
        row.cells.len() == 1 && self.columns.len() > 1
    }

    /// Returns the column whose text has the room of all figures, in a row without figures.
    pub(super) fn wide_text(&self, row: &Row) -> Option<usize> {
        let figures = row.cells.get(self.texts..).unwrap_or_default();
        let has_none = figures.iter().all(String::is_empty) && row.shares.is_empty();
        let is_wide = has_none && self.columns.len() > self.texts;
        self.texts.checked_sub(1).filter(|_| is_wide)
    }

    /// Returns the table with its distributions in columns: all values, or the ends if there are
    /// more values than `most`.
    #[must_use]
    pub fn in_columns(&self, most: usize) -> Self {
        let Axis { values, ends, .. } = &self.axis;
        let is_whole = values.len() <= most;
        let mut grid = Self { axis: Axis::default(), ..self.clone() };
        if values.is_empty() {
            return grid;
        }
        grid.columns.extend_from_slice(if is_whole { values } else { ends });
        for row in grid.rows.iter_mut().filter(|row| !row.shares.is_empty()) {
            let shares = std::mem::take(&mut row.shares);
            match is_whole {
                true => row.cells.extend(shares.iter().map(|p| self.axis.share(*p))),
                false => row.cells.extend(self.axis.ends_of(&shares)),
            }
            row.cells.resize(grid.columns.len(), String::new());
        }
        grid
    }
}

/// Returns the tables that have rows.
pub(super) fn filled(tables: impl IntoIterator<Item = Grid>) -> Vec<Grid> {
    tables.into_iter().filter(|grid| !grid.rows.is_empty()).collect()
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
