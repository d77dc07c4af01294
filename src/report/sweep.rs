//! Sweeps as curves, grids and tornado charts.

use serde_json::{Value, json};

use super::choice::{sweep, tornado};
use super::comparison::{document, interval};
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::outline::{Outline, Subject};
use super::stopped::Stopped;
use crate::result::Trial;

/// The odds of one side as a function of one or more values.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Game and sides of the fight that is varied.
    pub subject: Subject,
    /// Seed of the simulations.
    pub seed: u64,
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
    /// Seed of the simulations.
    pub seed: u64,
    /// Name of the side.
    pub side: String,
    /// Result of the side without a change.
    pub base: Trial,
    /// The changes with their results, the most helpful first.
    pub changes: Vec<(String, Trial)>,
    /// Why changes are missing, if they are.
    pub stopped: Option<Stopped>,
}

impl Sweep {
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
        let point = |point: &SweepPoint| {
            json!({
                "values": point.values,
                "win": point.trial.win,
                "swing": point.trial.swing,
                "battles": point.battles,
            })
        };
        let varied =
            |(path, values): &(String, Vec<String>)| json!({"path": path, "values": values});
        let mut sweep = json!({
            "schema": "fleetodds/sweep/1",
            "side": self.side,
            "vary": self.varied.iter().map(varied).collect::<Vec<_>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(target) = self.target {
            let values = self.reached().map(|point| &point.values);
            sweep["target"] = json!({"probability": target, "values": values});
        }
        if let Some(stopped) = &self.stopped {
            stopped.mark(&mut sweep);
        }
        document(&sweep)
    }

    /// Formats CSV with one row per point.
    fn csv(&self) -> String {
        let mut header: Vec<String> = self.varied.iter().map(|(path, _)| path.clone()).collect();
        header.extend(["win", "win_low", "win_high", "swing", "battles"].map(String::from));
        let mut all = vec![header];
        for point in &self.points {
            let mut row = point.values.clone();
            row.extend(interval(point.trial.win));
            row.push(point.trial.swing.value.to_string());
            row.push(point.battles.to_string());
            all.push(row);
        }
        rows(all)
    }
}

impl Tornado {
    /// Sorts the changes, the most helpful first.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        let rank = |trial: &Trial| (trial.win.value, trial.swing.value);
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
        let change = |(name, trial): &(String, Trial)| -> Value {
            json!({
                "change": name,
                "win": trial.win,
                "gain": trial.win.value - self.base.win.value,
                "swing": trial.swing,
            })
        };
        let mut tornado = json!({
            "schema": "fleetodds/tornado/1",
            "side": self.side,
            "win": self.base.win,
            "swing": self.base.swing,
            "changes": self.changes.iter().map(change).collect::<Vec<_>>(),
        });
        if let Some(stopped) = &self.stopped {
            stopped.mark(&mut tornado);
        }
        document(&tornado)
    }

    /// Formats CSV with one row per change.
    fn csv(&self) -> String {
        let header = ["change", "win", "win_low", "win_high", "gain", "swing"];
        let mut all = vec![header.map(String::from).to_vec()];
        for (name, trial) in &self.changes {
            let mut row = vec![name.clone()];
            row.extend(interval(trial.win));
            row.push((trial.win.value - self.base.win.value).to_string());
            row.push(trial.swing.value.to_string());
            all.push(row);
        }
        rows(all)
    }
}
