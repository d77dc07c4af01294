//! Single changes of a side, the most helpful first.

use super::super::bars::bar;
use super::super::drawing::{BarRow, Drawing, bars};
use super::super::named::{ColumnLabels, Named};
use super::super::outline::{Grid, Outline, how};
use super::super::style::{dim, of_side, strong};
use super::super::sweep::{SweepPoint, Tornado};
use super::super::text::{fit_width, line};
use super::{interval, shown};
use crate::result::Trial;

/// Name of the row without a change.
const UNCHANGED: &str = "unchanged";

/// Least width of a bar.
const MIN_BAR: usize = 6;

impl Tornado {
    /// Returns the gain in odds; in swing, if no change affects the odds.
    fn gain(&self, trial: &Trial) -> f64 {
        let win = |trial: &Trial| trial.win.value - self.base.trial.win.value;
        match self.changes.iter().any(|(_, point)| win(&point.trial).abs() > 1e-9) {
            true => win(trial),
            false => trial.swing.value - self.base.trial.swing.value,
        }
    }

    /// Returns the gain in odds in percentage points: `+12.34`.
    fn difference(&self, trial: &Trial) -> String {
        format!("{:+.2}", (trial.win.value - self.base.trial.win.value) * 100.0)
    }
}

/// Returns the content of a tornado.
pub(in crate::report) fn outline(all: &Tornado) -> Outline {
    let simulated = all.points().filter(|point| point.battles > 0).count();
    let how = how(simulated, all.points().count(), all.subject.seed);
    let stopped = all.stopped.as_ref();
    Outline {
        headline: all.subject.fight(),
        facts: vec![
            format!("{} · {how}", all.subject.title),
            format!("{}: what helps most, one change at a time", all.side),
        ],
        notes: stopped
            .iter()
            .map(|s| s.words("interrupted: this is what had been found"))
            .collect(),
        tables: vec![figures(all)],
        conclusion: None,
    }
}

fn figures(all: &Tornado) -> Grid {
    let row = |name: &str, trial: &Trial, gain: String| {
        let swing = format!("{:.2}", trial.swing.value);
        vec![name.to_string(), shown(trial.win), interval(trial.win), gain, swing]
    };
    let mut rows = vec![row(UNCHANGED, &all.base.trial, String::new())];
    rows.extend(
        all.changes
            .iter()
            .map(|(name, point)| row(name, &point.trial, all.difference(&point.trial))),
    );
    Grid::of("", &["change", "win", "95 % interval", "points", "swing"], rows)
}

/// Formats a table with bars of the gain.
pub(in crate::report) fn table(all: &Tornado, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    line!(text);
    let changes: Vec<Named> = all.changes.iter().map(|(name, _)| Named::from(name)).collect();
    let labels = ColumnLabels::of(&changes, width - 30);
    let names = labels.width().max(UNCHANGED.len());
    let room = Some(width.saturating_sub(names + 32)).filter(|room| *room >= MIN_BAR);
    let most =
        all.changes.iter().map(|(_, point)| all.gain(&point.trial).abs()).fold(1e-9, f64::max);
    let header = format!("{:>9}{:>9}{:>10}", "win", "points", "swing");
    line!(text, "{}{}", " ".repeat(names + 2), dim(header));
    let mut row = |name: &str, trial: &Trial, change: String, bar: String| {
        let shown = strong(format!("{:>9}", shown(trial.win)));
        let figures = format!("{change:>9}{:>10.2}", trial.swing.value);
        let line = format!("{}  {shown}{figures}  {bar}", fit_width(name, names));
        line!(text, "{}", line.trim_end());
    };
    row(UNCHANGED, &all.base.trial, String::new(), String::new());
    for (label, (_, SweepPoint { trial, .. })) in labels.all.iter().zip(&all.changes) {
        let gain = all.gain(trial);
        let bar = room.map_or(String::new(), |room| bar(gain.abs() / most, room));
        row(label, trial, all.difference(trial), of_side(usize::from(gain < 0.0), bar));
    }
    labels.write_legend(&mut text, width);
    text
}

/// Draws the changes as bars to the left and right of the unchanged odds.
pub(in crate::report) fn drawings(all: &Tornado) -> Vec<Drawing> {
    let base = all.base.trial.win;
    let row = |(name, SweepPoint { trial, .. }): &(String, SweepPoint)| {
        let figure = format!("{} ({} points)", shown(trial.win), all.difference(trial));
        BarRow { from: base.value, ..BarRow::share(name.clone(), trial.win, figure) }
    };
    let rows: Vec<BarRow> = all.changes.iter().map(row).collect();
    vec![bars(&format!("Odds that {} wins; unchanged {}", all.side, shown(base)), &rows)]
}
