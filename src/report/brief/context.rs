//! Game, engine and play, in one sentence.

use super::super::numbers::{battles, percent};
use super::super::play::{first_decision, in_words};
use super::super::style::dim;
use super::super::text::{cut, wrap};
use super::ShortReport;
use crate::result::{PlayedBy, ROLES, Summary};

impl ShortReport<'_> {
    /// Writes the context with the parts that fit the free lines; the first two are always shown.
    pub(super) fn context(&mut self) {
        let summary = self.summary;
        let mut parts = vec![summary.title.clone(), engine(summary)];
        parts.extend(summary.first_decision.as_ref().map(first_decision));
        let hints = summary.hints.iter();
        parts.extend(hints.map(|hint| format!("{}: {}", hint.label, percent(hint.probability))));
        parts.extend(play(summary));
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

/// Returns how the sides played: `you assign hits as well as possible, …`.
fn play(summary: &Summary) -> Option<String> {
    let name = |(side, (role, _)): (usize, &(String, PlayedBy))| match summary.play.len()
        == summary.sides.len()
    {
        true => subject(&summary.sides[side].name, summary.you),
        false => subject(role, summary.you),
    };
    let names: Vec<String> = summary.play.iter().enumerate().map(name).collect();
    in_words(&summary.play, &names)
}

/// Returns the name of a side within a sentence.
fn subject(name: &str, you: usize) -> String {
    match name {
        name if Some(name) == ROLES.get(you).copied() => "you".into(),
        name if ROLES.contains(&name) => format!("the {name}"),
        name => name.into(),
    }
}

fn house_rules(number: usize) -> Option<String> {
    match number {
        0 => None,
        1 => Some("1 house rule (see -v)".into()),
        n => Some(format!("{n} house rules (see -v)")),
    }
}
