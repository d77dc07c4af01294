//! Rolls of unit abilities: space cannon, bombardment and barrage.

use super::ability::Ability;
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
            let most = self.bears(1 - side, state);
            let tables = &mut captains.tables;
            pending.due[1 - side] = throw.roll((own, enemy), most, die, observer, tables);
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
    ) -> Pending {
        let pending = self.nothing(state);
        let [first, second] = &state.forces;
        let hits = [(0, first, second), (1, second, first)].map(|(side, own, enemy)| {
            let target = self.roster(state, 1 - side);
            let fighters = enemy.count(target.fighters);
            let most = fighters + enemy.undamaged(target.guards) + SHIELDS;
            match &self.roster(state, side).barrage {
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
            let is_worthwhile = then.forces[side].supplies.has(Ability::ShieldsHolding)
                && after(fired.less(SHIELDS)) != after(fired);
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
        pending
    }

    /// Assigns the hits of a barrage to the fighters of a side.
    fn shoot_down(&self, side: usize, hits: Hits, state: &mut Ti4State) {
        let mut pending = Pending::none([false; 2]);
        self.with_assignment(side, state, &mut pending, |mut assignment| {
            assignment.shoot_down(hits.total());
        });
    }

    /// Plays a bombardment of the own planet: Proxima Targeting VI fires at the enemy's ground
    /// forces, then at those of its owner (T54).
    pub(super) fn besiege<D: Die, O: Observer>(
        &self,
        n: u8,
        state: &Ti4State,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) -> Pending {
        let owner = self.windows.siege[usize::from(n)].side;
        // The first of each pair of turns is against the enemy.
        let target = if n % 2 == 0 { 1 - owner } else { owner };
        observer.report(|| [act(owner, "bombards the planet")]);
        let throw = self.roster(state, owner).siege.as_ref();
        let mut pending = self.nothing(state);
        pending.source = HitSource::Ability;
        if let Some(throw) = throw {
            let forces = (&state.forces[owner], &state.forces[1 - owner]);
            let most = self.bears(target, state);
            pending.due[target] = throw.roll(forces, most, die, observer, &mut captains.tables);
        }
        pending
    }
}
