//! Charts of choices as SVG: one file with all of them, or single charts within a page.

use maud::{Markup, PreEscaped, html};

use super::drawing::{Drawing, STYLE as DRAWING_STYLE, WIDTH};
use super::outline::{Outline, unbroken};
use super::plot::STYLE;
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
    let drawn = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img" {
            title { (outline.headline) }
            style { (PreEscaped(STYLE)) (PreEscaped(DRAWING_STYLE)) }
            rect class="paper" width="100%" height="100%" {}
            @for (n, (class, line)) in lines.iter().enumerate() {
                text class=(class) x=(2.0 * EDGE) y=(EDGE + LINE * (n + 1) as f64) { (line) }
            }
            @for (n, drawing) in drawings.iter().enumerate() {
                g transform={ "translate(" (EDGE) " " (place(n)) ")" } {
                    (PreEscaped(&drawing.body))
                }
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", drawn.into_string())
}

/// Renders a single chart of a page. It is as wide as the page; on narrow ones, charts with many
/// columns keep their size and scroll.
pub(super) fn piece(drawing: &Drawing) -> Markup {
    let (width, height) = (drawing.width, drawing.height);
    let least = if width > WIDTH { width } else { 0.0 };
    html! {
        svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(unbroken(&drawing.title))
            style={ "min-width:" (least) "px" } { (PreEscaped(&drawing.body)) }
    }
}
