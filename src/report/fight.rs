//! The figures of a fight as tables, for all formats.

use super::headline::headline;
use super::numbers::{
    balance, battles, intervals, odds, percent, points, short_percent, source, thousands,
};
use super::outline::{Axis, Grid, Outline, Row, filled};
use super::play::first_decision;
use super::text::distinct;
use crate::result::{
    AfterRound, Amount, Choice, Distribution, Line, PlayedBy, Shown, SideSummary, Summary,
    Survivors, Table,
};
use crate::stats::Estimate;

/// Rounds at the end that are less likely than this together are left out.
const RARE: f64 = 0.001;

/// Largest number of rounds whose state is listed.
const MAX_ROUNDS: usize = 24;

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
        warnings: summary.warnings.clone(),
        tables: grids(summary),
        conclusion: conclusion(summary),
    }
}

/// Returns how a typed question was read.
fn notes(summary: &Summary) -> Vec<String> {
    let as_typed = summary.as_typed.iter();
    let read = as_typed.flat_map(|asked| {
        let fleets: Vec<&str> = summary.sides.iter().map(|side| side.fleet.as_str()).collect();
        let read = format!("`{}` was read as {}", asked.typed, fleets.join(" v "));
        asked.is_guess.then_some(read).into_iter().chain(asked.notes.iter().cloned())
    });
    read.collect()
}

/// Returns the game, and how the figures were found.
pub(super) fn game_and_engine(summary: &Summary) -> String {
    let stopped = if summary.partial { " (interrupted)" } else { "" };
    let played = format!("{}{stopped}, seed {}", battles(summary.battles), summary.seed);
    format!("{} · {}", summary.title, source(summary.engine, &played))
}

/// Returns the first decision, and the time taken.
fn conclusion(summary: &Summary) -> Option<String> {
    let timing = summary.timing.map(|timing| {
        let rate = thousands(timing.battles_per_second as u64);
        format!("{:.3} s, {rate} battles a second", timing.seconds)
    });
    let decision = summary.first_decision.as_ref().map(first_decision);
    let said: Vec<String> = decision.into_iter().chain(timing).collect();
    Some(said.join(" · ")).filter(|said| !said.is_empty())
}

/// Returns all tables of a fight.
pub(super) fn grids(summary: &Summary) -> Vec<Grid> {
    let first = vec![chances(summary), play_band(summary), survivors(summary, "Survivors")];
    let last = vec![rounds(summary), by_round(summary), captains(summary)];
    let figures = [tables(summary), vec![costs(summary), swings(summary)]].concat();
    filled([first, figures, distributions(summary), lines(summary), last].concat())
}

/// Returns the tables that the short report has only if they were asked for.
pub(super) fn asked_for(summary: &Summary) -> Vec<Grid> {
    filled([play_band(summary), swings(summary), by_round(summary)])
}

fn chances(summary: &Summary) -> Grid {
    let words = summary.outcomes;
    let wins =
        summary.sides.iter().enumerate().map(|(n, side)| {
            (format!("{} {}", side.name, words.wins[n.min(1)]), &side.win, Some(n))
        });
    let others = [("draw", &summary.draw), (words.standoff, &summary.standoff)];
    let others = others.into_iter().map(|(name, odds)| (name.to_string(), odds, None));
    let all: Vec<(String, &Estimate, Option<usize>)> = wins.chain(others).collect();
    let estimates: Vec<&Estimate> = all.iter().map(|(_, estimate, _)| *estimate).collect();
    let intervals = intervals(&estimates);
    let mut rows: Vec<Row> = Vec::new();
    for ((name, estimate, side), interval) in all.into_iter().zip(intervals) {
        let row = Row::from(vec![name, odds(estimate), interval]);
        rows.push(match side {
            Some(side) => row.of_side(side).with_bar(estimate.probability),
            None => row,
        });
    }
    for (n, side) in summary.sides.iter().enumerate() {
        rows.extend(side.of_game.ends().map(|(words, share)| {
            let name = format!("{} {words}", side.name);
            Row::from(vec![name, percent(share), String::new()]).of_side(n)
        }));
    }
    Grid::of("Odds", ["", "", "95 % interval"], rows)
}

/// Returns the odds between the worst and the best play of each side.
fn play_band(summary: &Summary) -> Grid {
    let row = |(n, side): (usize, &SideSummary)| {
        let band = side.win.band?;
        let name = format!("{} {}", side.name, summary.outcomes.wins[n.min(1)]);
        Some(Row::from(vec![name, percent(band.worst), percent(band.best)]).of_side(n))
    };
    let rows = summary.sides.iter().enumerate().filter_map(row);
    Grid::of("Own play", ["", "worst", "best"], rows)
}

/// Returns the survivors of all groups. A planet has a row of its own above its groups.
pub(super) fn survivors(summary: &Summary, title: &str) -> Grid {
    let all = || summary.sides.iter().flat_map(|side| &side.survivors);
    let most = all().map(Survivors::most).max().unwrap_or(0);
    let mut rows: Vec<Row> = Vec::new();
    for (n, side) in summary.sides.iter().enumerate() {
        let mut name = side.name.clone();
        let mut planet = None;
        for group in &side.survivors {
            if group.planet.is_some() && group.planet != planet {
                planet.clone_from(&group.planet);
                let place = planet.clone().unwrap_or_default();
                rows.push(Row::from(vec![std::mem::take(&mut name), place]).of_side(n));
            }
            let hull = group.hull.map_or(String::new(), |hull| format!("{:.2}", hull.mean));
            let damaged = group.damaged.as_ref();
            let damaged = damaged.map_or(String::new(), |damaged| format!("{:.2}", damaged.mean));
            let start = format!("{} {}", group.start, group.class);
            let mean = format!("{:.2}", group.mean);
            let cells = vec![std::mem::take(&mut name), start, mean, hull, damaged];
            rows.push(Row::from(cells).of_side(n).with_shares(group.possible()));
        }
    }
    let axis = Axis::up_to(most, ["none", "all"], summary.engine.is_exact());
    Grid::with_texts(2, title, ["", "", "mean", "hull", "damaged"], rows).over(axis)
}

fn costs(summary: &Summary) -> Grid {
    let row = |(n, side): (usize, &SideSummary)| {
        let cost = &side.cost;
        let figures = [cost.lost, cost.destroyed, cost.destroyed - cost.lost];
        Row::of(&side.name, figures.map(|figure| format!("{:.2}", figure + 0.0))).of_side(n)
    };
    let rows = summary.sides.iter().enumerate().map(row);
    let title = format!("Expected losses in {}", summary.units.cost);
    Grid::of(&title, ["", "lost", "destroyed", "swing"], rows)
}

/// Returns the distributions of the swing of cost, if requested.
fn swings(summary: &Summary) -> Grid {
    let known = summary.swings();
    let mut values: Vec<f64> = known.flat_map(|(.., swing)| swing.values.clone()).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let rows = summary.swings().map(|(n, side, swing)| {
        let share = |value: &f64| {
            let at = swing.values.iter().position(|other| other == value);
            at.map_or(0.0, |at| swing.distribution[at])
        };
        let shares: Vec<f64> = values.iter().map(share).collect();
        let cells = vec![side.name.clone(), format!("{:.2}", swing.mean)];
        Row::from(cells).of_side(n).with_shares(&shares)
    });
    let axis = values.iter().map(|value| format!("{value:+}")).collect();
    Grid::of("Swing", ["", "mean"], rows).over(Axis::of(axis, summary.engine.is_exact()))
}

/// Returns the distributions that only one game has: a table for each title.
fn distributions(summary: &Summary) -> Vec<Grid> {
    let known = summary
        .of_game()
        .flat_map(|(side, name, figures)| figures.distributions().map(move |of| (side, name, of)));
    let all: Vec<(Option<usize>, &str, &Distribution)> = known.collect();
    let grid = |title: &'static str| {
        let same = || all.iter().filter(|(.., of)| of.title == title);
        // Numbers that never occur are left out at the end.
        let possible = |shares: &[f64]| shares.iter().rposition(|p| *p > 0.0).unwrap_or(0);
        let most = same().map(|(.., of)| possible(&of.shares)).max().unwrap_or(0);
        let rows = same().map(|(side, name, of)| {
            let shares = &of.shares[..of.shares.len().min(most + 1)];
            let cells = vec![(*name).to_string(), format!("{:.2}", of.mean)];
            Row { side: *side, ..Row::from(cells) }.with_shares(shares)
        });
        let axis = Axis::up_to(most as u64, ["none", "most"], summary.engine.is_exact());
        Grid::of(&capital(title), ["", "mean"], rows).over(axis)
    };
    distinct(all.iter().map(|(.., of)| of.title)).into_iter().map(grid).collect()
}

/// Returns the figures in lines that only one game has: a table for each title.
fn lines(summary: &Summary) -> Vec<Grid> {
    let known = summary
        .of_game()
        .flat_map(|(side, name, figures)| figures.lines().map(move |line| (side, name, line)));
    let all: Vec<(Option<usize>, &str, &Line)> = known.collect();
    let grid = |title: &'static str| {
        let same = all.iter().filter(|(.., line)| line.title == title);
        let rows = same.map(|(side, name, line)| {
            let words = format!("{name} {}", line.words).trim().to_string();
            Row { side: *side, ..Row::from(vec![words, amount(line.amount)]) }
        });
        Grid::of(&capital(title), ["", ""], rows)
    };
    distinct(all.iter().map(|(.., line)| line.title)).into_iter().map(grid).collect()
}

/// Returns the tables that only one game has.
fn tables(summary: &Summary) -> Vec<Grid> {
    let row = |(name, cells): &(String, Vec<Option<Amount>>)| {
        Row::of(name, cells.iter().map(|cell| cell.map_or(String::new(), amount)))
    };
    let grid = |table: &Table| {
        let columns = [""].into_iter().chain(table.columns.iter().copied());
        Grid::of(&capital(table.title), columns, table.rows.iter().map(row))
    };
    summary.of_game().flat_map(|(.., figures)| figures.tables()).map(grid).collect()
}

/// Formats an amount for a table, whose title has its unit.
fn amount(amount: Amount) -> String {
    match amount {
        Amount::Share(p) => percent(p),
        Amount::Mean(mean) => format!("{mean:.2}"),
        Amount::Gain(gain) => points(gain),
        Amount::Balance(gain, _) => balance(gain),
    }
}

/// Returns a title with a capital.
fn capital(title: &str) -> String {
    let first = title.chars().next().map(|c| c.to_uppercase().to_string());
    first.map_or(String::new(), |first| first + &title[title.len().min(1)..])
}

/// Returns the number of rounds. The last rounds of long battles are too rare to be visible.
fn rounds(summary: &Summary) -> Grid {
    let all = &summary.rounds;
    let mut rest = 0.0;
    let last = all.distribution.iter().rposition(|p| {
        rest += p;
        rest >= RARE
    });
    let first = all.distribution.iter().position(|p| *p > 0.0).unwrap_or(0);
    let seen = first..=last.unwrap_or(0).max(first);
    let shares = all.distribution.get(seen.clone()).unwrap_or_default();
    let axis = Axis::of(seen.map(|n| n.to_string()).collect(), summary.engine.is_exact());
    let title = format!("{}s", summary.units.time);
    let row = Row::from(vec!["per battle".into(), format!("{:.2}", all.mean)]).with_shares(shares);
    Grid::of(&capital(&title), ["", "mean"], [row]).over(axis)
}

/// Returns the state of the battle after each round, if requested.
fn by_round(summary: &Summary) -> Grid {
    let listed = &summary.rounds.by_round;
    let all = &listed[..listed.len().min(MAX_ROUNDS)];
    let time = summary.units.time;
    let Some(first) = all.first() else { return Grid::default() };
    let title = match listed.len() - all.len() {
        0 => format!("After {time}"),
        more => format!("After {time} ({more} more: --json)"),
    };
    let row =
        |name: String, cell: &dyn Fn(&AfterRound) -> String| Row::of(name, all.iter().map(cell));
    let mut rows = Vec::new();
    for (n, side) in first.sides.iter().enumerate() {
        let name = format!("{} {}", side.name, summary.outcomes.wins[n.min(1)]);
        let win = |after: &AfterRound| short_percent(after.sides[n].win.probability);
        rows.push(row(name, &win).of_side(n));
        for (g, left) in side.survivors.iter().enumerate() {
            let mean = |after: &AfterRound| format!("{:.2}", after.sides[n].survivors[g].mean);
            rows.push(row(format!("{} {}", left.start, left.class), &mean));
        }
    }
    rows.push(row("undecided".into(), &|after| short_percent(after.undecided.probability)));
    let numbers = all.iter().map(|after| after.round.to_string());
    Grid::of(&title, [String::new()].into_iter().chain(numbers), rows)
}

/// Returns how each side played, and what it loses first.
fn captains(summary: &Summary) -> Grid {
    let list = |PlayedBy { choices, .. }: &PlayedBy| {
        let words = choices.iter().map(|Choice { title, value, .. }| format!("{title}: {value}"));
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing to decide".into() } else { words.join(", ") }
    };
    let played = summary.play.iter().map(|(side, played)| vec![side.clone(), list(played)]);
    let words = summary.sides.iter().flat_map(|side| {
        side.of_game.shown().filter_map(move |shown| match shown {
            Shown::Words(title, words) => {
                Some(vec![format!("{} {title}", side.name), words.join(", ")])
            }
            _ => None,
        })
    });
    Grid::with_texts(2, "How each side played", ["", ""], played.chain(words))
}
