//! The luck of a reported outcome, as a sentence and bars.

use std::fmt::Write;

use super::bars::bar;
use super::numbers::{percent, thousands};
use super::style::{heading, of_side, quiet, strong};
use super::{Report, TableOptions, json};
use crate::result::Luck;

impl Report for Luck {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        let mut line = |line: String| {
            let _ = writeln!(text, "{line}");
        };
        line(heading(self.fleets.join("  v  ")));
        let based = match self.battles {
            0 => "exact".into(),
            n => format!("{} battles · seed {}", thousands(n), self.seed),
        };
        line(quiet(format!("{} · {based}", self.rules)));
        line(String::new());
        let bars = width - 20;
        for (n, (name, share)) in
            [("worse", self.worse), ("just as well", self.same), ("better", self.better)]
                .into_iter()
                .enumerate()
        {
            let share_of = strong(format!("{:>9}", percent(share)));
            line(
                format!("  {name:<13}{share_of}  {}", of_side(n, bar(share, bars - 6)))
                    .trim_end()
                    .into(),
            );
        }
        line(String::new());
        for sentence in super::text::wrap(&self.sentence, width - 2) {
            line(format!("  {sentence}"));
        }
        text
    }

    fn json(&self) -> String {
        json(self)
    }

    fn csv(&self) -> String {
        let mut text = String::from("side,quantity,value\n");
        for (quantity, value) in [
            ("probability", self.probability),
            ("worse", self.worse),
            ("same", self.same),
            ("better", self.better),
            ("percentile", self.percentile),
        ] {
            let _ = writeln!(text, "{},{quantity},{value}", super::csv::cell(&self.side));
        }
        text
    }
}
