//! Play of both sides: the best order of losses and the best choices, if they are requested and fit
//! the budget.

use super::orders::{LossOrders, Setup, by_custom, customary_orders, settle_orders};
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::PreparedBattle;
use crate::answer::{NoAnswer, Question};
use crate::bug::OrBug;
use crate::engine::exchange::play;
use crate::engine::graph::Limit;
use crate::engine::optimize::game;
use crate::engine::{Control, Unsolved};
use crate::games::ti4::rules::{
    Ti4Battle, Ti4Fleet, Ti4Game, Ti4Position, Ti4State, Ti4Strategy, Ti4Terms, compile,
};
use crate::model::Battle;
use crate::model::game::{Decider, Solved, Values};
use crate::scenario::Engine;
use std::sync::Arc;

/// Words for play that replaces the best one.
pub(super) const CUSTOMARY: &str = "units are lost in the customary order";

/// Speed of solving a combat whose hits are assigned in turns, relative to the estimates of the
/// budget.
const EASE_IN_TURNS: f64 = 0.25;

/// Returns the speed of solving a combat, relative to the estimates of the budget.
fn ease(battle: &Ti4Battle) -> f64 {
    if battle.assigns_in_turns() { EASE_IN_TURNS } else { 1.0 }
}

/// A combat with the policies that are really played.
pub(super) struct PreparedTi4 {
    pub(super) fleets: [Ti4Fleet; 2],
    pub(super) prepared: PreparedBattle<Ti4Battle>,
    /// Whether sides without an order play the customary one, because no best one was found.
    pub(super) is_customary: bool,
}

/// Prepares a combat: finds best orders, solves best play and builds the graph if they are needed
/// and fit the budget.
pub(super) fn prepare(
    question: &Question,
    fleets: [Ti4Fleet; 2],
    terms: Ti4Terms,
    mut ledger: Ledger,
    control: &Control,
) -> Result<PreparedTi4, NoAnswer> {
    let setup = Setup::alone(terms);
    let (fleets, why) = ordered(question, fleets, &setup, &mut ledger, control)?;
    let battle = compile(&fleets, terms)?;
    let is_customary = why.is_some();
    let mut fight =
        PreparedTi4 { fleets, prepared: PreparedBattle::new(battle, ledger), is_customary };
    fight.prepared.notes.extend(why.map(|why| format!("{why}: {CUSTOMARY}")));
    let PreparedBattle { battle, captains, ledger, .. } = &mut fight.prepared;
    if battle.looks_ahead() {
        match solve(battle, &fight.fleets, [1.0; 2], ledger, control) {
            Ok(best) => captains.set_strategy(battle, best.strategy),
            Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(_) => {
                return by_rule_of_thumb(question, fight, terms, control);
            }
        }
    }
    let is_wanted = question.engine != Engine::Kernel;
    let ease = ease(&fight.prepared.battle);
    if is_wanted && !fight.prepared.solve(question, ease, control)? {
        fight.prepared.draw(question, ease, control)?;
    }
    Ok(fight)
}

/// Returns the fleets with the orders of losses that they play, and the reason why sides without an
/// order play the customary one, if they do.
pub(super) fn ordered(
    question: &Question,
    fleets: [Ti4Fleet; 2],
    setup: &Setup,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<([Ti4Fleet; 2], Option<String>), NoAnswer> {
    match settle_orders(fleets.clone(), setup, ledger, control) {
        Ok(LossOrders { fleets, customary }) => {
            Ok((fleets, customary.map(|no| no.why(question.budget))))
        }
        Err(no) => {
            let (fleets, why) = customary_orders(question, fleets, no, ledger)?;
            Ok((fleets, Some(why)))
        }
    }
}

/// Prepares a combat whose best play does not fit the budget, with the customary order instead of
/// the best choices. Fails if the engine is `exact`, and for retreat policies that look ahead, which
/// have no substitute.
fn by_rule_of_thumb(
    question: &Question,
    fight: PreparedTi4,
    terms: Ti4Terms,
    control: &Control,
) -> Result<PreparedTi4, NoAnswer> {
    let why = format!("best play does not fit the budget of {}", question.budget);
    if question.engine == Engine::Exact {
        return Err(fight.prepared.ledger.too_large(why));
    }
    if fight.fleets.iter().any(Ti4Fleet::retreats_ahead) {
        return Err(fight.prepared.ledger.retreat_too_large(why));
    }
    let PreparedTi4 { fleets, mut prepared, is_customary } = fight;
    prepared.ledger.try_again();
    let mut fight = prepare(question, fleets.map(by_custom), terms, prepared.ledger, control)?;
    fight.is_customary = is_customary;
    fight.prepared.notes.splice(0..0, prepared.notes);
    fight.prepared.notes.push(format!("{why}: {CUSTOMARY}"));
    Ok(fight)
}

/// Best play of a combat.
pub(super) struct Ti4BestPlay {
    /// Decisions of the captains that look ahead.
    pub(super) strategy: Arc<Ti4Strategy>,
    /// Values of the first opening, see [`value_of`](crate::games::common::value_of).
    pub(super) values: Values,
    /// Values of all openings.
    pub(super) openings: Vec<Values>,
}

/// Finds best play of the captains that look ahead, or worst play for a side whose sign is -1. The
/// work is taken off the ledger.
pub(super) fn solve(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    signs: [f64; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Ti4BestPlay, Unsolved> {
    solve_from(battle, fleets, &[battle.opening()], signs, ledger, control)
}

/// Like [`solve`], for a combat that may begin in any of these situations.
pub(super) fn solve_from(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    openings: &[Ti4State],
    signs: [f64; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Ti4BestPlay, Unsolved> {
    let mut game = Ti4Game::new(battle, fleets);
    let openings: Vec<_> = openings.iter().map(|state| game.opening(*state)).collect();
    let solved = solve_positions(&mut game, battle, &openings, signs, ledger, control)?;
    let values = solved.openings.first().copied().or_bug("a game has no opening");
    let openings = solved.openings.clone();
    Ok(Ti4BestPlay { strategy: Arc::new(game.strategy(solved)), values, openings })
}

/// Like [`solve`], for a game that may begin in any of these positions.
pub(super) fn solve_positions(
    game: &mut Ti4Game<'_>,
    battle: &Ti4Battle,
    positions: &[Ti4Position],
    signs: [f64; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Solved<Ti4Position>, Unsolved> {
    let budget = ledger.solving();
    let ease = ease(battle);
    let limit = budget.stretched(ease).game();
    let deciders = game.deciders(signs);
    let solved = solve_game(game, battle, (positions, &deciders), limit, control);
    let solved = solved.inspect_err(|no| {
        if *no != Unsolved::Stopped {
            ledger.take(budget.seconds);
        }
    })?;
    ledger.take(Budget::of_game(solved.work) / ease);
    Ok(solved)
}

/// Solves a game. Identical rounds in which everything depends on the forces of both sides alone
/// are solved first, for each pair of forces. If that does not fit, they are solved as positions of
/// the game, like everything else.
fn solve_game(
    game: &mut Ti4Game<'_>,
    battle: &Ti4Battle,
    (openings, deciders): (&[Ti4Position], &[Decider]),
    limit: Limit,
    control: &Control,
) -> Result<Solved<Ti4Position>, Unsolved> {
    if game.leave_out_rounds() {
        match solve_rounds(game, battle, (openings, deciders), limit, control) {
            Ok(()) => {}
            Err(Unsolved::Stopped) => return Err(Unsolved::Stopped),
            Err(_) => game.take_in_rounds(),
        }
    }
    game::solve(game, openings, deciders, limit, control)
}

/// Solves the rounds that are left out of a game, from all states in which it leads to them.
fn solve_rounds(
    game: &mut Ti4Game<'_>,
    battle: &Ti4Battle,
    (openings, deciders): (&[Ti4Position], &[Decider]),
    limit: Limit,
    control: &Control,
) -> Result<(), Unsolved> {
    let before = game::solve(game, openings, deciders, limit, control)?.work;
    let most = limit.work.saturating_sub(before);
    let rounds = game.left_out_rounds(most).ok_or(Unsolved::TooLarge(before))?;
    let work = before + rounds.work();
    let left = Limit { work: limit.work.saturating_sub(work), ..limit };
    let [of_first, _, of_second, _] = deciders else { return Err(Unsolved::TooLarge(work)) };
    let worth = |states| rounds.worth(battle, states);
    let of_hits = [*of_first, *of_second];
    let play = play::solve(rounds.choices(), of_hits, &worth, left, control)?;
    let work = work + play.work;
    game.set_rounds(rounds, play, work);
    Ok(())
}
