//! Figures that only one game has.

use super::super::bars::sparkline;
use super::super::numbers::{
    balance, buckets, percent, points, share, short_percent, whole_percent,
};
use super::super::text::{fit_width, line};
use super::Table;
use crate::result::{
    Cell, ChancePlace, EngineUsed, Narrow, SectionPlace, Shown, ShownDistribution,
};

/// Width of a column of a distribution: the least, in whole percents, and the greatest.
const COLUMN: [usize; 2] = [6, 8];

impl Table<'_> {
    /// Writes the sections that belong here.
    pub(super) fn sections(&mut self, place: SectionPlace) {
        for sections in self.summary.sections().filter(|of| of.place == place) {
            let names = self.width.saturating_sub(2 + 4 * 9).clamp(20, sections.names);
            let section = &sections.table;
            let titles: String =
                section.columns.iter().map(|title| format!("{title:>9}")).collect();
            self.wide_header(section.title, names, &titles);
            for (name, cells) in &section.rows {
                let cells: String = cells.iter().map(|cell| self.cell(cell)).collect();
                line!(self.text, "  {}{cells}", fit_width(name, names));
            }
            self.end();
        }
    }

    fn cell(&self, cell: &Cell) -> String {
        let text = match cell {
            Cell::Share(p) => share(self.summary.engine, *p),
            Cell::RoughShare(p) => short_percent(*p),
            Cell::Mean(mean) => format!("{mean:.2}"),
            Cell::Points(gain) => points(*gain),
            Cell::Balance(gain) => balance(*gain),
            Cell::Shares(shares) => {
                let share = |(name, p): &(String, f64)| format!("{name} {}", short_percent(*p));
                shares.iter().map(share).collect::<Vec<_>>().join(", ")
            }
        };
        format!("{text:>9}")
    }

    /// Writes the distributions of the sides. Those with equal titles have a common section.
    pub(super) fn distributions(&mut self) {
        let sides = self.summary.sides.iter().enumerate();
        let all: Vec<(usize, &ShownDistribution)> = sides
            .flat_map(|(side, figures)| {
                let distributions = figures.extras.distributions().flat_map(|of| &of.all);
                distributions.map(move |distribution| (side, distribution))
            })
            .collect();
        let mut titles: Vec<&str> = Vec::new();
        for (_, ShownDistribution { title, .. }) in &all {
            if !titles.contains(title) {
                titles.push(title);
            }
        }
        for title in &titles {
            let rows: Vec<(Option<usize>, &ShownDistribution)> = all
                .iter()
                .filter(|(_, distribution)| distribution.title == *title)
                .map(|(side, distribution)| (Some(*side), *distribution))
                .collect();
            self.distribution(title, &rows);
        }
        if !titles.is_empty() {
            self.end();
        }
    }

    /// Writes a section of distributions, unless one of them is not known.
    fn distribution(&mut self, title: &str, rows: &[(Option<usize>, &ShownDistribution)]) {
        if rows.iter().any(|(_, distribution)| distribution.shares.is_empty()) {
            return;
        }
        let values = rows.iter().map(|(_, distribution)| values(distribution)).max().unwrap_or(0);
        let room = self.width - self.names - 11;
        let [least, most] = COLUMN;
        let column = (room / values.max(1)).clamp(least, most);
        let narrow = rows.first().map_or(Narrow::Diagram, |(_, first)| first.narrow);
        let form = match narrow {
            Narrow::Diagram if values * least > room => Form::Diagram(room - 2),
            Narrow::Ends if values * most > room => Form::Ends,
            _ => Form::Columns(column),
        };
        self.header(title, &format!("{:>9}{}", "mean", form.header(values)));
        for (side, distribution) in rows {
            let shares = &distribution.shares[..values.min(distribution.shares.len())];
            let cells =
                format!("{:>9.2}{}", distribution.mean, form.row(self.summary.engine, shares));
            match side {
                Some(side) => self.side_row(*side, &self.summary.sides[*side].name, &cells),
                None => self.row("", &cells),
            }
        }
    }

    /// Writes what follows from the ends of the battles.
    pub(super) fn below(&mut self) {
        let summary = self.summary;
        for distribution in summary.extras.distributions().flat_map(|of| &of.all) {
            self.distribution(distribution.title, &[(None, distribution)]);
        }
        let mut is_empty = true;
        for extra in summary.extras.iter() {
            let Shown::Lines(lines) = &extra.shown else { continue };
            is_empty = false;
            for one in lines {
                let share = format!("{:>9}", percent(one.probability));
                match one.side {
                    Some(side) => self.side_row(side, &one.text, &share),
                    None => self.row(&one.text, &share),
                }
            }
        }
        for (side, figures) in summary.sides.iter().enumerate() {
            for chance in figures.extras.chances() {
                let ChancePlace::Below(words) = chance.table else { continue };
                is_empty = false;
                if chance.probability > 0.0 {
                    let share = format!("{:>9}", percent(chance.probability));
                    self.side_row(side, &format!("{} {words}", figures.name), &share);
                }
            }
        }
        if !is_empty {
            self.end();
        }
    }
}

/// Returns the number of values of a distribution that are shown.
fn values(distribution: &ShownDistribution) -> usize {
    let ShownDistribution { shares, least, .. } = distribution;
    shares.iter().rposition(|p| *p > 0.0).map_or(0, |last| last + 1).max(*least)
}

/// Form of the distributions of a section.
enum Form {
    /// A column of this width for each value.
    Columns(usize),
    /// A diagram in this number of columns.
    Diagram(usize),
    /// The probabilities of the least and the greatest value.
    Ends,
}

impl Form {
    fn header(&self, values: usize) -> String {
        match self {
            Self::Columns(width) => (0..values).map(|n| format!("{n:>width$}")).collect(),
            Self::Diagram(_) => format!("  0 to {}", values - 1),
            Self::Ends => format!("{:>8}{:>8}", "none", "all"),
        }
    }

    fn row(&self, engine: EngineUsed, shares: &[f64]) -> String {
        match self {
            Self::Columns(width) => {
                let cell = |p: &f64| {
                    // Narrow columns have no room for decimals.
                    let is_narrow = *width < COLUMN[1];
                    let share =
                        if is_narrow { whole_percent(engine, *p) } else { short_percent(*p) };
                    format!("{share:>width$}")
                };
                shares.iter().map(cell).collect()
            }
            Self::Diagram(room) => format!("  {}", sparkline(&buckets(shares, *room))),
            Self::Ends => {
                let ends = [shares.first(), shares.last()];
                let cell =
                    |p: Option<&f64>| format!("{:>8}", short_percent(p.copied().unwrap_or(0.0)));
                ends.map(cell).concat()
            }
        }
    }
}
