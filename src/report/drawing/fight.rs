//! Charts of a fight.

use super::pen::{Anchor, Drawing, Pen, spaced};
use crate::report::chart::{Bar, Chart};
use crate::report::numbers::percent;

/// Width and height of a chart, in pixels.
pub(crate) const WIDTH: f64 = 400.0;
pub(crate) const HEIGHT: f64 = 220.0;

/// Margins around the bars of a chart, in pixels.
const LEFT: f64 = 12.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 40.0;

/// Minimum width of a column's label, and of a column with a figure above it, in pixels.
const LABEL: f64 = 26.0;
const FIGURE: f64 = 48.0;

/// Draws a chart. Outcomes have horizontal bars, so that names have room; all other bars are
/// vertical.
pub(crate) fn draw(chart: &Chart) -> Drawing {
    let mut pen = Pen::without_title(&chart.title, WIDTH);
    pen.words("title", (LEFT, 20.0), &cut(&chart.title, 46));
    if !chart.note.is_empty() {
        pen.words("note", (LEFT, 38.0), &chart.note);
    }
    match chart.axis.is_empty() {
        true => horizontal(&mut pen, chart),
        false => vertical(&mut pen, chart),
    }
    pen.finish(HEIGHT)
}

/// Draws a bar with its description, which is shown to those who point at it.
fn draw_bar(pen: &mut Pen, bar: &Bar, content: impl FnOnce(&mut Pen)) {
    let data = [("data-label", bar.label.clone()), ("data-share", bar.share.to_string())];
    pen.group(&data, &bar.description(), content);
}

/// Returns the CSS class of a bar's colour.
fn colour(bar: &Bar) -> String {
    match bar.side {
        Some(side) => format!("bar side{}", side % 6),
        None => "bar".into(),
    }
}

fn horizontal(pen: &mut Pen, chart: &Chart) {
    let room = WIDTH - 2.0 * LEFT;
    let step = ((HEIGHT - TOP) / chart.bars.len().max(1) as f64).min(44.0);
    for (n, bar) in chart.bars.iter().enumerate() {
        let y = TOP + n as f64 * step;
        draw_bar(pen, bar, |pen| {
            pen.words("label", (LEFT, y + 4.0), &cut(&bar.label, 36));
            let figure = percent(bar.share);
            pen.text("figure", (WIDTH - LEFT, y + 4.0), Anchor::End, &figure);
            let (at, height) = ((LEFT, y + 10.0), (step - 26.0).max(0.0));
            pen.rounded("track", at, (room, height), 3.0);
            pen.rounded(&colour(bar), at, (room * bar.share, height), 3.0);
        });
    }
}

fn vertical(pen: &mut Pen, chart: &Chart) {
    let (places, step) = places(chart);
    let gap = if step > 8.0 { 2.0 } else { 0.0 };
    let floor = HEIGHT - BOTTOM;
    let largest = chart.bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let widest = chart.bars.iter().map(|bar| bar.label.len()).max().unwrap_or(1) as f64;
    let labelled = spaced(&places, LABEL.max(widest * 7.5));
    for (n, bar) in chart.bars.iter().enumerate() {
        let x = places[n];
        let height = (floor - TOP) * bar.share / largest;
        draw_bar(pen, bar, |pen| {
            pen.rect("reach", (x, TOP), (step, floor - TOP), "");
            pen.rect(&colour(bar), (x + gap / 2.0, floor - height), (step - gap, height), "");
            if bar.share > 0.0 && (step >= FIGURE || bar.share >= largest) {
                // The figure stays within the chart.
                let (left, right) = (LEFT + FIGURE / 2.0, WIDTH - LEFT - FIGURE / 2.0);
                let at = ((x + step / 2.0).clamp(left, right), floor - height - 5.0);
                pen.text("small", at, Anchor::Middle, &percent(bar.share));
            }
            if labelled[n] {
                pen.text("small", (x + step / 2.0, floor + 15.0), Anchor::Middle, &bar.label);
            }
        });
    }
    let line = pen.element("line", "floor").with("x1", LEFT).with("x2", WIDTH - LEFT);
    line.with("y1", floor).with("y2", floor).empty();
    pen.text("note", (WIDTH - LEFT, floor + 32.0), Anchor::End, &chart.axis);
}

/// Returns the left edges of the bars, and their width. The bars fill the chart; those with values
/// are drawn to scale.
fn places(chart: &Chart) -> (Vec<f64>, f64) {
    let room = WIDTH - 2.0 * LEFT;
    let values: Option<Vec<f64>> = chart.bars.iter().map(|bar| bar.value).collect();
    let numbers = || (0..chart.bars.len()).map(|n| n as f64).collect();
    let values: Vec<f64> = values.unwrap_or_else(numbers);
    let least = values.first().copied().unwrap_or(0.0);
    let most = values.last().copied().unwrap_or(0.0);
    let nearest = values.windows(2).map(|pair| pair[1] - pair[0]).fold(most - least, f64::min);
    let unit = if nearest > 0.0 { nearest } else { 1.0 };
    let scale = room / (most - least + unit);
    // Bars that are close together still have to be visible.
    let width = (unit * scale).max(3.0);
    let place = |value: &f64| (LEFT + (value - least) * scale).min(LEFT + room - width);
    (values.iter().map(place).collect(), width)
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
