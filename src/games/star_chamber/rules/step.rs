//! One step of a series: a shot, or the start of a turn.

use super::compile::{StarBattle, StarState, hull, shield, ship};
use super::events::leader_lost;
use super::schedule::{ScheduleEntry, Volley};
use crate::bug::OrBug;
use crate::dice::Die;
use crate::engine::LevelFlow;
use crate::model::flow::Flow;
use crate::model::{Battle, StepOutcome};
use crate::story::Observer;

/// Beat of a finished series. No entry of the schedule has this number.
const END: u32 = u32::MAX;

impl<const SHIPS: usize> Battle for StarBattle<SHIPS> {
    type State = StarState<SHIPS>;
    type Captains = ();

    fn opening(&self) -> StarState<SHIPS> {
        self.opening
    }

    /// The engine's rounds are turns.
    fn first_round(&self) -> u32 {
        1
    }

    fn captains(&self) {}

    fn round_seconds(&self) -> f64 {
        let shots = |volley: &Volley| self.kinds[volley.kind].len() * volley.shots.len();
        let of_beat = |beat: &ScheduleEntry| match beat {
            ScheduleEntry::Fire(volley) => shots(volley),
            ScheduleEntry::FireShuffled(volleys) => volleys.iter().map(shots).sum(),
            ScheduleEntry::Turn | ScheduleEntry::Event { .. } | ScheduleEntry::Judge => 1,
        };
        let steps: usize = self.beats.iter().map(of_beat).sum();
        let turns = self.beats.iter().filter(|beat| **beat == ScheduleEntry::Turn).count() + 1;
        steps as f64 / turns as f64 * (50.0 + 0.4 * SHIPS as f64) * 1e-9
    }

    fn is_over(&self, state: &StarState<SHIPS>) -> bool {
        self.is_decided(state)
    }

    fn step<D: Die>(&self, state: &mut StarState<SHIPS>, die: &mut D, (): &mut ()) -> StepOutcome {
        self.step_observed(state, die, &mut (), &mut ())
    }

    fn step_observed<D: Die, O: Observer>(
        &self,
        state: &mut StarState<SHIPS>,
        die: &mut D,
        observer: &mut O,
        (): &mut (),
    ) -> StepOutcome {
        while let Some(beat) = self.beats.get(state.beat as usize) {
            let is_over = match beat {
                ScheduleEntry::Turn => {
                    if self.restores_shields {
                        observer.watch(
                            state,
                            |state, _| self.restore_shields(state),
                            |before, after| self.shield_events(before, after),
                        );
                    }
                    state.beat += 1;
                    return StepOutcome::NextRound;
                }
                ScheduleEntry::Event { kinds, shield, damage, leader } => {
                    for &kind in kinds {
                        self.apply_event(state, kind, *shield, *damage, observer);
                    }
                    state.lost |= leader.map_or(0, |force| 1 << force);
                    observer.report(|| leader.map(leader_lost));
                    state.beat += 1;
                    continue;
                }
                ScheduleEntry::Judge => {
                    state.beat += 1;
                    if !self.is_decided(state) {
                        continue;
                    }
                    true
                }
                ScheduleEntry::Fire(volley) => {
                    if state.left == 0 {
                        state.left = self.living(state, volley.kind) * volley.shots.len() as u16;
                    }
                    if state.left == 0 {
                        state.beat += 1;
                        continue;
                    }
                    let is_over = self.shoot(state, volley, die, observer);
                    state.beat += u32::from(state.left == 0);
                    is_over
                }
                ScheduleEntry::FireShuffled(volleys) => {
                    if state.left == 0 && !self.draw_next_shooter(state, volleys, die) {
                        state.beat += 1;
                        continue;
                    }
                    let volley = &volleys[usize::from(state.volley)];
                    let is_over = self.shoot(state, volley, die, observer);
                    if state.left == 0 {
                        state.volley = 0;
                    }
                    is_over
                }
            };
            if is_over {
                break;
            }
            return StepOutcome::Continue;
        }
        // States that differ only in the time of the end count as one final state.
        *state = StarState { beat: END, left: 0, volley: 0, fired: [0; SHIPS], ..*state };
        StepOutcome::Over
    }

    fn flow(&self, (): &()) -> Option<Box<dyn Flow<StarState<SHIPS>> + '_>> {
        Some(Box::new(LevelFlow::new(self, (), |state| self.level(state))))
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        self.forces.len() + 2
    }

    fn count(&self, state: &StarState<SHIPS>, count: impl FnMut(usize)) {
        self.layout.count(self, state, count);
    }

    fn measure(&self, state: &StarState<SHIPS>, add: impl FnMut(usize, u64)) {
        self.layout.measure(state, add);
    }
}

impl<const SHIPS: usize> StarBattle<SHIPS> {
    /// Returns whether the force has a living ship.
    #[inline]
    pub(super) fn lives(&self, state: &StarState<SHIPS>, force: usize) -> bool {
        state.ships[self.forces[force].clone()].iter().any(|ship| *ship > 0)
    }

    /// Returns whether fewer than two forces have a living ship (S6).
    #[inline]
    fn is_decided(&self, state: &StarState<SHIPS>) -> bool {
        (0..self.forces.len()).filter(|&force| self.lives(state, force)).count() < 2
    }

    /// Returns the number of living ships of a kind.
    #[inline]
    pub(super) fn living(&self, state: &StarState<SHIPS>, kind: usize) -> u16 {
        state.ships[self.kinds[kind].clone()].iter().take_while(|ship| **ship > 0).count() as u16
    }

    /// Returns the progress of a series: the place in the schedule, then the ships that have fired,
    /// then the shots of the present one. Each step leads to a higher level.
    fn level(&self, state: &StarState<SHIPS>) -> u64 {
        /// More than the shots of a ship, or of all ships of a kind.
        const SHOTS: u64 = 1 << 16;
        let fired: u64 = state.fired.iter().map(|fired| u64::from(*fired)).sum();
        let shot = SHOTS - u64::from(state.left);
        // No shot is left before the first ship of a place in the schedule fires, too.
        let shot = if state.left == 0 && fired == 0 { 0 } else { shot };
        (u64::from(state.beat) * (SHIPS as u64 + 1) + fired) * (SHOTS + 1) + shot
    }

    /// Draws the next ship to fire among those that have not fired yet (S2). Returns whether there
    /// is one.
    fn draw_next_shooter<D: Die>(
        &self,
        state: &mut StarState<SHIPS>,
        volleys: &[Volley],
        die: &mut D,
    ) -> bool {
        let mut waiting = [0; SHIPS];
        for ((waiting, volley), fired) in waiting.iter_mut().zip(volleys).zip(state.fired) {
            *waiting = u32::from(self.living(state, volley.kind)) - u32::from(fired);
        }
        let waiting = &waiting[..volleys.len()];
        if waiting.iter().all(|n| *n == 0) {
            state.fired = [0; SHIPS];
            return false;
        }
        let called = die.choose(waiting);
        state.volley = called as u8;
        state.fired[called] += 1;
        state.left = volleys[called].shots.len() as u16;
        true
    }

    /// Fires one shot at a living enemy, drawn by weight (8, S3). Returns whether the series is
    /// over.
    #[inline]
    fn shoot<D: Die, O: Observer>(
        &self,
        state: &mut StarState<SHIPS>,
        volley: &Volley,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        let enemies = self.enemies[volley.force].clone();
        let mut weights = [0; SHIPS];
        let weights = &mut weights[..enemies.len()];
        let wholes = &self.weights[volley.force][enemies.clone()];
        let ships = &state.ships[enemies.clone()];
        for (n, weight) in weights.iter_mut().enumerate() {
            *weight = if ships[n] > 0 { wholes[n].saturating_sub(hull(ships[n])) } else { 0 };
        }
        // Ships of a kind are sorted, so that those in the same state are side by side.
        let ends = &self.kind_end[enemies.clone()];
        let is_alike = |a: usize, b: usize| ships[a] == ships[b] && ends[a] == ends[b];
        let chosen = die.choose_alike(weights, is_alike);
        let target = enemies.start + chosen;
        let shots = volley.shots.len();
        let damage = match shots {
            1 => volley.shots[0],
            _ => volley.shots[(shots - usize::from(state.left) % shots) % shots],
        };
        state.left -= 1;
        observer.report(|| [self.shot_event(volley, target, damage, (weights, chosen))]);
        let is_destroyed = self.hit(state, target, damage, observer);
        is_destroyed && self.is_decided(state)
    }

    /// Deals damage to a ship, first to its shields (7). Returns whether the ship is destroyed.
    #[inline(always)]
    fn hit<O: Observer>(
        &self,
        state: &mut StarState<SHIPS>,
        target: usize,
        damage: u16,
        observer: &mut O,
    ) -> bool {
        let before = state.ships[target];
        let absorbed = shield(before).min(u32::from(damage));
        let through = u32::from(damage) - absorbed;
        let after = match hull(before).saturating_sub(through) {
            0 => 0,
            hull => ship(hull as u16, (shield(before) - absorbed) as u16),
        };
        observer.report(|| [self.hit_event(target, damage, [before, after])]);
        let mut at = target;
        while at + 1 < usize::from(self.kind_end[target]) && state.ships[at + 1] > after {
            state.ships[at] = state.ships[at + 1];
            at += 1;
        }
        state.ships[at] = after;
        if after == 0 {
            self.remove_dead_leaders(state, target, observer);
        }
        after == 0
    }

    /// Records the loss of the leader if the force has lost its last ship (9).
    fn remove_dead_leaders<O: Observer>(
        &self,
        state: &mut StarState<SHIPS>,
        destroyed: usize,
        observer: &mut O,
    ) {
        let force = self.forces.iter().position(|ships| ships.contains(&destroyed));
        let force = force.or_bug("a ship belongs to no force");
        if self.has_leader[force] && !self.lives(state, force) {
            state.lost |= 1 << force;
            observer.report(|| [leader_lost(force)]);
        }
    }

    /// Applies an event to all living ships of a kind: first adds shields, then deals damage (S7).
    fn apply_event<O: Observer>(
        &self,
        state: &mut StarState<SHIPS>,
        kind: usize,
        more: u16,
        damage: u16,
        observer: &mut O,
    ) {
        let place = self.kinds[kind].clone();
        observer.report(|| self.more_shields(kind, more, state));
        for at in place.clone() {
            if state.ships[at] > 0 {
                state.ships[at] += u32::from(more);
            }
        }
        // Go backwards: a ship that is hit only moves back, among ships that have been hit already.
        for at in place.rev() {
            if state.ships[at] > 0 && damage > 0 {
                self.hit(state, at, damage, observer);
            }
        }
    }

    /// Restores the shields of all living ships. Shields above the normal number are lost (S6).
    fn restore_shields(&self, state: &mut StarState<SHIPS>) {
        for (place, &shields) in self.kinds.iter().zip(&self.shields) {
            let ships = &mut state.ships[place.clone()];
            for one in ships.iter_mut().filter(|ship| **ship > 0) {
                *one = ship(hull(*one) as u16, shields);
            }
            ships.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}
