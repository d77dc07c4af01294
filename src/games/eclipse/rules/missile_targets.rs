//! Missiles in flight: the ship that each of them is aimed at.

use super::fleet::limits::{DICE, SHIPS};
use super::ships::{EclipseRoster, Ships};
use super::turn::Turn;
use super::volley::Salvo;

/// A missile and its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MissileTarget {
    /// Place of the target before any missile lands.
    pub(super) place: u8,
    pub(super) group: u8,
    pub(super) damage: u8,
}

/// Missiles of one volley, sorted, so that equal volleys are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MissileTargets {
    missiles: [MissileTarget; DICE],
    len: u8,
}

impl MissileTargets {
    /// An empty volley.
    pub(super) const NONE: Self =
        Self { missiles: [MissileTarget { place: 0, group: 0, damage: 0 }; DICE], len: 0 };

    pub(super) fn all(&self) -> &[MissileTarget] {
        &self.missiles[..usize::from(self.len)]
    }

    /// Adds a missile. Missiles are sorted by place, and of one place the largest comes first.
    pub(super) fn add(&mut self, aim: MissileTarget) {
        let at = self.all().partition_point(|other| {
            other.place < aim.place || (other.place == aim.place && other.damage >= aim.damage)
        });
        let len = usize::from(self.len);
        self.missiles.copy_within(at..len, at + 1);
        self.missiles[at] = aim;
        self.len += 1;
    }

    /// Removes the missile with index `n`.
    pub(super) fn remove(&mut self, n: usize) {
        let len = usize::from(self.len);
        self.missiles.copy_within(n + 1..len, n);
        self.missiles[len - 1] = MissileTarget::default();
        self.len -= 1;
    }

    /// Whether a missile is aimed at one of these groups.
    pub(super) fn threaten(&self, groups: u16) -> bool {
        self.all().iter().any(|aim| groups >> aim.group & 1 == 1)
    }

    /// Returns the life of a ship after all missiles aimed at it.
    pub(super) fn life_left(&self, ships: &Ships, place: usize) -> u8 {
        let aimed = self.all().iter().filter(|aim| usize::from(aim.place) == place);
        let damage: u32 = aimed.map(|aim| u32::from(aim.damage)).sum();
        u32::from(ships.life[place]).saturating_sub(damage) as u8
    }

    /// Returns the ships after all missiles have landed.
    pub(super) fn land(&self, ships: &Ships, roster: &EclipseRoster) -> Ships {
        let mut after = *ships;
        for aim in self.all() {
            let life = &mut after.life[usize::from(aim.place)];
            *life = life.saturating_sub(aim.damage);
        }
        for group in 0..roster.groups {
            let living = &mut after.life[roster.living(ships, group)];
            living.sort_unstable_by(|a, b| b.cmp(a));
            let alive = living.iter().filter(|&&life| life > 0).count() as u8;
            after.afloat -= after.alive[group] - alive;
            after.alive[group] = alive;
        }
        after
    }
}

/// Ships to which dice are assigned.
pub(super) trait Board {
    /// Returns the ships after the dice assigned so far.
    fn ships(&self) -> &Ships;

    /// Assigns `dice` dice of this damage to one living ship.
    fn shoot(&mut self, roster: &EclipseRoster, group: usize, place: usize, dice: u8, damage: u8);

    /// Like [`Self::shoot`], for the living ship of the group with the least life.
    fn shoot_weakest(&mut self, roster: &EclipseRoster, group: usize, dice: u8, damage: u8) {
        let weakest = roster.weakest(self.ships(), group);
        self.shoot(roster, group, weakest, dice, damage);
    }
}

impl Board for Ships {
    #[inline]
    fn ships(&self) -> &Ships {
        self
    }

    #[inline]
    fn shoot(&mut self, roster: &EclipseRoster, group: usize, place: usize, dice: u8, damage: u8) {
        self.hit(roster, group, place, dice.saturating_mul(damage));
    }

    #[inline]
    fn shoot_weakest(&mut self, roster: &EclipseRoster, group: usize, dice: u8, damage: u8) {
        let weakest = roster.weakest(self, group);
        self.hit_weakest(group, weakest, dice.saturating_mul(damage));
    }
}

/// Ships at which missiles are aimed: their state after all missiles so far, and the aims.
pub(super) struct MissileBoard {
    ships: Ships,
    /// Original place of the ship in each place.
    from: [u8; SHIPS],
    pub(super) aims: MissileTargets,
}

impl MissileBoard {
    pub(super) fn at(ships: &Ships) -> Self {
        Self { ships: *ships, from: std::array::from_fn(|n| n as u8), aims: MissileTargets::NONE }
    }

    /// Returns the aims of a volley, including spare missiles: each of those is aimed at the
    /// largest ship that it can hit (D15).
    pub(super) fn with_spares(
        self,
        turn: &Turn,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> MissileTargets {
        let mut aims = self.aims;
        let roster = &turn.targets;
        for salvos in volley.chunk_by(|a, b| a.damage == b.damage) {
            let damage = salvos[0].damage;
            let aimed = self.aims.all().iter().filter(|aim| aim.damage == damage).count();
            // Missiles that hit the most ships have been aimed first.
            let missiles = salvos.iter().flat_map(|s| (0..s.hits).map(|_| s.reach));
            for reach in missiles.skip(aimed) {
                let reached = |&&group: &&u8| {
                    let group = usize::from(group);
                    enemy.alive[group] > 0 && turn.faces[group] >= reach
                };
                if let Some(&group) = roster.by_rank.iter().find(reached) {
                    let place = roster.first[usize::from(group)];
                    aims.add(MissileTarget { place, group, damage });
                }
            }
        }
        aims
    }
}

impl Board for MissileBoard {
    fn ships(&self) -> &Ships {
        &self.ships
    }

    fn shoot(&mut self, roster: &EclipseRoster, group: usize, place: usize, dice: u8, damage: u8) {
        let aim = MissileTarget { place: self.from[place], group: group as u8, damage };
        (0..dice).for_each(|_| self.aims.add(aim));
        let from = &mut self.from;
        let all = dice.saturating_mul(damage);
        self.ships.hit_and_report(roster, group, place, all, |n| from.swap(n, n + 1));
    }
}
