//! Effects at the start of combat and of its rounds (T17, T18).

use super::ability::{Ability, Effect};
use super::battle::{Exit, Ti4Battle, Ti4State};
use super::events::act;
use super::force::Groups;
use super::hits::HitSource;
use super::lineup::Change;
use super::pending::Pending;
use super::supplies::WAITING;
use super::windows::Turn;
use crate::dice::{Chance, Die};
use crate::story::Observer;

/// Number of ships that fire in an Ambush.
const AMBUSHERS: usize = 2;

/// Number of non-fighter ships that an Assault Cannon needs.
const ASSAULT_SHIPS: u16 = 3;

/// Number of enemy ground forces that Greyfire Mutagen needs.
const MUTAGEN_FORCES: u16 = 2;

impl Ti4Battle {
    /// Returns whether the condition of an effect at the start of combat is met (T17).
    pub(super) fn can_start(&self, turn: Turn, state: &Ti4State) -> bool {
        let Turn { side, ability } = turn;
        let (own, enemy) = (self.roster(state, side), self.roster(state, 1 - side));
        let (force, opposed) = (&state.forces[side], &state.forces[1 - side]);
        match ability {
            Ability::Eidolon => {
                let turns = |g: &usize| own.changes.of(Change::Turned, *g).is_some();
                force.any(Groups::of((0..own.units.len()).filter(turns)))
            }
            Ability::TheAlastor => force.any(own.groups_of(|unit| unit.text.brings_forces)),
            // Infantry is placed only where its owner controls the planet.
            Ability::ClaireGibson => side == 1,
            // The upgrade is one of a unit in the combat (T59).
            Ability::RevealPrototype => {
                let is_upgraded = |g: &usize| own.changes.of(Change::Upgraded, *g).is_some();
                force.any(Groups::of((0..own.units.len()).filter(is_upgraded)))
            }
            Ability::TheCavalry | Ability::TheCavalryIi => self.cavalry(side, state).is_some(),
            Ability::Indoctrination => opposed.any(enemy.infantry()),
            Ability::GreyfireMutagen => {
                force.supplies.has(ability)
                    // Fighters that have landed do not count as ground forces (T48).
                    && opposed.count(enemy.ships) >= MUTAGEN_FORCES
                    && opposed.any(enemy.infantry())
            }
            Ability::Ambush => force.any(own.small_ships().and(own.owned_with(ability))),
            Ability::ImpulseCore => self.is_worth_a_ship(side, ability, state),
            Ability::MagenDefenseGrid => force.any(own.structures),
            Ability::AssaultCannon => force.count(own.ships) >= ASSAULT_SHIPS,
            _ => true,
        }
    }

    /// Plays an effect at the start of combat, up to the hits that follow.
    pub(super) fn play_at_the_start<D: Die, O: Observer>(
        &self,
        turn: Turn,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
    ) {
        let Turn { side, ability } = turn;
        self.begin(state, pending);
        match ability {
            Ability::Ambush => {
                observer.report(|| [act(side, ability.does())]);
                pending.due[1 - side].free = self.ambush(side, state, die, observer);
            }
            Ability::DimensionalSplicer | Ability::MagenDefenseGrid => {
                observer.report(|| [act(side, ability.does())]);
                self.mark(1 - side, state, pending);
            }
            Ability::ImpulseCore => {
                observer.report(|| [act(side, ability.does())]);
                self.give_up_a_ship(side, ability, state);
                pending.due[1 - side].aimed = 1;
            }
            Ability::AssaultCannon => {
                observer.report(|| [act(side, ability.does())]);
                pending.source = HitSource::Order;
                pending.due[1 - side].aimed = 1;
            }
            _ => {
                observer.watch(
                    state,
                    |state, _| self.set_up(turn, state),
                    |before, after| self.set_up_events(turn, before, after),
                );
                self.begin(state, pending);
            }
        }
    }

    /// Plays an effect at the start of combat that makes no hits.
    fn set_up(&self, turn: Turn, state: &mut Ti4State) {
        let Turn { side, ability } = turn;
        let own = self.roster(state, side);
        let entry = own.effects.get(ability);
        match ability {
            Ability::SleeperCell => state.forces[side].supplies.set(ability, 0),
            Ability::FragmentReality | Ability::OverwingZeta => {
                for &(group, number) in entry.map_or(&[][..], |effect| &effect.units) {
                    self.place(side, group, number, state);
                }
            }
            Ability::ClaireGibson => {
                if let Some(group) = own.placed_by(ability) {
                    self.place(side, group, 1, state);
                }
            }
            Ability::Eidolon => self.change_all(side, Change::Turned, state),
            Ability::TheAlastor => self.change_all(side, Change::Ship, state),
            Ability::RevealPrototype => {
                state.forces[side].supplies.spend(ability, 1);
                self.change_all(side, Change::Upgraded, state);
            }
            Ability::TheCavalry | Ability::TheCavalryIi => {
                if let Some(row) = self.cavalry(side, state) {
                    let force = &mut state.forces[side];
                    let units = if force.whole[row] > 0 { [1, 0] } else { [0, 1] };
                    force.change(own, Change::Cavalry, row, units);
                }
            }
            Ability::Indoctrination | Ability::GreyfireMutagen => {
                state.forces[side].supplies.spend(ability, 1);
                let gets_mech = ability == Ability::Indoctrination && self.may_deploy(side, state);
                let mech = own.placed_by(Ability::MoyinsAshes).filter(|_| gets_mech);
                let placed = mech.filter(|&mech| self.room(side, mech, state) > 0);
                if let Some(group) = placed.or(own.placed_by(ability)) {
                    self.convert(side, group, state);
                }
            }
            Ability::SkilledRetreat => self.leave_skilfully(state),
            _ => {}
        }
    }

    /// Replaces the best enemy infantry by a unit of a group (T46).
    fn convert(&self, side: usize, group: usize, state: &mut Ti4State) {
        let enemy = self.roster(state, 1 - side);
        let best = enemy.strongest(&state.forces[1 - side], enemy.infantry());
        if let Some(row) = best {
            state.forces[1 - side].keep(row, u16::from(state.forces[1 - side].alive(row)) - 1);
            self.place(side, group, 1, state);
        }
    }

    /// Applies a Skilled Retreat (T4).
    pub(super) fn leave_skilfully(&self, state: &mut Ti4State) {
        if !self.is_decided(state) {
            state.exit = Exit::Skilled;
        }
    }

    /// Rolls one die for each of up to two cruisers and destroyers (T43). Returns the hits.
    fn ambush<D: Die, O: Observer>(
        &self,
        side: usize,
        state: &Ti4State,
        die: &mut D,
        observer: &mut O,
    ) -> u16 {
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let rows = own.ambushers.iter();
        let mut ships = rows.flat_map(|&g| (0..force.alive(g)).map(move |_| g));
        let mut hits = 0;
        for _ in 0..AMBUSHERS {
            let Some(row) = ships.next() else { break };
            hits += u16::from(self.throw_at_value((side, row), 1, "Ambush", die, observer, own));
        }
        hits
    }

    /// Returns the row of the ship that The Cavalry concerns: the one with the worst combat value
    /// other than a fighter, of equals one without sustain damage, then the cheapest, the worst
    /// fighter, and one that is undamaged (T29).
    fn cavalry(&self, side: usize, state: &Ti4State) -> Option<usize> {
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let is_able =
            |g: &usize| force.alive(*g) > 0 && own.changes.of(Change::Cavalry, *g).is_some();
        let named = [Ability::TheCavalry, Ability::TheCavalryIi]
            .iter()
            .find_map(|ability| own.effects.get(*ability))
            .and_then(|effect| effect.unit)
            .filter(is_able);
        let owned = own.owned_with(Ability::TheCavalry).or(own.owned_with(Ability::TheCavalryIi));
        let worst = own.ships.and(owned).each().filter(is_able).max_by_key(|&g| {
            let unit = &own.units[g];
            let value = unit.combat.map_or(11, |roll| i32::from(roll.hit) - i32::from(roll.bonus));
            let dice = unit.combat.map_or(0, |roll| roll.dice);
            let worst = std::cmp::Reverse((unit.half_cost, dice));
            (value, !unit.sustains, worst, force.whole[g] > 0)
        });
        named.or(worst)
    }

    /// Plays the start of a round: repairs, then effects that place or replace units (T18).
    pub(super) fn start_round(&self, state: &mut Ti4State) {
        state.round = state.round.max(1);
        if !self.has_round_start {
            return;
        }
        for side in 0..2 {
            let repairing = self.roster(state, side).repairing_themselves;
            state.forces[side].repair_all(repairing);
        }
        for force in &mut state.forces {
            if force.supplies.left(Ability::TechnologicalSingularity) == WAITING {
                force.supplies.set(Ability::TechnologicalSingularity, 0);
            }
        }
        for turn in &self.windows.round {
            let Turn { side, ability } = *turn;
            let own = self.roster(state, side);
            let first = own.first_round(ability);
            match ability {
                Ability::DunlainReaper if state.round >= first => self.reap(side, state),
                Ability::OverwingZeta if state.round == first => self.set_up(*turn, state),
                _ => {}
            }
        }
        for side in 0..2 {
            self.choose_for_agents(side, state);
        }
    }

    /// Returns whether a side has an agent that chooses a unit at the start of a round.
    pub(super) fn has_agents(&self) -> bool {
        let agents = [Ability::ViscountUnlenn, Ability::EvelynDelouis];
        self.sides.iter().any(|side| agents.iter().any(|agent| side.holds(*agent)))
    }

    /// Lets the agent of a side choose the unit that rolls one more die in the round, before a
    /// barrage or a bombardment of the round (T18, T28).
    fn choose_for_agents(&self, side: usize, state: &mut Ti4State) {
        let throw = self.roster(state, side).combat(state.round);
        let (own, enemy) = (&state.forces[side], &state.forces[1 - side]);
        let chosen = throw.and_then(|throw| throw.choice_of_agent(own, enemy));
        state.forces[side].supplies.choose(chosen);
    }

    /// Replaces the worst infantry by a mech, if that is paid for (T52).
    fn reap(&self, side: usize, state: &mut Ti4State) {
        let own = self.roster(state, side);
        let Some(mech) = own.placed_by(Ability::DunlainReaper) else { return };
        let force = &state.forces[side];
        let worst = own.weakest(force, own.infantry().and(own.owned_with(Ability::DunlainReaper)));
        if let Some(row) = worst
            && force.supplies.has(Ability::DunlainReaper)
            && self.may_deploy(side, state)
            && self.room(side, mech, state) > 0
        {
            let force = &mut state.forces[side];
            force.supplies.spend(Ability::DunlainReaper, 1);
            force.keep(row, u16::from(force.alive(row)) - 1);
            force.whole[mech] += 1;
        }
    }
}

/// Probability that a die hits with a combat value, without modifiers.
pub(super) fn at_value(hit: u8) -> Chance {
    Chance { num: 11 - hit.min(11), den: 10 }
}

impl Effect {
    /// Returns the first group in which it places units.
    pub(super) fn place(&self) -> Option<usize> {
        self.units.first().map(|(group, _)| *group)
    }
}
