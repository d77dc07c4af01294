//! Fleets from best to worst.

use super::super::bars::bar;
use super::super::comparison::Comparison;
use super::super::drawing::{BarRow, Drawing, bars};
use super::super::named::{ColumnLabels, Named};
use super::super::numbers::battles;
use super::super::outline::{Grid, Outline, how};
use super::super::style::{dim, of_side, strong};
use super::super::text::{fit_width, line, wrap};
use super::{behind, by, enemies, interval, shown};
use crate::result::RankedCandidate;

/// Returns the content of a comparison.
pub(in crate::report) fn outline(all: &Comparison) -> Outline {
    let subject = &all.subject;
    let role = if all.side == 1 { "defending" } else { "attacking" };
    let simulated = all.ranked.iter().filter(|candidate| candidate.battles > 0).count();
    let how = how(simulated, all.ranked.len(), all.subject.seed);
    let facts = vec![format!("{} · {role} · {how} · {}", subject.title, by(all.by, subject.unit))];
    let stopped = all.stopped.as_ref();
    Outline {
        headline: match all.ranked.len() {
            1 => "1 fleet".into(),
            n => format!("{n} fleets, the best first"),
        },
        facts: [facts, enemies(all.enemies(), &all.weights)].concat(),
        notes: stopped
            .iter()
            .map(|s| s.words("interrupted: this is what had been compared"))
            .collect(),
        tables: [vec![figures(all)], by_enemy(all)].concat(),
        conclusion: None,
    }
}

fn figures(all: &Comparison) -> Grid {
    let unit = all.subject.unit;
    let per_cost = format!("win per 10 {unit}");
    let columns = ["", "fleet", "win", "95 % interval", "swing", unit, &per_cost, "behind"];
    let row = |(n, candidate): (usize, &RankedCandidate)| {
        vec![
            n.to_string(),
            named(all, candidate).long(),
            shown(candidate.total.win),
            interval(candidate.total.win),
            format!("{:.2}", candidate.total.swing.value),
            candidate.cost.to_string(),
            per_10(candidate),
            if n == 1 { String::new() } else { behind(candidate, all.by) },
        ]
    };
    Grid::with_texts(2, "", &columns, (1..).zip(&all.ranked).map(row).collect())
}

/// Returns the odds against each enemy, if there are several.
fn by_enemy(all: &Comparison) -> Vec<Grid> {
    if all.enemies().len() < 2 {
        return Vec::new();
    }
    let columns: Vec<&str> =
        std::iter::once("").chain(all.enemies().iter().map(Named::short)).collect();
    let row = |candidate: &RankedCandidate| {
        let wins = candidate.against.iter().map(|trial| shown(trial.win));
        std::iter::once(named(all, candidate).short().to_string()).chain(wins).collect()
    };
    vec![Grid::of("Odds against each enemy", &columns, all.ranked.iter().map(row).collect())]
}

fn named<'a>(all: &'a Comparison, candidate: &RankedCandidate) -> &'a Named {
    &all.fleets()[candidate.number]
}

fn per_10(candidate: &RankedCandidate) -> String {
    candidate.per_cost().map_or("–".into(), |share| format!("{:.2} %", share.value * 100.0))
}

/// Formats a table with two lines per candidate, in order.
pub(in crate::report) fn table(all: &Comparison, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    line!(text);
    let unit = all.subject.unit;
    let cost = unit.len().max(5) + 2;
    let labels = ColumnLabels::of(all.fleets(), width - 4 - 31 - cost);
    let names = labels.width();
    let header = format!("{:>10}{:>9}{unit:>cost$}{:>12}", "win", "swing", "win per 10");
    line!(text, "    {}{}", " ".repeat(names), dim(header));
    let room = (width / 4).clamp(16, 24);
    for (n, candidate) in (1..).zip(&all.ranked) {
        let win = candidate.total.win;
        let figures = format!("{:>9.2}{:>cost$}", candidate.total.swing.value, candidate.cost);
        let win_shown = strong(format!("{:>10}", shown(win)));
        let name = fit_width(&labels.all[candidate.number], names);
        line!(text, "{n:>3} {name}{win_shown}{figures}{:>12}", per_10(candidate));
        let mut remarks = Vec::new();
        if n > 1 {
            remarks.push(behind(candidate, all.by));
        }
        if candidate.is_dropped {
            remarks.push(format!("dropped after {}", battles(candidate.battles)));
        }
        for (n, words) in wrap(&remarks.join(", "), width - room - 6).iter().enumerate() {
            let bar = if n == 0 { bar(win.value, room) } else { String::new() };
            let line = match words.as_str() {
                "" => of_side(0, bar),
                words => format!("{}  {}", of_side(0, fit_width(&bar, room)), dim(words)),
            };
            line!(text, "    {line}");
        }
    }
    labels.write_legend(&mut text, width);
    write_by_enemy(all, &labels, &mut text, width);
    text
}

/// Writes the odds against each enemy, if there are several: a column for each.
fn write_by_enemy(all: &Comparison, fleets: &ColumnLabels, text: &mut String, width: usize) {
    const LEAST: usize = 10;
    let number = all.enemies().len();
    let names = fleets.width();
    let room = (width - 4 - names) / number.max(1);
    if number < 2 || room < LEAST {
        return;
    }
    let enemies = ColumnLabels::of(all.enemies(), room - 2);
    let column = (enemies.width() + 2).max(LEAST);
    let header: String = enemies.all.iter().map(|label| format!("{label:>column$}")).collect();
    line!(text);
    line!(text, "    {}{}", fit_width("vs", names), dim(header));
    for (n, candidate) in (1..).zip(&all.ranked) {
        let wins = candidate.against.iter().map(|trial| format!("{:>column$}", shown(trial.win)));
        let name = fit_width(&fleets.all[candidate.number], names);
        line!(text, "{n:>3} {name}{}", wins.collect::<String>());
    }
    enemies.write_legend(text, width);
}

/// Draws the odds of the candidates as bars with their intervals.
pub(in crate::report) fn drawings(all: &Comparison) -> Vec<Drawing> {
    let row = |(n, candidate): (usize, &RankedCandidate)| {
        let label = format!("{n}. {}", named(all, candidate).long());
        BarRow::share(label, candidate.total.win, shown(candidate.total.win))
    };
    let rows: Vec<BarRow> = (1..).zip(&all.ranked).map(row).collect();
    vec![bars("Odds of winning", &rows)]
}
