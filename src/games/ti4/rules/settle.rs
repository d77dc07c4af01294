//! Hits find their units: they are cancelled, assigned as declared, or assigned by choice.

use super::ability::Ability;
use super::assign::Assignment;
use super::battle::{Ti4Battle, Ti4State};
use super::events::wasted;
use super::force::Ti4Force;
use super::hits::Hits;
use super::hits::MaySustain;
use super::hits::{HitChoice, HitChoices, HitSource};
use super::pending::Pending;
use super::terms::Theatre;
use crate::story::Observer;

/// Number of hits that one Shields Holding cancels.
pub(super) const SHIELDS: u16 = 2;

impl Ti4Battle {
    /// Whether the sides assign hits in turns, because what one side does changes what the other
    /// can do.
    #[must_use]
    pub fn assigns_in_turns(&self) -> bool {
        self.is_intricate
    }

    /// Returns the number of hits of one roll beyond which a side has nothing more to lose.
    #[inline]
    pub(super) fn bears(&self, side: usize, state: &Ti4State) -> u16 {
        let (roster, force) = (self.roster(state, side), &state.forces[side]);
        let is_held = force.supplies.has(Ability::ShieldsHolding);
        let cancelled = if is_held { SHIELDS } else { 0 };
        let plain = roster.bearing.of(force) + cancelled;
        match self.is_intricate {
            true => plain + self.cancels(side, state) + self.borne_by_placed_units(side, state),
            false => plain,
        }
    }

    /// Runs `assign` on a side, with the Direct Hits that its enemy may play.
    #[inline]
    pub(super) fn with_assignment<T>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        assign: impl FnOnce(Assignment<'_>) -> T,
    ) -> T {
        let roster = self.roster(state, side);
        let direct_hits = match self.is_ready(1 - side, Ability::DirectHit, state) {
            true => state.forces[1 - side].supplies.left(Ability::DirectHit),
            false => 0,
        };
        let marked = pending.marked.filter(|marked| usize::from(marked.side) == side);
        let (source, mut left) = (pending.source_of(side), direct_hits);
        let result = assign(Assignment {
            roster,
            force: &mut state.forces[side],
            hit_effects: &mut pending.hit_effects[side],
            direct_hits: &mut left,
            source,
            marked,
            sustains: match marked {
                Some(marked) if marked.dies() => MaySustain::None,
                _ => pending.sustains[side],
            },
        });
        if left < direct_hits {
            state.forces[1 - side].supplies.spend(Ability::DirectHit, direct_hits - left);
        }
        result
    }

    /// Returns whether a side can use an ability whose uses are counted: it has some left, and the
    /// first round of its use has come.
    #[inline]
    pub(super) fn is_ready(&self, side: usize, ability: Ability, state: &Ti4State) -> bool {
        state.forces[side].supplies.has(ability)
            && state.round.max(1) >= self.sides[side].first_round(ability)
    }

    /// Plays Shields Holding if the hits on ships are two or more, or one that destroys a ship
    /// because none can sustain it (T4), and if that saves a unit or damage, alone or with Tellurian
    /// (T33). `after` returns the side after hits. Returns the remaining hits.
    pub(super) fn hold_shields(
        &self,
        side: usize,
        (hits, can_sustain): (Hits, bool),
        after: &dyn Fn(Hits, &Ti4State) -> Ti4Force,
        state: &mut Ti4State,
    ) -> Hits {
        if hits == Hits::NONE || !self.can_hold_shields(side, state) {
            return hits;
        }
        let fighting = self.roster(state, side).fighting;
        let tellurian = u16::from(self.is_ready(side, Ability::Tellurian, state));
        let (struck, fewer) = (after(hits, state), hits.less(SHIELDS + tellurian));
        let would_kill =
            || !can_sustain && struck.count(fighting) < state.forces[side].count(fighting);
        let is_due = hits.total() >= 2 || would_kill();
        if !is_due || struck.has_units_of(&after(fewer, state)) {
            return hits;
        }
        self.cancel_by_shields(side, hits, state)
    }

    #[inline]
    fn can_hold_shields(&self, side: usize, state: &Ti4State) -> bool {
        self.terms.theatre == Theatre::Space && self.is_ready(side, Ability::ShieldsHolding, state)
    }

    /// Plays Shields Holding against these hits. Returns the remaining hits.
    pub(super) fn cancel_by_shields(&self, side: usize, hits: Hits, state: &mut Ti4State) -> Hits {
        state.forces[side].supplies.spend(Ability::ShieldsHolding, 1);
        hits.less(SHIELDS)
    }

    /// Plays Shields Holding against a combat roll, under the declared order of loss and rule for
    /// sustaining. Returns the remaining hits.
    #[inline]
    pub(super) fn hold_shields_in_a_round(
        &self,
        side: usize,
        hits: Hits,
        state: &mut Ti4State,
    ) -> Hits {
        // Without the card, nothing else is worth looking at.
        if !self.can_hold_shields(side, state) {
            return hits;
        }
        let pending = Pending { sustains: self.may_sustain(state), ..Pending::none() };
        let after = |hits: Hits, state: &Ti4State| self.after_hits(side, hits, state, &pending);
        let can_sustain = self.can_still_sustain(side, state, &pending);
        self.hold_shields(side, (hits, can_sustain), &after, state)
    }

    /// Assigns hits as far as the captains have declared how, the attacker first. Returns the side
    /// that must choose the effect of its next hit, if any. Hits scored by sustaining are assigned
    /// as well, and may be sustained in turn.
    #[inline]
    pub(super) fn settle<O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) -> Option<usize> {
        if self.is_intricate {
            return self.settle_in_turns(state, pending, observer);
        }
        loop {
            for side in 0..2 {
                if self.sides[side].is_adaptive {
                    while pending.due[side] != Hits::NONE {
                        match self.choices(side, state, pending).len() {
                            0 => {
                                observer.report(|| wasted(side, pending.due[side].total()));
                                pending.due[side] = Hits::NONE;
                            }
                            1 => self.choose(side, 0, state, pending, observer),
                            _ => return Some(side),
                        }
                    }
                } else if pending.due[side] != Hits::NONE {
                    let hits = std::mem::take(&mut pending.due[side]);
                    observer.report(|| self.assignment_events(side, hits, state, pending));
                    self.with_assignment(side, state, pending, |mut assignment| {
                        assignment.assign(hits);
                    });
                }
            }
            for side in 0..2 {
                let strikes = std::mem::take(&mut pending.hit_effects[side].strikes);
                // Mechs strike back only in combat, which includes bombardment during it.
                if strikes > 0 && (pending.source == HitSource::Combat || self.bombards(state)) {
                    pending.due[1 - side].free += strikes;
                }
            }
            if pending.is_settled() {
                return None;
            }
        }
    }

    /// Returns the possible effects of the next hit on a side, in the customary order.
    pub(super) fn choices(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
    ) -> HitChoices {
        self.with_next_hit(side, state, pending, |assignment, is_aimed| {
            assignment.choices(is_aimed)
        })
    }

    /// Returns the effect of the next hit on a side, as its captain has declared it.
    pub(super) fn declared(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
    ) -> Option<HitChoice> {
        self.with_next_hit(side, state, pending, |assignment, is_aimed| {
            assignment.declared(is_aimed)
        })
    }

    /// Runs `effects` on a side with its next hit, aimed or not. Repaired units look damaged to it,
    /// because they cannot sustain again.
    fn with_next_hit<T>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        effects: impl FnOnce(&Assignment<'_>, bool) -> T,
    ) -> T {
        let is_aimed = pending.due[side].aimed > 0;
        pending.turns.hide_repaired(side, &mut state.forces[side]);
        let found =
            self.with_assignment(side, state, pending, |assignment| effects(&assignment, is_aimed));
        pending.turns.show_repaired(side, &mut state.forces[side]);
        found
    }

    /// Applies the chosen effect of the next hit on a side.
    pub(super) fn choose<O: Observer>(
        &self,
        side: usize,
        choice: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let choices = self.choices(side, state, pending);
        let Some(&choice) = choices.get(choice).or(choices.first()) else { return };
        if self.is_intricate {
            return self.take(side, choice, state, pending, observer);
        }
        pending.due[side] = pending.due[side].less(1);
        let take = |mut assignment: Assignment<'_>| match choice {
            HitChoice::Sustain(group) => assignment.sustain_with(group.into(), 1),
            HitChoice::Lose(class) => assignment.lose_one(class),
        };
        observer.watch(
            state,
            |state, _| self.with_assignment(side, state, pending, take),
            |before, after| self.hit_events(side, before, after),
        );
    }
}
