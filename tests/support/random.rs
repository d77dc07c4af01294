//! Random fights: one to three groups a side, mixed colours and shields, missiles, damage,
//! regeneration.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::oracle;
use fleetodds::internals::games::eclipse::rules::{
    Dice, EclipseFleet, EclipseGroup, Figures, Policy,
};

/// A source of fights.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// At most `most` dice of one or two colours.
    fn dice(&mut self, most: u64) -> [u8; 4] {
        let mut dice = [0; 4];
        for _ in 0..=self.below(2) {
            dice[self.below(4) as usize] += self.below(most + 1) as u8;
        }
        dice
    }

    fn group(&mut self) -> oracle::Group {
        let hull = self.below(4) as u8;
        let count = 1 + self.below(2) as u8;
        let damaged =
            if self.one_in(4) { vec![self.below(u64::from(hull) + 1) as u8] } else { vec![] };
        oracle::Group {
            count,
            cannons: self.dice(1),
            missiles: if self.one_in(3) { self.dice(1) } else { [0; 4] },
            computer: self.below(4) as i32,
            shield: self.below(3) as i32,
            hull,
            initiative: self.below(3) as i32,
            rank: 1 + self.below(4) as u8,
            damaged,
            regenerate: u8::from(self.one_in(8)),
        }
    }

    pub(crate) fn side(&mut self) -> oracle::Side {
        oracle::Side {
            groups: (0..=self.below(3)).map(|_| self.group()).collect(),
            policy: if self.one_in(3) { oracle::Policy::NpcSpread } else { oracle::Policy::Npc },
            non_player: self.one_in(3),
        }
    }
}

/// The same side for the program.
pub(crate) fn fleet(side: &oracle::Side) -> EclipseFleet {
    let dice = |d: [u8; 4]| Dice([d[0], d[1], d[2], d[3], 0]);
    let group = |g: &oracle::Group| EclipseGroup {
        figures: Figures {
            cannons: dice(g.cannons),
            missiles: dice(g.missiles),
            computer: g.computer as i16,
            shield: g.shield as i16,
            hull: g.hull,
            initiative: g.initiative as i16,
            regenerate: g.regenerate,
        },
        count: u16::from(g.count),
        damaged: g.damaged.clone(),
        rank: g.rank,
        tiles: 1,
        cost: 1,
        owner: 0,
        mobile: false,
        retreating: false,
    };
    let policy = match side.policy {
        oracle::Policy::Npc => Policy::Npc,
        oracle::Policy::NpcSpread => Policy::NpcSpread,
    };
    EclipseFleet::new(side.groups.iter().map(group).collect(), side.non_player, policy)
}
