//! Reports: a summary as a table, as JSON, as CSV; and progress on the way. Nothing here
//! prints: reports are texts.

mod bars;
mod comparison;
mod csv;
mod json;
mod numbers;
mod progress;
mod style;
mod sweep;
mod table;

pub use bars::{bar, sparkline};
pub use comparison::{Comparison, Matrix};
pub use csv::csv;
pub use json::{json, json_line};
pub use numbers::{interval, percent, thousands};
pub use progress::{CountProgress, LineProgress, ProgressBar};
pub use style::{heading, quiet, strong};
pub use sweep::{Sweep, SweepPoint, Tornado};
pub use table::{TableOptions, table};
