//! Reports for a terminal: a heading, tables, and charts. Texts wrap within their columns; nothing
//! is cut.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::bars::{bar, sparkline};
use super::chart::{Chart, charts};
use super::numbers::{buckets, percent, whole_percent};
use super::outline::TableOptions;
use super::outline::{Grid, Outline, Row};
use super::style::{dim, heading, of_side, strong};
use super::text::{fit_width, line, wrap, wrap_anywhere};
use crate::result::Summary;

/// Space to the left of each column.
const GAP: usize = 2;

/// Widths of a column of a distribution: with a decimal, and in whole percents.
const SHARE: [usize; 2] = [8, 6];

/// Least width of a bar, and of a diagram of a distribution.
const LEAST_BAR: usize = 10;
const LEAST_DIAGRAM: usize = 6;

/// Width up to which titles of figures stay in one line, and least width of a figure.
const TITLE: usize = 10;
const FIGURE: usize = 6;

/// Room that texts have at least before figures are split into several tables.
const LEAST_TEXT: usize = 14;

impl Outline {
    /// Writes the whole report; without `full`, long tables have their first rows.
    #[must_use]
    pub(super) fn in_terminal(&self, options: TableOptions) -> String {
        let width = options.columns();
        let mut text = String::new();
        self.write_head(&mut text, width);
        for grid in &self.tables {
            line!(text);
            grid.write_first(&mut text, options);
        }
        self.write_conclusion(&mut text, width);
        text
    }

    /// Writes the headline, the facts and the notes above a table of this width.
    pub(super) fn write_head(&self, text: &mut String, width: usize) {
        for words in wrap_anywhere(&self.headline, width) {
            line!(text, "{}", heading(words));
        }
        for words in self.facts.iter().flat_map(|fact| wrap_facts(fact, width)) {
            line!(text, "{}", dim(words));
        }
        for words in self.notes.iter().flat_map(|note| wrap(note, width)) {
            line!(text, "{}", strong(words));
        }
    }

    /// Writes what follows from the figures.
    pub(super) fn write_conclusion(&self, text: &mut String, width: usize) {
        let lines = self.conclusion.iter().flat_map(|said| wrap(said, width - 2));
        for (n, words) in lines.enumerate() {
            if n == 0 {
                line!(text);
            }
            line!(text, "  {words}");
        }
    }
}

/// Wraps facts that are separated by dots between them, or between words where one is too long.
fn wrap_facts(facts: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.split(" · ") {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + fact.width() <= width => {
                *line += " · ";
                *line += fact;
            }
            _ => lines.extend(wrap(fact, width)),
        }
    }
    lines
}

impl Grid {
    /// Writes the table with its first rows, or with all if everything is asked for.
    pub(super) fn write_first(&self, text: &mut String, options: TableOptions) {
        let most = if options.full { usize::MAX } else { self.most };
        let more = self.rows.len().saturating_sub(most);
        let mut first = self.clone();
        first.rows.truncate(most);
        first.write(text, options.columns());
        if more > 0 {
            line!(text, "  {}", dim(format!("… and {more} more: --full")));
        }
    }

    /// Writes the table in this width: texts at the left, figures at the right, then bars or
    /// distributions. Figures that do not fit beside each other are in tables below each other.
    pub(super) fn write(&self, text: &mut String, width: usize) {
        for (n, columns) in self.blocks(width).into_iter().enumerate() {
            if n > 0 {
                line!(text);
            }
            Layout::of(self, columns, width).write(text, n == 0);
        }
    }

    /// Whether the title is in the line of the titles of columns, above texts without titles.
    fn has_title_inline(&self) -> bool {
        !self.title.is_empty() && self.columns[..self.texts].iter().all(String::is_empty)
    }

    /// Returns the figures that fit beside each other.
    fn blocks(&self, width: usize) -> Vec<Range<usize>> {
        let all = self.columns.len();
        let texts: usize = (0..self.texts).map(|n| GAP + self.text(n).min(LEAST_TEXT)).sum();
        let mut blocks: Vec<Range<usize>> = Vec::new();
        let (mut from, mut used) = (self.texts, texts);
        for n in self.texts..all {
            let column = GAP + self.figure(n, true);
            if used + column > width && n > from {
                blocks.push(from..n);
                (from, used) = (n, texts);
            }
            used += column;
        }
        blocks.push(from..all);
        blocks
    }

    /// Returns the width of the widest text in a column.
    fn text(&self, column: usize) -> usize {
        let is_beside = |row: &&Row| !self.is_heading(row) && self.wide_text(row) != Some(column);
        let rows = self.rows.iter().filter(is_beside);
        let cells = rows.filter_map(|row| row.cells.get(column)).map(|cell| cell.width());
        cells.chain([self.columns[column].width()]).max().unwrap_or(0)
    }

    /// Returns the width of a column of figures, whose title may break between words.
    fn figure(&self, column: usize, breaks: bool) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(column));
        let title = &self.columns[column];
        let words = title.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0);
        let title = if breaks { words.max(title.width().min(TITLE)) } else { title.width() };
        cells.map(|cell| cell.width()).chain([title, FIGURE]).max().unwrap_or(0)
    }
}

/// Form of the distributions of a table.
#[derive(Clone, Copy)]
enum Form {
    /// A column of this width for each value.
    Columns(usize),
    /// The probabilities of the first and the last value, and a diagram of this width.
    Ends(usize),
}

/// A table, or a part of its figures, in a width.
struct Layout<'a> {
    grid: &'a Grid,
    /// The figures that it shows.
    figures: Range<usize>,
    /// Width of the terminal.
    width: usize,
    /// Widths of the texts, then of the figures.
    widths: Vec<usize>,
    /// Width of bars; 0 without.
    bars: usize,
    /// Form of the distributions, if there are any.
    form: Option<Form>,
}

impl<'a> Layout<'a> {
    fn of(grid: &'a Grid, figures: Range<usize>, width: usize) -> Self {
        let is_last = figures.end == grid.columns.len();
        let mut texts: Vec<usize> = (0..grid.texts).map(|n| grid.text(n)).collect();
        if grid.has_title_inline() && grid.texts == 1 {
            texts[0] = texts[0].max(grid.title.width());
        }
        let wanted: usize = texts.iter().sum();
        let figures_in = |breaks: bool| -> Vec<usize> {
            figures.clone().map(|n| grid.figure(n, breaks)).collect()
        };
        let used = |figures: &[usize]| figures.iter().map(|figure| GAP + figure).sum::<usize>();
        let texts_gap = GAP * texts.len();
        let whole = figures_in(false);
        let fits = wanted + texts_gap + used(&whole) <= width;
        let figure_widths = if fits { whole } else { figures_in(true) };
        let room = width.saturating_sub(used(&figure_widths) + texts_gap);
        let values = grid.axis.values.len();
        let fits = |column: &usize| wanted.min(room / 2) + values * column <= room;
        let form = (values > 0 && is_last).then(|| match SHARE.iter().find(|width| fits(width)) {
            Some(width) => Form::Columns(*width),
            None => Form::Ends(0),
        });
        let has_bars = is_last && grid.rows.iter().any(|row| row.bar.is_some_and(|bar| bar > 0.0));
        let behind = match form {
            Some(Form::Columns(width)) => values * width,
            Some(Form::Ends(_)) if wanted + 2 * SHARE[0] + GAP + LEAST_DIAGRAM <= room => {
                2 * SHARE[0] + GAP + LEAST_DIAGRAM
            }
            // Names come before a diagram.
            Some(Form::Ends(_)) => 2 * SHARE[0],
            None => 0,
        };
        share(&mut texts, room.saturating_sub(behind));
        let left = room - texts.iter().sum::<usize>().min(room);
        let bars = left.saturating_sub(GAP);
        let form = form.map(|form| match form {
            Form::Ends(_) => Form::Ends(left.saturating_sub(2 * SHARE[0] + GAP)),
            columns @ Form::Columns(_) => columns,
        });
        Self {
            grid,
            figures,
            width,
            widths: [texts, figure_widths].concat(),
            bars: if has_bars && bars >= LEAST_BAR { bars } else { 0 },
            form,
        }
    }

    /// Writes the table; the first part with its title.
    fn write(&self, text: &mut String, is_first: bool) {
        let grid = self.grid;
        let mut titles = self.titles();
        let room = self.widths[..grid.texts].iter().map(|width| GAP + width).sum::<usize>() - GAP;
        titles.last_mut().into_iter().for_each(|last| *last += &self.axis());
        if is_first && grid.has_title_inline() && grid.title.width() <= room {
            let last = titles.pop().unwrap_or_default();
            let figures: String = last.chars().skip(GAP + room).collect();
            let figures = " ".repeat(room - grid.title.width()) + &figures;
            for words in titles {
                line!(text, "{}", dim(words.trim_end()));
            }
            line!(text, "  {}{}", heading(&grid.title), dim(figures.trim_end()));
        } else {
            if is_first && !grid.title.is_empty() {
                line!(text, "  {}", heading(&grid.title));
            }
            for words in titles.iter().filter(|words| !words.trim().is_empty()) {
                line!(text, "{}", dim(words.trim_end()));
            }
        }
        for row in &self.grid.rows {
            if self.grid.is_heading(row) {
                for words in wrap_anywhere(&row.cells[0], self.width - GAP) {
                    line!(text, "  {}", heading(words));
                }
                continue;
            }
            self.write_row(text, row);
        }
    }

    /// Returns the lines of the titles, which end at the bottom.
    fn titles(&self) -> Vec<String> {
        let columns = (0..self.grid.texts).chain(self.figures.clone());
        let titles: Vec<Vec<String>> = columns
            .zip(&self.widths)
            .map(|(n, width)| wrap_anywhere(&self.grid.columns[n], *width))
            .collect();
        let height = titles.iter().map(Vec::len).max().unwrap_or(0);
        let line = |row: usize| {
            let cell = |title: &Vec<String>| {
                let at = (row + title.len()).checked_sub(height);
                at.and_then(|at| title.get(at)).cloned().unwrap_or_default()
            };
            self.joined(&titles.iter().map(cell).collect::<Vec<_>>(), &self.widths, None)
        };
        (0..height).map(line).collect()
    }

    /// Returns the titles of the distributions.
    fn axis(&self) -> String {
        let axis = &self.grid.axis;
        match self.form {
            None => String::new(),
            Some(Form::Columns(width)) => {
                axis.values.iter().map(|v| format!("{v:>width$}")).collect()
            }
            Some(Form::Ends(room)) => {
                let ends = axis.ends.each_ref().map(|end| format!("{end:>8}")).concat();
                let first = axis.values.first().map_or("", String::as_str);
                let scale = format!("{first} … {}", axis.ends[1]);
                let scale = if scale.width() <= room { scale } else { String::new() };
                format!("{ends}  {scale}")
            }
        }
    }

    fn write_row(&self, text: &mut String, row: &Row) {
        let mut widths = self.widths.clone();
        let texts = self.grid.texts;
        let mut figures = self.figures.clone();
        if let Some(wide) = self.grid.wide_text(row) {
            widths.truncate(texts);
            let before: usize = widths[..wide].iter().map(|width| GAP + width).sum();
            widths[wide] = self.width.saturating_sub(before + GAP);
            figures = 0..0;
        }
        let columns = (0..texts).chain(figures);
        let cell = |(n, width): (usize, &usize)| {
            let cell = row.cells.get(n).map_or("", String::as_str);
            if n < texts { hanging(cell, *width) } else { vec![cell.to_string()] }
        };
        let wrapped: Vec<Vec<String>> = columns.zip(&widths).map(cell).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for n in 0..height {
            let cells: Vec<String> =
                wrapped.iter().map(|cell| cell.get(n).cloned().unwrap_or_default()).collect();
            let behind = if n == 0 { self.behind(row) } else { String::new() };
            let words = self.joined(&cells, &widths, row.side) + &behind;
            let words = words.trim_end();
            line!(text, "{}", if row.is_strong { strong(words) } else { words.into() });
        }
    }

    /// Returns the bar or the distribution of a row.
    fn behind(&self, row: &Row) -> String {
        let axis = &self.grid.axis;
        match self.form {
            Some(_) if row.shares.is_empty() => String::new(),
            Some(Form::Columns(width)) => {
                let share = |p: &f64| match width == SHARE[0] {
                    true => axis.share(*p),
                    false => whole_percent(axis.is_exact, *p),
                };
                row.shares.iter().map(|p| format!("{:>width$}", share(p))).collect()
            }
            Some(Form::Ends(room)) => {
                let ends = axis.ends_of(&row.shares).map(|end| format!("{end:>8}")).concat();
                let diagram = match room {
                    0..LEAST_DIAGRAM => String::new(),
                    _ => sparkline(&buckets(&row.shares, room.min(row.shares.len()))),
                };
                format!("{ends}  {diagram}")
            }
            None => match row.bar.filter(|share| self.bars > 0 && *share > 0.0) {
                Some(share) => format!("  {}", of_side(row.bar_side, bar(share, self.bars))),
                None => String::new(),
            },
        }
    }

    /// Joins cells: texts from the left, in the colour of their side, and figures to the right.
    fn joined(&self, cells: &[String], widths: &[usize], side: Option<usize>) -> String {
        let mut line = String::new();
        for (n, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let is_text = n < self.grid.texts;
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let cell = match side.filter(|_| n == 0 && !cell.is_empty()) {
                Some(side) => of_side(side, cell),
                None => cell.clone(),
            };
            let [before, after] = if is_text { ["", &space] } else { [&*space, ""] };
            line += &format!("{}{before}{cell}{after}", " ".repeat(GAP));
        }
        line
    }
}

/// Shares room between texts: narrow ones have what they need, and wide ones what these leave.
fn share(texts: &mut [usize], mut room: usize) {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|n| texts[*n]);
    for (n, column) in order.iter().enumerate() {
        let share = room / (order.len() - n);
        texts[*column] = texts[*column].min(share.max(1));
        room = room.saturating_sub(texts[*column]);
    }
}

/// Wraps a text, with all lines but the first further to the right.
fn hanging(text: &str, width: usize) -> Vec<String> {
    if text.width() <= width {
        return vec![text.to_string()];
    }
    let lines = wrap_anywhere(text, width.saturating_sub(GAP));
    let indented = |(n, line): (usize, String)| match n {
        0 => line,
        _ => format!("{}{line}", " ".repeat(GAP)),
    };
    lines.into_iter().enumerate().map(indented).collect()
}

/// Maximum number of bars drawn per chart.
const MAX_BARS: usize = 24;

/// Draws all charts of a result, one below the other.
#[must_use]
pub fn draw(summary: &Summary, options: TableOptions) -> String {
    let width = options.columns();
    let all = charts(summary);
    let labels = all.iter().flat_map(|chart| &chart.bars).map(|bar| bar.label.width());
    let labels = labels.max().unwrap_or(0).clamp(4, 24);
    all.iter().map(|chart| one(chart, labels, width)).collect()
}

fn one(chart: &Chart, labels: usize, width: usize) -> String {
    let mut text = String::new();
    line!(text, "  {}  {}", heading(&chart.title), dim(&chart.note));
    let room = width - labels - 18;
    let largest = chart.bars.iter().map(|bar| bar.share).fold(0.0, f64::max);
    let (drawn, left_out) = chart.likeliest(MAX_BARS);
    for one in drawn {
        let share = one.share / largest.max(f64::MIN_POSITIVE);
        let drawn = bar(share, room);
        let drawn = match one.side {
            Some(side) => of_side(side, drawn),
            None => drawn,
        };
        let label = format!("{:>labels$}", fit_width(&one.label, one.label.width().min(labels)));
        line!(text, "  {label} {:>10}  {drawn}", percent(one.share));
    }
    if left_out > 0 {
        let note = format!("{left_out:>labels$} less likely ones are left out");
        line!(text, "  {}", dim(note));
    }
    line!(text);
    text
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::Grid;

    #[test]
    fn texts_share_the_room_that_figures_leave() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let long = "one two three four five six seven";
        let rows = vec![row(["y6", long, "12.00 %"]), row(["y6 y5", "brief", "1.00 %"])];
        let grid = Grid::with_texts(2, "", ["roll", "best use", "win"], rows);
        let mut text = String::new();
        grid.write(&mut text, 36);
        let text = anstream::adapter::strip_str(&text).to_string();
        let expected = "  roll   best use                win\n  \
                          y6     one two three       12.00 %\n           \
                                   four five six\n           \
                                   seven\n  \
                          y6 y5  brief                1.00 %\n";
        assert_eq!(text, expected);
        assert!(text.lines().all(|line| line.width() <= 36));
    }

    #[test]
    fn rows_without_figures_have_the_whole_width() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = vec![row(&["part one"]), row(&["a", "1.00 %"]), row(&["one two three", ""])];
        let grid = Grid::of("", ["what", "win"], rows);
        let mut text = String::new();
        grid.write(&mut text, 18);
        let text = anstream::adapter::strip_str(&text).to_string();
        let expected = "  what     win\n  part one\n  a     1.00 %\n  one two three\n";
        assert_eq!(text, expected);
    }
}
