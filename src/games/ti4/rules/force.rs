//! The packed state of one side, and loops over its groups.

use std::hash::{Hash, Hasher};

use super::supplies::Supplies;

/// Maximum number of groups of a side in a combat: those of its fleet, and those that abilities
/// make of them.
pub(super) const GROUPS: usize = 16;

/// A set of groups, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups(pub(super) u16);

impl Groups {
    pub(super) fn of(groups: impl IntoIterator<Item = usize>) -> Self {
        Self(groups.into_iter().fold(0, |set, g| set | 1 << g))
    }

    #[inline]
    pub(super) fn has(self, group: usize) -> bool {
        self.0 >> group & 1 != 0
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the groups of the set, in the order listed.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let group = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (group < 16).then_some(group)
        })
    }
}

/// A number for each undamaged and each damaged unit, by group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    pub(super) whole: [u8; GROUPS],
    pub(super) hurt: [u8; GROUPS],
}

impl Weights {
    /// Returns the sum of the numbers of all living units.
    #[inline]
    pub(super) fn of(&self, force: &Ti4Force) -> u16 {
        let of_group = |g: usize| {
            u16::from(force.whole[g]) * u16::from(self.whole[g])
                + u16::from(force.hurt[g]) * u16::from(self.hurt[g])
        };
        (0..GROUPS).map(of_group).sum()
    }
}

/// Remaining units and cards of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ti4Force {
    /// By group: number of undamaged units.
    pub(super) whole: [u8; GROUPS],
    /// By group: number of damaged units.
    pub(super) hurt: [u8; GROUPS],
    /// Remaining cards and other effects.
    pub(super) supplies: Supplies,
}

/// Hashes in few words, because graphs look up millions of states.
impl Hash for Ti4Force {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for bytes in [self.whole, self.hurt] {
            let word = u128::from_le_bytes(bytes);
            state.write_u64(word as u64);
            state.write_u64((word >> 64) as u64);
        }
        state.write_u64(self.supplies.0);
    }
}

impl Ti4Force {
    /// Creates a force without units and supplies.
    pub(super) fn none() -> Self {
        let nothing = [0; GROUPS];
        Self { whole: nothing, hurt: nothing, supplies: Supplies::default() }
    }

    /// Returns the number of living units of a group.
    #[inline]
    pub(super) fn alive(&self, group: usize) -> u8 {
        self.whole[group] + self.hurt[group]
    }

    /// Returns whether any unit of these groups is alive.
    #[inline]
    pub(super) fn any(&self, groups: Groups) -> bool {
        groups.each().any(|g| self.alive(g) > 0)
    }

    /// Returns whether another force has the same units, damaged and undamaged.
    pub(super) fn has_units_of(&self, other: &Self) -> bool {
        (self.whole, self.hurt) == (other.whole, other.hurt)
    }

    /// Returns the number of living units of these groups.
    #[inline]
    pub(super) fn count(&self, groups: Groups) -> u16 {
        groups.each().map(|g| u16::from(self.alive(g))).sum()
    }

    /// Returns the number of damaged units of these groups.
    #[inline]
    pub(super) fn damaged(&self, groups: Groups) -> u16 {
        groups.each().map(|g| u16::from(self.hurt[g])).sum()
    }

    /// Removes all units of these groups.
    #[inline]
    pub(super) fn clear(&mut self, groups: Groups) {
        for g in groups.each() {
            self.whole[g] = 0;
            self.hurt[g] = 0;
        }
    }

    /// Reduces a group to at most `most` units. Damaged units are removed first.
    pub(super) fn keep(&mut self, group: usize, most: u16) {
        let excess = u16::from(self.alive(group)).saturating_sub(most) as u8;
        let hurt = excess.min(self.hurt[group]);
        self.hurt[group] -= hurt;
        self.whole[group] -= excess - hurt;
    }

    /// Repairs all units of these groups.
    pub(super) fn repair_all(&mut self, groups: Groups) {
        for g in groups.each() {
            self.whole[g] += std::mem::take(&mut self.hurt[g]);
        }
    }
}
