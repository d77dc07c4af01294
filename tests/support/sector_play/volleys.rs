//! Dice, the ships that they may hit, and the order of results by D8.

use std::collections::BTreeMap;

use super::{Fleet, Group};

/// A die that hits: its damage, and the enemy's groups that it hits as a set of bits.
pub(super) type Die = (u8, usize);

/// All volleys of a group with their probabilities. Dice that hit no living ship are left out; the
/// others are in the order of D1.
pub(super) fn volleys(
    own: &Group,
    dice: [usize; 4],
    ships: usize,
    enemy: &[(usize, Group)],
    fleet: &Fleet,
) -> Vec<(Vec<Die>, f64)> {
    let mut all: BTreeMap<Vec<Die>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
    for (damage, number) in (1..).zip(dice) {
        for _ in 0..number * ships {
            let mut more: BTreeMap<Vec<Die>, f64> = BTreeMap::new();
            for (volley, chance) in &all {
                for face in 1..=6 {
                    let hits = |g: &usize| {
                        let modified = face + own.computer - enemy[*g].1.shield;
                        !fleet[*g].is_empty() && (face == 6 || (face != 1 && modified >= 6))
                    };
                    let groups = (0..enemy.len()).filter(hits).fold(0, |set, g| set | 1 << g);
                    let mut volley = volley.clone();
                    if groups != 0 {
                        volley.push((damage, groups));
                    }
                    // More damage first; then the die that can hit more ships.
                    let ships = |groups: usize| {
                        (0..enemy.len())
                            .filter(|g| groups >> g & 1 == 1)
                            .map(|g| fleet[g].len())
                            .sum::<usize>()
                    };
                    volley.sort_by_key(|&(damage, groups)| {
                        (std::cmp::Reverse((damage, ships(groups))), groups)
                    });
                    *more.entry(volley).or_default() += chance / 6.0;
                }
            }
            all = more;
        }
    }
    all.into_iter().collect()
}

/// A result of one die: the group that it hits, and the fleet after it.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    group: usize,
    pub(super) fleet: Fleet,
}

/// All results of a die, the greatest by D8 first; of equal ones the group listed first.
pub(super) fn results((damage, groups): Die, enemy: &[(usize, Group)], fleet: &Fleet) -> Vec<Hit> {
    let mut all = Vec::new();
    for group in (0..enemy.len()).filter(|g| groups >> g & 1 == 1) {
        let mut lives = fleet[group].clone();
        lives.dedup();
        for life in lives {
            let mut after = fleet.clone();
            let place = after[group].iter().position(|&other| other == life).unwrap();
            match life <= damage {
                true => drop(after[group].remove(place)),
                false => after[group][place] -= damage,
            }
            after[group].sort_by_key(|&life| std::cmp::Reverse(life));
            all.push(Hit { group, fleet: after });
        }
    }
    all.sort_by_key(|hit| (greatness(enemy, &hit.fleet), hit.group));
    all
}

/// A key by which the greatest result in the order of D8 comes first.
pub(super) fn greatness(enemy: &[(usize, Group)], fleet: &Fleet) -> Vec<i32> {
    let mut key = Vec::new();
    let of_rank = |rank: usize| (0..enemy.len()).filter(move |&g| enemy[g].1.rank == rank);
    for rank in (1..=4).rev() {
        let lost: usize = of_rank(rank).map(|g| enemy[g].1.count - fleet[g].len()).sum();
        key.push(-(lost as i32));
    }
    for rank in (1..=4).rev() {
        let damage = |g: usize| fleet[g].iter().map(move |life| enemy[g].1.hull + 1 - life);
        key.push(-(of_rank(rank).flat_map(damage).map(i32::from).sum::<i32>()));
    }
    for rank in (1..=4).rev() {
        let mut left: Vec<i32> =
            of_rank(rank).flat_map(|g| fleet[g].iter().map(|&life| i32::from(life))).collect();
        left.sort_unstable();
        key.extend(left);
    }
    key
}

/// A key by which the greatest result of a volley comes first: by D8, then by the groups listed
/// first.
pub(super) fn result(enemy: &[(usize, Group)], fleet: &Fleet) -> Vec<i32> {
    let mut key = greatness(enemy, fleet);
    for (group, lives) in fleet.iter().enumerate() {
        let damage = |life: &u8| i32::from(enemy[group].1.hull + 1 - life);
        key.push(lives.len() as i32);
        key.push(-lives.iter().map(damage).sum::<i32>());
        let mut left: Vec<i32> = lives.iter().map(|&life| i32::from(life)).collect();
        left.sort_unstable();
        key.extend(left);
    }
    key
}

/// The fleet after a volley of a captain who plays by D8: of all results the greatest; of equal
/// ones, that in which the groups listed first have the least left (D11).
pub(super) fn by_rule(volley: &[Die], enemy: &[(usize, Group)], fleet: &Fleet) -> Fleet {
    let mut reached = vec![fleet.clone()];
    for die in volley {
        let mut next: Vec<Fleet> = Vec::new();
        for fleet in &reached {
            let results = results(*die, enemy, fleet);
            // A die without a target is lost.
            let after: Vec<Fleet> = match results.is_empty() {
                true => vec![fleet.clone()],
                false => results.into_iter().map(|hit| hit.fleet).collect(),
            };
            next.extend(
                after.into_iter().filter(|fleet| !next.contains(fleet)).collect::<Vec<_>>(),
            );
        }
        reached = next;
    }
    let left = |fleet: &Fleet| -> Vec<i32> {
        fleet.iter().map(|group| group.iter().map(|&life| i32::from(life)).sum()).collect()
    };
    reached.into_iter().min_by_key(|fleet| (greatness(enemy, fleet), left(fleet))).unwrap()
}
