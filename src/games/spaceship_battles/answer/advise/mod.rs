//! Advice: which orders a group of ships should follow from here on.
//!
//! All other groups follow the orders that are declared.
//!
//! ```text
//! situation  the group that gets orders, and those among which it can choose
//! compared   the odds of orders: exact, or simulated with common dice
//! words      situations and orders in words
//! ```

mod compared;
mod situation;
mod words;

use self::compared::{Compared, compare};
use self::situation::Situation;
use super::UNITS;
use crate::answer::advice::{self, SimulatedChoices};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::engine::Control;
use crate::games::common::Objective;
use crate::games::spaceship_battles::scenario::ShipMatchup;
use crate::result::{Advice, EngineUsed};

/// Returns what each choice of orders is worth.
///
/// # Errors
/// If no group has the name that is given, if something lies on the table that this game does not
/// have, or if the choices do not fit the budget.
pub(super) fn advise(
    question: &Question,
    matchup: &ShipMatchup,
    table: &OnTheTable,
    control: &Control,
) -> Result<Advice, NoAnswer> {
    situation::check(table)?;
    let situation = Situation::of(matchup, table)?;
    let mut compared = compare(question, &situation, control)?;
    let before = compared.gains[0];
    compared.merge_equal();
    let Compared { orders, gains, simulated, mut notes } = compared;
    let SimulatedChoices { battles, margins, note } = simulated.unwrap_or_default();
    notes.extend(note);
    let objective = Objective::Win;
    let words = |n: usize| (situation.choice(&orders[n]), situation.steps(&orders[n]));
    let play = [0, 1].map(|side| situation.played(side));
    let sides = &matchup.sides;
    Ok(Advice {
        engine: if battles == 0 { EngineUsed::Exact } else { EngineUsed::Simulate },
        battles,
        decision: "orders",
        situation: situation.in_words(question.first_round),
        dice: situation.present(),
        before: Some(advice::worth(objective, before)),
        choices: advice::ranked(objective, &gains, &margins, &words),
        warnings: of_sides(sides, &notes),
        ..advice::advice_to(question, (sides, situation.side), objective, UNITS, play)
    })
}
