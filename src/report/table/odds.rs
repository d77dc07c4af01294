//! Title and odds.

use unicode_width::UnicodeWidthStr;

use super::super::bars::bar;
use super::super::numbers::{battles, intervals, odds, percent, source};
use super::super::style::{dim, heading, of_side, strong};
use super::super::text::line;
use super::Table;
use crate::result::ChancePlace;
use crate::stats::Estimate;

/// Least width of a bar; narrower tables have none.
const LEAST_BAR: usize = 4;

impl Table<'_> {
    pub(super) fn title(&mut self) {
        let summary = self.summary;
        let fleets: Vec<&str> = summary.sides.iter().map(|s| s.fleet.as_str()).collect();
        let one_line = fleets.join("  v  ");
        if summary.sides.len() > 2 {
            for side in &summary.sides {
                line!(self.text, "{}", heading(format!("{}: {}", side.name, side.fleet)));
            }
        } else if one_line.width() <= self.width {
            line!(self.text, "{}", heading(one_line));
        } else {
            line!(self.text, "{}", heading(fleets.join("\n  v  ")));
        }
        let stopped = if summary.partial { " (interrupted)" } else { "" };
        let played = format!("{}{stopped} · seed {}", battles(summary.battles), summary.seed);
        let played = source(summary.engine, &played);
        line!(self.text, "{}", dim(format!("{} · {played}", summary.title)));
        self.end();
    }

    pub(super) fn odds(&mut self) {
        let (summary, words) = (self.summary, self.summary.outcomes);
        let others = [("draw", &summary.draw), (words.standoff, &summary.standoff)];
        let wins = summary.sides.iter().map(|side| &side.win);
        let estimates: Vec<&Estimate> = wins.chain(others.map(|(_, other)| other)).collect();
        let intervals = intervals(&estimates);
        let widest = intervals.iter().map(|interval| interval.width()).max().unwrap_or(0).max(20);
        // The rest of the line holds a margin, the name, the figure and the interval.
        let bars = self.width.saturating_sub(self.names + 2 + 11 + 2 + widest);
        let bars = if bars < LEAST_BAR { 0 } else { bars };
        for (side, figures) in summary.sides.iter().enumerate() {
            let name = format!("{} {}", figures.name, words.wins[side.min(1)]);
            let bar = if bars > 0 { bar(figures.win.probability, bars) } else { String::new() };
            self.outcome(&name, &figures.win, &intervals[side], side, &bar, bars);
        }
        for ((name, outcome), interval) in others.iter().zip(&intervals[summary.sides.len()..]) {
            if outcome.probability > 0.0 {
                self.outcome(name, outcome, interval, 0, "", bars);
            }
        }
        for (side, figures) in summary.sides.iter().enumerate() {
            for chance in figures.extras.chances().filter(|chance| chance.probability > 0.0) {
                if let ChancePlace::Odds(words) = chance.table {
                    let share = strong(format!("{:>9}", percent(chance.probability)));
                    self.side_row(side, &format!("{} {words}", figures.name), &share);
                }
            }
        }
        let unseen: Vec<&str> =
            others.iter().filter(|(_, o)| o.probability == 0.0).map(|(name, _)| *name).collect();
        if !unseen.is_empty() {
            self.note(&format!("{}: none", unseen.join(", ")));
        }
        self.end();
    }

    /// Writes the probability of an outcome, with a bar of at most `bars` columns and its interval.
    fn outcome(
        &mut self,
        name: &str,
        estimate: &Estimate,
        interval: &str,
        side: usize,
        bar: &str,
        bars: usize,
    ) {
        let mut cells = strong(format!("{:>9}", odds(estimate)));
        let space = " ".repeat(bars - bar.chars().count());
        if !bar.is_empty() {
            cells += &format!("  {}", of_side(side, bar));
        }
        if !interval.is_empty() {
            let gap = if bar.is_empty() && bars > 0 { "  " } else { "" };
            cells += &format!("{gap}{space}  {}", dim(interval));
        }
        self.row(name, &cells);
    }

    /// Writes the odds between the worst and the best play of each side.
    pub(super) fn play_band(&mut self) {
        let summary = self.summary;
        if summary.sides.iter().all(|side| side.win.band.is_none()) {
            return;
        }
        self.header("own play", &format!("{:>9}{:>11}", "worst", "best"));
        for (side, figures) in summary.sides.iter().enumerate() {
            if let Some(band) = figures.win.band {
                let name = format!("{} {}", figures.name, summary.outcomes.wins[side.min(1)]);
                let cells = format!("{:>9}{:>11}", percent(band.worst), percent(band.best));
                self.side_row(side, &name, &cells);
            }
        }
        self.end();
    }
}
