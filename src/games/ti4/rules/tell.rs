//! Events for the story of a combat, hit by hit.

use super::assign::Source;
use super::battle::{Exit, State, Ti4Battle};
use super::force::Force;
use super::pending::Pending;
use super::terms::Theatre;
use super::throw::Hits;
use crate::story::{Event, Who, Witness};

/// Reports an action of a side.
pub(super) fn tell_act<W: Witness>(side: usize, does: &str, witness: &mut W) {
    if W::LISTENS {
        witness.hear(Event::Act { who: Who::side(side), does: does.into() });
    }
}

/// Reports that a side has announced a retreat.
pub(super) fn tell_leaving<W: Witness>(leaving: Option<u8>, witness: &mut W) {
    if let Some(side) = leaving.filter(|_| W::LISTENS) {
        tell_act(side.into(), "announces a retreat", witness);
    }
}

/// Reports hits on a side that Shields Holding has cancelled (T4).
pub(super) fn tell_shields<W: Witness>(side: usize, fired: Hits, left: Hits, witness: &mut W) {
    let hits = fired.total() - left.total();
    if W::LISTENS && hits > 0 {
        let why = "cancelled by Shields Holding";
        witness.hear(Event::Wasted { who: Who::side(1 - side), hits, why });
    }
}

/// Reports hits on a side that has nothing left to lose.
pub(super) fn tell_wasted<W: Witness>(side: usize, hits: u16, witness: &mut W) {
    if W::LISTENS && hits > 0 {
        let why = "nothing is left to hit";
        witness.hear(Event::Wasted { who: Who::side(1 - side), hits, why });
    }
}

impl Ti4Battle {
    /// Reports the assignment of hits, one by one, as the captain has declared it.
    #[cold]
    pub(super) fn tell_assignment(
        &self,
        side: usize,
        hits: Hits,
        state: &State,
        pending: &Pending,
        witness: &mut impl Witness,
    ) {
        let (mut state, mut pending) = (*state, *pending);
        let aimed = (0..hits.aimed).map(|_| Hits { free: 0, aimed: 1 });
        let free = (0..hits.free).map(|_| Hits { free: 1, aimed: 0 });
        let mut wasted = 0;
        for hit in aimed.chain(free) {
            let before = state;
            self.with_assignment(side, &mut state, &mut pending, |mut assignment| {
                assignment.assign(hit);
            });
            if before.forces[side] == state.forces[side] {
                wasted += 1;
            } else {
                self.tell_hit(side, &before, &state, witness);
            }
        }
        if pending.source != Source::Order {
            tell_wasted(side, wasted, witness);
        }
    }

    /// Reports the effect of one hit on a side.
    #[cold]
    pub(super) fn tell_hit(
        &self,
        side: usize,
        before: &State,
        after: &State,
        witness: &mut impl Witness,
    ) {
        let (then, now) = (&before.forces[side], &after.forces[side]);
        for group in 0..self.sides[side].groups {
            let who = Who::ship(side, group);
            let lost = u16::from(then.alive(group) - now.alive(group));
            let strikes = before.forces[1 - side].direct_hits > after.forces[1 - side].direct_hits;
            let becomes = if lost == 0 && then.hurt[group] < now.hurt[group] {
                "sustains the hit"
            } else if lost == 0 {
                continue;
            } else if strikes {
                "sustains the hit and is destroyed by a Direct Hit"
            } else {
                "is destroyed"
            };
            witness.hear(Event::Change { who, becomes, damage: 1, life: None, lost });
        }
    }

    /// Reports the effect of a barrage: guards that have sustained hits, fighters that were shot
    /// down, and hits without effect.
    #[cold]
    pub(super) fn tell_shot_down(
        &self,
        side: usize,
        then: &Force,
        now: &Force,
        hits: u16,
        witness: &mut impl Witness,
    ) {
        let mut left = hits;
        for group in 0..self.sides[side].groups {
            let sustained = u16::from(now.hurt[group].saturating_sub(then.hurt[group]));
            for _ in 0..sustained {
                let (who, becomes) = (Who::ship(side, group), "sustains the hit");
                witness.hear(Event::Change { who, becomes, damage: 1, life: None, lost: 0 });
            }
            let lost = u16::from(then.alive(group) - now.alive(group));
            if lost > 0 {
                let who = Who::group(side, group, lost);
                witness.hear(Event::Change {
                    who,
                    becomes: "shot down",
                    damage: lost,
                    life: None,
                    lost,
                });
            }
            left -= sustained + lost;
        }
        tell_wasted(side, left, witness);
    }

    /// Reports the hits of Magen Defense Grid (T8).
    #[cold]
    pub(super) fn tell_magen(&self, before: &State, after: &State, witness: &mut impl Witness) {
        for side in 0..2 {
            if before.forces[side] != after.forces[side] {
                tell_act(1 - side, "strikes with its Magen Defense Grid", witness);
                self.tell_hit(side, before, after, witness);
            }
        }
    }

    /// Reports repairs at the start of a round.
    #[cold]
    pub(super) fn tell_start(&self, before: &State, after: &State, witness: &mut impl Witness) {
        for side in 0..2 {
            self.tell_repairs(side, &before.forces[side], &after.forces[side], witness);
        }
    }

    /// Reports that all ships of a side leave by a Skilled Retreat before a round.
    fn tell_skilled_retreat(&self, state: &State, witness: &mut impl Witness) {
        let round = state.round.max(1);
        let leaves = |side: &usize| self.sides[*side].effects.skilled_retreat == Some(round);
        let side = (0..2).find(leaves).unwrap_or(0);
        let does = format!("leaves by a Skilled Retreat before round {round}");
        tell_act(side, &does, witness);
    }

    /// Reports the end of a stage: repairs, retreats, and units without room.
    #[cold]
    pub(super) fn tell_end(&self, before: &State, after: &State, witness: &mut impl Witness) {
        for side in 0..2 {
            let (then, now) = (&before.forces[side], &after.forces[side]);
            for group in 0..self.sides[side].groups {
                let lost = u16::from(then.alive(group).saturating_sub(now.alive(group)));
                if lost > 0 {
                    let who = Who::group(side, group, lost);
                    let becomes = "removed";
                    witness.hear(Event::Change { who, becomes, damage: 0, life: None, lost });
                }
            }
            self.tell_repairs(side, then, now, witness);
        }
        match after.exit {
            Exit::Retreat(side) if before.exit == Exit::None => {
                tell_act(side.into(), "leaves the system", witness);
            }
            Exit::Skilled if before.exit == Exit::None => {
                self.tell_skilled_retreat(after, witness);
            }
            _ => {}
        }
    }

    /// Reports units that are lost with the planet or with the last ship.
    #[cold]
    pub(super) fn tell_remains(&self, state: &State, witness: &mut impl Witness) {
        for side in 0..2 {
            let (force, remains) = (&state.forces[side], self.remains(state, side));
            for group in 0..self.sides[side].groups {
                let lost = u16::from(force.alive(group) - remains.alive(group));
                if lost > 0 {
                    let who = Who::group(side, group, lost);
                    let becomes = match self.terms.theatre {
                        Theatre::Space => "lost with the last ship",
                        Theatre::Ground => "lost with the planet",
                    };
                    witness.hear(Event::Change { who, becomes, damage: 0, life: None, lost });
                }
            }
        }
    }

    /// Reports units that have been repaired.
    fn tell_repairs(&self, side: usize, then: &Force, now: &Force, witness: &mut impl Witness) {
        for group in 0..self.sides[side].groups {
            let repaired = now.whole[group].saturating_sub(then.whole[group]);
            if repaired > 0 {
                let who = Who::group(side, group, repaired);
                let becomes = "repaired";
                witness.hear(Event::Change { who, becomes, damage: 0, life: None, lost: 0 });
            }
        }
    }
}
