//! Reports: a result as a table, JSON or CSV, and its charts for the terminal, as SVG, or on an
//! HTML page. Nothing here prints: reports are strings.

mod ascii;
mod bars;
mod brief;
mod card;
mod chart;
mod commands;
mod course;
mod csv;
mod drawing;
mod fight;
mod form;
mod headline;
mod json;
mod markdown;
mod markup;
mod named;
mod numbers;
mod outline;
mod page;
mod play;
mod plot;
#[cfg(feature = "png")]
mod png;
mod stopped;
mod style;
mod subject;
mod terminal;
mod text;

use crate::result::Summary;

impl Report for Summary {
    fn is_interrupted(&self) -> bool {
        self.partial
    }

    fn table(&self, options: TableOptions) -> String {
        if options.full { fight::outline(self).in_terminal(options) } else { brief(self, options) }
    }

    fn json(&self) -> String {
        json(self)
    }

    fn csv(&self) -> String {
        csv(self)
    }

    fn outline(&self) -> Outline {
        fight::outline(self)
    }

    fn svg(&self) -> String {
        svg(self)
    }

    fn page(&self, origin: &Origin) -> String {
        page(self, origin)
    }
}

pub use ascii::ascii;
pub use bars::{bar, sparkline};
pub use brief::brief;
pub use card::Card;
pub use chart::{Bar, Chart, charts};
pub use commands::{Comparison, Design, Diff, Matrix, Sweep, Tornado, checked, details, list};
pub use csv::{FIGHT_COLUMNS, csv, error_row, fight_header, fight_row, row_mark};
pub use drawing::Drawing;
pub use form::Report;
pub use headline::headline;
pub use json::{json, json_line};
pub use named::{Named, letter};
pub use numbers::{estimate, percent, thousands};
pub use outline::{Axis, Grid, MAX_VALUES, Outline, Row, TableOptions};
pub use page::{Origin, page};
pub use plot::svg;
#[cfg(feature = "png")]
pub use png::png;
pub use stopped::{Spent, Stopped};
pub use style::{dim, heading, of_side, strong};
pub use subject::{Subject, SubjectSide};
pub use terminal::draw;
pub use text::{cut, wrap};
