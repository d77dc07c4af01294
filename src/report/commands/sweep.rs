//! Odds over one or more values: curves and two-way grids.

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::document::{bar, chance, document, ends, figures, number, of_fight, shown};
use crate::analysis::sweep::{Point, Swept};
use crate::analysis::total::Total;
use crate::report::csv::table;
use crate::report::drawing::{BarRow, Drawing, HeatMap, bars, curve};
use crate::report::form::Report;
use crate::report::numbers::percent;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::report::stopped::{Stopped, notes};
use crate::report::subject::Subject;
use crate::scenario::Variation;

/// A field and its values.
type Varied = (String, Vec<String>);

/// The odds of one side as a function of one or more values.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Game and sides of the fight that is varied.
    pub subject: Subject,
    /// Name of the side.
    pub side: String,
    /// The varied fields and their values.
    pub varied: Vec<(String, Vec<String>)>,
    /// The points that were found, each with its values, the last value the fastest.
    pub points: Vec<(Vec<String>, Point)>,
    /// The odds to reach, if any.
    pub target: Option<f64>,
    /// Why points are missing, if they are.
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
        let found = asked.into_iter().zip(swept.points);
        let points: Vec<_> = found.filter_map(|(values, point)| Some((values, point?))).collect();
        let found = (points.len(), of);
        let stopped = swept.stopped.map(|by| Stopped::of(by, total, found, ["points", "found"]));
        let varied = variations.into_iter().map(|v| (v.path, v.values)).collect();
        let sweep = Self { subject, side, varied, points, target: None, stopped };
        (!sweep.points.is_empty()).then_some(sweep)
    }

    /// Returns the values of the first point that reaches the target.
    fn reached(&self) -> Option<&[String]> {
        let target = self.target?;
        let (values, _) = self.points.iter().find(|(_, p)| p.trial.win.value >= target)?;
        Some(values)
    }

    /// Returns the two fields of a complete grid: that of the rows, and that of the columns.
    fn grid(&self) -> Option<(&Varied, &Varied)> {
        match &self.varied[..] {
            [rows, columns] if self.points.len() == rows.1.len() * columns.1.len() => {
                Some((rows, columns))
            }
            _ => None,
        }
    }

    fn paths(&self) -> String {
        let paths: Vec<&str> = self.varied.iter().map(|(path, _)| path.as_str()).collect();
        paths.join(" and ")
    }

    /// Returns the sentence about the target.
    fn target_line(&self) -> Option<String> {
        let target = percent(self.target?);
        Some(match self.reached() {
            Some(values) => {
                let fields = self.varied.iter().zip(values);
                let fields = fields.map(|((path, _), value)| format!("{path}={value}"));
                format!("{target} reached with {}", fields.collect::<Vec<_>>().join(", "))
            }
            None if self.stopped.is_some() => format!("{target} is not reached so far"),
            None => format!("{target} is not reached"),
        })
    }
}

impl Report for Sweep {
    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn outline(&self) -> Outline {
        let simulated = self.points.iter().filter(|(_, point)| point.battles > 0).count();
        let how = how(simulated, self.points.len(), self.subject.seed);
        Outline {
            headline: self.subject.fight(),
            facts: vec![
                format!("{} · {how}", self.subject.title),
                format!("odds that {} wins, by {}", self.side, self.paths()),
            ],
            notes: notes(self.stopped(), "interrupted: this is what had been found"),
            tables: vec![match self.grid() {
                Some((rows, columns)) => two_way(self, rows, columns),
                None => by_point(self),
            }],
            conclusion: self.target_line(),
            ..Outline::default()
        }
    }

    /// Draws a curve, a heat map of a grid, or bars.
    fn drawings(&self) -> Vec<Drawing> {
        let title = format!("Odds that {} wins", self.side);
        if let Some((rows, columns)) = self.grid() {
            let cell =
                |(_, Point { trial, .. }): &(_, Point)| Some((trial.win.value, shown(trial.win)));
            let map = HeatMap {
                title,
                axes: [rows.0.clone(), columns.0.clone()],
                rows: rows.1.clone(),
                columns: columns.1.clone(),
                cells: self.points.iter().map(cell).collect(),
                range: Some([0.0, 1.0]),
            };
            return vec![map.draw()];
        }
        let row = |(values, point): &(Vec<String>, Point)| bar(values.join(", "), &point.trial);
        let rows: Vec<BarRow> = self.points.iter().map(row).collect();
        if let [(path, _)] = &self.varied[..]
            && rows.len() > 1
            && rows.iter().all(|row| row.label.width() <= 12)
        {
            return vec![curve(&title, path, &rows, self.target)];
        }
        vec![bars(&format!("{title}, by {}", self.paths()), &rows)]
    }

    fn json(&self) -> String {
        let numbers = |values: &[String]| values.iter().map(|v| number(v)).collect::<Vec<_>>();
        let point = |(values, Point { trial, battles }): &(Vec<String>, Point)| {
            json!({
                "values": numbers(values),
                "win": chance(trial.win),
                "swing": trial.swing,
                "battles": battles,
            })
        };
        let varied = |(path, values): &Varied| json!({"path": path, "values": numbers(values)});
        let is_exact = self.points.iter().all(|(_, point)| point.battles == 0);
        let about = of_fight(&self.subject, is_exact);
        let mut figures = json!({
            "side": self.side,
            "vary": self.varied.iter().map(varied).collect::<Vec<_>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(target) = self.target {
            let values = self.reached().map(numbers);
            figures["target"] = json!({"probability": target, "values": values});
        }
        document("sweep/2", about, figures, self.stopped.as_ref())
    }

    /// Formats CSV with one row per point.
    fn csv(&self) -> String {
        const FIGURES: &str = "win,win_low,win_high,swing,battles";
        let paths = self.varied.iter().map(|(path, _)| path.as_str());
        let about = self.subject.cells(&self.side);
        let row = |(values, Point { trial, battles }): &(Vec<String>, Point)| {
            let others = [trial.swing.value.to_string(), battles.to_string()];
            [&values[..], &ends(trial.win), &others, &about].concat()
        };
        let header = paths.chain(FIGURES.split(',')).chain(Subject::CELLS.split(','));
        table(header, self.points.iter().map(row))
    }
}

fn by_point(all: &Sweep) -> Grid {
    let columns: Vec<&str> = all.varied.iter().map(|(path, _)| path.as_str()).collect();
    let columns = [&columns[..], &["win", "95 % interval", "swing"]].concat();
    let row = |(values, Point { trial, .. }): &(Vec<String>, Point)| {
        Row::from([&values[..], &figures(trial)].concat()).with_bar(trial.win.value)
    };
    Grid::with_texts(all.varied.len(), "", columns, all.points.iter().map(row))
}

fn two_way(all: &Sweep, rows: &Varied, columns: &Varied) -> Grid {
    let corner = format!("{} ↓ {} →", rows.0, columns.0);
    let titles = [&corner].into_iter().chain(&columns.1);
    let row = |(value, points): (&String, &[(Vec<String>, Point)])| {
        Row::of(value, points.iter().map(|(_, point)| shown(point.trial.win)))
    };
    let cells = rows.1.iter().zip(all.points.chunks(columns.1.len().max(1))).map(row);
    Grid::of("", titles, cells)
}
