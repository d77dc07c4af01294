//! Abilities that cancel hits (T33, steps 1, 2 and 5).

use super::ability::Ability;
use super::battle::{Stage, Ti4Battle, Ti4State};
use super::events::{cancelled, without_effect};
use super::force::Ti4Force;
use super::hits::HitSource;
use super::hits::Hits;
use super::pending::Pending;
use super::terms::Theatre;
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
                    let after =
                        |hits: Hits, state: &Ti4State| self.after_hits(side, hits, state, pending);
                    // A unit that the enemy has chosen takes the hit itself.
                    let is_chosen = pending.marked.is_some();
                    let can_sustain = !is_chosen && self.can_still_sustain(side, state, pending);
                    let left = self.hold_shields(side, (hits, can_sustain), &after, state);
                    observer.report(|| cancelled(side, hits, left));
                    pending.due[side] = left;
                }
                (_, Theatre::Ground) if pending.source == HitSource::Ability => {
                    pending.due[side] = hits.less(self.targeted(side, state));
                    let fewer = hits.total() - pending.due[side].total();
                    let why = "cancelled by Proxima Targeting VI";
                    observer.report(|| without_effect(side, fewer, why));
                }
                (_, Theatre::Ground) => {}
            }
        }
    }

    /// Returns the number of galvanized units on the planet whose owner has Proxima Targeting VI.
    /// Each cancels a hit of a bombardment.
    fn targeted(&self, side: usize, state: &Ti4State) -> u16 {
        let own = self.roster(state, side);
        if !own.holds(Ability::ProximaTargetingVi) {
            return 0;
        }
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
        if is_ready && self.saves(side, state, pending) {
            state.forces[side].supplies.spend(Ability::ManeuveringJets, 1);
            pending.due[side] = pending.due[side].less(1);
            observer.report(|| without_effect(side, 1, "cancelled by Maneuvering Jets"));
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
        let is_used = pending.source != HitSource::Order
            && !pending.turns.has_saved[side]
            && self.is_ready(side, Ability::Tellurian, state)
            && self.saves(side, state, pending);
        if is_used {
            state.forces[side].supplies.spend(Ability::Tellurian, 1);
            pending.turns.has_saved[side] = true;
            pending.due[side] = pending.due[side].less(1);
            observer.report(|| without_effect(side, 1, "cancelled by Tellurian"));
        }
        is_used
    }

    /// Returns whether one hit fewer on a side saves a unit or damage (T33).
    fn saves(&self, side: usize, state: &Ti4State, pending: &Pending) -> bool {
        let due = pending.due[side];
        let after = |hits: Hits| self.after_hits(side, hits, state, pending);
        !after(due).has_units_of(&after(due.less(1)))
    }

    /// Returns the number of hits that a side can cancel in one assignment, besides those that its
    /// units bear.
    pub(super) fn cancels(&self, side: usize, state: &Ti4State) -> u16 {
        let (roster, force) = (self.roster(state, side), &state.forces[side]);
        let shielded = if roster.holds(Ability::MetaliVoidShielding) { 2 } else { 0 };
        let jets = u16::from(force.supplies.has(Ability::ManeuveringJets));
        shielded
            + jets
            + u16::from(force.supplies.has(Ability::Tellurian))
            + self.targeted(side, state)
    }

    /// Returns whether a side expects the hits that are due on it to destroy a unit.
    pub(super) fn would_destroy(&self, side: usize, state: &Ti4State, pending: &Pending) -> bool {
        let fighting = self.roster(state, side).fighting;
        let after = self.after_hits(side, pending.due[side], state, pending);
        after.count(fighting) < state.forces[side].count(fighting)
    }

    /// Returns a side after hits in place of those that are due, as the side expects: it sees no
    /// enemy cards, and what it may use itself is kept for what is left.
    pub(super) fn after_hits(
        &self,
        side: usize,
        hits: Hits,
        state: &Ti4State,
        pending: &Pending,
    ) -> Ti4Force {
        let (mut after, mut pending) = (*state, *pending);
        (pending.due, pending.wave) = ([Hits::NONE; 2], None);
        after.forces[1 - side].supplies.set(Ability::DirectHit, 0);
        for ability in [Ability::Tellurian, Ability::ReflectiveShielding, Ability::Dynamo] {
            after.forces[side].supplies.set(ability, 0);
        }
        if !self.is_intricate {
            self.with_assignment(side, &mut after, &mut pending, |mut assignment| {
                assignment.assign(hits);
            });
            return after.forces[side];
        }
        pending.due[side] = hits;
        while let Some(chooser) = self.settle(&mut after, &mut pending, &mut ()) {
            self.choose(chooser, 0, &mut after, &mut pending, &mut ());
        }
        after.forces[side]
    }
}
