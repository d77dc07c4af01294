//! Retreats from a system (rule 2.6).

use arrayvec::ArrayVec;

use super::ability::Ability;
use super::battle::{Exit, Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::compile::THROUGH_A_RIFT;
use super::events::{act, equal_dice};
use super::force::GROUPS;
use super::force::{Groups, Ti4Force};
use super::lineup::Change;
use super::roster::Ti4Roster;
use crate::dice::Die;
use crate::games::common::Retreat;
use crate::story::{Event, Observer, Who};

/// Ships of one group with identical loads.
struct Convoy {
    group: usize,
    is_hurt: bool,
    ships: u8,
    /// By group: number of units that each ship carries.
    load: [u8; GROUPS],
}

/// Number of ships that Watchful Ojz lets leave at once.
const LEAVING_AT_ONCE: usize = 2;

impl Ti4Battle {
    /// Returns the side that announces a retreat. If the defender does, the attacker cannot.
    pub(super) fn announced(&self, state: &Ti4State, captains: &Ti4Captains) -> Option<u8> {
        if !self.has_retreats || !self.rolls(state) {
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
        let roster = self.roster(state, usize::from(side));
        let Some(retreat) = roster.retreat else { return Some(false) };
        if side == 0 && self.is_routed(state) {
            return Some(true);
        }
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

    /// Returns whether Rout forces the attacker to announce a retreat in this round (T61).
    fn is_routed(&self, state: &Ti4State) -> bool {
        let defender = self.roster(state, 1);
        defender.holds(Ability::Rout) && state.round.max(1) == defender.first_round(Ability::Rout)
    }

    /// Plays the effects of an announced retreat: Watchful Ojz, then the enemy's Intercept. Returns
    /// the side that still retreats in this round (T61).
    pub(super) fn answer_to<O: Observer>(
        &self,
        leaving: Option<u8>,
        state: &mut Ti4State,
        observer: &mut O,
    ) -> Option<u8> {
        let side = usize::from(leaving?);
        let own = self.roster(state, side);
        if own.holds(Ability::WatchfulOjz) {
            observer.report(|| [act(side, "lets ships leave at once")]);
            for _ in 0..LEAVING_AT_ONCE {
                let force = &mut state.forces[side];
                if let Some(row) = own.dearest(force, own.fighting) {
                    let units = if force.whole[row] > 0 { [1, 0] } else { [0, 1] };
                    force.change(own, Change::Away, row, units);
                }
            }
            if !self.fights(state, side) {
                state.exit = Exit::Retreat(side as u8);
            }
        }
        if self.is_ready(1 - side, Ability::Intercept, state) {
            observer.report(|| [act(1 - side, "intercepts the retreat")]);
            state.forces[1 - side].supplies.spend(Ability::Intercept, 1);
            return None;
        }
        leaving
    }

    /// Destroys the dearest enemy ship that cannot sustain damage, if a flagship that does so
    /// leaves (T61).
    pub(super) fn strike_when_leaving<O: Observer>(
        &self,
        side: usize,
        state: &mut Ti4State,
        observer: &mut O,
    ) {
        let own = self.roster(state, side);
        let striking = own.groups_of(|unit| unit.text.strikes_when_leaving).and(own.fighting);
        if !state.forces[side].any(striking) {
            return;
        }
        let enemy = self.roster(state, 1 - side);
        let able = self.able_to_sustain(1 - side, state);
        let before = *state;
        let force = &mut state.forces[1 - side];
        let is_open =
            |g: &usize| if able.has(*g) { force.hurt[*g] > 0 } else { force.alive(*g) > 0 };
        let open = Groups::of(enemy.fighting.each().filter(is_open));
        if let Some(row) = enemy.dearest(force, open) {
            match force.whole[row] > 0 && !able.has(row) {
                true => force.whole[row] -= 1,
                false => force.hurt[row] -= 1,
            }
        }
        let after = *state;
        observer.report(|| self.change_events(&before, &after));
    }

    /// Removes ships that cannot move and passengers without room; the others leave. In a gravity
    /// rift each leaving ship survives with probability 7/10, together with its passengers.
    pub(super) fn leave<D: Die, O: Observer>(
        &self,
        side: usize,
        force: &mut Ti4Force,
        die: &mut D,
        observer: &mut O,
    ) {
        let roster = &self.sides[side];
        let carried = Groups::of(roster.passengers.iter().copied());
        force.clear(roster.ships.without(roster.moving).without(carried));
        roster.remove_excess(force);
        if !roster.leaves_a_rift {
            return;
        }
        for convoy in convoys(roster, force) {
            let ships = usize::from(convoy.ships);
            let through = die.draw(THROUGH_A_RIFT.hits(ships));
            observer.report(|| [through_a_rift(side, &convoy, through)]);
            let lost = convoy.ships - through;
            let units = if convoy.is_hurt { &mut force.hurt } else { &mut force.whole };
            units[convoy.group] -= lost;
            for (g, carried) in convoy.load.iter().enumerate() {
                let left = u16::from(force.alive(g)).saturating_sub(u16::from(lost * carried));
                force.keep(g, left);
            }
        }
    }
}

/// Returns the event of a convoy's rolls, of which `through` were successful.
fn through_a_rift(side: usize, convoy: &Convoy, through: u8) -> Event {
    let who = Who::group(side, convoy.group, convoy.ships);
    let from = 11 - THROUGH_A_RIFT.num;
    let dice = who.ships;
    equal_dice((who, None), "gravity rift", (dice, from), through)
}

/// Maximum number of convoys: each group has undamaged and damaged ships, and a new load starts
/// only where one kind of cargo runs out.
const CONVOYS: usize = 8 * GROUPS;

/// Distributes the passengers: ships with the largest capacity are loaded first, with the most
/// valuable passengers. The first ship also takes those that take up no room. Fighters without room
/// travel on their own.
fn convoys(roster: &Ti4Roster, force: &Ti4Force) -> ArrayVec<Convoy, CONVOYS> {
    let rides_free = |g: &usize| roster.units[*g].text.rides_free;
    let mut free: Groups = Groups::of(roster.passengers.iter().copied().filter(rides_free));
    let passengers = roster.passengers.iter().filter(|g| !rides_free(g));
    let mut waiting: ArrayVec<(usize, u8), GROUPS> =
        passengers.map(|&g| (g, force.alive(g))).collect();
    waiting.reverse();
    let carried = Groups::of(roster.passengers.iter().copied());
    let mut carriers: ArrayVec<usize, GROUPS> = roster.ships.without(carried).each().collect();
    carriers.sort_by_key(|&g| std::cmp::Reverse(roster.capacity[g]));
    let mut convoys: ArrayVec<Convoy, CONVOYS> = ArrayVec::new();
    for group in carriers {
        for (is_hurt, ships) in [(false, force.whole[group]), (true, force.hurt[group])] {
            for _ in 0..ships {
                let mut load = load(roster.capacity[group], &mut waiting);
                if roster.capacity[group] > 0 {
                    for g in std::mem::take(&mut free).each() {
                        load[g] += force.alive(g);
                    }
                }
                match convoys.last_mut() {
                    Some(last)
                        if (last.group, last.is_hurt, last.load) == (group, is_hurt, load) =>
                    {
                        last.ships += 1;
                    }
                    _ => convoys.push(Convoy { group, is_hurt, ships: 1, load }),
                }
            }
        }
    }
    let alone = Groups::of(waiting.iter().map(|&(g, _)| g)).and(roster.fighters);
    for (group, ships) in waiting.into_iter().filter(|&(g, n)| alone.has(g) && n > 0) {
        convoys.push(Convoy { group, is_hurt: false, ships, load: [0; GROUPS] });
    }
    convoys
}

/// Takes the next passengers, up to the capacity `room`.
fn load(mut room: u8, waiting: &mut ArrayVec<(usize, u8), GROUPS>) -> [u8; GROUPS] {
    let mut load = [0; GROUPS];
    while let Some((g, left)) = waiting.last_mut()
        && room > 0
    {
        let taken = room.min(*left);
        load[*g] += taken;
        room -= taken;
        *left -= taken;
        if *left == 0 {
            waiting.pop();
        }
    }
    load
}
