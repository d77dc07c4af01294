//! One step of a battle: a die roll and everything up to the next.

use super::attack::Arm;
use super::battle::{ShipBattle, ShipState};
use super::fleet::{Geometry, ShipSystem};
use super::flow::ShipFlow;
use super::ship::Ship;
use crate::dice::Die;
use crate::model::flow::Flow;
use crate::model::{Battle, StepOutcome};
use crate::story::Observer;

/// The last attack phase of a turn, which is phase 12.
pub(super) const LAST: u8 = 3;
/// Phase zero of the next turn.
pub(super) const COMMAND: u8 = 4;

/// Kinds of attack of a ship in one phase, in order.
pub(super) const ARMS: [Arm; 3] = [Arm::Weapons, Arm::Missiles, Arm::Torpedoes];

impl<const SHIPS: usize> Battle for ShipBattle<SHIPS> {
    type State = ShipState<SHIPS>;
    type Captains = ();

    fn opening(&self) -> ShipState<SHIPS> {
        self.opening
    }

    /// The engine's rounds are turns.
    fn first_round(&self) -> u32 {
        1
    }

    fn captains(&self) {}

    /// Each ship attacks about once a turn and looks at every enemy to choose its target. On a map
    /// it also looks at its possible moves.
    fn round_seconds(&self) -> f64 {
        let ships = self.ships as f64;
        let on_map = if matches!(self.geometry, Geometry::Map(_)) { 17.0 } else { 2.5 };
        ships * (25.0 + 1.5 * ships) * on_map * 1e-9
    }

    /// The attacks of a phase are simultaneous: until its end, a ship without hull attacks.
    fn is_over(&self, state: &ShipState<SHIPS>) -> bool {
        state.cursor == 0 && self.is_decided(state)
    }

    fn step<D: Die>(&self, state: &mut ShipState<SHIPS>, die: &mut D, (): &mut ()) -> StepOutcome {
        self.step_observed(state, die, &mut (), &mut ())
    }

    fn step_observed<D: Die, O: Observer>(
        &self,
        state: &mut ShipState<SHIPS>,
        die: &mut D,
        observer: &mut O,
        (): &mut (),
    ) -> StepOutcome {
        loop {
            if state.phase == COMMAND {
                if !self.repair(state, die, observer) {
                    return StepOutcome::Continue;
                }
                self.open_turn(state, observer);
            }
            if self.roll(state, die, observer) {
                return StepOutcome::Continue;
            }
            match self.end_phase(state, observer) {
                StepOutcome::Continue => {}
                progress => return progress,
            }
        }
    }

    fn flow(&self, (): &()) -> Option<Box<dyn Flow<ShipState<SHIPS>> + '_>> {
        Some(Box::new(ShipFlow::new(self)?))
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        super::outcome::OUTCOMES
    }

    fn count(&self, state: &ShipState<SHIPS>, count: impl FnMut(usize)) {
        self.layout.count(self, state, count);
    }

    fn measure(&self, state: &ShipState<SHIPS>, add: impl FnMut(usize, u64)) {
        self.layout.measure(state, add);
    }
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns whether the side has a living ship.
    #[inline]
    pub(super) fn lives(&self, state: &ShipState<SHIPS>, side: usize) -> bool {
        let ships = if side == 0 { 0..self.second } else { self.second..self.ships };
        state.ships[ships].iter().any(|ship| ship.lives())
    }

    #[inline]
    fn is_decided(&self, state: &ShipState<SHIPS>) -> bool {
        !(self.lives(state, 0) && self.lives(state, 1))
    }

    /// Ends an attack phase, and goes on to the next one if the battle is not over. If ships repair
    /// systems at the start of a turn, its orders remain to be applied.
    // The kernel is 5 % slower without it.
    #[inline(always)]
    pub(super) fn end_phase(
        &self,
        state: &mut ShipState<SHIPS>,
        observer: &mut impl Observer,
    ) -> StepOutcome {
        self.settle(state, observer);
        if self.is_decided(state) {
            // Final states that agree in the hulls count as one.
            let ships = state.ships.map(|ship| Ship::new(ship.hull, [0; 3], None));
            *state = ShipState { ships, phase: 0, cursor: 0 };
            return StepOutcome::Over;
        }
        if state.phase < LAST {
            self.go_to_phase(state.phase + 1, state, observer);
            return StepOutcome::Continue;
        }
        state.phase = COMMAND;
        state.cursor = 0;
        if !self.begin_turn(state) {
            self.open_turn(state, observer);
        }
        StepOutcome::NextRound
    }

    /// Applies the orders of a turn; then ships move until the first attack.
    pub(super) fn open_turn(&self, state: &mut ShipState<SHIPS>, observer: &mut impl Observer) {
        self.command(state);
        self.go_to_phase(0, state, observer);
    }

    /// Goes on to this attack phase and reports the moves until then.
    #[inline]
    fn go_to_phase(&self, phase: u8, state: &mut ShipState<SHIPS>, observer: &mut impl Observer) {
        observer.watch(
            state,
            |state, _| self.close_in(state, phase),
            |before, after| self.moves(before, after),
        );
    }

    /// Moves the ships until this attack phase and chooses their targets.
    pub(super) fn close_in(&self, state: &mut ShipState<SHIPS>, phase: u8) {
        state.phase = phase;
        state.cursor = 0;
        if let Geometry::Map(map) = &self.geometry {
            self.travel(state, map, phase);
        }
        self.take_aim(state);
    }

    /// Rolls for the next attack of the phase that needs a die. Returns false if there is none
    /// left.
    ///
    /// All attacks of a phase are simultaneous: targets, factors and attackers are fixed at its
    /// start. While attacks are resolved, only values change that are no longer read in this phase.
    fn roll<D: Die, O: Observer>(
        &self,
        state: &mut ShipState<SHIPS>,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        let attacks = ARMS.len() * self.ships;
        while usize::from(state.cursor) < attacks {
            let at = usize::from(state.cursor);
            let (ship, arm) = (at / ARMS.len(), at % ARMS.len());
            if state.ships[ship].target == 0 {
                state.cursor = ((ship + 1) * ARMS.len()) as u16;
                continue;
            }
            let is_rolled = self.attack(state, ship, ARMS[arm], die, observer);
            state.cursor += 1;
            if arm + 1 == ARMS.len() {
                state.ships[ship].target = 0;
            }
            if is_rolled {
                return true;
            }
        }
        if !self.blasts || state.phase != LAST {
            return false;
        }
        while usize::from(state.cursor) < attacks + self.ships * self.ships {
            let at = usize::from(state.cursor) - attacks;
            state.cursor += 1;
            if self.blast(state, at / self.ships, at % self.ships, die, observer) {
                return true;
            }
        }
        false
    }

    /// Ends an attack phase: ships without hull become wrecks, and factors are capped by the
    /// damaged systems (B12).
    #[inline]
    fn settle(&self, state: &mut ShipState<SHIPS>, observer: &mut impl Observer) {
        let is_last = state.phase == LAST;
        if is_last {
            observer.report(|| self.self_destructions(state));
        }
        for ship in &mut state.ships[..self.ships] {
            if is_last && ship.is_doomed() {
                ship.hull = 0;
            }
            if !ship.lives() {
                *ship = ship.destroyed();
                continue;
            }
            for system in [ShipSystem::Field, ShipSystem::Weapons] {
                ship.set_factor(system, ship.factor(system).min(ship.best(system)));
            }
        }
    }
}
