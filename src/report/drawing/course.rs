//! Odds through a battle that was played.

use super::pen::{Anchor, Drawing, EDGE, ODDS, ODDS_HEIGHT, Pen, WIDTH, spaced, width_of};
use crate::report::course::{Course, CoursePoint, described};
use crate::report::numbers::rough_percent;
use crate::result::{AnalysedStep, ROLES};

/// Least distance of two points, in pixels.
const STEP: f64 = 9.0;

/// Draws the odds of each player after each step. Choices that gave something away are marked.
pub(crate) fn draw(course: &Course<'_>, title: &str) -> Drawing {
    let points = &course.points;
    let width = WIDTH.max(ODDS + 2.0 * EDGE + STEP * points.len() as f64);
    let mut pen = Pen::new(title, width);
    write_keys(&mut pen, course);
    let top = pen.y + 20.0;
    let y = |share: f64| top + (1.0 - share) * ODDS_HEIGHT;
    pen.odds_axis(y);
    let step = (width - EDGE - ODDS - 20.0) / points.len().saturating_sub(1).max(1) as f64;
    let x = |n: usize| ODDS + 10.0 + n as f64 * step;
    write_parts(&mut pen, points, &x, (y(1.0), y(0.0)));
    for side in (0..2).filter(|side| course.players[*side].is_some()) {
        let known: Vec<(usize, f64)> =
            (0..points.len()).filter_map(|n| Some((n, points[n].odds[side]?))).collect();
        for pair in known.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|(n, odds)| (x(n), y(odds)));
            pen.line(&format!("curve side{side}"), from, to);
        }
        let name = course.players[side].unwrap_or_default();
        for (n, share) in known {
            let is_marked = is_marked(&points[n], side);
            let size = if is_marked { 9.0 } else { 6.0 };
            let class = if is_marked { "bar here".into() } else { format!("bar side{side}") };
            let at = (x(n) - size / 2.0, y(share) - size / 2.0);
            let description =
                format!("{}: {name} {}", described(points[n].step), rough_percent(share));
            pen.rect(&class, at, (size, size), &description);
        }
    }
    pen.finish(y(0.0) + 30.0)
}

/// Whether a side has made a choice at this point that is doubtful or worse.
fn is_marked(point: &CoursePoint<'_>, side: usize) -> bool {
    let is_of_side = |step: &&&AnalysedStep| step.role == Some(ROLES[side]);
    let mark = point.step.as_ref().filter(is_of_side).and_then(|step| step.mark);
    mark.is_some_and(|mark| mark != "good")
}

/// Separates the parts of the battle, and writes their names where there is room.
fn write_parts(
    pen: &mut Pen,
    points: &[CoursePoint<'_>],
    x: &dyn Fn(usize) -> f64,
    (top, floor): (f64, f64),
) {
    let begins = |n: usize| Some((n, points[n].begins?));
    let parts: Vec<(usize, &str)> = (0..points.len()).filter_map(begins).collect();
    // A part begins after the point before it.
    let places: Vec<f64> =
        parts.iter().map(|(n, _)| (x(n.saturating_sub(1)) + x(*n)) / 2.0).collect();
    let label = |part: &str| part.strip_prefix("round ").unwrap_or(part).to_string();
    let widest = parts.iter().map(|(_, part)| width_of(&label(part))).fold(0.0, f64::max);
    let labelled = spaced(&places, widest + 6.0);
    for (n, (_, part)) in parts.iter().enumerate() {
        pen.line("grid", (places[n], top), (places[n], floor + 6.0));
        if labelled[n] {
            pen.text("mark", (places[n] + 2.0, floor + 18.0), Anchor::Start, &label(part));
        }
    }
    if parts.iter().any(|(_, part)| part.starts_with("round ")) {
        pen.text("mark", (ODDS - 6.0, floor + 18.0), Anchor::End, "round");
    }
}

/// Writes what the colours mean, where there are several.
fn write_keys(pen: &mut Pen, course: &Course<'_>) {
    let players = course.players.iter().enumerate();
    let players = players.filter_map(|(side, name)| Some((format!("side{side}"), (*name)?)));
    let mut keys: Vec<(String, &str)> = players.collect();
    if course.points.iter().any(|point| [0, 1].iter().any(|side| is_marked(point, *side))) {
        keys.push(("here".into(), "doubtful choice or mistake"));
    }
    if keys.len() < 2 {
        return;
    }
    pen.keys(keys.iter().map(|(class, meaning)| (class.as_str(), *meaning)));
}
