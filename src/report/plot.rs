//! Charts and drawings as SVG: one file with all of them, or single ones within a page.

use super::chart::{Bar, Chart, charts};
use super::drawing::{self, Drawing};
use super::fight::game_and_engine;
use super::markup::Markup;
use super::numbers::percent;
use super::outline::{Outline, unbroken};
use super::text::wrap;
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
    let lines = wrap(&title, wide);
    let facts = wrap(&game_and_engine(summary), narrow);
    let head = 24.0 + 22.0 * (lines.len() + facts.len()) as f64;
    let height = head + rows as f64 * (HEIGHT + GAP) + GAP;
    let place = |n: usize| {
        let (column, row) = (n % columns, n / columns);
        let x = GAP + column as f64 * (WIDTH + GAP);
        (x, head + GAP + row as f64 * (HEIGHT + GAP))
    };
    file_of(width, height, &title, &[STYLE], |svg| {
        let head = lines.iter().map(|line| ("head", line));
        let facts = facts.iter().map(|line| ("note", line));
        for (n, (class, line)) in head.chain(facts).enumerate() {
            let text = svg.element("text").with("class", class).with("x", GAP);
            text.with("y", 36.0 + 22.0 * n as f64).text(line);
        }
        for (n, chart) in all.iter().enumerate() {
            let (x, y) = place(n);
            let moved = svg.element("g").with("transform", format!("translate({x} {y})"));
            moved.containing(|g| draw(g, chart));
        }
    })
}

/// Renders an SVG file with a title and styles.
fn file_of(
    width: f64,
    height: f64,
    title: &str,
    styles: &[&str],
    content: impl FnOnce(&mut Markup),
) -> String {
    let mut file = Markup::default();
    file.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let svg = file.element("svg").with("xmlns", "http://www.w3.org/2000/svg");
    let svg = svg.with("width", width).with("height", height);
    svg.with("viewBox", format!("0 0 {width} {height}")).with("role", "img").containing(|svg| {
        svg.element("title").text(title);
        svg.element("style").containing(|style| styles.iter().for_each(|text| style.raw(text)));
        let paper = svg.element("rect").with("class", "paper");
        paper.with("width", "100%").with("height", "100%").empty();
        content(svg);
    });
    file.raw("\n");
    file.into_string()
}

/// Renders a single chart of a page.
pub(super) fn piece(figure: &mut Markup, chart: &Chart) {
    let svg = figure.element("svg").with("class", "chart");
    let svg = svg.with("viewBox", format!("0 0 {WIDTH} {HEIGHT}")).with("role", "img");
    svg.with("aria-label", &chart.title).containing(|svg| draw(svg, chart));
}

/// Renders the chart. Outcomes have horizontal bars, so that names have room; all other bars are
/// vertical.
fn draw(svg: &mut Markup, chart: &Chart) {
    let mut line = |class, y, words: &str| {
        svg.element("text").with("class", class).with("x", LEFT).with("y", y).text(words);
    };
    line("title", 20, &cut(&chart.title, 46));
    if !chart.note.is_empty() {
        line("note", 38, &chart.note);
    }
    match chart.axis.is_empty() {
        true => horizontal(svg, chart),
        false => vertical(svg, chart),
    }
}

/// Draws a bar with its description, which is shown to those who point at it.
fn draw_bar(svg: &mut Markup, bar: &Bar, content: impl FnOnce(&mut Markup)) {
    let group = svg.element("g").with("data-label", &bar.label).with("data-share", bar.share);
    group.containing(|g| {
        g.element("title").text(bar.description());
        content(g);
    });
}

fn rect(svg: &mut Markup, class: &str, at: (f64, f64), size: (f64, f64), radius: Option<f64>) {
    let rect = svg.element("rect").with("class", class).with("x", at.0).with("y", at.1);
    rect.with("width", size.0).with("height", size.1).with_some("rx", radius).empty();
}

fn text(svg: &mut Markup, class: &str, at: (f64, f64), anchor: Option<&str>, words: &str) {
    let text = svg.element("text").with("class", class).with("x", at.0).with("y", at.1);
    text.with_some("text-anchor", anchor).text(words);
}

/// Returns the CSS class of a bar's colour.
fn colour(bar: &Bar) -> String {
    match bar.side {
        Some(side) => format!("bar side{}", side % 6),
        None => "bar".into(),
    }
}

fn horizontal(svg: &mut Markup, chart: &Chart) {
    let room = WIDTH - 2.0 * LEFT;
    let step = ((HEIGHT - TOP) / chart.bars.len().max(1) as f64).min(44.0);
    for (n, bar) in chart.bars.iter().enumerate() {
        let y = TOP + n as f64 * step;
        draw_bar(svg, bar, |g| {
            text(g, "label", (LEFT, y + 4.0), None, &cut(&bar.label, 36));
            let figure = unbroken(&percent(bar.share));
            text(g, "figure", (WIDTH - LEFT, y + 4.0), Some("end"), &figure);
            let (at, height) = ((LEFT, y + 10.0), short(step - 26.0));
            rect(g, "track", at, (room, height), Some(3.0));
            rect(g, &colour(bar), at, (short(room * bar.share), height), Some(3.0));
        });
    }
}

fn vertical(svg: &mut Markup, chart: &Chart) {
    let (places, step) = places(chart);
    let gap = if step > 8.0 { 2.0 } else { 0.0 };
    let floor = HEIGHT - BOTTOM;
    let largest = chart.bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let widest = chart.bars.iter().map(|bar| bar.label.len()).max().unwrap_or(1) as f64;
    let labelled = labelled(&places, LABEL.max(widest * 7.5));
    for (n, bar) in chart.bars.iter().enumerate() {
        let x = places[n];
        let height = (floor - TOP) * bar.share / largest;
        draw_bar(svg, bar, |g| {
            rect(g, "reach", (short(x), TOP), (short(step), short(floor - TOP)), None);
            let at = (short(x + gap / 2.0), short(floor - height));
            rect(g, &colour(bar), at, (short(step - gap), short(height)), None);
            if bar.share > 0.0 && (step >= FIGURE || bar.share >= largest) {
                let at = (middle(x, step), short(floor - height - 5.0));
                text(g, "small", at, Some("middle"), &unbroken(&percent(bar.share)));
            }
            if labelled[n] {
                let at = (short(x + step / 2.0), floor + 15.0);
                text(g, "small", at, Some("middle"), &bar.label);
            }
        });
    }
    let line = svg.element("line").with("class", "floor").with("x1", LEFT);
    line.with("x2", WIDTH - LEFT).with("y1", floor).with("y2", floor).empty();
    text(svg, "note", (WIDTH - LEFT, floor + 32.0), Some("end"), &chart.axis);
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

/// Space around the charts, and height of a line of the heading, in pixels.
const EDGE: f64 = 14.0;
const LINE: f64 = 20.0;

/// Renders all charts of a result in one file, below each other.
pub(super) fn svg_of(outline: &Outline, drawings: &[Drawing]) -> String {
    let width =
        drawings.iter().map(|drawing| drawing.width).fold(drawing::WIDTH, f64::max) + 2.0 * EDGE;
    let columns = ((width - 4.0 * EDGE) / 9.0) as usize;
    let mut lines: Vec<(&str, String)> = Vec::new();
    lines.extend(wrap(&outline.headline, columns).into_iter().map(|words| ("head", words)));
    let conclusion = outline.conclusion.iter();
    for fact in outline.facts.iter().chain(&outline.notes).chain(conclusion) {
        let columns = columns * 5 / 4;
        lines.extend(wrap(&unbroken(fact), columns).into_iter().map(|words| ("note", words)));
    }
    let top = 1.5 * EDGE + LINE * lines.len() as f64;
    let heights: Vec<f64> = drawings.iter().map(|drawing| drawing.height + EDGE).collect();
    let place = |n: usize| top + heights[..n].iter().sum::<f64>();
    let height = place(drawings.len()) + EDGE;
    file_of(width, height, &outline.headline, &[STYLE, drawing::STYLE], |svg| {
        for (n, (class, line)) in lines.iter().enumerate() {
            let text = svg.element("text").with("class", class).with("x", 2.0 * EDGE);
            text.with("y", EDGE + LINE * (n + 1) as f64).text(line);
        }
        for (n, drawing) in drawings.iter().enumerate() {
            let moved = format!("translate({EDGE} {})", place(n));
            svg.element("g").with("transform", moved).containing(|g| g.raw(&drawing.body));
        }
    })
}

/// Renders a drawing of a page. It is as wide as the page; on narrow ones, charts with many
/// columns keep their size and scroll.
pub(super) fn drawing_piece(figure: &mut Markup, drawing: &Drawing) {
    let (width, height) = (drawing.width, drawing.height);
    let least = if width > drawing::WIDTH { width } else { 0.0 };
    let svg = figure.element("svg").with("viewBox", format!("0 0 {width} {height}"));
    let svg = svg.with("role", "img").with("aria-label", unbroken(&drawing.title));
    svg.with("style", format!("min-width:{least}px")).containing(|svg| svg.raw(&drawing.body));
}
