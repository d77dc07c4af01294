//! The ships of one side, packed: what the kernel copies, hits and compares.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::fleet::limits::{GROUPS, SHIPS};

/// Remaining life of each ship and living ships of each group.
///
/// Life is hull + 1 - damage, 0 when destroyed. A group owns a fixed run of places
/// (see `Roster`); its living ships come first, healthiest first, so that equal
/// situations are equal bytes and the ship nearest its end is the last one alive.
///
/// The places behind the living tell what became of the others: first, if the group has left
/// the battle, [`Self::GONE`] (an earlier one: [`Self::AWAY`]); last, of those that are nobody's kill, [`Self::WRECK`] or, if
/// they were lost before, [`Self::BEFORE`]; in between, 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ships {
    /// Life by place.
    pub life: [u8; SHIPS],
    /// Living ships by group.
    pub alive: [u8; GROUPS],
    /// Living ships in all, those that have left not among them.
    pub afloat: u8,
    /// Groups that have begun to retreat, as a set of bits.
    pub retreating: u16,
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
    /// The ships that one die of this damage can be assigned to (D1), one of equal ones, if it
    /// hits the groups of this set; in the order in which an `optimal` captain takes them where
    /// they are equally good (D16).
    pub(super) fn targets(
        &self,
        ships: &Ships,
        groups: u16,
        damage: u8,
    ) -> ArrayVec<(usize, usize), SHIPS> {
        let mut targets = ArrayVec::new();
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

    /// Sorts what one die does to a ship, from the greatest in the order of D8: ships destroyed,
    /// the largest first; damage on those that survive, on the largest first; the least life
    /// left. Then the group listed first.
    pub(super) fn preference(&self, group: usize, life: u8, damage: u8) -> impl Ord + use<> {
        let (full, life) = (i16::from(self.full[group]), i16::from(life));
        let (kind, wear) = if life == 0 {
            // A missile on a ship that others destroy does nothing.
            (2, (0, 0))
        } else if life <= i16::from(damage) {
            // A destroyed ship takes its earlier damage, or its low life, off the survivors.
            (0, (full - life, -life))
        } else {
            (1, (life, 0))
        };
        (kind, Reverse(self.rank[group]), wear, group)
    }
}

impl Ships {
    /// A side without ships.
    pub(super) const NONE: Self =
        Self { life: [0; SHIPS], alive: [0; GROUPS], afloat: 0, retreating: 0 };

    /// Life of a ship that was lost in an earlier battle.
    pub const BEFORE: u8 = 252;
    /// Life of a ship that has left an earlier battle.
    pub const AWAY: u8 = 253;
    /// Life of a ship that has left the battle.
    pub const GONE: u8 = 254;
    /// Life of a ship that was lost to nobody: to its own rift dice (D12), or because nobody
    /// could hurt anybody (D6).
    pub const WRECK: u8 = 255;

    /// Damage on one living ship; what exceeds its life is lost.
    #[inline]
    pub(super) fn hit(&mut self, roster: &Roster, group: usize, place: usize, damage: u8) {
        self.hit_and_tell(roster, group, place, damage, |_| ());
    }

    /// The same; tells of each place whose ship has changed places with the next.
    #[inline]
    pub(super) fn hit_and_tell(
        &mut self,
        roster: &Roster,
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

    /// Ships of a group that have left.
    #[inline]
    pub(super) fn gone(&self, roster: &Roster, group: usize) -> u8 {
        self.marked(roster, group, Self::GONE)
    }

    /// Ships of a group that have left, in this battle or an earlier one.
    #[inline]
    pub(super) fn elsewhere(&self, roster: &Roster, group: usize) -> u8 {
        self.gone(roster, group) + self.marked(roster, group, Self::AWAY)
    }

    /// Ships of a group that are nobody's kill, or that of an earlier battle.
    #[inline]
    pub(super) fn nobodys_kills(&self, roster: &Roster, group: usize) -> u8 {
        self.marked(roster, group, Self::WRECK) + self.marked(roster, group, Self::BEFORE)
    }

    fn marked(&self, roster: &Roster, group: usize, mark: u8) -> u8 {
        let first = usize::from(roster.first[group]);
        let places =
            first + usize::from(self.alive[group])..first + usize::from(roster.count[group]);
        self.life[places].iter().filter(|&&life| life == mark).count() as u8
    }

    /// Ships of a group that are alive, here or elsewhere.
    #[inline]
    pub(super) fn survivors(&self, roster: &Roster, group: usize) -> u8 {
        self.alive[group] + self.elsewhere(roster, group)
    }

    /// Ships of a group that the enemy has destroyed.
    #[inline]
    pub(super) fn destroyed(&self, roster: &Roster, group: usize) -> u8 {
        roster.count[group] - self.survivors(roster, group) - self.nobodys_kills(roster, group)
    }

    /// Has a group begun to retreat?
    #[inline]
    pub(super) fn is_retreating(&self, group: usize) -> bool {
        self.retreating >> group & 1 == 1
    }

    /// A group leaves the battle.
    pub(super) fn leave(&mut self, roster: &Roster, group: usize) {
        let living = roster.living(self, group);
        self.life[living].fill(Self::GONE);
        self.afloat -= self.alive[group];
        self.alive[group] = 0;
        self.retreating &= !(1 << group);
    }

    /// The living ships of a group are lost, and nobody's kill.
    pub(super) fn give_up(&mut self, roster: &Roster, group: usize) {
        let lost = self.alive[group];
        let living = roster.living(self, group);
        self.life[living].fill(0);
        self.afloat -= lost;
        self.alive[group] = 0;
        self.wreck(roster, group, lost);
    }

    /// So many of the ships of a group that seem to be destroyed are nobody's kill.
    pub(super) fn wreck(&mut self, roster: &Roster, group: usize, ships: u8) {
        let wrecks = usize::from(self.nobodys_kills(roster, group));
        let end = usize::from(roster.first[group] + roster.count[group]) - wrecks;
        self.life[end - usize::from(ships)..end].fill(Self::WRECK);
    }

    /// Groups that are no longer there do not retreat.
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

    /// The living alone: what became of the others is forgotten.
    pub(super) fn living(mut self, roster: &Roster) -> Self {
        for group in 0..roster.groups {
            let end = usize::from(roster.first[group] + roster.count[group]);
            let dead = roster.living(&self, group).end..end;
            self.life[dead].fill(0);
        }
        self
    }

    /// The same, with what became of the others as it stands there.
    pub(super) fn with_marks_of(mut self, before: &Self, roster: &Roster) -> Self {
        for group in 0..roster.groups {
            let living = roster.living(before, group);
            let end = usize::from(roster.first[group] + roster.count[group]);
            self.life[living.end..end].copy_from_slice(&before.life[living.end..end]);
        }
        self
    }

    /// Ships that go into their next battle: those that are lost are no kill of that battle,
    /// and nobody retreats any more.
    pub(super) fn carried_on(mut self, roster: &Roster) -> Self {
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
