//! Charts of choices as SVG: one file with all of them, or single charts within a page.

use super::drawing::{Drawing, STYLE as DRAWING_STYLE, WIDTH};
use super::markup::Markup;
use super::outline::{Outline, unbroken};
use super::plot::{STYLE, file_of};
use super::text::wrap;

/// Space around the charts, and height of a line of the heading, in pixels.
const EDGE: f64 = 14.0;
const LINE: f64 = 20.0;

/// Renders all charts of a result in one file, below each other.
pub(super) fn svg(outline: &Outline, drawings: &[Drawing]) -> String {
    let width = drawings.iter().map(|drawing| drawing.width).fold(WIDTH, f64::max) + 2.0 * EDGE;
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
    file_of(width, height, &outline.headline, &[STYLE, DRAWING_STYLE], |svg| {
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

/// Renders a single chart of a page. It is as wide as the page; on narrow ones, charts with many
/// columns keep their size and scroll.
pub(super) fn piece(figure: &mut Markup, drawing: &Drawing) {
    let (width, height) = (drawing.width, drawing.height);
    let least = if width > WIDTH { width } else { 0.0 };
    let svg = figure.element("svg").with("viewBox", format!("0 0 {width} {height}"));
    let svg = svg.with("role", "img").with("aria-label", unbroken(&drawing.title));
    svg.with("style", format!("min-width:{least}px")).containing(|svg| svg.raw(&drawing.body));
}
