//! Best play to the end of a sector (D17).
//!
//! First the situations are listed in which each battle can begin, whatever is decided before. Then
//! the battles are solved from the last one to the first. The values of an attacker when a battle
//! begins are what it can expect from winning the battle before.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::best_play::{
    AskedStates, EclipseNotSolved, Favour, Shortcuts, duel, game_from, new_game, too_large,
};
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::engine::Control;
use crate::engine::optimize::duel::{Gain, Sense};
use crate::engine::optimize::game;
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseState, EclipseStrategy, Prospects, Sector, SectorOpening, Ships,
};
use crate::model::Battle;
use crate::model::chain::Chain;

/// Decisions of the captains of a sector, by battle; `None` where none looks ahead or the battle
/// never occurs.
pub(super) type SectorStrategies = Vec<Option<Arc<EclipseStrategy>>>;

/// Finds best play of a sector. The work is taken off the ledger.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_of_sector(
    sector: &Sector,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<SectorStrategies, EclipseNotSolved> {
    let openings = openings(sector, ledger, control)?;
    let mut prospects: Vec<Option<Arc<Prospects>>> = vec![None; openings.len()];
    let mut strategies = vec![None; sector.len()];
    for number in sector.duels().rev() {
        if openings[number].is_empty() || !sector.looks_ahead(number) {
            continue;
        }
        let battle = sector.battles()[number].with_outlook(sector.outlook(number, &prospects));
        let asks = sector.attacker_looks_beyond(number);
        let (over, open): (Vec<&SectorOpening>, Vec<&SectorOpening>) =
            openings[number].iter().partition(|opening| battle.is_over(&opening.state));
        let mut known = Prospects::default();
        for opening in over {
            let gain = Objective::ALL.map(|figure| battle.value(&opening.state, 0, figure));
            known.add(opening.ships, opening.prospect(&battle, gain));
        }
        if !open.is_empty() {
            let states: Vec<EclipseState> = open.iter().map(|opening| opening.state).collect();
            let best = best_play(&battle, &states, asks, ledger, control)?;
            strategies[number] = Some(best.strategy);
            for (opening, gain) in open.iter().zip(best.gains) {
                known.add(opening.ships, opening.prospect(&battle, gain));
            }
        }
        prospects[number] = asks.then(|| Arc::new(known));
    }
    Ok(strategies)
}

/// Returns all situations in which each battle can begin, whatever is decided.
fn openings(
    sector: &Sector,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Vec<SectorOpening>>, EclipseNotSolved> {
    let mut openings: Vec<Vec<SectorOpening>> = sector.duels().map(|_| Vec::new()).collect();
    let mut known: Vec<FxHashSet<Ships>> = vec![FxHashSet::default(); openings.len()];
    let first = sector.begins();
    let mut arrive = |openings: &mut [Vec<SectorOpening>], (number, opening)| {
        let opening: SectorOpening = opening;
        let number: usize = number;
        if known[number].insert(opening.ships) {
            openings[number].push(opening);
        }
    };
    first.into_iter().for_each(|first| arrive(&mut openings, first));
    for number in sector.duels() {
        let battle = &sector.battles()[number];
        let states: Vec<EclipseState> =
            openings[number].iter().map(|opening| opening.state).collect();
        let (mut over, open): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|state| battle.is_over(state));
        if !open.is_empty() {
            over.extend(ends(battle, &open, ledger, control)?);
        }
        for end in over {
            if let Some(next) = sector.follows(number, &end) {
                arrive(&mut openings, next);
            }
        }
    }
    Ok(openings)
}

/// Best play of one battle of a sector.
struct BattlePlay {
    strategy: Arc<EclipseStrategy>,
    /// Values of the attacker in each opening, if they are wanted: its probability of holding the
    /// sector, and its swing.
    gains: Vec<Gain>,
}

/// Finds best play of a battle that may begin in any of these situations, none of which ends it.
fn best_play(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    asks: bool,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<BattlePlay, EclipseNotSolved> {
    let senses = [Sense::Maximise; 2];
    if battle.is_duel_ahead(asks) {
        let states = if asks { openings } else { &[] };
        let asked = AskedStates { side: 0, states };
        let play = (senses, Favour::Each);
        let best = duel(battle, openings, play, asked, Shortcuts::NONE, ledger, control)?;
        let by_figure = |[value, tie]: Gain| match battle.objective(0) {
            Objective::Win => [value, tie],
            Objective::Swing => [tie, value],
        };
        let gains = best.asked.into_iter().map(by_figure).collect();
        return Ok(BattlePlay { strategy: best.strategy, gains });
    }
    let mut game = new_game(battle, ledger, control);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(state)).collect();
    let solved = game_from(&mut game, &positions, senses, ledger, control)?;
    let gain = |values: &[f64; 4]| Objective::ALL.map(|figure| values[value_of(0, figure)]);
    let gains = solved.openings.iter().map(gain).collect();
    Ok(BattlePlay { strategy: Arc::new(game.strategy(solved)), gains })
}

/// Returns situations in which a battle from these openings can end: at least all those that leave
/// one side with different ships.
fn ends(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<EclipseState>, EclipseNotSolved> {
    let budget = ledger.solving();
    if battle.is_duel() {
        let states = battle.side_states(openings, budget.model().states, control);
        let [attackers, defenders] = states.map_err(|no| {
            ledger.take(Budget::of_side_states(no.listed));
            match control.is_stopped() {
                true => EclipseNotSolved::Stopped,
                false => too_large(ledger.budget(), ""),
            }
        })?;
        ledger.take(Budget::of_side_states(attackers.len() + defenders.len()));
        let won = attackers.into_iter().map(|ships| [ships, Ships::NONE]);
        let lost = defenders.into_iter().map(|ships| [Ships::NONE, ships]);
        return Ok(won.chain(lost).map(|ships| EclipseState { ships, ..openings[0] }).collect());
    }
    let mut game = new_game(battle, ledger, control);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(state)).collect();
    match game::ends(&mut game, &positions, budget.game(), control) {
        Ok(found) => {
            ledger.take(Budget::of_game(found.work));
            Ok(found.ends.iter().map(|end| game.situation(end)).collect())
        }
        Err(game::GameUnsolved::Stopped) => Err(EclipseNotSolved::Stopped),
        Err(game::GameUnsolved::TooLarge | game::GameUnsolved::Unsettled) => {
            ledger.take(budget.seconds);
            Err(too_large(ledger.budget(), ""))
        }
    }
}
