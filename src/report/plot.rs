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

/// Renders all charts of a result in one file, in two columns.
#[must_use]
pub fn svg(summary: &Summary) -> String {
    let all = charts(summary);
    let columns = if all.len() > 1 { 2 } else { 1 };
    let rows = all.len().div_ceil(columns);
    let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
    let title = fleets.join("  v  ");
    let [wide, narrow] = if columns == 2 { [90, 120] } else { [44, 58] };
    let head = wrap(&title, wide).into_iter().map(|words| ("head", words));
    let facts = wrap(&game_and_engine(summary), narrow).into_iter().map(|words| ("note", words));
    let lines: Vec<(&str, String)> = head.chain(facts).collect();
    let head = 24.0 + 22.0 * lines.len() as f64;
    let [width, height] =
        [(columns, WIDTH), (rows, HEIGHT)].map(|(number, size)| number as f64 * (size + GAP) + GAP);
    let place = |n: usize| {
        let (column, row) = ((n % columns) as f64, (n / columns) as f64);
        (GAP + column * (WIDTH + GAP), head + GAP + row * (HEIGHT + GAP))
    };
    let drawings: Vec<Drawing> = all.iter().map(draw_chart).collect();
    file(&title, (width, head + height), &[STYLE], |svg| {
        write_lines(svg, &lines, GAP, |n| 36.0 + 22.0 * n as f64);
        write_drawings(svg, &drawings, place);
    })
}

/// Space around the charts, and height of a line of the heading, in pixels.
const EDGE: f64 = 14.0;
const LINE: f64 = 20.0;

/// Renders all charts of a result in one file, below each other.
pub(super) fn svg_of(outline: &Outline, drawings: &[Drawing]) -> String {
    let widths = drawings.iter().map(|drawing| drawing.width);
    let width = widths.fold(drawing::WIDTH, f64::max) + 2.0 * EDGE;
    let columns = ((width - 4.0 * EDGE) / 9.0) as usize;
    let head = wrap(&outline.headline, columns).into_iter().map(|words| ("head", words));
    let facts = outline.facts.iter().chain(&outline.notes).chain(&outline.conclusion);
    let facts = facts.flat_map(|fact| wrap(&unbroken(fact), columns * 5 / 4));
    let lines: Vec<(&str, String)> = head.chain(facts.map(|words| ("note", words))).collect();
    let top = 1.5 * EDGE + LINE * lines.len() as f64;
    let heights: Vec<f64> = drawings.iter().map(|drawing| drawing.height + EDGE).collect();
    let place = |n: usize| top + heights[..n].iter().sum::<f64>();
    let size = (width, place(drawings.len()) + EDGE);
    file(&outline.headline, size, &[STYLE, drawing::STYLE], |svg| {
        write_lines(svg, &lines, 2.0 * EDGE, |n| EDGE + LINE * (n + 1) as f64);
        write_drawings(svg, drawings, |n| (EDGE, place(n)));
    })
}

/// Renders an SVG file with a title and styles.
fn file(
    title: &str,
    (width, height): (f64, f64),
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

/// Writes lines with their classes; `y` returns the place of each.
fn write_lines(svg: &mut Markup, lines: &[(&str, String)], x: f64, y: impl Fn(usize) -> f64) {
    for (n, (class, line)) in lines.iter().enumerate() {
        svg.element("text").with("class", class).with("x", x).with("y", y(n)).text(line);
    }
}

/// Writes drawings; `place` returns the place of each.
fn write_drawings(svg: &mut Markup, all: &[Drawing], place: impl Fn(usize) -> (f64, f64)) {
    for (n, drawing) in all.iter().enumerate() {
        let (x, y) = place(n);
        let moved = svg.element("g").with("transform", format!("translate({x} {y})"));
        moved.containing(|g| g.raw(&drawing.body));
    }
}
