//! The whole rulebook by brute force and to the letter: an oracle that shares no code with the
//! program.
//!
//! Every situation of a battle, down to a single volley or removed missile, is a node of one graph.
//! Choices are found by value iteration, then probability is pushed forward, round by round.
//!
//! | decision | where |
//! |---|---|
//! | D1 order of dice, D15 spare missiles | `results`, `meets_point_defense` |
//! | D8 result of `npc`, D11 groups listed first | `d8`, `greatest` |
//! | D15 which missiles are spare, which ship takes them | `spare_missiles`, `d15` |
//! | D3 removal by point defence | `npc_remove`; all that `optimal` may remove: `removals` |
//! | D2 own groups that tie | `Spec::new` |
//! | D6 harmless battles | `advance` |
//! | D12 damage by own rift dice | `assigned` |
//! | D13 end of the battle | `advance`, `solve` |
//! | D16 ties of `optimal` | `pick`, and the order of options in `Node::Choice`: `results` |
//! | D9, D10 sectors | `solve_sector` |

// A test file may use only a part of this module.
#![allow(dead_code, unreachable_pub, missing_docs)]
#![allow(clippy::all, reason = "correct to the letter comes before everything else here")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub count: u8,
    pub cannons: [u8; 5], // yellow, orange, blue, red, pink (rift)
    pub missiles: [u8; 4],
    pub computer: i32,
    pub shield: i32,
    pub hull: u8,
    pub initiative: i32,
    pub rank: u8, // a higher rank is larger
    pub tiles: u8,
    pub cost: u32,
    pub damaged: Vec<u8>,
    pub regenerate: u8,
    pub mobile: bool,
    pub retreating: bool,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Assign {
    Npc,
    NpcSpread,
    Optimal,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Retreat {
    Never,
    AfterRound(u32),
    AtMost(u32),
    Below(f64),
    Optimal,
}
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Objective {
    Win,
    Swing,
}
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub name: String,
    pub groups: Vec<Group>,
    pub assign: Assign,
    pub retreat: Retreat,
    pub objective: Objective,
    pub may_retreat: bool,
    pub point_defense: bool,
    pub distortion_shield: bool,
    pub splitter: bool,
    pub tractor_beam: bool,
    pub neutron_bombs: bool,
    pub neutron_absorber: bool,
    pub non_player: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub round: u32,
    pub missiles_spent: bool,
}
/// A battle of two sides, each with one or several owners. Side 0 is the attacker.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub sides: [Vec<Owner>; 2],
    pub wins_ties: usize,
    pub start: Start,
    pub second_edition: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    /// Probability that no side has a ship in the sector at the end (win + win + draw + standoff =
    /// 1).
    pub draw: f64,
    pub standoff: f64,
    /// Probability that each side has retreated.
    pub retreated: [f64; 2],
    /// Distributions of survivors as `[side][owner][group][number alive]`.
    pub survivors: Vec<Vec<Vec<Vec<f64>>>>,
    /// Distributions of tiles as `[side][owner][number of tiles]`.
    pub tiles: Vec<Vec<Vec<f64>>>,
    pub cost_lost: [f64; 2],
    pub cost_destroyed: [f64; 2],
    /// Probability of each number of the last round. A standoff has no last round and is not
    /// included.
    pub rounds: Vec<f64>,
    /// Whether the choices of captains whose objectives are not opposed have settled (additional
    /// field).
    pub converged: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub owner: Owner,
    pub influence: bool,
    pub alliance: Option<String>,
}
#[derive(Clone, Debug)]
pub(crate) struct Population {
    pub owner: usize,
    pub cubes: u8,
    pub planta: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct Sector {
    pub parties: Vec<Party>,
    pub population: Option<Population>,
    pub second_edition: bool,
}
#[derive(Clone, Debug)]
pub(crate) struct SectorOdds {
    /// Probability that the party has a living ship in the sector and no other side has one.
    pub holds: Vec<f64>,
    /// Probability that the party's side is the only one left, also for members without a ship
    /// there (additional field).
    pub side_holds: Vec<f64>,
    pub retreated: Vec<f64>,
    pub survivors: Vec<Vec<Vec<f64>>>,
    /// Attacking side, defending side, P(takes place), P(attacker wins | takes place), P(defender
    /// wins | takes place).
    pub encounters: Vec<(Vec<usize>, Vec<usize>, f64, f64, f64)>,
    pub tiles_mean: Vec<f64>,
    pub destroyed: Vec<f64>,
    pub influence_lost: f64,
    pub may_claim: Vec<f64>,
    /// Whether all battles have converged, as in [`Odds`] (additional field).
    pub converged: bool,
}

/// Damage of the living ships of one group (sorted), and the flags of the group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Unit {
    dmg: Vec<u8>,
    retreating: bool,
    left: bool,
}
impl Unit {
    fn new(g: &Group) -> Unit {
        let mut dmg = g.damaged.clone();
        dmg.resize(g.count as usize, 0);
        dmg.sort();
        Unit { dmg, retreating: g.retreating, left: false }
    }
    fn alive(&self) -> bool {
        !self.dmg.is_empty()
    }
    fn here(&self) -> bool {
        self.alive() && !self.left
    }
}
type Ships = Vec<Unit>;
/// Place in the order of D1 (printed damage), lowest face with the same effect, and points.
/// Descending order is the order of D1.
type Die = (u8, u8, u8);
/// By group (all groups of the battle) and ship: certain damage, and missiles aimed at the ship.
type Hurt = Vec<Vec<(u8, Vec<u8>)>>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The group `order[k]` is about to act.
    Act,
    /// The group has decided to fire.
    Fire,
    /// Dice that hit something and damage to the own fleet; all dice are about to be assigned at
    /// once.
    Assign(Vec<Die>, u8),
    /// The point defence of this owner is about to roll.
    PdRoll(Hurt, usize),
    /// The point defence of this owner has this many hits left to use.
    PdPick(Hurt, usize, u8),
    Over,
}
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sit {
    /// Number of the round, capped at the first round from which nothing depends on it any more.
    round: u32,
    missile: bool,
    k: usize,
    ships: Ships,
    stage: Stage,
}
/// Transition to a situation: ships lost on the way (group, owner of the dice), and whether a round
/// begins.
struct Step {
    sit: Sit,
    lost: Vec<(usize, Option<usize>)>,
    new_round: bool,
}
struct Edge {
    to: usize,
    lost: Vec<(usize, Option<usize>)>,
    new_round: bool,
}
enum Node<E> {
    Chance(Vec<(f64, E)>),
    /// The owner chooses by D16 and takes the first of equal options. They are listed in this
    /// order: the greatest result by D8 first; firing, then retreating; removing a missile, then
    /// letting it pass.
    Choice(usize, Vec<E>),
    /// Firing or beginning to retreat, by the odds of this owner's side.
    Below(usize, f64, E, E),
    Over,
}

struct OwnerSpec {
    side: usize,
    o: Owner,
    /// Whether the owner has a ship in the battle at its start.
    present: bool,
}
struct GroupSpec {
    side: usize,
    owner: usize,
    g: Group,
}
struct Spec {
    owners: Vec<OwnerSpec>,
    groups: Vec<GroupSpec>,
    order: Vec<usize>,
    start: Start,
    round_cut: u32,
}

fn chance_to_hit(computer: i32) -> f64 {
    (1 + computer).clamp(1, 5) as f64 / 6.0
}
fn total(t: &(u8, Vec<u8>)) -> u32 {
    t.0 as u32 + t.1.iter().map(|&x| x as u32).sum::<u32>()
}

impl Spec {
    fn new(battle: &Battle, ships: &Ships) -> Spec {
        let mut owners: Vec<OwnerSpec> = vec![];
        let mut groups: Vec<GroupSpec> = vec![];
        let mut round_cut = 0;
        for side in 0..2 {
            for o in &battle.sides[side] {
                let mut present = false;
                for g in &o.groups {
                    present |= ships[groups.len()].here();
                    groups.push(GroupSpec { side, owner: owners.len(), g: g.clone() });
                }
                owners.push(OwnerSpec { side, o: o.clone(), present });
                if let Retreat::AfterRound(n) = o.retreat {
                    round_cut = round_cut.max(n.saturating_add(1));
                }
            }
        }
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&i| (-groups[i].g.initiative, groups[i].side != battle.wins_ties, i));
        Spec { owners, groups, order, start: battle.start.clone(), round_cut }
    }

    fn ships_here(&self, ships: &Ships, side: usize) -> usize {
        (0..ships.len())
            .filter(|&i| self.groups[i].side == side && ships[i].here())
            .map(|i| ships[i].dmg.len())
            .sum()
    }
    fn tractor_against(&self, side: usize) -> bool {
        self.owners.iter().any(|o| o.side != side && o.present && o.o.tractor_beam)
    }
    fn can_retreat(&self, group: usize) -> bool {
        let g = &self.groups[group];
        self.owners[g.owner].o.may_retreat && g.g.mobile && !self.tractor_against(g.side)
    }

    fn begin(&self, ships: &Ships) -> Step {
        let k = if self.start.missiles_spent { self.order.len() } else { 0 };
        self.advance(0, true, k, ships.clone(), vec![])
    }

    /// Advances to the next activation from place `k` of the order on, across the ends of rounds.
    fn advance(
        &self,
        round: u32,
        missile: bool,
        k: usize,
        ships: Ships,
        lost: Vec<(usize, Option<usize>)>,
    ) -> Step {
        let sit = Sit { round, missile, k, ships, stage: Stage::Act };
        let mut s = Step { sit, lost, new_round: false };
        if self.ships_here(&s.sit.ships, 0) == 0 || self.ships_here(&s.sit.ships, 1) == 0 {
            return over(s);
        }
        loop {
            if s.sit.k == self.order.len() {
                if !s.sit.missile {
                    for (i, u) in s.sit.ships.iter_mut().enumerate().filter(|(_, u)| u.here()) {
                        u.dmg
                            .iter_mut()
                            .for_each(|d| *d = d.saturating_sub(self.groups[i].g.regenerate));
                    }
                }
                let armed = |i: usize| {
                    s.sit.ships[i].here() && self.groups[i].g.cannons.iter().any(|&c| c > 0)
                };
                if !(0..self.groups.len()).any(armed) {
                    // D6
                    for i in (0..self.groups.len()).filter(|&i| self.groups[i].side == 0) {
                        if s.sit.ships[i].here() && self.can_retreat(i) {
                            s.sit.ships[i].left = true;
                        } else if s.sit.ships[i].here() {
                            s.lost.extend(s.sit.ships[i].dmg.drain(..).map(|_| (i, None)));
                        }
                    }
                    return over(s);
                }
                s.sit.round = if s.sit.missile { self.start.round } else { s.sit.round + 1 }
                    .min(self.round_cut);
                s.sit.missile = false;
                s.sit.k = 0;
                s.new_round = true;
            }
            let i = self.order[s.sit.k];
            if s.sit.ships[i].here()
                && (!s.sit.missile || self.groups[i].g.missiles.iter().any(|&m| m > 0))
            {
                return s;
            }
            s.sit.k += 1;
        }
    }

    /// Returns the options or chances that follow a situation.
    fn expand(&self, sit: &Sit) -> Node<Step> {
        if sit.stage == Stage::Over {
            return Node::Over;
        }
        let me = self.order[sit.k];
        let owner = self.groups[me].owner;
        let stay = |stage: Stage| Step {
            sit: Sit { stage, ..sit.clone() },
            lost: vec![],
            new_round: false,
        };
        match &sit.stage {
            Stage::Act => {
                if sit.missile {
                    return self.fire(sit);
                }
                let flagged = |left: bool| {
                    let mut ships = sit.ships.clone();
                    ships[me].retreating = true;
                    ships[me].left = left;
                    self.advance(sit.round, false, sit.k + 1, ships, vec![])
                };
                if sit.ships[me].retreating {
                    return Node::Chance(vec![(1.0, flagged(true))]);
                }
                if !self.can_retreat(me) {
                    return self.fire(sit);
                }
                let begins = match self.owners[owner].o.retreat {
                    Retreat::Never => false,
                    Retreat::AfterRound(n) => sit.round > n,
                    Retreat::AtMost(n) => {
                        self.ships_here(&sit.ships, self.groups[me].side) <= n as usize
                    }
                    Retreat::Below(p) => {
                        return Node::Below(owner, p, stay(Stage::Fire), flagged(false));
                    }
                    Retreat::Optimal => {
                        return Node::Choice(owner, vec![stay(Stage::Fire), flagged(false)]);
                    }
                };
                if begins { Node::Chance(vec![(1.0, flagged(false))]) } else { self.fire(sit) }
            }
            Stage::Fire => self.fire(sit),
            Stage::Assign(dice, own) => {
                let go = |hurt| self.assigned(sit, hurt, *own, 0);
                let results = self.results(sit, me, dice);
                match self.owners[owner].o.assign {
                    Assign::Optimal => Node::Choice(owner, results.into_iter().map(go).collect()),
                    ref npc => {
                        let spread = *npc == Assign::NpcSpread;
                        Node::Chance(vec![(1.0, go(self.greatest(results, spread)))])
                    }
                }
            }
            Stage::PdRoll(hurt, who) => {
                let mut dist = vec![1.0];
                for (i, u) in sit
                    .ships
                    .iter()
                    .enumerate()
                    .filter(|(i, u)| self.groups[*i].owner == *who && u.here())
                {
                    let g = &self.groups[i].g;
                    for c in 0..5 {
                        let p = if c == 4 { 0.5 } else { chance_to_hit(g.computer) };
                        for _ in 0..g.cannons[c] as usize * u.dmg.len() {
                            dist.push(0.0);
                            for h in (0..dist.len()).rev() {
                                dist[h] =
                                    dist[h] * (1.0 - p) + if h > 0 { dist[h - 1] * p } else { 0.0 };
                            }
                        }
                    }
                }
                let mut out = vec![];
                for (hits, &p) in dist.iter().enumerate() {
                    let hits = hits as u8;
                    let step = if self.owners[*who].o.assign == Assign::Optimal {
                        stay(Stage::PdPick(hurt.clone(), *who, hits))
                    } else {
                        self.assigned(sit, self.npc_remove(hurt, *who, hits), 0, *who + 1)
                    };
                    out.push((p, step));
                }
                Node::Chance(out)
            }
            Stage::PdPick(hurt, who, hits) => {
                let mut options = vec![];
                if *hits > 0 {
                    let go = |h| stay(Stage::PdPick(h, *who, hits - 1));
                    options.extend(self.removals(hurt, *who).into_iter().map(go));
                }
                options.push(self.assigned(sit, hurt.clone(), 0, *who + 1)); // or stop removing
                Node::Choice(*who, options)
            }
            Stage::Over => Node::Over,
        }
    }

    /// Returns the lowest face with which the group `me` hits the group `target`.
    fn need(&self, me: usize, target: usize, missile: bool) -> u8 {
        let distorted = missile && self.owners[self.groups[target].owner].o.distortion_shield;
        let plus = self.groups[me].g.computer
            - self.groups[target].g.shield
            - if distorted { 2 } else { 0 };
        (2..=5).find(|&f| f + plus >= 6).unwrap_or(6) as u8
    }
    fn enemies(&self, ships: &Ships, me: usize) -> Vec<usize> {
        (0..ships.len())
            .filter(|&i| self.groups[i].side != self.groups[me].side && ships[i].here())
            .collect()
    }

    /// Rolls all dice of the group, one after the other, face by face.
    fn fire(&self, sit: &Sit) -> Node<Step> {
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
    fn undecided(&self, ships: &Ships, groups: &[usize]) -> Hurt {
        let mut hurt: Hurt = vec![vec![]; ships.len()];
        for &i in groups {
            hurt[i] = ships[i].dmg.iter().map(|&d| (d, vec![])).collect();
        }
        hurt
    }
    fn is_doomed(&self, group: usize, ship: &(u8, Vec<u8>)) -> bool {
        total(ship) > self.groups[group].g.hull as u32
    }

    /// Whether point defence may fire at the missiles of the group `me`: an owner of enemy ships in
    /// the battle has it.
    fn meets_point_defense(&self, sit: &Sit, me: usize) -> bool {
        let has_it = |i: usize| self.owners[self.groups[i].owner].o.point_defense;
        sit.missile && self.enemies(&sit.ships, me).into_iter().any(has_it)
    }
    /// Returns all results that the dice can reach, each die assigned to one ship that it can hit.
    /// They are sorted as D16 breaks ties: each die is a decision of its own, for the greatest
    /// result by D8 after it.
    ///
    /// D1: a ship that is already dead in this volley gets no dice; a die that can hit no living
    /// ship is lost. D15: before point defence no ship has died, and every missile is assigned.
    fn results(&self, sit: &Sit, me: usize, dice: &[Die]) -> Vec<Hurt> {
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
    fn hit(&self, hurt: &Hurt, group: usize, ship: usize, points: u8, missile: bool) -> Hurt {
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
    fn d8(&self, hurt: &Hurt, spread: bool) -> Vec<i64> {
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
    fn spare_missiles(&self, group: usize, ship: &(u8, Vec<u8>)) -> usize {
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
    fn d15(&self, hurt: &Hurt) -> (i64, Vec<usize>, i64, Vec<Vec<u8>>) {
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
    fn greatest(&self, results: Vec<Hurt>, spread: bool) -> Hurt {
        let key = |hurt: &Hurt| (self.d8(hurt, spread), self.d15(hurt));
        results.into_iter().max_by_key(key).expect("a volley has at least one result")
    }

    /// Returns all ways to remove one missile from the owner's ships.
    fn removals(&self, hurt: &Hurt, who: usize) -> Vec<Hurt> {
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
    fn npc_remove(&self, hurt: &Hurt, who: usize, hits: u8) -> Hurt {
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
    fn assigned(&self, sit: &Sit, hurt: Hurt, own: u8, from: usize) -> Step {
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
    fn apply(
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
fn over(mut s: Step) -> Step {
    s.sit = Sit { round: 0, missile: false, k: 0, stage: Stage::Over, ships: s.sit.ships };
    s
}

/// Values of a situation: probability that side 0 and side 1 win, and their expected further swing.
type Value = [f64; 4];
/// D16: options that differ from the best by less than this are equal.
const EQUAL: f64 = 1e-12;
/// Values are final when a sweep over all situations changes none of them by more than this,
/// relative to the largest value. Even if nine rounds of ten pass without a hit, the error stays
/// far below [`EQUAL`].
const FINAL: f64 = 1e-15;

struct Graph {
    spec: Spec,
    ships: Vec<Ships>,
    nodes: Vec<Node<Edge>>,
    start: Edge,
    /// Values by which choices are made.
    value: Vec<Value>,
    /// Values if no side retreats by its odds, for [`Retreat::Below`].
    played_on: Vec<Value>,
    converged: bool,
}
impl Graph {
    fn new(spec: Spec, ships: &Ships) -> Graph {
        let mut ids: HashMap<Sit, usize> = HashMap::new();
        let mut sits: Vec<Sit> = vec![];
        let mut nodes: Vec<Node<Edge>> = vec![];
        let start = intern(&mut ids, &mut sits, spec.begin(ships));
        while nodes.len() < sits.len() {
            let sit = sits[nodes.len()].clone();
            let mut edge = |s: Step| intern(&mut ids, &mut sits, s);
            nodes.push(match spec.expand(&sit) {
                Node::Chance(list) => {
                    Node::Chance(list.into_iter().map(|(p, s)| (p, edge(s))).collect())
                }
                Node::Choice(o, list) => Node::Choice(o, list.into_iter().map(edge).collect()),
                Node::Below(o, p, fire, retreat) => Node::Below(o, p, edge(fire), edge(retreat)),
                Node::Over => Node::Over,
            });
        }
        let ships = sits.into_iter().map(|s| s.ships).collect();
        let mut g =
            Graph { spec, ships, nodes, start, value: vec![], played_on: vec![], converged: true };
        if g.nodes.iter().any(|n| matches!(n, Node::Below(..))) {
            g.played_on = g.iterate();
        }
        if g.nodes.iter().any(|n| matches!(n, Node::Choice(..))) {
            g.value = g.iterate();
        }
        g
    }
    fn along(&self, e: &Edge, value: &[Value]) -> Value {
        let mut v = value[e.to];
        for &(group, by) in &e.lost {
            let g = &self.spec.groups[group];
            v[2 + g.side] -= g.g.cost as f64;
            if let Some(o) = by {
                v[2 + self.spec.owners[o].side] += g.g.cost as f64;
            }
        }
        v
    }
    /// D16: returns the index of the option that an owner takes under these values: the best for
    /// its objective; of equal options the best for the other figure; of those the first.
    fn pick(&self, owner: usize, options: &[Edge], value: &[Value]) -> usize {
        let o = &self.spec.owners[owner];
        let (win, swing) = (o.side, 2 + o.side);
        let figures = match o.o.objective {
            Objective::Win => [win, swing],
            Objective::Swing => [swing, win],
        };
        let worth: Vec<Value> = options.iter().map(|e| self.along(e, value)).collect();
        let mut equal: Vec<usize> = (0..options.len()).collect();
        for figure in figures {
            let best = equal.iter().map(|&n| worth[n][figure]).fold(f64::NEG_INFINITY, f64::max);
            equal.retain(|&n| worth[n][figure] >= best - EQUAL);
        }
        equal[0]
    }
    /// Whether the group begins to retreat by its odds. It never does while these are being
    /// computed.
    fn begins(&self, node: usize, owner: usize, below: f64) -> bool {
        !self.played_on.is_empty()
            && self.played_on[node][self.spec.owners[owner].side] < below - 1e-10
    }
    /// Returns values under which each choice is the best by D16, found by value iteration. A
    /// choice that depends on a value that is not final is made again in the next sweep.
    fn iterate(&mut self) -> Vec<Value> {
        let mut value = vec![[0.0; 4]; self.nodes.len()];
        for _ in 0..20_000 {
            let (mut change, mut scale): (f64, f64) = (0.0, 1.0);
            for n in (0..self.nodes.len()).rev() {
                let v = match &self.nodes[n] {
                    Node::Chance(list) => {
                        let mut v = [0.0; 4];
                        for (p, e) in list {
                            let w = self.along(e, &value);
                            (0..4).for_each(|i| v[i] += p * w[i]);
                        }
                        v
                    }
                    Node::Choice(o, list) => self.along(&list[self.pick(*o, list, &value)], &value),
                    Node::Below(o, p, fire, retreat) => {
                        self.along(if self.begins(n, *o, *p) { retreat } else { fire }, &value)
                    }
                    Node::Over => {
                        let here = [0, 1].map(|s| self.spec.ships_here(&self.ships[n], s) > 0);
                        [
                            (here[0] && !here[1]) as u8 as f64,
                            (here[1] && !here[0]) as u8 as f64,
                            0.0,
                            0.0,
                        ]
                    }
                };
                for i in 0..4 {
                    change = change.max((v[i] - value[n][i]).abs());
                    scale = scale.max(v[i].abs());
                }
                value[n] = v;
            }
            if change <= FINAL * scale {
                return value;
            }
        }
        self.converged = false;
        value
    }
}
fn intern(ids: &mut HashMap<Sit, usize>, sits: &mut Vec<Sit>, s: Step) -> Edge {
    let to = *ids.entry(s.sit).or_insert_with_key(|sit| {
        sits.push(sit.clone());
        sits.len() - 1
    });
    Edge { to, lost: s.lost, new_round: s.new_round }
}

/// Data carried along: by owner, tiles for kills (at most 5), and whether at any moment all living
/// ships of the owner were retreating or had left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    kills: Vec<u8>,
    tried: Vec<bool>,
}
/// Distribution of the ends of a battle.
struct Ends {
    /// Probability by ships, memory, and whether the battle ended in a standoff.
    ends: BTreeMap<(Ships, Memory, bool), f64>,
    rounds: Vec<f64>,
    cost_lost: [f64; 2],
    cost_destroyed: [f64; 2],
    present: Vec<bool>,
    converged: bool,
}

fn play(battle: &Battle, ships: &Ships) -> Ends {
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
fn settled(ships: &Ships) -> Ships {
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
fn took_part(
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

/// A sector between its battles: ships by party and, in the second edition, kills, attempts to
/// retreat, and whether the party has fought.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Scene {
    ships: Vec<Ships>,
    kills: Vec<u8>,
    tried: Vec<bool>,
    fought: Vec<bool>,
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
fn bombard(sector: &Sector, there: &[usize], s: &Scene, cubes: usize) -> Vec<f64> {
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
