//! The course of a combat, step by step: sections 2 and 3 of `docs/rules/ti4.md`, and the windows
//! of `docs/rules/ti4-abilities.md`.

use super::battle::{Exit, Stage, Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::act;
use super::force::Groups;
use super::game::ChosenRounds;
use super::hits::HitEffects;
use super::hits::MaySustain;
use super::layout::OUTCOMES;
use super::pending::Pending;
use super::roster::Ti4Roster;
use super::terms::Theatre;
use super::wave::Wave;
use crate::dice::Die;
use crate::model::exchange::ExchangeRounds;
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
        let is_round = matches!(self.opening.stage, Stage::Siege(0) | Stage::Round);
        u32::from(is_round && !self.is_decided(&self.opening))
    }

    fn round_seconds(&self) -> f64 {
        let all = |roster: &Ti4Roster| roster.opening.count(Groups::of(0..roster.units.len()));
        // A captain who chooses the effect of each hit looks every one up.
        let per_unit = |roster: &Ti4Roster| if roster.is_adaptive { 45.0 } else { 1.5 };
        let units = |roster: &Ti4Roster| per_unit(roster) * f64::from(all(roster));
        // Hits that are assigned in turns are looked at one by one.
        let turns = if self.is_intricate { 3.0 } else { 1.0 };
        (100.0 + turns * self.sides.iter().map(units).sum::<f64>()) * 1e-9
    }

    fn captains(&self) -> Ti4Captains {
        Ti4Captains::new(self)
    }

    fn is_over(&self, state: &Ti4State) -> bool {
        // A bombardment and the effects at the end of a round are played to the end (T41, T54).
        let is_under_way = matches!(state.stage, Stage::Siege(1..) | Stage::End(_));
        state.stage >= Stage::Start(0) && !is_under_way && self.is_decided(state)
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
        if self.begins_a_round(state) {
            observer.watch(
                state,
                |state, _| self.start_round(state),
                |before, after| self.repair_events(before, after),
            );
        }
        let leaving = self.announced(state, captains);
        observer.report(|| leaving.map(|side| act(side.into(), "announces a retreat")));
        let mut pending = Pending::none();
        self.attack(state, &mut pending, leaving, die, observer, captains);
        loop {
            while let Some(side) = self.settle(state, &mut pending, observer) {
                let strategy = captains.strategy(self);
                let choice = strategy.map_or(0, |strategy| strategy.assign(state, &pending, side));
                self.choose(side, choice, state, &mut pending, observer);
            }
            if !self.windows.has_losses || !self.follow(state, &mut pending, die, observer) {
                break;
            }
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

    fn exchange_rounds(
        &self,
        captains: &Ti4Captains,
    ) -> Option<Box<dyn ExchangeRounds<Ti4State> + '_>> {
        match captains.shared_strategy(self) {
            Some(strategy) => Some(Box::new(ChosenRounds::new(self, strategy)?)),
            None => Some(Box::new(self.rounds()?)),
        }
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
        pending: &mut Pending,
        leaving: Option<u8>,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        let [attacker, defender] = [0, 1].map(|side| self.roster(state, side));
        match (state.stage, self.terms.theatre) {
            (Stage::First, Theatre::Space) => {
                self.fire((1, attacker.cannon.as_ref()), state, pending, die, observer, captains);
            }
            (Stage::First, Theatre::Ground) => {
                // Of a fleet that has fought before, what pierces a shield may be gone (T65).
                let bombardment = attacker.bombardment.as_ref();
                let bombardment = bombardment.filter(|_| self.may_bombard(state));
                self.fire((1, bombardment), state, pending, die, observer, captains);
            }
            (Stage::Second, _) => {
                self.fire((0, defender.cannon.as_ref()), state, pending, die, observer, captains);
            }
            (Stage::Start(n), _) => {
                let turn = self.windows.start[usize::from(n)];
                self.play_at_the_start(turn, state, pending, die, observer);
            }
            (Stage::Opening, _) => self.barrage(state, pending, die, observer, captains),
            (Stage::Siege(n), _) => self.besiege(n, state, pending, die, observer, captains),
            (Stage::Round | Stage::Roll, _) => {
                pending.leaving = self.answer_to(leaving, state, observer);
                self.roll(state, pending, die, observer, captains);
            }
            (Stage::End(n), _) => {
                let turn = self.windows.end[usize::from(n)];
                self.play_at_the_end(turn, state, pending, die, observer, captains);
            }
        }
        if self.has_cancels {
            self.cancel(state, pending, observer);
        }
    }

    /// Returns whether a round begins, with its repairs and other effects at its start.
    pub(super) fn begins_a_round(&self, state: &Ti4State) -> bool {
        matches!(state.stage, Stage::Opening | Stage::Siege(0) | Stage::Round)
    }

    /// Returns whether combat dice are rolled next, after announcements of a retreat.
    pub(super) fn rolls(&self, state: &Ti4State) -> bool {
        matches!(state.stage, Stage::Round | Stage::Roll)
    }

    /// Begins a stage with the units as they are now: finds out which may sustain damage, and
    /// counts losses from here on if anything can follow from them.
    #[inline]
    pub(super) fn begin(&self, state: &Ti4State, pending: &mut Pending) {
        pending.sustains = self.may_sustain(state);
        if self.windows.has_losses && self.has_consequences(state) {
            pending.wave = Some(Wave::new(state));
        }
    }

    /// Ends a stage after its hits have been assigned.
    pub(super) fn finish<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &Pending,
        die: &mut D,
        observer: &mut O,
    ) -> StepOutcome {
        match state.stage {
            Stage::First => state.stage = Stage::Second,
            Stage::Second => self.end_cannon(state),
            Stage::Start(n) => state.stage = Stage::Start(n + 1),
            Stage::Opening => state.stage = self.after_opening(state),
            Stage::Siege(n) if usize::from(n) + 1 < self.windows.siege.len() => {
                state.stage = Stage::Siege(n + 1);
            }
            Stage::Siege(_) => state.stage = Stage::Roll,
            Stage::Round | Stage::Roll => return self.end_roll(state, pending, die, observer),
            Stage::End(n) => {
                return self.go_on_at_the_end(self.after_turn(n, state), state, observer);
            }
        }
        self.skip_idle_stages(state);
        if self.is_over(state) {
            StepOutcome::Over
        } else if matches!(state.stage, Stage::Siege(0) | Stage::Round)
            || (state.stage == Stage::Roll && self.windows.siege.is_empty())
        {
            StepOutcome::NextRound
        } else {
            StepOutcome::Continue
        }
    }

    /// Returns the stage after the barrage. The start of round 1 is not played again.
    fn after_opening(&self, state: &Ti4State) -> Stage {
        match (self.first_of_round(state), self.has_round_start) {
            (Stage::Round, true) => Stage::Roll,
            (stage, _) => stage,
        }
    }

    /// Returns the units of each side that may sustain damage now.
    pub(super) fn may_sustain(&self, state: &Ti4State) -> [MaySustain; 2] {
        if !self.has_stoppers {
            return [MaySustain::All; 2];
        }
        // Mechs that prevent sustaining have no effect before they land.
        let has_landed = state.stage != Stage::First || self.terms.theatre == Theatre::Space;
        [0, 1].map(|side| {
            let (enemy, force) = (self.roster(state, 1 - side), &state.forces[1 - side]);
            if force.any(enemy.stopping_abilities) {
                MaySustain::None
            } else if has_landed && force.any(enemy.stopping_sustaining) {
                MaySustain::Guards
            } else {
                MaySustain::All
            }
        })
    }

    /// Ends a combat roll after its hits have been assigned: Duranium Armor (T7), the retreat, then
    /// the effects at the end of the round.
    fn end_roll<D: Die, O: Observer>(
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
            self.strike_when_leaving(usize::from(side), state, observer);
            self.leave(usize::from(side), &mut state.forces[usize::from(side)], die, observer);
            state.exit = Exit::Retreat(side);
        }
        self.go_on_at_the_end(0, state, observer)
    }

    /// Repairs one damaged unit that has not sustained damage in this round, the one that would be
    /// lost last.
    fn repair_by_duranium(&self, side: usize, hit_effects: &HitEffects, state: &mut Ti4State) {
        let roster = self.roster(state, side);
        let repaired = roster.duranium;
        if repaired.is_empty() {
            return;
        }
        let force = &mut state.forces[side];
        let groups = roster.order.iter().rev().flat_map(|class| class.and(repaired).each());
        let mut old = groups.filter(|&g| force.hurt[g] > hit_effects.fresh[g]);
        if let Some(g) = old.next() {
            force.hurt[g] -= 1;
            force.whole[g] += 1;
        }
    }
}
