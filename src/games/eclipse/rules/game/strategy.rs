//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::battle::{EclipseBattle, EclipseState};
use super::super::fleet::limits::DICE;
use super::super::missile_targets::MissileTargets;
use super::super::turn::Turn;
use super::super::volley::Salvo;
use super::choices::{aim_choices, first_die, hit_groups, padded, stop_choices};
use super::position::{EclipsePhase, EclipsePosition, EclipsePositionValues};
use crate::bug::OrBug;

/// Solution of a game: the choice in each position.
#[derive(Clone, Debug)]
pub(in super::super) struct GameStrategy {
    pub(super) choices: FxHashMap<EclipsePosition, u8>,
    pub(super) names: EclipsePositionValues,
}

impl GameStrategy {
    /// Returns the position of a situation. Every situation that can arise under the strategy is
    /// known.
    fn position(
        &self,
        battle: &EclipseBattle,
        state: &EclipseState,
        phase: EclipsePhase,
    ) -> Option<EclipsePosition> {
        let known = |side: usize| {
            let ships = battle.known_ships(side, &state.ships[side]);
            self.names.ships[side].known(&ships)
        };
        let ships = [known(0)?, known(1)?];
        let EclipseState { turn, clock, round, .. } = *state;
        Some(EclipsePosition { ships, turn, over: false, clock, round, phase })
    }

    fn choice(
        &self,
        battle: &EclipseBattle,
        state: &EclipseState,
        phase: impl FnOnce(&EclipsePositionValues) -> Option<EclipsePhase>,
    ) -> usize {
        let choice = phase(&self.names)
            .and_then(|phase| self.position(battle, state, phase))
            .and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }

    /// Whether the group begins to retreat.
    pub(in super::super) fn retreat(&self, battle: &EclipseBattle, state: &EclipseState) -> bool {
        self.choice(battle, state, |_| Some(EclipsePhase::Ready)) == 1
    }

    /// Assigns a volley die by die; the volley also does `points` points of damage to its own
    /// fleet.
    pub(in super::super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, points): (&[Salvo], u8),
        state: &mut EclipseState,
    ) {
        let enemy = 1 - turn.side;
        let roster = &battle.rosters[enemy];
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest.filter(|_| state.ships[enemy].afloat > 0) {
            let (salvo, others) = first_die(volley);
            let groups = hit_groups(turn, salvo.reach);
            let targets = roster.targets(&state.ships[enemy], groups, salvo.damage);
            if !targets.is_empty() {
                let choice = self.choice(battle, state, |names| {
                    Some(EclipsePhase::Assign {
                        volley: names.volleys.known(&volley)?,
                        wounds: points,
                    })
                });
                if let Some(&(group, place)) = targets.get(choice) {
                    state.ships[enemy].hit(roster, group, place, salvo.damage);
                }
            }
            rest = others;
        }
    }

    /// Aims the missiles of a volley one by one.
    pub(in super::super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &EclipseState,
    ) -> MissileTargets {
        let mut aims = MissileTargets::NONE;
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest {
            let (salvo, others) = first_die(volley);
            let choices = aim_choices(battle, turn, salvo, &state.ships[1 - turn.side], &aims);
            if !choices.is_empty() {
                let choice = self.choice(battle, state, |names| {
                    let volley = names.volleys.known(&volley)?;
                    Some(EclipsePhase::Aim { volley, aims: names.aims.known(&aims)? })
                });
                aims.add(choices[choice.min(choices.len() - 1)]);
            }
            rest = others;
        }
        aims
    }

    /// Removes the missiles that point defence stops, one by one.
    pub(in super::super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut MissileTargets,
        state: &EclipseState,
    ) {
        for hits in (1..=hits.min(DICE as u32)).rev() {
            let choices = stop_choices(battle, defence, aims);
            let choice = self.choice(battle, state, |names| {
                let aims = names.aims.known(aims)?;
                Some(EclipsePhase::Stop { aims, defence: defence as u8, hits: hits as u8 })
            });
            match choices.get(choice) {
                Some(&missile) => aims.remove(missile),
                None => return,
            }
        }
    }
}
