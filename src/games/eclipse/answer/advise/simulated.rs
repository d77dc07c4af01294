//! Choices whose battles do not fit the budget: they are compared by simulation.

use std::sync::atomic::AtomicBool;

use super::super::captains::new_game;
use super::Found;
use super::situation::Situation;
use crate::answer::ledger::Ledger;
use crate::answer::{Battles, NoAnswer, Question};
use crate::engine::{PairedPlan, compare_openings};
use crate::games::common::Objective;
use crate::games::eclipse::rules::{EclipseBattle, EclipseState};
use crate::model::Battle;

/// Number of battles from each choice if none is given.
const BATTLES: u64 = 20_000;

/// Maximum number of battles from all choices together.
const MAX_BATTLES: u64 = 4_000_000;

/// Estimated number of rounds of a battle.
const ROUNDS: f64 = 8.0;

/// Half-width of a 95 % interval in standard errors.
const MARGIN: f64 = 1.96;

/// Compares the uses of the dice by simulation. Both players go on by a rule of thumb; `why` says
/// why best play is not known.
///
/// # Errors
/// If there is no roll, if missiles can be stopped, if a captain may retreat, or if `stop` is set.
pub(super) fn compare(
    question: &Question,
    situation: &Situation<'_>,
    ledger: &Ledger,
    why: String,
    stop: &AtomicBool,
) -> Result<Found, NoAnswer> {
    let Some(roll) = &situation.roll else {
        if !question.engine.is_exact() {
            let why = "--engine: the rolls to come are not simulated; give yours with `--roll`";
            return Err(NoAnswer::NotHere(why.into()));
        }
        return Err(ledger.too_large(format!("{why}; with `--roll` the choices are simulated")));
    };
    let decides = situation.deciding_battle()?;
    let mut game = new_game(&decides, ledger, stop);
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
    let battles = battles(question, battle, openings.len() as u64);
    let plan = PairedPlan { battles, seed: question.seed, round_cap: question.last_round() };
    let means = compare_openings(battle, &battle.captains(), &openings, plan, &worth, stop);
    let means = means.ok_or(NoAnswer::Stopped)?;
    let margins = means.iter().map(|mean| MARGIN * mean.error).collect();
    let gains = means.iter().map(|mean| mean.mean);
    Ok(Found {
        choices: choices.into_iter().zip(gains).collect(),
        simulated: Some((battles, margins)),
        notes: vec![format!(
            "{why}: players use `threat` instead of `optimal` after this decision"
        )],
        ..Found::default()
    })
}

/// Returns the number of battles from each choice.
fn battles(question: &Question, battle: &EclipseBattle, choices: u64) -> u64 {
    if let Battles::Given(battles) = question.battles {
        return battles.min(MAX_BATTLES / choices.max(1)).max(2);
    }
    let seconds = battle.round_seconds() * ROUNDS * choices as f64;
    let affordable = (question.budget.seconds / 2.0 / seconds) as u64;
    BATTLES.min(affordable).min(MAX_BATTLES / choices.max(1)).max(100)
}
