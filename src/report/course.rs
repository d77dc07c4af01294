//! Odds through a battle that was played, and their chart for the terminal.

use unicode_width::UnicodeWidthStr;

use super::bars::bar_up;
use super::play::in_sentence;
use super::style::{dim, heading, of_side};
use super::text::line;
use crate::result::{AnalysedStep, AnalysedWorth, Analysis};

/// Height of the chart in lines, and room for the labels at its left.
const HEIGHT: usize = 6;
const LEFT: usize = 9;

/// Largest width of a column of the chart.
const MAX_WIDTH: usize = 4;

/// Odds of the players through a battle.
pub(crate) struct Course<'a> {
    /// By side: the name of its player.
    pub(crate) players: [Option<&'a str>; 2],
    pub(crate) points: Vec<CoursePoint<'a>>,
}

/// A point of a battle: its start, or the end of a step.
pub(crate) struct CoursePoint<'a> {
    /// By side: the odds of its player, if known.
    pub(crate) odds: [Option<f64>; 2],
    /// Name of the part of the battle that begins with this step.
    pub(crate) begins: Option<&'a str>,
    /// The step; `None` for the start.
    pub(crate) step: Option<&'a AnalysedStep>,
}

impl<'a> Course<'a> {
    /// Returns the odds after each step. Those before the battle are known for players who play for
    /// the win.
    pub(crate) fn of(all: &'a Analysis) -> Self {
        let side = |n: usize| all.sides.get(n);
        let players = [0, 1].map(|n| {
            side(n).filter(|side| side.player.is_some()).map(|side| side.side.name.as_str())
        });
        let start = [0, 1].map(|n| {
            let skill = side(n)?.player.as_ref()?;
            (skill.objective == "win").then_some(skill.start)
        });
        let mut points = Vec::new();
        if start.iter().any(Option::is_some) {
            points.push(CoursePoint { odds: start, begins: None, step: None });
        }
        let mut part = "";
        for step in &all.steps {
            let win = |worth: AnalysedWorth| worth.win;
            let begins = (step.part != part).then_some(step.part.as_str());
            part = &step.part;
            points.push(CoursePoint {
                odds: step.after.map(|after| after.map(win)),
                begins,
                step: Some(step),
            });
        }
        Self { players, points }
    }

    /// Returns the title of a chart of these sides.
    pub(crate) fn title(&self, sides: &[usize]) -> String {
        match sides {
            [side] => {
                let name = in_sentence(self.players[*side].unwrap_or_default());
                format!("Odds of {name} through the battle")
            }
            _ => "Odds through the battle".into(),
        }
    }

    /// Draws the odds of the first player for the terminal; empty without steps.
    pub(crate) fn chart(&self, width: usize) -> String {
        let Some(side) = self.players.iter().position(Option::is_some) else {
            return String::new();
        };
        let room = width - LEFT;
        // Several steps share a column where they are too many.
        let points = match self.points.first() {
            Some(start) if start.odds[side].is_none() => &self.points[1..],
            _ => &self.points[..],
        };
        let share = points.len().div_ceil(room).max(1);
        let columns: Vec<&[CoursePoint<'_>]> = points.chunks(share).collect();
        if columns.len() < 2 {
            return String::new();
        }
        let wide = (room / columns.len()).clamp(1, MAX_WIDTH);
        let odds = |column: &&[CoursePoint<'_>]| column.last().and_then(|at| at.odds[side]);
        let odds: Vec<f64> = columns.iter().map(|column| odds(column).unwrap_or(0.0)).collect();
        let mut text = String::new();
        line!(text, "  {}", heading(self.title(&[side])));
        for row in (0..HEIGHT).rev() {
            let label = match row + 1 {
                HEIGHT => "100 %",
                top if 2 * top == HEIGHT => "50 %",
                _ => "",
            };
            let of_row = |odds: &f64| bar_up(odds * HEIGHT as f64 - row as f64).repeat(wide);
            let drawn: String = odds.iter().map(of_row).collect();
            match drawn.trim_end() {
                "" => line!(text, "{}", format!("  {label:>5}").trim_end()),
                drawn => line!(text, "  {label:>5}  {}", of_side(side, drawn)),
            }
        }
        line!(text, "{}", dim(axis(&columns, wide, room)));
        text
    }
}

/// Returns the line below the chart: where each round begins.
fn axis(columns: &[&[CoursePoint<'_>]], wide: usize, room: usize) -> String {
    let parts = || columns.iter().flat_map(|column| column.iter().filter_map(|at| at.begins));
    let is_round = parts().any(|part| part.starts_with("round "));
    let mut axis = format!("  {:>5}  ", if is_round { "round" } else { "" });
    for (n, column) in columns.iter().enumerate() {
        let Some(part) = column.iter().find_map(|at| at.begins) else { continue };
        let label = part.strip_prefix("round ").unwrap_or(part);
        let at = LEFT + n * wide;
        let is_free = axis.width() == LEFT || axis.width() < at;
        if is_free && at + label.width() <= LEFT + room {
            axis += &" ".repeat(at - axis.width());
            axis += label;
        }
    }
    axis.trim_end().to_string()
}

/// Returns a step in one line, for the points of charts.
pub(crate) fn described(step: Option<&AnalysedStep>) -> String {
    let Some(step) = step else { return "at the start".into() };
    let mark = step.mark.filter(|mark| *mark != "good").map(|mark| format!(", {mark}"));
    format!("{}, {}: {}{}", step.part, step.who, step.what, mark.unwrap_or_default())
}
