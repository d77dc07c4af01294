//! Steps in words.

use super::super::report;
use super::course::{Course, Step};
use super::noted::NotedPart;
use super::table::Spot;
use super::table::Table;
use crate::answer::played::report::StepWords;
use crate::answer::played::{EvaluatedStep, Happened};

/// Name of both sides together.
const BOTH: &str = "both sides";

/// The notes of a step.
pub(super) struct NotedStep {
    /// Number of the line.
    line: usize,
    part: String,
    kind: Kind,
}

enum Kind {
    Rule,
    /// By side: its hits; `None` if they were not noted or it has rolled no dice.
    Roll([Option<u32>; 2]),
    /// A side decides on its retreat.
    Announce(usize),
    /// A side decides on its hits.
    Assign(usize),
}

impl NotedStep {
    /// Creates the words of a step that follows by rule.
    pub(super) fn rule() -> Self {
        Self { line: 0, part: String::new(), kind: Kind::Rule }
    }

    pub(super) fn roll(part: &NotedPart, throws: [bool; 2]) -> Self {
        let hits = [0, 1].map(|side: usize| {
            let noted = part.sides[side].hits.as_ref().filter(|_| throws[side]);
            noted.map(|hits| hits.value)
        });
        let thrower = throws.iter().position(|throws| *throws).unwrap_or(0);
        Self::at(part, thrower, Kind::Roll(hits))
    }

    pub(super) fn choice(part: &NotedPart, side: usize, retreats: bool) -> Self {
        let kind = if retreats { Kind::Announce(side) } else { Kind::Assign(side) };
        Self::at(part, side, kind)
    }

    /// Creates the words of a step of this side, or of the other one if it has no line.
    fn at(part: &NotedPart, side: usize, kind: Kind) -> Self {
        let line = part.sides[side].line.or(part.sides[1 - side].line).unwrap_or(0);
        Self { line, part: part.name.clone(), kind }
    }

    /// Returns the step in words.
    pub(super) fn words(
        &self,
        course: &Course<'_, '_>,
        step: &Step,
        evaluated: &EvaluatedStep,
    ) -> StepWords {
        let who = match self.kind {
            Kind::Announce(side) | Kind::Assign(side) => course.name(side).to_string(),
            Kind::Roll(hits) => match hits {
                [Some(_), None] => course.name(0).to_string(),
                [None, Some(_)] => course.name(1).to_string(),
                _ => BOTH.into(),
            },
            Kind::Rule => String::new(),
        };
        let (what, best) = match &evaluated.happened {
            Happened::Open => ("?".into(), String::new()),
            Happened::Choice(choice) => {
                let node = &step.nodes[choice.node];
                let of = |way: usize| self.choice_in_words(course, &node.ways[way].to);
                (of(choice.chosen), of(choice.best))
            }
            Happened::Roll | Happened::Rule => (self.hits_in_words(course), String::new()),
        };
        StepWords { line: self.line, part: self.part.clone(), who, what, best }
    }

    /// Returns the result of a choice, with what has happened to the side in the same part before.
    fn choice_in_words(&self, course: &Course<'_, '_>, to: &Spot) -> String {
        match self.kind {
            Kind::Announce(side) if to.at.announced() == Some(Some(side as u8)) => "retreat".into(),
            Kind::Announce(_) => "stay".into(),
            Kind::Assign(side) => {
                let classes = &course.table.matchup.sides[side].labels.classes;
                course.toll(side, to).notes(classes).join(", ")
            }
            Kind::Rule | Kind::Roll(_) => String::new(),
        }
    }

    fn hits_in_words(&self, course: &Course<'_, '_>) -> String {
        let Kind::Roll(hits) = self.kind else { return String::new() };
        match hits {
            [Some(first), Some(second)] => {
                let [a, d] = [0, 1].map(|side| course.name(side));
                format!("{a} {}, {d} {}", report::hits(first), report::hits(second))
            }
            [Some(only), None] | [None, Some(only)] => report::hits(only),
            [None, None] => String::new(),
        }
    }
}

/// Merges what was not noted in a part to one step: its rolls, and the choices after them.
pub(super) fn merged(
    steps: impl Iterator<Item = (EvaluatedStep, StepWords)>,
) -> Vec<(EvaluatedStep, StepWords)> {
    let mut all: Vec<(EvaluatedStep, StepWords)> = Vec::new();
    let is_rule = |step: &EvaluatedStep| matches!(step.happened, Happened::Rule);
    let is_open = |step: &EvaluatedStep| matches!(step.happened, Happened::Open);
    for (step, words) in steps {
        let last = all.iter().rposition(|(last, _)| !is_rule(last));
        let goes_on = |n: &usize| {
            let (last, known) = &all[*n];
            is_open(&step) && is_open(last) && known.part == words.part
        };
        let Some(last) = last.filter(goes_on) else {
            all.push((step, words));
            continue;
        };
        all.truncate(last + 1);
        if let Some((last, known)) = all.last_mut() {
            last.after = step.after;
            if known.who != words.who {
                known.who = BOTH.into();
            }
        }
    }
    all
}

/// Returns the outcome of a combat in words.
pub(super) fn outcome(table: &Table<'_>, ended: bool, last: Option<&EvaluatedStep>) -> String {
    if !ended {
        return "not finished".into();
    }
    let Some(last) = last else { return "no combat".into() };
    table.result(table.winner(&last.after))
}

/// Returns what the user should know of the abilities of both sides.
pub(super) fn notes(table: &Table<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    for (fleet, side) in table.fleets.iter().zip(&table.matchup.sides) {
        let effects = fleet.effects.0.iter().filter(|effect| effect.ability.is_used_by_rule());
        let mut names: Vec<&str> = effects.map(|effect| effect.ability.name()).collect();
        names.dedup();
        if !names.is_empty() {
            let (name, names) = (&side.labels.name, names.join(", "));
            notes.push(format!("{name}: used by a fixed rule, not counted as a choice: {names}"));
        }
    }
    notes
}
