//! Choices whose battles do not fit the budget: they are compared by simulation.

use super::super::best_play::new_game;
use super::Found;
use super::situation::Situation;
use crate::answer::advice::simulate_choices;
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::games::common::Objective;
use crate::games::eclipse::rules::EclipseState;

/// Compares the uses of the dice by simulation. Both players go on by a rule of thumb; `why` says
/// why best play is not known.
///
/// # Errors
/// If there is no roll, if missiles can be stopped, if a captain may retreat, or if it is stopped.
pub(super) fn compare(
    question: &Question,
    situation: &Situation<'_>,
    ledger: &Ledger,
    why: String,
    control: &Control,
) -> Result<Found, NoAnswer> {
    let Some(roll) = &situation.roll else {
        if !question.engine.is_exact() {
            let why = "--engine: the rolls to come are not simulated; give yours with `--roll`";
            return Err(NoAnswer::NotHere(why.into()));
        }
        return Err(ledger.too_large(format!("{why}; with `--roll` the choices are simulated")));
    };
    let decides = situation.deciding_battle()?;
    let mut game = new_game(&decides, ledger, control);
    let position = game.with_roll(&situation.state(), roll);
    let choices = game.choices(&position);
    let choices = choices.ok_or_else(|| ledger.too_large("there are too many choices".into()))?;
    if !choices.iter().all(|choice| choice.to.is_between_activations()) || situation.retreats() {
        return Err(ledger.too_large(why));
    }
    let openings: Vec<EclipseState> =
        choices.iter().map(|choice| game.situation(&choice.to)).collect();
    let battle = &situation.battle;
    let (side, _) = situation.decider;
    let figures = [situation.objective, situation.objective.other()];
    let worth =
        |state: &EclipseState| figures.map(|figure: Objective| battle.value(state, side, figure));
    let compared = simulate_choices(question, battle, &openings, &worth, control)?;
    let by_rule = format!("{why}: players use `threat` instead of `optimal` after this decision");
    let notes = std::iter::once(by_rule).chain(compared.simulated.note.clone()).collect();
    Ok(Found {
        choices: choices.into_iter().zip(compared.gains).collect(),
        simulated: Some(compared.simulated),
        notes,
        ..Found::default()
    })
}
