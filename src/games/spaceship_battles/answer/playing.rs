//! Single battles, played to their ends.

use crate::dice::Sampler;
use crate::games::spaceship_battles::rules::{ShipBattle, ShipState};
use crate::model::{Battle, StepOutcome};

/// Plays a battle up to turn `last`, and returns its last turn. It ends early when a state returns
/// without a die roll in between, because it would then go on in the same way for ever. Ships that
/// keep out of range would otherwise take most of the time.
///
/// Each roll of this game is a step of its own, so turns in which all steps end the turn have none.
pub(super) fn play<const SHIPS: usize>(
    battle: &ShipBattle<SHIPS>,
    state: &mut ShipState<SHIPS>,
    die: &mut Sampler,
    last: u32,
) -> u32 {
    // The state after the last roll, or after 1, 2, 4, … turns from then on.
    let mut earlier = *state;
    let (mut quiet, mut turn) = (0_u32, 1);
    loop {
        match battle.step(state, die, &mut ()) {
            StepOutcome::Over => return turn,
            StepOutcome::Continue => quiet = 0,
            StepOutcome::NextRound => {
                if turn >= last || (quiet > 0 && *state == earlier) {
                    return turn;
                }
                if quiet == 0 || quiet.is_power_of_two() {
                    earlier = *state;
                }
                (quiet, turn) = (quiet + 1, turn + 1);
            }
        }
    }
}
