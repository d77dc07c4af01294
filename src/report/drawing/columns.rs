//! A distribution in which one place is marked.

use super::pen::{Anchor, Drawing, EDGE, Pen, WIDTH, spaced, width_of};
use crate::report::numbers::short_percent;

/// Height of the largest column, in pixels.
const HEIGHT: f64 = 170.0;

/// A column.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Label below it.
    pub(crate) label: String,
    /// Title of the group to which it belongs.
    pub(crate) group: &'static str,
    /// Probability that it shows.
    pub(crate) share: f64,
    /// Class of its colour.
    pub(crate) class: &'static str,
    /// Its label and probability in words.
    pub(crate) description: String,
}

/// Draws columns, with classes of colours and their meaning.
pub(crate) fn columns(
    title: &str,
    axis: &str,
    keys: [(&'static str, &'static str); 3],
    all: &[Column],
) -> Drawing {
    let mut pen = Pen::new(title, WIDTH);
    pen.keys(keys);
    let top = pen.y + 28.0;
    let floor = top + HEIGHT;
    let step = (WIDTH - 2.0 * EDGE) / all.len().max(1) as f64;
    let largest = all.iter().map(|c| c.share).fold(f64::MIN_POSITIVE, f64::max);
    let places: Vec<f64> = (0..all.len()).map(|n| EDGE + (n as f64 + 0.5) * step).collect();
    let widest = all.iter().map(|c| width_of(&c.label)).fold(0.0, f64::max);
    let (labelled, figured) = (spaced(&places, widest + 6.0), step >= 44.0);
    let gap = if step > 8.0 { 2.0 } else { 0.0 };
    for (n, column) in all.iter().enumerate() {
        let height = HEIGHT * column.share / largest;
        let (x, y) = (places[n] - step / 2.0, floor - height);
        let class = format!("bar {}", column.class);
        pen.rect(&class, (x + gap / 2.0, y), (step - gap, height), &column.description);
        if column.class == "here" || figured {
            let x = places[n].clamp(EDGE + 20.0, WIDTH - EDGE - 20.0);
            pen.text("mark", (x, y - 5.0), Anchor::Middle, &short_percent(column.share));
        }
        if labelled[n] {
            pen.text("mark", (places[n], floor + 15.0), Anchor::Middle, &column.label);
        }
        let begins = n == 0 || all[n - 1].group != column.group;
        if begins && column.group != column.label {
            pen.line("grid", (x, top - 8.0), (x, floor + 34.0));
            pen.text("note", (x + 3.0, floor + 32.0), Anchor::Start, column.group);
        }
    }
    pen.line("floor", (EDGE, floor), (WIDTH - EDGE, floor));
    pen.text("note", (WIDTH - EDGE, floor + 52.0), Anchor::End, axis);
    pen.finish(floor + 62.0)
}
