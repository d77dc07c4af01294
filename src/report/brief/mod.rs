//! The short report: the answer first, in at most twelve lines for a battle of up to two groups a
//! side, and one more for each further group or party. Fleets that the survivors do not show in full
//! take a line for each side, a setting up to two.
//!
//! ```text
//! headline   the odds in a sentence
//! odds       the bar, the odds and losses of all sides, other outcomes
//! survivors  survivors of all groups
//! extras     figures that only one game has
//! context    game, engine, play
//! ```

mod context;
mod extras;
mod headline;
mod odds;
mod survivors;

use super::form::TableOptions;
use super::style::dim;
use super::table::asked_for;
use super::text::{cut, wrap};
use crate::result::{SideSummary, Summary};

pub use self::headline::headline;

/// Widest name of a side with the words after it.
const WIDEST_NAME: usize = 23;

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
    report.extras();
    report.blank();
    report.context();
    report.notes();
    report.fleets(below_headline);
    let asked_for = asked_for(summary, options);
    if !asked_for.is_empty() {
        report.blank();
        report.lines.extend(asked_for.trim_end().lines().map(String::from));
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
        let words: Vec<String> = match sides.len() {
            2 => vec![format!("{}  v  {}", sides[0].fleet, sides[1].fleet)],
            _ => sides.iter().map(|side| format!("{}: {}", side.name, side.fleet)).collect(),
        };
        let room = self.width - 2;
        let wrapped: Vec<String> = match sides.len() {
            2 => words.iter().flat_map(|words| wrap(words, room)).collect(),
            // One line for each party, so that all of them are there.
            _ => words.iter().map(|words| cut(words, room).to_string()).collect(),
        };
        let shown = wrapped.len().min(self.free_lines().max(sides.len()));
        let is_cut = shown < wrapped.len();
        let lines = wrapped.into_iter().take(shown).enumerate().map(|(n, line)| {
            let line = if is_cut && n + 1 == shown { cut(&(line + " …"), room) } else { line };
            format!("  {}", dim(cut(&line, room)))
        });
        self.lines.splice(at..at, lines);
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
