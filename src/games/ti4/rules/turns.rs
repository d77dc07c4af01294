//! Hits that are assigned in turns (T33), for combats in which sustaining damage has consequences
//! that the plain assignment does not know.
//!
//! Both sides sustain damage one unit at a time, in turn, each with all that follows. Losses come
//! when no side sustains any more.

use super::ability::Ability;
use super::battle::{Ti4Battle, Ti4State};
use super::events::wasted;
use super::fleet::Sustain;
use super::force::{GROUPS, Groups};
use super::hits::Hits;
use super::hits::MaySustain;
use super::hits::{HitChoice, HitSource};
use super::pending::Pending;
use crate::story::Observer;

/// Abilities with which hits are assigned in turns.
pub(super) const IN_TURNS: [Ability; 7] = [
    Ability::ProximaTargetingVi,
    Ability::ManeuveringJets,
    Ability::MetaliVoidShielding,
    Ability::NonEuclideanShielding,
    Ability::ReflectiveShielding,
    Ability::Dynamo,
    Ability::Tellurian,
];

/// Effect of the next hit on a side.
#[derive(Clone, Copy, Debug)]
enum NextHit {
    /// No unit is left for it.
    Spent,
    /// It has this effect.
    Does(HitChoice),
    /// Its captain chooses.
    Open {
        /// Whether a unit can sustain it.
        can_sustain: bool,
    },
}

impl Ti4Battle {
    /// Assigns hits in turns, up to a Direct Hit from which something can follow. Returns the side
    /// that must choose the effect of its next hit, if any.
    pub(super) fn settle_in_turns<O: Observer>(
        &self,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) -> Option<usize> {
        loop {
            for side in 0..2 {
                if pending.turns.struck.is_some() {
                    return None;
                }
                if pending.due[side] == Hits::NONE {
                    continue;
                }
                self.shield_a_ship(side, state, pending, observer);
                if pending.turns.struck.is_some() {
                    return None;
                }
                if self.has_no_consequences(side, state, pending) {
                    self.assign_at_once(side, state, pending, observer);
                }
            }
            if pending.is_settled() || pending.turns.struck.is_some() {
                return None;
            }
            // Reflective Shielding of the second side may have made the first hit on the other.
            if self.shielded_next(0, state, pending).is_some() {
                continue;
            }
            let next = usize::from(pending.turns.next);
            let mut turns = [next, 1 - next].into_iter();
            let turn = turns.find_map(|side| Some((side, self.turn_of(side, state, pending)?)));
            let Some((side, effect)) = turn else { break };
            match effect {
                NextHit::Does(choice) => self.take(side, choice, state, pending, observer),
                _ => return Some(side),
            }
        }
        for side in 0..2 {
            while pending.due[side] != Hits::NONE {
                if pending.turns.struck.is_some() {
                    return None;
                }
                match self.next_hit(side, state, pending) {
                    NextHit::Spent => {
                        let spare = std::mem::take(&mut pending.due[side]).total();
                        let is_order = pending.source == HitSource::Order;
                        observer.report(|| wasted(side, spare).filter(|_| !is_order));
                    }
                    NextHit::Does(choice) => self.take(side, choice, state, pending, observer),
                    NextHit::Open { .. } => return Some(side),
                }
            }
        }
        None
    }

    /// Returns whether nothing follows from hits on a side but damage and losses, so that they may
    /// be assigned together.
    #[inline]
    fn has_no_consequences(&self, side: usize, state: &Ti4State, pending: &Pending) -> bool {
        let own = self.roster(state, side);
        let is_plain = pending.due[side] != Hits::NONE
            && !self.sides[side].is_adaptive
            && pending.marked.is_none()
            && pending.turns.repaired[side] == [0; GROUPS]
            && !self.may_be_freed(side, state, pending)
            && !self.may_be_interrupted(state, pending)
            && !self.is_ready(side, Ability::Tellurian, state);
        let is_followed = || {
            own.holds(Ability::NonEuclideanShielding)
                || !own.striking_back.is_empty()
                || self.is_ready(side, Ability::ReflectiveShielding, state)
                || self.is_ready(side, Ability::Dynamo, state)
                || self.is_ready(1 - side, Ability::DirectHit, state)
        };
        is_plain && (!is_followed() || !self.can_still_sustain(side, state, pending))
    }

    /// Returns whether a Direct Hit may destroy what keeps units of a side from sustaining damage,
    /// while the hits on both sides are assigned (T39).
    fn may_be_freed(&self, side: usize, state: &Ti4State, pending: &Pending) -> bool {
        pending.sustains[side] != MaySustain::All
            && pending.due[1 - side] != Hits::NONE
            && self.is_ready(side, Ability::DirectHit, state)
    }

    /// Returns whether something may follow from a Direct Hit before units are lost to the hits
    /// that are due.
    fn may_be_interrupted(&self, state: &Ti4State, pending: &Pending) -> bool {
        let may_be_struck = |side: usize| {
            pending.due[side] != Hits::NONE
                && self.is_ready(1 - side, Ability::DirectHit, state)
                && (self.can_still_sustain(side, state, pending)
                    || self.shielded_next(side, state, pending).is_some())
        };
        pending.wave.is_some() && (may_be_struck(0) || may_be_struck(1))
    }

    /// Assigns all hits on a side as its captain has declared.
    fn assign_at_once<O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        let hits = std::mem::take(&mut pending.due[side]);
        observer.report(|| self.assignment_events(side, hits, state, pending));
        self.with_assignment(side, state, pending, |mut assignment| assignment.assign(hits));
    }

    /// Returns the effect of the next hit on a side, if the side can still sustain damage. A side
    /// that sustains late loses other units before.
    fn turn_of(&self, side: usize, state: &mut Ti4State, pending: &mut Pending) -> Option<NextHit> {
        if pending.due[side] == Hits::NONE {
            return None;
        }
        let effect = self.next_hit(side, state, pending);
        let can_sustain = match &effect {
            NextHit::Spent => return None,
            NextHit::Does(choice) => choice.sustains(),
            NextHit::Open { can_sustain } => *can_sustain,
        };
        let is_late = || {
            !matches!(self.roster(state, side).sustain, Sustain::Unstated | Sustain::First)
                && self.can_still_sustain(side, state, pending)
        };
        (can_sustain || is_late()).then_some(effect)
    }

    /// Returns the effect of the next hit on a side: the declared one, or that which its captain
    /// chooses.
    #[inline]
    fn next_hit(&self, side: usize, state: &mut Ti4State, pending: &mut Pending) -> NextHit {
        if !self.sides[side].is_adaptive {
            return self.declared(side, state, pending).map_or(NextHit::Spent, NextHit::Does);
        }
        let choices = self.choices(side, state, pending);
        match choices[..] {
            [] => NextHit::Spent,
            [choice] => NextHit::Does(choice),
            _ => NextHit::Open { can_sustain: choices.iter().any(HitChoice::sustains) },
        }
    }

    /// Applies an effect of the next hit on a side.
    pub(super) fn take<O: Observer>(
        &self,
        side: usize,
        choice: HitChoice,
        state: &mut Ti4State,
        pending: &mut Pending,
        observer: &mut O,
    ) {
        match choice {
            HitChoice::Sustain(group) => {
                pending.due[side] = pending.due[side].less(1);
                self.sustain_with_consequences(side, group.into(), state, pending, observer);
                pending.turns.next = 1 - side as u8;
            }
            HitChoice::Lose(_) if self.use_tellurian(side, state, pending, observer) => {}
            HitChoice::Lose(class) => {
                pending.due[side] = pending.due[side].less(1);
                observer.watch(
                    state,
                    |state, _| {
                        self.with_assignment(side, state, pending, |mut assignment| {
                            assignment.lose_one(class);
                        });
                    },
                    |before, after| self.hit_events(side, before, after),
                );
                let whole = state.forces[side].whole;
                for (repaired, whole) in pending.turns.repaired[side].iter_mut().zip(whole) {
                    *repaired = whole.min(*repaired);
                }
            }
        }
    }

    /// Returns whether a unit of a side can still sustain damage in an assignment.
    #[inline]
    pub(super) fn can_still_sustain(
        &self,
        side: usize,
        state: &Ti4State,
        pending: &Pending,
    ) -> bool {
        let (able, force) = (self.able_in(side, state, pending), &state.forces[side]);
        let repaired = &pending.turns.repaired[side];
        able.each().any(|g| force.whole[g] > repaired[g])
    }

    /// Returns the groups of a side that can sustain damage in an assignment.
    #[inline]
    fn able_in(&self, side: usize, state: &Ti4State, pending: &Pending) -> Groups {
        let roster = self.roster(state, side);
        match (pending.sustains[side], pending.source_of(side)) {
            (MaySustain::None, _) | (_, HitSource::Order) => Groups::default(),
            (MaySustain::Guards, HitSource::Ability) => Groups::default(),
            (MaySustain::Guards, HitSource::Combat | HitSource::Barrage) => roster.guards,
            (MaySustain::All, HitSource::Combat) => roster.sustaining,
            (MaySustain::All, HitSource::Barrage) => {
                roster.sustaining.without(roster.defying_abilities)
            }
            (MaySustain::All, HitSource::Ability) => {
                roster.sustaining.without(roster.guards.or(roster.defying_abilities))
            }
        }
    }
}
