//! Forms of a report.

/// Layout of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableOptions {
    /// Columns of the terminal; tables are between 60 and 120 columns wide.
    pub width: usize,
    /// Whether to show everything, or only a short report where there is one.
    pub full: bool,
}

/// A result that can be shown in all formats.
pub trait Report {
    /// Whether the user stopped the work, so that something is missing.
    #[must_use]
    fn is_interrupted(&self) -> bool;

    /// Formats a table for reading.
    #[must_use]
    fn table(&self, options: TableOptions) -> String;

    /// Formats JSON with all figures.
    #[must_use]
    fn json(&self) -> String;

    /// Formats CSV for spreadsheets.
    #[must_use]
    fn csv(&self) -> String;
}
