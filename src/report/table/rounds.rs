//! Number of rounds, and the state of the battle after each round.

use super::super::bars::sparkline;
use super::super::numbers::{buckets, short_percent};
use super::super::style::{dim, heading};
use super::super::text::line;
use super::Table;

/// Width of the column of a round.
const COLUMN: usize = 8;

impl Table<'_> {
    pub(super) fn rounds(&mut self) {
        let (rounds, names) = (&self.summary.rounds, self.names);
        // The last rounds of long battles are too rare to be visible.
        let mut rest = 0.0;
        let seen = rounds.distribution.iter().rposition(|p| {
            rest += p;
            rest >= 0.001
        });
        let room = self.width - names - 2 - 9 - 2 - 18;
        let first = rounds.distribution.iter().position(|p| *p > 0.0).unwrap_or(0);
        let last = seen.unwrap_or(0).max(first);
        let shown = rounds.distribution.get(first..=last).unwrap_or_default();
        let diagram = match shown {
            [] => String::new(),
            _ => {
                let line = sparkline(&buckets(shown, room));
                format!("  {line}  {}", dim(format!("{}s {first}–{last}", self.summary.units.time)))
            }
        };
        let title = format!("{:<names$}", format!("{}s", self.summary.units.time));
        line!(self.text, "  {}{:>9.2}{diagram}", heading(title), rounds.mean);
        self.end();
    }

    /// Writes the state of the battle after each round, as far as there is room.
    pub(super) fn by_round(&mut self) {
        let (summary, names) = (self.summary, self.names);
        let listed = &summary.rounds.by_round;
        let room = (self.width - names - 2) / COLUMN;
        let shown = &listed[..listed.len().min(room)];
        let Some(first) = shown.first() else { return };
        let time = summary.units.time;
        let title = heading(format!("{:<names$}", format!("after {time}")));
        let rounds = cells(shown.iter().map(|after| after.round.to_string()));
        line!(self.text, "  {title}{rounds}");
        for (i, side) in first.sides.iter().enumerate() {
            let wins = shown.iter().map(|after| short_percent(after.sides[i].win.probability));
            let name = format!("{} {}", side.name, summary.outcomes.wins[i.min(1)]);
            self.side_row(i, &name, &cells(wins));
            for (g, left) in side.survivors.iter().enumerate() {
                let means = shown.iter().map(|after| after.sides[i].survivors[g].mean);
                let means = cells(means.map(|mean| format!("{mean:.2}")));
                self.row(&format!("  {} {}", left.start, left.class), &means);
            }
        }
        let undecided = shown.iter().map(|after| short_percent(after.undecided.probability));
        self.row("undecided", &cells(undecided));
        if shown.len() < listed.len() {
            let n = listed.len() - shown.len();
            self.note(&format!("{n} more {time}s are not shown: see --format json"));
        }
        self.end();
    }
}

/// Formats the cells of a row.
fn cells(cells: impl Iterator<Item = String>) -> String {
    cells.map(|cell| format!("{cell:>COLUMN$}")).collect()
}
