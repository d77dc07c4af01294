//! Advice: which units take hits, and whether to retreat.
//!
//! The side that decides plays as well as possible from here on; the enemy plays as it is declared
//! to.
//!
//! ```text
//! situation  the side that decides and its hits
//! simulated  choices whose combats do not fit the budget
//! words      situations, hits and choices in words
//! ```

mod simulated;
mod situation;
mod words;

use std::sync::atomic::AtomicBool;

use self::situation::Situation;
use self::words::Wording;
use super::captains::{Ti4NotSolved, solve_positions};
use super::report::{UNITS, played_by};
use crate::answer::advice::{self, SimulatedChoices};
use crate::answer::ledger::Ledger;
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::engine::optimize::duel::Gain;
use crate::games::common::value_of;
use crate::games::ti4::rules::{PossibleHits, Sustain, Ti4Fleet, Ti4Game, Ti4Position};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::game::{Solved, Values};
use crate::result::{Advice, AdvisedRoll, EngineUsed, PlayedBy};
use crate::scenario::Engine;

/// Maximum number of results of the dice that are listed.
const MAX_ROLLS: usize = 20_000;

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
    stop: &AtomicBool,
) -> Result<Advice, NoAnswer> {
    situation::check(question, matchup, table)?;
    let mut ledger = Ledger::new(question.budget);
    let situation = Situation::of(question, matchup, table, &mut ledger, stop)?;
    let looked = match question.engine {
        Engine::Simulate | Engine::Kernel => Err(Ti4NotSolved::TooLarge),
        _ => look(&situation, &mut ledger, stop),
    };
    let found = match looked {
        Ok(found) => found,
        Err(Ti4NotSolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(Ti4NotSolved::TooLarge) => {
            let why = match question.engine {
                Engine::Simulate | Engine::Kernel => format!("engine {}", question.engine.name()),
                _ => format!("best play does not fit the budget of {}", question.budget),
            };
            if question.engine == Engine::Exact {
                return Err(ledger.too_large(why));
            }
            simulated::compare(question, &situation, &ledger, why, stop)?
        }
    };
    Ok(report(question, &situation, found))
}

/// A choice in words, its parts and its gain.
type ValuedChoice = (String, Vec<String>, Gain);

/// Choices and results of the dice with their gains.
#[derive(Default)]
struct Found {
    before: Option<Gain>,
    choices: Vec<ValuedChoice>,
    rolls: Vec<AdvisedRoll>,
    /// How the choices were simulated. Without it, the gains are exact.
    simulated: Option<SimulatedChoices>,
    /// The fleets as they go on in the simulation.
    fleets: Option<[Ti4Fleet; 2]>,
    /// Effect of the hits that the enemy has assigned before, in words.
    enemy: String,
    notes: Vec<String>,
}

/// Values the decision that is asked for.
fn look(
    situation: &Situation<'_>,
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<Found, Ti4NotSolved> {
    if let Some(hits) = situation.hits {
        return look_at_hits(situation, hits, ledger, stop);
    }
    let whole = *ledger;
    ledger.limit(ROLLS_SHARE);
    match look_ahead(situation, true, ledger, stop) {
        Err(Ti4NotSolved::TooLarge) => {
            *ledger = whole;
            look_ahead(situation, false, ledger, stop)
        }
        found => found,
    }
}

/// Values all ways to assign the hits on the table.
fn look_at_hits(
    situation: &Situation<'_>,
    hits: [u16; 2],
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<Found, Ti4NotSolved> {
    let mut game = situation.game();
    let state = situation.battle.in_round(true);
    let leaving = game.leaving(&state, situation.side).flatten();
    let words = situation.words();
    let mut start = game.after_hits(state, hits, leaving);
    let mut enemy = String::new();
    if game.decider(&start).is_some_and(|side| side != situation.side) {
        // The enemy assigns its hits first, and looks ahead.
        let solved = situation.solve(&mut game, &[start], ledger, stop)?;
        start = game.followed(start, &solved, Some(situation.side));
        enemy = words.enemy(&state, &game.situation(&start));
    }
    let choices = game.choices(&start).ok_or(Ti4NotSolved::TooLarge)?;
    let before = match situation.may_retreat() {
        true => game.before_roll(state, leaving),
        false => game.opening(state),
    };
    let mut positions = vec![before];
    positions.extend(&choices);
    let solved = situation.solve(&mut game, &positions, ledger, stop)?;
    let mut gains = solved.openings.iter().map(|values| situation.gain(values));
    let before = gains.next();
    let choices = choices.iter().zip(gains).map(|(to, gain)| {
        let (choice, steps) = words.choice(&state, &game.situation(to));
        (choice, steps, gain)
    });
    Ok(Found { before, choices: merged(choices), enemy, ..Found::default() })
}

/// Merges choices with the same result for the side that decides. The better one is kept.
fn merged(choices: impl Iterator<Item = ValuedChoice>) -> Vec<ValuedChoice> {
    let mut all: Vec<ValuedChoice> = Vec::new();
    for (choice, steps, gain) in choices {
        match all.iter_mut().find(|(known, ..)| *known == choice) {
            Some((.., known)) if advice::best_of(&[*known, gain]) == 1 => *known = gain,
            Some(_) => {}
            None => all.push((choice, steps, gain)),
        }
    }
    all
}

/// Values the situation before the dice are rolled, a retreat if there can be one, and with
/// `lists_rolls` all results of the dice.
fn look_ahead(
    situation: &Situation<'_>,
    lists_rolls: bool,
    ledger: &mut Ledger,
    stop: &AtomicBool,
) -> Result<Found, Ti4NotSolved> {
    let side = situation.side;
    let mut game = situation.game();
    let state = situation.battle.in_round(false);
    let ready = game.opening(state);
    let rolling = game.advanced(ready);
    let begun = game.situation(&rolling);
    let leaving = game.leaving(&begun, side).filter(|_| lists_rolls);
    let rolls = leaving.and_then(|leaving| game.rolls(&begun, leaving, MAX_ROLLS));
    let rolls = rolls.unwrap_or_default();
    let mut start = rolling;
    if situation.may_retreat() && game.decider(&start).is_some_and(|decider| decider != side) {
        let solved = situation.solve(&mut game, &[start], ledger, stop)?;
        start = game.followed(start, &solved, Some(side));
    }
    let choices = match game.announces(&start, side) {
        true => game.choices(&start).ok_or(Ti4NotSolved::TooLarge)?,
        false => Vec::new(),
    };
    let mut positions = vec![ready];
    positions.extend(&choices);
    positions.extend(rolls.iter().map(|roll| roll.position));
    let solved = situation.solve(&mut game, &positions, ledger, stop)?;
    let gains: Vec<Gain> = solved.openings.iter().map(|values| situation.gain(values)).collect();
    let words = situation.words();
    let announced = ["stay", "announce a retreat"].map(String::from);
    let choices = announced.into_iter().zip(&gains[1..=choices.len()]);
    let choices: Vec<_> = choices.map(|(name, gain)| (name.clone(), vec![name], *gain)).collect();
    let of_rolls = rolls.iter().zip(&gains[1 + choices.len()..]);
    let best = |(roll, gain): (&PossibleHits, &Gain)| {
        let after = game.assigned(roll.position, &solved);
        AdvisedRoll {
            roll: words.possible(roll),
            probability: roll.probability,
            choice: words.choice(&begun, &after).0,
            worth: advice::worth(situation.objective, *gain),
        }
    };
    let rolls = of_rolls.map(best).collect();
    Ok(Found { before: gains.first().copied(), choices, rolls, ..Found::default() })
}

impl Situation<'_> {
    fn solve(
        &self,
        game: &mut Ti4Game<'_>,
        positions: &[Ti4Position],
        ledger: &mut Ledger,
        stop: &AtomicBool,
    ) -> Result<Solved<Ti4Position>, Ti4NotSolved> {
        solve_positions(game, &self.battle, positions, [1.0; 2], ledger, stop)
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
    let SimulatedChoices { battles, margins } = found.simulated.unwrap_or_default();
    let objective = situation.objective;
    let gains: Vec<Gain> = found.choices.iter().map(|(.., gain)| *gain).collect();
    let in_words = |n: usize| {
        let (choice, steps, _) = &found.choices[n];
        (choice.clone(), steps.clone())
    };
    let fleets = found.fleets.as_ref().unwrap_or(&situation.fleets);
    let play = [0, 1].map(|side| situation.played(side, &fleets[side]));
    let sides = &situation.matchup.sides;
    let notes = [situation.notes(), found.notes].concat();
    Advice {
        engine: if battles == 0 { EngineUsed::Exact } else { EngineUsed::Simulate },
        battles,
        decision: words.decision(),
        situation: words.situation(),
        roll: words.roll(),
        dice: found.enemy,
        before: found.before.map(|gain| advice::worth(objective, gain)),
        choices: advice::ranked(objective, &gains, &margins, &in_words),
        rolls: found.rolls,
        warnings: of_sides(sides, &notes),
        ..advice::advice_to(question, (sides, situation.side), objective, UNITS, play)
    }
}
