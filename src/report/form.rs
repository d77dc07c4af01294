//! A result in all formats.

use super::drawing::Drawing;
use super::markdown::markdown;
use super::outline::{Outline, TableOptions};
use super::page::{Origin, choice_page};
use super::plot::svg_of;
use super::stopped::Stopped;

/// A result that can be shown in all formats.
pub trait Report {
    /// Returns why something is missing, if something is.
    #[must_use]
    fn stopped(&self) -> Option<&Stopped> {
        None
    }

    /// Whether the user stopped the work, so that something is missing.
    #[must_use]
    fn is_interrupted(&self) -> bool {
        self.stopped().is_some_and(Stopped::is_interrupt)
    }

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
        svg_of(&self.outline(), &self.drawings())
    }

    /// Renders a self-contained HTML page, without scripts or other files.
    #[must_use]
    fn page(&self, origin: &Origin) -> String {
        choice_page(&self.outline(), &self.drawings(), origin)
    }
}
