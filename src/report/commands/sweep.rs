//! Odds over one or more values: curves and two-way grids.

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::{
    ABOUT, Stopped, Subject, about_row, chance, document, ends, interval, number, of_fight, shown,
};
use crate::analysis::sweep::{Point, Swept};
use crate::analysis::total::Total;
use crate::report::csv::rows;
use crate::report::drawing::{BarRow, Curve, CurvePoint, Drawing, HeatMap, bars};
use crate::report::form::Report;
use crate::report::numbers::percent;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::result::Trial;
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
            Some(point) => {
                let fields = self.varied.iter().zip(&point.values);
                let fields = fields.map(|((path, _), value)| format!("{path}={value}"));
                format!("{target} reached with {}", fields.collect::<Vec<_>>().join(", "))
            }
            None if self.stopped.is_some() => format!("{target} is not reached so far"),
            None => format!("{target} is not reached"),
        })
    }
}

impl Report for Sweep {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn outline(&self) -> Outline {
        let simulated = self.points.iter().filter(|point| point.battles > 0).count();
        let how = how(simulated, self.points.len(), self.subject.seed);
        let stopped = self.stopped.as_ref();
        Outline {
            headline: self.subject.fight(),
            facts: vec![
                format!("{} · {how}", self.subject.title),
                format!("odds that {} wins, by {}", self.side, self.paths()),
            ],
            notes: stopped
                .iter()
                .map(|s| s.words("interrupted: this is what had been found"))
                .collect(),
            tables: vec![match self.grid() {
                Some((rows, columns)) => grid_figures(self, rows, columns),
                None => figures(self),
            }],
            warnings: Vec::new(),
            conclusion: self.target_line(),
        }
    }

    /// Draws a curve, a heat map of a grid, or bars.
    fn drawings(&self) -> Vec<Drawing> {
        let title = format!("Odds that {} wins", self.side);
        if let Some((rows, columns)) = self.grid() {
            let cell = |point: &SweepPoint| Some((point.trial.win.value, shown(point.trial.win)));
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
        let label = |point: &SweepPoint| point.values.join(", ");
        if let [(path, _)] = &self.varied[..]
            && self.points.len() > 1
            && self.points.iter().all(|point| label(point).width() <= 12)
        {
            let point = |point: &SweepPoint| CurvePoint {
                label: label(point),
                win: point.trial.win,
                figure: shown(point.trial.win),
            };
            let points = self.points.iter().map(point).collect();
            return vec![Curve { title, axis: path.clone(), points, target: self.target }.draw()];
        }
        let row = |point: &SweepPoint| {
            BarRow::share(label(point), point.trial.win, shown(point.trial.win))
        };
        vec![bars(
            &format!("{title}, by {}", self.paths()),
            &self.points.iter().map(row).collect::<Vec<_>>(),
        )]
    }

    fn json(&self) -> String {
        let numbers = |values: &[String]| values.iter().map(|v| number(v)).collect::<Vec<_>>();
        let point = |point: &SweepPoint| {
            json!({
                "values": numbers(&point.values),
                "win": chance(point.trial.win),
                "swing": point.trial.swing,
                "battles": point.battles,
            })
        };
        let varied = |(path, values): &(String, Vec<String>)| json!({"path": path, "values": numbers(values)});
        let about = of_fight(&self.subject, self.points.iter().all(|point| point.battles == 0));
        let mut figures = json!({
            "side": self.side,
            "vary": self.varied.iter().map(varied).collect::<Vec<_>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(target) = self.target {
            let values = self.reached().map(|point| numbers(&point.values));
            figures["target"] = json!({"probability": target, "values": values});
        }
        document("sweep/2", about, figures, self.stopped.as_ref())
    }

    /// Formats CSV with one row per point.
    fn csv(&self) -> String {
        let mut header: Vec<String> = self.varied.iter().map(|(path, _)| path.clone()).collect();
        header.extend(["win", "win_low", "win_high", "swing", "battles"].map(String::from));
        header.extend(ABOUT.map(String::from));
        let mut all = vec![header];
        for point in &self.points {
            let mut row = point.values.clone();
            row.extend(ends(point.trial.win));
            row.push(point.trial.swing.value.to_string());
            row.push(point.battles.to_string());
            row.extend(about_row(&self.subject, &self.side));
            all.push(row);
        }
        rows(all)
    }
}

fn figures(all: &Sweep) -> Grid {
    let columns: Vec<&str> = all.varied.iter().map(|(path, _)| path.as_str()).collect();
    let columns = [columns, vec!["win", "95 % interval", "swing"]].concat();
    let row = |point: &SweepPoint| {
        let win = point.trial.win;
        let swing = format!("{:.2}", point.trial.swing.value);
        let cells = [point.values.clone(), vec![shown(win), interval(win), swing]].concat();
        Row::from(cells).with_bar(win.value)
    };
    Grid::with_texts(all.varied.len(), "", &columns, all.points.iter().map(row))
}

fn grid_figures(all: &Sweep, rows: &Varied, columns: &Varied) -> Grid {
    let corner = format!("{} ↓ {} →", rows.0, columns.0);
    let titles: Vec<&str> =
        std::iter::once(corner.as_str()).chain(columns.1.iter().map(String::as_str)).collect();
    let row = |(value, points): (&String, &[SweepPoint])| {
        let cells = points.iter().map(|point| shown(point.trial.win));
        std::iter::once(value.clone()).chain(cells).collect::<Vec<_>>()
    };
    let cells = rows.1.iter().zip(all.points.chunks(columns.1.len().max(1))).map(row);
    Grid::of("", &titles, cells)
}
