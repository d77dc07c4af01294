//! Every fleet against every other.

use std::ops::Range;

use super::super::comparison::{BestMix, Matrix};
use super::super::drawing::{BarRow, Drawing, HeatMap, bars};
use super::super::named::{ColumnLabels, letter};
use super::super::numbers::percent;
use super::super::outline::{Grid, Outline, how};
use super::super::style::{dim, strong};
use super::super::text::{fit_width, line, wrap};
use crate::result::{Rank, Uncertain};

/// Width of a column of the table.
const COLUMN: usize = 10;

/// Shown where a payoff is not known.
const UNKNOWN: &str = "–";

impl Matrix {
    fn shown(&self, value: f64) -> String {
        if self.by == Rank::Swing { format!("{value:.2}") } else { percent(value) }
    }

    fn cell(&self, payoff: Option<Uncertain>) -> String {
        payoff.map_or(UNKNOWN.into(), |payoff| self.shown(payoff.value))
    }

    /// Describes what the attacker gets.
    fn payoff(&self) -> String {
        match self.by {
            Rank::Swing => {
                format!("Swing of the attacker ({} destroyed minus lost)", self.subject.unit)
            }
            _ => "Odds that the attacker wins".into(),
        }
    }
}

/// Returns the content of a matrix.
pub(in crate::report) fn outline(all: &Matrix) -> Outline {
    let mut notes = Vec::new();
    if let Some(stopped) = &all.stopped {
        notes.push(stopped.words("interrupted: this is what had been found"));
        notes.push("no best mix of fleets: it needs all payoffs".into());
    }
    let how = how(usize::from(!all.is_exact), 1, all.subject.seed);
    Outline {
        headline: format!("{} fleets against each other", all.fleets().len()),
        facts: vec![format!("{} · {how}", all.subject.title), all.payoff()],
        notes,
        tables: [legend(all), vec![payoffs(all)], mix(all)].concat(),
        conclusion: conclusion(all),
    }
}

/// Returns what the best mix is worth.
fn conclusion(all: &Matrix) -> Option<String> {
    let value = all.best_mix.as_ref()?.value;
    Some(format!("If both choose their best mix, the attacker gets {}.", all.shown(value)))
}

/// Returns what the letters mean, if not all fleets have names.
fn legend(all: &Matrix) -> Vec<Grid> {
    let labels = ColumnLabels::of(all.fleets(), COLUMN - 2);
    let rows: Vec<Vec<String>> = labels.legend.into_iter().map(Vec::from).collect();
    let legend = Grid::with_texts(2, "Fleets", &["", "fleet"], rows);
    if legend.rows.is_empty() { Vec::new() } else { vec![legend] }
}

fn payoffs(all: &Matrix) -> Grid {
    let labels = ColumnLabels::of(all.fleets(), COLUMN - 2).all;
    let columns: Vec<&str> =
        std::iter::once("attacker ↓ defender →").chain(labels.iter().map(String::as_str)).collect();
    let row = |(label, payoffs): (&String, &Vec<Option<Uncertain>>)| {
        let cells = payoffs.iter().map(|payoff| all.cell(*payoff));
        std::iter::once(label.clone()).chain(cells).collect()
    };
    Grid::of("", &columns, labels.iter().zip(&all.payoffs).map(row).collect())
}

/// Returns how often each player should choose each fleet.
fn mix(all: &Matrix) -> Vec<Grid> {
    let Some(BestMix { attacker, defender, .. }) = &all.best_mix else { return Vec::new() };
    let row = |(n, fleet): (usize, &super::super::Named)| {
        vec![fleet.long(), percent(attacker[n]), percent(defender[n])]
    };
    let rows = all.fleets().iter().enumerate().map(row).collect();
    vec![Grid::of("Best mix of fleets", &["fleet", "attacker", "defender"], rows)]
}

/// Formats a table with attackers in rows and defenders in columns.
pub(in crate::report) fn table(all: &Matrix, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    let labels = ColumnLabels::of(all.fleets(), COLUMN - 2);
    let names = labels.width().max("attacker".len());
    // Fleets are split into blocks that fit the width, with one column left for the choice.
    let beside = ((width - 2 - names) / COLUMN - 1).max(1);
    let last = labels.all.len().div_ceil(beside).max(1) - 1;
    for block in 0..=last {
        let from = block * beside;
        let to = (from + beside).min(labels.all.len());
        line!(text);
        write_block(all, &mut text, &labels.all, names, from..to, block == last);
    }
    labels.write_legend(&mut text, width);
    if let Some(sentence) = conclusion(all) {
        line!(text);
        wrap(&sentence, width).iter().for_each(|words| line!(text, "{words}"));
    }
    text
}

/// Writes a block of columns, with the choices of the attacker beside the last.
fn write_block(
    all: &Matrix,
    text: &mut String,
    labels: &[String],
    names: usize,
    columns: Range<usize>,
    is_last: bool,
) {
    let beside = all.best_mix.as_ref().filter(|_| is_last);
    let choose = if beside.is_some() { format!("{:>COLUMN$}", "choose") } else { String::new() };
    let header: String = labels[columns.clone()].iter().map(|c| right(c)).collect();
    line!(text, "  {}{}", " ".repeat(names), dim(format!("{:>COLUMN$}", "defender")));
    line!(text, "  {}{}{}", dim(fit_width("attacker", names)), strong(header), dim(choose));
    for (n, row) in all.payoffs.iter().enumerate() {
        let cells: String = row[columns.clone()].iter().map(|p| right(&all.cell(*p))).collect();
        let choice = beside.map_or(String::new(), |mix| right(&percent(mix.attacker[n])));
        line!(text, "  {}{cells}{}", strong(fit_width(&labels[n], names)), strong(choice));
    }
    if let Some(mix) = &all.best_mix {
        let choices: String = mix.defender[columns].iter().map(|p| right(&percent(*p))).collect();
        line!(text, "  {}{}", dim(fit_width("choose", names)), strong(choices));
    }
}

/// Aligns a cell to the right of its column.
fn right(cell: &str) -> String {
    use unicode_width::UnicodeWidthStr;
    " ".repeat(COLUMN.saturating_sub(cell.width())) + cell
}

/// Draws the payoffs as a heat map, and the best mix as bars.
pub(in crate::report) fn drawings(all: &Matrix) -> Vec<Drawing> {
    let labels = ColumnLabels::of(all.fleets(), COLUMN - 2).all;
    let map = HeatMap {
        title: all.payoff(),
        axes: ["attacker".into(), "defender".into()],
        rows: labels.clone(),
        columns: labels,
        cells: all
            .payoffs
            .iter()
            .flatten()
            .map(|p| p.map(|p| (p.value, all.shown(p.value))))
            .collect(),
        range: (all.by != Rank::Swing).then_some([0.0, 1.0]),
    };
    let mut drawings = vec![map.draw()];
    if let Some(mix) = &all.best_mix {
        for (side, shares) in [("attacker", &mix.attacker), ("defender", &mix.defender)] {
            let row = |(n, share): (usize, &f64)| {
                let exact = Uncertain::exact(*share);
                let name = all.fleets()[n].name.clone().unwrap_or_else(|| letter(n));
                let fleet = &all.fleets()[n].text;
                BarRow::share(format!("{name}: {fleet}"), exact, percent(*share))
            };
            let rows: Vec<BarRow> = shares.iter().enumerate().map(row).collect();
            drawings.push(bars(&format!("How often the {side} should choose each fleet"), &rows));
        }
    }
    drawings
}
