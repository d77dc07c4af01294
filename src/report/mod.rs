//! Reports: a result as a table, JSON or CSV, and its charts for the terminal, as SVG, or on an
//! HTML page. Nothing here prints: reports are strings.

mod bars;
mod chart;
mod comparison;
mod csv;
mod design;
pub(crate) mod entries;
mod json;
mod luck;
mod numbers;
mod page;
mod plot;
mod stopped;
mod story;
mod style;
mod sweep;
mod table;
mod terminal;
mod text;

use crate::result::Summary;

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

impl Report for Summary {
    fn is_interrupted(&self) -> bool {
        self.partial
    }

    fn table(&self, options: TableOptions) -> String {
        table(self, options)
    }

    fn json(&self) -> String {
        json(self)
    }

    fn csv(&self) -> String {
        csv(self)
    }
}

pub use bars::{bar, sparkline};
pub use chart::{Bar, Chart, charts};
pub use comparison::{BestMix, Comparison, Matrix};
pub use csv::csv;
pub use design::{Design, Proposal};
pub use json::{json, json_line};
pub use numbers::{estimate, interval, percent, thousands};
pub use page::{Origin, page};
pub use plot::svg;
pub use stopped::{Spent, Stopped};
pub use style::{heading, quiet, strong};
pub use sweep::{Sweep, SweepPoint, Tornado};
pub use table::{TableOptions, table};
pub use terminal::draw;
