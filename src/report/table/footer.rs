//! How the sides played, the house rules, and the time taken.

use super::super::numbers::thousands;
use super::super::play::first_decision;
use super::super::text::{cut, wrap, wrapped};
use super::Table;
use crate::result::Shown;

impl Table<'_> {
    pub(super) fn footer(&mut self) {
        let summary = self.summary;
        // Sides without decisions are left out.
        let decide = summary.play.iter().filter(|(_, by)| !by.choices.is_empty());
        let played: Vec<String> = decide.map(|(side, by)| format!("{side} {}", by.words)).collect();
        if !played.is_empty() {
            self.list("play:", &played);
        }
        if let Some(decision) = &summary.first_decision {
            for line in wrap(&first_decision(decision), self.width - 2) {
                self.note(&line);
            }
        }
        for side in &summary.sides {
            for extra in side.extras.iter() {
                if let Shown::Words(about) = &extra.shown {
                    let name = cut(&side.name, self.width / 2);
                    self.list(&format!("{name} {}:", about.title), &about.words);
                }
            }
        }
        if !summary.house_rules.is_empty() {
            self.list("house rules:", &summary.house_rules);
        }
        if let Some(timing) = &summary.timing {
            let rate = thousands(timing.battles_per_second as u64);
            self.note(&format!("{:.3} s, {rate} battles a second", timing.seconds));
        }
    }

    /// Writes a list after its title.
    fn list(&mut self, title: &str, words: &[String]) {
        for line in wrapped(title, words, self.width - 2) {
            self.note(&line);
        }
    }
}
