//! All charts of a result in one SVG file.

use super::chart::charts;
use super::drawing::{self, Drawing, FIGHT_WIDTH as WIDTH, HEIGHT, draw_chart};
use super::fight::game_and_engine;
use super::markup::Markup;
use super::outline::{Outline, unbroken};
use super::text::wrap;
use crate::result::Summary;

/// Styles of the charts, for light and dark backgrounds.
pub(super) const STYLE: &str = include_str!("plot.css");

/// Space between the charts of a fight, in pixels.
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
            moved.containing(|g| g.raw(&draw_chart(chart).body));
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
