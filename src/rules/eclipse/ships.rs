//! The ships of one side, packed: what the kernel copies, hits and compares.

use super::fleet::limits::{GROUPS, SHIPS};

/// Remaining life of each ship and living ships of each group.
///
/// Life is hull + 1 - damage, 0 when destroyed. A group owns a fixed run of places
/// (see `Roster`); its living ships come first, healthiest first, so that equal
/// situations are equal bytes and the ship nearest its end is the last one alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ships {
    /// Life by place.
    pub life: [u8; SHIPS],
    /// Living ships by group.
    pub alive: [u8; GROUPS],
    /// Living ships in all.
    pub afloat: u8,
}

/// What does not change about the ships of one side.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    /// Groups that there are.
    pub(super) groups: usize,
    /// First place of each group.
    pub(super) first: [u8; GROUPS],
    /// Ships of each group at the start.
    pub(super) count: [u8; GROUPS],
    /// Life of an undamaged ship of each group.
    pub(super) full: [u8; GROUPS],
    /// Points healed at the end of a round, by group.
    pub(super) regenerate: [u8; GROUPS],
    /// Size of each group's ships, see [`super::Group::rank`].
    pub(super) rank: [u8; GROUPS],
    /// Groups from the largest ships to the smallest; equals in the order listed.
    pub(super) by_rank: Vec<u8>,
    /// No two groups have the same rank.
    pub(super) ranks_differ: bool,
}

impl Roster {
    /// Places of a group's living ships, healthiest first.
    #[inline]
    pub(super) fn living(&self, ships: &Ships, group: usize) -> std::ops::Range<usize> {
        let first = usize::from(self.first[group]);
        first..first + usize::from(ships.alive[group])
    }

    /// The living ship of a group that is nearest its end; the group must have one.
    #[inline]
    pub(super) fn weakest(&self, ships: &Ships, group: usize) -> usize {
        usize::from(self.first[group]) + usize::from(ships.alive[group]) - 1
    }
}

impl Roster {
    /// The ships that one die can be assigned to (D1), of equal ones the last, if it hits
    /// the groups of this set: the largest first, of a group the one nearest its end.
    pub(super) fn targets(
        &self,
        ships: &Ships,
        groups: u16,
    ) -> impl Iterator<Item = (usize, usize)> {
        let hit =
            self.by_rank.iter().map(|&g| usize::from(g)).filter(move |g| groups >> g & 1 == 1);
        hit.flat_map(move |group| {
            let living = self.living(ships, group);
            let end = living.end;
            let differs = move |&place: &usize| {
                place + 1 == end || ships.life[place] != ships.life[place + 1]
            };
            living.rev().filter(differs).map(move |place| (group, place))
        })
    }
}

impl Ships {
    /// A side without ships.
    pub(super) const NONE: Self = Self { life: [0; SHIPS], alive: [0; GROUPS], afloat: 0 };

    /// Damage on one living ship; what exceeds its life is lost.
    #[inline]
    pub(super) fn hit(&mut self, roster: &Roster, group: usize, place: usize, damage: u8) {
        let end = roster.living(self, group).end;
        debug_assert!(place < end, "place {place} is not a living ship");
        if self.life[place] <= damage {
            for next in place + 1..end {
                self.life[next - 1] = self.life[next];
            }
            self.life[end - 1] = 0;
            self.alive[group] -= 1;
            self.afloat -= 1;
            return;
        }
        self.life[place] -= damage;
        let mut place = place;
        while place + 1 < end && self.life[place] < self.life[place + 1] {
            self.life.swap(place, place + 1);
            place += 1;
        }
    }

    /// Damage on the living ship of a group that is nearest its end.
    #[inline]
    pub(super) fn hit_weakest(&mut self, group: usize, weakest: usize, damage: u8) {
        let left = self.life[weakest].saturating_sub(damage);
        let sunk = u8::from(left == 0);
        self.life[weakest] = left;
        self.alive[group] -= sunk;
        self.afloat -= sunk;
    }

    /// The ships after the end of a round, see [`Self::heal`].
    pub(super) fn healed(mut self, roster: &Roster) -> Self {
        self.heal(roster);
        self
    }

    /// End of a round: living ships heal, never beyond their hull.
    pub(super) fn heal(&mut self, roster: &Roster) {
        for group in 0..roster.groups {
            for place in roster.living(self, group) {
                let healed = self.life[place].saturating_add(roster.regenerate[group]);
                self.life[place] = healed.min(roster.full[group]);
            }
        }
    }
}
