//! Stages before the first round: space cannon, bombardment, Assault Cannon, barrage, and Magen
//! Defense Grid.

use super::assign::HitSource;
use super::battle::{Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::{act, cancelled};
use super::pending::Pending;
use super::settle::SHIELDS;
use super::throw::{Hits, UnitThrow};
use crate::dice::Die;
use crate::story::Observer;

impl Ti4Battle {
    /// Fires the space cannon of a side, or its bombardment.
    pub(super) fn fire<D: Die, O: Observer>(
        &self,
        side: usize,
        throw: Option<&UnitThrow>,
        state: &Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Pending {
        let mut pending = self.nothing(state);
        pending.source = HitSource::Ability;
        if let Some(throw) = throw {
            let (own, enemy) = (&state.forces[side], &state.forces[1 - side]);
            let most = self.bears(1 - side, enemy);
            let tables = &mut captains.tables;
            pending.due[1 - side] = throw.roll((own, enemy), most, die, observer, tables);
        }
        pending
    }

    /// Fires the Assault Cannon: with three or more own ships other than fighters, the enemy loses
    /// one such ship (T6).
    pub(super) fn fire_assault_cannon(
        &self,
        side: usize,
        state: &Ti4State,
        observer: &mut impl Observer,
    ) -> Pending {
        let own = &self.sides[side];
        let mut pending = self.nothing(state);
        pending.source = HitSource::Order;
        if own.effects.assault_cannon && state.forces[side].count(own.ships) >= 3 {
            pending.due[1 - side].aimed = 1;
            observer.report(|| [act(side, "fires its Assault Cannon")]);
        }
        pending
    }

    /// Plays the barrages of both sides at once. Each hit destroys a fighter, unless a guard
    /// sustains it (T38a). Against a side without fighters no dice are rolled, so no card is played
    /// either.
    pub(super) fn barrage<D: Die, O: Observer>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        let [first, second] = &state.forces;
        let hits = [(0, first, second), (1, second, first)].map(|(side, own, enemy)| {
            let target = &self.sides[1 - side];
            let fighters = enemy.count(target.fighters);
            let most = fighters + enemy.undamaged(target.guards) + SHIELDS;
            match &self.sides[side].barrage {
                Some(throw) if fighters > 0 && !enemy.any(target.stopping_barrage) => {
                    throw.roll((own, enemy), most, die, observer, &mut captains.tables)
                }
                _ => Hits::NONE,
            }
        });
        for side in 0..2 {
            let fired = hits[1 - side];
            let then = *state;
            let after = |hits| {
                let mut after = then;
                self.shoot_down(side, hits, &mut after);
                after.forces[side]
            };
            // A card that saves nothing is kept.
            let is_worthwhile =
                then.forces[side].shields > 0 && after(fired.less(SHIELDS)) != after(fired);
            let fighters = self.sides[side].fighters;
            let would_kill =
                |_: &Ti4State| after(fired).count(fighters) < then.forces[side].count(fighters);
            let hits = match is_worthwhile {
                true => self.hold_shields(side, fired, would_kill, state),
                false => fired,
            };
            observer.report(|| cancelled(side, fired, hits));
            observer.watch(
                state,
                |state, _| self.shoot_down(side, hits, state),
                |before, after| self.barrage_events(side, hits, before, after),
            );
        }
    }

    /// Assigns the hits of a barrage to the fighters of a side.
    fn shoot_down(&self, side: usize, hits: Hits, state: &mut Ti4State) {
        let mut pending = Pending::none([false; 2]);
        self.with_assignment(side, state, &mut pending, |mut assignment| {
            assignment.shoot_down(hits.total());
        });
    }

    /// Assigns one hit to an enemy ground force. The owner of the grid chooses: of those that the
    /// hit destroys, the one with the most expected hits; if it destroys none, that one sustains it
    /// (T8). Returns the hits that sustaining it makes, by the side that assigns them.
    pub(super) fn apply_magen(&self, state: &mut Ti4State) -> [u16; 2] {
        let mut strikes = [0; 2];
        for (side, strike) in strikes.iter_mut().enumerate() {
            let own = &self.sides[side];
            let has_structure = state.forces[side].any(own.structures);
            if !own.effects.magen || !has_structure {
                continue;
            }
            let sustains = !state.forces[side].any(own.stopping_sustaining);
            let roster = &self.sides[1 - side];
            let force = &mut state.forces[1 - side];
            let dies = |g: &usize| {
                let able = sustains && roster.sustaining.has(*g);
                if able { force.hurt[*g] > 0 } else { force.alive(*g) > 0 }
            };
            let best = |among: &dyn Fn(&usize) -> bool| {
                let power = |g: &usize| roster.firepower[*g];
                let groups = roster.fighting.each().filter(|g| among(g));
                groups.max_by(|a, b| power(a).total_cmp(&power(b)))
            };
            match (best(&dies), best(&|g| force.alive(*g) > 0)) {
                (Some(g), _) if force.hurt[g] > 0 => force.hurt[g] -= 1,
                (Some(g), _) => force.whole[g] -= 1,
                (None, Some(g)) => {
                    force.whole[g] -= 1;
                    force.hurt[g] += 1;
                    *strike = u16::from(roster.striking_back.has(g));
                }
                (None, None) => {}
            }
        }
        strikes
    }
}
