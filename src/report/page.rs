//! The result as a self-contained HTML page, without scripts or other files.

use super::chart::charts;
use super::drawing::{Drawing, STYLE as DRAWING_STYLE, WIDTH, draw_chart};
use super::fight::{game_and_engine, grids};
use super::headline::headline;
use super::markup::Markup;
use super::outline::{Grid, MAX_VALUES, Outline, Row, unbroken};
use super::plot::STYLE;
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
    let header = |header: &mut Markup| {
        paragraph(header, "headline", &headline(summary));
        header.element("h1").containing(|h1| {
            for (n, side) in summary.sides.iter().enumerate() {
                if n > 0 {
                    h1.element("span").with("class", "v").text(" v ");
                }
                if summary.sides.len() > 2 {
                    h1.text(format!("{}: ", side.name));
                }
                h1.text(&side.fleet);
            }
        });
        paragraph(header, "facts", &game_and_engine(summary));
        for rule in &summary.house_rules {
            paragraph(header, "facts", &format!("house rule: {rule}"));
        }
        for warning in &summary.warnings {
            paragraph(header, "warning", warning);
        }
    };
    let main = |main: &mut Markup| {
        main.element("div").with("class", "charts").containing(|div| {
            for chart in charts(summary) {
                let Drawing { title, width, height, body } = draw_chart(&chart);
                div.element("figure").containing(|figure| {
                    let svg = figure.element("svg").with("class", "chart");
                    let svg = svg.with("viewBox", format!("0 0 {width} {height}"));
                    let svg = svg.with("role", "img").with("aria-label", title);
                    svg.containing(|svg| svg.raw(&body));
                });
            }
        });
        grids(summary).iter().for_each(|grid| titled(main, &grid.in_columns(MAX_VALUES)));
    };
    document(&format!("{} – odds", fleets.join(" v ")), header, main, origin)
}

/// Renders the page of a result other than a fight.
pub(super) fn choice_page(outline: &Outline, drawings: &[Drawing], origin: &Origin) -> String {
    let header = |header: &mut Markup| {
        header.element("h1").text(unbroken(&outline.headline));
        for fact in &outline.facts {
            paragraph(header, "facts", &unbroken(fact));
        }
        for note in &outline.notes {
            paragraph(header, "warning", &unbroken(note));
        }
        if let Some(conclusion) = &outline.conclusion {
            paragraph(header, "conclusion", &unbroken(conclusion));
        }
    };
    let main = |main: &mut Markup| {
        for drawing in drawings {
            let figure = main.element("figure").with("class", "wide drawing");
            figure.containing(|figure| draw(figure, drawing));
        }
        outline.tables.iter().for_each(|grid| titled(main, &grid.in_columns(MAX_VALUES)));
    };
    document(&outline.headline, header, main, origin)
}

/// Renders a drawing of a page. It is as wide as the page; on narrow ones, charts with many
/// columns keep their size and scroll.
fn draw(figure: &mut Markup, drawing: &Drawing) {
    let (width, height) = (drawing.width, drawing.height);
    let least = if width > WIDTH { width } else { 0.0 };
    let svg = figure.element("svg").with("viewBox", format!("0 0 {width} {height}"));
    let svg = svg.with("role", "img").with("aria-label", unbroken(&drawing.title));
    svg.with("style", format!("min-width:{least}px")).containing(|svg| svg.raw(&drawing.body));
}

fn paragraph(markup: &mut Markup, class: &str, text: &str) {
    markup.element("p").with("class", class).text(text);
}

/// Renders a page with its style, and the commands that reproduce it.
fn document(
    title: &str,
    header: impl FnOnce(&mut Markup),
    main: impl FnOnce(&mut Markup),
    origin: &Origin,
) -> String {
    let mut page = Markup::default();
    page.raw("<!DOCTYPE html>");
    page.element("html").with("lang", "en").containing(|html| {
        html.element("head").containing(|head| {
            head.element("meta").with("charset", "utf-8").void();
            let viewport = "width=device-width, initial-scale=1";
            head.element("meta").with("name", "viewport").with("content", viewport).void();
            let schemes = "light dark";
            head.element("meta").with("name", "color-scheme").with("content", schemes).void();
            head.element("title").text(title);
            head.element("style").containing(|style| {
                for text in [include_str!("page.css"), STYLE, DRAWING_STYLE] {
                    style.raw(text);
                }
            });
        });
        html.element("body").containing(|body| {
            body.element("header").containing(header);
            body.element("main").containing(|content| {
                main(content);
                reproduction(content, origin);
            });
            body.element("footer").text(FOOTER);
        });
    });
    page.raw("\n");
    page.into_string()
}

/// Last lines of each page.
const FOOTER: &str = concat!(
    "Made by fleetodds ",
    env!("CARGO_PKG_VERSION"),
    ". The values are those of the JSON result. Simulated values carry a 95\u{202f}% interval."
);

/// Shows where a result comes from.
fn reproduction(main: &mut Markup, origin: &Origin) {
    if !origin.scenario.is_empty() {
        main.element("h2").text("The scenario");
        main.element("pre").text(&origin.scenario);
    }
    if let Some(address) = &origin.address {
        main.element("p").containing(|p| {
            p.element("a").with("href", address).text("Open this fight and change it");
        });
    }
    main.element("h2").text("Reproduce this result");
    for (what, command) in &origin.commands {
        main.element("h3").text(what);
        main.element("pre").text(command);
    }
}

/// Renders a table with its title.
fn titled(main: &mut Markup, grid: &Grid) {
    let class = |column: usize| (0 < column && column < grid.texts).then_some("text");
    if !grid.title.is_empty() {
        main.element("h2").text(&grid.title);
    }
    let head = |tr: &mut Markup| {
        for (n, name) in grid.columns.iter().enumerate() {
            tr.element("th").with_some("class", class(n)).text(unbroken(name));
        }
    };
    let line = |tr: &mut Markup, row: &Row| {
        if grid.is_heading(row) {
            let part = tr.element("th").with("class", "part").with("colspan", grid.columns.len());
            return part.text(unbroken(&row.cells[0]));
        }
        for (n, cell) in row.cells.iter().enumerate().take(shown(grid, row)) {
            let td = tr.element("td").with_some("class", class(n));
            td.with_some("colspan", span(grid, row, n)).text(unbroken(cell));
        }
    };
    main.element("div").with("class", "wide").containing(|div| {
        div.element("table").containing(|table| {
            table.element("thead").containing(|thead| thead.element("tr").containing(head));
            table.element("tbody").containing(|tbody| {
                for row in &grid.rows {
                    tbody.element("tr").containing(|tr| line(tr, row));
                }
            });
        });
    });
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
