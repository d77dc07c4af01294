//! Effects that follow from the loss of units (T37).

use super::ability::{Ability, Gain};
use super::battle::{Stage, Ti4Battle, Ti4State};
use super::events::act;
use super::fleet::UnitKind;
use super::force::{GROUPS, Groups, Ti4Force};
use super::hits::HitSource;
use super::lineup::Change;
use super::pending::Pending;
use super::supplies::{HELD, WAITING};
use super::wave::{AFTER, Suspended, WHEN, Wave};
use super::windows::Turn;
use crate::dice::Die;
use crate::story::Observer;

/// Number of infantry that A3 Valiance galvanizes.
const GALVANIZED: u8 = 3;

/// Number of units that Brother Milor places.
const PLACED: u8 = 2;

/// Maximum number of hits that one unit bears.
const MOST_BORNE: u16 = 3;

/// Number of dice of Courageous to the End.
const COURAGEOUS_DICE: u16 = 2;

impl Ti4Battle {
    /// Plays what follows from the losses of an assignment, until hits are due. Returns whether
    /// there are any. What follows from a Direct Hit is played before the assignment goes on (T34).
    pub(super) fn follow<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
    ) -> bool {
        let struck = pending.turns.struck.take();
        let is_suspended = pending.suspended.is_some();
        let is_due = |wave: &mut Wave| {
            is_suspended || (self.has_consequences(state) && !wave.is_quiet(state))
        };
        let Some(mut wave) = pending.wave.take_if(is_due) else {
            return !pending.is_settled();
        };
        if let Some((side, row)) = struck {
            pending.suspended = Some(Suspended {
                due: std::mem::take(&mut pending.due),
                source: pending.source,
                marked: pending.marked.take(),
                sustains: self.may_sustain(state),
                lost: wave.set_aside_all_but(side.into(), row.into(), state),
            });
        }
        wave.look(state);
        // A flagship may take all ships with it, whatever else a side has.
        let turns = [
            self.windows.losses[WHEN].each_ref().map(|turns| 1 + turns.len()),
            self.windows.losses[AFTER].each_ref().map(Vec::len),
        ];
        loop {
            let Some((window, side, n)) = wave.next_turn(turns) else {
                let Some(suspended) = pending.suspended.take() else {
                    self.gain_late(state, pending, &mut wave, observer);
                    pending.wave = Some(wave);
                    return false;
                };
                self.resume(&suspended, state, pending);
                wave.take_up(&suspended.lost);
                if !pending.is_settled() {
                    pending.wave = Some(wave);
                    return true;
                }
                wave.look(state);
                continue;
            };
            if wave.fallen[window][side] == [0; GROUPS] {
                continue;
            }
            let turn = if window == WHEN { n.checked_sub(1) } else { Some(n) };
            match turn {
                None if self.roster(state, side).taking_all.is_empty() => continue,
                None => self.go_with_flagships(side, &wave, state),
                Some(n) => {
                    let turn = self.windows.losses[window][side][n];
                    if !self.can_follow(turn, state) {
                        continue;
                    }
                    let loss = (window, side);
                    self.play_after_losses(turn, loss, (&mut wave, pending), state, die, observer);
                }
            }
            for side in 0..2 {
                self.follow_damage(side, state, pending);
            }
            wave.look(state);
            if !pending.is_settled() {
                pending.wave = Some(wave);
                return true;
            }
        }
    }

    /// Goes on with an assignment after what has followed from a Direct Hit.
    fn resume(&self, suspended: &Suspended, state: &Ti4State, pending: &mut Pending) {
        (pending.due, pending.source) = (suspended.due, suspended.source);
        pending.marked = suspended.marked;
        let sustains = self.may_sustain(state);
        for (side, may) in sustains.into_iter().enumerate() {
            if may != suspended.sustains[side] {
                pending.sustains[side] = may;
            }
        }
    }

    /// Destroys all ships if a flagship has been lost that takes them with it (Van Hauge).
    fn go_with_flagships(&self, side: usize, wave: &Wave, state: &mut Ti4State) {
        let taking_all = self.roster(state, side).taking_all;
        if !wave.rows(WHEN, side).and(taking_all).is_empty() {
            for side in 0..2 {
                let fighting = self.roster(state, side).fighting;
                state.forces[side].clear(fighting);
            }
        }
    }

    /// Returns whether anything may follow from losses in this state.
    #[inline]
    pub(super) fn has_consequences(&self, state: &Ti4State) -> bool {
        let used = &self.windows.used_after_losses;
        self.windows.always_follows
            || state.forces[0].supplies.has_any(used[0])
            || state.forces[1].supplies.has_any(used[1])
    }

    /// Returns whether an ability can be used after losses in this state.
    #[inline]
    fn can_follow(&self, turn: Turn, state: &Ti4State) -> bool {
        let Turn { side, ability } = turn;
        let supplies = state.forces[side].supplies;
        let is_ready = || state.round.max(1) >= self.roster(state, side).first_round(ability);
        let in_combat = || state.stage >= Stage::Start(0);
        let is_early =
            matches!(ability, Ability::BrotherMilorOmega | Ability::X89BacterialWeaponOmega);
        (!ability.is_spent_after_losses() || (supplies.has(ability) && is_ready()))
            && (is_early || in_combat())
            // A technology is not gained by bombardment (T60).
            && (ability != Ability::TechnologicalSingularity
                || (!self.bombards(state) && supplies.left(ability) == HELD))
    }

    /// Plays one consequence of the losses of a side.
    fn play_after_losses<D: Die, O: Observer>(
        &self,
        turn: Turn,
        (window, loser): (usize, usize),
        (wave, pending): (&mut Wave, &mut Pending),
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
    ) {
        let Turn { side, ability } = turn;
        // What helps the own units looks at the losses of its owner alone.
        let rows = match side == loser {
            true => wave.rows(window, loser).and(self.roster(state, side).owned_with(ability)),
            false => wave.rows(window, loser),
        };
        if rows.is_empty() {
            return;
        }
        let before = *state;
        match ability {
            Ability::Apollo => self.apollo(side, rows, (state, pending), die, observer),
            Ability::A3Valiance => {
                self.valiance(side, &wave.fallen[WHEN][side], state);
                wave.accept(state);
            }
            Ability::DameBriar => {
                self.galvanize_the_best(side, state);
                wave.accept(state);
            }
            Ability::BrotherMilor | Ability::BrotherMilorOmega => {
                if let Some(row) = self.roster(state, side).placed_by(ability) {
                    state.forces[side].supplies.spend(ability, 1);
                    self.place(side, row, PLACED, state);
                }
            }
            Ability::VosHollow => self.vos_hollow(side, rows, pending, state),
            Ability::CourageousToTheEnd => {
                self.courageous(side, rows, pending, state, die, observer);
            }
            Ability::X89BacterialWeaponOmega if self.has_bombarded(side, state) => {
                let bombed = self.roster(state, loser).infantry();
                if !rows.and(bombed).is_empty() {
                    state.forces[loser].clear(bombed);
                }
            }
            Ability::SleeperCell => self.sleeper_cell(side, &wave.fallen[AFTER][loser], state),
            // The gain holds from the next window on (T60).
            Ability::TechnologicalSingularity if pending.suspended.is_some() => {
                pending.turns.gains[side] = true;
            }
            Ability::TechnologicalSingularity => self.gain(side, state, wave),
            _ => {}
        }
        let after = *state;
        if after != before {
            observer.report(|| [act(side, after_losses(ability))]);
            observer.report(|| self.change_events(&before, &after));
        }
    }

    /// Lets a side gain what Technological Singularity gains.
    fn gain(&self, side: usize, state: &mut Ti4State, wave: &mut Wave) {
        let ability = Ability::TechnologicalSingularity;
        let gained = if self.gains_a_charge(side) { WAITING } else { 0 };
        state.forces[side].supplies.set(ability, gained);
        let effect = self.sides[side].effects.get(ability);
        if let Some(Gain::Upgrade(..)) = effect.and_then(|effect| effect.gains) {
            self.change_all(side, Change::Gained, state);
            wave.accept(state);
        }
    }

    /// Lets both sides gain what they have gained by a Direct Hit, after the assignment.
    fn gain_late<O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        wave: &mut Wave,
        observer: &mut O,
    ) {
        for side in 0..2 {
            let is_held =
                state.forces[side].supplies.left(Ability::TechnologicalSingularity) == HELD;
            if std::mem::take(&mut pending.turns.gains[side]) && is_held {
                self.gain(side, state, wave);
                self.follow_damage(side, state, pending);
                observer.report(|| [act(side, Ability::TechnologicalSingularity.does())]);
            }
        }
    }

    /// Keeps account of units that have sustained damage in this round, and of those that were
    /// repaired after it: some have been destroyed, others have moved to another row.
    fn follow_damage(&self, side: usize, state: &Ti4State, pending: &mut Pending) {
        let force = &state.forces[side];
        let fresh = &mut pending.hit_effects[side].fresh;
        self.follow_units(side, state, fresh, &force.hurt);
        self.follow_units(side, state, &mut pending.turns.repaired[side], &force.whole);
    }

    /// Keeps account of some units by row, of all that are there.
    fn follow_units(
        &self,
        side: usize,
        state: &Ti4State,
        some: &mut [u8; GROUPS],
        all: &[u8; GROUPS],
    ) {
        if some.iter().zip(all).all(|(some, all)| some <= all) {
            return;
        }
        let changes = &self.roster(state, side).changes;
        for row in 0..GROUPS {
            let moved = some[row].saturating_sub(all[row]);
            if moved == 0 {
                continue;
            }
            some[row] -= moved;
            let to = [Change::Galvanized, Change::Gained];
            let to = to.iter().find_map(|change| changes.of(*change, row));
            if let Some(to) = to {
                some[to] = all[to].min(some[to] + moved);
            }
        }
    }

    /// Rolls a die for each enemy unit in the combat at the value of the best galvanized unit that
    /// was lost; each success destroys the unit.
    fn apollo<D: Die, O: Observer>(
        &self,
        side: usize,
        fallen: Groups,
        (state, pending): (&mut Ti4State, &mut Pending),
        die: &mut D,
        observer: &mut O,
    ) {
        let own = self.roster(state, side);
        let value = |g: &usize| own.units[*g].combat.map_or(11, |roll| roll.hit);
        let best = fallen.and(own.galvanized).each().min_by_key(value);
        let Some(best) = best.filter(|_| self.fights(state, 1 - side)) else { return };
        state.forces[side].supplies.spend(Ability::Apollo, 1);
        let enemy = self.roster(state, 1 - side);
        for row in enemy.fighting.each() {
            let force = &state.forces[1 - side];
            let fresh = pending.hit_effects[1 - side].fresh[row].min(force.hurt[row]);
            let [whole, old] = [force.whole[row], force.hurt[row] - fresh];
            // Of like units, the one that an agent has chosen sustains last. Its die is its own.
            let is_chosen = force.supplies.chosen() == Some(row);
            let units = [old, fresh, whole];
            let chosen = units.iter().rposition(|n| *n > 0).filter(|_| is_chosen);
            let mut throw = |dice: u8| match dice {
                0 => 0,
                _ => self.throw_at_value((side, best), dice.into(), "Apollo", die, observer, own),
            };
            let mut lost = units;
            for (n, lost) in lost.iter_mut().enumerate() {
                let others = *lost - u8::from(chosen == Some(n));
                *lost = throw(others);
            }
            let force = &mut state.forces[1 - side];
            if let Some(n) = chosen
                && throw(1) > 0
            {
                lost[n] += 1;
                force.supplies.lose_chosen();
            }
            force.hurt[row] -= lost[0] + lost[1];
            force.whole[row] -= lost[2];
            pending.hit_effects[1 - side].fresh[row] = fresh - lost[1];
        }
    }

    /// Galvanizes up to three infantry for each galvanized A3 Valiance that was lost.
    fn valiance(&self, side: usize, fallen: &[u8; GROUPS], state: &mut Ti4State) {
        let own = self.roster(state, side);
        let mechs = own.groups_of(|unit| unit.text.galvanizes_infantry).and(own.galvanized);
        let lost: u8 = mechs.each().map(|g| fallen[g]).sum();
        let mut left = GALVANIZED.saturating_mul(lost);
        for row in own.of_kind(UnitKind::Infantry).each() {
            let units = left.min(state.forces[side].whole[row]);
            if units > 0 && state.forces[side].change(own, Change::Galvanized, row, [units, 0]) {
                left -= units;
            }
        }
    }

    /// Galvanizes the unit with the best combat value that is not galvanized yet (T28).
    fn galvanize_the_best(&self, side: usize, state: &mut Ti4State) {
        let own = self.roster(state, side);
        let force = &mut state.forces[side];
        let is_able =
            |g: &usize| force.alive(*g) > 0 && own.changes.of(Change::Galvanized, *g).is_some();
        let named = own.effects.get(Ability::DameBriar).and_then(|effect| effect.unit);
        let owned = own.fighting.and(own.owned_with(Ability::DameBriar));
        let able = Groups::of(owned.each().filter(is_able));
        let best = named.filter(is_able).or_else(|| own.most_accurate(force, able));
        if let Some(row) = best {
            force.supplies.spend(Ability::DameBriar, 1);
            let units = if force.whole[row] > 0 { [1, 0] } else { [0, 1] };
            force.change(own, Change::Galvanized, row, units);
        }
    }

    /// Destroys an enemy ship of the type of the first own ship that was lost, if the enemy has
    /// one; damaged ones first, of these one that has sustained damage in this round (T32).
    fn vos_hollow(&self, side: usize, fallen: Groups, pending: &mut Pending, state: &mut Ti4State) {
        let (own, enemy) = (self.roster(state, side), self.roster(state, 1 - side));
        let force = &mut state.forces[1 - side];
        let of_kind = |kind| enemy.of_kind(kind).and(enemy.fighting);
        let in_order = own.order.iter().flat_map(|set| set.and(fallen).each());
        let mut kinds = in_order.map(|g| of_kind(own.units[g].kind));
        let Some(victims) = kinds.find(|victims| force.any(*victims)) else { return };
        let in_order = || enemy.order.iter().flat_map(|set| set.and(victims).each());
        let damaged = in_order().find(|&g| force.hurt[g] > 0);
        if let Some(row) = damaged.or_else(|| in_order().find(|&g| force.alive(g) > 0)) {
            force.keep(row, u16::from(force.alive(row)) - 1);
            // Nothing is fresh in a row without damaged units.
            let fresh = &mut pending.hit_effects[1 - side].fresh[row];
            *fresh = fresh.saturating_sub(1);
            state.forces[side].supplies.spend(Ability::VosHollow, 1);
        }
    }

    /// Rolls two dice at the value of the best ship that was lost. For each success the enemy
    /// destroys one of its ships.
    fn courageous<D: Die, O: Observer>(
        &self,
        side: usize,
        fallen: Groups,
        pending: &mut Pending,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
    ) {
        let own = self.roster(state, side);
        let value = |g: &usize| own.units[*g].combat.map_or(11, |roll| roll.hit);
        let best = fallen.and(own.fighting).each().min_by_key(value);
        let Some(best) = best.filter(|_| self.fights(state, 1 - side)) else { return };
        let ability = Ability::CourageousToTheEnd;
        state.forces[side].supplies.spend(ability, 1);
        let name = "Courageous to the End";
        let hits = self.throw_at_value((side, best), COURAGEOUS_DICE, name, die, observer, own);
        pending.source = HitSource::Order;
        pending.marked = None;
        pending.due[1 - side].free = u16::from(hits);
    }

    /// Returns the number of hits of one roll that units may bear which are placed for a side after
    /// a Direct Hit, before all hits have been assigned (T34). What follows from a Direct Hit on one
    /// side may destroy units of the other.
    pub(super) fn borne_by_placed_units(&self, side: usize, state: &Ti4State) -> u16 {
        let has_hits = |force: &Ti4Force| force.supplies.has(Ability::DirectHit);
        if !self.windows.has_losses || !state.forces.iter().any(has_hits) {
            return 0;
        }
        let milor = u16::from(state.forces[side].supplies.left(Ability::BrotherMilor));
        let stolen = match self.sides[side].holds(Ability::SleeperCell) {
            true => state.forces[1 - side].count(self.roster(state, 1 - side).fighting),
            false => 0,
        };
        u16::from(PLACED) * milor + MOST_BORNE * stolen
    }

    /// Returns whether a side gains Supercharge, which is in force for one round.
    pub(super) fn gains_a_charge(&self, side: usize) -> bool {
        self.sides[side].gains_a_charge
    }

    /// Returns whether the hits of this stage come from a bombardment by this side.
    fn has_bombarded(&self, side: usize, state: &Ti4State) -> bool {
        match state.stage {
            Stage::First => side == 0,
            Stage::Siege(n) => self.windows.siege[usize::from(n)].side == side,
            Stage::End(n) => {
                self.windows.end[usize::from(n)] == Turn { side, ability: Ability::Harrow }
            }
            _ => false,
        }
    }

    /// Places a ship of the own version for each enemy ship that was lost (T47).
    fn sleeper_cell(&self, side: usize, fallen: &[u8; GROUPS], state: &mut Ti4State) {
        let (own, enemy) = (&self.sides[side], &self.sides[1 - side]);
        let Some(effect) = own.effects.get(Ability::SleeperCell) else { return };
        if state.forces[side].supplies.has(Ability::SleeperCell) {
            return;
        }
        for (row, &lost) in fallen.iter().enumerate().filter(|(_, lost)| **lost > 0) {
            let kind = enemy.units[row].kind;
            if enemy.units[row].is_ground_force || kind == UnitKind::Mech {
                continue;
            }
            let is_it = |(group, _): &&(usize, u8)| own.units[*group].kind == kind;
            if let Some((group, _)) = effect.units.iter().find(is_it) {
                self.place(side, *group, lost, state);
            }
        }
    }
}

/// Returns what a side does after losses.
fn after_losses(ability: Ability) -> &'static str {
    match ability {
        Ability::SleeperCell => "places ships of its sleeper cell",
        _ => ability.does(),
    }
}
