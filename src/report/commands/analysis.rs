//! Luck and skill of a battle that was played, step by step.

use crate::report::course::Course;
use crate::report::csv::table;
use crate::report::drawing::{Drawing, draw_course};
use crate::report::form::Report;
use crate::report::json::json;
use crate::report::numbers::{Amounts, NOTHING, thousands};
use crate::report::outline::{Grid, Outline, Row, TableOptions};
use crate::report::play::in_sentence;
use crate::report::text::line;
use crate::result::{AnalysedMarks, AnalysedSide, AnalysedStep, Analysis, Skill};

/// Columns of CSV of a step, before those of both sides.
const STEP: &str = "line,part,who,kind,what,role,cost,mark,best";

/// Columns of each side, after its role.
const SIDE: [&str; 3] = ["win", "worth", "change"];

/// Width from which on a table has the odds of both players.
const WIDE: usize = 80;

/// Returns the name of a side within a sentence.
fn named(side: &AnalysedSide) -> String {
    in_sentence(&side.side.name)
}

/// Returns what a choice gave away, and which one was better; `None` if it was as good as the best.
fn verdict(step: &AnalysedStep, all: &Analysis) -> Option<String> {
    let cost = step.cost.filter(|cost| *cost >= NOTHING)?;
    let chooser = all.sides.iter().find(|side| Some(side.role) == step.role)?;
    let amounts = Amounts::of(chooser.player.as_ref()?.objective);
    let mark = step.mark.filter(|mark| *mark != "good").map(|mark| format!("{mark}: "));
    let better = step.best.as_ref().map(|best| format!("; better: {best}"));
    let [mark, better] = [mark, better].map(Option::unwrap_or_default);
    Some(format!("{mark}gave away {}{better}", amounts.cost(cost)))
}

/// Whether a choice is doubtful or worse.
fn is_marked(step: &AnalysedStep) -> bool {
    step.mark.is_some_and(|mark| mark != "good")
}

/// Players of a battle, by side.
pub(super) fn players(all: &Analysis) -> impl Iterator<Item = (usize, &AnalysedSide, &Skill)> {
    let sides = all.sides.iter().enumerate();
    sides.filter_map(|(n, side)| Some((n, side, side.player.as_ref()?)))
}

/// Whether something was not noted down.
pub(super) fn is_open(all: &Analysis) -> bool {
    all.steps.iter().any(|step| step.kind == "not noted")
}

/// Returns whose figures these are, and how both sides are taken to play.
fn whose(all: &Analysis, columns: &StepColumns) -> String {
    let of = |objective: &str| {
        let wanted = players(all).filter(|(_, _, skill)| skill.objective == objective);
        wanted.map(|(_, side, _)| named(side)).collect::<Vec<_>>().join(" and ")
    };
    let (win, swing) = (of("win"), of("swing"));
    let mut figures = Vec::new();
    figures.extend((!win.is_empty()).then(|| format!("odds of {win}")));
    let losses = || format!("{} destroyed minus lost for {swing}", all.unit);
    figures.extend((!swing.is_empty()).then(losses));
    let others = all.sides.iter().find(|side| side.player.is_none());
    let how = match others {
        None if all.is_ordered => "under the orders of both".into(),
        None => "if both play as well as possible".into(),
        Some(other) => format!("under best play, {} by its rule", named(other)),
    };
    let mut said = format!("{} {how}", figures.join(", "));
    let changes = columns.sides.iter().filter(|(.., has_changes)| *has_changes).count();
    if swing.is_empty()
        && let ([(_, first, _), _], 1) = (&players(all).collect::<Vec<_>>()[..], changes)
    {
        said += &format!("; changes are those of {}, in percentage points", named(first));
    } else if swing.is_empty() {
        said += "; changes are in percentage points";
    }
    said
}

/// Whether one player gains what the other loses in a step.
fn is_mirrored(step: &AnalysedStep) -> bool {
    match step.after.as_slice() {
        [Some(first), Some(second)] => (first.change + second.change).abs() < NOTHING,
        _ => true,
    }
}

/// Columns of a table of steps: whether each side has one for its situation, and one for changes.
struct StepColumns {
    sides: Vec<(usize, Amounts, bool)>,
    titles: Vec<String>,
}

impl StepColumns {
    fn of(all: &Analysis, is_narrow: bool) -> Self {
        // Of two players who play for the win, one gains what the other loses, unless there may be a
        // draw. Then there are no changes of the second one, and in a narrow table no odds. If there
        // may be a draw, a narrow table has the changes of the first one alone.
        let is_for_win = players(all).all(|(_, _, skill)| skill.objective == "win");
        let is_mirror = is_for_win && all.steps.iter().all(is_mirrored);
        let mut titles = ["line", "who", "what"].map(String::from).to_vec();
        let mut sides = Vec::new();
        for (n, side, skill) in players(all) {
            let is_first = sides.is_empty();
            let has_changes = is_first || !(is_mirror || is_narrow && is_for_win);
            if is_narrow && !is_first && is_mirror {
                continue;
            }
            titles.extend(has_changes.then(|| "change".into()));
            titles.push(side.side.name.clone());
            sides.push((n, Amounts::of(skill.objective), has_changes));
        }
        Self { sides, titles }
    }

    /// Returns the figures of all sides; `figures` are the change and the worth of a side.
    fn cells(&self, figures: &dyn Fn(usize, Amounts) -> [String; 2]) -> Vec<String> {
        let mut cells = Vec::new();
        for (n, amounts, has_changes) in &self.sides {
            let [change, worth] = figures(*n, *amounts);
            cells.extend(has_changes.then_some(change));
            cells.push(worth);
        }
        cells
    }
}

/// Returns the steps by part of the battle. Mistakes are emphasised.
fn steps(all: &Analysis, columns: StepColumns) -> Grid {
    let start = |n: usize, amounts: Amounts| {
        let start = all.sides[n].player.as_ref().map(|skill| amounts.worth(skill.start));
        [String::new(), start.unwrap_or_default()]
    };
    let first = ["", "", "at the start"].map(String::from).to_vec();
    let mut rows = vec![Row::from([first, columns.cells(&start)].concat())];
    let mut part = "";
    for step in &all.steps {
        if step.part != part {
            part = &step.part;
            rows.push(vec![part.to_string()].into());
        }
        let figures = |n: usize, amounts: Amounts| match step.after[n] {
            Some(after) => [amounts.change(after.change), amounts.worth(after.worth)],
            None => [const { String::new() }; 2],
        };
        let what = if step.what == "?" { "not noted" } else { &step.what };
        let texts = vec![step.line.to_string(), step.who.clone(), what.to_string()];
        rows.push([texts, columns.cells(&figures)].concat().into());
        if let Some(verdict) = verdict(step, all) {
            let mut cells = vec![String::new(); columns.titles.len()];
            cells[2] = verdict;
            rows.push(Row::from(cells).strong(is_marked(step)));
        }
    }
    Grid { columns: columns.titles, rows, texts: 3, most: usize::MAX, ..Grid::default() }
}

/// Returns how the result of each player came about.
fn sums(all: &Analysis) -> Grid {
    type Figure = fn(Amounts, &Skill) -> String;
    let lines: [(&str, Figure); 6] = [
        ("at the start", |amounts, skill| amounts.worth(skill.start)),
        ("luck", |amounts, skill| amounts.change(skill.luck)),
        ("own mistakes", |amounts, skill| amounts.change(-skill.mistakes)),
        ("enemy's mistakes", |amounts, skill| amounts.change(skill.enemy_mistakes)),
        ("not noted", |amounts, skill| amounts.change(skill.not_noted)),
        ("result", |amounts, skill| amounts.worth(skill.end)),
    ];
    let has_enemy = players(all).count() > 1;
    let is_open = is_open(all);
    let is_shown = |name: &str| match name {
        "own mistakes" | "enemy's mistakes" if all.is_ordered => false,
        "enemy's mistakes" => has_enemy,
        "not noted" => is_open,
        _ => true,
    };
    let row = |(name, figure): &(&str, Figure)| {
        let figures = players(all).map(|(_, _, skill)| figure(Amounts::of(skill.objective), skill));
        Row::of(*name, figures).strong(*name == "result")
    };
    let rows = lines.iter().filter(|(name, _)| is_shown(name)).map(row);
    let names = players(all).map(|(_, side, _)| side.side.name.as_str());
    Grid::of("Luck and skill", [""].into_iter().chain(names), rows)
}

/// Returns the number of choices of each player by mark: `Anna: 3 choices that mattered, 2 good,
/// 1 mistake.`
pub(super) fn choices<'a>(players: impl Iterator<Item = (&'a str, &'a Skill)>) -> Option<String> {
    let one = |(name, skill): (&str, &Skill)| format!("{name}: {}.", counted(skill));
    let all: Vec<String> = players.map(one).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn counted(Skill { decisions, marks, .. }: &Skill) -> String {
    let AnalysedMarks { good, doubtful, mistake, blunder } = *marks;
    let several = |n: u32, name: &str| if n == 1 { name.into() } else { format!("{name}s") };
    let all = [
        (good, "good".to_string()),
        (doubtful, "doubtful".into()),
        (mistake, several(mistake, "mistake")),
        (blunder, several(blunder, "blunder")),
    ];
    let said: Vec<String> =
        all.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect();
    match *decisions {
        0 => "no choice that mattered".into(),
        n => format!("{n} {} that mattered, {}", several(n, "choice"), said.join(", ")),
    }
}

impl Report for Analysis {
    fn outline(&self) -> Outline {
        content(self, false)
    }

    /// Formats the steps, the chart of the odds, and the sums.
    fn table(&self, options: TableOptions) -> String {
        let width = options.columns();
        let content = content(self, width < WIDE);
        let mut text = String::new();
        content.write_head(&mut text, width);
        let chart = Course::of(self).chart(width);
        for (n, grid) in content.tables.iter().enumerate() {
            line!(text);
            if n > 0 && !chart.is_empty() {
                text += &chart;
                line!(text);
            }
            grid.write(&mut text, width);
        }
        content.write_conclusion(&mut text, width);
        text
    }

    /// Draws the odds through the battle.
    fn drawings(&self) -> Vec<Drawing> {
        let course = Course::of(self);
        if course.points.len() < 2 {
            return Vec::new();
        }
        let sides: Vec<usize> = players(self).map(|(n, ..)| n).collect();
        vec![draw_course(&course, &course.title(&sides))]
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per step.
    fn csv(&self) -> String {
        let of_side = |side: &AnalysedSide| SIDE.map(|name| format!("{}_{name}", side.role));
        let header = STEP.split(',').map(String::from).chain(self.sides.iter().flat_map(of_side));
        table(header, self.steps.iter().map(row))
    }
}

/// Returns the content; a narrow terminal has fewer columns.
fn content(all: &Analysis, is_narrow: bool) -> Outline {
    let fleets: Vec<&str> = all.sides.iter().map(|side| side.side.fleet.as_str()).collect();
    let columns = StepColumns::of(all, is_narrow);
    let skills = players(all).map(|(_, side, skill)| (side.side.name.as_str(), skill));
    Outline {
        headline: format!("{}: {}", fleets.join(" v "), all.outcome),
        facts: vec![
            format!("{} · {} · {}", all.title, all.record, engine(all)),
            whose(all, &columns),
        ],
        tables: vec![steps(all, columns), sums(all)],
        conclusion: choices(skills).filter(|_| !all.is_ordered),
        ..Outline::default()
    }
}

/// Returns how the odds were found.
fn engine(all: &Analysis) -> String {
    match all.battles {
        None => "exact".into(),
        Some(battles) => format!("{} battles from each situation", thousands(battles)),
    }
}

/// Returns the row of a step.
fn row(step: &AnalysedStep) -> Vec<String> {
    let text = |text: Option<&str>| text.unwrap_or_default().to_string();
    let mut row = vec![
        step.line.to_string(),
        step.part.clone(),
        step.who.clone(),
        step.kind.into(),
        step.what.clone(),
        text(step.role),
        step.cost.map_or(String::new(), |cost| cost.to_string()),
        text(step.mark),
        text(step.best.as_deref()),
    ];
    for after in &step.after {
        match after {
            Some(after) => {
                row.extend([after.win, after.worth, after.change].map(|x| x.to_string()));
            }
            None => row.extend([const { String::new() }; 3]),
        }
    }
    row
}
