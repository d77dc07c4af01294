//! The short report: the answer first, in at most twelve lines for a battle of up to two groups a
//! side, and one more for each further group or party. Fleets that the survivors do not show in
//! full take a line for each side, a setting up to two.
//!
//! ```text
//! headline   the odds in a sentence
//! odds       the bar, the odds and losses of all sides, other outcomes
//! survivors  survivors of all groups
//! lines      figures that only one game has
//! context    game, engine, play
//! ```

use unicode_width::UnicodeWidthStr;

use super::bars::sparkline;
use super::fight::{asked_for, survivors};
use super::headline::{WIDEST_NAME, headline};
use super::numbers::{balance, battles, intervals, odds, percent, points, share};
use super::outline::{Grid, TableOptions};
use super::play::{self, first_decision};
use super::style::{dim, heading, of_side, strong};
use super::text::{cut, distinct, fit_width, wrap};
use crate::result::{Amount, Distribution, Figure, Line, SideSummary, Summary};
use crate::stats::Estimate;

/// Characters of the bar, by side, so that the sides differ without colour, too.
const SHADES: [&str; 5] = ["█", "░", "▓", "▒", "▚"];

/// Least width of a bar beside the headline.
const LEAST_BAR: usize = 24;

/// Largest number of values of a distribution that are listed.
const MAX_LISTED: usize = 4;

/// Number of lines for a battle of up to two groups a side.
const LINES: usize = 12;

/// Formats the short report.
#[must_use]
pub fn brief(summary: &Summary, options: TableOptions) -> String {
    let width = options.columns();
    let mut report = ShortReport { lines: Vec::new(), summary, width };
    report.headline();
    let below_headline = report.lines.len();
    report.blank();
    report.odds();
    report.blank();
    report.survivors();
    report.lines_of_game();
    report.blank();
    report.context();
    report.notes();
    report.fleets(below_headline);
    for grid in asked_for(summary) {
        report.blank();
        report.table(&grid);
    }
    report.lines.join("\n") + "\n"
}

/// A short report in the making.
struct ShortReport<'a> {
    lines: Vec<String>,
    summary: &'a Summary,
    /// Width of the report, in columns.
    width: usize,
}

impl ShortReport<'_> {
    fn line(&mut self, line: &str) {
        self.lines.push(line.trim_end().to_string());
    }

    fn blank(&mut self) {
        self.lines.push(String::new());
    }

    /// Returns the number of lines that are still free.
    fn free_lines(&self) -> usize {
        let used = self.lines.iter().filter(|line| !line.is_empty()).count();
        most_lines(self.summary).saturating_sub(used)
    }

    /// Writes remarks on a question that was understood.
    fn notes(&mut self) {
        let Some(as_typed) = self.summary.as_typed.as_ref().filter(|asked| !asked.is_guess) else {
            return;
        };
        for note in &as_typed.notes {
            for line in wrap(note, self.width - 2) {
                self.line(&format!("  {}", dim(&line)));
            }
        }
    }

    /// Writes the fleets below the headline if they say more than the survivors do: a line for each
    /// side, and more where lines are left.
    fn fleets(&mut self, at: usize) {
        let sides = &self.summary.sides;
        if let Some(as_typed) = self.summary.as_typed.as_ref().filter(|asked| asked.is_guess) {
            let fleets: Vec<&str> = sides.iter().map(|side| side.fleet.as_str()).collect();
            let words = std::iter::once(format!("read as {}", fleets.join(" v ")));
            let words = words.chain(as_typed.notes.iter().cloned());
            let lines = words.flat_map(|words| wrap(&words, self.width - 2));
            let lines: Vec<String> = lines.map(|line| format!("  {}", dim(&line))).collect();
            self.lines.splice(at..at, lines);
            return;
        }
        if sides.iter().all(is_plain) {
            return;
        }
        let room = self.width - 2;
        let wrapped: Vec<String> = match &sides[..] {
            [one, other] => wrap(&format!("{}  v  {}", one.fleet, other.fleet), room),
            // One line for each party, so that all of them are there.
            all => all
                .iter()
                .map(|side| cut(&format!("{}: {}", side.name, side.fleet), room))
                .collect(),
        };
        let shown = wrapped.len().min(self.free_lines().max(sides.len()));
        let is_cut = shown < wrapped.len();
        let lines = wrapped.into_iter().take(shown).enumerate().map(|(n, line)| {
            let line = if is_cut && n + 1 == shown { cut(&(line + " …"), room) } else { line };
            format!("  {}", dim(cut(&line, room)))
        });
        self.lines.splice(at..at, lines);
    }

    /// Writes the headline with the bar beside it, or below it if there is no room.
    fn headline(&mut self) {
        let words = headline(self.summary);
        let beside = self.width.saturating_sub(words.width() + 2);
        let is_beside = beside >= LEAST_BAR;
        let bar = self.shares(if is_beside { beside } else { self.width - 2 });
        let between = if is_beside { "  " } else { "\n  " };
        format!("{}{between}{bar}", strong(&words)).lines().for_each(|line| self.line(line));
    }

    /// Draws the odds of all sides in this number of columns. What no side wins is a gap.
    fn shares(&self, width: usize) -> String {
        let sides = &self.summary.sides;
        let mut columns: Vec<usize> =
            sides.iter().map(|side| columns(side.win.probability, width)).collect();
        while columns.iter().sum::<usize>() > width {
            let widest = columns.iter().enumerate().max_by_key(|(_, n)| **n);
            let widest = widest.map_or(0, |(side, _)| side);
            columns[widest] -= 1;
        }
        let gap = width - columns.iter().sum::<usize>();
        let shown = columns.iter().enumerate().filter(|(_, n)| **n > 0);
        let parts = shown.map(|(side, n)| {
            let gap = " ".repeat(if side == 1 && sides.len() == 2 { gap } else { 0 });
            gap + &of_side(side, shade(side).repeat(*n))
        });
        parts.collect()
    }

    /// Writes the odds and the expected loss of each side, and the probabilities of other outcomes.
    fn odds(&mut self) {
        let summary = self.summary;
        let words = summary.outcomes;
        let names: Vec<String> = (summary.sides.iter().enumerate())
            .map(|(n, side)| {
                let wins = words.wins[n.min(1)];
                format!("{} {wins}", cut(&side.name, WIDEST_NAME - wins.width() - 1))
            })
            .collect();
        let others = self.other_outcomes();
        let first_other = others.iter().take(1).map(|(name, _)| name);
        let names_width = names.iter().chain(first_other).map(|name| name.width());
        let names_width = names_width.max().unwrap_or(0).min(WIDEST_NAME);
        let estimates: Vec<&Estimate> = summary.sides.iter().map(|side| &side.win).collect();
        let intervals = match summary.engine.is_exact() {
            true => vec![String::new(); names.len()],
            false => intervals(&estimates),
        };
        let room = self.width - (4 + names_width + 10);
        let losses = losses(&summary.sides, summary.units.cost, room, &intervals);
        for (n, side) in summary.sides.iter().enumerate() {
            let shade = of_side(n, shade(n));
            let name = of_side(n, fit_width(&names[n], names_width));
            let share = strong(format!("{:>10}", odds(&side.win)));
            let interval = match intervals[n].as_str() {
                "" => String::new(),
                interval => format!("  {}", dim(interval)),
            };
            self.line(&format!("  {shade} {name}{share}{interval}{}", losses[n]));
        }
        let Some(((name, share), more)) = others.split_first() else { return };
        let name = fit_width(name, names_width);
        let mut line = format!("    {name}{}", strong(format!("{share:>10}")));
        let mut used = 4 + names_width + 10;
        for (name, share) in more {
            let item = format!("  {name} {share}");
            if used + item.width() > self.width {
                self.line(&line);
                (line, used) = ("  ".into(), 2);
            }
            used += item.width();
            line += &item;
        }
        self.line(&line);
    }

    /// Returns the possible outcomes in which no side wins, and retreats, with their probabilities.
    fn other_outcomes(&self) -> Vec<(String, String)> {
        let summary = self.summary;
        let ends = [("draw", &summary.draw), (summary.outcomes.standoff, &summary.standoff)];
        let ends = ends.into_iter().filter(|(_, end)| end.probability > 0.0);
        let ends = ends.map(|(name, end)| (name.to_string(), odds(end)));
        let retreats = summary.sides.iter().flat_map(|side| {
            side.of_game.ends().map(|(words, share)| {
                let name = cut(&side.name, WIDEST_NAME - words.width() - 1);
                (format!("{name} {words}"), percent(share))
            })
        });
        ends.chain(retreats).collect()
    }

    /// Writes the survivors of all groups. Long names are cut, so that each has one line.
    fn survivors(&mut self) {
        let mut grid = survivors(self.summary, "survivors");
        let widths = if self.width < 80 { [10, 14] } else { [16, 24] };
        for row in &mut grid.rows {
            for (cell, width) in row.cells.iter_mut().zip(widths) {
                *cell = cut(cell, width);
            }
        }
        self.table(&grid);
    }

    /// Writes a table.
    fn table(&mut self, grid: &Grid) {
        let mut text = String::new();
        grid.write(&mut text, self.width);
        self.lines.extend(text.lines().map(String::from));
    }

    /// Writes the figures that only one game has: a line for each title.
    fn lines_of_game(&mut self) {
        let summary = self.summary;
        let all: Vec<(&str, Item<'_>)> = summary
            .of_game()
            .flat_map(|(_, name, all)| all.iter().flat_map(items).map(move |item| (name, item)))
            .collect();
        let titles = distinct(all.iter().map(|(_, item)| item.title()));
        let names = titles.iter().map(|title| title.width() + 2).max().unwrap_or(0);
        for title in titles {
            let items: Vec<&(&str, Item<'_>)> =
                all.iter().filter(|(_, item)| item.title() == title).collect();
            self.line_of_game(title, names, &items);
        }
    }

    /// Writes one line, or more if even its shortest form does not fit. The titles of all lines
    /// have this width.
    fn line_of_game(&mut self, title: &str, names: usize, items: &[&(&str, Item<'_>)]) {
        let (room, is_exact) = (self.width - 2 - names, self.summary.engine.is_exact());
        let forms = [Detail::Listed, Detail::Drawn, Detail::Small, Detail::Means].map(|detail| {
            let separator = if detail == Detail::Listed { "; " } else { ", " };
            let items: Vec<String> =
                items.iter().map(|(side, item)| item.words(side, detail, is_exact)).collect();
            items.join(separator)
        });
        let form = forms.iter().find(|form| form.width() <= room).unwrap_or(&forms[3]);
        for (n, line) in wrap(form, room).iter().enumerate() {
            let title = if n == 0 { title } else { "" };
            self.line(&format!("  {}{line}", heading(fit_width(title, names))));
        }
    }

    /// Writes the context with the parts that fit the free lines; the first two are always shown.
    fn context(&mut self) {
        let summary = self.summary;
        let mut parts = vec![summary.title.clone(), engine(summary)];
        parts.extend(summary.first_decision.as_ref().map(first_decision));
        let hints = summary.hints.iter();
        parts.extend(hints.map(|hint| format!("{}: {}", hint.label, percent(hint.probability))));
        parts.extend(play::of_result(summary));
        parts.extend(house_rules(summary.house_rules.len()));
        if let Some(timing) = &summary.timing {
            parts.push(format!("{:.3} s", timing.seconds));
        }
        let room = self.width - 2;
        // The first decision must not push out how the sides play.
        let more = if summary.first_decision.is_some() { 2 } else { 0 };
        let free = (self.free_lines() + more).max(1);
        let mut lines = wrap(&parts.join(" · "), room);
        while lines.len() > free && parts.len() > 2 {
            parts.pop();
            lines = wrap(&parts.join(" · "), room);
        }
        for line in lines {
            self.line(&format!("  {}", dim(cut(&line, room))));
        }
    }
}

/// Returns the largest number of lines of a short report.
fn most_lines(summary: &Summary) -> usize {
    let sides = &summary.sides;

    let further = |(n, side): (usize, &SideSummary)| match n {
        0 | 1 => side.survivors.len().saturating_sub(2),
        _ => 1 + side.survivors.len(),
    };
    let has_setting = summary.question.as_ref().is_some_and(|asked| asked["setting"].is_object());
    LINES + 2 * usize::from(has_setting) + sides.iter().enumerate().map(further).sum::<usize>()
}

/// Whether the fleet is a list of classes, which the survivors show as well.
fn is_plain(side: &SideSummary) -> bool {
    let same_spelling = |text: &str| text.to_lowercase().replace('-', " ");
    let groups = side.survivors.iter().map(|group| format!("{} {}", group.start, group.class));
    let typed = side.fleet.split(" + ").map(|group| {
        let is_counted = group.starts_with(|c: char| c.is_ascii_digit());
        if is_counted { group.to_string() } else { format!("1 {group}") }
    });
    groups.map(|group| same_spelling(&group)).eq(typed.map(|group| same_spelling(&group)))
}

/// Returns the character that draws a side.
fn shade(side: usize) -> &'static str {
    SHADES[side % SHADES.len()]
}

/// Returns the number of columns for a share. A non-zero share has at least one.
fn columns(share: f64, width: usize) -> usize {
    let columns = (share.clamp(0.0, 1.0) * width as f64).round() as usize;
    if share > 0.0 { columns.max(1) } else { columns }
}

/// Returns the expected loss of each side in words that fit this room, after the intervals.
fn losses(sides: &[SideSummary], unit: &str, room: usize, intervals: &[String]) -> Vec<String> {
    let used = intervals.iter().map(|interval| interval.width() + 2).max().unwrap_or(0);
    let figures: Vec<String> = sides.iter().map(|side| format!("{:.2}", side.cost.lost)).collect();
    let figure = figures.iter().map(String::len).max().unwrap_or(0);
    let forms: [&dyn Fn(&str) -> String; 3] = [
        &|loss| format!("  expected loss {loss:>figure$} {unit}"),
        &|loss| format!("  loses {loss:>figure$} {unit}"),
        &|loss| format!("  loses {loss:>figure$}"),
    ];
    let form = forms.into_iter().find(|form| form("").width() + used <= room);
    let shown = |(side, loss): (&SideSummary, &String)| match form {
        Some(form) if !side.is_neutral => form(loss),
        _ => String::new(),
    };
    sides.iter().zip(&figures).map(shown).collect()
}

/// Detail of the distributions of a line, from most to least.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Listed,
    Drawn,
    Small,
    Means,
}

/// A figure of a game in the short report.
enum Item<'a> {
    Line(&'a Line),
    Distribution(&'a Distribution),
}

/// Returns what the short report has of a figure: its possible lines, or its first distribution.
fn items(figure: &Figure) -> Vec<Item<'_>> {
    let is_possible = |line: &&Line| !matches!(line.amount, Amount::Share(p) if p <= 0.0);
    match figure.lines().next() {
        Some(_) => figure.lines().filter(is_possible).map(Item::Line).collect(),
        None => figure.distributions().take(1).map(Item::Distribution).collect(),
    }
}

impl Item<'_> {
    fn title(&self) -> &'static str {
        match self {
            Self::Line(line) => line.title,
            Self::Distribution(distribution) => distribution.title,
        }
    }

    /// Returns the figure after the name of its side and its words.
    fn words(&self, side: &str, detail: Detail, is_exact: bool) -> String {
        let (words, figure) = match self {
            Self::Line(line) => (line.words.as_str(), amount(line.amount, is_exact)),
            Self::Distribution(of) => ("", distribution(of, detail, is_exact)),
        };
        let [side, words] = [side, words].map(|name| cut(name, WIDEST_NAME));
        let all = [side, words, figure];
        all.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

fn amount(amount: Amount, is_exact: bool) -> String {
    match amount {
        Amount::Share(p) => share(is_exact, p),
        Amount::Mean(mean) => format!("{mean:.2}"),
        Amount::Gain(gain) => format!("{} points", points(gain)),
        Amount::Balance(gain, units) => format!("{} {units}", balance(gain)),
    }
}

/// Formats a distribution: `1: 53.5 %, 2: 46.5 %`, or a diagram with the mean.
fn distribution(of: &Distribution, detail: Detail, is_exact: bool) -> String {
    let Distribution { shares, mean, .. } = of;
    let last = shares.iter().rposition(|p| *p > 0.0).unwrap_or(0);
    let seen: Vec<(usize, f64)> =
        shares.iter().copied().enumerate().filter(|(_, p)| *p > 0.0).collect();
    match detail {
        Detail::Listed if seen.len() <= MAX_LISTED => {
            let one = |(n, p): &(usize, f64)| format!("{n}: {}", share(is_exact, *p));
            seen.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Detail::Listed | Detail::Drawn => {
            format!("0–{last} {} mean {mean:.2}", sparkline(&shares[..=last]))
        }
        Detail::Small => format!("{} {mean:.2}", sparkline(&shares[..=last])),
        Detail::Means => format!("{mean:.2}"),
    }
}

/// Returns how the figures were found.
fn engine(summary: &Summary) -> String {
    let played = battles(summary.battles);
    match (summary.engine.is_exact(), summary.engine.is_simulated(), summary.partial) {
        (true, true, false) => format!("exact, checked by {played}"),
        (true, true, true) => format!("exact, check interrupted after {played}"),
        (true, false, _) => "exact".into(),
        (false, _, false) => format!("simulated, {played}"),
        (false, _, true) => format!("simulated, interrupted after {played}"),
    }
}

fn house_rules(number: usize) -> Option<String> {
    match number {
        0 => None,
        1 => Some("1 house rule (see -v)".into()),
        n => Some(format!("{n} house rules (see -v)")),
    }
}
