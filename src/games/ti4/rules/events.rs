//! Events for the story of a combat, hit by hit.

use super::ability::Ability;
use super::battle::{Exit, Ti4Battle, Ti4State};
use super::force::Ti4Force;
use super::hits::HitSource;
use super::hits::Hits;
use super::pending::Pending;
use super::terms::Theatre;
use super::windows::Turn;
use crate::story::{Cast, Event, Face, Throw, ThrowTotal, Who};

/// Returns the event of an action of a side.
pub(super) fn act(side: usize, does: &str) -> Event {
    Event::Act { who: Who::side(side), does: does.into() }
}

/// Returns the event of hits on a side that Shields Holding has cancelled (T4), if there are any.
pub(super) fn cancelled(side: usize, fired: Hits, left: Hits) -> Option<Event> {
    without_effect(side, fired.total() - left.total(), "cancelled by Shields Holding")
}

/// Returns the event of hits on a side that has nothing left to lose, if there are any.
pub(super) fn wasted(side: usize, hits: u16) -> Option<Event> {
    without_effect(side, hits, "nothing is left to hit")
}

/// Returns the event of a ship that Raid Formation has damaged (T40).
pub(super) fn damaged(side: usize, group: usize) -> Event {
    let who = Who::ship(side, group);
    Event::Change { who, becomes: "is damaged by Raid Formation", damage: 1, life: None, lost: 0 }
}

/// Returns the event of hits on a side that have no effect, if there are any.
pub(super) fn without_effect(side: usize, hits: u16, why: &'static str) -> Option<Event> {
    (hits > 0).then(|| Event::Wasted { who: Who::side(1 - side), hits, why })
}

/// Returns the event of units that change without being hit.
fn change(side: usize, group: usize, becomes: &'static str, [units, lost]: [u16; 2]) -> Event {
    let who = Who::group(side, group, units);
    Event::Change { who, becomes, damage: 0, life: None, lost }
}

/// Returns the event of dice that each succeed with `from` or more.
pub(super) fn equal_dice(
    (who, group): (Who, Option<usize>),
    with: &'static str,
    (dice, from): (u16, u8),
    successes: u8,
) -> Event {
    let faces = (1..=10).map(|face| Face::plain(face, u32::from(face >= from))).collect();
    let cast = Cast { group, kind: format!("{from}+"), dice, faces };
    Event::Throw(Throw {
        who,
        with,
        ways: vec![(1.0, vec![cast])],
        total: ThrowTotal::Is(successes.into()),
        less: 0,
    })
}

impl Ti4Battle {
    /// Returns the effects of hits, one by one, as the captain has declared their assignment.
    pub(super) fn assignment_events(
        &self,
        side: usize,
        hits: Hits,
        state: &Ti4State,
        pending: &Pending,
    ) -> Vec<Event> {
        let (mut state, mut pending) = (*state, *pending);
        let aimed = (0..hits.aimed).map(|_| Hits { free: 0, aimed: 1 });
        let free = (0..hits.free).map(|_| Hits { free: 1, aimed: 0 });
        let (mut events, mut spare) = (Vec::new(), 0);
        for hit in aimed.chain(free) {
            let before = state;
            self.with_assignment(side, &mut state, &mut pending, |mut assignment| {
                assignment.assign(hit);
            });
            if before.forces[side] == state.forces[side] {
                spare += 1;
            } else {
                events.extend(self.hit_events(side, &before, &state));
            }
        }
        if pending.source != HitSource::Order {
            events.extend(wasted(side, spare));
        }
        events
    }

    /// Returns the effect of one hit on a side.
    pub(super) fn hit_events(
        &self,
        side: usize,
        before: &Ti4State,
        after: &Ti4State,
    ) -> Vec<Event> {
        let (then, now) = (&before.forces[side], &after.forces[side]);
        let left = |state: &Ti4State| state.forces[1 - side].supplies.left(Ability::DirectHit);
        let strikes = left(before) > left(after);
        let event = |group: usize| {
            let who = Who::ship(side, self.sides[side].homes[group]);
            let lost = u16::from(then.alive(group) - now.alive(group));
            let becomes = if lost == 0 && then.hurt[group] < now.hurt[group] {
                "sustains the hit"
            } else if lost == 0 {
                return None;
            } else if strikes {
                "sustains the hit and is destroyed by a Direct Hit"
            } else {
                "is destroyed"
            };
            Some(Event::Change { who, becomes, damage: 1, life: None, lost })
        };
        (0..self.sides[side].units.len()).filter_map(event).collect()
    }

    /// Returns the effect of a barrage on a side: guards that have sustained hits, fighters that
    /// were shot down, and hits without effect.
    pub(super) fn barrage_events(
        &self,
        side: usize,
        hits: Hits,
        before: &Ti4State,
        after: &Ti4State,
    ) -> Vec<Event> {
        let (then, now) = (&before.forces[side], &after.forces[side]);
        let (mut events, mut left) = (Vec::new(), hits.total());
        let life = None;
        for group in 0..self.sides[side].units.len() {
            let sustained = u16::from(now.hurt[group].saturating_sub(then.hurt[group]));
            for _ in 0..sustained {
                let (who, becomes) =
                    (Who::ship(side, self.sides[side].homes[group]), "sustains the hit");
                events.push(Event::Change { who, becomes, damage: 1, life, lost: 0 });
            }
            let lost = u16::from(then.alive(group) - now.alive(group));
            if lost > 0 {
                let (who, becomes) =
                    (Who::group(side, self.sides[side].homes[group], lost), "shot down");
                events.push(Event::Change { who, becomes, damage: lost, life, lost });
            }
            // Guards may sustain hits that have damaged ships by Raid Formation.
            left = left.saturating_sub(sustained + lost);
        }
        events.extend(wasted(side, left));
        events
    }

    /// Returns the changes of units by an effect at the start of combat.
    pub(super) fn set_up_events(
        &self,
        turn: Turn,
        before: &Ti4State,
        after: &Ti4State,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        if after.exit == Exit::Skilled {
            events.push(self.skilled_retreat(after));
        }
        if before.forces != after.forces {
            events.push(act(turn.side, turn.ability.does()));
            events.extend(self.change_events(before, after));
        }
        events
    }

    /// Returns the units of both sides that are placed, changed, destroyed or repaired between two
    /// states.
    pub(super) fn change_events(&self, before: &Ti4State, after: &Ti4State) -> Vec<Event> {
        let mut events = Vec::new();
        for side in 0..2 {
            let [then, now] = [before, after].map(|state| self.by_group(side, &state.forces[side]));
            for group in 0..self.sides[side].groups {
                let number = |force: &Ti4Force| u16::from(force.alive(group));
                let placed = number(&now).saturating_sub(number(&then));
                let lost = number(&then).saturating_sub(number(&now));
                if placed > 0 {
                    events.push(change(side, group, "placed", [placed, 0]));
                }
                if lost > 0 {
                    events.push(change(side, group, "destroyed", [lost, lost]));
                }
            }
            events.extend(self.repairs(side, before.forces[side], after.forces[side]));
        }
        events
    }

    /// Returns a side with its units by group of the fleet.
    pub(super) fn by_group(&self, side: usize, force: &Ti4Force) -> Ti4Force {
        let roster = &self.sides[side];
        let mut summed = *force;
        if roster.homes.len() == roster.groups {
            return summed;
        }
        for (row, &home) in roster.homes.iter().enumerate().filter(|(row, home)| row != *home) {
            summed.whole[home] += std::mem::take(&mut summed.whole[row]);
            summed.hurt[home] += std::mem::take(&mut summed.hurt[row]);
        }
        summed
    }

    /// Returns the repairs at the start of a round.
    pub(super) fn repair_events(&self, before: &Ti4State, after: &Ti4State) -> Vec<Event> {
        let (then, now) = (before.forces, after.forces);
        (0..2).flat_map(|side| self.repairs(side, then[side], now[side])).collect()
    }

    /// Returns the repairs of a side.
    fn repairs(&self, side: usize, then: Ti4Force, now: Ti4Force) -> impl Iterator<Item = Event> {
        (0..self.sides[side].units.len()).filter_map(move |group| {
            let repaired = u16::from(now.whole[group].saturating_sub(then.whole[group]));
            // Units that come from another row are not repaired.
            let repaired = repaired.min(u16::from(then.hurt[group]));
            let home = self.sides[side].homes[group];
            (repaired > 0).then(|| change(side, home, "repaired", [repaired, 0]))
        })
    }

    /// Returns the units of a side that it has in one state and no longer has in another.
    fn losses(
        &self,
        side: usize,
        then: Ti4Force,
        now: Ti4Force,
        becomes: &'static str,
    ) -> impl Iterator<Item = Event> {
        let [then, now] = [then, now].map(|force| self.by_group(side, &force));
        (0..self.sides[side].groups).filter_map(move |group| {
            let lost = u16::from(then.alive(group).saturating_sub(now.alive(group)));
            (lost > 0).then(|| change(side, group, becomes, [lost, lost]))
        })
    }

    /// Returns the event that all ships of a side leave by a Skilled Retreat before a round.
    fn skilled_retreat(&self, state: &Ti4State) -> Event {
        let round = state.round.max(1);
        let leaves = |side: &usize| {
            let effect = self.sides[*side].effects.get(Ability::SkilledRetreat);
            effect.and_then(|effect| effect.round) == Some(round)
        };
        let side = (0..2).find(leaves).unwrap_or(0);
        act(side, &format!("leaves by a Skilled Retreat before round {round}"))
    }

    /// Returns the events at the end of a stage: repairs, retreats, and units without room.
    pub(super) fn end_events(&self, before: &Ti4State, after: &Ti4State) -> Vec<Event> {
        let mut events = Vec::new();
        for side in 0..2 {
            let (then, now) = (before.forces[side], after.forces[side]);
            events.extend(self.losses(side, then, now, "removed"));
            events.extend(self.repairs(side, then, now));
        }
        match after.exit {
            Exit::Retreat(side) if before.exit == Exit::None => {
                events.push(act(side.into(), "leaves the system"));
            }
            Exit::Skilled if before.exit == Exit::None => events.push(self.skilled_retreat(after)),
            _ => {}
        }
        events
    }

    /// Returns the units that are lost with the planet or with the last ship.
    pub(super) fn remains_events(&self, state: &Ti4State) -> Vec<Event> {
        let becomes = match self.terms.theatre {
            Theatre::Space => "lost with the last ship",
            Theatre::Ground => "lost with the planet",
        };
        let losses =
            |side: usize| self.losses(side, state.forces[side], self.remains(state, side), becomes);
        (0..2).flat_map(losses).collect()
    }
}
