//! Curves and two-way grids.

use unicode_width::UnicodeWidthStr;

use super::super::bars::bar;
use super::super::drawing::{BarRow, Curve, CurvePoint, Drawing, HeatMap, bars};
use super::super::named::{ColumnLabels, Named};
use super::super::numbers::percent;
use super::super::outline::{Grid, Outline, how};
use super::super::style::{dim, of_side, strong};
use super::super::sweep::{Sweep, SweepPoint};
use super::super::text::{fit_width, line};
use super::{interval, shown};

/// Width of a column of a grid.
const COLUMN: usize = 10;

/// A field and its values.
type Varied = (String, Vec<String>);

impl Sweep {
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

    /// Returns the sentence about the target, and the values that reach it.
    fn target_line(&self) -> Option<(String, String)> {
        let target = percent(self.target?);
        Some(match self.reached() {
            Some(point) => {
                let fields = self.varied.iter().zip(&point.values);
                let fields = fields.map(|((path, _), value)| format!("{path}={value}"));
                (format!("{target} reached with "), fields.collect::<Vec<_>>().join(", "))
            }
            None if self.stopped.is_some() => {
                (format!("{target} is not reached so far"), String::new())
            }
            None => (format!("{target} is not reached"), String::new()),
        })
    }
}

/// Returns the content of a sweep.
pub(in crate::report) fn outline(all: &Sweep) -> Outline {
    let simulated = all.points.iter().filter(|point| point.battles > 0).count();
    let how = how(simulated, all.points.len(), all.subject.seed);
    let stopped = all.stopped.as_ref();
    let target = all.target_line().map(|(sentence, values)| sentence + &values);
    Outline {
        headline: all.subject.fight(),
        facts: vec![
            format!("{} · {how}", all.subject.title),
            format!("odds that {} wins, by {}", all.side, all.paths()),
        ],
        notes: stopped
            .iter()
            .map(|s| s.words("interrupted: this is what had been found"))
            .collect(),
        tables: vec![match all.grid() {
            Some((rows, columns)) => grid_figures(all, rows, columns),
            None => figures(all),
        }],
        conclusion: target,
    }
}

fn figures(all: &Sweep) -> Grid {
    let columns: Vec<&str> = all.varied.iter().map(|(path, _)| path.as_str()).collect();
    let columns = [columns, vec!["win", "95 % interval", "swing"]].concat();
    let row = |point: &SweepPoint| {
        let win = point.trial.win;
        let swing = format!("{:.2}", point.trial.swing.value);
        [point.values.clone(), vec![shown(win), interval(win), swing]].concat()
    };
    Grid::of("", &columns, all.points.iter().map(row).collect())
}

fn grid_figures(all: &Sweep, rows: &Varied, columns: &Varied) -> Grid {
    let corner = format!("{} ↓ {} →", rows.0, columns.0);
    let titles: Vec<&str> =
        std::iter::once(corner.as_str()).chain(columns.1.iter().map(String::as_str)).collect();
    let row = |(value, points): (&String, &[SweepPoint])| {
        let cells = points.iter().map(|point| shown(point.trial.win));
        std::iter::once(value.clone()).chain(cells).collect()
    };
    let cells = rows.1.iter().zip(all.points.chunks(columns.1.len().max(1))).map(row).collect();
    Grid::of("", &titles, cells)
}

/// Formats a curve, or a grid if two fields are varied.
pub(in crate::report) fn table(all: &Sweep, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    line!(text);
    match all.grid() {
        Some((_, columns)) if (columns.1.len() + 1) * COLUMN <= width => {
            write_grid(all, &mut text, width);
        }
        _ => write_curve(all, &mut text, width),
    }
    if let Some((sentence, values)) = all.target_line() {
        line!(text);
        line!(text, "{sentence}{}", if values.is_empty() { values } else { strong(values) });
    }
    text
}

fn write_curve(all: &Sweep, text: &mut String, width: usize) {
    let values: Vec<Named> =
        all.points.iter().map(|point| Named::from(&point.values.join(", "))).collect();
    let paths: Vec<&str> = all.varied.iter().map(|(path, _)| path.as_str()).collect();
    let labels = ColumnLabels::of(&values, width / 2 - 2);
    let mut names = labels.width().max(4);
    // The title of the values stands above them, or in the heading if it is too long.
    let axis = Some(paths.join(", ")).filter(|axis| axis.width() <= width / 2 - 2);
    names = names.max(axis.as_ref().map_or(0, |axis| axis.width()));
    let room = width - names - 23;
    let axis = fit_width(&axis.unwrap_or_default(), names);
    line!(text, "{}  {}", dim(axis), dim(format!("{:>9}{:>10}", "win", "swing")));
    for (label, point) in labels.all.iter().zip(&all.points) {
        let win = point.trial.win;
        let figure = strong(format!("{:>9}", shown(win)));
        let swing = format!("{:>10.2}", point.trial.swing.value);
        let line = format!("{figure}{swing}  {}", of_side(0, bar(win.value, room)));
        line!(text, "{}  {}", fit_width(label, names), line.trim_end());
    }
    labels.write_legend(text, width);
}

fn write_grid(all: &Sweep, text: &mut String, width: usize) {
    let Some(((row_path, rows), (column_path, columns))) = all.grid() else { return };
    let named = |values: &[String]| values.iter().map(Named::from).collect::<Vec<_>>();
    let room = width - columns.len() * COLUMN;
    let row_labels = ColumnLabels::of(&named(rows), room);
    let column_labels = ColumnLabels::of(&named(columns), COLUMN - 2);
    let mut names = row_labels.width().max(4);
    let corner = if row_path.width() <= room { row_path.as_str() } else { "" };
    if corner.is_empty() {
        line!(text, "{}", dim(format!("rows: {row_path}, columns: {column_path}")));
    }
    names = names.max(corner.width());
    let right = |cell: &String| " ".repeat(COLUMN.saturating_sub(cell.width())) + cell;
    if !corner.is_empty() {
        let above = (columns.len() * COLUMN).max(column_path.width() + 2);
        let fits = names + above <= width;
        let above = if fits { format!("{column_path:>above$}") } else { String::new() };
        let wide = if fits { String::new() } else { format!("columns: {column_path}") };
        line!(
            text,
            "{}",
            dim(format!("{}{above}{wide}", " ".repeat(if fits { names } else { 0 })))
        );
    }
    let header: String = column_labels.all.iter().map(right).collect();
    line!(text, "{}{}", dim(fit_width(corner, names)), strong(header));
    for (label, points) in row_labels.all.iter().zip(all.points.chunks(columns.len())) {
        let cells: String = points.iter().map(|point| right(&shown(point.trial.win))).collect();
        line!(text, "{}{cells}", fit_width(label, names));
    }
    row_labels.write_legend(text, width);
    column_labels.write_legend(text, width);
}

/// Draws a curve, a heat map of a grid, or bars.
pub(in crate::report) fn drawings(all: &Sweep) -> Vec<Drawing> {
    let title = format!("Odds that {} wins", all.side);
    if let Some((rows, columns)) = all.grid() {
        let cell = |point: &SweepPoint| Some((point.trial.win.value, shown(point.trial.win)));
        let map = HeatMap {
            title,
            axes: [rows.0.clone(), columns.0.clone()],
            rows: rows.1.clone(),
            columns: columns.1.clone(),
            cells: all.points.iter().map(cell).collect(),
            range: Some([0.0, 1.0]),
        };
        return vec![map.draw()];
    }
    let label = |point: &SweepPoint| point.values.join(", ");
    if let [(path, _)] = &all.varied[..]
        && all.points.len() > 1
        && all.points.iter().all(|point| label(point).width() <= 12)
    {
        let point = |point: &SweepPoint| CurvePoint {
            label: label(point),
            win: point.trial.win,
            figure: shown(point.trial.win),
        };
        let points = all.points.iter().map(point).collect();
        return vec![Curve { title, axis: path.clone(), points, target: all.target }.draw()];
    }
    let row =
        |point: &SweepPoint| BarRow::share(label(point), point.trial.win, shown(point.trial.win));
    vec![bars(
        &format!("{title}, by {}", all.paths()),
        &all.points.iter().map(row).collect::<Vec<_>>(),
    )]
}
