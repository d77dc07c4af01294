//! Reports in Markdown.

use super::outline::{Grid, MAX_VALUES, Outline, Row};
use super::text::line;

/// Formats a report with its tables.
pub(super) fn markdown(outline: &Outline) -> String {
    let mut text = String::new();
    line!(text, "**{}**", escaped(&outline.headline));
    for paragraph in outline.facts.iter().chain(&outline.notes).chain(&outline.warnings) {
        line!(text, "\n{}", escaped(paragraph));
    }
    for grid in &outline.tables {
        line!(text);
        if !grid.title.is_empty() {
            line!(text, "### {}\n", escaped(&grid.title));
        }
        write_table(&mut text, &grid.in_columns(MAX_VALUES));
    }
    if let Some(conclusion) = &outline.conclusion {
        line!(text, "\n{}", escaped(conclusion));
    }
    text
}

fn write_table(text: &mut String, grid: &Grid) {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let align = |n: usize| if n < grid.texts { ":--" } else { "--:" };
    let rule: Vec<&str> = (0..grid.columns.len()).map(align).collect();
    line!(text, "{}", row(&grid.columns));
    line!(text, "| {} |", rule.join(" | "));
    for Row { cells, .. } in &grid.rows {
        let missing = grid.columns.len().saturating_sub(cells.len());
        let cells: Vec<String> =
            cells.iter().cloned().chain(vec![String::new(); missing]).collect();
        line!(text, "{}", row(&cells));
    }
}

/// Escapes the characters that Markdown or its tables would read.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "\\|*_`<>[]#".contains(c) {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::outline::{Grid, Outline};
    use super::markdown;

    #[test]
    fn cells_cannot_leave_their_table() {
        let rows = vec![vec!["a|b".to_string(), "1 %".into()], vec!["*c*".into()]];
        let outline = Outline {
            headline: "2 fleets".into(),
            tables: vec![Grid::of("", ["", "win"], rows)],
            ..Outline::default()
        };
        let text = "**2 fleets**\n\n|  | win |\n| :-- | --: |\n| a\\|b | 1 % |\n| \\*c\\* |  |\n";
        assert_eq!(markdown(&outline), text);
    }
}
