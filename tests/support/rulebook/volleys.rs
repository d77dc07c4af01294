//! Volleys: who is hit, and by how much.

use super::*;

impl Spec {
    /// Returns the lowest face with which the group `me` hits the group `target`.
    pub(super) fn need(&self, me: usize, target: usize, missile: bool) -> u8 {
        let distorted = missile && self.owners[self.groups[target].owner].o.distortion_shield;
        let plus = self.groups[me].g.computer
            - self.groups[target].g.shield
            - if distorted { 2 } else { 0 };
        (2..=5).find(|&f| f + plus >= 6).unwrap_or(6) as u8
    }
    pub(super) fn enemies(&self, ships: &Ships, me: usize) -> Vec<usize> {
        (0..ships.len())
            .filter(|&i| self.groups[i].side != self.groups[me].side && ships[i].here())
            .collect()
    }

    /// Rolls all dice of the group, one after the other, face by face.
    pub(super) fn fire(&self, sit: &Sit) -> Node<Step> {
        let me = self.order[sit.k];
        let g = &self.groups[me].g;
        let enemies = self.enemies(&sit.ships, me);
        let needs: Vec<u8> = enemies.iter().map(|&e| self.need(me, e, sit.missile)).collect();
        let split = self.owners[self.groups[me].owner].o.splitter && !sit.missile;
        let mut dist: BTreeMap<(Vec<Die>, u8), f64> = BTreeMap::from([((vec![], 0), 1.0)]);
        let n = sit.ships[me].dmg.len();
        for colour in 0..if sit.missile { 4 } else { 5 } {
            let icons = if sit.missile { g.missiles[colour] } else { g.cannons[colour] };
            for _ in 0..icons as usize * n {
                let mut next: BTreeMap<(Vec<Die>, u8), f64> = BTreeMap::new();
                for ((dice, own), p) in dist {
                    for face in 1..=6u8 {
                        let (damage, own_damage, reach) = if colour == 4 {
                            let (d, s) =
                                [(0, 0), (0, 0), (0, 1), (1, 0), (2, 0), (3, 1)][face as usize - 1];
                            (d, s, needs.iter().max())
                        } else {
                            (colour as u8 + 1, 0, needs.iter().filter(|&&x| x <= face).max())
                        };
                        let mut dice = dice.clone();
                        if let (Some(&reach), true) = (reach, damage > 0) {
                            if colour == 3 && split {
                                dice.extend([(4, reach, 1); 4]);
                            } else {
                                dice.push((damage, reach, damage));
                            }
                            dice.sort_by(|a, b| b.cmp(a));
                        }
                        *next.entry((dice, own + own_damage)).or_default() += p / 6.0;
                    }
                }
                dist = next;
            }
        }
        let step = |dice: Vec<Die>, own| {
            if dice.is_empty() {
                return self.assigned(sit, self.undecided(&sit.ships, &enemies), own, 0);
            }
            let stage = Stage::Assign(dice, own);
            Step { sit: Sit { stage, ..sit.clone() }, lost: vec![], new_round: false }
        };
        Node::Chance(dist.into_iter().map(|((dice, own), p)| (p, step(dice, own))).collect())
    }

    /// Returns the ships of these groups with their present damage.
    pub(super) fn undecided(&self, ships: &Ships, groups: &[usize]) -> Hurt {
        let mut hurt: Hurt = vec![vec![]; ships.len()];
        for &i in groups {
            hurt[i] = ships[i].dmg.iter().map(|&d| (d, vec![])).collect();
        }
        hurt
    }
    pub(super) fn is_doomed(&self, group: usize, ship: &(u8, Vec<u8>)) -> bool {
        total(ship) > self.groups[group].g.hull as u32
    }

    /// Whether point defence may fire at the missiles of the group `me`: an owner of enemy ships in
    /// the battle has it.
    pub(super) fn meets_point_defense(&self, sit: &Sit, me: usize) -> bool {
        let has_it = |i: usize| self.owners[self.groups[i].owner].o.point_defense;
        sit.missile && self.enemies(&sit.ships, me).into_iter().any(has_it)
    }
    /// Returns all results that the dice can reach, each die assigned to one ship that it can hit.
    /// They are sorted as D16 breaks ties: each die is a decision of its own, for the greatest
    /// result by D8 after it.
    ///
    /// D1: a ship that is already dead in this volley gets no dice; a die that can hit no living
    /// ship is lost. D15: before point defence no ship has died, and every missile is assigned.
    pub(super) fn results(&self, sit: &Sit, me: usize, dice: &[Die]) -> Vec<Hurt> {
        let enemies = self.enemies(&sit.ships, me);
        let spare_missiles = self.meets_point_defense(sit, me);
        let start = self.undecided(&sit.ships, &enemies);
        // The first way to each result: for each die, the key of its effect by D8.
        let mut results: BTreeMap<Hurt, Vec<Reverse<Vec<i64>>>> = BTreeMap::from([(start, vec![])]);
        for &die in dice {
            let mut next: BTreeMap<Hurt, Vec<Reverse<Vec<i64>>>> = BTreeMap::new();
            let mut reach = |hurt: Hurt, mut way: Vec<Reverse<Vec<i64>>>| {
                way.push(Reverse(self.d8(&hurt, false)));
                let known = next.entry(hurt).or_insert_with(|| way.clone());
                *known = way.min(known.clone());
            };
            for (hurt, way) in results {
                let mut lost = true;
                for &i in enemies.iter().filter(|&&i| die.1 >= self.need(me, i, sit.missile)) {
                    for s in 0..hurt[i].len() {
                        if spare_missiles || !self.is_doomed(i, &hurt[i][s]) {
                            lost = false;
                            reach(self.hit(&hurt, i, s, die.2, sit.missile), way.clone());
                        }
                    }
                }
                if lost {
                    reach(hurt, way);
                }
            }
            results = next;
        }
        let mut results: Vec<_> = results.into_iter().collect();
        results.sort_by(|a, b| a.1.cmp(&b.1));
        results.into_iter().map(|(hurt, _)| hurt).collect()
    }
    /// Assigns one die to one ship: a missile is aimed at it, a cannon die hits it.
    pub(super) fn hit(
        &self,
        hurt: &Hurt,
        group: usize,
        ship: usize,
        points: u8,
        missile: bool,
    ) -> Hurt {
        let mut hurt = hurt.clone();
        let target = &mut hurt[group][ship];
        if missile {
            target.1.push(points);
            target.1.sort();
        } else {
            target.0 = (target.0 + points).min(self.groups[group].g.hull + 1);
        }
        hurt[group].sort();
        hurt
    }

    /// Returns D8 as a list of numbers, the greater the better for the firing side; the groups
    /// listed first (D11) come last. Missiles count as if none were removed.
    pub(super) fn d8(&self, hurt: &Hurt, spread: bool) -> Vec<i64> {
        let sign = if spread { 1 } else { -1 };
        let hull = |i: usize| self.groups[i].g.hull as i64;
        let dies = |i: usize, t: &(u8, Vec<u8>)| self.is_doomed(i, t);
        let kills = |set: &[usize]| -> i64 {
            set.iter().map(|&i| hurt[i].iter().filter(|t| dies(i, t)).count() as i64).sum()
        };
        let undecided = |set: &[usize]| -> i64 {
            set.iter()
                .map(|&i| {
                    hurt[i].iter().filter(|t| !dies(i, t)).map(|t| total(t) as i64).sum::<i64>()
                })
                .sum()
        };
        let remaining = |set: &[usize]| -> Vec<i64> {
            let rest = |&i: &usize| {
                hurt[i].iter().filter(move |t| !dies(i, t)).map(move |t| hull(i) - total(t) as i64)
            };
            let mut list: Vec<i64> = set.iter().flat_map(rest).collect();
            list.sort();
            list.iter().map(|x| sign * x).collect()
        };
        let all: Vec<usize> = (0..hurt.len()).collect();
        let mut ranks: Vec<u8> = self.groups.iter().map(|g| g.g.rank).collect();
        ranks.sort();
        ranks.dedup();
        let sets: Vec<Vec<usize>> = ranks
            .iter()
            .rev()
            .map(|&r| all.iter().copied().filter(|&i| self.groups[i].g.rank == r).collect())
            .collect();
        let mut key: Vec<i64> = sets.iter().map(|s| kills(s)).collect();
        key.extend(sets.iter().map(|s| undecided(s)));
        sets.iter().for_each(|s| key.extend(remaining(s)));
        for i in all {
            key.push(kills(&[i]));
            key.push(undecided(&[i]));
            key.extend(remaining(&[i]));
        }
        key
    }

    /// Returns the number of spare missiles among those aimed at a ship: the largest number that
    /// can be left out so that the others still destroy it.
    pub(super) fn spare_missiles(&self, group: usize, ship: &(u8, Vec<u8>)) -> usize {
        // The smallest set of missiles that destroys the ship consists of the largest ones.
        let needed = (0..=ship.1.len())
            .find(|n| self.is_doomed(group, &(ship.0, ship.1[ship.1.len() - n..].to_vec())));
        needed.map_or(0, |needed| ship.1.len() - needed)
    }
    /// Returns D15 as a list of numbers, the greater the better, for assignments of missiles with
    /// equal results by D8: as few spare missiles as possible, and those to the largest ship first.
    /// Ships are sorted by falling rank, then by group, then by rising damage. The first ship takes
    /// as many spare missiles as it can, and so on.
    ///
    /// Remaining ties are broken by D11, as few missiles on doomed ships as possible, and then by
    /// the largest missiles on the ships listed first.
    pub(super) fn d15(&self, hurt: &Hurt) -> (i64, Vec<usize>, i64, Vec<Vec<u8>>) {
        let mut groups: Vec<usize> = (0..hurt.len()).collect();
        groups.sort_by_key(|&i| Reverse(self.groups[i].g.rank));
        let (mut spares, mut aimed) = (vec![], vec![]);
        for &i in &groups {
            // Ships of a group with equal damage are interchangeable: any of them may be listed
            // first.
            let mut ships: Vec<(u8, Reverse<(usize, Vec<u8>)>)> = vec![];
            for ship in &hurt[i] {
                let falling = ship.1.iter().rev().copied().collect();
                ships.push((ship.0, Reverse((self.spare_missiles(i, ship), falling))));
            }
            ships.sort();
            spares.extend(ships.iter().map(|ship| ship.1.0.0));
            aimed.extend(ships.into_iter().map(|ship| ship.1.0.1));
        }
        let all = |i: usize| hurt[i].iter().map(move |ship| (i, ship));
        let doomed =
            groups.iter().flat_map(|&i| all(i)).filter(|(i, ship)| self.is_doomed(*i, ship));
        let on_doomed: usize = doomed.map(|(_, ship)| ship.1.len()).sum();
        (-(spares.iter().sum::<usize>() as i64), spares, -(on_doomed as i64), aimed)
    }
    /// Returns the greatest result by D8; of equal results, the greatest by D15.
    pub(super) fn greatest(&self, results: Vec<Hurt>, spread: bool) -> Hurt {
        let key = |hurt: &Hurt| (self.d8(hurt, spread), self.d15(hurt));
        results.into_iter().max_by_key(key).expect("a volley has at least one result")
    }

    /// Returns all ways to remove one missile from the owner's ships.
    pub(super) fn removals(&self, hurt: &Hurt, who: usize) -> Vec<Hurt> {
        let mut out: Vec<Hurt> = vec![];
        for i in (0..hurt.len()).filter(|&i| self.groups[i].owner == who) {
            for s in 0..hurt[i].len() {
                for m in 0..hurt[i][s].1.len() {
                    let mut h = hurt.clone();
                    h[i][s].1.remove(m);
                    h[i].sort();
                    if !out.contains(&h) {
                        out.push(h);
                    }
                }
            }
        }
        out
    }
    /// D3: returns, of all removals of at most `hits` missiles, the one whose result comes last in
    /// the order of D8.
    pub(super) fn npc_remove(&self, hurt: &Hurt, who: usize, hits: u8) -> Hurt {
        let result = |h: &Hurt| {
            let flat =
                h.iter().map(|g| g.iter().map(|t| (total(t) as u8, vec![])).collect()).collect();
            self.d8(&flat, false)
        };
        let mut all = vec![hurt.clone()];
        let mut last = all.clone();
        for _ in 0..hits {
            let mut next: Vec<Hurt> = vec![];
            for h in last.iter().flat_map(|h| self.removals(h, who)) {
                if !next.contains(&h) {
                    next.push(h);
                }
            }
            all.extend(next.iter().cloned());
            last = next;
        }
        all.into_iter().min_by_key(result).expect("at least the given one")
    }

    /// Continues after everything is assigned: point defences of the owners from `from` on, then
    /// the damage.
    pub(super) fn assigned(&self, sit: &Sit, hurt: Hurt, own: u8, from: usize) -> Step {
        let aimed = |who: usize| {
            (0..hurt.len())
                .any(|i| self.groups[i].owner == who && hurt[i].iter().any(|t| !t.1.is_empty()))
        };
        let next = (from..self.owners.len()).find(|&w| self.owners[w].o.point_defense && aimed(w));
        if let Some(who) = next {
            let sit = Sit { stage: Stage::PdRoll(hurt, who), ..sit.clone() };
            return Step { sit, lost: vec![], new_round: false };
        }
        let me = self.order[sit.k];
        let mut ships = sit.ships.clone();
        let mut lost = vec![];
        for i in self.enemies(&sit.ships, me) {
            self.apply(&mut ships, i, &hurt[i], Some(self.groups[me].owner), &mut lost);
        }
        if own > 0 {
            // D12: single points on the owner's rift carriers, by D8.
            let carries = |i: usize| {
                self.groups[i].owner == self.groups[me].owner
                    && sit.ships[i].here()
                    && self.groups[i].g.cannons[4] > 0
            };
            let carriers: Vec<usize> = (0..ships.len()).filter(|&i| carries(i)).collect();
            let mut all = vec![self.undecided(&sit.ships, &carriers)];
            for _ in 0..own {
                let mut next: Vec<Hurt> = vec![];
                for h in &all {
                    for &i in &carriers {
                        for s in 0..h[i].len() {
                            if h[i][s].0 <= self.groups[i].g.hull {
                                let mut h = h.clone();
                                h[i][s].0 += 1;
                                h[i].sort();
                                if !next.contains(&h) {
                                    next.push(h);
                                }
                            }
                        }
                    }
                }
                if next.is_empty() {
                    break; // all carriers are destroyed
                }
                all = next;
            }
            let result = self.greatest(all, false);
            for &i in &carriers {
                self.apply(&mut ships, i, &result[i], None, &mut lost);
            }
        }
        self.advance(sit.round, sit.missile, sit.k + 1, ships, lost)
    }
    pub(super) fn apply(
        &self,
        ships: &mut Ships,
        i: usize,
        hurt: &[(u8, Vec<u8>)],
        by: Option<usize>,
        lost: &mut Vec<(usize, Option<usize>)>,
    ) {
        let hull = self.groups[i].g.hull as u32;
        ships[i].dmg = hurt.iter().map(total).filter(|&d| d <= hull).map(|d| d as u8).collect();
        ships[i].dmg.sort();
        lost.extend((ships[i].dmg.len()..hurt.len()).map(|_| (i, by)));
    }
}
