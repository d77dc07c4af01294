//! Lists the moves of an activation: the outcomes of dice, and the choices of captains.

use super::super::battle::EclipseState;
use super::super::fleet::limits::DICE;
use super::super::missile_targets::MissileTargets;
use super::super::policy::Policy;
use super::super::ships::Ships;
use super::super::turn::Turn;
use super::super::volley::{Salvo, Salvos, reaches, wounds};
use super::EclipseGame;
use super::choices::{aim_choices, first_die, hit_groups, padded, stop_choices};
use super::position::{EclipsePhase, EclipsePosition, EclipsePositionValues};

impl EclipseGame<'_> {
    /// Lists the moves of rolling the dice. Returns `None` if there are more than `most`, or a
    /// limit is reached.
    pub(super) fn fire(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (next, most): (&mut Vec<(EclipsePosition, f64)>, u64),
        at: EclipsePosition,
    ) -> Option<()> {
        let shooters = state.ships[turn.side].alive[turn.group];
        let reaches = reaches(turn, &state.ships[1 - turn.side]);
        // Every outcome is a move, so a volley with too many outcomes is not even started.
        let outcomes = turn.gunnery.outcomes(shooters, reaches);
        if outcomes as u64 > most {
            return None;
        }
        let names_volleys = turn.policy == Policy::Optimal;
        if names_volleys && self.names.bytes(outcomes) > self.max_bytes {
            return None;
        }
        let mut fits = true;
        turn.gunnery.all_while(shooters, reaches, |volley, chance| {
            let to = self.after_roll(turn, state, volley, at);
            next.push((to, chance));
            fits = self.captains.work_done() <= self.max_work && !self.control.is_stopped();
            fits
        });
        fits.then_some(())
    }

    /// Returns the position after the dice of a volley have been rolled. A declared policy assigns
    /// them at once.
    pub(super) fn after_roll(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        volley: &[Salvo],
        at: EclipsePosition,
    ) -> EclipsePosition {
        let (volley, points) = wounds(volley);
        if turn.is_shot_at && !volley.is_empty() {
            return self.aim_or_choose(turn, volley, state, at);
        }
        if turn.policy == Policy::Optimal && !volley.is_empty() {
            let volley = self.names.volleys.number(padded(volley));
            return EclipsePosition {
                phase: EclipsePhase::Assign { volley, wounds: points },
                ..at
            };
        }
        let after = self.replied(turn, state, volley);
        self.settle(turn, points, after)
    }

    /// Returns the situation after a declared policy has assigned the dice of a volley.
    fn replied(&mut self, turn: &Turn, state: &EclipseState, volley: &[Salvo]) -> EclipseState {
        let mut after = *state;
        if !volley.is_empty() {
            let enemy = &mut after.ships[1 - turn.side];
            self.captains.reply(self.battle.number, turn, volley, enemy);
        }
        after
    }

    /// Returns the ships that the group that acts has hit with a volley by its declared policy,
    /// before the activation ends.
    pub(in super::super) fn struck_by_rule(
        &mut self,
        state: &EclipseState,
        volley: &[Salvo],
    ) -> EclipseState {
        let turn = &self.battle.turns[usize::from(state.turn)];
        let (volley, _) = wounds(volley);
        self.replied(turn, state, volley)
    }

    /// Returns the position in which missiles are aimed by choice, or have been aimed by a declared
    /// policy.
    fn aim_or_choose(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        state: &EclipseState,
        at: EclipsePosition,
    ) -> EclipsePosition {
        let phase = if turn.policy == Policy::Optimal {
            let aims = self.names.aims.number(MissileTargets::NONE);
            EclipsePhase::Aim { volley: self.names.volleys.number(padded(volley)), aims }
        } else {
            let aims = self.captains.declared_aims(turn, volley, &state.ships[1 - turn.side]);
            EclipsePhase::Defend { aims: self.names.aims.number(aims), next: 0 }
        };
        EclipsePosition { phase, ..at }
    }

    /// Applies the damage to the firing fleet after the volley has been assigned, and ends the
    /// activation.
    fn settle(&mut self, turn: &Turn, points: u8, mut state: EclipseState) -> EclipsePosition {
        if points > 0 {
            self.battle.wound(turn, points, &mut state, &mut self.captains);
        }
        self.finish(turn, state)
    }

    /// Lists the moves of assigning the first die of a volley to each ship that it can hit.
    pub(super) fn assign(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (volley, points): (u32, u8),
        next: &mut Vec<(EclipsePosition, f64)>,
        at: EclipsePosition,
    ) {
        let enemy = 1 - turn.side;
        let (salvo, rest) = first_die(self.names.volleys.get(volley));
        let roster = &self.battle.rosters[enemy];
        let ships = state.ships[enemy];
        let groups = hit_groups(turn, salvo.reach);
        for (group, place) in roster.targets(&ships, groups, salvo.damage) {
            let mut after = ships;
            after.hit(roster, group, place, salvo.damage);
            let to = self.assigned(turn, state, after, (rest, points), at);
            next.push((to, 1.0));
        }
        // A die that can hit nothing is lost.
        if next.is_empty() {
            let to = self.assigned(turn, state, ships, (rest, points), at);
            next.push((to, 1.0));
        }
    }

    fn assigned(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        ships: Ships,
        (rest, points): (Option<Salvos>, u8),
        at: EclipsePosition,
    ) -> EclipsePosition {
        let enemy = 1 - turn.side;
        match rest.filter(|_| ships.afloat > 0) {
            Some(rest) => {
                let mut to = at;
                to.ships[enemy] = self.names.ships[enemy].number(ships);
                to.phase = EclipsePhase::Assign {
                    volley: self.names.volleys.number(rest),
                    wounds: points,
                };
                to
            }
            None => {
                let mut after = *state;
                after.ships[enemy] = ships;
                self.settle(turn, points, after)
            }
        }
    }

    /// Lists the moves of aiming the first missile of a volley at each ship that it can hit, even
    /// one that other missiles destroy (D15).
    pub(super) fn aim(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (volley, aims): (u32, u32),
        next: &mut Vec<(EclipsePosition, f64)>,
        at: EclipsePosition,
    ) {
        let enemy = 1 - turn.side;
        let (salvo, rest) = first_die(self.names.volleys.get(volley));
        let aims = self.names.aims.get(aims);
        let choices = aim_choices(self.battle, turn, salvo, &state.ships[enemy], &aims);
        let mut go_on = |names: &mut EclipsePositionValues, aims: MissileTargets| {
            let aims = names.aims.number(aims);
            let phase = match rest {
                Some(rest) => EclipsePhase::Aim { volley: names.volleys.number(rest), aims },
                None => EclipsePhase::Defend { aims, next: 0 },
            };
            next.push((EclipsePosition { phase, ..at }, 1.0));
        };
        for &aim in &choices {
            let mut more = aims;
            more.add(aim);
            go_on(&mut self.names, more);
        }
        if choices.is_empty() {
            go_on(&mut self.names, aims);
        }
    }

    /// Lists the moves of the next owner's point defence; without one the missiles land.
    pub(super) fn defend(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (number, from): (u32, u8),
        next: &mut Vec<(EclipsePosition, f64)>,
        at: EclipsePosition,
    ) {
        let enemy = 1 - turn.side;
        let aims = self.names.aims.get(number);
        let Some(defence) = self.battle.next_defence(enemy, &aims, from) else {
            let to = self.finish(turn, self.battle.landed(enemy, &aims, state));
            next.push((to, 1.0));
            return;
        };
        let chances = self.battle.defences[defence].chances(&state.ships[enemy]);
        for (hits, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
            let phase = if hits > 0 && self.battle.defends_optimally(defence) {
                EclipsePhase::Stop {
                    aims: number,
                    defence: defence as u8,
                    hits: hits.min(DICE) as u8,
                }
            } else {
                let mut left = aims;
                if hits > 0 {
                    let hits = hits as u32;
                    self.captains.declared_interception(
                        self.battle,
                        defence,
                        hits,
                        &mut left,
                        state,
                    );
                }
                EclipsePhase::Defend { aims: self.names.aims.number(left), next: defence as u8 + 1 }
            };
            next.push((EclipsePosition { phase, ..at }, chance));
        }
    }

    /// Lists the moves of stopping one of the missiles.
    pub(super) fn stop(
        &mut self,
        (number, defence, hits): (u32, u8, u8),
        next: &mut Vec<(EclipsePosition, f64)>,
        at: EclipsePosition,
    ) {
        let aims = self.names.aims.get(number);
        for n in stop_choices(self.battle, usize::from(defence), &aims) {
            let mut left = aims;
            left.remove(n);
            let aims = self.names.aims.number(left);
            let phase = if hits > 1 {
                EclipsePhase::Stop { aims, defence, hits: hits - 1 }
            } else {
                EclipsePhase::Defend { aims, next: defence + 1 }
            };
            next.push((EclipsePosition { phase, ..at }, 1.0));
        }
        // A hit may stop a missile, but does not have to.
        let phase = EclipsePhase::Defend { aims: number, next: defence + 1 };
        next.push((EclipsePosition { phase, ..at }, 1.0));
    }
}
