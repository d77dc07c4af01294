//! The figures of a fight as tables, for pages and Markdown.

use super::brief::headline;
use super::numbers::{balance, battles, interval, percent, points, source};
use super::outline::{Grid, Outline};
use crate::result::{
    Cell, Choice, PlayedBy, Section, ShownDistribution, ShownDistributions, SideSummary, Summary,
};
use crate::stats::Estimate;

/// Returns the content of a fight.
pub(super) fn outline(summary: &Summary) -> Outline {
    let many = summary.sides.len() > 2;
    let side = |side: &SideSummary| match many {
        true => format!("{}: {}", side.name, side.fleet),
        false => side.fleet.clone(),
    };
    let fleets: Vec<String> = summary.sides.iter().map(side).collect();
    let rules = summary.house_rules.iter().map(|rule| format!("house rule: {rule}"));
    Outline {
        headline: headline(summary),
        facts: [fleets.join(if many { "; " } else { " v " }), game_and_engine(summary)]
            .into_iter()
            .chain(rules)
            .collect(),
        notes: notes(summary),
        tables: grids(summary),
        conclusion: None,
    }
}

/// Returns how a typed question was read, and the warnings.
fn notes(summary: &Summary) -> Vec<String> {
    let as_typed = summary.as_typed.iter();
    let read = as_typed.flat_map(|asked| {
        let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
        let read = format!("`{}` was read as {}", asked.typed, fleets.join(" v "));
        asked.is_guess.then_some(read).into_iter().chain(asked.notes.iter().cloned())
    });
    read.chain(summary.warnings.iter().cloned()).collect()
}

/// Returns the game, and how the figures were found.
pub(super) fn game_and_engine(summary: &Summary) -> String {
    let played = format!("{}, seed {}", battles(summary.battles), summary.seed);
    format!("{} · {}", summary.title, source(summary.engine, &played))
}

/// Returns all tables of a fight.
pub(super) fn grids(summary: &Summary) -> Vec<Grid> {
    let always = vec![odds(summary), survivors(summary), costs(summary)];
    [always, distributions(summary), sections(summary), vec![captains(summary)]].concat()
}

fn odds(summary: &Summary) -> Grid {
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
    Grid::of("Odds", &["", "", "95 % interval"], rows)
}

fn survivors(summary: &Summary) -> Grid {
    let rows: Vec<Vec<String>> = summary
        .sides
        .iter()
        .flat_map(|side| {
            side.survivors.iter().map(|group| {
                let end = |p: Option<&f64>| percent(p.copied().unwrap_or(0.0));
                vec![
                    format!("{}: {}", side.name, group.group()),
                    format!("{:.2}", group.mean),
                    end(group.distribution.first()),
                    end(group.distribution.last()),
                ]
            })
        })
        .collect();
    Grid::of("Survivors", &["", "mean", "none", "all"], rows)
}

fn costs(summary: &Summary) -> Grid {
    let row = |side: &SideSummary| {
        let cost = &side.cost;
        let figures = [cost.lost, cost.destroyed, cost.destroyed - cost.lost];
        let figures = figures.map(|figure| format!("{:.2}", figure + 0.0));
        [vec![side.name.clone()], figures.to_vec()].concat()
    };
    let rows: Vec<Vec<String>> = summary.sides.iter().map(row).collect();
    Grid::of("Expected losses", &[summary.units.cost, "lost", "destroyed", "swing"], rows)
}

/// Returns the distributions of the sides: the first of each in full, and the means of the others.
fn distributions(summary: &Summary) -> Vec<Grid> {
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
    groups.iter().filter_map(|(title, sides)| distributions_of(title, sides)).collect()
}

fn distributions_of(title: &str, sides: &[(&SideSummary, &ShownDistributions)]) -> Option<Grid> {
    let (_, ShownDistributions { all: titles, .. }) = sides.first()?;
    let others = titles.iter().skip(1).map(|other| other.title);
    let mean = |of: &ShownDistribution| match of.shares.is_empty() {
        true => String::new(),
        false => format!("{:.2}", of.mean),
    };
    // Numbers that never occur are left out at the end.
    let possible = |(_, of): &(&SideSummary, &ShownDistributions)| {
        let first = of.all.first()?;
        first.shares.iter().rposition(|p| *p > 0.0).map(|last| last + 1)
    };
    let possible = sides.iter().filter_map(possible).max().unwrap_or(0);
    let row = |(side, ShownDistributions { all, .. }): &(&SideSummary, &ShownDistributions)| {
        let shares = all.first().into_iter().flat_map(|first| &first.shares).take(possible);
        let cells = all.iter().map(mean).chain(shares.map(|p| percent(*p)));
        std::iter::once(side.name.clone()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = sides.iter().map(row).collect();
    let shown = rows.iter().map(|row| row.len().saturating_sub(titles.len() + 1));
    let counts: Vec<String> = (0..shown.max().unwrap_or(0)).map(|n| n.to_string()).collect();
    let what = titles.first().map_or("", |first| first.title);
    let columns: Vec<&str> =
        [what, "mean"].into_iter().chain(others).chain(counts.iter().map(String::as_str)).collect();
    Some(Grid::of(title, &columns, rows))
}

/// Returns the sections that only one game has.
fn sections(summary: &Summary) -> Vec<Grid> {
    let cell = |cell: &Cell| match cell {
        Cell::Share(p) | Cell::RoughShare(p) => percent(*p),
        Cell::Mean(mean) => format!("{mean:.2}"),
        Cell::Points(gain) => points(*gain),
        Cell::Balance(gain) => balance(*gain),
        Cell::Shares(shares) => {
            let shares = shares.iter().map(|(name, p)| format!("{name} {}", percent(*p)));
            shares.collect::<Vec<_>>().join(", ")
        }
    };
    let row = |(name, cells): &(String, Vec<Cell>)| {
        std::iter::once(name.clone()).chain(cells.iter().map(cell)).collect()
    };
    let grid = |section: &Section| {
        let columns: Vec<&str> =
            std::iter::once("").chain(section.columns.iter().copied()).collect();
        Grid::of(section.title, &columns, section.rows.iter().map(row).collect())
    };
    summary.sections().map(|sections| grid(&sections.page)).collect()
}

fn captains(summary: &Summary) -> Grid {
    let list = |PlayedBy { choices, .. }: &PlayedBy| {
        let words = choices.iter().map(|Choice { title, value, .. }| format!("{title}: {value}"));
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing to decide".into() } else { words.join(", ") }
    };
    let row = |(side, played): &(String, PlayedBy)| vec![side.clone(), list(played)];
    let rows = summary.play.iter().map(row).collect();
    Grid::with_texts(2, "How each side played", &["", ""], rows)
}
