//! The ships at which a captain fires.
//!
//! A target may be left out if it is never better than another ship of its class that the captain
//! prefers if both are equally good (D16), see [`PairOrder`]. That costs nothing if both captains
//! play for their own sides, one side gains what the other loses, and nothing is repaired: a fleet
//! is then never worse off with more ships. For example, a die destroys a ship of exactly its
//! damage rather than damage a healthier one of the class, and where all dice do the same damage,
//! they all go to the weakest ship of a class.

use super::super::ships::{EclipseRoster, Ships, Targets};
use super::focus::Focus;
use super::pair_order::PairOrder;
use super::side_states::DieEffect;

/// Limits on the ships at which captains fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireLimits {
    /// Focus of each side.
    pub focus: [Focus; 2],
    /// Whether targets are left out that are never better than others. That costs nothing where
    /// [`EclipseBattle::may_spare_worse`](super::EclipseBattle::may_spare_worse) says so, and in
    /// other battles by themselves less than focused fire.
    pub spares_worse: bool,
}

impl FireLimits {
    /// No limits.
    pub const NONE: Self = Self { focus: [Focus::NONE; 2], spares_worse: false };
}

/// The fire at a side.
pub(super) struct Fire<'a> {
    roster: &'a EclipseRoster,
    /// All kinds of dice that the side is shot at with.
    pub(super) dice: &'a [DieEffect],
    focus: Focus,
    /// By group: the orders of its ships if only cannons are still to fire, and if missiles are,
    /// too; `None` if no targets are left out.
    orders: Option<Vec<[PairOrder; 2]>>,
}

impl<'a> Fire<'a> {
    /// Creates fire with these dice. Targets that are never better than others are left out if
    /// `spares_worse`.
    pub(super) fn new(
        roster: &'a EclipseRoster,
        dice: &'a [DieEffect],
        focus: Focus,
        spares_worse: bool,
    ) -> Self {
        let order = |group: usize, with_missiles: bool| {
            let fired = dice.iter().filter(|die| with_missiles || !die.is_missile);
            let hitting = fired.filter(|die| die.groups >> group & 1 == 1);
            PairOrder::new(roster.full[group], hitting.map(|die| die.damage))
        };
        let orders = |group| [false, true].map(|with_missiles| order(group, with_missiles));
        let orders = spares_worse.then(|| (0..roster.groups).map(orders).collect());
        Self { roster, dice, focus, orders }
    }

    /// Returns the ships at which the captain may fire a die of this kind, the preferred ones
    /// first.
    pub(super) fn targets(&mut self, ships: &Ships, kind: usize) -> Targets {
        let DieEffect { damage, groups, is_missile } = self.dice[kind];
        let mut targets = self.roster.targets(ships, groups, damage);
        if let Some(orders) = &mut self.orders {
            let mut kept = Targets::new();
            for (group, place) in targets {
                let is_no_better = |&(other_group, other): &(usize, usize)| {
                    let [life, other] = [place, other].map(|place| ships.life[place]);
                    let order = &mut orders[group][usize::from(is_missile)];
                    group == other_group && order.is_no_better(life, other, damage)
                };
                if !kept.iter().any(is_no_better) {
                    kept.push((group, place));
                }
            }
            targets = kept;
        }
        self.focus.choose(self.roster, ships, targets, damage)
    }
}
