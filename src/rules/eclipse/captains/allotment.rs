//! The best of all results that a volley can have, where "best" is a sum over ships.
//!
//! The order of D8 compares results figure by figure, and each figure is a sum over the
//! ships. So the best result is found ship by ship: for every rest of the dice, the best
//! way to have spent the others on the ships so far. A ship gets dice that leave it alive,
//! or dice that destroy it of which the last, the smallest, is needed (D1: dice are
//! assigned in order of falling damage, and only to ships that still live).
//!
//! Dice may be left over here, which D1 forbids while there is a ship to hit; but another
//! die on a living ship is always a better result, so the best result leaves none.

use super::super::aims::Aim;
use super::super::fleet::limits::GROUPS;
use super::super::ships::{Roster, Ships};
use super::super::turn::Range;
use super::super::volley::{MOST_SALVOS, Salvo};
use super::Policy;

/// Working memory for finding the best result.
#[derive(Debug)]
pub(super) struct Allotter {
    /// Per rest of the dice the figures of the best way there; empty if there is none.
    now: Table,
    next: Table,
    /// Per ship and rest of the dice, which allotment led there.
    choices: Vec<u16>,
    allotments: Vec<Allotment>,
    /// Figures that have been added up so far.
    pub(super) figures: u64,
}

/// Figures by rest of the dice.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) reached: Vec<bool>,
    figures: Vec<i16>,
    /// Room for the figures of one way.
    room: Vec<i16>,
}

/// Dice for one ship.
#[derive(Clone, Copy, Debug)]
struct Allotment {
    /// Dice of each salvo.
    dice: [u8; MOST_SALVOS],
    /// All of them.
    fired: i16,
    /// Distance between the rests of the dice before and after.
    spent: usize,
    /// What is left of the ship's life.
    life: u8,
}

/// A living ship of the enemy.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) group: usize,
    pub(super) place: usize,
    pub(super) life: u8,
}

/// Where each figure of the order stands: kills by rank, damage standing by rank, ships by
/// rank and remaining life (the fewer lives left the earlier), loss by group as listed; where
/// missiles are shot at, dice on ships that die, the fewer the better (D11).
pub(super) struct Order {
    ranks: usize,
    rank_of: [usize; GROUPS],
    lives: usize,
    pub(super) length: usize,
    counts_dice: bool,
    /// What a ship with few lives left is worth: 1 if damage is to be concentrated, -1 if
    /// it is to be spread.
    concentrated: i16,
}

impl Allotter {
    /// Ships times rests of the dice up to which the best result is looked for.
    const MOST: usize = 1 << 16;

    /// Figures of all rests of the dice up to which it is looked for.
    const MOST_FIGURES: usize = 1 << 20;

    pub(super) fn new() -> Self {
        let table = || Table {
            reached: Vec::with_capacity(Self::MOST),
            figures: Vec::with_capacity(Self::MOST_FIGURES),
            room: Vec::new(),
        };
        Self {
            now: table(),
            next: table(),
            choices: Vec::with_capacity(Self::MOST),
            allotments: Vec::with_capacity(1024),
            figures: 0,
        }
    }

    /// The best result of a volley in the order of D8, telling where each die goes; `None` if
    /// there are too many dice and ships to look for it.
    pub(super) fn best(
        &mut self,
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
        aimed: impl FnMut(Aim),
    ) -> Option<Ships> {
        let rests = volley
            .iter()
            .try_fold(1usize, |rests, salvo| rests.checked_mul(usize::from(salvo.hits) + 1))?;
        let order = Order::new(range.targets, range.policy, range.is_shot_at);
        if rests.checked_mul(usize::from(enemy.afloat))? > Self::MOST
            || rests.checked_mul(order.length)? > Self::MOST_FIGURES
        {
            return None;
        }
        self.now.clear(rests, order.length);
        self.now.reached[rests - 1] = true;
        self.choices.clear();
        for target in targets(range.targets, enemy) {
            self.list_allotments(range, volley, target);
            self.figures += (rests * self.allotments.len() * order.length) as u64;
            self.allot(&order, range.targets, volley, target, rests);
        }
        let best = (0..rests)
            .filter(|&rest| self.now.reached[rest])
            .max_by(|&a, &b| self.now.row(a, order.length).cmp(self.now.row(b, order.length)))?;
        Some(self.assign(range, volley, enemy, (rests, best), aimed))
    }

    /// The tables, to find something else in the same way.
    pub(super) fn tables(&mut self) -> [&mut Table; 2] {
        [&mut self.now, &mut self.next]
    }

    /// All ways to shoot at one ship, in a fixed order.
    fn list_allotments(&mut self, range: Range<'_>, volley: &[Salvo], target: Target) {
        self.allotments.clear();
        let none = Allotment { dice: [0; MOST_SALVOS], fired: 0, spent: 0, life: target.life };
        extend(&mut self.allotments, range, volley, target, none, 0, 1);
    }

    /// Spends dice on one more ship in every way.
    fn allot(
        &mut self,
        order: &Order,
        roster: &Roster,
        volley: &[Salvo],
        target: Target,
        rests: usize,
    ) {
        self.next.clear(rests, order.length);
        let choices = self.choices.len();
        self.choices.resize(choices + rests, 0);
        for rest in (0..rests).filter(|&rest| self.now.reached[rest]) {
            let mut left = [0; MOST_SALVOS];
            let mut digits = rest;
            for (left, salvo) in left.iter_mut().zip(volley) {
                *left = (digits % (usize::from(salvo.hits) + 1)) as u8;
                digits /= usize::from(salvo.hits) + 1;
            }
            for (i, allotment) in self.allotments.iter().enumerate() {
                if allotment.dice.iter().zip(&left).any(|(wanted, left)| wanted > left) {
                    continue;
                }
                let to = rest - allotment.spent;
                let from = self.now.row(rest, order.length);
                let Allotment { life, fired, .. } = *allotment;
                if self.next.offer(to, from, |row| order.add(row, roster, target, life, fired)) {
                    self.choices[choices + to] = i as u16;
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Follows the choices back from the best end and carries them out.
    fn assign(
        &mut self,
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
        (rests, mut rest): (usize, usize),
        mut aimed: impl FnMut(Aim),
    ) -> Ships {
        let (roster, mut ships) = (range.targets, *enemy);
        for (i, target) in (0..usize::from(enemy.afloat)).rev().zip(targets(roster, enemy).rev()) {
            self.list_allotments(range, volley, target);
            let allotment = self.allotments[usize::from(self.choices[i * rests + rest])];
            rest += allotment.spent;
            for (salvo, &dice) in volley.iter().zip(&allotment.dice) {
                let (place, group) = (target.place as u8, target.group as u8);
                (0..dice).for_each(|_| aimed(Aim { place, group, damage: salvo.damage }));
            }
            let gone = u8::from(allotment.life == 0);
            ships.life[target.place] = allotment.life;
            ships.alive[target.group] -= gone;
            ships.afloat -= gone;
        }
        for group in 0..roster.groups {
            let all = roster.living(enemy, group);
            ships.life[all].sort_unstable_by(|a, b| b.cmp(a));
        }
        ships
    }
}

impl Table {
    pub(super) fn clear(&mut self, rests: usize, length: usize) {
        self.reached.clear();
        self.reached.resize(rests, false);
        self.figures.clear();
        self.figures.resize(rests * length, 0);
    }

    pub(super) fn row(&self, rest: usize, length: usize) -> &[i16] {
        &self.figures[rest * length..(rest + 1) * length]
    }

    /// Takes the figures of a way to a rest of the dice if they are better than those of
    /// the ways known.
    pub(super) fn offer(&mut self, rest: usize, from: &[i16], add: impl Fn(&mut [i16])) -> bool {
        let length = from.len();
        let row = &mut self.figures[rest * length..(rest + 1) * length];
        self.room.clear();
        self.room.extend_from_slice(from);
        add(&mut self.room);
        let better = !self.reached[rest] || *self.room > *row;
        if better {
            self.reached[rest] = true;
            row.copy_from_slice(&self.room);
        }
        better
    }
}

impl Order {
    pub(super) fn new(roster: &Roster, policy: Policy, counts_dice: bool) -> Self {
        let mut rank_of = [0; GROUPS];
        let mut ranks = 0;
        for same in roster
            .by_rank
            .chunk_by(|&g, &h| roster.rank[usize::from(g)] == roster.rank[usize::from(h)])
        {
            for &group in same {
                rank_of[usize::from(group)] = ranks;
            }
            ranks += 1;
        }
        let lives = usize::from(roster.full.iter().copied().max().unwrap_or(0));
        Self {
            ranks,
            rank_of,
            lives,
            length: ranks * (2 + lives) + roster.groups + usize::from(counts_dice),
            counts_dice,
            concentrated: if policy == Policy::NpcSpread { -1 } else { 1 },
        }
    }

    /// Adds what one ship counts when so much of its life is left by so many dice.
    pub(super) fn add(
        &self,
        figures: &mut [i16],
        roster: &Roster,
        target: Target,
        life: u8,
        dice: i16,
    ) {
        let rank = self.rank_of[target.group];
        if life == 0 {
            figures[rank] += 1;
        } else {
            figures[self.ranks + rank] += i16::from(roster.full[target.group] - life);
            let lives = 2 * self.ranks + rank * self.lives;
            figures[lives + usize::from(life) - 1] += self.concentrated;
        }
        let loss = self.ranks * (2 + self.lives) + target.group;
        figures[loss] += i16::from(target.life - life);
        if self.counts_dice && life == 0 {
            figures[self.length - 1] -= dice;
        }
    }
}

/// The living ships, from the largest to the smallest.
pub(super) fn targets<'a>(
    roster: &'a Roster,
    ships: &'a Ships,
) -> impl DoubleEndedIterator<Item = Target> + 'a {
    roster.by_rank.iter().flat_map(move |&group| {
        let group = usize::from(group);
        let living = roster.living(ships, group);
        living.map(move |place| Target { group, place, life: ships.life[place] })
    })
}

/// Adds dice of the salvos from `salvo` on to an allotment, in every way; `step` is the
/// distance that one die of this salvo makes.
fn extend(
    all: &mut Vec<Allotment>,
    range: Range<'_>,
    volley: &[Salvo],
    target: Target,
    mut allotment: Allotment,
    salvo: usize,
    step: usize,
) {
    if allotment.life == 0 || salvo == volley.len() {
        all.push(allotment);
        return;
    }
    let Salvo { damage, reach, hits, .. } = volley[salvo];
    let next = step * (usize::from(hits) + 1);
    extend(all, range, volley, target, allotment, salvo + 1, next);
    if range.faces[target.group] < reach {
        return;
    }
    for _ in 0..hits {
        allotment.dice[salvo] += 1;
        allotment.fired += 1;
        allotment.spent += step;
        allotment.life = allotment.life.saturating_sub(damage);
        extend(all, range, volley, target, allotment, salvo + 1, next);
        if allotment.life == 0 {
            return;
        }
    }
}
