//! Choices whose combats do not fit the budget: they are compared by simulation.

use super::super::captains::CUSTOMARY;
use super::cards::open_on_hits;
use super::choice::{Found, ValuedChoice, told_apart};
use super::hits::{self, HitOption};
use super::situation::Situation;
use crate::answer::advice::{SimulatedChoices, simulate_choices};
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, Question};
use crate::engine::Control;
use crate::games::common::value_of;
use crate::games::ti4::rules::{Ti4Fleet, Ti4Game, Ti4State, compile};

/// Compares the ways to assign the hits by simulation. Both sides go on in the customary order of
/// losses; `why` says why best play is not known.
///
/// # Errors
/// If there are no hits, if a side may retreat by a policy that looks ahead, if dice are rolled
/// between this decision and the next round, or if it is stopped.
pub(super) fn compare(
    question: &Question,
    situation: &Situation<'_>,
    ledger: &Ledger,
    why: String,
    control: &Control,
) -> Result<Found, NoAnswer> {
    let Some(due) = situation.hits else {
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
    let open = open_on_hits(&decides, side, due, &state);
    let mut choices: Vec<HitOption> = Vec::new();
    for cards in hits::hands(&decides, side, &open, &state) {
        let start = game.after_hits(state, due, leaving, Some(cards));
        let found = hits::options(&mut game, &decides, (&state, &start), cards);
        let found = found.ok_or_else(|| ledger.too_large("there are too many choices".into()))?;
        choices.extend(found);
    }
    let openings = choices.iter().map(|(_, to)| game.next_step(to));
    let Some(openings) = openings.collect::<Option<Vec<Ti4State>>>() else {
        return Err(ledger.too_large(why));
    };
    let battle = compile(&thumb, terms)?;
    let figures = [situation.objective, situation.objective.other()];
    let figures = figures.map(|figure| value_of(side, figure));
    let worth = |state: &Ti4State| {
        let values = battle.worth(state);
        figures.map(|figure| values[figure])
    };
    let compared = simulate_choices(question, &battle, &openings, &worth, control)?;
    let words = situation.words();
    let SimulatedChoices { battles, margins, note } = compared.simulated;
    let compared = compared.gains.into_iter().zip(margins);
    let choices = choices.into_iter().zip(compared).map(|((cards, to), (gain, margin))| {
        let (words, steps) = words.choice(&state, &game.situation(&to));
        ValuedChoice { cards, words, steps, gain, margin }
    });
    Ok(Found {
        choices: told_apart(choices.collect()),
        battles,
        fleets: Some(thumb),
        notes: std::iter::once(format!("{why}: after this decision, {CUSTOMARY}"))
            .chain(note)
            .collect(),
        open,
        ..Found::default()
    })
}
