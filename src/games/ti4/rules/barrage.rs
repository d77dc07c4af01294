//! Anti-fighter barrage: hits on fighters (rule 2.2), or on all ships (T36), and what else they do.

use super::ability::Ability;
use super::battle::{Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::{cancelled, damaged, without_effect};
use super::fleet::UnitKind;
use super::force::Groups;
use super::hits::HitSource;
use super::hits::Hits;
use super::pending::Pending;
use super::rolls::AbilityRoll;
use super::settle::SHIELDS;
use crate::dice::Die;
use crate::story::Observer;

impl Ti4Battle {
    /// Plays the barrages of both sides at once, up to the hits that are still to be assigned.
    pub(super) fn barrage<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        self.begin(state, pending);
        let rolled = [0, 1].map(|side| self.roll_barrage(side, state, die, observer, captains));
        for side in 0..2 {
            let AbilityRoll { hits, nines } = rolled[1 - side];
            let raided = self.raid(side, hits, state, observer);
            if self.roster(state, 1 - side).holds(Ability::Waylay) {
                pending.due[side] = hits;
                pending.source = HitSource::Barrage;
            } else {
                self.shoot_at_fighters(side, (hits, raided), state, observer);
            }
            if nines > 0 {
                observer.watch(
                    state,
                    |state, _| self.shoot_at_infantry(side, nines, state),
                    |before, after| self.change_events(before, after),
                );
            }
        }
    }

    /// Rolls the barrage of a side. Dice that can have no effect are not rolled.
    fn roll_barrage<D: Die, O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> AbilityRoll {
        let (own, enemy) = (self.roster(state, side), self.roster(state, 1 - side));
        let target = &state.forces[1 - side];
        let Some(throw) = &own.barrage else { return AbilityRoll::default() };
        let fighters = target.count(enemy.fighters);
        let hits_ships = own.holds(Ability::Waylay) || own.holds(Ability::RaidFormation);
        let hits_infantry = state.forces[side].any(own.firing_at_infantry)
            && target.any(enemy.of_kind(UnitKind::Infantry));
        if target.any(enemy.stopping_barrage) || !(fighters > 0 || hits_ships || hits_infantry) {
            return AbilityRoll::default();
        }
        let saved = SHIELDS + u16::from(target.supplies.has(Ability::Tellurian));
        let guarded = fighters + enemy.borne_by_guards(target);
        let (most, useful) = match hits_ships {
            true => (fighters + self.bears(1 - side, state), u16::MAX),
            false => (guarded + saved, guarded),
        };
        self.roll_ability(throw, (most, useful), state, die, observer, captains)
    }

    /// Damages a ship for each hit of an enemy barrage with Raid Formation beyond the number of
    /// fighters: the dearest that could sustain damage (T40). Returns the number of ships.
    fn raid<O: Observer>(
        &self,
        side: usize,
        hits: Hits,
        state: &mut Ti4State,
        observer: &mut O,
    ) -> u16 {
        let roster = self.roster(state, side);
        if !self.roster(state, 1 - side).holds(Ability::RaidFormation) {
            return 0;
        }
        let surplus = hits.total().saturating_sub(state.forces[side].count(roster.fighters));
        let able = self.able_to_sustain(side, state).and(roster.ships);
        for raided in 0..surplus {
            let force = &mut state.forces[side];
            let undamaged = Groups::of(able.each().filter(|&g| force.whole[g] > 0));
            let Some(row) = roster.dearest(force, undamaged) else { return raided };
            force.whole[row] -= 1;
            force.hurt[row] += 1;
            observer.report(|| [damaged(side, roster.homes[row])]);
        }
        surplus
    }

    /// Assigns the hits of a barrage to the fighters of a side, unless guards sustain them (T38a)
    /// or they are cancelled. `raided` of them have damaged ships.
    fn shoot_at_fighters<O: Observer>(
        &self,
        side: usize,
        (fired, raided): (Hits, u16),
        state: &mut Ti4State,
        observer: &mut O,
    ) {
        if fired == Hits::NONE {
            return;
        }
        let hits = self.hold_shields_for_fighters(side, fired, state);
        observer.report(|| cancelled(side, fired, hits));
        let saved = self.use_tellurian_for_fighters(side, hits, state);
        observer.report(|| without_effect(side, saved, "cancelled by Tellurian"));
        let hits = hits.less(saved);
        let before = *state;
        observer.watch(
            state,
            |state, _| self.shoot_down(side, hits, state),
            |before, after| self.barrage_events(side, hits.less(raided), before, after),
        );
        self.repair_guards(side, &before, state, observer);
    }

    /// Repairs mechs that have sustained hits of a barrage, while Dynamo lives and repairs are paid
    /// for (T34).
    fn repair_guards<O: Observer>(
        &self,
        side: usize,
        before: &Ti4State,
        state: &mut Ti4State,
        observer: &mut O,
    ) {
        let mut pending = Pending::none();
        for g in self.roster(state, side).guards.each() {
            let sustained = state.forces[side].hurt[g] - before.forces[side].hurt[g];
            pending.hit_effects[side].fresh[g] = sustained;
            for _ in 0..sustained {
                self.repair_by_dynamo(side, g, state, &mut pending, observer);
            }
        }
    }

    /// Plays Shields Holding against a barrage, unless that would save nothing. Returns the
    /// remaining hits.
    fn hold_shields_for_fighters(&self, side: usize, fired: Hits, state: &mut Ti4State) -> Hits {
        let after = |hits: Hits, state: &Ti4State| {
            let mut after = *state;
            self.shoot_down(side, hits, &mut after);
            after.forces[side]
        };
        // What the barrage hits cannot sustain damage, unless mechs guard it.
        self.hold_shields(side, (fired, false), &after, state)
    }

    /// Uses Tellurian if that saves a fighter from a barrage. Returns the number of cancelled hits.
    fn use_tellurian_for_fighters(&self, side: usize, hits: Hits, state: &mut Ti4State) -> u16 {
        if !self.is_ready(side, Ability::Tellurian, state) {
            return 0;
        }
        let mut guarded = *state;
        let fighters = self.sides[side].fighters;
        let before = guarded.forces[side].count(fighters);
        self.shoot_down(side, hits, &mut guarded);
        let is_due = guarded.forces[side].count(fighters) < before;
        // Mechs sustain hits only if not too many are left for the fighters.
        let damaged = |state: &Ti4State| state.forces[side].damaged(self.sides[side].guards);
        let is_guarded = damaged(&guarded) > damaged(state);
        if !is_due || (!is_guarded && hits.total() > before) {
            return 0;
        }
        state.forces[side].supplies.spend(Ability::Tellurian, 1);
        1
    }

    /// Assigns the hits of a barrage to the fighters of a side.
    fn shoot_down(&self, side: usize, hits: Hits, state: &mut Ti4State) {
        let mut pending = Pending { sustains: self.may_sustain(state), ..Pending::none() };
        self.with_assignment(side, state, &mut pending, |mut assignment| {
            assignment.shoot_down(hits.total());
        });
    }

    /// Destroys infantry of a side that is in space, the worst first: as ships or as cargo.
    fn shoot_at_infantry(&self, side: usize, hits: u16, state: &mut Ti4State) {
        let roster = self.roster(state, side);
        let infantry = roster.of_kind(UnitKind::Infantry);
        let force = &mut state.forces[side];
        for _ in 0..hits {
            let Some(row) = roster.weakest(force, infantry) else { return };
            force.keep(row, u16::from(force.alive(row)) - 1);
        }
    }
}
