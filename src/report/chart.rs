//! Charts of a result, independent of how they are drawn.
//!
//! Every figure of a chart is a figure of the result; nothing is added up or rounded here.

use super::numbers::percent;
use crate::result::{Summary, Survivors};

/// A bar chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Title of the chart.
    pub title: String,
    /// Text beside the title.
    pub note: String,
    /// Title of the axis that labels the bars; empty if the labels need none.
    pub axis: String,
    /// The bars, in order.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Label of the bar.
    pub label: String,
    /// Probability that the bar shows.
    pub share: f64,
    /// Index of the side whose colour it has.
    pub side: Option<usize>,
    /// Place on an axis with a scale, if the chart has one.
    pub value: Option<f64>,
}

impl Bar {
    /// Returns the bar in words: `2: 16.49 %`.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{}: {}", self.label, percent(self.share))
    }
}

/// Shares below this are left out at the end of the rounds.
const MIN_SHARE_SHOWN: f64 = 0.000_5;

/// Returns all charts of a result.
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

/// Chart of the outcomes.
fn outcomes(summary: &Summary) -> Chart {
    let verb = summary.outcomes.wins_in_charts;
    let mut bars: Vec<Bar> = summary
        .sides
        .iter()
        .enumerate()
        .map(|(side, figures)| Bar {
            label: format!("{} {verb}", figures.name),
            share: figures.win.probability,
            side: Some(side),
            value: None,
        })
        .collect();
    for (label, estimate) in [("draw", &summary.draw), ("standoff", &summary.standoff)] {
        if estimate.probability > 0.0 {
            bars.push(Bar {
                label: label.into(),
                share: estimate.probability,
                side: None,
                value: None,
            });
        }
    }
    Chart { title: "Odds".into(), note: String::new(), axis: String::new(), bars }
}

/// Chart of the survivors of a group.
fn left(name: &str, side: usize, group: &Survivors) -> Chart {
    let bar = |(number, share): (usize, &f64)| Bar {
        label: number.to_string(),
        share: *share,
        side: Some(side),
        value: None,
    };
    Chart {
        title: format!(
            "{name}: {} left",
            match &group.planet {
                Some(planet) => format!("{} on {planet}", group.class),
                None => group.class.clone(),
            }
        ),
        note: format!("mean {:.2} of {}", group.mean, group.start),
        axis: "ships".into(),
        bars: group.distribution.iter().enumerate().map(bar).collect(),
    }
}

fn rounds(summary: &Summary) -> Chart {
    let all = &summary.rounds.distribution;
    let first = all.iter().position(|p| *p > 0.0).unwrap_or(0);
    let last = all.iter().rposition(|p| *p >= MIN_SHARE_SHOWN).unwrap_or(first).max(first);
    let bar = |number: usize| Bar {
        label: number.to_string(),
        share: all[number],
        side: None,
        value: None,
    };
    let time = summary.units.time;
    Chart {
        title: format!("{}{}s", time[..1].to_uppercase(), &time[1..]),
        note: format!("mean {:.2}", summary.rounds.mean),
        axis: format!("{time}s"),
        bars: (first..=last).map(bar).collect(),
    }
}

/// Charts of the swing of cost of each side. With two sides, only the first is shown, because the
/// second is its mirror image.
fn swings(summary: &Summary) -> Vec<Chart> {
    let sides = if summary.sides.len() == 2 { 1 } else { summary.sides.len() };
    let of_side = |side: usize| {
        let figures = &summary.sides[side];
        let swing = figures.cost.swing.as_ref()?;
        let bars = swing.values.iter().zip(&swing.distribution).map(|(value, share)| Bar {
            label: signed(*value),
            share: *share,
            side: match *value {
                value if value < 0.0 && sides == 1 => Some(1),
                value if value != 0.0 => Some(side),
                _ => None,
            },
            value: Some(*value),
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

/// Formats a value with its sign: `+3`, `-1.5`, `0`.
fn signed(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:+}") }
}
