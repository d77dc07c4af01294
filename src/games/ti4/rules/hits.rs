//! Hits: their numbers, their origin, their possible effects, and the units that may sustain damage.

use arrayvec::ArrayVec;

use super::force::{GROUPS, Groups};

/// Hits of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Hits {
    /// Hits on any unit.
    pub(super) free: u16,
    /// Hits on ships other than fighters, if there are any.
    pub(super) aimed: u16,
}

impl Hits {
    pub(super) const NONE: Self = Self { free: 0, aimed: 0 };

    #[inline]
    pub(super) fn total(self) -> u16 {
        self.free + self.aimed
    }

    /// Returns the hits, each counted a number of times.
    pub(super) fn times(self, times: u16) -> Self {
        Self { free: times * self.free, aimed: times * self.aimed }
    }

    /// Subtracts cancelled hits, aimed ones first.
    pub(super) fn less(self, cancelled: u16) -> Self {
        let aimed = self.aimed.min(cancelled);
        Self { aimed: self.aimed - aimed, free: self.free - (cancelled - aimed).min(self.free) }
    }
}

/// Effects of an assignment besides the losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct HitEffects {
    /// By group: living units that have sustained damage in this round.
    pub(super) fresh: [u8; GROUPS],
    /// Number of hits scored by units when they sustained damage.
    pub(super) strikes: u16,
}

/// Possible effect of one hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HitChoice {
    /// A unit of this group sustains it.
    Sustain(u8),
    /// A unit of this class is lost.
    Lose(Groups),
}

/// One step of an assignment. A side takes its steps in the order that its captain has declared.
#[derive(Clone, Copy, Debug)]
pub(super) enum HitStep {
    /// Undamaged units of these groups sustain damage.
    Sustain(Groups),
    /// Units of this class are lost.
    Lose(Groups),
}

impl HitChoice {
    /// Returns whether a unit sustains the hit.
    pub(super) fn sustains(&self) -> bool {
        matches!(self, Self::Sustain(_))
    }
}

/// All possible effects of one hit.
pub(super) type HitChoices = ArrayVec<HitChoice, { 2 * GROUPS }>;

/// Origin of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HitSource {
    /// Combat, including the effects at its start.
    Combat,
    /// Space cannon or bombardment, which come before the combat.
    Ability,
    /// A barrage whose hits go to all ships (Waylay): a unit ability in combat.
    Barrage,
    /// An effect that destroys ships: aimed at those other than fighters, or any. It cannot be
    /// sustained (T38).
    Order,
}

/// Units of a side that may sustain damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MaySustain {
    /// All that can.
    All,
    /// Only mechs that guard ships: the enemy keeps ships, or ground forces, from it (T38a).
    Guards,
    /// No unit: the enemy takes all unit abilities away (T50).
    None,
}

/// A unit that the enemy has chosen for a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Marked {
    pub(super) side: u8,
    pub(super) group: u8,
    pub(super) fate: MarkedFate,
}

/// Effect of a hit on the unit that the enemy has chosen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MarkedFate {
    /// It can sustain the hit.
    MaySustain,
    /// It is damaged, and dies.
    DiesDamaged,
    /// It dies undamaged: no unit of the group can sustain damage.
    DiesWhole,
}

impl Marked {
    /// Returns whether the hit destroys the unit.
    pub(super) fn dies(self) -> bool {
        self.fate != MarkedFate::MaySustain
    }
}
