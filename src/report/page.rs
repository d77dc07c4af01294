//! The result as a self-contained HTML page, without scripts or other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::charts;
use super::numbers::{interval, percent, thousands};
use super::plot::{STYLE, piece};
use crate::result::{PlayedBy, SideSummary, Summary};
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
                    h2 { "What is left" }
                    (survivors(summary))
                    h2 { "What it costs" }
                    (costs(summary))
                    (tiles(summary))
                    (encounters(summary))
                    (planets(summary))
                    h2 { "How the captains played" }
                    (captains(summary))
                    h2 { "The scenario" }
                    pre { (origin.scenario) }
                    h2 { "The same again" }
                    @for (what, command) in &origin.commands {
                        h3 { (what) }
                        pre { (command) }
                    }
                }
                footer {
                    "Made by fleetodds " (env!("CARGO_PKG_VERSION")) ". Figures are those of "
                    "the JSON result; simulated ones have their 95 % interval."
                }
            }
        }
    };
    drawn.into_string() + "\n"
}

fn head(summary: &Summary) -> Markup {
    let battles = thousands(summary.battles);
    let how = match summary.engine {
        "exact" => "exact".into(),
        "exact+simulate" => format!("exact, beside it {battles} battles, seed {}", summary.seed),
        _ => format!("{battles} battles, seed {}", summary.seed),
    };
    html! {
        header {
            h1 {
                @for (n, side) in summary.sides.iter().enumerate() {
                    @if n > 0 { span class="v" { " v " } }
                    @if summary.sides.len() > 2 { (side.name) ": " }
                    (side.fleet)
                }
            }
            p class="facts" { (summary.rules) " · " (how) }
            @for rule in &summary.house_rules { p class="facts" { "house rule: " (rule) } }
            @for warning in &summary.warnings { p class="warning" { (warning) } }
        }
    }
}

/// Renders a table with column headers.
fn table(columns: &[&str], rows: &[Vec<String>]) -> Markup {
    html! {
        div class="wide" {
            table {
                thead { tr { @for name in columns { th { (name) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

fn odds(summary: &Summary) -> Markup {
    let verb = if summary.is_sector() { "holds" } else { "wins" };
    let row = |name: String, estimate: &Estimate| {
        vec![name, percent(estimate.probability), interval(estimate)]
    };
    let mut rows: Vec<Vec<String>> =
        summary.sides.iter().map(|side| row(format!("{} {verb}", side.name), &side.win)).collect();
    rows.push(row("draw".into(), &summary.draw));
    rows.push(row("standoff".into(), &summary.standoff));
    for side in &summary.sides {
        for (what, share) in [
            ("retreats", side.retreated),
            ("may claim the sector", side.may_claim),
            ("is wiped out", side.wiped_out),
            ("loses a leader", side.leader_lost),
        ] {
            if let Some(share) = share.filter(|share| share.probability > 0.0) {
                let name = format!("{} {what}", side.name);
                rows.push(vec![name, percent(share.probability), String::new()]);
            }
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

fn tiles(summary: &Summary) -> Markup {
    let owners = summary.sides.iter().filter_map(|side| Some((side, side.reputation.as_ref()?)));
    let rows: Vec<Vec<String>> = owners
        .map(|(side, tiles)| {
            let best = tiles.best_tile.as_ref().map_or(String::new(), |b| format!("{:.2}", b.mean));
            let draws = tiles.draws.iter().map(|p| percent(*p));
            [side.name.clone(), format!("{:.2}", tiles.mean), best]
                .into_iter()
                .chain(draws)
                .collect()
        })
        .collect();
    let most = rows.iter().map(|row| row.len().saturating_sub(3)).max().unwrap_or(0);
    let counts: Vec<String> = (0..most).map(|n| n.to_string()).collect();
    let columns: Vec<&str> =
        ["", "mean", "best tile"].into_iter().chain(counts.iter().map(String::as_str)).collect();
    html! {
        @if !rows.is_empty() { h2 { "Reputation tiles" } (table(&columns, &rows)) }
    }
}

fn encounters(summary: &Summary) -> Markup {
    let rows: Vec<Vec<String>> = summary
        .encounters
        .iter()
        .map(|met| {
            let wins = met.win.iter().map(|(name, p)| format!("{name} {}", percent(*p)));
            let wins: Vec<String> = wins.collect();
            vec![met.sides.join(" v "), percent(met.probability), wins.join(", ")]
        })
        .collect();
    html! {
        @if !rows.is_empty() {
            h2 { "Encounters" }
            (table(&["", "how likely", "who wins then"], &rows))
        }
    }
}

fn planets(summary: &Summary) -> Markup {
    let rows: Vec<Vec<String>> = summary
        .planets
        .iter()
        .map(|planet| {
            let wins = planet.sides.iter().map(|side| percent(side.win.probability));
            [vec![planet.name.clone()], wins.collect(), vec![percent(planet.draw.probability)]]
                .concat()
        })
        .collect();
    html! {
        @if !rows.is_empty() {
            h2 { "Planets" }
            (table(&["", "taken", "kept", "draw"], &rows))
        }
    }
}

fn captains(summary: &Summary) -> Markup {
    let told = |played: &PlayedBy| {
        let PlayedBy { assign, sustain, loss_order, retreat, doctrine, target, aim, objective } =
            played;
        let all = [
            ("dice", assign),
            ("sustains", sustain),
            ("order of loss", loss_order),
            ("retreats", retreat),
            ("doctrine", doctrine),
            ("attacks", target),
            ("aims at", aim),
            ("after", objective),
        ];
        let words: Vec<String> = all
            .into_iter()
            .filter_map(|(name, what)| what.as_ref().map(|what| format!("{name}: {what}")))
            .collect();
        if words.is_empty() { "nothing to decide".into() } else { words.join(", ") }
    };
    let rows: Vec<Vec<String>> = summary
        .play
        .iter()
        .map(|(side, played)| vec![format!("{side} – {}", told(played))])
        .collect();
    table(&[""], &rows)
}
