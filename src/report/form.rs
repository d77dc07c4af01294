//! Forms of a report.

use super::choice_plot;
use super::drawing::Drawing;
use super::markdown::markdown;
use super::outline::Outline;
use super::page::{Origin, choice_page};

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

/// A result that can be shown in all formats.
pub trait Report {
    /// Whether the user stopped the work, so that something is missing.
    #[must_use]
    fn is_interrupted(&self) -> bool;

    /// Formats tables for reading.
    #[must_use]
    fn table(&self, options: TableOptions) -> String {
        self.outline().in_terminal(options)
    }

    /// Formats JSON with all figures.
    #[must_use]
    fn json(&self) -> String;

    /// Formats CSV for spreadsheets.
    #[must_use]
    fn csv(&self) -> String;

    /// Returns the content for Markdown, pages and plots.
    #[must_use]
    fn outline(&self) -> Outline;

    /// Draws the charts for pages and plots.
    #[must_use]
    fn drawings(&self) -> Vec<Drawing> {
        Vec::new()
    }

    /// Formats tables in Markdown.
    #[must_use]
    fn markdown(&self) -> String {
        markdown(&self.outline())
    }

    /// Renders all charts in one SVG file.
    #[must_use]
    fn svg(&self) -> String {
        choice_plot::svg(&self.outline(), &self.drawings())
    }

    /// Renders a self-contained HTML page, without scripts or other files.
    #[must_use]
    fn page(&self, origin: &Origin) -> String {
        choice_page(&self.outline(), &self.drawings(), origin)
    }
}
