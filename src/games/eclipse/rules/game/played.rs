//! The course of an activation, for battles that were played: what comes next in a position.

use super::super::battle::EclipseState;
use super::super::defence::DefenceDice;
use super::super::leaving::leaves;
use super::super::phase::Phase;
use super::super::table::Activation;
use super::decision::ShipPlace;
use super::moves::{CAPTAINS_A_SIDE, EclipseGame};
use super::position::EclipsePosition;
use crate::model::game::DecisionGame;

/// The next event in a position between activations.
#[derive(Clone, Copy, Debug)]
pub enum Upcoming {
    /// Nothing: the battle has ended.
    Over,
    /// A group that does not act, or leaves the battle. Then comes the next position.
    Passes(EclipsePosition),
    /// A group fires its weapons, or may begin to retreat.
    Acts(Activation),
}

impl EclipseGame<'_> {
    /// Returns what comes next in a position between activations.
    pub fn upcoming(&mut self, position: &EclipsePosition) -> Upcoming {
        if position.is_over() {
            return Upcoming::Over;
        }
        let state = self.situation(position);
        let turn = &self.battle.turns[usize::from(state.turn)];
        let lives = state.ships[turn.side].alive[turn.group] > 0;
        let acts = turn.is_armed || self.may_retreat(&state);
        if lives && !leaves(turn, &state) && acts {
            return Upcoming::Acts(self.battle.activation(turn, &state));
        }
        let mut next = Vec::new();
        self.moves(position, u64::MAX, &mut next);
        next.first().map_or(Upcoming::Over, |(to, _)| Upcoming::Passes(*to))
    }

    /// Returns the position in which a group rolls its dice, after it has decided not to retreat.
    /// Without dice it is the position after the activation.
    pub fn firing(&mut self, position: &EclipsePosition) -> Option<EclipsePosition> {
        let mut next = Vec::new();
        self.moves(position, u64::MAX, &mut next)?;
        next.first().map(|(to, _)| *to)
    }

    /// Whether dice are rolled next, those of a weapon.
    #[must_use]
    pub fn rolls_next(&self, position: &EclipsePosition) -> bool {
        !position.is_over() && position.phase == Phase::Fire
    }

    /// Returns the positions after the dice of a point defence, each with its probability; `None`
    /// if none fires next.
    pub fn defended(&mut self, position: &EclipsePosition) -> Option<Vec<(EclipsePosition, f64)>> {
        if !matches!(position.phase, Phase::Defend { .. }) || position.is_over() {
            return None;
        }
        let mut next = Vec::new();
        self.moves(position, u64::MAX, &mut next)?;
        Some(next)
    }

    /// Returns the situation after the missiles in flight have landed, before the activation ends;
    /// `None` if none are in flight or a point defence fires first.
    #[must_use]
    pub fn landed(&self, position: &EclipsePosition) -> Option<EclipseState> {
        let Phase::Defend { aims, next } = self.names.open(position.phase) else { return None };
        let state = self.situation(position);
        let enemy = 1 - self.battle.turns[usize::from(state.turn)].side;
        let fires = self.battle.next_defence(enemy, &aims, next);
        fires.is_none().then(|| self.battle.landed(enemy, &aims, &state))
    }

    /// Returns the point defence that fires next, with its dice; `None` if none does.
    #[must_use]
    pub fn defending(&self, position: &EclipsePosition) -> Option<Vec<DefenceDice>> {
        let Phase::Defend { aims, next } = self.names.open(position.phase) else { return None };
        let state = self.situation(position);
        let enemy = 1 - self.battle.turns[usize::from(state.turn)].side;
        let defence = self.battle.next_defence(enemy, &aims, next)?;
        Some(self.battle.defences[defence].dice(&state.ships[enemy]))
    }

    /// Returns the missiles in flight with their damage, and the number of them that may still be
    /// stopped.
    #[must_use]
    pub fn in_flight(&self, position: &EclipsePosition) -> (Vec<(u8, ShipPlace)>, u8) {
        let (aims, hits) = match self.names.open(position.phase) {
            Phase::Defend { aims, .. } => (aims, 0),
            Phase::Stop { aims, hits, .. } => (aims, hits),
            _ => return (Vec::new(), 0),
        };
        (aims.all().iter().map(|aim| (aim.damage, ShipPlace::of(aim))).collect(), hits)
    }

    /// Returns the ships of a side that have left the battle, by group.
    #[must_use]
    pub fn away(&self, side: usize, state: &EclipseState) -> Vec<u8> {
        let (roster, ships) = (&self.battle.rosters[side], &state.ships[side]);
        (0..roster.groups).map(|group| ships.elsewhere(roster, group)).collect()
    }

    /// Returns the side and the owner of the captain who decides about dice or missiles in a
    /// position, if one does.
    pub fn decider(&mut self, position: &EclipsePosition) -> Option<(usize, usize)> {
        if position.is_between_activations() {
            return None;
        }
        let captain = usize::from(self.captain_of(position)?);
        Some((captain / CAPTAINS_A_SIDE, captain % CAPTAINS_A_SIDE / 2))
    }
}
