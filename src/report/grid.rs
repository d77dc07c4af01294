//! Tables of an outline for the terminal. Texts wrap within their columns; nothing is cut.

use unicode_width::UnicodeWidthStr;

use super::outline::Grid;
use super::style::{dim, heading, strong};
use super::text::{line, wrap_anywhere};

/// Space to the left of each column.
const GAP: usize = 2;

/// Writes a table of this width: texts at the left, figures at the right. `is_strong` says which
/// rows are emphasised.
pub(super) fn write_grid(
    text: &mut String,
    grid: &Grid,
    is_strong: &dyn Fn(usize) -> bool,
    width: usize,
) {
    if !grid.title.is_empty() {
        line!(text, "{}", heading(&grid.title));
    }
    let widths = widths(grid, width);
    for words in lines(&grid.columns, grid, &widths) {
        line!(text, "{}", dim(words));
    }
    for (n, row) in grid.rows.iter().enumerate() {
        if grid.is_heading(row) {
            wrap_anywhere(&row[0], width - GAP)
                .iter()
                .for_each(|words| line!(text, "  {}", heading(words)));
            continue;
        }
        for words in lines(row, grid, &widths) {
            let words = if is_strong(n) { strong(words) } else { words };
            line!(text, "{words}");
        }
    }
}

/// Returns the widths of the columns. Figures have as much room as they need; texts share the rest.
fn widths(grid: &Grid, width: usize) -> Vec<usize> {
    let rows = || grid.rows.iter().filter(|row| !grid.is_heading(row));
    let of = |n: usize| rows().filter_map(move |row| row.get(n));
    let need = |(n, name): (usize, &String)| {
        let cells = of(n).map(|cell| cell.width());
        cells.chain([name.width()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = grid.columns.iter().enumerate().map(need).collect();
    let figures: usize = widths[grid.texts..].iter().sum();
    let mut left = width.saturating_sub(figures + GAP * widths.len());
    // Narrow texts have what they need, and wide ones share what these leave.
    let mut texts: Vec<usize> = (0..grid.texts).collect();
    texts.sort_by_key(|n| widths[*n]);
    for (n, column) in texts.into_iter().enumerate() {
        let share = left / (grid.texts - n);
        widths[column] = widths[column].min(share.max(1));
        left = left.saturating_sub(widths[column]);
    }
    widths
}

/// Returns the lines of a row. Figures are in the first one.
fn lines(cells: &[String], grid: &Grid, widths: &[usize]) -> Vec<String> {
    let (texts, mut widths) = (grid.texts, widths.to_vec());
    if let Some(wide) = grid.wide_text(cells) {
        let room = widths.drain(grid.texts..).map(|width| GAP + width).sum::<usize>();
        widths[wide] += room;
    }
    let cell = |(n, (cell, width)): (usize, (&String, &usize))| match n < texts {
        true => hanging(cell, *width),
        false => vec![cell.clone()],
    };
    let wrapped: Vec<Vec<String>> = cells.iter().zip(&widths).enumerate().map(cell).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: usize| {
        let mut line = String::new();
        for (n, (cell, width)) in wrapped.iter().zip(&widths).enumerate() {
            let words = cell.get(row).map_or("", String::as_str);
            let space = " ".repeat(width.saturating_sub(words.width()));
            let [before, after] = if n < texts { ["", &space] } else { [&*space, ""] };
            line += &format!("{}{before}{words}{after}", " ".repeat(GAP));
        }
        line.trim_end().to_string()
    };
    (0..height).map(line).collect()
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

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{Grid, write_grid};

    #[test]
    fn texts_share_the_room_that_figures_leave() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let long = "one two three four five six seven";
        let rows = vec![row(["y6", long, "12.00 %"]), row(["y6 y5", "brief", "1.00 %"])];
        let grid = Grid::with_texts(2, "", &["roll", "best use", "win"], rows);
        let mut text = String::new();
        write_grid(&mut text, &grid, &|_| false, 36);
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
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect();
        let rows = vec![row(&["part one"]), row(&["a", "1.00 %"]), row(&["one two three", ""])];
        let grid = Grid::of("", &["what", "win"], rows);
        let mut text = String::new();
        write_grid(&mut text, &grid, &|_| false, 18);
        let text = anstream::adapter::strip_str(&text).to_string();
        let expected = "  what         win\n  part one\n  a         1.00 %\n  one two three\n";
        assert_eq!(text, expected);
    }
}
