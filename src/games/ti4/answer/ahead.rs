//! Best play to the end of an invasion (D17, T65).
//!
//! First the situations are listed in which each combat can begin, whatever is decided before. Then
//! the combats are solved from the last planet to the first.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::captains::solve_from;
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::engine::optimize::game;
use crate::engine::{Control, Unsolved};
use crate::games::common::{Objective, value_of};
use crate::games::ti4::rules::{
    Invasion, InvasionValues, Ti4Battle, Ti4Fleet, Ti4Game, Ti4Outlook, Ti4State, Ti4Strategy,
};
use crate::model::Battle;
use crate::model::chain::{BattleStart, Chain};
use crate::model::game::Values;

/// Situations in which each combat can begin, by number.
type Openings = Vec<Vec<Ti4State>>;

/// Finds best play of an invasion: decisions by number of the combat; `None` where no captain looks
/// ahead or the combat never takes place. The work is taken off the ledger.
pub(super) fn best_play_of_invasion(
    invasion: &Invasion,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Option<Arc<Ti4Strategy>>>, Unsolved> {
    let openings = openings(invasion, ledger, control)?;
    let shared = Arc::new(invasion.clone());
    let mut later = Arc::new(InvasionValues::default());
    let mut strategies = vec![None; openings.len()];
    for number in (0..openings.len()).rev().filter(|&number| !openings[number].is_empty()) {
        let outlook = Arc::new(Ti4Outlook::new(shared.clone(), later.clone()));
        let battle = invasion.battles()[number].with_outlook(outlook);
        let fleets = invasion.fleets(number);
        let (values, strategy) = values(&battle, fleets, &openings[number], ledger, control)?;
        strategies[number] = strategy;
        // The combat has only read the values; from here on, no outlook refers to them.
        drop(battle);
        let known = Arc::make_mut(&mut later);
        known.extend(values.into_iter().map(|(state, value)| ((number, state), value)));
    }
    Ok(strategies)
}

/// Values of situations.
type SituationValues = Vec<(Ti4State, Values)>;

/// Returns the values of situations in which a combat can begin, with the decisions of its captains if
/// they look ahead.
fn values(
    battle: &Ti4Battle,
    fleets: &[Ti4Fleet; 2],
    openings: &[Ti4State],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<(SituationValues, Option<Arc<Ti4Strategy>>), Unsolved> {
    let (over, open): (Vec<Ti4State>, Vec<Ti4State>) =
        openings.iter().partition(|state| battle.is_over(state));
    let mut values: Vec<_> = over.iter().map(|state| (*state, battle.worth(state))).collect();
    if open.is_empty() {
        return Ok((values, None));
    }
    let best = solve_from(battle, fleets, &open, [1.0; 2], ledger, control)?;
    values.extend(open.into_iter().zip(best.openings));
    Ok((values, battle.looks_ahead().then_some(best.strategy)))
}

/// Maximum number of situations in which a combat on a planet can begin after a space combat, for
/// captains who look beyond it.
const MAX_LANDINGS: usize = 20_000;

/// Returns what follows the space combat of an invasion; with `keeps_cards`, as captains see it who
/// expect to keep their cards. The work is taken off the ledger.
pub(super) fn outlook_in_space(
    invasion: Invasion,
    keeps_cards: bool,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Arc<Ti4Outlook>, Unsolved> {
    let landings = invasion.landings(keeps_cards, MAX_LANDINGS);
    let landings = landings.ok_or(Unsolved::TooLarge(0))?;
    let mut openings: Openings = invasion.battles().iter().map(|_| Vec::new()).collect();
    let mut known: FxHashSet<(usize, Ti4State)> = FxHashSet::default();
    for start in landings {
        if known.insert((start.battle, start.opening)) {
            openings[start.battle].push(start.opening);
        }
    }
    let mut later = InvasionValues::default();
    for (number, openings) in openings.iter().enumerate().filter(|(_, all)| !all.is_empty()) {
        let battle = &invasion.battles()[number];
        let (values, _) = values(battle, invasion.fleets(number), openings, ledger, control)?;
        for (opening, mut values) in values {
            // What was lost before the landing is counted in space.
            let before = battle.worth_alone(&opening);
            for side in 0..2 {
                let swing = value_of(side, Objective::Swing);
                values[swing] -= before[swing];
            }
            // What is not taken is kept.
            let taken = values[value_of(0, Objective::Win)];
            values[value_of(1, Objective::Win)] = 1.0 - taken;
            later.insert((number, opening), values);
        }
    }
    let (invasion, later) = (Arc::new(invasion), Arc::new(later));
    Ok(Arc::new(match keeps_cards {
        true => Ti4Outlook::keeping_cards(invasion, later),
        false => Ti4Outlook::new(invasion, later),
    }))
}

/// Returns all situations in which each combat can begin, whatever is decided.
fn openings(
    invasion: &Invasion,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Openings, Unsolved> {
    let mut openings: Openings = invasion.battles().iter().map(|_| Vec::new()).collect();
    let mut known: FxHashSet<(usize, Ti4State)> = FxHashSet::default();
    let mut arrive = |openings: &mut Openings, start: BattleStart<Invasion>| {
        if known.insert((start.battle, start.opening)) {
            openings[start.battle].push(start.opening);
        }
    };
    arrive(&mut openings, invasion.first());
    for number in 0..openings.len() {
        if openings[number].is_empty() {
            continue;
        }
        if !invasion.carries_cards() {
            let next = invasion.follows_without_cards(number);
            next.into_iter().for_each(|start| arrive(&mut openings, start));
            continue;
        }
        let fleets = invasion.fleets(number);
        let memory = invasion.memory(number);
        for end in ends(invasion, number, fleets, &openings[number], ledger, control)? {
            if let Some(start) = invasion.after(number, memory, &end).next {
                arrive(&mut openings, start);
            }
        }
    }
    Ok(openings)
}

/// Returns all situations in which a combat can end.
fn ends(
    invasion: &Invasion,
    number: usize,
    fleets: &[Ti4Fleet; 2],
    openings: &[Ti4State],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Ti4State>, Unsolved> {
    let mut game = Ti4Game::new(&invasion.battles()[number], fleets);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(*state)).collect();
    let budget = ledger.solving();
    match game::ends(&mut game, &positions, budget.game(), control) {
        Ok((ends, work)) => {
            ledger.take(Budget::of_game(work));
            Ok(ends.iter().map(|end| game.situation(end)).collect())
        }
        Err(no) => {
            if no != Unsolved::Stopped {
                ledger.take(budget.seconds);
            }
            Err(no)
        }
    }
}
