//! One activation. The rules are written once; the die samples or enumerates.

use super::battle::{EclipseBattle, EclipseState};
use super::captains::EclipseCaptains;
use super::layout::OUTCOMES;
use super::turn::{EclipseWeapon, Turn};
use super::volley::{self, Salvos};
use crate::dice::Die;
use crate::model::flow::Flow;
use crate::model::{Battle, StepOutcome};
use crate::story::Observer;

impl EclipseBattle {
    /// Advances to the next turn. A round ends after the last turn, and after the last missile
    /// volley.
    #[inline(always)]
    pub(super) fn advance(&self, state: &mut EclipseState, turn: &Turn) -> StepOutcome {
        state.turn = turn.next;
        if !turn.ends_round {
            return StepOutcome::Continue;
        }
        if self.regenerates && turn.weapon == EclipseWeapon::Cannon {
            for (ships, roster) in state.ships.iter_mut().zip(&self.rosters) {
                ships.heal(roster);
            }
        }
        if self.some_unarmed && self.nobody_can_hurt(state) {
            self.yield_field(state);
            return StepOutcome::Over;
        }
        if turn.weapon == EclipseWeapon::Cannon {
            if state.round < self.last_round {
                state.round += 1;
            }
            if state.clock > 0 {
                state.clock -= 1;
                if state.clock == 0 {
                    return StepOutcome::Over;
                }
            }
        }
        StepOutcome::NextRound
    }

    /// Whether no living ship has cannons. Only valid when missiles are spent (D6).
    pub(super) fn nobody_can_hurt(&self, state: &EclipseState) -> bool {
        // An attack on population ends with its only round.
        self.landing.is_some()
            || self.turns[self.missile_turns..]
                .iter()
                .all(|turn| !turn.is_armed || state.ships[turn.side].alive[turn.group] == 0)
    }

    /// Applies D6: attackers leave if they can, and all others are lost without having been
    /// destroyed by the enemy.
    pub(super) fn yield_field(&self, state: &mut EclipseState) {
        if self.landing.is_some() {
            return;
        }
        let yields = if self.is_held(0, state) { 0 } else { self.yields };
        let (ships, roster) = (&mut state.ships[0], &self.rosters[0]);
        for group in 0..roster.groups {
            if ships.alive[group] == 0 {
                continue;
            }
            if yields >> group & 1 == 1 {
                ships.leave(roster, group);
            } else {
                ships.abandon(roster, group);
            }
        }
        ships.retreating = 0;
        if self.notes_attempts {
            self.note_attempts(state);
        }
    }

    /// Returns an opening with everything applied that is decided before the first activation.
    pub(super) fn settled(&self, mut opening: EclipseState) -> EclipseState {
        if self.notes_attempts {
            self.note_attempts(&mut opening);
        }
        if !self.is_over(&opening) && self.missile_turns == 0 && self.nobody_can_hurt(&opening) {
            self.yield_field(&mut opening);
        }
        opening
    }
}

impl Battle for EclipseBattle {
    type State = EclipseState;
    type Captains = EclipseCaptains;

    fn opening(&self) -> EclipseState {
        self.opening
    }

    fn first_round(&self) -> u32 {
        if self.landing.is_some() {
            0
        } else if self.missile_turns > 0 || self.is_over(&self.opening) {
            self.setup.round - 1
        } else {
            self.setup.round
        }
    }

    fn captains(&self) -> EclipseCaptains {
        EclipseCaptains::new(self)
    }

    fn round_seconds(&self) -> f64 {
        let ships: f64 = self.opening.ships.iter().map(|side| f64::from(side.afloat)).sum();
        self.turns.len() as f64 * (30.0 + ships) * 1e-9
    }

    fn work_done(&self, captains: &EclipseCaptains) -> u64 {
        captains.work_done()
    }

    fn has_approximated(&self, captains: &EclipseCaptains) -> bool {
        captains.has_approximated()
    }

    fn is_over(&self, state: &EclipseState) -> bool {
        match &self.landing {
            None => state.ships.iter().any(|s| s.afloat == 0),
            Some(landing) => self.turns.is_empty() || landing.is_over(state),
        }
    }

    // Nearly all time is spent in the loop over activations; a call here would cost a tenth of it.
    #[inline(always)]
    fn step<D: Die>(
        &self,
        state: &mut EclipseState,
        die: &mut D,
        captains: &mut EclipseCaptains,
    ) -> StepOutcome {
        self.step_observed(state, die, &mut (), captains)
    }

    #[inline(always)]
    fn step_observed<D: Die, O: Observer>(
        &self,
        state: &mut EclipseState,
        die: &mut D,
        observer: &mut O,
        captains: &mut EclipseCaptains,
    ) -> StepOutcome {
        let turn = &self.turns[usize::from(state.turn)];
        let shooters = state.ships[turn.side & 1].alive[turn.group];
        if shooters > 0 {
            if !turn.is_plain {
                return self.activate(turn, state, die, observer, captains);
            }
            // Most volleys come from a table and need no buffer.
            let mut room;
            let reaches = volley::reaches(turn, &state.ships[(turn.side & 1) ^ 1]);
            let volley = if let Some(table) = turn.gunnery.table(shooters, reaches) {
                turn.gunnery.salvos(die.draw(table))
            } else {
                room = Salvos::default();
                turn.gunnery.roll(shooters, reaches, die, &mut room)
            };
            observer.watch(
                state,
                |state, _| captains.assign(self, turn, volley, state),
                |before, after| self.volley_events(turn, before, volley, after),
            );
            if state.ships[(turn.side & 1) ^ 1].afloat == 0 {
                return StepOutcome::Over;
            }
        }
        observer.watch(
            state,
            |state, _| self.advance(state, turn),
            |before, after| self.end_events(before, after),
        )
    }

    fn flow(&self, captains: &EclipseCaptains) -> Option<Box<dyn Flow<EclipseState> + '_>> {
        self.duel_flow(captains.shared_strategy(self)?)
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        OUTCOMES
    }

    #[inline]
    fn count(&self, state: &EclipseState, count: impl FnMut(usize)) {
        self.count_cells(state, count);
    }
}
