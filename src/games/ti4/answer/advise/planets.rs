//! The order in which the planets of an invasion are fought for.

use super::super::invasion::{self, InvasionWorth};
use super::super::orders::permutations;
use super::super::report::UNITS;
use super::situation::role_of;
use crate::answer::advice;
use crate::answer::ledger::Ledger;
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::engine::Control;
use crate::engine::optimize::duel::Gain;
use crate::games::common::Objective;
use crate::games::ti4::scenario::{Planet, Ti4Matchup};
use crate::result::{Advice, EngineUsed, SideFleet};
use crate::scenario::Engine;

/// Returns what each order of the planets is worth to the attacker, who chooses it.
///
/// # Errors
/// If the order makes no difference, if the defender is asked for, or if the invasions in all
/// orders do not fit the budget.
pub(super) fn advise(
    question: &Question,
    matchup: &Ti4Matchup,
    table: &OnTheTable,
    control: &Control,
) -> Result<Advice, NoAnswer> {
    let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
    if table.hits.is_some() {
        return refuse(
            "--hits: ask about the combat on one planet; here the planets have no order",
        );
    }
    if table.turn.as_deref().is_some_and(|typed| role_of(matchup, typed) == Some(1)) {
        return refuse("--turn: the attacker chooses the order of the planets");
    }
    if !invasion::carries_cards(matchup)? {
        return refuse(
            "the order of the planets makes no difference, because no side holds a card that is used \
             on one planet and gone on the next; ask about the combat on each planet",
        );
    }
    if matches!(question.engine, Engine::Simulate | Engine::Kernel) {
        return refuse("--engine: the orders of planets are compared exactly, not by simulation");
    }
    let exactly = Question { engine: Engine::Exact, ..question.clone() };
    let orders = permutations(&matchup.planets);
    let mut worths: Vec<InvasionWorth> = Vec::new();
    for order in &orders {
        let ordered = Ti4Matchup { planets: order.clone(), ..matchup.clone() };
        worths.push(invasion::worth(&exactly, &ordered, control)?);
        let work = worths[0].work * orders.len() as f64;
        if work > question.budget.seconds {
            let (orders, budget) = (orders.len(), question.budget);
            let what =
                format!("comparing {orders} orders of planets exceeds the budget of {budget}");
            return Err(Ledger::new(question.budget).too_large(what));
        }
    }
    let objective = matchup.sides[0].fleet.captain.objective;
    let gain = |worth: &InvasionWorth| -> Gain {
        match objective {
            Objective::Win => [worth.win, worth.swing],
            Objective::Swing => [worth.swing, worth.win],
        }
    };
    let gains: Vec<Gain> = worths.iter().map(gain).collect();
    let in_words = |n: usize| {
        let names: Vec<String> =
            orders[n].iter().map(|planet: &Planet| planet.name.clone()).collect();
        (names.join(", then "), names)
    };
    let play = worths.swap_remove(0).play;
    let sides = &matchup.sides;
    let fleet = |side: usize| SideFleet::new(&sides[side].labels.name, &matchup.landed(side));
    Ok(Advice {
        engine: EngineUsed::Exact,
        sides: vec![fleet(0), fleet(1)],
        decision: "planets",
        situation: format!(
            "before the invasion: {} chooses the order of {} planets, and wins by taking all",
            sides[0].labels.called(0),
            matchup.planets.len()
        ),
        before: Some(advice::worth(objective, gains[0])),
        choices: advice::ranked(objective, &gains, &[], &in_words),
        warnings: of_sides(sides, &[]),
        ..advice::advice_to(question, (sides, 0), objective, UNITS, play)
    })
}
