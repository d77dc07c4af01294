//! The result as a self-contained HTML page, without scripts or other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::brief::headline;
use super::chart::charts;
use super::numbers::{battles, interval, percent, source};
use super::plot::{STYLE, piece};
use crate::result::{
    Cell, Choice, PlayedBy, ShownDistribution, ShownDistributions, SideSummary, Summary,
};
use crate::stats::Estimate;

/// Origin of a result, shown on its page.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The scenario as JSON.
    pub scenario: String,
    /// Commands that reproduce the result, each with a description of its requirements.
    pub commands: Vec<(String, String)>,
}

/// Renders the page of a result.
#[must_use]
pub fn page(summary: &Summary, origin: &Origin) -> String {
    let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
    let title = format!("{} – odds", fleets.join(" v "));
    let drawn = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) (PreEscaped(STYLE)) }
            }
            body {
                (head(summary))
                main {
                    div class="charts" {
                        @for chart in charts(summary) { figure { (piece(&chart)) } }
                    }
                    h2 { "Odds" }
                    (odds(summary))
                    h2 { "Survivors" }
                    (survivors(summary))
                    h2 { "Expected losses" }
                    (costs(summary))
                    (distributions(summary))
                    (sections(summary))
                    h2 { "How each side played" }
                    (captains(summary))
                    h2 { "The scenario" }
                    pre { (origin.scenario) }
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

fn head(summary: &Summary) -> Markup {
    let how =
        source(summary.engine, &format!("{}, seed {}", battles(summary.battles), summary.seed));
    html! {
        header {
            p class="headline" { (headline(summary)) }
            h1 {
                @for (n, side) in summary.sides.iter().enumerate() {
                    @if n > 0 { span class="v" { " v " } }
                    @if summary.sides.len() > 2 { (side.name) ": " }
                    (side.fleet)
                }
            }
            p class="facts" { (summary.title) " · " (how) }
            @for rule in &summary.house_rules { p class="facts" { "house rule: " (rule) } }
            @for warning in &summary.warnings { p class="warning" { (warning) } }
        }
    }
}

/// Returns a text in which no percent sign is apart from its number.
pub(super) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{202f}%")
}

/// Renders a table with column headers.
fn table(columns: &[&str], rows: &[Vec<String>]) -> Markup {
    html! {
        div class="wide" {
            table {
                thead { tr { @for name in columns { th { (name) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (unbroken(cell)) } } } } }
            }
        }
    }
}

fn odds(summary: &Summary) -> Markup {
    let verb = summary.outcomes.wins_in_charts;
    let row = |name: String, estimate: &Estimate| {
        vec![name, percent(estimate.probability), interval(estimate)]
    };
    let mut rows: Vec<Vec<String>> =
        summary.sides.iter().map(|side| row(format!("{} {verb}", side.name), &side.win)).collect();
    rows.push(row("draw".into(), &summary.draw));
    rows.push(row("standoff".into(), &summary.standoff));
    for side in &summary.sides {
        for chance in side.extras.chances().filter(|chance| chance.probability > 0.0) {
            let name = format!("{} {}", side.name, chance.page);
            rows.push(vec![name, percent(chance.probability), String::new()]);
        }
    }
    let time = summary.units.time;
    rows.push(vec![
        format!("{time}s on average"),
        format!("{:.2}", summary.rounds.mean),
        String::new(),
    ]);
    table(&["", "", "95 % interval"], &rows)
}

fn survivors(summary: &Summary) -> Markup {
    let rows: Vec<Vec<String>> = summary
        .sides
        .iter()
        .flat_map(|side| {
            side.survivors.iter().map(|group| {
                let end = |p: Option<&f64>| percent(p.copied().unwrap_or(0.0));
                vec![
                    format!("{}: {} {}", side.name, group.start, group.class),
                    format!("{:.2}", group.mean),
                    end(group.distribution.first()),
                    end(group.distribution.last()),
                ]
            })
        })
        .collect();
    table(&["", "mean", "none", "all"], &rows)
}

fn costs(summary: &Summary) -> Markup {
    let row = |side: &SideSummary| {
        let cost = &side.cost;
        let figures = [cost.lost, cost.destroyed, cost.destroyed - cost.lost];
        let figures = figures.map(|figure| format!("{:.2}", figure + 0.0));
        [vec![side.name.clone()], figures.to_vec()].concat()
    };
    let rows: Vec<Vec<String>> = summary.sides.iter().map(row).collect();
    table(&[summary.units.cost, "lost", "destroyed", "swing"], &rows)
}

/// Renders the distributions of the sides: the first of each in full, and the means of the others.
fn distributions(summary: &Summary) -> Markup {
    let mut groups: Vec<(&str, Vec<(&SideSummary, &ShownDistributions)>)> = Vec::new();
    for side in &summary.sides {
        for distributions in side.extras.distributions() {
            let Some(title) = distributions.page else { continue };
            match groups.iter_mut().find(|(known, _)| *known == title) {
                Some((_, rows)) => rows.push((side, distributions)),
                None => groups.push((title, vec![(side, distributions)])),
            }
        }
    }
    html! {
        @for (title, sides) in &groups { h2 { (title) } (distributions_of(sides)) }
    }
}

fn distributions_of(sides: &[(&SideSummary, &ShownDistributions)]) -> Markup {
    let Some((_, ShownDistributions { all: titles, .. })) = sides.first() else { return html! {} };
    let others = titles.iter().skip(1).map(|other| other.title);
    let mean = |of: &ShownDistribution| match of.shares.is_empty() {
        true => String::new(),
        false => format!("{:.2}", of.mean),
    };
    let row = |(side, ShownDistributions { all, .. }): &(&SideSummary, &ShownDistributions)| {
        let shares = all.first().into_iter().flat_map(|first| &first.shares);
        let cells = all.iter().map(mean).chain(shares.map(|p| percent(*p)));
        std::iter::once(side.name.clone()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = sides.iter().map(row).collect();
    let shown = rows.iter().map(|row| row.len().saturating_sub(titles.len() + 1));
    let counts: Vec<String> = (0..shown.max().unwrap_or(0)).map(|n| n.to_string()).collect();
    let columns: Vec<&str> =
        ["", "mean"].into_iter().chain(others).chain(counts.iter().map(String::as_str)).collect();
    table(&columns, &rows)
}

/// Renders the sections that only one game has.
fn sections(summary: &Summary) -> Markup {
    let cell = |cell: &Cell| match cell {
        Cell::Share(p) | Cell::RoughShare(p) => percent(*p),
        Cell::Mean(mean) => format!("{mean:.2}"),
        Cell::Shares(shares) => {
            let shares = shares.iter().map(|(name, p)| format!("{name} {}", percent(*p)));
            shares.collect::<Vec<_>>().join(", ")
        }
    };
    html! {
        @for section in summary.sections().map(|sections| &sections.page) {
            @let columns: Vec<&str> =
                std::iter::once("").chain(section.columns.iter().copied()).collect();
            @let rows: Vec<Vec<String>> = section
                .rows
                .iter()
                .map(|(name, cells)| {
                    std::iter::once(name.clone()).chain(cells.iter().map(cell)).collect()
                })
                .collect();
            h2 { (section.title) }
            (table(&columns, &rows))
        }
    }
}

fn captains(summary: &Summary) -> Markup {
    let list = |PlayedBy { choices, .. }: &PlayedBy| {
        let words = choices.iter().map(|Choice { title, value, .. }| format!("{title}: {value}"));
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing to decide".into() } else { words.join(", ") }
    };
    let rows: Vec<Vec<String>> = summary
        .play
        .iter()
        .map(|(side, played)| vec![format!("{side} – {}", list(played))])
        .collect();
    table(&[""], &rows)
}
