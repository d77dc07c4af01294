//! Rolls of both sides, with what their abilities change after the dice were thrown (T22).

use super::ability::Ability;
use super::battle::{Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::{act, cancelled};
use super::hits::Hits;
use super::pending::Pending;
use super::terms::Theatre;
use super::throw::{Rolled, UnitThrow, Uses};
use crate::dice::Die;
use crate::story::Observer;

/// Result of the roll of a unit ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AbilityRoll {
    pub(super) hits: Hits,
    /// Number of natural 9s and 10s of a barrage that destroy infantry.
    pub(super) nines: u16,
}

impl Ti4Battle {
    /// Rolls the combat dice of all living units of both sides.
    pub(super) fn roll<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        let [by_attacker, by_defender] = self.roll_combat(state, die, observer, captains);
        for force in &mut state.forces {
            force.supplies.choose(None);
        }
        self.take_rolled([by_defender, by_attacker], state, pending, observer);
    }

    /// Takes the hits of a combat roll, by the side that assigns them: Shields Holding cancels some
    /// of them, and the others are due.
    #[inline]
    pub(super) fn take_rolled<O: Observer>(
        &self,
        hits: [Hits; 2],
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        for (side, hits) in hits.into_iter().enumerate() {
            pending.due[side] = self.hold_shields_in_a_round(side, hits, state);
            observer.report(|| cancelled(side, hits, pending.due[side]));
        }
        self.begin(state, pending);
    }

    /// Returns the hits of both sides in a combat round, by the side that rolled them.
    #[inline]
    pub(super) fn roll_combat<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> [Hits; 2] {
        let [attacker, defender] = [0, 1].map(|side| self.roster(state, side));
        if attacker.changes_rolls || defender.changes_rolls {
            return self.roll_changed_combat(state, die, observer, captains);
        }
        let [first, second] = &state.forces;
        let mut fire = |side: usize, own, enemy| match self.roster(state, side).combat(state.round)
        {
            Some(throw) => {
                let most = self.bears(1 - side, state);
                throw.roll((own, enemy), most, die, observer, &mut captains.tables)
            }
            None => Hits::NONE,
        };
        [fire(0, first, second), fire(1, second, first)]
    }

    /// Rolls combat dice that abilities change after the throw, in the order of T22.
    fn roll_changed_combat<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> [Hits; 2] {
        let mut has_rolled_again = [false; 2];
        loop {
            let mut rolled = [Rolled::default(); 2];
            for (side, rolled) in rolled.iter_mut().enumerate() {
                let uses = self.uses(side, state);
                *rolled = self.roll_dice(side, uses, state, die, observer, captains);
            }
            // A roll that the enemy forces does not give back what was spent on the first one.
            let missed = rolled.map(|rolled| rolled.outcome.missed);
            for side in 0..2 {
                if self.rolls_again(side, missed[side], &rolled[1 - side], state) {
                    let uses = Uses { is_fresh: true, ..Uses::default() };
                    observer.report(|| [act(1 - side, "must roll all its dice again")]);
                    rolled[1 - side] =
                        self.roll_dice(1 - side, uses, state, die, observer, captains);
                }
            }
            let is_willing = |side: &usize| {
                !has_rolled_again[*side] && self.calls_the_thundarian(*side, &rolled, state)
            };
            let Some(side) = [0, 1].into_iter().find(is_willing) else {
                return self.count_hits(&rolled, state);
            };
            has_rolled_again[side] = true;
            state.forces[side].supplies.spend(Ability::TheThundarian, 1);
            observer.report(|| [act(side, "uses The Thundarian: both sides roll again")]);
        }
    }

    /// Returns the uses that a side has for its combat roll.
    fn uses(&self, side: usize, state: &Ti4State) -> Uses {
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let is_ready = |ability: Ability| self.is_ready(side, ability, state);
        let in_space = self.terms.theatre == Theatre::Space;
        let improving = own.improving_dice.and(own.owned_with(Ability::WrathOfKenara));
        let may_pay = in_space && is_ready(Ability::WrathOfKenara) && force.any(improving);
        Uses {
            paid: if may_pay { force.supplies.left(Ability::WrathOfKenara) } else { 0 },
            heart: if is_ready(Ability::HeartOfIxth) { u16::MAX } else { 0 },
            again: is_ready(Ability::rolling_again(self.terms.theatre)),
            ..Uses::default()
        }
    }

    /// Rolls the combat dice of a side, and spends what improves them.
    fn roll_dice<D: Die, O: Observer>(
        &self,
        side: usize,
        uses: Uses,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Rolled {
        let Some(throw) = self.roster(state, side).combat(state.round) else {
            return Rolled::default();
        };
        let most = self.bears(1 - side, state).div_ceil(throw.times());
        self.throw_changed(throw, (uses, most), state, die, observer, captains)
    }

    /// Rolls dice that own abilities change after the throw, and spends what improves them.
    fn throw_changed<D: Die, O: Observer>(
        &self,
        throw: &UnitThrow,
        roll: (Uses, u16),
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Rolled {
        let side = throw.side();
        let forces = (&state.forces[side], &state.forces[1 - side]);
        let rolled = throw.roll_changed(forces, roll, die, observer, &mut captains.rolls);
        let supplies = &mut state.forces[side].supplies;
        supplies.spend(Ability::WrathOfKenara, rolled.outcome.paid);
        supplies.spend(Ability::HeartOfIxth, rolled.outcome.heart);
        observer.report(|| {
            let paid = (rolled.outcome.paid > 0).then_some("pays for better dice");
            let heart = (rolled.outcome.heart > 0).then_some("uses Heart of Ixth");
            paid.into_iter().chain(heart).map(|does| act(side, does)).collect::<Vec<_>>()
        });
        rolled
    }

    /// Uses War Funding or Fire Team if an own die missed, which was rolled again at once. War
    /// Funding is used as well if the enemy made more hits than expected (T23). Returns whether the
    /// enemy must roll again.
    fn rolls_again(&self, side: usize, missed: bool, enemy: &Rolled, state: &mut Ti4State) -> bool {
        let ability = Ability::rolling_again(self.terms.theatre);
        if !self.is_ready(side, ability, state) {
            return false;
        }
        let effect = self.roster(state, side).effects.get(ability);
        let takes_enemy_dice = effect.is_some_and(|effect| effect.optional);
        let forces_enemy = takes_enemy_dice && enemy.tenths() > enemy.mean;
        if missed || forces_enemy {
            state.forces[side].supplies.spend(ability, 1);
        }
        forces_enemy
    }

    /// Returns whether a side lets both roll again: it made fewer hits than expected, or the enemy
    /// made more (T23).
    fn calls_the_thundarian(&self, side: usize, rolled: &[Rolled; 2], state: &Ti4State) -> bool {
        let (own, enemy) = (&rolled[side], &rolled[1 - side]);
        self.is_ready(side, Ability::TheThundarian, state)
            && (own.is_below_expectation() || enemy.is_above_expectation())
    }

    /// Returns the hits of rolls that nothing changes any more: they are doubled, then added to
    /// (T25).
    fn count_hits(&self, rolled: &[Rolled; 2], state: &Ti4State) -> [Hits; 2] {
        let on_planet = self.terms.theatre == Theatre::Ground;
        [0, 1].map(|side| {
            let own = self.roster(state, side);
            let times = own.combat(state.round).map_or(1, UnitThrow::times);
            let mut hits = rolled[side].outcome.hits.times(times);
            let is_hit = rolled[1 - side].outcome.hits != Hits::NONE;
            if on_planet && is_hit && own.holds(Ability::ValkyrieParticleWeave) {
                hits.free += 1;
            }
            hits
        })
    }

    /// Rolls the dice of a unit ability. Hits beyond `most` have no effect. The side that rolls
    /// expects none of those beyond `useful`.
    pub(super) fn roll_ability<D: Die, O: Observer>(
        &self,
        throw: &UnitThrow,
        (most, useful): (u16, u16),
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> AbilityRoll {
        let side = throw.side();
        if !throw.is_changed() {
            let forces = (&state.forces[side], &state.forces[1 - side]);
            let hits = throw.roll(forces, most, die, observer, &mut captains.tables);
            return AbilityRoll { hits, nines: 0 };
        }
        let uses = Uses {
            heart: if self.is_ready(side, Ability::HeartOfIxth, state) { useful } else { 0 },
            ambuscade: self.is_ready(side, Ability::StrikeWingAmbuscade, state),
            ..Uses::default()
        };
        let most = most.div_ceil(throw.times());
        let roll = (uses, most);
        let mut rolled = self.throw_changed(throw, roll, state, die, observer, captains);
        if rolled.uses_ambuscade {
            state.forces[side].supplies.spend(Ability::StrikeWingAmbuscade, 1);
        }
        if self.is_ready(1 - side, Ability::ScrambleFrequency, state)
            && rolled.tenths() > rolled.mean
        {
            state.forces[1 - side].supplies.spend(Ability::ScrambleFrequency, 1);
            observer
                .report(|| [act(1 - side, "uses Scramble Frequency: the dice are rolled again")]);
            let uses = Uses { ambuscade: uses.ambuscade, is_fresh: true, ..Uses::default() };
            let roll = (uses, most);
            rolled = self.throw_changed(throw, roll, state, die, observer, captains);
        }
        let hits = rolled.outcome.hits.times(throw.times());
        AbilityRoll { hits, nines: rolled.outcome.nines }
    }
}
