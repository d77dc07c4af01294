//! Single changes of a side, the most helpful first.

use serde_json::json;

use super::{
    ABOUT, Stopped, Subject, SweepPoint, about_row, chance, document, ends, interval, of_fight,
    shown,
};
use crate::analysis::sweep::{Point, Swept};
use crate::analysis::total::Total;
use crate::report::csv::rows;
use crate::report::drawing::{BarRow, Drawing, bars};
use crate::report::form::Report;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::result::Trial;

/// Name of the row without a change.
const UNCHANGED: &str = "unchanged";

/// The effect of each single change of a side on its odds.
#[derive(Clone, Debug)]
pub struct Tornado {
    /// Game and sides of the fight that is changed.
    pub subject: Subject,
    /// Name of the side.
    pub side: String,
    /// Result of the side without a change.
    pub base: SweepPoint,
    /// The changes with their results, the most helpful first.
    pub changes: Vec<(String, SweepPoint)>,
    /// Why changes are missing, if they are.
    pub stopped: Option<Stopped>,
}

impl Tornado {
    /// Puts the effects of single changes together. The first of the names is that of the fight
    /// without a change. Returns `None` if that was not found.
    #[must_use]
    pub fn of(
        subject: Subject,
        side: String,
        names: Vec<String>,
        swept: Swept,
        total: &Total,
    ) -> Option<Self> {
        let asked = names.len().saturating_sub(1);
        let found = |(name, point): (String, Option<Point>)| {
            let Point { trial, battles } = point?;
            Some((name, SweepPoint { values: Vec::new(), trial, battles }))
        };
        let mut found = names.into_iter().zip(swept.points).map(found);
        let (_, base) = found.next().flatten()?;
        let changes: Vec<_> = found.flatten().collect();
        let done = (changes.len(), asked);
        let stopped = swept.stopped.map(|by| Stopped::of(by, total, done, ["changes", "tried"]));
        Some(Self { subject, side, base, changes, stopped }.sorted())
    }

    /// Returns the results of the side without a change and with each.
    pub(super) fn points(&self) -> impl Iterator<Item = &SweepPoint> {
        std::iter::once(&self.base).chain(self.changes.iter().map(|(_, point)| point))
    }

    /// Sorts the changes, the most helpful first.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        let rank = |point: &SweepPoint| (point.trial.win.value, point.trial.swing.value);
        self.changes.sort_by(|(_, a), (_, b)| {
            let ((win, swing), (other_win, other_swing)) = (rank(a), rank(b));
            other_win.total_cmp(&win).then(other_swing.total_cmp(&swing))
        });
        self
    }

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

impl Report for Tornado {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn outline(&self) -> Outline {
        let simulated = self.points().filter(|point| point.battles > 0).count();
        let how = how(simulated, self.points().count(), self.subject.seed);
        let stopped = self.stopped.as_ref();
        Outline {
            headline: self.subject.fight(),
            facts: vec![
                format!("{} · {how}", self.subject.title),
                format!("{}: what helps most, one change at a time", self.side),
            ],
            notes: stopped
                .iter()
                .map(|s| s.words("interrupted: this is what had been found"))
                .collect(),
            tables: vec![figures(self)],
            ..Outline::default()
        }
    }

    /// Draws the changes as bars to the left and right of the unchanged odds.
    fn drawings(&self) -> Vec<Drawing> {
        let base = self.base.trial.win;
        let row = |(name, SweepPoint { trial, .. }): &(String, SweepPoint)| {
            let figure = format!("{} ({} points)", shown(trial.win), self.difference(trial));
            BarRow { from: base.value, ..BarRow::share(name.clone(), trial.win, figure) }
        };
        let rows: Vec<BarRow> = self.changes.iter().map(row).collect();
        vec![bars(&format!("Odds that {} wins; unchanged {}", self.side, shown(base)), &rows)]
    }

    fn json(&self) -> String {
        let base = &self.base;
        let change = |(name, point): &(String, SweepPoint)| {
            json!({
                "change": name,
                "win": chance(point.trial.win),
                "gain": point.trial.win.value - base.trial.win.value,
                "swing": point.trial.swing,
                "battles": point.battles,
            })
        };
        let about = of_fight(&self.subject, self.points().all(|point| point.battles == 0));
        let figures = json!({
            "side": self.side,
            "win": chance(base.trial.win),
            "swing": base.trial.swing,
            "battles": base.battles,
            "changes": self.changes.iter().map(change).collect::<Vec<_>>(),
        });
        document("tornado/2", about, figures, self.stopped.as_ref())
    }

    /// Formats CSV with one row per change.
    fn csv(&self) -> String {
        let header = ["change", "win", "win_low", "win_high", "gain", "swing"];
        let mut all = vec![[&header[..], &ABOUT].concat().into_iter().map(String::from).collect()];
        for (name, SweepPoint { trial, .. }) in &self.changes {
            let mut row = vec![name.clone()];
            row.extend(ends(trial.win));
            row.push((trial.win.value - self.base.trial.win.value).to_string());
            row.push(trial.swing.value.to_string());
            row.extend(about_row(&self.subject, &self.side));
            all.push(row);
        }
        rows(all)
    }
}

/// Returns the odds with each change. Bars are as long as the gain, in the colour of the enemy if
/// it is a loss.
fn figures(all: &Tornado) -> Grid {
    let most =
        all.changes.iter().map(|(_, point)| all.gain(&point.trial).abs()).fold(1e-9, f64::max);
    let row = |name: &str, trial: &Trial, points: String| {
        let swing = format!("{:.2}", trial.swing.value);
        Row::from(vec![name.to_string(), shown(trial.win), interval(trial.win), points, swing])
    };
    let change = |(name, SweepPoint { trial, .. }): &(String, SweepPoint)| {
        let gain = all.gain(trial);
        Row {
            bar_side: usize::from(gain < 0.0),
            ..row(name, trial, all.difference(trial)).with_bar(gain.abs() / most)
        }
    };
    let unchanged = row(UNCHANGED, &all.base.trial, String::new());
    let rows = std::iter::once(unchanged).chain(all.changes.iter().map(change));
    Grid::of("", &["change", "win", "95 % interval", "points", "swing"], rows)
}
