//! Best play to the end of a sector (D17).
//!
//! First the situations are listed in which each battle can begin, whatever is decided before. Then
//! the battles are solved from the last one to the first. The values of an attacker when a battle
//! begins are what it can expect from winning the battle before.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::best_play::{
    Aim, AskedStates, EclipseNotSolved, ListedDuel, Shortcuts, covers, game_from, new_game,
    not_listed,
};
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::engine::optimize::duel::{Gain, Sense};
use crate::engine::optimize::game;
use crate::engine::{Control, Unsolved};
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseState, EclipseStrategy, Focus, Prospects, Sector, SectorOpening, Ships,
};
use crate::model::Battle;
use crate::model::chain::Chain;

/// Decisions of the captains of a sector, by battle; `None` where none looks ahead or the battle
/// never occurs.
pub(super) type SectorStrategies = Vec<Option<Arc<EclipseStrategy>>>;

/// A battle of a sector, in all situations in which it can begin.
#[derive(Default)]
struct Listed {
    openings: Vec<SectorOpening>,
    /// All its situations, if it is to be solved as a duel.
    duel: Option<ListedDuel>,
}

/// Finds best play of a sector. In battles that consist of volleys alone, the captains fire with
/// this focus. The work is taken off the ledger.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn best_play_of_sector(
    sector: &Sector,
    focus: Focus,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<SectorStrategies, EclipseNotSolved> {
    let mut battles = list(sector, focus, ledger, control)?;
    let duels = battles.iter().filter_map(|listed| listed.duel.as_ref());
    let needs = duels.map(ListedDuel::needs);
    covers(ledger, needs.fold(Budget { seconds: 0.0, bytes: 0.0 }, Budget::and))?;
    let mut prospects: Vec<Option<Arc<Prospects>>> = vec![None; battles.len()];
    let mut strategies = vec![None; sector.len()];
    for number in sector.duels().rev() {
        let Listed { openings, duel } = std::mem::take(&mut battles[number]);
        if openings.is_empty() || !sector.looks_ahead(number) {
            continue;
        }
        let battle = sector.battles()[number].with_outlook(sector.outlook(number, &prospects));
        let asks = sector.attacker_looks_beyond(number);
        let (over, open): (Vec<&SectorOpening>, Vec<&SectorOpening>) =
            openings.iter().partition(|opening| battle.is_over(&opening.state));
        let mut known = Prospects::default();
        for opening in over {
            let gain = Objective::ALL.map(|figure| battle.value(&opening.state, 0, figure));
            known.add(opening.ships, opening.prospect(&battle, gain));
        }
        if !open.is_empty() {
            let states: Vec<EclipseState> = open.iter().map(|opening| opening.state).collect();
            let best = match duel {
                Some(duel) => best_play_of_duel(&battle, duel, &states, asks, ledger, control)?,
                None => best_play_of_game(&battle, &states, ledger, control)?,
            };
            strategies[number] = Some(best.strategy);
            for (opening, gain) in open.iter().zip(best.gains) {
                known.add(opening.ships, opening.prospect(&battle, gain));
            }
        }
        prospects[number] = asks.then(|| Arc::new(known));
    }
    Ok(strategies)
}

/// Lists all situations in which each battle can begin, whatever is decided, and all situations of
/// the duels that are to be solved.
fn list(
    sector: &Sector,
    focus: Focus,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Listed>, EclipseNotSolved> {
    let mut battles: Vec<Listed> = sector.duels().map(|_| Listed::default()).collect();
    let mut known: Vec<FxHashSet<Ships>> = vec![FxHashSet::default(); battles.len()];
    let mut arrive = |battles: &mut [Listed], (number, opening): (usize, SectorOpening)| {
        if known[number].insert(opening.ships) {
            battles[number].openings.push(opening);
        }
    };
    sector.begins().into_iter().for_each(|first| arrive(&mut battles, first));
    for number in sector.duels() {
        let battle = &sector.battles()[number];
        let states = battles[number].openings.iter().map(|opening| opening.state);
        let (mut over, open): (Vec<_>, Vec<_>) = states.partition(|state| battle.is_over(state));
        if !open.is_empty() && sector.looks_ahead(number) && sector.is_duel(number) {
            let (battle, shortcuts) = (sector.with_sequel(number), Shortcuts::focus([focus; 2]));
            let duel = ListedDuel::new(&battle, &open, Aim::BEST, shortcuts, ledger, control)?;
            over.extend(ends_of_sides([0, 1].map(|side| duel.ships(side)), &open));
            battles[number].duel = Some(duel);
        } else if !open.is_empty() {
            over.extend(ends(battle, &open, ledger, control)?);
        }
        for end in over {
            if let Some(next) = sector.follows(number, &end) {
                arrive(&mut battles, next);
            }
        }
    }
    Ok(battles)
}

/// Best play of one battle of a sector.
struct BattlePlay {
    strategy: Arc<EclipseStrategy>,
    /// Values of the attacker in each opening, if they are wanted: its probability of holding the
    /// sector, and its swing.
    gains: Vec<Gain>,
}

/// Finds best play of a duel that may begin in any of these situations, none of which ends it.
fn best_play_of_duel(
    battle: &EclipseBattle,
    duel: ListedDuel,
    openings: &[EclipseState],
    asks: bool,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<BattlePlay, EclipseNotSolved> {
    let states = if asks { openings } else { &[] };
    let asked = AskedStates { side: 0, states };
    let best = duel.solve(battle, asked, ledger, control)?;
    let by_figure = |[value, tie]: Gain| match battle.objective(0) {
        Objective::Win => [value, tie],
        Objective::Swing => [tie, value],
    };
    let gains = best.asked.into_iter().map(by_figure).collect();
    Ok(BattlePlay { strategy: best.strategy, gains })
}

/// Finds best play of any battle that may begin in any of these situations, none of which ends it.
fn best_play_of_game(
    battle: &EclipseBattle,
    openings: &[EclipseState],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<BattlePlay, EclipseNotSolved> {
    let mut game = new_game(battle, ledger, control);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(state)).collect();
    let solved = game_from(&mut game, &positions, [Sense::Maximise; 2], ledger, control)?;
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
        let listed = battle.side_states(openings, budget.model(), control);
        let (states, steps) = listed.map_err(|no| {
            ledger.take(Budget::of_listing(no.steps));
            not_listed(ledger, control)
        })?;
        ledger.take(Budget::of_listing(steps));
        return Ok(ends_of_sides(states.each_ref().map(Vec::as_slice), openings).collect());
    }
    let mut game = new_game(battle, ledger, control);
    let positions: Vec<_> = openings.iter().map(|state| game.opening(state)).collect();
    match game::ends(&mut game, &positions, budget.game(), control) {
        Ok((ends, work)) => {
            ledger.take(Budget::of_game(work));
            Ok(ends.iter().map(|end| game.situation(end)).collect())
        }
        Err(Unsolved::Stopped) => Err(EclipseNotSolved::Stopped),
        Err(_) => {
            ledger.take(budget.seconds);
            Err(not_listed(ledger, control))
        }
    }
}

/// Returns the ends of a battle that leave one side with these ships, and the other with none.
fn ends_of_sides<'a>(
    [attackers, defenders]: [&'a [Ships]; 2],
    openings: &'a [EclipseState],
) -> impl Iterator<Item = EclipseState> + 'a {
    let won = attackers.iter().map(|ships| [*ships, Ships::NONE]);
    let lost = defenders.iter().map(|ships| [Ships::NONE, *ships]);
    won.chain(lost).map(|ships| EclipseState { ships, ..openings[0] })
}
