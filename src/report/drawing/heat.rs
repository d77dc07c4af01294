//! A two-way grid: the darker a cell, the larger its figure.

use super::pen::{Anchor, Drawing, EDGE, Pen, WIDTH, width_of};

/// Height of a cell and least width of a column, in pixels.
const CELL: f64 = 34.0;
const COLUMN: f64 = 66.0;

/// A heat map with labelled axes.
#[derive(Clone, Debug)]
pub(crate) struct HeatMap {
    /// Title of the chart.
    pub(crate) title: String,
    /// Titles of the axes: that of the rows, and that of the columns.
    pub(crate) axes: [String; 2],
    /// Labels of the rows.
    pub(crate) rows: Vec<String>,
    /// Labels of the columns.
    pub(crate) columns: Vec<String>,
    /// Figures, row by row, each with its text; `None` if a figure is not known.
    pub(crate) cells: Vec<Option<(f64, String)>>,
    /// Figures of an empty and of a full cell; by default the least and the largest.
    pub(crate) range: Option<[f64; 2]>,
}

impl HeatMap {
    /// Draws the map.
    pub(crate) fn draw(&self) -> Drawing {
        let widest = |labels: &[String]| labels.iter().map(|l| width_of(l)).fold(0.0, f64::max);
        let left = EDGE + widest(&self.rows).max(width_of(&self.axes[0])) + 10.0;
        let column = COLUMN.max(widest(&self.columns) + 10.0);
        let needed =
            (left + column * self.columns.len() as f64).max(left + width_of(&self.axes[1]));
        let width = (needed + EDGE).max(WIDTH);
        // A map with few columns fills the chart.
        let column = (width - EDGE - left) / self.columns.len().max(1) as f64;
        let mut pen = Pen::new(&self.title, width);
        pen.y += 24.0;
        pen.text("note", (left, pen.y), Anchor::Start, &format!("{} →", self.axes[1]));
        pen.y += 20.0;
        pen.text("note", (EDGE, pen.y), Anchor::Start, &format!("{} ↓", self.axes[0]));
        let middle = |n: usize| left + (n as f64 + 0.5) * column;
        for (n, label) in self.columns.iter().enumerate() {
            pen.text("label", (middle(n), pen.y), Anchor::Middle, label);
        }
        let top = pen.y + 8.0;
        let [least, most] = self.range.unwrap_or_else(|| self.ends());
        for (r, label) in self.rows.iter().enumerate() {
            let y = top + r as f64 * CELL;
            pen.text("label", (EDGE, y + CELL / 2.0 + 5.0), Anchor::Start, label);
            for (c, column_label) in self.columns.iter().enumerate() {
                let Some(Some((value, figure))) = self.cells.get(r * self.columns.len() + c) else {
                    pen.text("mark", (middle(c), y + CELL / 2.0 + 5.0), Anchor::Middle, "–");
                    continue;
                };
                let share =
                    ((value - least) / (most - least).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                let description =
                    format!("{} {label}, {} {column_label}: {figure}", self.axes[0], self.axes[1]);
                let at = (left + c as f64 * column + 1.0, y + 1.0);
                // The figure has to be legible on the darkest cell, too.
                pen.shade(at, (column - 2.0, CELL - 2.0), 0.06 + 0.5 * share, &description);
                pen.text("figure", (middle(c), y + CELL / 2.0 + 5.0), Anchor::Middle, figure);
            }
        }
        pen.finish(top + self.rows.len() as f64 * CELL + EDGE)
    }

    /// Returns the least and the largest figure.
    fn ends(&self) -> [f64; 2] {
        let values = self.cells.iter().flatten().map(|(value, _)| *value);
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (least, most) = values.fold(ends, |(a, b), value| (a.min(value), b.max(value)));
        [least, most]
    }
}
