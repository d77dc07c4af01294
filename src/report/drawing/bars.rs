//! Bars on an axis of odds, one below the other, with intervals.

use super::pen::{Anchor, Drawing, EDGE, LINE, Pen, WIDTH, ticks, width_of};
use crate::report::text::wrap;
use crate::result::Uncertain;

/// Height of a bar, in pixels.
const BAR: f64 = 12.0;

/// A bar with its label and figure.
#[derive(Clone, Debug)]
pub(crate) struct BarRow {
    /// Label; it is written in full.
    pub(crate) label: String,
    /// Where the bar starts, from 0 to 1.
    pub(crate) from: f64,
    /// Where it ends, with its interval.
    pub(crate) to: Uncertain,
    /// The figure as text.
    pub(crate) figure: String,
}

impl BarRow {
    /// Creates the bar of a share.
    pub(crate) fn share(label: String, to: Uncertain, figure: String) -> Self {
        Self { label, from: 0.0, to, figure }
    }
}

/// Draws bars from 0 % to 100 %. Bars that start elsewhere, all at one place, go to the left and
/// right of it, and the axis only has the range that they need.
pub(crate) fn bars(title: &str, rows: &[BarRow]) -> Drawing {
    let mut pen = Pen::new(title, WIDTH);
    let base = rows.first().map_or(0.0, |row| row.from);
    let (low, high) = if base > 0.0 { range(base, rows) } else { (0.0, 1.0) };
    let x = |share: f64| EDGE + (share - low) / (high - low) * (WIDTH - 2.0 * EDGE);
    pen.y += 8.0;
    for row in rows {
        pen.y += 4.0;
        let first = pen.y + LINE;
        // Labels are wrapped before the figure.
        let figure = width_of(&row.figure);
        let columns = ((WIDTH - 2.0 * EDGE - figure) / 7.6) as usize;
        for words in &wrap(&row.label, columns) {
            pen.y += LINE;
            pen.text("label", (EDGE, pen.y), Anchor::Start, words);
        }
        pen.text("figure", (WIDTH - EDGE, first), Anchor::End, &row.figure);
        let (from, to) = (x(row.from), x(row.to.value));
        let y = pen.y + 6.0;
        let description = format!("{}: {}", row.label, row.figure);
        pen.rect("track", (EDGE, y), (WIDTH - 2.0 * EDGE, BAR), &description);
        let class = if to < from { "bar side1" } else { "bar side0" };
        let least = if row.to.value == row.from { 0.0 } else { 1.0 };
        let size = ((to - from).abs().max(least), BAR);
        pen.rect(class, (from.min(to), y), size, &description);
        if row.to.high > row.to.low {
            let middle = y + BAR / 2.0;
            let (low, high) = (x(row.to.low.max(low)), x(row.to.high.min(high)));
            pen.line("whisker", (low, middle), (high, middle));
            for end in [low, high] {
                pen.line("whisker", (end, middle - 4.0), (end, middle + 4.0));
            }
        }
        if base > 0.0 {
            pen.line("whisker", (x(base), y - 2.0), (x(base), y + BAR + 2.0));
        }
        pen.y = y + BAR;
    }
    let bottom = pen.y + 6.0;
    for share in ticks(low, high) {
        pen.line("floor", (x(share), bottom - 4.0), (x(share), bottom));
        let anchor = match x(share) {
            place if place < EDGE + 12.0 => Anchor::Start,
            place if place > WIDTH - EDGE - 20.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        let label = format!("{:.0} %", share * 100.0);
        pen.text("mark", (x(share), bottom + 14.0), anchor, &label);
    }
    pen.finish(bottom + 22.0)
}

/// Returns the range of the axis for bars that start at one place.
fn range(base: f64, rows: &[BarRow]) -> (f64, f64) {
    let ends = rows.iter().map(|row| row.to.value);
    let (low, high) = ends.fold((base, base), |(low, high), end| (low.min(end), high.max(end)));
    let (low, high) = ((low * 20.0).floor() / 20.0, (high * 20.0).ceil() / 20.0);
    if high > low { (low, high) } else { (0.0, 1.0) }
}
