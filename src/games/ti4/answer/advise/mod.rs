//! Advice: which units take hits, and whether to retreat.
//!
//! The side that decides plays as well as possible from here on; the enemy plays as it is declared
//! to.
//!
//! ```text
//! ahead      the start of a round, before the dice are rolled
//! cards      cards that may be played now or kept
//! choice     choices with their gains
//! hits       the ways to assign hits
//! planets    the order in which planets are fought for
//! situation  the side that decides and its hits
//! simulated  choices whose combats do not fit the budget
//! words      situations, hits and choices in words
//! ```

mod ahead;
mod cards;
mod choice;
mod hits;
mod planets;
mod simulated;
mod situation;
mod words;

use self::choice::{Found, ValuedChoice};
use self::situation::Situation;
use self::words::Wording;
use super::captains::solve_positions;
use super::report::{UNITS, played_by};
use crate::answer::advice;
use crate::answer::ledger::Ledger;
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::engine::optimize::duel::Gain;
use crate::engine::{Control, Unsolved};
use crate::games::common::value_of;
use crate::games::ti4::rules::{Sustain, Ti4Battle, Ti4Fleet, Ti4Game, Ti4Position};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::game::{Solved, Values};
use crate::result::{Advice, EngineUsed, PlayedBy};
use crate::scenario::Engine;

/// Share of the budget in which the results of the dice must be solved to be listed.
const ROLLS_SHARE: f64 = 0.5;

/// Returns what each choice of the side that decides now is worth.
///
/// # Errors
/// If nothing is to be decided, if the hits do not fit, or if the choices do not fit the budget.
pub(super) fn advise(
    question: &Question,
    matchup: &Ti4Matchup,
    table: &OnTheTable,
    control: &Control,
) -> Result<Advice, NoAnswer> {
    situation::check(question, table)?;
    if matchup.space.is_some() {
        return Err(NoAnswer::NotHere(
            "advice is on one combat: ask about the space combat with --ti4, or about the planet \
             without the defender's ships"
                .into(),
        ));
    }
    if !matchup.planets.is_empty() {
        return planets::advise(question, matchup, table, control);
    }
    let mut ledger = Ledger::new(question.budget);
    let situation = Situation::of(question, matchup, table, &mut ledger, control)?;
    let looked = match question.engine {
        Engine::Simulate | Engine::Kernel => Err(Unsolved::TooLarge(0)),
        _ => look(&situation, &mut ledger, control),
    };
    let found = match looked {
        Ok(found) => found,
        Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(_) => {
            let why = match question.engine {
                Engine::Simulate | Engine::Kernel => format!("engine {}", question.engine.name()),
                _ => format!("best play does not fit the budget of {}", question.budget),
            };
            if question.engine == Engine::Exact {
                return Err(ledger.too_large(why));
            }
            simulated::compare(question, &situation, &ledger, why, control)?
        }
    };
    Ok(report(question, &situation, found))
}

/// Values the decision that is asked for.
fn look(
    situation: &Situation<'_>,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Found, Unsolved> {
    if let Some(hits) = situation.hits {
        return hits::look_at_hits(situation, hits, ledger, control);
    }
    let whole = *ledger;
    ledger.limit(ROLLS_SHARE);
    match ahead::look_ahead(situation, true, ledger, control) {
        Err(_) => {
            *ledger = whole;
            ahead::look_ahead(situation, false, ledger, control)
        }
        found => found,
    }
}

impl Situation<'_> {
    fn solve(
        &self,
        game: &mut Ti4Game<'_>,
        battle: &Ti4Battle,
        positions: &[Ti4Position],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Solved<Ti4Position>, Unsolved> {
        solve_positions(game, battle, positions, [1.0; 2], ledger, control)
    }

    /// Returns what a position is worth to the side that decides.
    fn gain(&self, values: &Values) -> Gain {
        let figures = [self.objective, self.objective.other()];
        figures.map(|figure| values[value_of(self.side, figure)])
    }

    fn words(&self) -> Wording<'_> {
        Wording { situation: self }
    }

    /// Returns how a side plays from here on.
    fn played(&self, side: usize, fleet: &Ti4Fleet) -> PlayedBy {
        let mut shown = fleet.clone();
        // A captain that decides for each hit has no rule that could be shown.
        if shown.captain.sustain == Sustain::AtWill {
            shown.captain.sustain = Sustain::First;
        }
        let asked = match side == self.side {
            true => &shown,
            false => &self.matchup.sides[side].fleet,
        };
        played_by(asked, &shown, self.is_customary)
    }
}

fn report(question: &Question, situation: &Situation<'_>, found: Found) -> Advice {
    let words = situation.words();
    let objective = situation.objective;
    let gains: Vec<Gain> = found.choices.iter().map(|choice| choice.gain).collect();
    let margins: Vec<f64> = found.choices.iter().map(|choice| choice.margin).collect();
    let in_words = |n: usize| {
        let ValuedChoice { words, steps, .. } = &found.choices[n];
        (words.clone(), steps.clone())
    };
    let fleets = found.fleets.as_ref().unwrap_or(&situation.fleets);
    let play = [0, 1].map(|side| situation.played(side, &fleets[side]));
    let sides = &situation.matchup.sides;
    let notes = [situation.notes(&found.open), found.notes].concat();
    Advice {
        engine: if found.battles == 0 { EngineUsed::Exact } else { EngineUsed::Simulate },
        battles: found.battles,
        decision: words.decision(found.choices.is_empty()),
        situation: words.situation(&found.open),
        roll: words.roll(),
        dice: found.enemy,
        before: found.before.map(|gain| advice::worth(objective, gain)),
        choices: advice::ranked(objective, &gains, &margins, &in_words),
        rolls: found.rolls,
        warnings: of_sides(sides, &notes),
        ..advice::advice_to(question, (sides, situation.side), objective, UNITS, play)
    }
}
