//! The solution of a game, as captains follow it.

use rustc_hash::FxHashMap;

use super::super::aims::Aims;
use super::super::battle::{EclipseBattle, State};
use super::super::fleet::limits::DICE;
use super::super::turn::Turn;
use super::super::volley::Salvo;
use super::choices::{aim_choices, first_die, hit_groups, padded, stop_choices};
use super::position::{Names, Phase, Position};
use crate::bug::OrBug;

/// Solution of a game: the choice in each position.
#[derive(Clone, Debug)]
pub(in super::super) struct GameStrategy {
    pub(super) choices: FxHashMap<Position, u8>,
    pub(super) names: Names,
}

impl GameStrategy {
    /// Returns the position of a situation. Every situation that can arise under the strategy is known.
    fn position(&self, state: &State, phase: Phase) -> Option<Position> {
        let [attacker, defender] = &self.names.ships;
        let ships = [attacker.known(&state.ships[0])?, defender.known(&state.ships[1])?];
        let State { turn, clock, round, .. } = *state;
        Some(Position { ships, turn, over: false, clock, round, phase })
    }

    fn choice(&self, state: &State, phase: impl FnOnce(&Names) -> Option<Phase>) -> usize {
        let choice = phase(&self.names)
            .and_then(|phase| self.position(state, phase))
            .and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }

    /// Whether the group begins to retreat.
    pub(in super::super) fn retreat(&self, state: &State) -> bool {
        self.choice(state, |_| Some(Phase::Ready)) == 1
    }

    /// Assigns a volley die by die; the volley also does `points` points of damage to its own
    /// fleet.
    pub(in super::super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, points): (&[Salvo], u8),
        state: &mut State,
    ) {
        let enemy = 1 - turn.side;
        let roster = &battle.rosters[enemy];
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest.filter(|_| state.ships[enemy].afloat > 0) {
            let (salvo, others) = first_die(volley);
            let groups = hit_groups(turn, salvo.reach);
            let targets = roster.targets(&state.ships[enemy], groups, salvo.damage);
            if !targets.is_empty() {
                let choice = self.choice(state, |names| {
                    Some(Phase::Assign { volley: names.volleys.known(&volley)?, wounds: points })
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
        state: &State,
    ) -> Aims {
        let mut aims = Aims::NONE;
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest {
            let (salvo, others) = first_die(volley);
            let choices = aim_choices(battle, turn, salvo, &state.ships[1 - turn.side], &aims);
            if !choices.is_empty() {
                let choice = self.choice(state, |names| {
                    let volley = names.volleys.known(&volley)?;
                    Some(Phase::Aim { volley, aims: names.aims.known(&aims)? })
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
        aims: &mut Aims,
        state: &State,
    ) {
        for hits in (1..=hits.min(DICE as u32)).rev() {
            let choices = stop_choices(battle, defence, aims);
            let choice = self.choice(state, |names| {
                let aims = names.aims.known(aims)?;
                Some(Phase::Stop { aims, defence: defence as u8, hits: hits as u8 })
            });
            match choices.get(choice) {
                Some(&missile) => aims.remove(missile),
                None => return,
            }
        }
    }
}
