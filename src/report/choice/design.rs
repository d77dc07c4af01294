//! The best designs, with the advantages and drawbacks of each.

use super::super::bars::bar;
use super::super::design::{Design, Proposal};
use super::super::drawing::{BarRow, Drawing, bars};
use super::super::numbers::thousands;
use super::super::outline::{Grid, Outline, how};
use super::super::style::{dim, of_side, strong};
use super::super::text::{fit_width, line, wrap};
use super::{behind, by, enemies, interval, shown};
use crate::result::{Rank, RankedCandidate};

/// Returns the content of a search.
pub(in crate::report) fn outline(all: &Design) -> Outline {
    let role = if all.side == 1 { "defending" } else { "attacking" };
    let simulated = all.best.iter().filter(|proposal| proposal.candidate.battles > 0).count();
    let how = how(simulated, all.best.len(), all.subject.seed);
    let by = by(all.by, all.subject.unit);
    let looked = thousands(all.looked_at as u64);
    let fact = format!("{} · {role} · {how} · {by} · {looked} evaluated", all.subject.title);
    let parts: Vec<String> =
        Some(&all.parts).filter(|parts| !parts.is_empty()).into_iter().cloned().collect();
    let mut notes = Vec::new();
    if let Some(stopped) = &all.stopped {
        notes.push(stopped.words("interrupted: there may be better ones"));
        if !stopped.is_interrupt() {
            notes.push("there may be better ones".into());
        }
    }
    Outline {
        headline: match all.designs {
            1 => format!("the only design: {}", all.what),
            designs => format!("the best of {} designs: {}", thousands(designs as u64), all.what),
        },
        facts: [vec![fact], parts, enemies(all.enemies(), &all.weights)].concat(),
        notes,
        tables: vec![figures_table(all), differences(all)],
        conclusion: None,
    }
}

fn figures_table(all: &Design) -> Grid {
    let columns = ["", "design", "win", "95 % interval", "swing", all.subject.unit, "behind"];
    let row = |name: &str, text: &str, candidate: &RankedCandidate, behind: String| {
        vec![
            name.to_string(),
            text.to_string(),
            shown(candidate.total.win),
            interval(candidate.total.win),
            format!("{:.2}", candidate.total.swing.value),
            candidate.cost.to_string(),
            behind,
        ]
    };
    let mut rows: Vec<Vec<String>> =
        all.base.iter().map(|base| row("as printed", &base.fleet, base, String::new())).collect();
    for (n, Proposal { candidate, parts, .. }) in (1..).zip(&all.best) {
        let behind = if n == 1 { String::new() } else { behind(candidate, all.by) };
        rows.push(row(&n.to_string(), parts, candidate, behind));
    }
    Grid::with_texts(2, "", &columns, rows)
}

fn differences(all: &Design) -> Grid {
    let row = |(n, proposal): (usize, &Proposal)| {
        let figures: Vec<String> = figures(proposal).collect();
        let other = if n == 1 { all.base.as_ref().map(|_| "as printed") } else { Some("1") };
        let lists = [figures, in_plural(&proposal.gains), in_plural(&proposal.gives_up)];
        let lists = lists.map(|list| list.join(", "));
        let names = [n.to_string(), other.unwrap_or_default().to_string()];
        let [first, second] = names;
        let [figures, gains, gives_up] = lists;
        vec![first, figures, second, gains, gives_up]
    };
    let columns = ["", "figures", "compared with", "gains", "gives up"];
    let rows = (1..).zip(&all.best).map(row).collect();
    Grid::with_texts(5, "Figures and differences", &columns, rows)
}

fn figures(proposal: &Proposal) -> impl Iterator<Item = String> {
    proposal.figures.iter().map(|(name, figure)| format!("{name} {figure}"))
}

/// Returns numbers of things with the plurals of dice and missiles: `2 orange dice`.
fn in_plural(things: &[String]) -> Vec<String> {
    let plural = |thing: &String| match thing.strip_suffix(" die") {
        _ if thing.starts_with("1 ") => thing.clone(),
        Some(dice) => format!("{dice} dice"),
        None if thing.ends_with(" missile") => format!("{thing}s"),
        None => thing.clone(),
    };
    things.iter().map(plural).collect()
}

/// Formats the designs, each with its parts, its gains and its drawbacks.
pub(in crate::report) fn table(all: &Design, width: usize) -> String {
    let mut text = String::new();
    outline(all).write_head(&mut text, width);
    if let Some(base) = &all.base {
        line!(text);
        line!(text, "    {}  {}", odds(base, all), dim("as printed"));
        for part in wrap(&base.fleet, width - 8) {
            line!(text, "{}", dim(format!("      {part}")));
        }
    }
    for (n, proposal) in (1..).zip(&all.best) {
        line!(text);
        write_proposal(all, &mut text, n, proposal, width);
    }
    text
}

/// Formats the probability of winning, the swing and the cost. Only the probability is emphasised,
/// and only if it decides the ranking.
fn odds(candidate: &RankedCandidate, all: &Design) -> String {
    let win = format!("{:>9}", shown(candidate.total.win));
    let win = if all.by == Rank::Win { strong(win) } else { win };
    let (swing, unit) = (candidate.total.swing.value, all.subject.unit);
    format!("{win}  swing {swing:>6.2}  {:>3} {unit}", candidate.cost)
}

/// Writes a proposal, the n-th from 1 on.
fn write_proposal(all: &Design, text: &mut String, n: usize, proposal: &Proposal, width: usize) {
    let candidate = &proposal.candidate;
    let room = if width < 80 { 8 } else { 16 };
    let share = bar(candidate.total.win.value, room);
    let (share, remark) = match n {
        1 => (share, String::new()),
        _ => (fit_width(&share, room), format!("  {}", dim(behind(candidate, all.by)))),
    };
    let line = format!("{n:>3} {}  {}{remark}", odds(candidate, all), of_side(0, share));
    line!(text, "{}", line.trim_end());
    for parts in wrap(&proposal.parts, width - 8) {
        line!(text, "{}", format!("      {parts}").trim_end());
    }
    for figures in wrap(&figures(proposal).collect::<Vec<_>>().join(", "), width - 8) {
        line!(text, "{}", dim(format!("      {figures}")));
    }
    let other = if n == 1 { "the printed ship".to_string() } else { "design 1".into() };
    let lists = [("more", &proposal.gains), ("less", &proposal.gives_up)];
    for (word, what) in lists.into_iter().filter(|(_, what)| !what.is_empty()) {
        let words = format!("{word} than {other}: {}", in_plural(what).join(", "));
        for (n, words) in wrap(&words, width - 10).iter().enumerate() {
            line!(text, "      {}{words}", if n > 0 { "  " } else { "" });
        }
    }
}

/// Draws the odds of the designs as bars with their intervals.
pub(in crate::report) fn drawings(all: &Design) -> Vec<Drawing> {
    let row = |label: String, candidate: &RankedCandidate| {
        BarRow::share(label, candidate.total.win, shown(candidate.total.win))
    };
    let base = all.base.iter().map(|base| row("as printed".into(), base));
    let best = (1..).zip(&all.best);
    let best = best.map(|(n, one)| row(format!("{n}. {}", one.parts), &one.candidate));
    vec![bars("Odds of winning", &base.chain(best).collect::<Vec<_>>())]
}

#[cfg(test)]
mod tests {
    use super::in_plural;

    #[test]
    fn several_dice_are_dice() {
        let things = ["2 orange die", "1 red die", "4 orange missile", "2 hull"].map(String::from);
        let plural = ["2 orange dice", "1 red die", "4 orange missiles", "2 hull"];
        assert_eq!(in_plural(&things), plural);
    }
}
