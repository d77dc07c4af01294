//! Values of positions in the middle of a battle.

use super::best_play::{Aim, AskedStates, EclipseNotSolved, Shortcuts, duel, game_from};
use crate::answer::ledger::Ledger;
use crate::bug::OrBug;
use crate::engine::Control;
use crate::engine::optimize::duel::{Gain, Sense};
use crate::games::common::{Objective, value_of};
use crate::games::eclipse::rules::{
    EclipseBattle, EclipseGame, EclipsePosition, EclipseState, Focus,
};
use crate::model::game::{DecisionGame, Values};

/// Returns the gain of a side in each of these positions, if both sides play on as they play: its
/// objective, and the figure that decides ties. The side has to play optimally. In battles that
/// consist of volleys alone, the captains fire with this focus. The work is taken off the ledger.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn gains(
    battle: &EclipseBattle,
    game: &mut EclipseGame<'_>,
    positions: &[EclipsePosition],
    (side, objective): (usize, Objective),
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Gain>, EclipseNotSolved> {
    let figures = [objective, objective.other()].map(|figure| value_of(side, figure));
    let gain = |values: &Values| figures.map(|figure| values[figure]);
    if !battle.is_duel() {
        let values = game_from(game, positions, [Sense::Maximise; 2], ledger, control)?.openings;
        return Ok(values.iter().map(gain).collect());
    }
    let open: Vec<EclipseState> =
        positions.iter().filter(|at| !at.is_over()).map(|at| game.situation(at)).collect();
    // The battle is solved for as many rounds as are left in any of the situations.
    let asked = match open.iter().rev().max_by_key(|state| state.clock) {
        Some(longest) => {
            let battle = battle.from_situation(*longest);
            let states = AskedStates { side, states: &open };
            duel(&battle, &open, Aim::BEST, states, Shortcuts::focus(focus), ledger, control)?.asked
        }
        None => Vec::new(),
    };
    let mut asked = asked.into_iter();
    let gains = positions.iter().map(|at| match at.is_over() {
        true => Some(gain(&game.worth(at))),
        false => asked.next(),
    });
    Ok(gains.collect::<Option<_>>().or_bug("a situation has no value"))
}

/// Returns the gains of both sides in each of these positions, like [`gains`]. Only players have
/// gains in battles that consist of volleys alone; those of other sides are 0 there.
///
/// # Errors
/// If it does not fit the budget, or if it is stopped.
pub(super) fn gains_of_both(
    battle: &EclipseBattle,
    game: &mut EclipseGame<'_>,
    positions: &[EclipsePosition],
    (objectives, are_players): ([Objective; 2], [bool; 2]),
    focus: [Focus; 2],
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<[Gain; 2]>, EclipseNotSolved> {
    if !battle.is_duel() {
        let gain = |values: &Values, side: usize| {
            let objective = objectives[side];
            [objective, objective.other()].map(|figure| values[value_of(side, figure)])
        };
        let values = game_from(game, positions, [Sense::Maximise; 2], ledger, control)?.openings;
        return Ok(values.iter().map(|values| [0, 1].map(|side| gain(values, side))).collect());
    }
    let mut of_side = |side: usize| match are_players[side] {
        true => {
            let of_side = (side, objectives[side]);
            gains(battle, game, positions, of_side, focus, ledger, control)
        }
        false => Ok(vec![Gain::default(); positions.len()]),
    };
    let first = of_side(0)?;
    if are_players == [true; 2] && battle.is_zero_sum() {
        let sums = battle.sums_of_values();
        let other = |gain: &Gain| [0, 1].map(|figure| sums[figure] - gain[figure]);
        return Ok(first.iter().map(|gain| [*gain, other(gain)]).collect());
    }
    let second = of_side(1)?;
    Ok(first.into_iter().zip(second).map(<[Gain; 2]>::from).collect())
}
