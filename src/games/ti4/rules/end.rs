//! Effects at the end of a combat round (T20).

use super::ability::Ability;
use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::act;
use super::fleet::Unit;
use super::force::Groups;
use super::pending::Pending;
use super::supplies::USED_UP;
use super::windows::Turn;
use crate::dice::Die;
use crate::model::StepOutcome;
use crate::story::Observer;

/// Number of ships that each Exotrireme II destroys (T45).
const DESTROYED_WITH_IT: usize = 2;

/// Number of forces that join for each mech (T53).
const CALLED: u16 = 2;

impl Ti4Battle {
    /// Goes on with the effects at the end of a round, from this one on: to the next one whose hits
    /// or losses must be settled, or to the next round.
    pub(super) fn go_on_at_the_end<O: Observer>(
        &self,
        from: usize,
        state: &mut Ti4State,
        observer: &mut O,
    ) -> StepOutcome {
        for (n, turn) in self.windows.end.iter().enumerate().skip(from) {
            if !self.can_end(*turn, state) {
                continue;
            }
            match turn.ability {
                Ability::Harrow | Ability::Devotion | Ability::ExotriremeIi => {
                    state.stage = Stage::End(n as u8);
                    return StepOutcome::Continue;
                }
                _ => self.play_plainly(*turn, state),
            }
        }
        self.end_the_round(state, observer)
    }

    /// Ends a round after all its effects.
    fn end_the_round<O: Observer>(&self, state: &mut Ti4State, _observer: &mut O) -> StepOutcome {
        if self.is_decided(state) {
            state.stage = Stage::Round;
            return StepOutcome::Over;
        }
        for side in 0..2 {
            let supplies = &mut state.forces[side].supplies;
            if self.gains_a_charge(side) && !supplies.has(Ability::TechnologicalSingularity) {
                supplies.set(Ability::TechnologicalSingularity, USED_UP);
            }
        }
        state.round = (state.round + 1).min(self.clock);
        // A round that a Skilled Retreat prevents does not count.
        for side in 0..2 {
            if self.sides[side].skilled_retreat == Some(state.round) {
                self.leave_skilfully(state);
            }
        }
        state.stage = self.first_of_round(state);
        if state.exit == Exit::None { StepOutcome::NextRound } else { StepOutcome::Over }
    }

    /// Returns the stage in which a round begins.
    pub(super) fn first_of_round(&self, state: &Ti4State) -> Stage {
        let is_due = |turn: &Turn| {
            let effect = self.sides[turn.side].effects.get(turn.ability);
            let round = effect.and_then(|effect| effect.round);
            round.is_none_or(|round| round <= state.round.max(1))
        };
        match self.windows.siege.iter().any(is_due) {
            true => Stage::Siege(0),
            false => Stage::Round,
        }
    }

    /// Returns whether an effect at the end of a round does something.
    fn can_end(&self, turn: Turn, state: &Ti4State) -> bool {
        let Turn { side, ability } = turn;
        if state.exit != Exit::None {
            return false;
        }
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let goes_on = !self.is_decided(state);
        let first = own.first_round(ability);
        match ability {
            Ability::Harrow => {
                side == 0
                    && self.fights(state, 1)
                    && own.harrow.is_some()
                    && self.may_bombard(state)
            }
            Ability::Devotion => {
                goes_on && state.round >= first && self.is_worth_a_ship(side, ability, state)
            }
            Ability::ExotriremeIi => {
                state.round >= first && self.fights(state, 1 - side) && force.any(sacrificed(own))
            }
            Ability::HeavensEye => {
                force.damaged(own.groups_of(|unit| unit.text.repairs_at_the_end)) > 0
            }
            Ability::EmergencyRepairs => {
                goes_on
                    && force.supplies.has(ability)
                    && state.round >= first
                    && force.damaged(own.sustaining.and(own.owned_with(ability))) > 0
            }
            Ability::Alarum => {
                goes_on
                    && force.supplies.has(ability)
                    && force.any(own.groups_of(|unit| unit.text.calls_forces).and(own.fighting))
            }
            _ => false,
        }
    }

    /// Plays an effect at the end of a round that makes no hits and destroys nothing.
    fn play_plainly(&self, turn: Turn, state: &mut Ti4State) {
        let Turn { side, ability } = turn;
        let own = self.roster(state, side);
        match ability {
            Ability::HeavensEye => {
                let repaired = own.groups_of(|unit| unit.text.repairs_at_the_end);
                state.forces[side].repair_all(repaired);
            }
            Ability::EmergencyRepairs => self.repair_in_an_emergency(side, state),
            Ability::Alarum => self.call_forces(side, state),
            _ => {}
        }
    }

    /// Repairs all units of a side with Emergency Repairs (T4).
    pub(super) fn repair_in_an_emergency(&self, side: usize, state: &mut Ti4State) {
        let turn = Turn { side, ability: Ability::EmergencyRepairs };
        if self.can_end(turn, state) {
            self.repair_with_a_card(side, state);
        }
    }

    /// Plays Emergency Repairs.
    pub(super) fn repair_with_a_card(&self, side: usize, state: &mut Ti4State) {
        let repairable = self.repaired_by_a_card(side, state);
        state.forces[side].supplies.spend(Ability::EmergencyRepairs, 1);
        state.forces[side].repair_all(repairable);
    }

    /// Returns the groups that Emergency Repairs repair: all in the system that can sustain damage,
    /// also those that do not fight.
    pub(super) fn repaired_by_a_card(&self, side: usize, state: &Ti4State) -> Groups {
        let own = self.roster(state, side);
        own.groups_of(|unit| unit.sustains).and(own.owned_with(Ability::EmergencyRepairs))
    }

    /// Lets forces at hand join, two for each mech that calls them (T53).
    fn call_forces(&self, side: usize, state: &mut Ti4State) {
        let own = self.roster(state, side);
        let Some(effect) = own.effects.get(Ability::Alarum) else { return };
        let callers = own.groups_of(|unit| unit.text.calls_forces).and(own.fighting);
        let left = state.forces[side].supplies.left(Ability::Alarum);
        let called = (CALLED * state.forces[side].count(callers)).min(u16::from(left)) as u8;
        let gone = effect.count.min(Ability::Alarum.most()).saturating_sub(left);
        let hand = effect.units.iter().flat_map(|&(row, n)| (0..n).map(move |_| row));
        for row in hand.skip(usize::from(gone)).take(usize::from(called)) {
            self.place(side, row, 1, state);
        }
        state.forces[side].supplies.spend(Ability::Alarum, called);
    }

    /// Plays an effect at the end of a round whose hits or losses must be settled.
    pub(super) fn play_at_the_end<D: Die, O: Observer>(
        &self,
        turn: Turn,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        let Turn { side, ability } = turn;
        self.begin(state, pending);
        match ability {
            Ability::Harrow => {
                observer.report(|| [act(side, "harrows")]);
                let throw = self.roster(state, side).harrow.as_ref();
                self.fire((1 - side, throw), state, pending, die, observer, captains);
            }
            Ability::Devotion => {
                observer.report(|| [act(side, "uses Devotion")]);
                self.mark(1 - side, state, pending);
                self.give_up_a_ship(side, ability, state);
            }
            Ability::ExotriremeIi => {
                observer.report(|| [act(side, "sacrifices dreadnoughts")]);
                observer.watch(
                    state,
                    |state, _| self.sacrifice(side, state),
                    |before, after| self.change_events(before, after),
                );
            }
            _ => {}
        }
    }

    /// Destroys a dreadnought, a damaged one first, of like ones the first in the order of loss, and
    /// with it the two dearest enemy ships, undamaged ones first (T45).
    fn sacrifice(&self, side: usize, state: &mut Ti4State) {
        let own = self.roster(state, side);
        let enemy = self.roster(state, 1 - side);
        let force = &state.forces[side];
        let in_order = || own.order.iter().flat_map(|set| set.and(sacrificed(own)).each());
        let damaged = in_order().find(|&g| force.hurt[g] > 0);
        let whole = || in_order().find(|&g| force.whole[g] > 0);
        let Some(row) = damaged.or_else(whole) else { return };
        let force = &mut state.forces[side];
        force.keep(row, u16::from(force.alive(row)) - 1);
        for _ in 0..DESTROYED_WITH_IT {
            let force = &mut state.forces[1 - side];
            let Some(row) = enemy.dearest(force, enemy.fighting) else { break };
            match force.whole[row] {
                0 => force.hurt[row] -= 1,
                _ => force.whole[row] -= 1,
            }
        }
    }

    /// Returns the number of the effect that follows at the end of a round. Dreadnoughts are
    /// sacrificed one after the other, while the enemy has ships; only one if both sides place the
    /// ships that the other loses, which could go on for ever (T45).
    pub(super) fn after_turn(&self, n: u8, state: &Ti4State) -> usize {
        let turn = &self.windows.end[usize::from(n)];
        let places = |side: &usize| self.roster(state, *side).holds(Ability::SleeperCell);
        let repeats = turn.ability == Ability::ExotriremeIi && ![0, 1].iter().all(places);
        usize::from(n) + usize::from(!repeats)
    }

    /// Returns whether hits of the present stage come from a bombardment.
    pub(super) fn bombards(&self, state: &Ti4State) -> bool {
        match state.stage {
            Stage::Siege(_) => true,
            Stage::End(n) => self.windows.end[usize::from(n)].ability == Ability::Harrow,
            _ => false,
        }
    }

    /// Returns whether ships may bombard: no living unit has a planetary shield, or a unit is there
    /// that it does not stop (T41).
    pub(super) fn may_bombard(&self, state: &Ti4State) -> bool {
        let shields = self.roster(state, 1).groups_of(|unit| unit.planetary_shield);
        let own = self.roster(state, 0);
        let piercing = own.groups_of(|unit| unit.pierces_shields);
        let kept = self.roster(state, 1).groups_of(Unit::keeps_shield);
        let is_pierced = state.forces[0].any(piercing) || own.holds(Ability::TwoRam);
        !state.forces[1].any(kept) && (!state.forces[1].any(shields) || is_pierced)
    }
}

/// Returns the ships of a side that may be destroyed to destroy others (T45).
fn sacrificed(own: &super::roster::Ti4Roster) -> Groups {
    own.groups_of(|unit| unit.text.sacrifices_itself).and(own.fighting)
}
