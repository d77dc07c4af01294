//! Retreats from a system (rule 2.6).

use arrayvec::ArrayVec;

use super::battle::Ti4Battle;
use super::compile::THROUGH_A_RIFT;
use super::force::GROUPS;
use super::force::{Groups, Ti4Force};
use super::roster::Ti4Roster;
use crate::dice::Die;
use crate::story::{Cast, Event, Face, Observer, Throw, ThrowTotal, Who};

/// Ships of one group with identical loads.
struct Convoy {
    group: usize,
    is_hurt: bool,
    ships: u8,
    /// By group: number of units that each ship carries.
    load: [u8; GROUPS],
}

impl Ti4Battle {
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
    let faces = (1..=10).map(|face| Face::plain(face, u32::from(face >= from))).collect();
    let cast = Cast { group: None, kind: format!("{from}+"), dice: who.ships, faces };
    Event::Throw(Throw {
        who,
        with: "gravity rift",
        ways: vec![(1.0, vec![cast])],
        total: ThrowTotal::Is(through.into()),
        less: 0,
    })
}

/// Maximum number of convoys: each group has undamaged and damaged ships, and a new load starts
/// only where one kind of cargo runs out.
const CONVOYS: usize = 8 * GROUPS;

/// Distributes the passengers: ships with the largest capacity are loaded first, with the most
/// valuable passengers. Fighters without room travel on their own.
fn convoys(roster: &Ti4Roster, force: &Ti4Force) -> ArrayVec<Convoy, CONVOYS> {
    let mut waiting: ArrayVec<(usize, u8), GROUPS> =
        roster.passengers.iter().map(|&g| (g, force.alive(g))).collect();
    waiting.reverse();
    let carried = Groups::of(roster.passengers.iter().copied());
    let mut carriers: ArrayVec<usize, GROUPS> = roster.ships.without(carried).each().collect();
    carriers.sort_by_key(|&g| std::cmp::Reverse(roster.capacity[g]));
    let mut convoys: ArrayVec<Convoy, CONVOYS> = ArrayVec::new();
    for group in carriers {
        for (is_hurt, ships) in [(false, force.whole[group]), (true, force.hurt[group])] {
            for _ in 0..ships {
                let load = load(roster.capacity[group], &mut waiting);
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
