//! Choice of the missiles that point defence stops (D3): those that hurt its owner most.
//!
//! Of all removals that the hits allow, the one is chosen whose result comes last in the order of
//! D8 (D11): figure by figure the fewest and smallest ships destroyed, and the least damage. Of the
//! missiles aimed at one ship the largest are stopped first, so the result for a ship depends only
//! on how many of them are stopped.

use arrayvec::ArrayVec;

use super::super::fleet::limits::{DICE, SHIPS};
use super::super::missile_targets::{MissileTarget, MissileTargets};
use super::super::policy::Policy;
use super::super::ships::{EclipseRoster, Ships};
use super::figures::{FigureOrder, FigureTable, targets};

/// Removes the missiles that `hits` hits stop, among those aimed at these groups.
pub(super) fn intercept(
    roster: &EclipseRoster,
    ships: &Ships,
    groups: u16,
    hits: u32,
    aims: &mut MissileTargets,
    [now, next]: [&mut FigureTable; 2],
) {
    let order = FigureOrder::new(roster, Policy::Npc, false);
    let aimed = |place: usize| {
        let at = move |aim: &&MissileTarget| usize::from(aim.place) == place;
        aims.all().iter().filter(at).map(|aim| aim.damage)
    };
    let own: ArrayVec<_, SHIPS> = targets(roster, ships)
        .filter(|target| groups >> target.group & 1 == 1 && aimed(target.place).next().is_some())
        .collect();
    let missiles = own.iter().map(|target| aimed(target.place).count()).sum::<usize>();
    let rests = (hits as usize).min(missiles) + 1;
    now.clear(rests, order.length);
    now.reach(rests - 1);
    // Number of hits spent on each ship, by ship and number of hits left after it.
    let mut spent: ArrayVec<[u8; DICE + 1], SHIPS> = ArrayVec::new();
    for &target in &own {
        next.clear(rests, order.length);
        let mut stopped_by_rest = [0; DICE + 1];
        for rest in now.reached() {
            for stopped in 0..=aimed(target.place).count().min(rest) {
                let landing = aimed(target.place).skip(stopped).map(u32::from).sum::<u32>();
                let life = u32::from(target.life).saturating_sub(landing) as u8;
                // Every figure counts against the owner, so the changes are negated.
                let mut changes = order.changes(roster, target, life, (0, 0));
                changes.iter_mut().for_each(|(_, more)| *more = more.wrapping_neg());
                if next.offer(rest - stopped, now.row(rest, order.length), &changes) {
                    stopped_by_rest[rest - stopped] = stopped as u8;
                }
            }
        }
        spent.push(stopped_by_rest);
        std::mem::swap(now, next);
    }
    let mut rest = now
        .reached()
        .max_by(|&a, &b| now.row(a, order.length).cmp(now.row(b, order.length)))
        .unwrap_or(0);
    for (target, stopped_by_rest) in own.iter().zip(&spent).rev() {
        let stopped = usize::from(stopped_by_rest[rest]);
        for _ in 0..stopped {
            // The missiles aimed at one place are sorted, the largest first.
            let at = aims.all().iter().position(|aim| usize::from(aim.place) == target.place);
            if let Some(at) = at {
                aims.remove(at);
            }
        }
        rest += stopped;
    }
}
