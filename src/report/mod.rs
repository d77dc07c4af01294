//! Reports: a result as a table, JSON or CSV, and its charts for the terminal, as SVG, or on an
//! HTML page. Nothing here prints: reports are strings.

mod ascii;
mod bars;
mod brief;
mod chart;
mod comparison;
mod csv;
mod design;
pub(crate) mod entries;
mod form;
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

impl Report for Summary {
    fn is_interrupted(&self) -> bool {
        self.partial
    }

    fn table(&self, options: TableOptions) -> String {
        if options.full { table(self, options) } else { brief(self, options) }
    }

    fn json(&self) -> String {
        json(self)
    }

    fn csv(&self) -> String {
        csv(self)
    }
}

pub use ascii::ascii;
pub use bars::{bar, sparkline};
pub use brief::{brief, headline};
pub use chart::{Bar, Chart, charts};
pub use comparison::{BestMix, Comparison, Matrix};
pub use csv::csv;
pub use design::{Design, Proposal};
pub use form::{Report, TableOptions};
pub use json::{json, json_line};
pub use numbers::{estimate, interval, percent, thousands};
pub use page::{Origin, page};
pub use plot::svg;
pub use stopped::{Spent, Stopped};
pub use style::{dim, heading, strong};
pub use sweep::{Sweep, SweepPoint, Tornado};
pub use table::table;
pub use terminal::draw;
