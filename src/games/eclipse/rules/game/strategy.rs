//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::fleet::limits::DICE;
use super::super::missile_targets::MissileTargets;
use super::super::phase::{Decision, OpenPhase, Phase, padded};
use super::super::turn::Turn;
use super::super::volley::Salvo;
use super::position::{EclipsePosition, EclipsePositionValues};
use crate::bug::OrBug;

/// Solution of a game: the choice in each position.
#[derive(Clone, Debug)]
pub(in super::super) struct GameStrategy {
    pub(super) choices: FxHashMap<EclipsePosition, u8>,
    pub(super) names: EclipsePositionValues,
}

impl GameStrategy {
    /// Returns the position of a phase. Every situation that can arise under the strategy is known.
    fn position(
        &self,
        battle: &EclipseBattle,
        state: &EclipseState,
        phase: &OpenPhase,
    ) -> Option<EclipsePosition> {
        let known = |side: usize| {
            let ships = battle.known_ships(side, &state.ships[side]);
            self.names.ships[side].known(&ships)
        };
        let ships = [known(0)?, known(1)?];
        let phase = self.names.known(phase)?;
        let EclipseState { turn, clock, round, .. } = *state;
        Some(EclipsePosition { ships, turn, over: false, clock, round, phase })
    }

    fn choice(&self, battle: &EclipseBattle, state: &EclipseState, phase: &OpenPhase) -> usize {
        let position = self.position(battle, state, phase);
        let choice = position.and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }

    /// Makes the decisions of a captain one by one, and returns the phase after the last one.
    fn decide(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        state: &mut EclipseState,
        mut phase: OpenPhase,
    ) -> OpenPhase {
        while phase.is_decision() {
            let decisions = battle.decisions(turn, state, &phase);
            let decision = match decisions[..] {
                [only @ (Decision::Assign(None) | Decision::Aim(None))] => only,
                _ => decisions[self.choice(battle, state, &phase)],
            };
            battle.decide(turn, state, &mut phase, decision);
        }
        phase
    }

    /// Whether the group begins to retreat.
    pub(in super::super) fn retreat(&self, battle: &EclipseBattle, state: &EclipseState) -> bool {
        self.choice(battle, state, &Phase::Ready) == 1
    }

    /// Assigns a volley that also does `wounds` points of damage to its own fleet.
    pub(in super::super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, wounds): (&[Salvo], u8),
        state: &mut EclipseState,
    ) {
        self.decide(battle, turn, state, Phase::Assign { volley: padded(volley), wounds });
    }

    /// Aims the missiles of a volley.
    pub(in super::super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &EclipseState,
    ) -> MissileTargets {
        let phase = Phase::Aim { volley: padded(volley), aims: MissileTargets::NONE };
        match self.decide(battle, turn, &mut state.clone(), phase) {
            Phase::Defend { aims, .. } => aims,
            _ => MissileTargets::NONE,
        }
    }

    /// Removes the missiles that point defence stops.
    pub(in super::super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut MissileTargets,
        state: &EclipseState,
    ) {
        let turn = &battle.turns[usize::from(state.turn)];
        let (defence, hits) = (defence as u8, hits.min(DICE as u32) as u8);
        let phase = Phase::Stop { aims: *aims, defence, hits };
        if let Phase::Defend { aims: left, .. } =
            self.decide(battle, turn, &mut state.clone(), phase)
        {
            *aims = left;
        }
    }
}
