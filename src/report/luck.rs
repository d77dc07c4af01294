//! The luck of a reported outcome, as a sentence and bars.

use super::choice::luck;
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::json::json;
use super::outline::Outline;
use crate::result::Luck;

impl Report for Luck {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn table(&self, options: TableOptions) -> String {
        luck::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        luck::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        luck::drawings(self)
    }

    fn json(&self) -> String {
        json(self)
    }

    fn csv(&self) -> String {
        let figures = [
            ("probability", self.probability),
            ("worse", self.worse),
            ("same", self.same),
            ("better", self.better),
            ("percentile", self.percentile),
        ];
        let row = |(name, value): (&str, f64)| [self.side.clone(), name.into(), value.to_string()];
        let header = ["side", "quantity", "value"].map(String::from);
        rows(std::iter::once(header).chain(figures.map(row)))
    }
}
