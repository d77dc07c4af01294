//! Charts of choices as SVG, for pages and plots.
//!
//! ```text
//! pen      texts, lines and rectangles
//! bars     bars on an axis of odds, with intervals
//! course   odds through a battle
//! curve    points over values, with a target
//! heat     a two-way grid
//! columns  a distribution
//! ```

mod bars;
mod columns;
mod course;
mod curve;
mod heat;
mod pen;

pub(super) use bars::{BarRow, bars};
pub(super) use columns::{Column, Columns};
pub(super) use course::draw as draw_course;
pub(super) use curve::{Curve, CurvePoint};
pub(super) use heat::HeatMap;

/// Styles of these charts, besides those of the charts of a fight.
pub(super) const STYLE: &str = include_str!("drawing.css");

/// Width of a chart whose content does not need more, in pixels.
pub(super) const WIDTH: f64 = 420.0;

/// Space at the edges of a chart, in pixels.
const EDGE: f64 = 14.0;

/// A chart as SVG elements.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Title of the chart.
    pub title: String,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// SVG elements.
    pub body: String,
}

/// Estimates the width of a text in pixels. It is rather too wide.
fn width_of(text: &str) -> f64 {
    use unicode_width::UnicodeWidthStr;
    text.width() as f64 * 7.6
}
