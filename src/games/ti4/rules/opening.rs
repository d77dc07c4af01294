//! Rolls of unit abilities: space cannon and bombardment.

use super::battle::{Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::events::act;
use super::hits::HitSource;
use super::pending::Pending;
use super::throw::UnitThrow;
use crate::dice::Die;
use crate::story::Observer;

impl Ti4Battle {
    /// Fires space cannon or a bombardment at a side.
    pub(super) fn fire<D: Die, O: Observer>(
        &self,
        (target, throw): (usize, Option<&UnitThrow>),
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        self.begin(state, pending);
        pending.source = HitSource::Ability;
        if let Some(throw) = throw {
            let most = self.bears(target, state);
            let rolled = self.roll_ability(throw, (most, u16::MAX), state, die, observer, captains);
            pending.due[target] = rolled.hits;
        }
    }

    /// Plays a bombardment of the own planet: Proxima Targeting VI fires at the enemy's ground
    /// forces, then at those of its owner (T54).
    pub(super) fn besiege<D: Die, O: Observer>(
        &self,
        n: u8,
        state: &mut Ti4State,
        pending: &mut Pending,
        die: &mut D,
        observer: &mut O,
        captains: &mut Ti4Captains,
    ) {
        let owner = self.windows.siege[usize::from(n)].side;
        // The first of each pair of turns is against the enemy.
        let target = if n.is_multiple_of(2) { 1 - owner } else { owner };
        observer.report(|| [act(owner, "bombards the planet")]);
        let throw = self.roster(state, owner).siege.as_ref();
        self.fire((target, throw), state, pending, die, observer, captains);
    }
}
