//! The luck of a reported outcome, as a sentence and bars.

use super::choice::luck;
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::json::json;
use super::outline::Outline;
use crate::result::Luck;
use crate::stats::Estimate;

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
        ];
        let row = |(name, figure): (&str, Estimate)| {
            let Estimate { probability, low, high, .. } = figure;
            let [value, low, high] = [probability, low, high].map(|x| x.to_string());
            [self.side.clone(), name.into(), value, low, high]
        };
        let mut all = vec![["side", "quantity", "value", "low", "high"].map(String::from)];
        all.extend(figures.map(row));
        let [side, name] = [self.side.clone(), "percentile".into()];
        all.push([side, name, self.percentile.to_string(), String::new(), String::new()]);
        rows(all)
    }
}
