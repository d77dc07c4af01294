//! One activation, written once: the die behind it may sample or enumerate.

use super::captains::Captains;
use super::compile::EclipseBattle;
use super::ships::Ships;
use super::turn::{Turn, Weapon};
use super::volley::{self, Salvos};
use crate::battle::{Battle, Progress};
use crate::chance::Die;

/// The situation between two activations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Attacker, defender.
    pub ships: [Ships; 2],
    /// Whose activation comes next: an index into the battle's turns.
    pub turn: u8,
    /// Engagement rounds that are left, with the present one, where best play looks at them;
    /// else 0.
    pub clock: u32,
    /// Nobody could hurt anybody, and the attacker was lost with what he had left (D6).
    pub forfeit: bool,
}

impl EclipseBattle {
    /// On to the next turn; after the last one, and after the last missiles, a round ends.
    #[inline(always)]
    fn advance(&self, state: &mut State, turn: &Turn) -> Progress {
        state.turn = turn.next;
        if !turn.ends_round {
            return Progress::Going;
        }
        if self.regenerates && turn.weapon == Weapon::Cannon {
            for (ships, roster) in state.ships.iter_mut().zip(&self.rosters) {
                ships.heal(roster);
            }
        }
        if self.some_unarmed && self.nobody_can_hurt(state) {
            state.forfeit = true;
            return Progress::Over;
        }
        if state.clock > 0 && turn.weapon == Weapon::Cannon {
            state.clock -= 1;
            if state.clock == 0 {
                return Progress::Over;
            }
        }
        Progress::NextRound
    }

    /// Has nobody a cannon left? Missiles are spent when this is asked (D6).
    pub(super) fn nobody_can_hurt(&self, state: &State) -> bool {
        self.turns[self.missile_turns..]
            .iter()
            .all(|turn| state.ships[turn.side].alive[turn.group] == 0)
    }
}

impl Battle for EclipseBattle {
    type State = State;
    type Captains = Captains;

    fn opening(&self) -> State {
        self.opening
    }

    fn first_round(&self) -> u32 {
        u32::from(self.missile_turns == 0 && !self.opening.forfeit)
    }

    fn captains(&self) -> Captains {
        Captains::new(self)
    }

    fn effort(&self, captains: &Captains) -> u64 {
        captains.effort()
    }

    fn is_over(&self, state: &State) -> bool {
        state.forfeit || state.ships.iter().any(|s| s.afloat == 0)
    }

    // The loop over activations is where all time goes; a call would cost a tenth of it.
    #[inline(always)]
    fn step<D: Die>(&self, state: &mut State, die: &mut D, captains: &mut Captains) -> Progress {
        let turn = &self.turns[usize::from(state.turn)];
        let shooters = state.ships[turn.side & 1].alive[turn.group];
        if shooters > 0 {
            let reaches = volley::reaches(turn, &state.ships[(turn.side & 1) ^ 1]);
            let mut room;
            let volley = if let Some(table) = turn.gunnery.table(shooters, reaches) {
                turn.gunnery.salvos(die.draw(table))
            } else {
                room = Salvos::default();
                turn.gunnery.roll(shooters, reaches, die, &mut room)
            };
            captains.assign(self, turn, volley, state);
            if state.ships[(turn.side & 1) ^ 1].afloat == 0 {
                return Progress::Over;
            }
        }
        self.advance(state, turn)
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        super::outcome::OUTCOMES
    }

    #[inline]
    fn count(&self, state: &State, count: impl FnMut(usize)) {
        self.layout.count(self, state, count);
    }
}
