//! Charts as SVG, for pages and plots.
//!
//! ```text
//! pen      texts, lines and rectangles
//! bars     bars on an axis of odds, with intervals
//! course   odds through a battle
//! curve    points over values, with a target
//! heat     a two-way grid
//! columns  a distribution
//! fight    the charts of a fight
//! ```

mod bars;
mod columns;
mod course;
mod curve;
mod fight;
mod heat;
mod pen;

pub(super) use bars::{BarRow, bars};
pub(super) use columns::{Column, columns};
pub(super) use course::draw as draw_course;
pub(super) use curve::curve;
pub(super) use fight::{HEIGHT, WIDTH as FIGHT_WIDTH, draw as draw_chart};
pub(super) use heat::HeatMap;
pub use pen::Drawing;
pub(super) use pen::WIDTH;

/// Styles of these charts, besides those of the charts of a fight.
pub(super) const STYLE: &str = include_str!("drawing.css");
