//! Luck and skill of players over several battles.

use super::analysis::{choices, is_open, players};
use crate::report::course::Course;
use crate::report::csv::table;
use crate::report::drawing::{Drawing, draw_course};
use crate::report::form::Report;
use crate::report::json::json;
use crate::report::numbers::Amounts;
use crate::report::outline::{Grid, Outline, TableOptions, filled};
use crate::report::text::{distinct, line};
use crate::result::{AnalysedSide, Analysis, PlayerTotal, RecordLeftOut, Skill, SkillTable};

/// Maximum number of charts.
const MAX_CHARTS: usize = 24;

/// Columns of CSV.
const COLUMNS: &str = "record,rules,outcome,ended,player,role,fleet,objective,start,luck,mistakes,\
                       enemy_mistakes,not_noted,end,decisions,good,doubtful,mistake,blunder";

impl Report for SkillTable {
    fn is_interrupted(&self) -> bool {
        self.partial
    }

    fn outline(&self) -> Outline {
        let battles = match self.records.len() {
            1 => "1 battle".into(),
            n => format!("{n} battles"),
        };
        let mut notes: Vec<String> = self.left_out.iter().map(left_out).collect();
        if self.partial {
            notes.push("interrupted: not all records were analysed".into());
        }
        Outline {
            headline: format!("Luck and skill in {battles}"),
            facts: vec![units(self)].into_iter().filter(|fact| !fact.is_empty()).collect(),
            notes,
            tables: filled([totals(self), battles_of(self)]),
            conclusion: choices(self.players.iter().map(|one| (one.name.as_str(), &one.skill))),
            ..Outline::default()
        }
    }

    /// Formats the players and the battles; the full report also has each battle.
    fn table(&self, options: TableOptions) -> String {
        let mut text = self.outline().in_terminal(options);
        for record in self.records.iter().filter(|_| options.full) {
            line!(text);
            text += &record.table(options);
        }
        text
    }

    /// Draws the odds through each battle.
    fn drawings(&self) -> Vec<Drawing> {
        let drawn = |record: &Analysis| {
            let course = Course::of(record);
            let title = format!("{}: {}", record.record, record.outcome);
            (course.points.len() > 1).then(|| draw_course(&course, &title))
        };
        self.records.iter().filter_map(drawn).take(MAX_CHARTS).collect()
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per record and player.
    fn csv(&self) -> String {
        table(
            COLUMNS.split(','),
            played(self).map(|(record, side, skill)| row(record, side, skill)),
        )
    }
}

/// Returns the players of all battles.
fn played(all: &SkillTable) -> impl Iterator<Item = (&Analysis, &AnalysedSide, &Skill)> {
    let sides = |record| players(record).map(move |(_, side, skill)| (record, side, skill));
    all.records.iter().flat_map(sides)
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

/// Returns why a record is missing.
fn left_out(one: &RecordLeftOut) -> String {
    let line = one.line.map_or(String::new(), |line| format!(", line {line}"));
    format!("left out: {}{line}: {}", one.record, one.message)
}

/// Returns the units of the figures.
fn units(all: &SkillTable) -> String {
    let has = |unit: Option<&str>| all.players.iter().any(|player| player.unit == unit);
    let mut units: Vec<String> = Vec::new();
    units.extend(has(None).then(|| "100 points are a battle won".into()));
    let others = distinct(all.players.iter().filter_map(|player| player.unit));
    units.extend(others.iter().map(|unit| format!("for the balance of losses, in {unit}")));
    units.join(" · ")
}

/// Returns the sums by player.
fn totals(all: &SkillTable) -> Grid {
    let row = |player: &PlayerTotal| {
        let amounts = Amounts::of(player.skill.objective);
        let skill = &player.skill;
        let expected = match player.unit {
            Some(_) => String::new(),
            None => format!("{:.2}", skill.start),
        };
        let changes = [skill.luck, -skill.mistakes, skill.enemy_mistakes, skill.not_noted];
        let mut cells = vec![player.name.clone(), player.battles.to_string()];
        cells.extend([player.won.to_string(), expected]);
        cells.extend(changes.map(|change| amounts.change(change)));
        cells
    };
    let columns =
        ["player", "battles", "won", "expected", "luck", "mistakes", "enemy's", "not noted"];
    let mut rows: Vec<Vec<String>> = all.players.iter().map(row).collect();
    let mut columns = columns.to_vec();
    if !all.records.iter().any(is_open) {
        columns.pop();
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    Grid::of("", columns, rows)
}

/// Returns the battles, one row for each player.
fn battles_of(all: &SkillTable) -> Grid {
    let folder = common_folder(all.records.iter().map(|record| record.record.as_str()));
    let row = |(record, side, skill): (&Analysis, &AnalysedSide, &Skill)| {
        let amounts = Amounts::of(skill.objective);
        vec![
            record.record[folder..].to_string(),
            record.outcome.clone(),
            side.side.name.clone(),
            amounts.worth(skill.start),
            amounts.change(skill.luck),
            amounts.change(-skill.mistakes),
            amounts.worth(skill.end),
        ]
    };
    let columns = ["record", "outcome", "player", "start", "luck", "mistakes", "result"];
    Grid::with_texts(3, "Battles", columns, played(all).map(row))
}

/// Returns the length in bytes of the folder that all these files share.
fn common_folder<'a>(mut paths: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = paths.next() else { return 0 };
    let end_of_folder = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
    let mut folder = &first[..end_of_folder(first)];
    for path in paths {
        while !path.starts_with(folder) {
            folder = &folder[..end_of_folder(&folder[..folder.len() - 1])];
        }
    }
    folder.len()
}

#[cfg(test)]
mod tests {
    use super::common_folder;

    #[test]
    fn files_of_one_folder_are_shown_without_it() {
        for (paths, folder) in [
            (&["a/b/one.txt", "a/b/two.txt"][..], "a/b/"),
            (&["a/b/one.txt", "a/c/two.txt"], "a/"),
            (&["/a/one.txt", "/ab/two.txt"], "/"),
            (&["a/one.txt", "b/two.txt"], ""),
            (&["a/one.txt"], "a/"),
            (&["standard input", "one.txt"], ""),
            (&[], ""),
        ] {
            assert_eq!(common_folder(paths.iter().copied()), folder.len(), "{paths:?}");
        }
    }
}
