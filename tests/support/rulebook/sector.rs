//! Sectors.

use super::battle::{Ends, play, took_part};
use super::*;

/// A sector between its battles: ships by party and, in the second edition, kills, attempts to
/// retreat, and whether the party has fought.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scene {
    pub(super) ships: Vec<Ships>,
    pub(super) kills: Vec<u8>,
    pub(super) tried: Vec<bool>,
    pub(super) fought: Vec<bool>,
}

pub(crate) fn solve_sector(sector: &Sector) -> SectorOdds {
    let parties = &sector.parties;
    let n = parties.len();
    let allied = |a: usize, b: usize| {
        a == b || (parties[a].alliance.is_some() && parties[a].alliance == parties[b].alliance)
    };
    // The disc in the sector: that of the owner of the population, otherwise that of the party
    // marked as its holder.
    let disc = sector
        .population
        .as_ref()
        .map(|p| p.owner)
        .or_else(|| parties.iter().position(|p| p.influence));
    // The line: the latest arrival first, the side with the disc last of the players, then all
    // non-player ships as one side.
    let fights = |i: &usize| parties[*i].owner.groups.iter().any(|g| g.count > 0);
    let mut line: Vec<Vec<usize>> = vec![];
    for i in (0..n).filter(|i| fights(i) && !parties[*i].owner.non_player) {
        match line.iter_mut().find(|s| allied(s[0], i)) {
            Some(side) => side.push(i),
            None => line.push(vec![i]),
        }
    }
    line.reverse();
    line.sort_by_key(|s| disc.is_some_and(|d| allied(s[0], d)));
    let wild: Vec<usize> = (0..n).filter(|i| fights(i) && parties[*i].owner.non_player).collect();
    if !wild.is_empty() {
        line.push(wild);
    }

    let mut out = SectorOdds {
        holds: vec![0.0; n],
        side_holds: vec![0.0; n],
        retreated: vec![0.0; n],
        survivors: parties
            .iter()
            .map(|p| p.owner.groups.iter().map(|g| vec![0.0; g.count as usize + 1]).collect())
            .collect(),
        encounters: vec![],
        tiles_mean: vec![0.0; n],
        destroyed: vec![0.0; sector.population.as_ref().map_or(0, |p| p.cubes as usize) + 1],
        influence_lost: 0.0,
        may_claim: vec![0.0; n],
        converged: true,
    };
    let first = Scene {
        ships: parties.iter().map(|p| p.owner.groups.iter().map(Unit::new).collect()).collect(),
        kills: vec![0; n],
        tried: vec![false; n],
        fought: vec![false; n],
    };
    // The side that goes on (place in the line), and the scene.
    let mut now: BTreeMap<(Option<usize>, Scene), f64> = BTreeMap::from([((None, first), 1.0)]);
    let mut stuck: BTreeMap<Scene, f64> = BTreeMap::new();
    let mut met: BTreeMap<(usize, usize), [f64; 3]> = BTreeMap::new();
    for next in 0..line.len() {
        let mut after: BTreeMap<(Option<usize>, Scene), f64> = BTreeMap::new();
        let mut known: BTreeMap<(usize, Vec<Ships>), Ends> = BTreeMap::new();
        for ((champion, geometry), p) in now {
            let Some(champion) = champion else {
                *after.entry((Some(next), geometry)).or_default() += p;
                continue;
            };
            let members: Vec<usize> = line[champion].iter().chain(&line[next]).copied().collect();
            let run = known.entry((champion, geometry.ships.clone())).or_insert_with(|| {
                let sides = [champion, next]
                    .map(|s| line[s].iter().map(|&i| parties[i].owner.clone()).collect());
                let start = Start { round: 1, missiles_spent: false };
                let ships: Ships =
                    members.iter().flat_map(|&i| geometry.ships[i].clone()).collect();
                play(
                    &Battle { sides, wins_ties: 1, start, second_edition: sector.second_edition },
                    &ships,
                )
            });
            out.converged &= run.converged;
            let tally = met.entry((champion, next)).or_default();
            tally[0] += p;
            for ((end, memory, standoff), &q) in &run.ends {
                let p = p * q;
                let mut s = geometry.clone();
                let mut from = 0;
                for (k, &i) in members.iter().enumerate() {
                    let mine = end[from..from + geometry.ships[i].len()].to_vec();
                    from += mine.len();
                    if sector.second_edition {
                        s.kills[i] = (s.kills[i] + memory.kills[k]).min(5);
                        s.tried[i] |= memory.tried[k];
                        s.fought[i] |= run.present[k];
                    } else if !parties[i].owner.non_player {
                        let part =
                            took_part(false, run.present[k], false, &geometry.ships[i], &mine);
                        out.tiles_mean[i] += p * (memory.kills[k] + part).min(5) as f64;
                    }
                    s.ships[i] = mine;
                }
                let here = [champion, next]
                    .map(|side| line[side].iter().any(|&i| s.ships[i].iter().any(Unit::here)));
                match (standoff, here) {
                    (true, _) => *stuck.entry(s).or_default() += p,
                    (_, [true, false]) => {
                        tally[1] += p;
                        *after.entry((Some(champion), s)).or_default() += p;
                    }
                    (_, [false, true]) => {
                        tally[2] += p;
                        *after.entry((Some(next), s)).or_default() += p;
                    }
                    _ => *after.entry((None, s)).or_default() += p,
                }
            }
        }
        now = after;
    }
    for ((a, b), [p, first, second]) in met {
        out.encounters.push((line[a].clone(), line[b].clone(), p, first / p, second / p));
    }

    let mut ends: Vec<(Option<usize>, Scene, f64)> =
        now.into_iter().map(|((c, s), p)| (c, s, p)).collect();
    ends.extend(stuck.into_iter().map(|(s, p)| (None, s, p))); // no side holds, attacks population or claims
    for (champion, s, p) in ends {
        for i in 0..n {
            for (g, u) in s.ships[i].iter().enumerate() {
                out.survivors[i][g][u.dmg.len()] += p;
            }
            if s.ships[i].iter().any(Unit::alive) && !s.ships[i].iter().any(Unit::here) {
                out.retreated[i] += p;
            }
            if sector.second_edition && s.fought[i] && !parties[i].owner.non_player {
                out.tiles_mean[i] += p * (s.kills[i] + !s.tried[i] as u8).min(5) as f64;
            }
        }
        let side: &[usize] = champion.map_or(&[], |c| &line[c]);
        let there: Vec<usize> =
            side.iter().copied().filter(|&i| s.ships[i].iter().any(Unit::here)).collect();
        there.iter().for_each(|&i| out.holds[i] += p);
        side.iter().for_each(|&i| out.side_holds[i] += p);
        let players = !there.is_empty() && !parties[there[0]].owner.non_player;
        let at_war = |d: usize| players && !there.iter().any(|&i| allied(i, d));
        // Population.
        let mut cubes = vec![1.0]; // probability that 0, 1, … are destroyed
        if let Some(pop) = sector.population.as_ref().filter(|pop| at_war(pop.owner)) {
            let bombs = there.iter().any(|&i| parties[i].owner.neutron_bombs);
            if pop.planta || (bombs && !parties[pop.owner].owner.neutron_absorber) {
                cubes = vec![0.0; pop.cubes as usize + 1];
                cubes[pop.cubes as usize] = 1.0;
            } else {
                cubes = bombard(sector, &there, &s, pop.cubes as usize);
            }
        }
        for (c, q) in cubes.iter().enumerate() {
            out.destroyed[c] += p * q;
        }
        // Influence.
        let none_left = if out.destroyed.len() == 1 {
            1.0
        } else {
            cubes.get(out.destroyed.len() - 1).copied().unwrap_or(0.0)
        };
        let lost = disc.map_or(0.0, |d| if at_war(d) { none_left } else { 0.0 });
        out.influence_lost += p * lost;
        if players {
            let first = *there.iter().min().expect("somebody is there");
            out.may_claim[first] += p * if disc.is_some() { lost } else { 1.0 };
        }
    }
    out
}
/// Lets all ships present fire at the cubes once.
pub(super) fn bombard(sector: &Sector, there: &[usize], s: &Scene, cubes: usize) -> Vec<f64> {
    let mut dist = vec![0.0; cubes + 1];
    dist[0] = 1.0;
    for &i in there {
        for (g, u) in
            sector.parties[i].owner.groups.iter().zip(&s.ships[i]).filter(|(_, u)| u.here())
        {
            for colour in 0..5 {
                let hit = chance_to_hit(g.computer);
                let faces: Vec<(f64, usize)> = if colour == 4 {
                    vec![(0.5, 0), (1.0 / 6.0, 1), (1.0 / 6.0, 2), (1.0 / 6.0, 3)]
                } else {
                    vec![(1.0 - hit, 0), (hit, colour + 1)]
                };
                for _ in 0..g.cannons[colour] as usize * u.dmg.len() {
                    let mut next = vec![0.0; cubes + 1];
                    for (c, p) in dist.iter().enumerate() {
                        for (q, d) in &faces {
                            next[(c + d).min(cubes)] += p * q;
                        }
                    }
                    dist = next;
                }
            }
        }
    }
    dist
}
