//! Activations that are more than a plain volley: with retreat, rift dice or point defence.
//!
//! The order follows section 2: a group that has begun to retreat leaves; otherwise it may begin to
//! retreat instead of firing; otherwise it fires, and some of its missiles may be shot down.

use super::battle::{EclipseBattle, EclipseState};
use super::captains::EclipseCaptains;
use super::events::{beginning_to_retreat, leaving, shot_down};
use super::fleet::limits::OWNERS;
use super::leaving::leaves;
use super::missile_targets::MissileTargets;
use super::reputation::MAX_DRAWS;
use super::ships::Ships;
use super::turn::Turn;
use super::volley::{Salvo, Salvos, reaches, wounds};
use crate::dice::Die;
use crate::model::StepOutcome;
use crate::story::Observer;

impl EclipseBattle {
    /// Plays one activation of a group that has a ship left.
    #[cold]
    #[inline(never)]
    pub(super) fn activate<D: Die, O: Observer>(
        &self,
        turn: &Turn,
        state: &mut EclipseState,
        die: &mut D,
        observer: &mut O,
        captains: &mut EclipseCaptains,
    ) -> StepOutcome {
        if let Some(landing) = &self.landing {
            landing.attack(turn, state, die, observer);
            return if landing.is_over(state) {
                StepOutcome::Over
            } else {
                self.advance(state, turn)
            };
        }
        if leaves(turn, state) {
            observer.report(|| [leaving(turn, state)]);
            self.leave(turn, state);
        } else if turn.retreat.is_some()
            && !self.is_held(turn.side, state)
            && captains.retreat(self, turn, state)
        {
            observer.report(|| [beginning_to_retreat(turn, state)]);
            self.begin_retreat(turn, state);
        } else if turn.is_armed {
            self.fire(turn, state, die, observer, captains);
        }
        observer.watch(
            state,
            |state, _| self.finish(turn, state),
            |before, after| self.end_events(before, after),
        )
    }

    /// Fires the weapons of a group.
    fn fire<D: Die, O: Observer>(
        &self,
        turn: &Turn,
        state: &mut EclipseState,
        die: &mut D,
        observer: &mut O,
        captains: &mut EclipseCaptains,
    ) {
        let enemy = 1 - turn.side;
        let mut room = Salvos::default();
        let shooters = state.ships[turn.side].alive[turn.group];
        let reaches = reaches(turn, &state.ships[enemy]);
        let volley = match turn.gunnery.table(shooters, reaches) {
            Some(table) => turn.gunnery.salvos(die.draw(table)),
            None => turn.gunnery.roll(shooters, reaches, die, &mut room),
        };
        let (volley, wounds) = wounds(volley);
        observer.report(|| [self.dice_event(turn, state, (volley, wounds))]);
        let before = state.ships;
        if turn.is_shot_at {
            self.fire_missiles(turn, volley, state, die, observer, captains);
        } else if !volley.is_empty() {
            observer.watch(
                state,
                |state, _| captains.assign_hits(self, turn, (volley, wounds), state),
                |before, after| self.hit_events(turn, before, volley, after),
            );
        }
        if wounds > 0 {
            observer.watch(
                state,
                |state, _| self.wound(turn, wounds, state, captains),
                |before, after| self.wound_events(turn.side, before, after),
            );
        }
        self.credit(turn, &before, state);
    }

    /// Lands missiles of one volley. The enemy's point defence fires when all of them have been
    /// aimed.
    fn fire_missiles<D: Die, O: Observer>(
        &self,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut EclipseState,
        die: &mut D,
        observer: &mut O,
        captains: &mut EclipseCaptains,
    ) {
        if volley.is_empty() {
            return;
        }
        let enemy = 1 - turn.side;
        let mut aims = captains.aim(self, turn, volley, state);
        for number in 0..self.defences.len() {
            if self.is_threatened(number, enemy, &aims) {
                let hits = self.defences[number].fire(&state.ships[enemy], die, observer);
                if hits > 0 {
                    observer.watch(
                        &mut aims,
                        |aims, _| captains.intercept(self, number, hits, aims, state),
                        |before, after| shot_down(turn.side, before, after),
                    );
                }
            }
        }
        observer.report(|| self.missile_events(turn, &state.ships[enemy], &aims));
        state.ships[enemy] = aims.land(&state.ships[enemy], &self.rosters[enemy]);
    }

    /// Whether a point defence fires at these missiles: one of them is aimed at a ship of its
    /// owner.
    pub(super) fn is_threatened(&self, defence: usize, side: usize, aims: &MissileTargets) -> bool {
        let defence = &self.defences[defence];
        defence.side == side && aims.threaten(defence.groups)
    }

    /// Returns the first defence of a side from this one on that fires at these missiles.
    pub(super) fn next_defence(
        &self,
        side: usize,
        aims: &MissileTargets,
        from: u8,
    ) -> Option<usize> {
        let mut defences = usize::from(from)..self.defences.len();
        defences.find(|&defence| self.is_threatened(defence, side, aims))
    }

    /// Returns the situation after these missiles have hit the ships of a side.
    pub(super) fn landed(
        &self,
        side: usize,
        aims: &MissileTargets,
        state: &EclipseState,
    ) -> EclipseState {
        let mut after = *state;
        after.ships[side] = aims.land(&state.ships[side], &self.rosters[side]);
        after
    }

    /// Applies the damage of rift dice to their own fleet (D12).
    pub(super) fn wound(
        &self,
        turn: &Turn,
        points: u8,
        state: &mut EclipseState,
        captains: &mut EclipseCaptains,
    ) {
        let ships = &mut state.ships[turn.side];
        let roster = &self.rosters[turn.side];
        *ships = captains.non_player.wound(roster, &turn.carriers, points, ships);
    }

    /// Credits the owner of the group with tiles for the ships that its volley has destroyed.
    fn credit(&self, turn: &Turn, before: &[Ships; 2], state: &mut EclipseState) {
        if !self.counts_kills[turn.side] {
            return;
        }
        let enemy = 1 - turn.side;
        let tiles: u32 = (0..self.rosters[enemy].groups)
            .map(|g| {
                let sunk = before[enemy].alive[g] - state.ships[enemy].alive[g];
                u32::from(self.tiles[enemy][g]) * u32::from(sunk)
            })
            .sum();
        let earned = &mut state.earned[turn.side * OWNERS + turn.owner];
        *earned = (u32::from(*earned) + tiles).min(MAX_DRAWS as u32) as u8;
    }

    /// Whether a side may not retreat because an enemy with a tractor beam takes part in the battle
    /// (D5).
    pub(super) fn is_held(&self, side: usize, state: &EclipseState) -> bool {
        let enemy = 1 - side;
        self.beams[enemy].iter().any(|&owner| self.fought(state, enemy, owner))
    }

    /// Removes the group from the battle.
    pub(super) fn leave(&self, turn: &Turn, state: &mut EclipseState) {
        state.ships[turn.side].leave(&self.rosters[turn.side], turn.group);
    }

    /// Marks the group to leave at its next activation.
    pub(super) fn begin_retreat(&self, turn: &Turn, state: &mut EclipseState) {
        state.ships[turn.side].retreating |= 1 << turn.group;
    }

    /// Ends the battle if a side has no ship left (D13), and otherwise advances to the next turn.
    pub(super) fn finish(&self, turn: &Turn, state: &mut EclipseState) -> StepOutcome {
        state.ships.iter_mut().for_each(Ships::forget_dead);
        if self.notes_attempts {
            self.note_attempts(state);
        }
        if state.ships.iter().any(|ships| ships.afloat == 0) {
            return StepOutcome::Over;
        }
        self.advance(state, turn)
    }

    /// Records the owners whose remaining ships all retreat or have retreated (second edition).
    pub(super) fn note_attempts(&self, state: &mut EclipseState) {
        for (side, ships) in state.ships.iter().enumerate() {
            for owner in 0..self.objectives[side].len() {
                let (mut stays, mut goes) = (false, false);
                for g in 0..self.rosters[side].groups {
                    if usize::from(self.owner_of[side][g]) == owner {
                        let retreats = ships.is_retreating(g);
                        stays |= ships.alive[g] > 0 && !retreats;
                        goes |= retreats || ships.elsewhere(&self.rosters[side], g) > 0;
                    }
                }
                if goes && !stays {
                    state.attempted |= 1 << (side * OWNERS + owner);
                }
            }
        }
    }
}
