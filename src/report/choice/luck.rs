//! A reported result among all others.

use std::cmp::Ordering;

use super::super::bars::bar;
use super::super::drawing::{Column, Columns, Drawing};
use super::super::numbers::percent;
use super::super::outline::{Grid, Outline};
use super::super::style::{of_side, strong};
use super::super::text::{line, wrap};
use crate::result::{Luck, RankedEnd};

/// Returns the content of a verdict on luck.
pub(in crate::report) fn outline(all: &Luck) -> Outline {
    let how = match all.battles {
        0 => "exact".into(),
        n => format!("{}, seed {}", super::super::numbers::battles(n), all.seed),
    };
    let rows = shares(all).map(|(name, share)| vec![name.to_string(), percent(share)]);
    Outline {
        headline: all
            .sides
            .iter()
            .map(|side| side.fleet.as_str())
            .collect::<Vec<_>>()
            .join("  v  "),
        facts: vec![format!("{} · {how}", all.title)],
        notes: Vec::new(),
        tables: vec![Grid::of("", &["for the side", "of all battles"], rows.to_vec())],
        conclusion: Some(all.sentence.clone()),
    }
}

fn shares(all: &Luck) -> [(&'static str, f64); 3] {
    [("worse", all.worse), ("the same", all.same), ("better", all.better)]
        .map(|(name, share)| (name, share.probability))
}

/// Formats the shares as bars, and the verdict.
pub(in crate::report) fn table(all: &Luck, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    line!(text);
    for (n, (name, share)) in shares(all).into_iter().enumerate() {
        let figure = strong(format!("{:>9}", percent(share)));
        let line = format!("  {name:<13}{figure}  {}", of_side(n, bar(share, width - 26)));
        line!(text, "{}", line.trim_end());
    }
    line!(text);
    for sentence in wrap(&all.sentence, width - 2) {
        line!(text, "  {sentence}");
    }
    text
}

/// Draws the probabilities of all ends from worst to best, with the place of the reported one.
pub(in crate::report) fn drawings(all: &Luck) -> Vec<Drawing> {
    let column = |end: &RankedEnd| {
        let label = match end.swing {
            Some(0.0) => "0".into(),
            Some(swing) => format!("{swing:+}"),
            None => end.outcome.to_string(),
        };
        Column {
            description: format!("{} {label}: {}", all.side, percent(end.share)),
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
    let is_by_swing = all.ends.iter().any(|end| end.swing.is_some());
    let columns = Columns {
        title: all.happened.clone(),
        axis: if is_by_swing { "cost destroyed minus lost, by outcome" } else { "outcome" },
        keys: [("side1", "worse"), ("here", "as reported"), ("side0", "better")],
        columns: all.ends.iter().map(column).collect(),
    };
    vec![columns.draw()]
}
