//! Lists the moves of an activation: the outcomes of dice, and the decisions of captains.

use super::super::battle::EclipseState;
use super::super::fleet::limits::DICE;
use super::super::leaving::leaves;
use super::super::missile_targets::MissileTargets;
use super::super::phase::{OpenPhase, Phase, padded};
use super::super::policy::Policy;
use super::super::turn::Turn;
use super::super::volley::{Salvo, reaches, wounds};
use super::moves::EclipseGame;
use super::position::EclipsePosition;
use crate::model::StepOutcome;

/// Moves of a position, each with its probability if chance decides.
type Moves = Vec<(EclipsePosition, f64)>;

impl EclipseGame<'_> {
    /// Lists the moves at the beginning of an activation: to leave, to begin a retreat, or to fire.
    pub(super) fn begin(
        &mut self,
        turn: &Turn,
        mut state: EclipseState,
        next: &mut Moves,
        at: EclipsePosition,
    ) {
        if state.ships[turn.side].alive[turn.group] == 0 {
            let over = self.battle.advance(&mut state, turn) == StepOutcome::Over;
            next.push((EclipsePosition { over, ..self.position(&state) }, 1.0));
        } else if leaves(turn, &state) {
            self.battle.leave(turn, &mut state);
            next.push((self.finish(turn, state), 1.0));
        } else {
            self.decide(turn, &state, &Phase::Ready, next, at);
        }
    }

    /// Lists the decisions of a captain.
    pub(super) fn decide(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        phase: &OpenPhase,
        next: &mut Moves,
        at: EclipsePosition,
    ) {
        for decision in self.battle.decisions(turn, state, phase) {
            let (mut after, mut then) = (*state, *phase);
            self.battle.decide(turn, &mut after, &mut then, decision);
            next.push((self.reached(turn, &after, &then, at), 1.0));
        }
    }

    /// Returns the position in a phase of the activation that is under way in `at`. Only ships of
    /// the enemy have changed since, unless the activation is done.
    pub(super) fn reached(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        phase: &OpenPhase,
        at: EclipsePosition,
    ) -> EclipsePosition {
        if let Phase::Done { wounds } = *phase {
            let mut state = *state;
            if wounds > 0 {
                self.battle.wound(turn, wounds, &mut state, &mut self.captains);
            }
            return self.finish(turn, state);
        }
        let (enemy, mut to) = (1 - turn.side, at);
        if matches!(phase, Phase::Assign { .. }) {
            to.ships[enemy] = self.names.ships[enemy].number(state.ships[enemy]);
        }
        EclipsePosition { phase: self.names.number(phase), ..to }
    }

    /// Lists the moves of rolling the dice. Returns `None` if there are more than `most`, or a
    /// limit is reached.
    pub(super) fn fire(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (next, most): (&mut Moves, u64),
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
            next.push((self.after_roll(turn, state, volley, at), chance));
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
        let (volley, wounds) = wounds(volley);
        let decides = turn.policy == Policy::Optimal;
        let mut after = *state;
        let phase = match turn.is_shot_at && !volley.is_empty() {
            true if decides => Phase::Aim { volley: padded(volley), aims: MissileTargets::NONE },
            true => {
                let aims = self.captains.declared_aims(turn, volley, &state.ships[1 - turn.side]);
                Phase::Defend { aims, next: 0 }
            }
            false if decides && !volley.is_empty() => {
                Phase::Assign { volley: padded(volley), wounds }
            }
            false => {
                after = self.replied(turn, state, volley);
                Phase::Done { wounds }
            }
        };
        self.reached(turn, &after, &phase, at)
    }

    /// Returns the situation after a declared policy has assigned the dice of a volley.
    pub(super) fn replied(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        volley: &[Salvo],
    ) -> EclipseState {
        let mut after = *state;
        if !volley.is_empty() {
            let enemy = &mut after.ships[1 - turn.side];
            self.captains.reply(self.battle.number, turn, volley, enemy);
        }
        after
    }

    /// Lists the moves of the next owner's point defence; without one the missiles land.
    pub(super) fn defend(
        &mut self,
        turn: &Turn,
        state: &EclipseState,
        (aims, from): (MissileTargets, u8),
        next: &mut Moves,
        at: EclipsePosition,
    ) {
        let enemy = 1 - turn.side;
        let Some(defence) = self.battle.next_defence(enemy, &aims, from) else {
            let to = self.finish(turn, self.battle.landed(enemy, &aims, state));
            next.push((to, 1.0));
            return;
        };
        let number = defence as u8;
        let chances = self.battle.defences[defence].chances(&state.ships[enemy]);
        for (hits, chance) in (0..).zip(chances).filter(|(_, chance)| *chance > 0.0) {
            let phase = if hits > 0 && self.battle.defends_optimally(defence) {
                Phase::Stop { aims, defence: number, hits: hits.min(DICE as u32) as u8 }
            } else {
                let mut left = aims;
                if hits > 0 {
                    let battle = self.battle;
                    self.captains.declared_interception(battle, defence, hits, &mut left, state);
                }
                Phase::Defend { aims: left, next: number + 1 }
            };
            next.push((self.reached(turn, state, &phase, at), chance));
        }
    }
}
