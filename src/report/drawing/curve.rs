//! Odds over the values of a field.

use super::bars::BarRow;
use super::pen::{Anchor, Drawing, EDGE, ODDS, ODDS_HEIGHT, Pen, WIDTH, spaced, width_of};
use crate::report::numbers::percent;

/// Room for the figure of a point, in pixels.
const FIGURE: f64 = 60.0;

/// Draws a curve over an axis of values, with the odds to reach if there are any. Values that are
/// numbers are joined by a line, and to scale.
pub(crate) fn curve(title: &str, axis: &str, points: &[BarRow], target: Option<f64>) -> Drawing {
    let mut pen = Pen::new(title, WIDTH);
    let top = pen.y + 26.0;
    let y = |share: f64| top + (1.0 - share) * ODDS_HEIGHT;
    pen.odds_axis(y);
    let (xs, is_to_scale) = places(points);
    if let Some(target) = target {
        pen.line("target", (ODDS, y(target)), (WIDTH - EDGE, y(target)));
        let label = format!("target {}", percent(target));
        pen.text("mark", (ODDS + 4.0, y(target) - 4.0), Anchor::Start, &label);
    }
    for n in 1..xs.len() {
        if is_to_scale {
            let [from, to] = [n - 1, n].map(|n| (xs[n], y(points[n].to.value)));
            pen.line("curve", from, to);
        }
    }
    let labels = points.iter().map(|point| width_of(&point.label) + 8.0);
    let labelled = spaced(&xs, labels.fold(0.0, f64::max));
    let figured = spaced(&xs, FIGURE);
    for (n, point) in points.iter().enumerate() {
        let (x, middle) = (xs[n], y(point.to.value));
        if point.to.high > point.to.low {
            pen.line("whisker", (x, y(point.to.low)), (x, y(point.to.high)));
        }
        let description = format!("{}: {}", point.label, point.figure);
        pen.rect("bar side0", (x - 4.0, middle - 4.0), (8.0, 8.0), &description);
        if figured[n] {
            pen.text("mark", (x, middle - 11.0), Anchor::Middle, &point.figure);
        }
        if labelled[n] {
            pen.text("mark", (x, y(0.0) + 16.0), Anchor::Middle, &point.label);
        }
    }
    pen.text("note", (WIDTH - EDGE, y(0.0) + 36.0), Anchor::End, axis);
    pen.finish(y(0.0) + 46.0)
}

/// Returns the places of the points, and whether they are to scale.
fn places(points: &[BarRow]) -> (Vec<f64>, bool) {
    let (left, right) = (ODDS + FIGURE / 2.0, WIDTH - EDGE - FIGURE / 2.0);
    let numbers: Option<Vec<f64>> = points.iter().map(|p| p.label.parse().ok()).collect();
    let numbers = numbers.filter(|all| all.is_sorted_by(|a, b| a < b));
    let is_to_scale = numbers.is_some();
    let values = numbers.unwrap_or_else(|| (0..points.len()).map(|n| n as f64).collect());
    let (least, most) = (values[0], values[values.len() - 1]);
    let scale = (right - left) / (most - least).max(f64::MIN_POSITIVE);
    let place = |value: &f64| left + (value - least) * scale;
    (values.iter().map(place).collect(), is_to_scale)
}
