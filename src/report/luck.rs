//! The luck of a reported outcome, as a sentence and bars.

use super::bars::bar;
use super::csv::rows;
use super::form::{Report, TableOptions};
use super::json::json;
use super::numbers::{battles, percent};
use super::style::{dim, heading, of_side, strong};
use super::text::{line, wrap};
use crate::result::Luck;

impl Report for Luck {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        line!(text, "{}", heading(self.fleets.join("  v  ")));
        let based = match self.battles {
            0 => "exact".into(),
            n => format!("{} · seed {}", battles(n), self.seed),
        };
        line!(text, "{}", dim(format!("{} · {based}", self.title)));
        line!(text);
        let bars = width - 26;
        let ends = [("worse", self.worse), ("the same", self.same), ("better", self.better)];
        for (n, (name, share)) in ends.into_iter().enumerate() {
            let figure = strong(format!("{:>9}", percent(share)));
            let line = format!("  {name:<13}{figure}  {}", of_side(n, bar(share, bars)));
            line!(text, "{}", line.trim_end());
        }
        line!(text);
        for sentence in wrap(&self.sentence, width - 2) {
            line!(text, "  {sentence}");
        }
        text
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
