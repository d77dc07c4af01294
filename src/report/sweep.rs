//! Sweeps as curves, grids and tornado charts.

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::bars::bar;
use super::comparison::{document, interval, shown};
use super::csv::rows;
use super::form::{Report, TableOptions};
use super::numbers::percent;
use super::stopped::Stopped;
use super::style::{dim, heading, of_side, strong};
use super::text::{fit_width, line};
use crate::result::Trial;

/// The odds of one side as a function of one or more values.
#[derive(Clone, Debug)]
pub struct Sweep {
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
    side: String,
    base: Trial,
    /// The changes with their results, the most helpful first.
    changes: Vec<(String, Trial)>,
    /// Why changes are missing, if they are.
    stopped: Option<Stopped>,
}

const INTERRUPTED: &str = "interrupted: this is what had been found";

impl Sweep {
    /// Returns the first point that reaches the target.
    fn reached(&self) -> Option<&SweepPoint> {
        let target = self.target?;
        self.points.iter().find(|point| point.trial.win.value >= target)
    }

    fn curve(&self, text: &mut String, width: usize) {
        let names = self.points.iter().map(|p| p.values.join(", ").width()).max().unwrap_or(0);
        let names = names.clamp(4, 30);
        let bars = width - names - 2 - 9 - 10 - 4;
        line!(text, "{}{}", " ".repeat(names + 2), dim(format!("{:>9}{:>10}", "win", "swing")));
        for point in &self.points {
            let name = fit_width(&point.values.join(", "), names);
            let win = point.trial.win;
            let figures = format!("{:>9}", shown(win));
            let swing = format!("{:>10.2}", point.trial.swing.value);
            let bar = of_side(0, bar(win.value, bars));
            line!(text, "{name}  {}{swing}  {bar}", strong(figures));
        }
    }

    fn grid(&self, text: &mut String, rows: &[String], columns: &[String]) {
        let header: String =
            columns.iter().map(|c| format!("{:>10}", fit_width(c, 9).trim_end())).collect();
        line!(text, "{}{}", " ".repeat(10), dim(header));
        for (row, points) in rows.iter().zip(self.points.chunks(columns.len())) {
            let cells: String =
                points.iter().map(|p| format!("{:>10}", shown(p.trial.win))).collect();
            line!(text, "{}{cells}", fit_width(row, 10));
        }
    }
}

impl Report for Sweep {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    /// Formats a curve, or a grid if two fields are varied.
    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        let paths: Vec<&str> = self.varied.iter().map(|(path, _)| path.as_str()).collect();
        let title = format!("{} wins, by {}", self.side, paths.join(" and "));
        line!(text, "{}", heading(fit_width(&title, width).trim_end()));
        if let Some(stopped) = &self.stopped {
            line!(text, "{}", stopped.line(INTERRUPTED));
        }
        line!(text);
        match &self.varied[..] {
            [(_, rows), (_, columns)]
                if (columns.len() + 1) * 10 <= width && self.stopped.is_none() =>
            {
                self.grid(&mut text, rows, columns);
            }
            _ => self.curve(&mut text, width),
        }
        if let Some(target) = self.target {
            line!(text);
            match self.reached() {
                Some(point) => {
                    let values = point.values.join(", ");
                    line!(text, "{} reached with {}", percent(target), strong(values));
                }
                None if self.stopped.is_some() => {
                    line!(text, "{} is not reached so far", percent(target));
                }
                None => line!(text, "{} is not reached", percent(target)),
            }
        }
        text
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
    /// Takes the result of an unchanged side and of each change, and sorts the changes.
    #[must_use]
    pub fn new(
        side: String,
        base: Trial,
        mut changes: Vec<(String, Trial)>,
        stopped: Option<Stopped>,
    ) -> Self {
        let rank = |trial: &Trial| (trial.win.value, trial.swing.value);
        changes.sort_by(|(_, a), (_, b)| {
            let ((win, swing), (other_win, other_swing)) = (rank(a), rank(b));
            other_win.total_cmp(&win).then(other_swing.total_cmp(&swing))
        });
        Self { side, base, changes, stopped }
    }
}

impl Report for Tornado {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    /// Formats a table with bars of the gain.
    fn table(&self, options: TableOptions) -> String {
        let width = options.width.clamp(60, 120);
        let mut text = String::new();
        line!(text, "{}", heading(format!("{}: what helps most", self.side)));
        if let Some(stopped) = &self.stopped {
            line!(text, "{}", stopped.line(INTERRUPTED));
        }
        line!(text);
        let names = self.changes.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
        let names = names.clamp(10, 34);
        // If no change affects the odds, bars show the swing.
        let (win, swing) = (self.base.win.value, self.base.swing.value);
        let by_win = self.changes.iter().any(|(_, trial)| (trial.win.value - win).abs() > 1e-9);
        let gain = |trial: &Trial| {
            if by_win { trial.win.value - win } else { trial.swing.value - swing }
        };
        let most = self.changes.iter().map(|(_, t)| gain(t).abs()).fold(1e-9, f64::max);
        let bars = width - names - 2 - 9 - 9 - 10 - 4;
        let header = format!("{:>9}{:>9}{:>10}", "win", "points", "swing");
        line!(text, "{}{}", " ".repeat(names + 2), dim(header));
        let mut row = |name: &str, trial: &Trial, change: String, bar: String| {
            let shown = strong(format!("{:>9}", shown(trial.win)));
            let figures = format!("{change:>9}{:>10.2}", trial.swing.value);
            let line = format!("{}  {shown}{figures}  {bar}", fit_width(name, names));
            line!(text, "{}", line.trim_end());
        };
        row("unchanged", &self.base, String::new(), String::new());
        for (name, trial) in &self.changes {
            let change = format!("{:+.2}", (trial.win.value - win) * 100.0);
            let bar = bar(gain(trial).abs() / most, bars);
            row(name, trial, change, of_side(usize::from(gain(trial) < 0.0), bar));
        }
        text
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
