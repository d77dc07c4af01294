//! Charts as SVG: one file with all of them, or single charts within a page.

use maud::{Markup, PreEscaped, Render, html};

use super::chart::{Bar, Chart, charts};
use super::fight::game_and_engine;
use super::numbers::percent;
use super::outline::unbroken;
use crate::result::Summary;

/// Width and height of a chart, in unscaled pixels.
pub(super) const WIDTH: f64 = 400.0;
pub(super) const HEIGHT: f64 = 220.0;

/// Styles of the charts, for light and dark backgrounds.
pub(super) const STYLE: &str = include_str!("plot.css");

/// Margins around the bars of a chart, in pixels.
const LEFT: f64 = 12.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 40.0;

/// Minimum width of a column's label, and of a column with a figure above it, in pixels.
const LABEL: f64 = 26.0;
const FIGURE: f64 = 48.0;

/// Space between charts, in pixels.
const GAP: f64 = 24.0;

/// Renders all charts of a result in one file.
#[must_use]
pub fn svg(summary: &Summary) -> String {
    let all = charts(summary);
    let columns = if all.len() > 1 { 2 } else { 1 };
    let rows = all.len().div_ceil(columns);
    let width = columns as f64 * (WIDTH + GAP) + GAP;
    let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
    let title = fleets.join("  v  ");
    let [wide, narrow] = if columns == 2 { [90, 120] } else { [44, 58] };
    let lines = super::text::wrap(&title, wide);
    let facts = super::text::wrap(&game_and_engine(summary), narrow);
    let head = 24.0 + 22.0 * (lines.len() + facts.len()) as f64;
    let height = head + rows as f64 * (HEIGHT + GAP) + GAP;
    let place = |n: usize| {
        let (column, row) = (n % columns, n / columns);
        let x = GAP + column as f64 * (WIDTH + GAP);
        (x, head + GAP + row as f64 * (HEIGHT + GAP))
    };
    let drawn = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img" {
            title { (title) }
            style { (PreEscaped(STYLE)) }
            rect class="paper" width="100%" height="100%" {}
            @for (n, line) in lines.iter().enumerate() {
                text class="head" x=(GAP) y=(36.0 + 22.0 * n as f64) { (line) }
            }
            @for (n, line) in facts.iter().enumerate() {
                text class="note" x=(GAP) y=(36.0 + 22.0 * (lines.len() + n) as f64) { (line) }
            }
            @for (n, chart) in all.iter().enumerate() {
                g transform={ "translate(" (place(n).0) " " (place(n).1) ")" } { (chart) }
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", drawn.into_string())
}

/// Renders a single chart of a page.
pub(super) fn piece(chart: &Chart) -> Markup {
    html! {
        svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
            aria-label=(chart.title) { (chart) }
    }
}

/// Renders the chart. Outcomes have horizontal bars, so that names have room; all other bars are
/// vertical.
impl Render for Chart {
    fn render(&self) -> Markup {
        html! {
            text class="title" x=(LEFT) y="20" { (cut(&self.title, 46)) }
            @if !self.note.is_empty() { text class="note" x=(LEFT) y="38" { (self.note) } }
            @if self.axis.is_empty() { (horizontal(self)) } @else { (vertical(self)) }
        }
    }
}

/// Returns the CSS class of a bar's colour.
fn colour(bar: &Bar) -> String {
    match bar.side {
        Some(side) => format!("bar side{}", side % 6),
        None => "bar".into(),
    }
}

fn horizontal(chart: &Chart) -> Markup {
    let room = WIDTH - 2.0 * LEFT;
    let step = ((HEIGHT - TOP) / chart.bars.len().max(1) as f64).min(44.0);
    html! {
        @for (n, bar) in chart.bars.iter().enumerate() {
            @let y = TOP + n as f64 * step;
            g data-label=(bar.label) data-share=(bar.share) {
                title { (bar.description()) }
                text class="label" x=(LEFT) y=(y + 4.0) { (cut(&bar.label, 36)) }
                text class="figure" x=(WIDTH - LEFT) y=(y + 4.0) text-anchor="end" {
                    (unbroken(&percent(bar.share)))
                }
                rect class="track" x=(LEFT) y=(y + 10.0) width=(room)
                    height=(short(step - 26.0)) rx="3" {}
                rect class=(colour(bar)) x=(LEFT) y=(y + 10.0) width=(short(room * bar.share))
                    height=(short(step - 26.0)) rx="3" {}
            }
        }
    }
}

fn vertical(chart: &Chart) -> Markup {
    let (places, step) = places(chart);
    let gap = if step > 8.0 { 2.0 } else { 0.0 };
    let floor = HEIGHT - BOTTOM;
    let largest = chart.bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let widest = chart.bars.iter().map(|bar| bar.label.len()).max().unwrap_or(1) as f64;
    let labelled = labelled(&places, LABEL.max(widest * 7.5));
    html! {
        @for (n, bar) in chart.bars.iter().enumerate() {
            @let x = places[n];
            @let height = (floor - TOP) * bar.share / largest;
            g data-label=(bar.label) data-share=(bar.share) {
                title { (bar.description()) }
                rect class="reach" x=(short(x)) y=(TOP) width=(short(step))
                    height=(short(floor - TOP)) {}
                rect class=(colour(bar)) x=(short(x + gap / 2.0)) y=(short(floor - height))
                    width=(short(step - gap)) height=(short(height)) {}
                @if bar.share > 0.0 && (step >= FIGURE || bar.share >= largest) {
                    text class="small" x=(middle(x, step)) y=(short(floor - height - 5.0))
                        text-anchor="middle" { (unbroken(&percent(bar.share))) }
                }
                @if labelled[n] {
                    text class="small" x=(short(x + step / 2.0)) y=(floor + 15.0)
                        text-anchor="middle" { (bar.label) }
                }
            }
        }
        line class="floor" x1=(LEFT) x2=(WIDTH - LEFT) y1=(floor) y2=(floor) {}
        text class="note" x=(WIDTH - LEFT) y=(floor + 32.0) text-anchor="end" { (chart.axis) }
    }
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

/// Returns which bars have a label, so that labels of this width do not overlap.
fn labelled(places: &[f64], width: f64) -> Vec<bool> {
    let mut free_from = f64::NEG_INFINITY;
    let mut is_labelled = |place: &f64| {
        let is_free = *place >= free_from;
        if is_free {
            free_from = place + width;
        }
        is_free
    };
    places.iter().map(&mut is_labelled).collect()
}

/// Returns the middle of a figure above a bar, so that the figure stays within the chart.
fn middle(x: f64, step: f64) -> f64 {
    short((x + step / 2.0).clamp(LEFT + FIGURE / 2.0, WIDTH - LEFT - FIGURE / 2.0))
}

/// Rounds a length to a hundredth of a pixel.
fn short(length: f64) -> f64 {
    (length.max(0.0) * 100.0).round() / 100.0
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
