//! Activations that are more than a plain volley: with retreat, rift dice or point defence.
//!
//! The order follows section 2: a group that has begun to retreat leaves; otherwise it may begin to
//! retreat instead of firing; otherwise it fires, and some of its missiles may be shot down.

use super::aims::Aims;
use super::battle::{EclipseBattle, State};
use super::captains::Captains;
use super::fleet::limits::OWNERS;
use super::reputation::MOST_DRAWS;
use super::ships::Ships;
use super::turn::{Turn, Weapon};
use super::volley::{Salvo, Salvos, reaches, wounds};
use crate::dice::Die;
use crate::model::Progress;
use crate::story::{Event, Who, Witness};

impl EclipseBattle {
    /// Plays one activation of a group that has a ship left.
    #[cold]
    #[inline(never)]
    pub(super) fn activate<D: Die>(
        &self,
        turn: &Turn,
        state: &mut State,
        die: &mut D,
        captains: &mut Captains,
    ) -> Progress {
        if let Some(landing) = &self.landing {
            landing.attack(turn, state, die);
            return if landing.is_over(state) { Progress::Over } else { self.advance(state, turn) };
        }
        let before_all = D::LISTENS.then_some(*state);
        if leaves(turn, state) {
            tell_act(turn, state, ["leaves the battle", "leave the battle"], die);
            self.leave(turn, state);
        } else if turn.retreat.is_some()
            && !self.is_held(turn.side, state)
            && captains.retreat(self, turn, state)
        {
            tell_act(turn, state, ["begins to retreat", "begin to retreat"], die);
            self.begin_retreat(turn, state);
        } else if turn.is_armed {
            let mut room = Salvos::default();
            let shooters = state.ships[turn.side].alive[turn.group];
            let reaches = reaches(turn, &state.ships[1 - turn.side]);
            let volley = match turn.gunnery.table(shooters, reaches) {
                Some(table) => turn.gunnery.salvos(die.draw(table)),
                None => turn.gunnery.roll(shooters, reaches, die, &mut room),
            };
            let (volley, wounds) = wounds(volley);
            let before = state.ships;
            if let Some(before) = &before_all {
                self.tell_dice(turn, before, (volley, wounds), die);
            }
            if turn.is_shot_at {
                self.fire_missiles(turn, volley, state, die, captains);
            } else if !volley.is_empty() {
                captains.assign_hits(self, turn, (volley, wounds), state);
                if let Some(before) = &before_all {
                    self.tell_hits(turn, before, volley, &state.ships[1 - turn.side], die);
                }
            }
            if wounds > 0 {
                let before = state.ships[turn.side];
                self.wound(turn, wounds, state, captains);
                if D::LISTENS {
                    self.tell_wounds(turn.side, &before, &state.ships[turn.side], die);
                }
            }
            self.credit(turn, &before, state);
        }
        let before = D::LISTENS.then_some(*state);
        let progress = self.finish(turn, state);
        if let Some(before) = before {
            self.tell_end(&before, state, die);
        }
        progress
    }

    /// Lands missiles of one volley. The enemy's point defence fires when all of them have been
    /// aimed.
    fn fire_missiles<D: Die>(
        &self,
        turn: &Turn,
        volley: &[Salvo],
        state: &mut State,
        die: &mut D,
        captains: &mut Captains,
    ) {
        if volley.is_empty() {
            return;
        }
        let enemy = 1 - turn.side;
        let mut aims = captains.aim(self, turn, volley, state);
        for number in 0..self.defences.len() {
            if self.is_threatened(number, enemy, &aims) {
                let hits = self.defences[number].fire(&state.ships[enemy], die);
                let aimed = aims.all().len();
                if hits > 0 {
                    captains.intercept(self, number, hits, &mut aims, state);
                }
                if D::LISTENS {
                    let stopped = (aimed - aims.all().len()) as u16;
                    tell_wasted(enemy, stopped, "shot down", die);
                }
            }
        }
        if D::LISTENS {
            self.tell_missiles(turn, &state.ships[enemy], &aims, die);
        }
        state.ships[enemy] = aims.land(&state.ships[enemy], &self.rosters[enemy]);
    }

    /// Whether a point defence fires at these missiles: one of them is aimed at a ship of its
    /// owner.
    pub(super) fn is_threatened(&self, defence: usize, side: usize, aims: &Aims) -> bool {
        let defence = &self.defences[defence];
        defence.side == side && aims.threaten(defence.groups)
    }

    /// Applies the damage of rift dice to their own fleet (D12).
    pub(super) fn wound(
        &self,
        turn: &Turn,
        points: u8,
        state: &mut State,
        captains: &mut Captains,
    ) {
        let ships = &mut state.ships[turn.side];
        *ships = captains.wound(&self.rosters[turn.side], &turn.carriers, points, ships);
    }

    /// Credits the owner of the group with tiles for the ships that its volley has destroyed.
    fn credit(&self, turn: &Turn, before: &[Ships; 2], state: &mut State) {
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
        *earned = (u32::from(*earned) + tiles).min(MOST_DRAWS as u32) as u8;
    }

    /// Whether a side may not retreat because an enemy with a tractor beam takes part in the battle
    /// (D5).
    pub(super) fn is_held(&self, side: usize, state: &State) -> bool {
        let enemy = 1 - side;
        self.beams[enemy].iter().any(|&owner| self.fought(state, enemy, owner))
    }

    /// Removes the group from the battle.
    pub(super) fn leave(&self, turn: &Turn, state: &mut State) {
        state.ships[turn.side].leave(&self.rosters[turn.side], turn.group);
    }

    /// Marks the group to leave at its next activation.
    pub(super) fn begin_retreat(&self, turn: &Turn, state: &mut State) {
        state.ships[turn.side].retreating |= 1 << turn.group;
    }

    /// Ends the battle if a side has no ship left (D13), and otherwise advances to the next turn.
    pub(super) fn finish(&self, turn: &Turn, state: &mut State) -> Progress {
        state.ships.iter_mut().for_each(Ships::forget_dead);
        if self.notes_attempts {
            self.note_attempts(state);
        }
        if state.ships.iter().any(|ships| ships.afloat == 0) {
            return Progress::Over;
        }
        self.advance(state, turn)
    }

    /// Records the owners whose remaining ships all retreat or have retreated (second edition).
    pub(super) fn note_attempts(&self, state: &mut State) {
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

/// Records that a group does something instead of firing.
fn tell_act<W: Witness>(turn: &Turn, state: &State, [one, many]: [&str; 2], witness: &mut W) {
    if W::LISTENS {
        let who = EclipseBattle::shooter(turn, state);
        let does = if who.ships == 1 { one } else { many };
        witness.hear(Event::Act { who, does: does.into() });
    }
}

/// Records missiles of the enemy of `side` that have no effect.
fn tell_wasted(side: usize, hits: u16, why: &'static str, witness: &mut impl Witness) {
    if hits > 0 {
        let who = Who::side(1 - side);
        witness.hear(Event::Wasted { who, hits, why });
    }
}

/// Whether the group began to retreat at its last activation and now leaves.
pub(super) fn leaves(turn: &Turn, state: &State) -> bool {
    turn.weapon == Weapon::Cannon && state.ships[turn.side].is_retreating(turn.group)
}
