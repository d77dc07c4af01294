//! The result as a self-contained HTML page, without scripts or other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::brief::headline;
use super::chart::charts;
use super::choice_plot;
use super::drawing::{Drawing, STYLE as DRAWING_STYLE};
use super::fight::{game_and_engine, grids};
use super::outline::{Grid, MAX_VALUES, Outline, Row, unbroken};
use super::plot::{STYLE, piece};
use crate::result::Summary;

/// Origin of a result, shown on its page.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The scenario as JSON.
    pub scenario: String,
    /// Address at which the fight can be opened and changed, if there is one.
    pub address: Option<String>,
    /// Commands that reproduce the result, each with a description of its requirements.
    pub commands: Vec<(String, String)>,
}

/// Renders the page of a fight.
#[must_use]
pub fn page(summary: &Summary, origin: &Origin) -> String {
    let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
    let header = html! {
        p class="headline" { (headline(summary)) }
        h1 {
            @for (n, side) in summary.sides.iter().enumerate() {
                @if n > 0 { span class="v" { " v " } }
                @if summary.sides.len() > 2 { (side.name) ": " }
                (side.fleet)
            }
        }
        p class="facts" { (game_and_engine(summary)) }
        @for rule in &summary.house_rules { p class="facts" { "house rule: " (rule) } }
        @for warning in &summary.warnings { p class="warning" { (warning) } }
    };
    let main = html! {
        div class="charts" { @for chart in charts(summary) { figure { (piece(&chart)) } } }
        @for grid in grids(summary) { (titled(&grid.in_columns(MAX_VALUES))) }
    };
    document(&format!("{} – odds", fleets.join(" v ")), &header, &main, origin)
}

/// Renders the page of a result other than a fight.
pub(super) fn choice_page(outline: &Outline, drawings: &[Drawing], origin: &Origin) -> String {
    let header = html! {
        h1 { (unbroken(&outline.headline)) }
        @for fact in &outline.facts { p class="facts" { (unbroken(fact)) } }
        @for note in &outline.notes { p class="warning" { (unbroken(note)) } }
        @if let Some(conclusion) = &outline.conclusion {
            p class="conclusion" { (unbroken(conclusion)) }
        }
    };
    let main = html! {
        @for drawing in drawings { figure class="wide drawing" { (choice_plot::piece(drawing)) } }
        @for grid in &outline.tables { (titled(&grid.in_columns(MAX_VALUES))) }
    };
    document(&outline.headline, &header, &main, origin)
}

/// Renders a page with its style, and the commands that reproduce it.
fn document(title: &str, header: &Markup, main: &Markup, origin: &Origin) -> String {
    let drawn = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style {
                    (PreEscaped(include_str!("page.css"))) (PreEscaped(STYLE))
                    (PreEscaped(DRAWING_STYLE))
                }
            }
            body {
                header { (header) }
                main {
                    (main)
                    @if !origin.scenario.is_empty() {
                        h2 { "The scenario" }
                        pre { (origin.scenario) }
                    }
                    @if let Some(address) = &origin.address {
                        p { a href=(address) { "Open this fight and change it" } }
                    }
                    h2 { "Reproduce this result" }
                    @for (what, command) in &origin.commands {
                        h3 { (what) }
                        pre { (command) }
                    }
                }
                footer {
                    "Made by fleetodds " (env!("CARGO_PKG_VERSION")) ". The values are those of "
                    "the JSON result. Simulated values carry a 95\u{202f}% interval."
                }
            }
        }
    };
    drawn.into_string() + "\n"
}

/// Renders a table with its title.
fn titled(grid: &Grid) -> Markup {
    let class = |column: usize| (0 < column && column < grid.texts).then_some("text");
    html! {
        @if !grid.title.is_empty() { h2 { (grid.title) } }
        div class="wide" {
            table {
                thead { tr { @for (n, name) in grid.columns.iter().enumerate() {
                    th class=[class(n)] { (unbroken(name)) }
                } } }
                tbody { @for row in &grid.rows {
                    @if grid.is_heading(row) {
                        tr { th class="part" colspan=(grid.columns.len()) { (unbroken(&row.cells[0])) } }
                    } @else {
                        tr { @for (n, cell) in row.cells.iter().enumerate().take(shown(grid, row)) {
                            td class=[class(n)] colspan=[span(grid, row, n)] { (unbroken(cell)) }
                        } }
                    }
                } }
            }
        }
    }
}

/// Returns the number of cells of a row, without the figures that it does not have.
fn shown(grid: &Grid, row: &Row) -> usize {
    grid.wide_text(row).map_or(row.cells.len(), |wide| wide + 1)
}

/// Returns the number of columns of a cell, if it has several.
fn span(grid: &Grid, row: &Row, n: usize) -> Option<usize> {
    let columns = grid.columns.len() - n;
    (grid.wide_text(row) == Some(n) && columns > 1).then_some(columns)
}
