//! The course of a combat, step by step: sections 2 and 3 of `docs/rules/ti4.md`.

use super::assign::HitEffects;
use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::{act, cancelled};
use super::fleet::Card;
use super::force::Groups;
use super::layout::OUTCOMES;
use super::pending::Pending;
use super::roster::Ti4Roster;
use super::terms::Theatre;
use super::throw::Hits;
use crate::dice::Die;
use crate::games::common::Retreat;
use crate::model::{Battle, StepOutcome};
use crate::story::Observer;

impl Battle for Ti4Battle {
    type State = Ti4State;
    type Captains = Ti4Captains;

    fn opening(&self) -> Ti4State {
        self.opening
    }

    /// Stages before the first combat round count as round 0.
    fn first_round(&self) -> u32 {
        u32::from(self.opening.stage == Stage::Round && !self.is_decided(&self.opening))
    }

    fn round_seconds(&self) -> f64 {
        let all = |roster: &Ti4Roster| roster.opening.count(Groups::of(0..roster.groups));
        let units: f64 = self.sides.iter().map(|roster| f64::from(all(roster))).sum();
        (100.0 + 1.5 * units) * 1e-9
    }

    fn captains(&self) -> Ti4Captains {
        Ti4Captains::new(self)
    }

    fn is_over(&self, state: &Ti4State) -> bool {
        state.stage >= Stage::AssaultOfAttacker && self.is_decided(state)
    }

    #[inline]
    fn step<D: Die>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        captains: &mut Ti4Captains,
    ) -> StepOutcome {
        self.step_observed(state, die, &mut (), captains)
    }

    #[inline]
    fn step_observed<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> StepOutcome {
        if state.stage == Stage::Round {
            observer.watch(
                state,
                |state, _| self.start_round(state),
                |before, after| self.repair_events(before, after),
            );
        }
        let leaving = self.announced(state, captains);
        observer.report(|| leaving.map(|side| act(side.into(), "announces a retreat")));
        let mut pending = self.attack(state, leaving, die, observer, captains);
        while let Some(side) = self.settle(state, &mut pending, observer) {
            let strategy = captains.strategy(self);
            let choice = strategy.map_or(0, |strategy| strategy.assign(state, &pending, side));
            self.choose(side, choice, state, &mut pending, observer);
        }
        let progress = observer.watch(
            state,
            |state, observer| self.finish(state, &pending, die, observer),
            |before, after| self.end_events(before, after),
        );
        if progress == StepOutcome::Over {
            observer.report(|| self.remains_events(state));
        }
        progress
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        OUTCOMES
    }

    fn count(&self, state: &Ti4State, count: impl FnMut(usize)) {
        self.count_cells(state, count);
    }
}

impl Ti4Battle {
    /// Plays the current stage up to the hits that must be assigned.
    pub(super) fn attack<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        leaving: Option<u8>,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Pending {
        let [attacker, defender] = &self.sides;
        match (state.stage, self.terms.theatre) {
            (Stage::First, Theatre::Space) => {
                self.fire(0, attacker.cannon.as_ref(), state, die, observer, captains)
            }
            (Stage::First, Theatre::Ground) => {
                let throw = attacker.bombardment.as_ref();
                let pending = self.fire(0, throw, state, die, observer, captains);
                // Mechs that prevent sustaining have no effect before they land.
                Pending { sustains: [true; 2], ..pending }
            }
            (Stage::Second, _) => {
                self.fire(1, defender.cannon.as_ref(), state, die, observer, captains)
            }
            (Stage::AssaultOfAttacker, _) => self.fire_assault_cannon(0, state, observer),
            (Stage::AssaultOfDefender, _) => self.fire_assault_cannon(1, state, observer),
            (Stage::Opening, Theatre::Space) => {
                self.barrage(state, die, observer, captains);
                self.nothing(state)
            }
            (Stage::Opening, Theatre::Ground) => {
                let strikes = observer.watch(
                    state,
                    |state, _| self.apply_magen(state),
                    |before, after| self.magen_events(before, after),
                );
                let mut pending = self.nothing(state);
                for (due, strikes) in pending.due.iter_mut().zip(strikes) {
                    due.free = strikes;
                }
                pending
            }
            (Stage::Round, _) => self.roll(state, leaving, die, observer, captains),
        }
    }

    /// Returns a state without hits to assign, with the flagships as they are now.
    pub(super) fn nothing(&self, state: &Ti4State) -> Pending {
        let taking_all = self.taking_all(state);
        Pending { taking_all, ..Pending::none(self.may_sustain(state)) }
    }

    /// Ends a stage after its hits have been assigned.
    pub(super) fn finish<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &Pending,
        die: &mut D,
        observer: &mut O,
    ) -> StepOutcome {
        self.go_with_flagships(pending.taking_all, state);
        match state.stage {
            Stage::First => state.stage = Stage::Second,
            Stage::Second => self.end_cannon(state),
            Stage::AssaultOfAttacker => {
                self.leave_skilfully(0, 1, state);
                state.stage = Stage::AssaultOfDefender;
            }
            Stage::AssaultOfDefender => {
                self.leave_skilfully(1, 1, state);
                state.stage = Stage::Opening;
            }
            Stage::Opening => state.stage = Stage::Round,
            Stage::Round => return self.end_round(state, pending, die, observer),
        }
        self.skip_idle_stages(state);
        if self.is_over(state) {
            StepOutcome::Over
        } else if state.stage == Stage::Round {
            StepOutcome::NextRound
        } else {
            StepOutcome::Continue
        }
    }

    /// Applies the side's Skilled Retreat if it is due at the start of this round (T4). Round 1
    /// starts before the barrage.
    fn leave_skilfully(&self, side: usize, round: u16, state: &mut Ti4State) {
        let leaves = self.sides[side].effects.skilled_retreat == Some(round);
        if leaves && self.terms.theatre == Theatre::Space && !self.is_decided(state) {
            state.exit = Exit::Skilled;
        }
    }

    /// Returns whether the first round in which a card is used has come.
    pub(super) fn is_ready(&self, card: Option<Card>, state: &Ti4State) -> bool {
        card.is_some_and(|card| state.round.max(1) >= card.round.unwrap_or(1))
    }

    /// Returns the number of flagships of each side that take all ships with them.
    fn taking_all(&self, state: &Ti4State) -> [u8; 2] {
        [0, 1].map(|side| {
            let all = self.sides[side].taking_all;
            if all.is_empty() { 0 } else { state.forces[side].count(all) as u8 }
        })
    }

    /// Removes all ships if such a flagship has been lost; `before` is the former number.
    fn go_with_flagships(&self, before: [u8; 2], state: &mut Ti4State) {
        if self.taking_all(state) != before {
            for side in 0..2 {
                state.forces[side].clear(self.sides[side].fighting);
            }
        }
    }

    /// Applies repairs at the start of a round.
    pub(super) fn start_round(&self, state: &mut Ti4State) {
        state.round = state.round.max(1);
        for (roster, force) in self.sides.iter().zip(&mut state.forces) {
            force.repair_all(roster.repairing_themselves);
        }
    }

    /// Returns the side that announces a retreat. If the defender does, the attacker cannot.
    fn announced(&self, state: &Ti4State, captains: &Ti4Captains) -> Option<u8> {
        if state.stage != Stage::Round {
            return None;
        }
        [1, 0].into_iter().find(|&side| {
            self.declared_retreat(side, state).unwrap_or_else(|| {
                captains.strategy(self).is_some_and(|strategy| strategy.retreat(side, state))
            })
        })
    }

    /// Returns whether a side announces a retreat; `None` if its policy looks ahead.
    pub(super) fn declared_retreat(&self, side: u8, state: &Ti4State) -> Option<bool> {
        let roster = &self.sides[usize::from(side)];
        let Some(retreat) = roster.retreat else { return Some(false) };
        match retreat {
            Retreat::Never => Some(false),
            Retreat::AfterRound(round) => Some(u32::from(state.round) > round),
            Retreat::AtMost(ships) => {
                let left = state.forces[usize::from(side)].count(roster.fighting);
                Some(u32::from(left) <= ships)
            }
            Retreat::Below(_) | Retreat::Optimal => None,
        }
    }

    /// Rolls the combat dice of all living units of both sides.
    fn roll<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        leaving: Option<u8>,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Pending {
        let [first, second] = &state.forces;
        let mut fire = |side: usize, own, enemy| match self.sides[side].combat(state.round) {
            Some(throw) => {
                let most = self.bears(1 - side, enemy);
                throw.roll((own, enemy), most, die, observer, &mut captains.tables)
            }
            None => Hits::NONE,
        };
        let (by_attacker, by_defender) = (fire(0, first, second), fire(1, second, first));
        let sustains = self.may_sustain(state);
        let mut due = [by_defender, by_attacker];
        for (side, due) in due.iter_mut().enumerate() {
            let hits = *due;
            *due = self.hold_shields(side, hits, |state| self.would_kill(side, hits, state), state);
            observer.report(|| cancelled(side, hits, *due));
        }
        let taking_all = self.taking_all(state);
        Pending { due, leaving, taking_all, ..Pending::none(sustains) }
    }

    /// Returns whether each side may sustain damage now.
    pub(super) fn may_sustain(&self, state: &Ti4State) -> [bool; 2] {
        [0, 1].map(|side| {
            let stopping = self.sides[1 - side].stopping_sustaining;
            stopping.is_empty() || !state.forces[1 - side].any(stopping)
        })
    }

    /// Ends a round after its hits have been assigned: Duranium Armor (T7), the retreat, Emergency
    /// Repairs (T4), and a Skilled Retreat before the next round.
    fn end_round<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &Pending,
        die: &mut D,
        observer: &mut O,
    ) -> StepOutcome {
        for (side, hit_effects) in pending.hit_effects.iter().enumerate() {
            self.repair_by_duranium(side, hit_effects, state);
        }
        if let Some(side) = pending.leaving
            && !self.is_decided(state)
        {
            self.leave(usize::from(side), &mut state.forces[usize::from(side)], die, observer);
            state.exit = Exit::Retreat(side);
        }
        if self.is_decided(state) {
            return StepOutcome::Over;
        }
        for side in 0..2 {
            self.repair_in_an_emergency(side, state);
        }
        state.round = (state.round + 1).min(self.clock);
        // A round that a Skilled Retreat prevents does not count.
        for side in 0..2 {
            self.leave_skilfully(side, state.round, state);
        }
        if state.exit == Exit::None { StepOutcome::NextRound } else { StepOutcome::Over }
    }

    /// Repairs one damaged unit that has not sustained damage in this round, the one that would be
    /// lost last.
    fn repair_by_duranium(&self, side: usize, hit_effects: &HitEffects, state: &mut Ti4State) {
        let roster = &self.sides[side];
        if !roster.effects.duranium_armor {
            return;
        }
        let force = &mut state.forces[side];
        let groups = roster.order.iter().rev().flat_map(|class| class.each());
        let mut old = groups.filter(|&g| force.hurt[g] > hit_effects.fresh[g]);
        if let Some(g) = old.next() {
            force.hurt[g] -= 1;
            force.whole[g] += 1;
        }
    }

    pub(super) fn repair_in_an_emergency(&self, side: usize, state: &mut Ti4State) {
        let roster = &self.sides[side];
        if state.forces[side].repairs == 0
            || !self.is_ready(roster.effects.emergency_repairs, state)
            || state.forces[side].damaged(roster.repairable()) == 0
        {
            return;
        }
        state.forces[side].repairs -= 1;
        state.forces[side].repair_all(roster.repairable());
    }
}
