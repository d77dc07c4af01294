//! Single changes of a side, the most helpful first.

use serde_json::json;

use super::document::{bar, chance, document, ends, figures, of_fight, shown};
use crate::analysis::sweep::{Point, Swept};
use crate::analysis::total::Total;
use crate::report::csv::table;
use crate::report::drawing::{BarRow, Drawing, bars};
use crate::report::form::Report;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::report::stopped::{Stopped, notes};
use crate::report::subject::Subject;
use crate::result::Trial;

/// The effect of each single change of a side on its odds.
#[derive(Clone, Debug)]
pub struct Tornado {
    /// Game and sides of the fight that is changed.
    pub subject: Subject,
    /// Name of the side.
    pub side: String,
    /// Result of the side without a change.
    pub base: Point,
    /// The changes with their results, the most helpful first.
    pub changes: Vec<(String, Point)>,
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
        let found = names.into_iter().zip(swept.points);
        let mut found = found.map(|(name, point)| Some((name, point?)));
        let (_, base) = found.next().flatten()?;
        let mut changes: Vec<(String, Point)> = found.flatten().collect();
        let rank = |(_, point): &(_, Point)| (point.trial.win.value, point.trial.swing.value);
        changes.sort_by(|a, b| {
            let ((win, swing), (other_win, other_swing)) = (rank(a), rank(b));
            other_win.total_cmp(&win).then(other_swing.total_cmp(&swing))
        });
        let done = (changes.len(), asked);
        let stopped = swept.stopped.map(|by| Stopped::of(by, total, done, ["changes", "tried"]));
        Some(Self { subject, side, base, changes, stopped })
    }

    /// Returns the results of the side without a change and with each.
    fn points(&self) -> impl Iterator<Item = &Point> {
        std::iter::once(&self.base).chain(self.changes.iter().map(|(_, point)| point))
    }

    /// Returns the gain in odds.
    fn win_gain(&self, trial: &Trial) -> f64 {
        trial.win.value - self.base.trial.win.value
    }

    /// Returns the gain in odds; in swing, if no change affects the odds.
    fn gain(&self, trial: &Trial) -> f64 {
        match self.changes.iter().any(|(_, point)| self.win_gain(&point.trial).abs() > 1e-9) {
            true => self.win_gain(trial),
            false => trial.swing.value - self.base.trial.swing.value,
        }
    }

    /// Returns the gain in odds in percentage points: `+12.34`.
    fn difference(&self, trial: &Trial) -> String {
        format!("{:+.2}", self.win_gain(trial) * 100.0)
    }
}

impl Report for Tornado {
    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn outline(&self) -> Outline {
        let simulated = self.points().filter(|point| point.battles > 0).count();
        let how = how(simulated, self.points().count(), self.subject.seed);
        Outline {
            headline: self.subject.fight(),
            facts: vec![
                format!("{} · {how}", self.subject.title),
                format!("{}: what helps most, one change at a time", self.side),
            ],
            notes: notes(self.stopped(), "interrupted: this is what had been found"),
            tables: vec![by_change(self)],
            ..Outline::default()
        }
    }

    /// Draws the changes as bars to the left and right of the unchanged odds.
    fn drawings(&self) -> Vec<Drawing> {
        let base = self.base.trial.win;
        let row = |(name, Point { trial, .. }): &(String, Point)| {
            let figure = format!("{} ({} points)", shown(trial.win), self.difference(trial));
            BarRow { from: base.value, figure, ..bar(name.clone(), trial) }
        };
        let rows: Vec<BarRow> = self.changes.iter().map(row).collect();
        vec![bars(&format!("Odds that {} wins; unchanged {}", self.side, shown(base)), &rows)]
    }

    fn json(&self) -> String {
        let change = |(name, Point { trial, battles }): &(String, Point)| {
            json!({
                "change": name,
                "win": chance(trial.win),
                "gain": self.win_gain(trial),
                "swing": trial.swing,
                "battles": battles,
            })
        };
        let about = of_fight(&self.subject, self.points().all(|point| point.battles == 0));
        let figures = json!({
            "side": self.side,
            "win": chance(self.base.trial.win),
            "swing": self.base.trial.swing,
            "battles": self.base.battles,
            "changes": self.changes.iter().map(change).collect::<Vec<_>>(),
        });
        document("tornado/2", about, figures, self.stopped())
    }

    /// Formats CSV with one row per change.
    fn csv(&self) -> String {
        const FIGURES: &str = "change,win,win_low,win_high,gain,swing";
        let about = self.subject.cells(&self.side);
        let row = |(name, Point { trial, .. }): &(String, Point)| {
            let gains = [self.win_gain(trial), trial.swing.value].map(|x| x.to_string());
            [&[name.clone()][..], &ends(trial.win), &gains, &about].concat()
        };
        table(FIGURES.split(',').chain(Subject::CELLS.split(',')), self.changes.iter().map(row))
    }
}

/// Returns the odds with each change. Bars are as long as the gain, in the colour of the enemy if
/// it is a loss.
fn by_change(all: &Tornado) -> Grid {
    let most =
        all.changes.iter().map(|(_, point)| all.gain(&point.trial).abs()).fold(1e-9, f64::max);
    let row = |name: &str, trial: &Trial, points: String| {
        let [win, interval, swing] = figures(trial);
        Row::from(vec![name.to_string(), win, interval, points, swing])
    };
    let change = |(name, Point { trial, .. }): &(String, Point)| {
        let gain = all.gain(trial);
        Row {
            bar_side: usize::from(gain < 0.0),
            ..row(name, trial, all.difference(trial)).with_bar(gain.abs() / most)
        }
    };
    let unchanged = row("unchanged", &all.base.trial, String::new());
    let rows = std::iter::once(unchanged).chain(all.changes.iter().map(change));
    Grid::of("", ["change", "win", "95 % interval", "points", "swing"], rows)
}
