//! The search, compared with all ways to assign a few dice.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rand_xoshiro::rand_core::Rng;

use super::super::super::policy::Policy;
use super::super::super::ships::EclipseRoster;
use super::{Allotter, AssignmentRules, GROUPS, Salvo, Ships};
use crate::dice::block_generator;

/// Lives of the ships of each group, the healthiest first; 0 for those destroyed.
type Lives = Vec<Vec<u8>>;

/// Three groups: undamaged life, hitting faces and rank.
const FULL: [u8; 3] = [4, 2, 3];
const FACES: [u8; 3] = [2, 4, 3];

fn roster(rank: [u8; 3]) -> EclipseRoster {
    let by_group = |values: [u8; 3]| std::array::from_fn(|g| *values.get(g).unwrap_or(&0));
    let mut by_rank = vec![0, 1, 2];
    by_rank.sort_by_key(|&g| Reverse(rank[usize::from(g)]));
    EclipseRoster {
        groups: 3,
        first: by_group([0, 2, 4]),
        count: by_group([2; 3]),
        full: by_group(FULL),
        regenerate: [0; GROUPS],
        rank: by_group(rank),
        by_rank,
        ranks_differ: rank == [0, 1, 2],
    }
}

fn ships(lives: &Lives) -> Ships {
    let mut ships = Ships::NONE;
    for (g, group) in lives.iter().enumerate() {
        for (n, &life) in group.iter().enumerate() {
            ships.life[2 * g + n] = life;
            ships.alive[g] += u8::from(life > 0);
            ships.afloat += u8::from(life > 0);
        }
    }
    ships
}

/// Lists all results of dice that are assigned one by one (D1), given as damage and reach.
fn results(lives: &Lives, dice: &[(u8, u8)], all: &mut BTreeSet<Lives>) {
    let Some((&(damage, reach), others)) = dice.split_first() else {
        all.insert(lives.clone());
        return;
    };
    let mut hits_none = true;
    for (g, n) in (0..3).flat_map(|g| [(g, 0), (g, 1)]) {
        if FACES[g] >= reach && lives[g][n] > 0 {
            hits_none = false;
            let mut after = lives.clone();
            after[g][n] = after[g][n].saturating_sub(damage);
            after[g].sort_by_key(|&life| Reverse(life));
            results(&after, others, all);
        }
    }
    if hits_none {
        results(lives, others, all);
    }
}

/// The figures by which D8 compares results.
fn figures(before: &Lives, after: &Lives, rank: [u8; 3], policy: Policy) -> Vec<i32> {
    let of_rank = |wanted: u8| {
        let groups = (0..3).filter(move |&g| rank[g] == wanted);
        groups.flat_map(|g| after[g].iter().zip(&before[g]).map(move |(&to, &from)| (g, to, from)))
    };
    let number = |is: &dyn Fn(u8) -> bool, wanted| {
        of_rank(wanted).filter(|&(_, to, from)| from > 0 && is(to)).count() as i32
    };
    let worth = if policy == Policy::Npc { 1 } else { -1 };
    let mut figures = Vec::new();
    figures.extend((0..3).rev().map(|rank| number(&|life| life == 0, rank)));
    figures.extend((0..3).rev().map(|rank| {
        let left = of_rank(rank).filter(|(_, to, _)| *to > 0);
        left.map(|(g, to, _)| i32::from(FULL[g] - to)).sum::<i32>()
    }));
    for rank in (0..3).rev() {
        figures.extend((1..=4).map(|life| worth * number(&|left| left == life, rank)));
    }
    let sum = |lives: &Lives, g: usize| lives[g].iter().map(|&life| i32::from(life)).sum::<i32>();
    figures.extend((0..3).map(|g| sum(before, g) - sum(after, g)));
    figures
}

/// Compares the search with all ways to assign up to five dice, figure by figure.
#[test]
fn d8_d1_the_best_of_all_results_is_found() {
    let mut generator = block_generator(1, 0);
    let mut below = |n: u64| (generator.next_u64() >> 32) as u8 % n as u8;
    let mut allotter = Allotter::new();
    let mut destroyed = 0;
    for number in 0..1500 {
        let rank = [[0, 1, 2], [2, 1, 0], [1, 1, 0], [0, 0, 0]][usize::from(below(4))];
        let policy = [Policy::Npc, Policy::NpcSpread][usize::from(below(2))];
        let mut lives: Lives =
            FULL.iter().map(|&full| vec![below(u64::from(full) + 1), below(2)]).collect();
        lives.iter_mut().for_each(|group| group.sort_by_key(|&life| Reverse(life)));
        let mut dice: Vec<(u8, u8)> =
            (0..1 + below(5)).map(|_| (1 + below(4), 2 + below(3))).collect();
        dice.sort_by_key(|&(damage, reach)| (Reverse(damage), reach));
        let volley: Vec<Salvo> = dice
            .chunk_by(|a, b| a == b)
            .map(|same| {
                let (damage, reach) = same[0];
                Salvo { damage, reach, hits: same.len() as u8, battery: 0 }
            })
            .collect();
        let roster = roster(rank);
        let mut faces = [0; GROUPS];
        faces[..3].copy_from_slice(&FACES);
        let range = AssignmentRules { targets: &roster, faces: &faces, policy };
        let mut all = BTreeSet::new();
        results(&lives, &dice, &mut all);
        let key = |after: &Lives| figures(&lives, after, rank, policy);
        let best = all.iter().map(key).max();
        let found = allotter.best(range, &volley, &ships(&lives));
        let possible = all.iter().filter(|after| Some(key(after)) == best);
        let known: Vec<Ships> = possible.map(ships).collect();
        let found = found.expect("few dice");
        assert!(known.contains(&found), "{number}: {lives:?} {dice:?} {rank:?} {policy}");
        destroyed += u32::from(found.afloat == 0);
    }
    assert!((100..1400).contains(&destroyed), "{destroyed}");
}
