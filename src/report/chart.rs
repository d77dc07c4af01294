//! Charts: what pictures show of a result, wherever they are drawn.
//!
//! Every figure of a chart is one of the result; nothing is added up or rounded here.

use super::numbers::percent;
use crate::tally::{Summary, Survivors};

/// A chart: a bar for each of several things.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What stands beside the title.
    pub note: String,
    /// What the bars are told by.
    pub axis: String,
    /// One after the other.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is for.
    pub label: String,
    /// How likely that is.
    pub share: f64,
    /// Whose colour it has.
    pub side: Option<usize>,
}

impl Bar {
    /// What it says: `2: 16.49 %`.
    #[must_use]
    pub fn told(&self) -> String {
        format!("{}: {}", self.label, percent(self.share))
    }
}

/// Rounds that hardly ever come up are left out at the end.
const SELDOM: f64 = 0.000_5;

/// All charts of a result.
#[must_use]
pub fn charts(summary: &Summary) -> Vec<Chart> {
    let mut charts = vec![outcomes(summary)];
    for (side, figures) in summary.sides.iter().enumerate() {
        charts.extend(figures.survivors.iter().map(|group| left(&figures.name, side, group)));
    }
    if !summary.rounds.distribution.is_empty() {
        charts.push(rounds(summary));
    }
    charts.extend(swings(summary));
    charts
}

/// Who wins.
fn outcomes(summary: &Summary) -> Chart {
    let verb = if summary.is_sector() { "holds" } else { "wins" };
    let mut bars: Vec<Bar> = summary
        .sides
        .iter()
        .enumerate()
        .map(|(side, figures)| Bar {
            label: format!("{} {verb}", figures.name),
            share: figures.win.probability,
            side: Some(side),
        })
        .collect();
    for (label, estimate) in [("draw", &summary.draw), ("standoff", &summary.standoff)] {
        if estimate.probability > 0.0 {
            bars.push(Bar { label: label.into(), share: estimate.probability, side: None });
        }
    }
    Chart { title: "Odds".into(), note: String::new(), axis: String::new(), bars }
}

/// What is left of a group.
fn left(name: &str, side: usize, group: &Survivors) -> Chart {
    let bar = |(number, share): (usize, &f64)| Bar {
        label: number.to_string(),
        share: *share,
        side: Some(side),
    };
    Chart {
        title: format!("{name}: {} left", group.class),
        note: format!("mean {:.2} of {}", group.mean, group.start),
        axis: "ships".into(),
        bars: group.distribution.iter().enumerate().map(bar).collect(),
    }
}

fn rounds(summary: &Summary) -> Chart {
    let all = &summary.rounds.distribution;
    let first = all.iter().position(|p| *p > 0.0).unwrap_or(0);
    let last = all.iter().rposition(|p| *p >= SELDOM).unwrap_or(first).max(first);
    let bar = |number: usize| Bar { label: number.to_string(), share: all[number], side: None };
    let time = summary.units.time;
    Chart {
        title: format!("{}{}s", time[..1].to_uppercase(), &time[1..]),
        note: format!("mean {:.2}", summary.rounds.mean),
        axis: format!("{time}s"),
        bars: (first..=last).map(bar).collect(),
    }
}

/// The swing of cost of each side; of two, that of the first, since the other's is its mirror.
fn swings(summary: &Summary) -> Vec<Chart> {
    let sides = if summary.sides.len() == 2 { 1 } else { summary.sides.len() };
    let of_side = |side: usize| {
        let figures = &summary.sides[side];
        let swing = figures.cost.swing.as_ref()?;
        let bars = swing.values.iter().zip(&swing.distribution).map(|(value, share)| Bar {
            label: signed(*value),
            share: *share,
            side: Some(if *value < 0.0 && sides == 1 { 1 } else { side }),
        });
        let unit = summary.units.cost;
        Some(Chart {
            title: format!("{}: {unit} destroyed less lost", figures.name),
            note: format!("mean {:+.2}", swing.mean),
            axis: unit.into(),
            bars: bars.collect(),
        })
    };
    (0..sides).filter_map(of_side).collect()
}

/// `+3`, `-1.5`, `0`.
fn signed(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:+}") }
}
