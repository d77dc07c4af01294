//! Sweeps as curves, grids and tornado charts.

use super::choice::{sweep, tornado};
use super::comparison::interval;
use super::csv::rows;
use super::documents;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::outline::Outline;
use super::stopped::Stopped;
use super::subject::Subject;
use crate::analysis::sweep::{Point, Swept};
use crate::analysis::total::Total;
use crate::result::Trial;
use crate::scenario::Variation;

/// The odds of one side as a function of one or more values.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Game and sides of the fight that is varied.
    pub subject: Subject,
    /// Name of the side.
    pub side: String,
    /// The varied fields and their values.
    pub varied: Vec<(String, Vec<String>)>,
    /// The points that were found, the last value the fastest.
    pub points: Vec<SweepPoint>,
    /// The odds to reach, if any.
    pub target: Option<f64>,
    /// Why points are missing, if they are.
    pub stopped: Option<Stopped>,
}

/// One point of a sweep.
#[derive(Clone, Debug)]
pub struct SweepPoint {
    /// The values at this point.
    pub values: Vec<String>,
    /// Result of the side.
    pub trial: Trial,
    /// Number of simulated battles; 0 if the result is exact.
    pub battles: u64,
}

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

impl Sweep {
    /// Puts the points of a sweep together. `asked` are the values of each point. Returns `None` if
    /// no point was found.
    #[must_use]
    pub fn of(
        subject: Subject,
        side: String,
        variations: Vec<Variation>,
        asked: Vec<Vec<String>>,
        swept: Swept,
        total: &Total,
    ) -> Option<Self> {
        let of = asked.len();
        let point = |(values, point): (Vec<String>, Option<Point>)| {
            point.map(|Point { trial, battles }| SweepPoint { values, trial, battles })
        };
        let points: Vec<SweepPoint> =
            asked.into_iter().zip(swept.points).filter_map(point).collect();
        let found = (points.len(), of);
        let stopped = swept.stopped.map(|by| Stopped::of(by, total, found, ["points", "found"]));
        let varied = variations.into_iter().map(|v| (v.path, v.values)).collect();
        (!points.is_empty()).then_some(Self {
            subject,
            side,
            varied,
            points,
            target: None,
            stopped,
        })
    }

    /// Returns the first point that reaches the target.
    pub(super) fn reached(&self) -> Option<&SweepPoint> {
        let target = self.target?;
        self.points.iter().find(|point| point.trial.win.value >= target)
    }
}

impl Report for Sweep {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn table(&self, options: TableOptions) -> String {
        sweep::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        sweep::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        sweep::drawings(self)
    }

    /// Formats a JSON document.
    fn json(&self) -> String {
        documents::sweep(self)
    }

    /// Formats CSV with one row per point.
    fn csv(&self) -> String {
        let mut header: Vec<String> = self.varied.iter().map(|(path, _)| path.clone()).collect();
        header.extend(["win", "win_low", "win_high", "swing", "battles"].map(String::from));
        header.extend(ABOUT.map(String::from));
        let mut all = vec![header];
        for point in &self.points {
            let mut row = point.values.clone();
            row.extend(interval(point.trial.win));
            row.push(point.trial.swing.value.to_string());
            row.push(point.battles.to_string());
            row.extend(about(&self.subject, &self.side));
            all.push(row);
        }
        rows(all)
    }
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
}

impl Report for Tornado {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn table(&self, options: TableOptions) -> String {
        tornado::table(self, options.columns())
    }

    fn outline(&self) -> Outline {
        tornado::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        tornado::drawings(self)
    }

    /// Formats a JSON document.
    fn json(&self) -> String {
        documents::tornado(self)
    }

    /// Formats CSV with one row per change.
    fn csv(&self) -> String {
        let header = ["change", "win", "win_low", "win_high", "gain", "swing"];
        let mut all = vec![[&header[..], &ABOUT].concat().into_iter().map(String::from).collect()];
        for (name, SweepPoint { trial, .. }) in &self.changes {
            let mut row = vec![name.clone()];
            row.extend(interval(trial.win));
            row.push((trial.win.value - self.base.trial.win.value).to_string());
            row.push(trial.swing.value.to_string());
            row.extend(about(&self.subject, &self.side));
            all.push(row);
        }
        rows(all)
    }
}

/// Columns that say what a row is about: the rulebook, the side, and the fleets before any change.
const ABOUT: [&str; 3] = ["rules", "side", "fleets"];

fn about(subject: &Subject, side: &str) -> [String; 3] {
    let fleets = subject.sides.iter().flat_map(|side| &side.fleets);
    let fleets: Vec<&str> = fleets.map(|fleet| fleet.text.as_str()).collect();
    [subject.rules.clone(), side.into(), fleets.join(" v ")]
}
