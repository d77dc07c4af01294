//! Steps in words.

use super::super::words::dice_names;
use super::noted::NotedVolley;
use super::table::Table;
use crate::answer::played::report::StepWords;
use crate::answer::played::{EvaluatedStep, Happened, PlayedStep};
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::answer::advise::Situation;
use crate::games::eclipse::rules::{
    Activation, EclipseGame, EclipsePosition, EclipseStep, TableDie,
};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::model::game::DecisionGame;
use crate::scenario::RecordLine;

/// The notes of a step.
pub(super) struct NotedStep {
    line: usize,
    part: String,
    activation: Option<Activation>,
    /// The dice on the table, for a roll and for the choice after it.
    dice: Option<Vec<TableDie>>,
    /// By node: the steps of each way, for a choice.
    choices: Vec<Vec<Vec<EclipseStep>>>,
}

impl NotedStep {
    /// Creates the words of a step that follows by rule.
    pub(super) fn rule() -> Self {
        let (line, part) = (0, String::new());
        Self { line, part, activation: None, dice: None, choices: Vec::new() }
    }

    pub(super) fn roll(
        line: &RecordLine,
        part: String,
        activation: &Activation,
        volley: &NotedVolley,
    ) -> Self {
        Self { dice: volley.dice.clone(), ..Self::open(line, part, activation) }
    }

    /// Creates the words of a choice. `choices` has the steps of each way, by node.
    pub(super) fn choice(
        line: &RecordLine,
        part: String,
        activation: &Activation,
        dice: Option<Vec<TableDie>>,
        choices: Vec<Vec<Vec<EclipseStep>>>,
    ) -> Self {
        Self { dice, choices, ..Self::open(line, part, activation) }
    }

    pub(super) fn open(line: &RecordLine, part: String, activation: &Activation) -> Self {
        let (line, activation) = (line.number(), Some(*activation));
        Self { line, part, activation, dice: None, choices: Vec::new() }
    }

    /// Returns the step in words.
    pub(super) fn words(
        &self,
        table: &Table<'_>,
        game: &EclipseGame<'_>,
        step: &PlayedStep<EclipsePosition>,
        evaluated: &EvaluatedStep,
    ) -> StepWords {
        let who = self.activation.map(|a| table.group(a.side, a.group)).unwrap_or_default();
        let (what, best) = match (&evaluated.happened, self.activation) {
            (Happened::Choice(choice), Some(activation)) => {
                let state = game.situation(&step.nodes[choice.node].at);
                let situation = Situation::played(
                    table.matchup,
                    &table.fleets,
                    table.battle.from_situation(state),
                    Activation { turn: state.turn, ..activation },
                    (choice.side, self.dice.clone()),
                );
                let of = |way: usize| situation.choice(&self.choices[choice.node][way]);
                (of(choice.chosen), of(choice.best))
            }
            (Happened::Open, _) => ("?".into(), String::new()),
            _ => (self.dice.as_deref().map(dice_names).unwrap_or_default(), String::new()),
        };
        StepWords { line: self.line, part: self.part.clone(), who, what, best }
    }
}

/// Returns the outcome of a battle in words. `ends` are the positions in which it may have ended.
pub(super) fn outcome(
    matchup: &EclipseMatchup,
    game: &EclipseGame<'_>,
    ends: &[EclipsePosition],
    ended: bool,
) -> String {
    if !ended {
        return "not finished".into();
    }
    let wins = |side: usize| {
        let has_won = |end: &EclipsePosition| game.worth(end)[value_of(side, Objective::Win)] > 0.5;
        ends.iter().filter(|end| has_won(end)).count()
    };
    match [wins(0), wins(1)] {
        [all, 0] if all == ends.len() => format!("{} wins", matchup.sides[0].labels.name),
        [0, all] if all == ends.len() => format!("{} wins", matchup.sides[1].labels.name),
        [0, 0] => "no side wins".into(),
        _ => "the winner was not noted".into(),
    }
}
