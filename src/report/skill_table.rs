//! Luck and skill of players over several battles.

use super::choice::skills;
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::json::json;
use super::outline::Outline;
use crate::result::{AnalysedSide, Analysis, Skill, SkillTable};

/// Columns of CSV.
const COLUMNS: [&str; 19] = [
    "record",
    "rules",
    "outcome",
    "ended",
    "player",
    "role",
    "fleet",
    "objective",
    "start",
    "luck",
    "mistakes",
    "enemy_mistakes",
    "not_noted",
    "end",
    "decisions",
    "good",
    "doubtful",
    "mistake",
    "blunder",
];

impl Report for SkillTable {
    fn is_interrupted(&self) -> bool {
        self.partial
    }

    fn table(&self, options: TableOptions) -> String {
        skills::table(self, options)
    }

    fn outline(&self) -> Outline {
        skills::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        skills::drawings(self)
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per record and player.
    fn csv(&self) -> String {
        let mut all = vec![COLUMNS.iter().map(|name| (*name).to_string()).collect()];
        for record in &self.records {
            for side in &record.sides {
                all.extend(side.player.as_ref().map(|skill| row(record, side, skill)));
            }
        }
        rows(all)
    }
}

/// Returns the row of a player in a battle.
fn row(record: &Analysis, side: &AnalysedSide, skill: &Skill) -> Vec<String> {
    let mut row = vec![
        record.record.clone(),
        record.rules.clone(),
        record.outcome.clone(),
        record.ended.to_string(),
        side.side.name.clone(),
        side.role.into(),
        side.side.fleet.clone(),
        skill.objective.into(),
    ];
    let Skill { start, luck, mistakes, enemy_mistakes, not_noted, end, decisions, marks, .. } =
        skill;
    let figures = [start, luck, mistakes, enemy_mistakes, not_noted, end];
    row.extend(figures.map(ToString::to_string));
    let counts = [decisions, &marks.good, &marks.doubtful, &marks.mistake, &marks.blunder];
    row.extend(counts.map(ToString::to_string));
    row
}
