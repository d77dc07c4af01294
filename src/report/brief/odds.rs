//! The bar, and the odds and losses of all sides.

use unicode_width::UnicodeWidthStr;

use super::super::numbers::{intervals, odds, percent};
use super::super::style::{dim, of_side, strong};
use super::super::text::{cut, fit_width};
use super::{ShortReport, WIDEST_NAME};
use crate::result::{ChancePlace, SideSummary};
use crate::stats::Estimate;

/// Characters of the bar, by side, so that the sides differ without colour, too.
const SHADES: [&str; 5] = ["█", "░", "▓", "▒", "▚"];

/// Least width of a bar beside the headline.
const LEAST_BAR: usize = 24;

impl ShortReport<'_> {
    /// Writes the headline with the bar beside it, or below it if there is no room.
    pub(super) fn bar(&mut self, words: &str, headline: &str) {
        let beside = self.width.saturating_sub(words.width() + 2);
        if beside >= LEAST_BAR {
            let bar = self.shares(beside);
            self.line(&format!("{headline}  {bar}"));
        } else {
            self.line(headline);
            let bar = self.shares(self.width - 2);
            self.line(&format!("  {bar}"));
        }
    }

    /// Draws the odds of all sides in this number of columns. What no side wins is a gap.
    fn shares(&self, width: usize) -> String {
        let sides = &self.summary.sides;
        let mut columns: Vec<usize> =
            sides.iter().map(|side| columns(side.win.probability, width)).collect();
        while columns.iter().sum::<usize>() > width {
            let widest = columns.iter().enumerate().max_by_key(|(_, n)| **n);
            let widest = widest.map_or(0, |(side, _)| side);
            columns[widest] -= 1;
        }
        let gap = width - columns.iter().sum::<usize>();
        let shown = columns.iter().enumerate().filter(|(_, n)| **n > 0);
        let parts = shown.map(|(side, n)| {
            let gap = " ".repeat(if side == 1 && sides.len() == 2 { gap } else { 0 });
            gap + &of_side(side, shade(side).repeat(*n))
        });
        parts.collect()
    }

    /// Writes the odds and the expected loss of each side, and the probabilities of other outcomes.
    pub(super) fn odds(&mut self) {
        let summary = self.summary;
        let words = summary.outcomes;
        let names: Vec<String> = (summary.sides.iter().enumerate())
            .map(|(n, side)| {
                let wins = words.wins[n.min(1)];
                format!("{} {wins}", cut(&side.name, WIDEST_NAME - wins.width() - 1))
            })
            .collect();
        let others = self.other_outcomes();
        let first_other = others.iter().take(1).map(|(name, _)| name);
        let names_width = names.iter().chain(first_other).map(|name| name.width());
        let names_width = names_width.max().unwrap_or(0).min(WIDEST_NAME);
        let estimates: Vec<&Estimate> = summary.sides.iter().map(|side| &side.win).collect();
        let intervals = match summary.engine.is_exact() {
            true => vec![String::new(); names.len()],
            false => intervals(&estimates),
        };
        let room = self.width - (4 + names_width + 10);
        let losses = losses(&summary.sides, summary.units.cost, room, &intervals);
        for (n, side) in summary.sides.iter().enumerate() {
            let shade = of_side(n, shade(n));
            let name = of_side(n, fit_width(&names[n], names_width));
            let share = strong(format!("{:>10}", odds(&side.win)));
            let interval = match intervals[n].as_str() {
                "" => String::new(),
                interval => format!("  {}", dim(interval)),
            };
            self.line(&format!("  {shade} {name}{share}{interval}{}", losses[n]));
        }
        let Some(((name, share), more)) = others.split_first() else { return };
        let name = fit_width(name, names_width);
        let mut line = format!("    {name}{}", strong(format!("{share:>10}")));
        let mut used = 4 + names_width + 10;
        for (name, share) in more {
            let item = format!("  {name} {share}");
            if used + item.width() > self.width {
                self.line(&line);
                (line, used) = ("  ".into(), 2);
            }
            used += item.width();
            line += &item;
        }
        self.line(&line);
    }

    /// Returns the possible outcomes in which no side wins, and retreats, with their probabilities.
    fn other_outcomes(&self) -> Vec<(String, String)> {
        let summary = self.summary;
        let ends = [("draw", &summary.draw), (summary.outcomes.standoff, &summary.standoff)];
        let ends = ends.into_iter().filter(|(_, end)| end.probability > 0.0);
        let ends = ends.map(|(name, end)| (name.to_string(), odds(end)));
        let retreats = summary.sides.iter().flat_map(|side| {
            let chances = side.extras.chances().filter(|chance| chance.probability > 0.0);
            chances.filter_map(|chance| match chance.table {
                ChancePlace::Odds(words) => {
                    let share = percent(chance.probability);
                    let name = cut(&side.name, WIDEST_NAME - words.width() - 1);
                    Some((format!("{name} {words}"), share))
                }
                _ => None,
            })
        });
        ends.chain(retreats).collect()
    }
}

/// Returns the character that draws a side.
fn shade(side: usize) -> &'static str {
    SHADES[side % SHADES.len()]
}

/// Returns the number of columns for a share. A non-zero share has at least one.
fn columns(share: f64, width: usize) -> usize {
    let columns = (share.clamp(0.0, 1.0) * width as f64).round() as usize;
    if share > 0.0 { columns.max(1) } else { columns }
}

/// Returns the expected loss of each side in words that fit this room, after the intervals.
fn losses(sides: &[SideSummary], unit: &str, room: usize, intervals: &[String]) -> Vec<String> {
    let used = intervals.iter().map(|interval| interval.width() + 2).max().unwrap_or(0);
    let figures: Vec<String> = sides.iter().map(|side| format!("{:.2}", side.cost.lost)).collect();
    let figure = figures.iter().map(String::len).max().unwrap_or(0);
    let forms: [&dyn Fn(&str) -> String; 3] = [
        &|loss| format!("  expected loss {loss:>figure$} {unit}"),
        &|loss| format!("  loses {loss:>figure$} {unit}"),
        &|loss| format!("  loses {loss:>figure$}"),
    ];
    let form = forms.into_iter().find(|form| form("").width() + used <= room);
    let shown = |(side, loss): (&SideSummary, &String)| match form {
        Some(form) if !side.is_neutral => form(loss),
        _ => String::new(),
    };
    sides.iter().zip(&figures).map(shown).collect()
}
