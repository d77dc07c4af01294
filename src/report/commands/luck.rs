//! A reported result among all others.

use std::cmp::Ordering;

use crate::report::csv::table;
use crate::report::drawing::{Column, Drawing, columns};
use crate::report::form::Report;
use crate::report::json::json;
use crate::report::numbers::{battles, percent};
use crate::report::outline::{Grid, Outline, Row};
use crate::result::{Luck, RankedEnd};
use crate::stats::Estimate;

impl Report for Luck {
    fn outline(&self) -> Outline {
        let how = match self.battles {
            0 => "exact".into(),
            n => format!("{}, seed {}", battles(n), self.seed),
        };
        let fleets: Vec<&str> = self.sides.iter().map(|side| side.fleet.as_str()).collect();
        let shares = [("worse", self.worse), ("the same", self.same), ("better", self.better)];
        let rows = shares.into_iter().enumerate().map(|(n, (name, share))| {
            let cells = vec![name.to_string(), percent(share.probability)];
            Row { bar_side: n, ..Row::from(cells).with_bar(share.probability) }
        });
        Outline {
            headline: fleets.join("  v  "),
            facts: vec![format!("{} · {how}", self.title)],
            tables: vec![Grid::of("", ["for the side", "of all battles"], rows)],
            conclusion: Some(self.sentence.clone()),
            ..Outline::default()
        }
    }

    /// Draws the probabilities of all ends from worst to best, with the place of the reported one.
    fn drawings(&self) -> Vec<Drawing> {
        let column = |end: &RankedEnd| {
            let label = match end.swing {
                Some(0.0) => "0".into(),
                Some(swing) => format!("{swing:+}"),
                None => end.outcome.to_string(),
            };
            Column {
                description: format!("{} {label}: {}", self.side, percent(end.share)),
                label,
                group: end.outcome,
                share: end.share,
                class: match end.than_reported {
                    Ordering::Less => "side1",
                    Ordering::Equal => "here",
                    Ordering::Greater => "side0",
                },
            }
        };
        let is_by_swing = self.ends.iter().any(|end| end.swing.is_some());
        let axis = if is_by_swing { "cost destroyed minus lost, by outcome" } else { "outcome" };
        let keys = [("side1", "worse"), ("here", "as reported"), ("side0", "better")];
        let all: Vec<Column> = self.ends.iter().map(column).collect();
        vec![columns(&self.happened, axis, keys, &all)]
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
        let [low, high] = [const { String::new() }; 2];
        let last = [self.side.clone(), "percentile".into(), self.percentile.to_string(), low, high];
        table(
            ["side", "quantity", "value", "low", "high"],
            figures.map(row).into_iter().chain([last]),
        )
    }
}
