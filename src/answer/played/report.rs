//! Luck and skill of both sides, and the steps in words.

use super::now::Players;
use super::{EvaluatedStep, Happened, Mark, PlayedChoice};
use crate::answer::advice::worth;
use crate::answer::{Question, Side};
use crate::result::{
    AnalysedMarks, AnalysedSide, AnalysedStep, AnalysedWorth, Analysis, ROLES, SideFleet, Skill,
    Units, Worth,
};

/// A step in the words of its game.
pub(crate) struct StepWords {
    /// Number of the line in the record.
    pub(crate) line: usize,
    /// Part of the battle.
    pub(crate) part: String,
    /// The group or the side that acted.
    pub(crate) who: String,
    /// The dice, or the choice.
    pub(crate) what: String,
    /// The best choice, if there was one.
    pub(crate) best: String,
}

impl StepWords {
    /// Returns the words of a step that follows by rule, which are not shown.
    pub(crate) fn of_rule() -> Self {
        let [part, who, what, best] = [const { String::new() }; 4];
        Self { line: 0, part, who, what, best }
    }
}

/// The sides and the end of a battle that was played, as its game knows them.
pub(crate) struct PlayedSides {
    pub(crate) players: Players,
    /// Name of the record.
    pub(crate) record: String,
    /// Number of simulated battles from each situation; `None` if the odds are exact.
    pub(crate) battles: Option<u64>,
    /// Whether captains follow orders, so that dice alone decide.
    pub(crate) is_ordered: bool,
    /// Whether the record reaches the end of the battle.
    pub(crate) ended: bool,
    pub(crate) outcome: String,
    pub(crate) warnings: Vec<String>,
}

impl PlayedSides {
    /// Returns the largest difference that a battle can make to a side.
    fn scale(&self, side: usize) -> f64 {
        Mark::scale(self.players.objectives[side], self.players.cost)
    }
}

/// Returns the analysis of a battle. Steps that follow by rule have no words.
pub(crate) fn analysis<F>(
    question: &Question,
    sides: &[Side<F>],
    units: Units,
    played: PlayedSides,
    steps: &[(EvaluatedStep, StepWords)],
) -> Analysis {
    let analysed = [0, 1].map(|n| side(n, &sides[n], &played, steps));
    let shown = merged(steps);
    Analysis {
        schema: "fleetodds/analysis/1",
        rules: question.rulebook.to_string(),
        question: question.document(),
        title: question.title(),
        unit: units.cost,
        steps: shown.iter().map(|(evaluated, words)| step(evaluated, words, &played)).collect(),
        record: played.record,
        battles: played.battles,
        is_ordered: played.is_ordered,
        ended: played.ended,
        outcome: played.outcome,
        sides: analysed.into(),
        warnings: played.warnings,
    }
}

/// Returns the steps that are listed. What was not noted of one line is one step.
fn merged(steps: &[(EvaluatedStep, StepWords)]) -> Vec<(EvaluatedStep, &StepWords)> {
    let mut all: Vec<(EvaluatedStep, &StepWords)> = Vec::new();
    for (step, words) in steps.iter().filter(|(step, _)| is_shown(step)) {
        let is_open = |step: &EvaluatedStep| matches!(step.happened, Happened::Open);
        match all.last_mut() {
            Some((open, known)) if known.line == words.line && is_open(open) && is_open(step) => {
                open.after = step.after;
            }
            _ => all.push((step.clone(), words)),
        }
    }
    all
}

/// Whether a step is listed: anything but rules, and choices without a difference.
fn is_shown(step: &EvaluatedStep) -> bool {
    match &step.happened {
        Happened::Rule => false,
        Happened::Choice(choice) => !choice.is_indifferent,
        Happened::Roll | Happened::Open => true,
    }
}

fn side<F>(
    n: usize,
    side: &Side<F>,
    played: &PlayedSides,
    steps: &[(EvaluatedStep, StepWords)],
) -> AnalysedSide {
    AnalysedSide {
        side: SideFleet::new(&side.labels.name, &side.labels.fleet),
        role: ROLES[n],
        player: played.players.are_players[n].then(|| skill(n, played, steps)),
    }
}

fn skill(n: usize, played: &PlayedSides, steps: &[(EvaluatedStep, StepWords)]) -> Skill {
    let mut skill = Skill {
        objective: played.players.objectives[n].name(),
        start: steps.first().map_or(0.0, |(step, _)| step.before[n][0]),
        luck: 0.0,
        mistakes: 0.0,
        enemy_mistakes: 0.0,
        not_noted: 0.0,
        end: steps.last().map_or(0.0, |(step, _)| step.after[n][0]),
        decisions: 0,
        marks: AnalysedMarks::default(),
    };
    for (step, _) in steps {
        let change = step.after[n][0] - step.before[n][0];
        match &step.happened {
            Happened::Rule => {}
            Happened::Roll => skill.luck += change,
            Happened::Open => skill.not_noted += change,
            Happened::Choice(choice) if choice.side == n => {
                skill.mistakes += choice.cost;
                if !choice.is_indifferent {
                    skill.decisions += 1;
                    skill.marks.add(Mark::of(choice.cost, played.scale(n)));
                }
            }
            Happened::Choice(choice) => skill.enemy_mistakes += choice.change[n],
        }
    }
    skill
}

impl AnalysedMarks {
    fn add(&mut self, mark: Mark) {
        *match mark {
            Mark::Good => &mut self.good,
            Mark::Doubtful => &mut self.doubtful,
            Mark::Mistake => &mut self.mistake,
            Mark::Blunder => &mut self.blunder,
        } += 1;
    }
}

fn step(evaluated: &EvaluatedStep, words: &StepWords, played: &PlayedSides) -> AnalysedStep {
    let (kind, choice) = match &evaluated.happened {
        Happened::Choice(choice) => ("choice", Some(choice)),
        Happened::Open => ("not noted", None),
        Happened::Roll | Happened::Rule => ("roll", None),
    };
    let change = |side: usize| match choice {
        Some(choice) => choice.change[side],
        None => evaluated.after[side][0] - evaluated.before[side][0],
    };
    let after = |side: usize| {
        let gain = evaluated.after[side];
        let Worth { win, .. } = worth(played.players.objectives[side], gain);
        AnalysedWorth { win, worth: gain[0], change: change(side) }
    };
    let is_other = |choice: &PlayedChoice| choice.chosen != choice.best;
    let mark = |choice: &PlayedChoice| Mark::of(choice.cost, played.scale(choice.side)).name();
    AnalysedStep {
        line: words.line,
        part: words.part.clone(),
        who: words.who.clone(),
        kind,
        what: words.what.clone(),
        role: choice.map(|choice| ROLES[choice.side]),
        after: [0, 1].map(|side| played.players.are_players[side].then(|| after(side))),
        cost: choice.map(|choice| choice.cost),
        mark: choice.map(mark),
        best: choice.filter(|choice| is_other(choice)).map(|_| words.best.clone()),
    }
}
