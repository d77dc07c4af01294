//! Packed state of the ships of one side: the data that the kernel copies, changes and compares.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::fleet::limits::{GROUPS, SHIPS};

/// Remaining life of each ship, and number of living ships of each group.
///
/// Life is hull + 1 - damage, 0 when destroyed. A group owns a fixed range of places (see
/// `EclipseRoster`). Its living ships come first, healthiest first, so that equal situations are
/// equal bytes and the last living ship is the weakest.
///
/// The places behind the living ships show what happened to the others. First come ships that have
/// left this battle ([`Self::GONE`]) or an earlier one ([`Self::AWAY`]). Last come ships that the
/// enemy has not destroyed in this battle: [`Self::WRECK`], or [`Self::BEFORE`] if they were lost
/// in an earlier battle. The places in between are 0: ships destroyed by the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ships {
    /// Life of the ship in each place.
    pub life: [u8; SHIPS],
    /// Number of living ships of each group.
    pub alive: [u8; GROUPS],
    /// Number of living ships in all, without those that have left.
    pub afloat: u8,
    /// Groups that have begun to retreat, as a set of bits.
    pub retreating: u16,
}

/// Constant data about the ships of one side.
#[derive(Clone, Debug)]
pub(super) struct EclipseRoster {
    /// Number of groups.
    pub(super) groups: usize,
    /// First place of each group.
    pub(super) first: [u8; GROUPS],
    /// Number of ships of each group at the start.
    pub(super) count: [u8; GROUPS],
    /// Life of an undamaged ship, by group.
    pub(super) full: [u8; GROUPS],
    /// Points that a ship repairs at the end of a round, by group.
    pub(super) regenerate: [u8; GROUPS],
    /// Size of the ships, by group; see [`super::EclipseGroup::rank`].
    pub(super) rank: [u8; GROUPS],
    /// Groups from the largest ships to the smallest; groups of equal rank in the order listed.
    pub(super) by_rank: Vec<u8>,
    /// Whether no two groups have equal rank.
    pub(super) ranks_differ: bool,
}

/// Ships to which a die can be assigned, as pairs of group and place.
pub(super) type Targets = ArrayVec<(usize, usize), SHIPS>;

impl EclipseRoster {
    /// Returns the places of a group's living ships, healthiest first.
    #[inline]
    pub(super) fn living(&self, ships: &Ships, group: usize) -> std::ops::Range<usize> {
        let first = usize::from(self.first[group]);
        first..first + usize::from(ships.alive[group])
    }

    /// Returns the place of a group's living ship with the least life. The group must have a living
    /// ship.
    #[inline]
    pub(super) fn weakest(&self, ships: &Ships, group: usize) -> usize {
        usize::from(self.first[group]) + usize::from(ships.alive[group]) - 1
    }
}

impl EclipseRoster {
    /// Returns the ships to which one die of this damage can be assigned (D1) if it hits these
    /// groups. Of equal ships one is listed. The order is that in
    /// which an `optimal` captain prefers choices of equal value (D16).
    pub(super) fn targets(&self, ships: &Ships, groups: u16, damage: u8) -> Targets {
        let mut targets = Targets::new();
        for group in (0..self.groups).filter(|g| groups >> g & 1 == 1) {
            let living = self.living(ships, group);
            let end = living.end;
            let differs =
                |place: &usize| place + 1 == end || ships.life[*place] != ships.life[place + 1];
            targets.extend(living.filter(differs).map(|place| (group, place)));
        }
        targets.sort_by_key(|&(group, place)| self.preference(group, ships.life[place], damage));
        targets
    }

    /// Returns the rank of each of these ships as a result of fire at their side: the greatest by
    /// D8 has the highest one.
    pub(super) fn ranks(&self, all: &[Ships]) -> Vec<u32> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_cached_key(|&n| Reverse(self.result(&all[n])));
        let mut ranks = vec![0; all.len()];
        (0..).zip(order).for_each(|(rank, n)| ranks[n] = rank);
        ranks
    }

    /// Returns a key that sorts the results of volleys at the same ships, the greatest by D8 first;
    /// of equal ones, that in which the group listed first has borne more (D11).
    fn result(&self, ships: &Ships) -> Vec<i16> {
        let lives = |group: usize| {
            let living = self.living(ships, group).rev();
            living.map(|place| i16::from(ships.life[place]))
        };
        let damage = |group: usize| -> i16 {
            lives(group).map(|life| i16::from(self.full[group]) - life).sum()
        };
        let alike = |a: &u8, b: &u8| self.rank[usize::from(*a)] == self.rank[usize::from(*b)];
        let ranks: Vec<Vec<usize>> = self
            .by_rank
            .chunk_by(alike)
            .map(|groups| groups.iter().map(|&group| group.into()).collect())
            .collect();
        let each: Vec<Vec<usize>> = (0..self.groups).map(|group| vec![group]).collect();
        let alive = |groups: &Vec<usize>| -> i16 {
            groups.iter().map(|&group| i16::from(ships.alive[group])).sum()
        };
        let harm = |groups: &Vec<usize>| -groups.iter().map(|&group| damage(group)).sum::<i16>();
        let hulls = |groups: &Vec<usize>| {
            let mut left: Vec<i16> = groups.iter().flat_map(|&group| lives(group)).collect();
            left.sort_unstable();
            left
        };
        let mut key: Vec<i16> = ranks.iter().map(alive).collect();
        key.extend(ranks.iter().map(harm));
        key.extend(ranks.iter().flat_map(hulls));
        for group in &each {
            key.extend([alive(group), harm(group)]);
            key.extend(hulls(group));
        }
        key
    }

    /// Returns a key that sorts the effects of one die on a ship, the greatest by D8 first: ships
    /// destroyed, the largest first; damage on surviving ships, on the largest first; the least
    /// remaining life; then the group listed first.
    pub(super) fn preference(&self, group: usize, life: u8, damage: u8) -> impl Ord + use<> {
        let (full, life) = (i16::from(self.full[group]), i16::from(life));
        let (kind, wear) = if life == 0 {
            // A missile aimed at a ship that other missiles destroy has no effect.
            (2, (0, 0))
        } else if life <= i16::from(damage) {
            // Destroying a ship removes its earlier damage, or its low life, from the survivors.
            (0, (full - life, -life))
        } else {
            (1, (life, 0))
        };
        (kind, Reverse(self.rank[group]), wear, group)
    }
}

impl Ships {
    /// A side without ships.
    pub const NONE: Self = Self { life: [0; SHIPS], alive: [0; GROUPS], afloat: 0, retreating: 0 };

    /// Mark of a ship that was lost in an earlier battle.
    pub const BEFORE: u8 = 252;
    /// Mark of a ship that has left an earlier battle.
    pub const AWAY: u8 = 253;
    /// Mark of a ship that has left this battle.
    pub const GONE: u8 = 254;
    /// Mark of a ship that was lost, but not destroyed by the enemy: by its own rift dice (D12), or
    /// because neither side could hurt the other (D6).
    pub const WRECK: u8 = 255;

    /// Applies damage to one living ship; damage beyond its life is lost.
    #[inline]
    pub(super) fn hit(&mut self, roster: &EclipseRoster, group: usize, place: usize, damage: u8) {
        self.hit_and_report(roster, group, place, damage, |_| ());
    }

    /// Like [`Self::hit`]; calls `swapped(i)` whenever the ships in places i and i + 1 change
    /// places.
    #[inline]
    pub(super) fn hit_and_report(
        &mut self,
        roster: &EclipseRoster,
        group: usize,
        place: usize,
        damage: u8,
        mut swapped: impl FnMut(usize),
    ) {
        let end = roster.living(self, group).end;
        debug_assert!(place < end, "place {place} is not a living ship");
        if self.life[place] <= damage {
            for next in place + 1..end {
                self.life[next - 1] = self.life[next];
                swapped(next - 1);
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
            swapped(place);
            place += 1;
        }
    }

    /// Returns the number of ships of a group that have left this battle.
    #[inline]
    pub(super) fn gone(&self, roster: &EclipseRoster, group: usize) -> u8 {
        self.marked(roster, group, Self::GONE)
    }

    /// Returns the number of ships of a group that have left this battle or an earlier one.
    #[inline]
    pub(super) fn elsewhere(&self, roster: &EclipseRoster, group: usize) -> u8 {
        self.gone(roster, group) + self.marked(roster, group, Self::AWAY)
    }

    /// Returns the number of lost ships of a group that the enemy has not destroyed in this battle.
    #[inline]
    pub(super) fn nobodys_kills(&self, roster: &EclipseRoster, group: usize) -> u8 {
        self.marked(roster, group, Self::WRECK) + self.marked(roster, group, Self::BEFORE)
    }

    #[inline]
    fn marked(&self, roster: &EclipseRoster, group: usize, mark: u8) -> u8 {
        let first = usize::from(roster.first[group]);
        let places =
            first + usize::from(self.alive[group])..first + usize::from(roster.count[group]);
        self.life[places].iter().filter(|&&life| life == mark).count() as u8
    }

    /// Returns the number of ships of a group that are alive, in this battle or elsewhere.
    #[inline]
    pub(super) fn survivors(&self, roster: &EclipseRoster, group: usize) -> u8 {
        self.alive[group] + self.elsewhere(roster, group)
    }

    /// Returns the number of ships of a group that the enemy has destroyed in this battle.
    #[inline]
    pub(super) fn destroyed(&self, roster: &EclipseRoster, group: usize) -> u8 {
        roster.count[group] - self.survivors(roster, group) - self.nobodys_kills(roster, group)
    }

    /// Whether a group has begun to retreat.
    #[inline]
    #[must_use]
    pub fn is_retreating(&self, group: usize) -> bool {
        self.retreating >> group & 1 == 1
    }

    /// Removes a group from the battle; its ships survive.
    pub(super) fn leave(&mut self, roster: &EclipseRoster, group: usize) {
        let living = roster.living(self, group);
        self.life[living].fill(Self::GONE);
        self.afloat -= self.alive[group];
        self.alive[group] = 0;
        self.retreating &= !(1 << group);
    }

    /// Removes the living ships of a group as lost, but not destroyed by the enemy.
    pub(super) fn abandon(&mut self, roster: &EclipseRoster, group: usize) {
        let lost = self.alive[group];
        let living = roster.living(self, group);
        self.life[living].fill(0);
        self.afloat -= lost;
        self.alive[group] = 0;
        self.destroy(roster, group, lost);
    }

    /// Marks `ships` of the group's destroyed ships as not destroyed by the enemy.
    pub(super) fn destroy(&mut self, roster: &EclipseRoster, group: usize, ships: u8) {
        let wrecks = usize::from(self.nobodys_kills(roster, group));
        let end = usize::from(roster.first[group] + roster.count[group]) - wrecks;
        self.life[end - usize::from(ships)..end].fill(Self::WRECK);
    }

    /// Removes the retreat mark of groups without living ships.
    #[inline]
    pub(super) fn forget_dead(&mut self) {
        let mut rest = self.retreating;
        while rest != 0 {
            let group = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.alive[group] == 0 {
                self.retreating &= !(1 << group);
            }
        }
    }

    /// Returns the living ships, without the marks of all others.
    pub(super) fn living(mut self, roster: &EclipseRoster) -> Self {
        for group in 0..roster.groups {
            let end = usize::from(roster.first[group] + roster.count[group]);
            let dead = roster.living(&self, group).end..end;
            self.life[dead].fill(0);
        }
        self
    }

    /// Returns the living ships as they go on to another battle: without marks, and none retreats.
    pub(super) fn going_on(self, roster: &EclipseRoster) -> Self {
        Self { retreating: 0, ..self.living(roster) }
    }

    /// Returns the living ships, with the marks of all others copied from `before`.
    pub(super) fn with_marks_of(mut self, before: &Self, roster: &EclipseRoster) -> Self {
        for group in 0..roster.groups {
            let living = roster.living(before, group);
            let end = usize::from(roster.first[group] + roster.count[group]);
            self.life[living.end..end].copy_from_slice(&before.life[living.end..end]);
        }
        self
    }

    /// Returns the ships as they enter the next battle of a sector: losses are marked as earlier
    /// ones, and no group retreats any more.
    pub(super) fn carried_on(mut self, roster: &EclipseRoster) -> Self {
        for group in 0..roster.groups {
            let end = usize::from(roster.first[group] + roster.count[group]);
            let dead = roster.living(&self, group).end..end;
            for life in &mut self.life[dead] {
                *life = match *life {
                    0 | Self::WRECK | Self::BEFORE => Self::BEFORE,
                    _ => Self::AWAY,
                };
            }
        }
        self.retreating = 0;
        self
    }

    /// Returns the ships as best play knows them in a battle of a sector: ships that have left an
    /// earlier battle count as lost there, which makes no difference to any decision.
    pub(super) fn without_away(mut self, roster: &EclipseRoster) -> Self {
        if !self.life.contains(&Self::AWAY) {
            return self;
        }
        for group in 0..roster.groups {
            let start = roster.living(&self, group).end;
            let end = usize::from(roster.first[group] + roster.count[group]);
            let lost = &mut self.life[start..end];
            // The marks of earlier losses come last.
            lost.sort_by_key(|&life| life == Self::AWAY);
            lost.iter_mut()
                .filter(|life| **life == Self::AWAY)
                .for_each(|life| *life = Self::BEFORE);
        }
        self
    }

    /// Applies damage to the weakest living ship of a group.
    #[inline]
    pub(super) fn hit_weakest(&mut self, group: usize, weakest: usize, damage: u8) {
        let left = self.life[weakest].saturating_sub(damage);
        let sunk = u8::from(left == 0);
        self.life[weakest] = left;
        self.alive[group] -= sunk;
        self.afloat -= sunk;
    }

    /// Returns the ships after the end of a round, see [`Self::heal`].
    pub(super) fn healed(mut self, roster: &EclipseRoster) -> Self {
        self.heal(roster);
        self
    }

    /// Repairs living ships at the end of a round, up to their hull.
    pub(super) fn heal(&mut self, roster: &EclipseRoster) {
        for group in 0..roster.groups {
            for place in roster.living(self, group) {
                let healed = self.life[place].saturating_add(roster.regenerate[group]);
                self.life[place] = healed.min(roster.full[group]);
            }
        }
    }
}
