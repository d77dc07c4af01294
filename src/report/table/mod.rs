//! The result as a table for the terminal.
//!
//! ```text
//! odds       title, odds, odds by the play of each side
//! survivors  survivors, ships lost
//! costs      cost lost and destroyed
//! extras     figures that only one game has
//! rounds     number of rounds, state after each round
//! footer     play, house rules, time
//! ```

mod costs;
mod extras;
mod footer;
mod odds;
mod rounds;
mod survivors;

use unicode_width::UnicodeWidthStr;

use super::form::TableOptions;
use super::style::{dim, heading, of_side};
use super::text::{fit_width, line};
use crate::result::{ChancePlace, SectionPlace, Summary};

/// Formats the summary as a table with bars.
#[must_use]
pub fn table(summary: &Summary, options: TableOptions) -> String {
    let width = options.columns();
    let names = name_width(summary, width);
    let mut table = Table { text: String::new(), summary, width, names };
    table.title();
    table.odds();
    table.play_band();
    table.survivors();
    table.columns();
    table.group_means();
    table.sections(SectionPlace::Survivors);
    table.costs();
    table.swings();
    table.distributions();
    table.sections(SectionPlace::Cost);
    table.below();
    table.rounds();
    table.by_round();
    table.footer();
    table.text
}

/// Formats the sections that are only there if they were asked for; empty without them.
pub(super) fn asked_for(summary: &Summary, options: TableOptions) -> String {
    let width = options.columns();
    let mut table =
        Table { text: String::new(), summary, width, names: name_width(summary, width) };
    table.play_band();
    table.swings();
    table.by_round();
    table.text
}

/// A table in the making.
struct Table<'a> {
    text: String,
    summary: &'a Summary,
    /// Width of the table, in columns.
    width: usize,
    /// Width of the names at the left edge.
    names: usize,
}

impl Table<'_> {
    /// Writes the titles of a section and of its columns.
    fn header(&mut self, title: &str, columns: &str) {
        self.wide_header(title, self.names, columns);
    }

    /// Writes the titles of a section with names of this width.
    fn wide_header(&mut self, title: &str, names: usize, columns: &str) {
        let title = heading(format!("{title:<names$}"));
        line!(self.text, "  {title}{}", dim(columns));
    }

    /// Writes a row about a side, in its colour.
    fn side_row(&mut self, side: usize, name: &str, cells: &str) {
        let name = of_side(side, fit_width(name, self.names));
        line!(self.text, "  {name}{cells}");
    }

    /// Writes a row about a group of a side.
    fn group_row(&mut self, name: &str, cells: &str) {
        let name = fit_width(name, self.names - 2);
        line!(self.text, "    {name}{cells}");
    }

    /// Writes a row that is about no side.
    fn row(&mut self, name: &str, cells: &str) {
        let name = fit_width(name, self.names);
        line!(self.text, "  {name}{cells}");
    }

    /// Writes secondary text in a line of its own.
    fn note(&mut self, note: &str) {
        line!(self.text, "  {}", dim(note));
    }

    /// Ends a section.
    fn end(&mut self) {
        line!(self.text);
    }
}

/// Returns the width of the names at the left edge, which leaves room for figures and intervals.
fn name_width(summary: &Summary, width: usize) -> usize {
    let most = width.saturating_sub(45).clamp(15, 34);
    let sides = summary.sides.iter().map(|side| {
        let possible = side.extras.chances().filter(|chance| chance.probability > 0.0);
        let words = possible.filter_map(|chance| match chance.table {
            ChancePlace::Odds(words) | ChancePlace::Below(words) => Some(words),
            ChancePlace::Column { .. } => None,
        });
        let words = words.chain([summary.outcomes.longest]).map(UnicodeWidthStr::width);
        side.name.width() + 1 + words.max().unwrap_or(0)
    });
    let groups = summary.sides.iter().flat_map(|s| &s.survivors).map(|g| g.group().width() + 2);
    sides.chain(groups).max().unwrap_or(0).clamp(15, most)
}
