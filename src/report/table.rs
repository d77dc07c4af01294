//! The result as a table for the terminal.

use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::bars::{bar, sparkline};
use super::numbers::{interval, percent, thousands};
use super::style::{heading, of_side, quiet, strong};
use crate::result::{PlayedBy, Probability, Reputation, Summary, Survivors};
use crate::stats::Estimate;

/// Layout of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableOptions {
    /// Columns of the terminal; tables are between 60 and 120 columns wide.
    pub width: usize,
}

/// Formats the summary as a table with bars.
#[must_use]
pub fn table(summary: &Summary, options: TableOptions) -> String {
    let width = options.width.clamp(60, 120);
    let mut text = String::new();
    title(&mut text, summary, width);
    outcomes(&mut text, summary, width);
    play_band(&mut text, summary, width);
    survivors(&mut text, summary, width);
    losses(&mut text, summary, width);
    after_capacity(&mut text, summary, width);
    planets(&mut text, summary, width);
    costs(&mut text, summary, width);
    reputation(&mut text, summary, width);
    encounters(&mut text, summary, width);
    after_battles(&mut text, summary, width);
    rounds(&mut text, summary, width);
    by_round(&mut text, summary, width);
    footer(&mut text, summary, width);
    text
}

/// Writes a line; writing to a string cannot fail.
macro_rules! line {
    ($text:expr) => { $text.push('\n') };
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

/// Returns the width of the names at the left edge, which leaves room for figures and intervals.
fn name_width(summary: &Summary, width: usize) -> usize {
    let most = width.saturating_sub(45).clamp(15, 34);
    let sides = summary.sides.iter().map(|side| {
        let claims = side.may_claim.is_some_and(|claim| claim.probability > 0.0);
        let verb = match (claims, side.retreated.is_some_and(|p| p.probability > 0.0)) {
            (true, _) => " may claim",
            (false, true) => " retreats",
            _ if !summary.planets.is_empty() => " takes all",
            _ if summary.control.is_some() => " controls",
            _ => " wins",
        };
        side.name.width() + verb.width()
    });
    let groups = summary.sides.iter().flat_map(|s| &s.survivors).map(|g| group(g).width() + 2);
    sides.chain(groups).max().unwrap_or(0).clamp(15, most)
}

fn group(survivors: &Survivors) -> String {
    format!("{} {}", survivors.start, survivors.class)
}

/// Cuts a text to a width in columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// Cuts or pads a text to a width in columns.
pub(super) fn fit(text: &str, width: usize) -> String {
    let cut = cut(text, width);
    let space = width.saturating_sub(cut.width());
    cut + &" ".repeat(space)
}

fn title(text: &mut String, summary: &Summary, width: usize) {
    let fleets: Vec<&str> = summary.sides.iter().map(|s| s.fleet.as_str()).collect();
    let one_line = fleets.join("  v  ");
    if summary.sides.len() > 2 {
        for side in &summary.sides {
            line!(text, "{}", heading(format!("{}: {}", side.name, side.fleet)));
        }
    } else if one_line.width() <= width {
        line!(text, "{}", heading(one_line));
    } else {
        line!(text, "{}", heading(fleets.join("\n  v  ")));
    }
    let battles = thousands(summary.battles);
    let stopped = if summary.partial { " (interrupted)" } else { "" };
    let played = match summary.engine {
        "exact" => "exact".into(),
        "exact+simulate" => {
            format!("exact, beside it {battles} battles{stopped} · seed {}", summary.seed)
        }
        _ => format!("{battles} battles{stopped} · seed {}", summary.seed),
    };
    line!(text, "{}", quiet(format!("{} · {played}", summary.rules)));
    line!(text);
}

fn outcomes(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let several = if summary.planets.is_empty() { "standoff" } else { "each has some" };
    let others = [("draw", &summary.draw), (several, &summary.standoff)];
    let estimates = summary.sides.iter().map(|side| &side.win).chain(others.map(|(_, o)| o));
    let intervals = estimates.map(|e| interval(e).width()).max().unwrap_or(0).max(20);
    // The rest of the line holds a margin, the name, the figure and the interval.
    let bars = width.saturating_sub(names + 2 + 11 + 2 + intervals).max(4);
    let mut row = |name: String, estimate: &Estimate, bar: String, side: usize| {
        let mut line = format!("  {name}{}", strong(format!("{:>9}", shown(estimate))));
        let space = " ".repeat(bars - bar.chars().count());
        if !bar.is_empty() {
            line += &format!("  {}", of_side(side, &bar));
        }
        let interval = interval(estimate);
        if !interval.is_empty() {
            let gap = if bar.is_empty() { "  " } else { "" };
            line += &format!("{gap}{space}  {}", quiet(interval));
        }
        line!(text, "{line}");
    };
    for (side, figures) in summary.sides.iter().enumerate() {
        let verb = match side {
            _ if summary.is_sector() => "holds",
            0 if !summary.planets.is_empty() => "takes all",
            1 if !summary.planets.is_empty() => "keeps all",
            _ => "wins",
        };
        let name = fit(&format!("{} {verb}", figures.name), names);
        row(name, &figures.win, bar(figures.win.probability, bars), side);
    }
    for (name, outcome) in others.iter().filter(|(_, outcome)| outcome.probability > 0.0) {
        row(fit(name, names), outcome, String::new(), 0);
    }
    for (side, figures) in summary.sides.iter().enumerate() {
        let retreated = figures.retreated.map_or(0.0, |p| p.probability);
        if retreated > 0.0 {
            let name = of_side(side, fit(&format!("{} retreats", figures.name), names));
            line!(text, "  {name}{}", strong(format!("{:>9}", percent(retreated))));
        }
    }
    let unseen: Vec<&str> =
        others.iter().filter(|(_, o)| o.probability == 0.0).map(|(name, _)| *name).collect();
    if !unseen.is_empty() {
        line!(text, "  {}", quiet(format!("{}: none", unseen.join(", "))));
    }
    line!(text);
}

/// Writes the odds between the worst and the best play of each side.
fn play_band(text: &mut String, summary: &Summary, width: usize) {
    if summary.sides.iter().all(|side| side.win.band.is_none()) {
        return;
    }
    let names = name_width(summary, width);
    let title = format!("{:<names$}", "own play");
    line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{:>11}", "worst", "best")));
    for (side, figures) in summary.sides.iter().enumerate() {
        if let Some(band) = figures.win.band {
            let name = of_side(side, fit(&format!("{} wins", figures.name), names));
            line!(text, "  {name}{:>9}{:>11}", percent(band.worst), percent(band.best));
        }
    }
    line!(text);
}

/// A simulated share of 0 or 1 is not shown as certain.
fn shown(estimate: &Estimate) -> String {
    match estimate.probability {
        // A sum of certain outcomes may be off by rounding error.
        p if estimate.is_exact() && p > 1.0 - 1e-12 => percent(1.0),
        p if estimate.is_exact() => percent(p),
        0.0 => "< 0.01 %".into(),
        1.0 => "> 99.99 %".into(),
        p => percent(p),
    }
}

fn survivors(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let most = summary.sides.iter().flat_map(|s| &s.survivors).map(|g| g.start).max().unwrap_or(0);
    let has_hull = summary.sides.iter().flat_map(|s| &s.survivors).any(|g| g.hull.is_some());
    let hull = |left: &Survivors| match left.hull {
        Some(hull) => format!("{:>9.2}", hull.mean),
        None => String::new(),
    };
    let room = width - names - 2 - 9 - if has_hull { 9 } else { 0 };
    let columns = (most as usize + 1) * 8 <= room;
    let counts: String = (0..=most).map(|n| format!("{n:>8}")).collect();
    let header = if columns { counts } else { format!("{:>9}{:>9}  0 … all", "none", "all") };
    let title = format!("{:<names$}", "ships left");
    let hull_title = if has_hull { format!("{:>9}", "hull") } else { String::new() };
    line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{hull_title}{header}", "mean")));
    for (side, figures) in summary.sides.iter().enumerate() {
        line!(text, "  {}", of_side(side, cut(&figures.name, width - 2)));
        for group_left in &figures.survivors {
            let name = fit(&group(group_left), names - 2);
            let left = &group_left.distribution;
            let (none, all) = (left.first().copied(), left.last().copied());
            let distribution = if columns {
                left.iter().map(|p| format!("{:>8}", share(summary, *p))).collect()
            } else {
                let space = room.saturating_sub(20).min(left.len());
                let none = share(summary, none.unwrap_or(0.0));
                let all = share(summary, all.unwrap_or(0.0));
                format!("{none:>9}{all:>9}  {}", sparkline(&buckets(left, space)))
            };
            let hull = hull(group_left);
            line!(text, "    {name}{:>9.2}{hull}{distribution}", group_left.mean);
        }
    }
    line!(text);
}

/// Writes the probabilities of losing all ships, and of losing a leader.
fn losses(text: &mut String, summary: &Summary, width: usize) {
    if summary.sides.iter().all(|side| side.leader_lost.is_none()) {
        return;
    }
    let names = name_width(summary, width);
    let title = format!("{:<names$}", "lost");
    line!(text, "  {}{}", heading(title), quiet(format!("{:>11}{:>11}", "all ships", "a leader")));
    for (side, figures) in summary.sides.iter().enumerate() {
        let share = |p: Option<Probability>| match p.map_or(0.0, |p| p.probability) {
            p if is_certain(summary, p) => percent(1.0),
            p => percent(p),
        };
        let name = of_side(side, fit(&figures.name, names));
        let (ships, leader) = (share(figures.wiped_out), share(figures.leader_lost));
        line!(text, "  {name}{ships:>11}{leader:>11}");
    }
    line!(text);
}

/// Writes the survivors after the check of the winner's capacity, for groups that lose units in it.
fn after_capacity(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let mut is_first = true;
    for (side, figures) in summary.sides.iter().enumerate() {
        let kept = figures.after_capacity.iter().flatten().zip(&figures.survivors);
        let removed: Vec<&Survivors> = kept
            .filter(|(after, before)| before.mean - after.mean > 1e-9)
            .map(|(after, _)| after)
            .collect();
        if removed.is_empty() {
            continue;
        }
        if std::mem::take(&mut is_first) {
            line!(text, "  {}", heading("left with room for them"));
        }
        line!(text, "  {}", of_side(side, cut(&figures.name, width - 2)));
        for group_left in removed {
            let name = fit(&group(group_left), names - 2);
            line!(text, "    {name}{:>9.2}", group_left.mean);
        }
    }
    if !is_first {
        line!(text);
    }
}

/// Writes the probabilities of the outcomes on each planet of an invasion.
fn planets(text: &mut String, summary: &Summary, width: usize) {
    if summary.planets.is_empty() {
        return;
    }
    let names = width.saturating_sub(2 + 4 * 9).clamp(20, 40);
    let title = format!("{:<names$}", "planets");
    let columns = format!("{:>9}{:>9}{:>9}{:>9}", "taken", "draw", "kept", "standoff");
    line!(text, "  {}{}", heading(title), quiet(columns));
    for planet in &summary.planets {
        let won = |side: usize| planet.sides[side].win.probability;
        let shares = [won(0), planet.draw.probability, won(1), planet.standoff.probability];
        let cells: String = shares.iter().map(|p| format!("{:>9}", short_percent(*p))).collect();
        line!(text, "  {}{cells}", fit(&planet.name, names));
    }
    line!(text);
}

/// Merges a distribution into at most `most` values.
fn buckets(distribution: &[f64], most: usize) -> Vec<f64> {
    let size = distribution.len().div_ceil(most.max(1)).max(1);
    distribution.chunks(size).map(|chunk| chunk.iter().sum()).collect()
}

/// Formats a share of battles with one decimal, or a dash for 0. A share of 1 is not shown as
/// certain, because the battles played are not all possible ones.
fn short_percent(p: f64) -> String {
    match p {
        0.0 => "–".into(),
        p if p < 0.000_5 => "<0.1 %".into(),
        p if p > 0.999_5 => ">99.9 %".into(),
        p => format!("{:.1} %", p * 100.0),
    }
}

/// Formats a share like [`short_percent`], except that exact certainty is shown as such.
fn share(summary: &Summary, p: f64) -> String {
    if is_certain(summary, p) { "100 %".into() } else { short_percent(p) }
}

/// Whether a share is exact certainty, up to rounding error.
fn is_certain(summary: &Summary, p: f64) -> bool {
    summary.engine.starts_with("exact") && p > 1.0 - 1e-12
}

fn costs(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let title = format!("{:<names$}", summary.units.cost);
    line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{:>11}", "lost", "destroyed")));
    for (side, figures) in summary.sides.iter().enumerate() {
        let name = of_side(side, fit(&figures.name, names));
        line!(text, "  {name}{:>9.2}{:>11.2}", figures.cost.lost, figures.cost.destroyed);
    }
    line!(text);
    swings(text, summary, width);
}

/// Writes the distribution of the swing of cost, if requested.
fn swings(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let known = summary.sides.iter().filter_map(|side| side.cost.swing.as_ref());
    let Some(swing) = known.clone().next() else { return };
    // With two sides, the second distribution is the mirror image of the first.
    let shown = if summary.sides.len() == 2 { 1 } else { summary.sides.len() };
    let in_columns = shown == 1 && swing.values.len() * 8 <= width - names - 11;
    let header = match in_columns {
        true => swing.values.iter().map(|value| format!("{value:>+8}")).collect(),
        false => format!("{:>9}{:>9}  least … most", "least", "most"),
    };
    let title = format!("{:<names$}", "swing");
    line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{header}", "mean")));
    for (side, (figures, swing)) in summary.sides.iter().zip(known).enumerate().take(shown) {
        let name = of_side(side, fit(&figures.name, names));
        let all = &swing.distribution;
        let shares = if in_columns {
            all.iter().map(|p| format!("{:>8}", share(summary, *p))).collect()
        } else {
            let ends = [swing.values.first(), swing.values.last()];
            let [least, most] = ends.map(|value| value.copied().unwrap_or(0.0));
            let space = (width - names - 11).saturating_sub(20).min(all.len());
            format!("{least:>+9}{most:>+9}  {}", sparkline(&buckets(all, space)))
        };
        line!(text, "  {name}{:>9.2}{shares}", swing.mean);
    }
    line!(text);
}

fn reputation(text: &mut String, summary: &Summary, width: usize) {
    let owners: Vec<(usize, &str, &Reputation)> = summary
        .sides
        .iter()
        .enumerate()
        .filter_map(|(i, side)| Some((i, side.name.as_str(), side.reputation.as_ref()?)))
        .collect();
    if owners.is_empty() {
        return;
    }
    let names = name_width(summary, width);
    let mut section = |title: &str,
                       first: usize,
                       values: &dyn Fn(&Reputation) -> (f64, Vec<f64>)| {
        let columns = owners.iter().map(|(_, _, r)| values(r).1.len()).max().unwrap_or(0);
        // Figures omit the unit if there is no room for it.
        let room = (width - names - 11) / columns.max(1);
        let column = room.clamp(5, 8);
        let is_narrow = columns * 5 > width - names - 11;
        let counts: String = (first..first + columns).map(|n| format!("{n:>column$}")).collect();
        let counts = if is_narrow { format!("  0 to {}", columns - 1) } else { counts };
        let title = format!("{title:<names$}");
        line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{counts}", "mean")));
        for (side, name, reputation) in &owners {
            let (mean, distribution) = values(reputation);
            if is_narrow {
                let name = of_side(*side, fit(name, names));
                let room = width - names - 13;
                let line = sparkline(&buckets(&distribution, room));
                line!(text, "  {name}{mean:>9.2}  {line}");
                continue;
            }
            let share = |p: &f64| {
                let share = short_percent(*p);
                let share = if column < 8 { share.trim_end_matches(" %") } else { &share };
                format!("{share:>column$}")
            };
            let shares: String = distribution.iter().map(share).collect();
            let name = of_side(*side, fit(name, names));
            line!(text, "  {name}{mean:>9.2}{shares}");
        }
    };
    // In a sector, the list may be long; trailing zeros are omitted.
    let drawn = |r: &Reputation| r.draws.iter().rposition(|p| *p > 0.0).map_or(0, |last| last + 1);
    let most = owners.iter().map(|(_, _, r)| drawn(r)).max().unwrap_or(0).max(6);
    section("tiles drawn", 0, &|r| (r.mean, r.draws.iter().copied().take(most).collect()));
    if owners.iter().all(|(_, _, r)| r.best_tile.is_some()) {
        section("best tile", 0, &|r| {
            let Some(best) = &r.best_tile else { return (0.0, Vec::new()) };
            let values = 0..=best.distribution.keys().copied().max().unwrap_or(0);
            let share = |value| best.distribution.get(&value).copied().unwrap_or(0.0);
            (best.mean, values.map(share).collect())
        });
    }
    line!(text);
}

/// Writes the battles of a sector: their probability, and that of each side's victory.
fn encounters(text: &mut String, summary: &Summary, width: usize) {
    if summary.encounters.is_empty() {
        return;
    }
    let names = width.saturating_sub(2 + 4 * 9).clamp(20, 48);
    let title = format!("{:<names$}", "battles");
    let columns = format!("{:>9}{:>9}{:>9}{:>9}", "fought", "first", "second", "neither");
    line!(text, "  {}{}", heading(title), quiet(columns));
    for met in &summary.encounters {
        let win = |n: usize| met.sides.get(n).and_then(|name| met.win.get(name)).copied();
        let name = fit(&met.sides.join(" v "), names);
        let shares = [Some(met.probability), win(0), win(1), Some(met.draw + met.standoff)];
        let shares: String =
            shares.iter().map(|p| format!("{:>9}", share(summary, p.unwrap_or(0.0)))).collect();
        line!(text, "  {name}{shares}");
    }
    line!(text);
}

/// Writes the losses of population and influence, and the sides that may claim the sector.
fn after_battles(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let cell = |p: f64| format!("{:>8}", short_percent(p));
    if let Some(population) = &summary.population {
        let room = (width - names - 11) / 8;
        let most = population.destroyed.len();
        let mean: f64 = (0u32..).zip(&population.destroyed).map(|(n, p)| f64::from(n) * p).sum();
        let title = format!("{:<names$}", "cubes destroyed");
        if most <= room {
            let counts: String = (0..most).map(|n| format!("{n:>8}")).collect();
            line!(text, "  {}{}", heading(title), quiet(format!("{:>9}{counts}", "mean")));
            let shares: String = population.destroyed.iter().map(|p| cell(*p)).collect();
            line!(text, "  {}{mean:>9.2}{shares}", " ".repeat(names));
        } else {
            line!(
                text,
                "  {}{}",
                heading(title),
                quiet(format!("{:>9}{:>8}{:>8}", "mean", "none", "all"))
            );
            let none = population.destroyed.first().copied().unwrap_or(0.0);
            line!(text, "  {}{mean:>9.2}{}{}", " ".repeat(names), cell(none), cell(population.all));
        }
    }
    if let Some(influence) = summary.influence {
        line!(text, "  {}{:>9}", fit("influence lost", names), percent(influence.lost));
    }
    for (i, side) in summary.sides.iter().enumerate() {
        if let Some(claim) = side.may_claim.filter(|claim| claim.probability > 0.0) {
            let name = of_side(i, fit(&format!("{} may claim", side.name), names));
            line!(text, "  {name}{:>9}", percent(claim.probability));
        }
    }
    if let Some(control) = &summary.control
        && summary.draw.probability + summary.standoff.probability > 0.0
    {
        for (i, side) in summary.sides.iter().enumerate() {
            let name = of_side(i, fit(&format!("{} controls", side.name), names));
            line!(text, "  {name}{:>9}", percent(control.get(&side.name).copied().unwrap_or(0.0)));
        }
        line!(text);
    }
    if summary.influence.is_some() || summary.sides.iter().any(|s| s.may_claim.is_some()) {
        line!(text);
    }
}

fn rounds(text: &mut String, summary: &Summary, width: usize) {
    let names = name_width(summary, width);
    let rounds = &summary.rounds;
    // The last rounds of long battles are too rare to be visible.
    let mut rest = 0.0;
    let seen = rounds.distribution.iter().rposition(|p| {
        rest += p;
        rest >= 0.001
    });
    let room = width - names - 2 - 9 - 2 - 12;
    let shown = &rounds.distribution[..seen.map_or(0, |last| last + 1)];
    let title = format!("{:<names$}", format!("{}s", summary.units.time));
    let last = shown.len().saturating_sub(1);
    let line = sparkline(&buckets(shown, room));
    let line = match shown {
        [] => String::new(),
        _ => format!("  {line}  {}", quiet(format!("0 to {last}"))),
    };
    line!(text, "  {}{:>9.2}{line}", heading(title), rounds.mean);
    line!(text);
}

/// Writes the state of the battle after each round, as far as there is room.
fn by_round(text: &mut String, summary: &Summary, width: usize) {
    const COLUMN: usize = 8;
    let names = name_width(summary, width);
    let listed = &summary.rounds.by_round;
    let room = (width - names - 2) / COLUMN;
    let shown = &listed[..listed.len().min(room)];
    let Some(first) = shown.first() else { return };
    let mut row = |name: String, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>COLUMN$}")).collect();
        line!(text, "  {name}{cells}");
    };
    let rounds = shown.iter().map(|after| after.round.to_string()).collect();
    let title = format!("after {}", summary.units.time);
    row(heading(format!("{title:<names$}")), rounds);
    for (i, side) in first.sides.iter().enumerate() {
        let wins = shown.iter().map(|after| short_percent(after.sides[i].win.probability));
        row(of_side(i, fit(&format!("{} wins", side.name), names)), wins.collect());
        for (g, left) in side.survivors.iter().enumerate() {
            let name = fit(&format!("  {} {}", left.start, left.class), names);
            let means =
                shown.iter().map(|after| format!("{:.2}", after.sides[i].survivors[g].mean));
            row(name, means.collect());
        }
    }
    let undecided = shown.iter().map(|after| short_percent(after.undecided.probability));
    row(fit("undecided", names), undecided.collect());
    if shown.len() < listed.len() {
        let (n, time) = (listed.len() - shown.len(), summary.units.time);
        let more = format!("{n} more {time}s: --format json, csv");
        line!(text, "  {}", quiet(more));
    }
    line!(text);
}

/// Describes the play of a side: `optimal`, `optimal for swing, retreats after round 3`; `sustains
/// first, default order`.
fn played(by: &PlayedBy) -> String {
    let order = by.loss_order.as_ref().map(|order| match order.as_str() {
        "as given" => "order as given".into(),
        order => format!("{order} order"),
    });
    let sustain = by.sustain.as_ref().map(|sustain| format!("sustains {sustain}"));
    let target = by.target.as_ref().map(|target| format!("attacks the {target}"));
    let aim = by.aim.as_ref().filter(|aim| *aim != "hull").map(|aim| format!("aims at {aim}"));
    let words = by.assign.iter().cloned().chain(sustain).chain(order);
    let words = words.chain(by.doctrine.clone()).chain(target).chain(aim);
    let words: Vec<String> = words.collect();
    let mut text = words.join(", ");
    if let Some(objective) = &by.objective {
        text += &format!(" for {objective}");
    }
    if let Some(retreat) = &by.retreat {
        text += &format!(" (retreats: {retreat})");
    }
    text
}

/// Wraps words after a title, in lines of at most `width` columns where possible.
fn wrapped(title: &str, words: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![title.to_string()];
    for (n, word) in words.iter().enumerate() {
        let word = if n + 1 < words.len() { format!("{word},") } else { word.clone() };
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(format!("  {}", cut(&word, width - 2))),
        }
    }
    lines
}

fn footer(text: &mut String, summary: &Summary, width: usize) {
    // Sides without decisions are left out.
    let decide = summary.play.iter().filter(|(_, by)| *by != PlayedBy::default());
    let played: Vec<String> = decide.map(|(side, by)| format!("{side} {}", played(by))).collect();
    if !played.is_empty() {
        for line in wrapped("captains:", &played, width - 2) {
            line!(text, "  {}", quiet(line));
        }
    }
    for (side, (_, by)) in summary.sides.iter().zip(&summary.play) {
        if let (Some(order), Some("optimal" | "as given")) =
            (&side.loss_order, by.loss_order.as_deref())
        {
            let title = format!("{} loses:", cut(&side.name, width / 2));
            for line in wrapped(&title, order, width - 2) {
                line!(text, "  {}", quiet(line));
            }
        }
    }
    if !summary.house_rules.is_empty() {
        for line in wrapped("house rules:", &summary.house_rules, width - 2) {
            line!(text, "  {}", quiet(line));
        }
    }
    if let Some(timing) = &summary.timing {
        let rate = thousands(timing.battles_per_second as u64);
        line!(text, "  {}", quiet(format!("{:.3} s, {rate} battles a second", timing.seconds)));
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{buckets, fit};

    #[test]
    fn names_fill_their_columns_whatever_they_are_made_of() {
        for name in ["Orion", "日本の艦隊", "a name that is longer than its column"] {
            assert_eq!(fit(name, 12).width(), 12, "{name}");
        }
    }

    #[test]
    fn buckets_keep_the_sum() {
        assert_eq!(buckets(&[0.25; 4], 2), [0.5, 0.5]);
        assert_eq!(buckets(&[0.25; 4], 9), [0.25; 4]);
    }
}
