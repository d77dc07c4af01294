//! Battles of two sides.

use super::graph::Graph;
use super::*;

/// Data carried along: by owner, tiles for kills (at most 5), and whether at any moment all living
/// ships of the owner were retreating or had left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Memory {
    pub(super) kills: Vec<u8>,
    pub(super) tried: Vec<bool>,
}
/// Distribution of the ends of a battle.
pub(super) struct Ends {
    /// Probability by ships, memory, and whether the battle ended in a standoff.
    pub(super) ends: BTreeMap<(Ships, Memory, bool), f64>,
    pub(super) rounds: Vec<f64>,
    pub(super) cost_lost: [f64; 2],
    pub(super) cost_destroyed: [f64; 2],
    pub(super) present: Vec<bool>,
    pub(super) converged: bool,
}

pub(super) fn play(battle: &Battle, ships: &Ships) -> Ends {
    let g = Graph::new(Spec::new(battle, ships), ships);
    let spec = &g.spec;
    let mut out = Ends {
        ends: BTreeMap::new(),
        rounds: vec![],
        cost_lost: [0.0; 2],
        cost_destroyed: [0.0; 2],
        present: spec.owners.iter().map(|o| o.present).collect(),
        converged: g.converged,
    };
    let follow = |out: &mut Ends, e: &Edge, memory: &Memory, p: f64| -> Memory {
        let mut m = memory.clone();
        for &(group, by) in &e.lost {
            let v = &spec.groups[group];
            out.cost_lost[v.side] += p * v.g.cost as f64;
            if let Some(o) = by {
                out.cost_destroyed[spec.owners[o].side] += p * v.g.cost as f64;
                m.kills[o] = (m.kills[o] + v.g.tiles).min(5);
            }
        }
        for o in (0..spec.owners.len()).filter(|&o| spec.owners[o].present) {
            let mut living = (0..spec.groups.len())
                .filter(|&i| spec.groups[i].owner == o && g.ships[e.to][i].alive())
                .peekable();
            m.tried[o] |= living.peek().is_some()
                && living.all(|i| g.ships[e.to][i].retreating || g.ships[e.to][i].left);
        }
        m
    };
    let n = spec.owners.len();
    let mut empty = Memory { kills: vec![0; n], tried: vec![false; n] };
    for o in (0..n).filter(|&o| spec.owners[o].present) {
        let mut living =
            (0..ships.len()).filter(|&i| spec.groups[i].owner == o && ships[i].alive());
        empty.tried[o] = living.all(|i| ships[i].retreating || ships[i].left); // a retreat begun earlier counts
    }
    let m = follow(&mut out, &g.start, &empty, 1.0);
    let mut round = spec.start.round as usize + g.start.new_round as usize;
    round = round.saturating_sub(1);
    let mut now: BTreeMap<(usize, Memory), f64> = BTreeMap::from([((g.start.to, m), 1.0)]);
    for _ in 0..=4000 {
        let mut later: BTreeMap<(usize, Memory), f64> = BTreeMap::new();
        while !now.is_empty() {
            let mut next: BTreeMap<(usize, Memory), f64> = BTreeMap::new();
            for ((node, memory), p) in now {
                let mut go = |out: &mut Ends, e: &Edge, p: f64| {
                    let m = follow(out, e, &memory, p);
                    *if e.new_round { &mut later } else { &mut next }
                        .entry((e.to, m))
                        .or_default() += p;
                };
                match &g.nodes[node] {
                    Node::Chance(list) => list.iter().for_each(|(q, e)| go(&mut out, e, p * q)),
                    Node::Choice(o, list) => go(&mut out, &list[g.pick(*o, list, &g.value)], p),
                    Node::Below(o, b, fire, retreat) => {
                        go(&mut out, if g.begins(node, *o, *b) { retreat } else { fire }, p);
                    }
                    Node::Over => {
                        out.rounds.resize(out.rounds.len().max(round + 1), 0.0);
                        out.rounds[round] += p;
                        *out.ends.entry((settled(&g.ships[node]), memory, false)).or_default() += p;
                    }
                }
            }
            now = next;
        }
        now = later;
        round += 1;
        if now.values().sum::<f64>() < 1e-13 {
            now.clear();
            break;
        }
    }
    if g.converged && !g.value.is_empty() {
        // The values that settled the choices must agree with the results.
        let here = |s: &Ships, side: usize| (spec.ships_here(s, side) > 0) as u8 as f64;
        let v = g.along(&g.start, &g.value);
        for s in 0..2 {
            let win: f64 =
                out.ends.iter().map(|((e, ..), p)| p * here(e, s) * (1.0 - here(e, 1 - s))).sum();
            debug_assert!((win - v[s]).abs() < 1e-9, "win {win} is not {}", v[s]);
            let swing = out.cost_destroyed[s] - out.cost_lost[s];
            debug_assert!((swing - v[2 + s]).abs() < 1e-8, "swing {swing} is not {}", v[2 + s]);
        }
    }
    for ((node, memory), p) in now {
        *out.ends.entry((settled(&g.ships[node]), memory, true)).or_default() += p;
    }
    out
}
/// Returns the ships after a battle, in which retreat flags are cleared.
pub(super) fn settled(ships: &Ships) -> Ships {
    ships.iter().map(|u| Unit { retreating: false, ..u.clone() }).collect()
}

pub(crate) fn solve(battle: &Battle) -> Odds {
    let owners: Vec<(usize, &Owner)> =
        (0..2).flat_map(|s| battle.sides[s].iter().map(move |o| (s, o))).collect();
    let ships: Ships = owners.iter().flat_map(|(_, o)| o.groups.iter().map(Unit::new)).collect();
    let run = play(battle, &ships);
    let mut odds = Odds {
        win: [0.0; 2],
        draw: 0.0,
        standoff: 0.0,
        retreated: [0.0; 2],
        survivors: vec![vec![], vec![]],
        tiles: vec![vec![], vec![]],
        cost_lost: run.cost_lost,
        cost_destroyed: run.cost_destroyed,
        rounds: run.rounds.clone(),
        converged: run.converged,
    };
    for (s, o) in &owners {
        odds.survivors[*s].push(o.groups.iter().map(|g| vec![0.0; g.count as usize + 1]).collect());
        odds.tiles[*s].push(vec![0.0; 6]);
    }
    for ((end, memory, standoff), &p) in &run.ends {
        let (mut here, mut left) = ([false; 2], [false; 2]);
        let mut next = 0;
        for (n, (s, o)) in owners.iter().enumerate() {
            let k = n - if *s == 0 { 0 } else { battle.sides[0].len() };
            let mine = &end[next..next + o.groups.len()];
            let before = &ships[next..next + o.groups.len()];
            next += o.groups.len();
            for (i, u) in mine.iter().enumerate() {
                odds.survivors[*s][k][i][u.dmg.len()] += p;
                here[*s] |= u.here();
                left[*s] |= u.alive() && u.left;
            }
            let t = if o.non_player {
                0
            } else {
                memory.kills[n]
                    + took_part(
                        battle.second_edition,
                        run.present[n],
                        memory.tried[n],
                        before,
                        mine,
                    )
            };
            odds.tiles[*s][k][t.min(5) as usize] += p;
        }
        match (standoff, here) {
            (true, _) => odds.standoff += p,
            (_, [true, false]) => odds.win[0] += p,
            (_, [false, true]) => odds.win[1] += p,
            _ => odds.draw += p,
        }
        (0..2).filter(|&s| left[s] && !here[s]).for_each(|s| odds.retreated[s] += p);
    }
    odds
}
/// Returns the number of tiles for taking part in one battle, 0 or 1.
pub(super) fn took_part(
    second_edition: bool,
    present: bool,
    tried: bool,
    before: &[Unit],
    after: &[Unit],
) -> u8 {
    let left_now = before.iter().zip(after).any(|(b, a)| a.alive() && a.left && !b.left);
    let retreated = left_now && !after.iter().any(|u| u.here());
    (present && !if second_edition { tried } else { retreated }) as u8
}
