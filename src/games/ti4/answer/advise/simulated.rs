//! Choices whose combats do not fit the budget: they are compared by simulation.

use std::sync::atomic::AtomicBool;

use super::super::captains::CUSTOMARY;
use super::Found;
use super::situation::Situation;
use crate::answer::advice::simulate_choices;
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::games::common::value_of;
use crate::games::ti4::rules::{Ti4Fleet, Ti4Game, Ti4State, compile};

/// Compares the ways to assign the hits by simulation. Both sides go on in the customary order of
/// losses; `why` says why best play is not known.
///
/// # Errors
/// If there are no hits, if a side may retreat by a policy that looks ahead, if dice are rolled
/// between this decision and the next round, or if `stop` is set.
pub(super) fn compare(
    question: &Question,
    situation: &Situation<'_>,
    ledger: &Ledger,
    why: String,
    stop: &AtomicBool,
) -> Result<Found, NoAnswer> {
    let Some(hits) = situation.hits else {
        return Err(ledger.too_large(format!("{why}; with `--hits` the choices are simulated")));
    };
    if situation.fleets.iter().any(Ti4Fleet::retreats_ahead) {
        return Err(ledger.retreat_too_large(why));
    }
    let (side, terms) = (situation.side, situation.matchup.terms);
    let thumb = situation.by_rule_of_thumb();
    let mut deciding = thumb.clone();
    deciding[side] = situation.fleets[side].clone();
    let decides = compile(&deciding, terms)?;
    let mut game = Ti4Game::new(&decides, &deciding);
    let state = decides.in_round(true);
    let leaving = game.leaving(&state, side).flatten();
    let start = game.after_hits(state, hits, leaving);
    let choices = game.choices(&start);
    let choices = choices.ok_or_else(|| ledger.too_large("there are too many choices".into()))?;
    let openings: Option<Vec<Ti4State>> = choices.iter().map(|to| game.next_step(to)).collect();
    let Some(openings) = openings else { return Err(ledger.too_large(why)) };
    let battle = compile(&thumb, terms)?;
    let figures = [situation.objective, situation.objective.other()];
    let figures = figures.map(|figure| value_of(side, figure));
    let worth = |state: &Ti4State| {
        let values = battle.worth(state);
        figures.map(|figure| values[figure])
    };
    let compared = simulate_choices(question, &battle, &openings, &worth, stop)?;
    let words = situation.words();
    let choices = choices.iter().zip(&compared.gains).map(|(to, gain)| {
        let (choice, steps) = words.choice(&state, &game.situation(to));
        (choice, steps, *gain)
    });
    Ok(Found {
        choices: choices.collect(),
        simulated: Some(compared.simulated),
        fleets: Some(thumb),
        notes: vec![format!("{why}: after this decision, {CUSTOMARY}")],
        ..Found::default()
    })
}
