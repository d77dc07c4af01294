//! The kernel against the oracle of `tests/support`, which shares no code with it, on
//! random fights: one to three groups a side, mixed colours and shields, missiles,
//! damage, regeneration.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use fleetodds::rules::eclipse::{
    Dice, EclipseBattle, Figures, Fleet, Group, Objective, Policy, compile,
};
use fleetodds::tally::Odds;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use support::{oracle, play_capped, too_far};

const CAP: u32 = 12;

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A number from 0 to below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
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

    fn side(&mut self) -> oracle::Side {
        oracle::Side {
            groups: (0..=self.below(3)).map(|_| self.group()).collect(),
            policy: if self.one_in(3) { oracle::Policy::NpcSpread } else { oracle::Policy::Npc },
            non_player: self.one_in(3),
        }
    }
}

fn fleet(side: &oracle::Side) -> Fleet {
    let dice = |d: [u8; 4]| Dice([d[0], d[1], d[2], d[3], 0]);
    let group = |g: &oracle::Group| Group {
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
    };
    Fleet {
        groups: side.groups.iter().map(group).collect(),
        non_player: side.non_player,
        policy: match side.policy {
            oracle::Policy::Npc => Policy::Npc,
            oracle::Policy::NpcSpread => Policy::NpcSpread,
        },
        objective: Objective::Win,
    }
}

/// The first figure of a run that is too far from its exact value.
fn deviation(
    battle: &EclipseBattle,
    exact: &oracle::Odds,
    battles: u64,
    seed: u64,
) -> Option<String> {
    let odds = Odds::of_tally(play_capped(battle, battles, seed, CAP));
    let mut expected = vec![exact.attacker, exact.defender, 0.0, exact.standoff];
    // Survivors follow the four outcomes, group by group.
    expected.extend(exact.survivors.iter().flatten().flatten());
    let cells =
        expected.iter().enumerate().map(|(cell, p)| (format!("cell {cell}"), odds.share(cell), *p));
    let rounds = &odds.rounds().distribution;
    let rounds = rounds.iter().enumerate().map(|(n, share)| {
        (format!("{n} rounds"), *share, exact.rounds.get(n).copied().unwrap_or(0.0))
    });
    cells.chain(rounds).find_map(|(name, share, exact)| {
        let errors = too_far(share, exact, battles)?;
        Some(format!("{name}: {share} is {errors:.1} standard errors from {exact}"))
    })
}

/// Thousands of figures are compared, so one of them may well lie beyond 4.5 standard
/// errors by chance; it must not do so again with other dice and ten times the battles.
fn random_fights(fights: u64, battles: u64) {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(1));
    for fight in 0..fights {
        let sides = [random.side(), random.side()];
        let exact = oracle::solve(&sides[0], &sides[1], CAP);
        let battle = compile(&[fleet(&sides[0]), fleet(&sides[1])]).unwrap();
        if deviation(&battle, &exact, battles, fight).is_some()
            && let Some(again) = deviation(&battle, &exact, 10 * battles, fight + fights)
        {
            panic!("fight {fight} {sides:?}: {again}");
        }
    }
}

#[test]
fn random_fights_agree_with_the_oracle() {
    random_fights(200, 20_000);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "minutes"]
fn many_random_fights_agree_with_the_oracle() {
    random_fights(3_000, 50_000);
}
