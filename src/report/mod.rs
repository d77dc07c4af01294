//! Reports: a summary as a table, as JSON, as CSV; charts of it for a terminal, as SVG, on a
//! page. Nothing here prints: reports are texts.

mod bars;
mod chart;
mod comparison;
mod csv;
mod design;
mod json;
mod luck;
mod numbers;
mod page;
mod plot;
mod story;
mod style;
mod sweep;
mod table;
mod terminal;
mod text;

use crate::tally::Summary;

/// What can be shown in all formats.
pub trait Report {
    /// Was the work interrupted, so that something is missing?
    #[must_use]
    fn is_partial(&self) -> bool;

    /// For people.
    #[must_use]
    fn table(&self, options: TableOptions) -> String;

    /// For scripts, with everything that is known.
    #[must_use]
    fn json(&self) -> String;

    /// For spreadsheets.
    #[must_use]
    fn csv(&self) -> String;
}

impl Report for Summary {
    fn is_partial(&self) -> bool {
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
pub use comparison::{Comparison, Matrix};
pub use csv::csv;
pub use design::{Design, Proposal};
pub use json::{json, json_line};
pub use numbers::{estimate, interval, percent, thousands};
pub use page::{Origin, page};
pub use plot::svg;
pub use style::{heading, quiet, strong};
pub use sweep::{Sweep, SweepPoint, Tornado};
pub use table::{TableOptions, table};
pub use terminal::draw;
