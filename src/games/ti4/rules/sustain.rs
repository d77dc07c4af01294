//! A unit sustains damage, with all that follows (T34), and Metali Void Shielding (T33, step 3).

use super::ability::Ability;
use super::battle::{Ti4Battle, Ti4State};
use super::events::{act, without_effect};
use super::fleet::{Text, UnitKind};
use super::force::Groups;
use super::hits::HitSource;
use super::hits::Hits;
use super::hits::MaySustain;
use super::pending::Pending;
use super::roster::Ti4Roster;
use super::terms::Theatre;
use crate::story::Observer;

/// Number of hits that Reflective Shielding makes.
const REFLECTED: u16 = 2;

impl Ti4Battle {
    /// Whether it may pay for a side to keep a unit from sustaining damage, and to lose another one
    /// instead.
    ///
    /// It never does in combats without abilities and retreats: the unit that is kept fires
    /// on, and is lost to the hit that would be sustained later. Hits that only some units can take
    /// break the argument, as those of a barrage after a space cannon do.
    #[must_use]
    pub fn weighs_sustaining(&self, side: usize) -> bool {
        let (own, enemy) = (&self.sides[side], &self.sides[1 - side]);
        let has_abilities = |side: &Ti4Roster| {
            !side.effects.0.is_empty() || side.units.iter().any(|unit| unit.text != Text::default())
        };
        !own.sustaining.is_empty()
            && (self.sides.iter().any(has_abilities)
                || self.has_retreats
                || (enemy.cannon.is_some() && enemy.barrage.is_some()))
    }

    /// Whether [`Sustain::Late`](super::Sustain::Late) changes when units of a side sustain damage.
    #[must_use]
    pub fn can_sustain_late(&self, side: usize) -> bool {
        let own = &self.sides[side];
        !own.sustaining.without(own.sustaining_first).is_empty()
    }

    /// Lets a unit sustain damage: Non-Euclidean Shielding cancels a second hit, hits are added to
    /// the enemy's, Direct Hit destroys the unit, Dynamo repairs it.
    pub(super) fn sustain_with_consequences<O: Observer>(
        &self,
        side: usize,
        group: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let (damaged, alive) = (state.forces[side].hurt[group], state.forces[side].alive(group));
        observer.watch(
            state,
            |state, _| {
                self.with_assignment(side, state, pending, |mut assignment| {
                    assignment.sustain_with(group, 1);
                });
            },
            |before, after| self.hit_events(side, before, after),
        );
        let is_destroyed = state.forces[side].alive(group) < alive;
        if is_destroyed && pending.wave.is_some() {
            pending.turns.struck = Some((side as u8, group as u8));
        }
        self.free_the_enemy(side, group, state, pending);
        self.cancel_a_second_hit(side, group, state, pending, observer);
        let strikes = std::mem::take(&mut pending.hit_effects[side].strikes);
        if pending.source != HitSource::Ability || self.bombards(state) {
            self.add_hits(1 - side, strikes, pending);
            self.reflect(side, group, state, pending, observer);
        }
        if state.forces[side].hurt[group] > damaged {
            self.repair_by_dynamo(side, group, state, pending, observer);
        }
    }

    /// Lets enemy units sustain damage again if a Direct Hit has destroyed what kept them from it
    /// (T39).
    fn free_the_enemy(&self, side: usize, group: usize, state: &Ti4State, pending: &mut Pending) {
        if !self.has_stoppers {
            return;
        }
        let own = self.roster(state, side);
        let is_stopping = own.stopping_abilities.or(own.stopping_sustaining).has(group);
        if is_stopping && state.forces[side].alive(group) == 0 {
            pending.sustains[1 - side] = self.may_sustain(state)[1 - side];
        }
    }

    /// Cancels a second hit if the unit that has sustained the first has Non-Euclidean Shielding.
    fn cancel_a_second_hit<O: Observer>(
        &self,
        side: usize,
        group: usize,
        state: &Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let ability = Ability::NonEuclideanShielding;
        if pending.due[side] != Hits::NONE
            && self.roster(state, side).owned_with(ability).has(group)
        {
            pending.due[side] = pending.due[side].less(1);
            observer.report(|| without_effect(side, 1, "cancelled by Non-Euclidean Shielding"));
        }
    }

    /// Plays Reflective Shielding if a ship has sustained damage in combat.
    fn reflect<O: Observer>(
        &self,
        side: usize,
        group: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let ability = Ability::ReflectiveShielding;
        let is_ship = self.roster(state, side).units[group].is_ship;
        if is_ship && self.is_ready(side, ability, state) {
            state.forces[side].supplies.spend(ability, 1);
            observer.report(|| [act(side, "plays Reflective Shielding, which makes 2 hits")]);
            self.add_hits(1 - side, REFLECTED, pending);
        }
    }

    /// Adds hits to those that are due on a side. They may be assigned to any unit.
    fn add_hits(&self, side: usize, hits: u16, pending: &mut Pending) {
        if pending.due[side] == Hits::NONE
            && pending.marked.is_some_and(|marked| usize::from(marked.side) == side)
        {
            pending.marked = None;
        }
        if hits > 0 && pending.source == HitSource::Barrage && pending.due[side] == Hits::NONE {
            pending.answers[side] = true;
        }
        pending.due[side].free += hits;
    }

    /// Repairs a unit that has sustained damage, while Dynamo lives and repairs are paid for.
    pub(super) fn repair_by_dynamo<O: Observer>(
        &self,
        side: usize,
        group: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let own = self.roster(state, side);
        let is_there = || state.forces[side].any(own.groups_of(|unit| unit.text.repairs_others));
        if self.is_ready(side, Ability::Dynamo, state) && is_there() {
            observer.report(|| [act(side, "pays for a repair by Dynamo")]);
            observer.watch(
                state,
                |state, _| {
                    let force = &mut state.forces[side];
                    force.supplies.spend(Ability::Dynamo, 1);
                    force.hurt[group] -= 1;
                    force.whole[group] += 1;
                },
                |before, after| self.repair_events(before, after),
            );
            pending.hit_effects[side].fresh[group] -= 1;
            pending.turns.repaired[side][group] += 1;
        }
    }

    /// Lets a ship sustain a hit by Metali Void Shielding, once in an assignment.
    pub(super) fn shield_a_ship<O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let Some(row) = self.shielded_next(side, state, pending) else { return };
        pending.turns.has_shielded[side] = true;
        observer.report(|| [act(side, "uses Metali Void Shielding")]);
        pending.due[side] = pending.due[side].less(1);
        self.sustain_with_consequences(side, row, state, pending, observer);
    }

    /// Returns the ship that Metali Void Shielding lets sustain the next hit on a side: the cheapest
    /// undamaged one other than a fighter that cannot sustain damage itself.
    pub(super) fn shielded_next(
        &self,
        side: usize,
        state: &Ti4State,
        pending: &Pending,
    ) -> Option<usize> {
        if !self.roster(state, side).holds(Ability::MetaliVoidShielding)
            || pending.due[side] == Hits::NONE
            || pending.source == HitSource::Order
            || pending.turns.has_shielded[side]
            || pending.sustains[side] != MaySustain::All
        {
            return None;
        }
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let mut able = self.shieldable(side, state);
        if matches!(pending.source_of(side), HitSource::Ability | HitSource::Barrage) {
            able = able.without(own.defying_abilities);
        }
        if let Some(marked) = pending.marked.filter(|marked| usize::from(marked.side) == side) {
            let is_open = !marked.dies();
            able = able.and(Groups::of(is_open.then_some(usize::from(marked.group))));
        }
        own.cheapest(force, Groups::of(able.each().filter(|&g| force.whole[g] > 0)))
    }

    /// Returns the groups of a side that Metali Void Shielding lets sustain damage now. What keeps
    /// units from sustaining damage keeps them from that, too.
    pub(super) fn shieldable(&self, side: usize, state: &Ti4State) -> Groups {
        let own = self.roster(state, side);
        let is_law = |law: Ability| self.sides.iter().any(|side| side.holds(law));
        if !own.holds(Ability::MetaliVoidShielding)
            || self.terms.theatre != Theatre::Space
            || is_law(Ability::EntropicScar)
            || self.may_sustain(state)[side] != MaySustain::All
        {
            return Groups::default();
        }
        let owned = own.owned_with(Ability::MetaliVoidShielding);
        let stopped = match is_law(Ability::PublicizeWeaponSchematics) {
            true => own.groups_of(|unit| unit.kind == UnitKind::WarSun),
            false => Groups::default(),
        };
        own.ships.and(owned).without(own.sustaining.or(stopped))
    }
}
