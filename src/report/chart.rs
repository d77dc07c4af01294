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
    fn new(label: impl Into<String>, share: f64, side: Option<usize>) -> Self {
        Self { label: label.into(), share, side, value: None }
    }

    /// Returns the bar in words: `2: 16.49 %`.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{}: {}", self.label, percent(self.share))
    }
}

impl Chart {
    /// Returns the most likely bars, in their order, and the number of bars left out.
    #[must_use]
    pub fn likeliest(&self, most: usize) -> (Vec<&Bar>, usize) {
        let mut shares: Vec<f64> = self.bars.iter().map(|bar| bar.share).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        let least = shares.get(most).copied().unwrap_or(-1.0);
        let drawn: Vec<&Bar> = self.bars.iter().filter(|bar| bar.share > least).collect();
        let left_out = self.bars.len() - drawn.len();
        (drawn, left_out)
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
    let wins =
        summary.sides.iter().enumerate().map(|(n, side)| {
            Bar::new(format!("{} {verb}", side.name), side.win.probability, Some(n))
        });
    let others = [("draw", &summary.draw), ("standoff", &summary.standoff)];
    let others = others.into_iter().filter(|(_, end)| end.probability > 0.0);
    let others = others.map(|(label, end)| Bar::new(label, end.probability, None));
    let bars = wins.chain(others).collect();
    Chart { title: "Odds".into(), note: String::new(), axis: String::new(), bars }
}

/// Chart of the survivors of a group.
fn left(name: &str, side: usize, group: &Survivors) -> Chart {
    let bar = |(n, share): (usize, &f64)| Bar::new(n.to_string(), *share, Some(side));
    let planet = group.planet.as_ref().map_or(String::new(), |planet| format!(" on {planet}"));
    Chart {
        title: format!("{name}: {}{planet} left", group.class),
        note: format!("mean {:.2} of {}", group.mean, group.start),
        axis: "ships".into(),
        bars: group.distribution.iter().enumerate().map(bar).collect(),
    }
}

fn rounds(summary: &Summary) -> Chart {
    let all = &summary.rounds.distribution;
    let first = all.iter().position(|p| *p > 0.0).unwrap_or(0);
    let last = all.iter().rposition(|p| *p >= MIN_SHARE_SHOWN).unwrap_or(first).max(first);
    let bar = |number: usize| Bar::new(number.to_string(), all[number], None);
    let time = summary.units.time;
    Chart {
        title: format!("{}{}s", time[..1].to_uppercase(), &time[1..]),
        note: format!("mean {:.2}", summary.rounds.mean),
        axis: format!("{time}s"),
        bars: (first..=last).map(bar).collect(),
    }
}

/// Charts of the swing of cost of each side.
fn swings(summary: &Summary) -> impl Iterator<Item = Chart> {
    summary.swings().map(|(n, side, swing)| {
        let bars = swing.values.iter().zip(&swing.distribution).map(|(value, share)| {
            let side = match *value {
                value if value < 0.0 && summary.sides.len() == 2 => Some(1),
                value if value != 0.0 => Some(n),
                _ => None,
            };
            Bar { value: Some(*value), ..Bar::new(signed(*value), *share, side) }
        });
        let unit = summary.units.cost;
        Chart {
            title: format!("{}: {unit} destroyed less lost", side.name),
            note: format!("mean {:+.2}", swing.mean),
            axis: unit.into(),
            bars: bars.collect(),
        }
    })
}

/// Formats a value with its sign: `+3`, `-1.5`, `0`.
fn signed(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:+}") }
}
