//! One step of a battle: a die roll and everything up to the next.

use super::attack::Arm;
use super::battle::{ShipBattle, State};
use super::fleet::{Scene, System};
use super::ship::Ship;
use crate::dice::Die;
use crate::model::{Battle, Progress};
use crate::story::Witness;

/// The last attack phase of a turn, which is phase 12.
const LAST: u8 = 3;
/// Phase zero of the next turn.
const COMMAND: u8 = 4;

/// Kinds of attack of a ship in one phase, in order.
const ARMS: [Arm; 3] = [Arm::Weapons, Arm::Missiles, Arm::Torpedoes];

impl<const SHIPS: usize> Battle for ShipBattle<SHIPS> {
    type State = State<SHIPS>;
    type Captains = ();

    fn opening(&self) -> State<SHIPS> {
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
        let on_map = if matches!(self.scene, Scene::Map(_)) { 10.0 } else { 1.5 };
        ships * (25.0 + 1.5 * ships) * on_map * 1e-9
    }

    fn is_over(&self, state: &State<SHIPS>) -> bool {
        self.is_decided(state)
    }

    fn step<D: Die>(&self, state: &mut State<SHIPS>, die: &mut D, (): &mut ()) -> Progress {
        loop {
            if state.phase == COMMAND {
                if !self.repair(state, die) {
                    return Progress::Going;
                }
                self.move_and_tell(state, die, |state| self.open_turn(state));
            }
            if self.roll(state, die) {
                return Progress::Going;
            }
            if D::LISTENS {
                self.tell_doom(state, state.phase == LAST, die);
            }
            self.settle(state);
            if self.is_decided(state) {
                // Final states that agree in the hulls count as one.
                let ships = state.ships.map(|ship| Ship::new(ship.hull, [0; 3], None));
                *state = State { ships, phase: 0, cursor: 0 };
                return Progress::Over;
            }
            if state.phase < LAST {
                let next = state.phase + 1;
                self.move_and_tell(state, die, |state| self.close_in(state, next));
                continue;
            }
            state.phase = COMMAND;
            state.cursor = 0;
            if !self.begin_turn(state) {
                self.move_and_tell(state, die, |state| self.open_turn(state));
            }
            return Progress::NextRound;
        }
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        super::outcome::OUTCOMES
    }

    fn count(&self, state: &State<SHIPS>, count: impl FnMut(usize)) {
        self.layout.count(self, state, count);
    }

    fn measure(&self, state: &State<SHIPS>, add: impl FnMut(usize, u64)) {
        self.layout.measure(state, add);
    }
}

impl<const SHIPS: usize> ShipBattle<SHIPS> {
    /// Returns whether the side has a living ship.
    #[inline]
    pub(super) fn lives(&self, state: &State<SHIPS>, side: usize) -> bool {
        let ships = if side == 0 { 0..self.second } else { self.second..self.ships };
        state.ships[ships].iter().any(|ship| ship.lives())
    }

    #[inline]
    fn is_decided(&self, state: &State<SHIPS>) -> bool {
        !(self.lives(state, 0) && self.lives(state, 1))
    }

    /// Runs an action in which ships may move, and reports the moves.
    #[inline]
    fn move_and_tell<W: Witness>(
        &self,
        state: &mut State<SHIPS>,
        witness: &mut W,
        act: impl FnOnce(&mut State<SHIPS>),
    ) {
        let before = W::LISTENS.then_some(*state);
        act(state);
        if let Some(before) = before {
            self.tell_moves(&before, state, witness);
        }
    }

    /// Applies the orders of a turn; then ships move until the first attack.
    fn open_turn(&self, state: &mut State<SHIPS>) {
        self.command(state);
        self.close_in(state, 0);
    }

    /// Moves the ships until this attack phase and chooses their targets.
    pub(super) fn close_in(&self, state: &mut State<SHIPS>, phase: u8) {
        state.phase = phase;
        state.cursor = 0;
        if let Scene::Map(map) = &self.scene {
            self.travel(state, map, phase);
        }
        self.take_aim(state);
    }

    /// Rolls for the next attack of the phase that needs a die. Returns false if there is none
    /// left.
    ///
    /// All attacks of a phase are simultaneous: targets, factors and attackers are fixed at its
    /// start. While attacks are resolved, only values change that are no longer read in this phase.
    fn roll<D: Die>(&self, state: &mut State<SHIPS>, die: &mut D) -> bool {
        let attacks = ARMS.len() * self.ships;
        while usize::from(state.cursor) < attacks {
            let at = usize::from(state.cursor);
            let (ship, arm) = (at / ARMS.len(), at % ARMS.len());
            if state.ships[ship].target == 0 {
                state.cursor = ((ship + 1) * ARMS.len()) as u16;
                continue;
            }
            let is_rolled = self.attack(state, ship, ARMS[arm], die);
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
            if self.blast(state, at / self.ships, at % self.ships, die) {
                return true;
            }
        }
        false
    }

    /// Ends an attack phase: ships without hull become wrecks, and factors are capped by the
    /// damaged systems (B12).
    #[inline]
    fn settle(&self, state: &mut State<SHIPS>) {
        let is_last = state.phase == LAST;
        for ship in &mut state.ships[..self.ships] {
            if is_last && ship.is_doomed() {
                ship.hull = 0;
            }
            if !ship.lives() {
                *ship = ship.wreck();
                continue;
            }
            for system in [System::Field, System::Weapons] {
                ship.set_factor(system, ship.factor(system).min(ship.best(system)));
            }
        }
    }
}
