//! Abilities that cancel hits (T33, steps 1, 2 and 5).

use super::ability::Ability;
use super::assign::HitSource;
use super::battle::{Stage, Ti4Battle, Ti4State};
use super::events::{cancelled, cancelled_by};
use super::pending::Pending;
use super::terms::Theatre;
use super::throw::Hits;
use crate::story::Observer;

/// Abilities that cancel hits before they are assigned.
pub(super) const CANCELS: [Ability; 3] =
    [Ability::ProximaTargetingVi, Ability::ManeuveringJets, Ability::ShieldsHolding];

impl Ti4Battle {
    /// Cancels hits before they are assigned. Shields Holding against a combat roll is played when
    /// the dice are rolled.
    pub(super) fn cancel<O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        for side in 0..2 {
            let hits = pending.due[side];
            if hits == Hits::NONE || pending.source == HitSource::Order {
                continue;
            }
            match (state.stage, self.terms.theatre) {
                (Stage::First, Theatre::Space) | (Stage::Second, _) => {
                    self.use_jets(side, state, pending, observer);
                }
                (Stage::Round | Stage::Roll, _) => {}
                (_, Theatre::Space) => {
                    let would_kill = |state: &Ti4State| self.would_destroy(side, state, pending);
                    let left = self.hold_shields(side, hits, would_kill, state);
                    observer.report(|| cancelled(side, hits, left));
                    pending.due[side] = left;
                }
                (_, Theatre::Ground) if pending.source == HitSource::Ability => {
                    pending.due[side] = hits.less(self.targeted(side, state));
                    let fewer = hits.total() - pending.due[side].total();
                    let why = "cancelled by Proxima Targeting VI";
                    observer.report(|| cancelled_by(side, fewer, why));
                }
                (_, Theatre::Ground) => {}
            }
        }
    }

    /// Returns the number of galvanized units on the planet whose owner has Proxima Targeting VI.
    /// Each cancels a hit of a bombardment.
    fn targeted(&self, side: usize, state: &Ti4State) -> u16 {
        let own = self.roster(state, side);
        let there = own.fighting.or(own.structures).and(own.galvanized);
        state.forces[side].count(there.and(own.owned_with(Ability::ProximaTargetingVi)))
    }

    /// Plays Maneuvering Jets against a roll of space cannon, unless that would save nothing.
    fn use_jets<O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let is_ready = self.is_ready(side, Ability::ManeuveringJets, state);
        let bearable = self.bearable(side, state, pending);
        if is_ready && pending.due[side].total() <= bearable {
            state.forces[side].supplies.spend(Ability::ManeuveringJets, 1);
            pending.due[side] = pending.due[side].less(1);
            observer.report(|| cancelled_by(side, 1, "cancelled by Maneuvering Jets"));
        }
    }

    /// Uses Tellurian if that saves a unit from the hits that are due. Returns whether it does.
    pub(super) fn use_tellurian<O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) -> bool {
        let hits = pending.due[side].total();
        let bearable = self.bearable(side, state, pending);
        let is_used = match pending.source {
            HitSource::Order => false,
            _ if pending.turns.has_saved[side] => false,
            _ => self.spend_tellurian(side, hits, bearable, state),
        };
        if is_used {
            pending.turns.has_saved[side] = true;
            pending.due[side] = pending.due[side].less(1);
            observer.report(|| cancelled_by(side, 1, "cancelled by Tellurian"));
        }
        is_used
    }

    /// Uses Tellurian if that saves a unit: `hits` hits are left on units that are all destroyed by
    /// `bearable` hits. Returns whether it is used.
    pub(super) fn spend_tellurian(
        &self,
        side: usize,
        hits: u16,
        bearable: u16,
        state: &mut Ti4State,
    ) -> bool {
        let saves = hits <= bearable && self.is_ready(side, Ability::Tellurian, state);
        if saves {
            state.forces[side].supplies.spend(Ability::Tellurian, 1);
        }
        saves
    }

    /// Returns the number of hits of an assignment that destroy all units to which they may be
    /// assigned.
    fn bearable(&self, side: usize, state: &Ti4State, pending: &Pending) -> u16 {
        let (roster, force) = (self.roster(state, side), &state.forces[side]);
        if pending.marked.is_some_and(|marked| usize::from(marked.side) == side) {
            return 1;
        }
        let targets = match pending.source {
            HitSource::Ability => roster.fighting.without(roster.defying_abilities),
            HitSource::Combat | HitSource::Order => roster.fighting,
        };
        match force.count(targets) {
            0 => 0,
            units => units + self.still_sustains(side, state, pending),
        }
    }

    /// Returns the number of hits that a side can cancel in one assignment, besides those that it
    /// sustains with one hit each.
    pub(super) fn cancels(&self, side: usize, state: &Ti4State) -> u16 {
        let (roster, force) = (self.roster(state, side), &state.forces[side]);
        let twice = roster.owned_with(Ability::NonEuclideanShielding);
        let shielded = if roster.holds(Ability::MetaliVoidShielding) { 2 } else { 0 };
        let jets = u16::from(force.supplies.has(Ability::ManeuveringJets));
        force.undamaged(roster.sustaining.and(twice))
            + shielded
            + jets
            + u16::from(force.supplies.has(Ability::Tellurian))
            + self.targeted(side, state)
    }

    /// Returns whether the hits that are due on a side would destroy a unit, as far as the side
    /// knows: it sees no enemy cards, and it keeps Tellurian for what is left.
    pub(super) fn would_destroy(&self, side: usize, state: &Ti4State, pending: &Pending) -> bool {
        let (mut after, mut pending) = (*state, *pending);
        pending.due[1 - side] = Hits::NONE;
        for (side, ability) in [
            (1 - side, Ability::DirectHit),
            (1 - side, Ability::ReflectiveShielding),
            (side, Ability::Tellurian),
        ] {
            after.forces[side].supplies.set(ability, 0);
        }
        while let Some(chooser) = self.settle(&mut after, &mut pending, &mut ()) {
            self.choose(chooser, 0, &mut after, &mut pending, &mut ());
        }
        let fighting = self.roster(state, side).fighting;
        after.forces[side].count(fighting) < state.forces[side].count(fighting)
    }
}
