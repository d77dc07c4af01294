//! Charts for a terminal.

use unicode_width::UnicodeWidthStr;

use super::bars::bar;
use super::chart::{Chart, charts};
use super::form::TableOptions;
use super::numbers::percent;
use super::style::{dim, heading, of_side};
use super::text::{fit_width, line};
use crate::result::Summary;

/// Maximum number of bars drawn per chart.
const MAX_BARS: usize = 24;

/// Draws all charts of a result, one below the other.
#[must_use]
pub fn draw(summary: &Summary, options: TableOptions) -> String {
    let width = options.columns();
    let all = charts(summary);
    let labels = all.iter().flat_map(|chart| &chart.bars).map(|bar| bar.label.width());
    let labels = labels.max().unwrap_or(0).clamp(4, 24);
    all.iter().map(|chart| one(chart, labels, width)).collect()
}

fn one(chart: &Chart, labels: usize, width: usize) -> String {
    let mut text = String::new();
    line!(text, "  {}  {}", heading(&chart.title), dim(&chart.note));
    let room = width - labels - 18;
    let largest = chart.bars.iter().map(|bar| bar.share).fold(0.0, f64::max);
    let (drawn, left_out) = likeliest(chart);
    for one in drawn {
        let share = one.share / largest.max(f64::MIN_POSITIVE);
        let drawn = bar(share, room);
        let drawn = match one.side {
            Some(side) => of_side(side, drawn),
            None => drawn,
        };
        let label = format!("{:>labels$}", fit_width(&one.label, one.label.width().min(labels)));
        line!(text, "  {label} {:>10}  {drawn}", percent(one.share));
    }
    if left_out > 0 {
        let note = format!("{left_out:>labels$} less likely ones are left out");
        line!(text, "  {}", dim(note));
    }
    line!(text);
    text
}

/// Returns the most likely bars, in their order, and the number of bars left out.
fn likeliest(chart: &Chart) -> (Vec<&super::chart::Bar>, usize) {
    let mut shares: Vec<f64> = chart.bars.iter().map(|bar| bar.share).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    let least = shares.get(MAX_BARS).copied().unwrap_or(-1.0);
    let drawn: Vec<_> = chart.bars.iter().filter(|bar| bar.share > least).collect();
    let left_out = chart.bars.len() - drawn.len();
    (drawn, left_out)
}
