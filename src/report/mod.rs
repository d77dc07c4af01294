//! Reports: a result as a table, JSON or CSV, and its charts for the terminal, as SVG, or on an
//! HTML page. Nothing here prints: reports are strings.

mod advice;
mod analysis;
mod ascii;
mod bars;
mod brief;
mod chart;
mod choice;
mod choice_plot;
mod comparison;
mod course;
mod csv;
mod design;
mod diff;
mod documents;
mod drawing;
pub(crate) mod entries;
mod fight;
mod form;
mod grid;
mod json;
mod list;
mod luck;
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
mod skill_table;
mod stopped;
mod story;
mod style;
mod subject;
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
pub use brief::{brief, headline};
pub use chart::{Bar, Chart, charts};
pub use comparison::{BestMix, Comparison, Matrix};
pub use csv::{FIGHT_COLUMNS, csv, error_row, fight_header, fight_row, row_mark};
pub use design::{Design, Proposal};
pub use diff::Diff;
pub use drawing::Drawing;
pub use form::{Report, TableOptions};
pub use json::{json, json_line};
pub use list::list;
pub use named::{Named, letter};
pub use numbers::{estimate, interval, percent, thousands};
pub use outline::{Grid, Outline};
pub use page::{Origin, page};
pub use plot::svg;
#[cfg(feature = "png")]
pub use png::png;
pub use stopped::{Spent, Stopped};
pub use style::{dim, heading, of_side, strong};
pub use subject::{Subject, SubjectSide};
pub use sweep::{Sweep, SweepPoint, Tornado};
pub use table::table;
pub use terminal::draw;
pub use text::{cut, wrap};
