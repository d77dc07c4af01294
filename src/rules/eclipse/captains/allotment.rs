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
//!
//! Missiles that can be shot down are different (D15): no ship dies before they have been shot
//! at, so each missile is assigned, and a ship may get more of them than it takes.

use super::super::aims::{Aim, Aims};
use super::super::fleet::limits::{GROUPS, SHIPS};
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
    /// Estimated nanoseconds of work so far.
    pub(super) nanoseconds: u64,
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
    /// Of missiles that can be shot down, in order of falling damage, those beyond the one that
    /// destroys the ship.
    spare: i16,
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
/// missiles can be shot down, spare missiles, the fewer the better, of these those by rank, the
/// more on the largest the better (D15), and all on ships that die, the fewer the better (D11).
pub(super) struct Order {
    ranks: usize,
    rank_of: [usize; GROUPS],
    lives: usize,
    pub(super) length: usize,
    counts_spares: bool,
    /// What a ship with few lives left is worth: 1 if damage is to be concentrated, -1 if
    /// it is to be spread.
    concentrated: i16,
}

/// Nanoseconds that a look at a way to shoot at a ship takes on one core of a 2024 server
/// processor, and an offer of its figures.
const LOOK: u64 = 1;
const OFFER: u64 = 16;

/// Figures that are added up, or cleared, in a nanosecond, and figures that could be cleared in the
/// time that a rest of the dice takes.
const FIGURES: usize = 4;
const REST: usize = 32;

impl Allotter {
    /// Ships times rests of the dice up to which the best result is looked for.
    const MOST: usize = 1 << 16;

    /// Figures of all rests of the dice up to which it is looked for.
    const MOST_FIGURES: usize = 1 << 20;

    /// Figures that may be added up for missiles that can be shot down. Each ship may get any of
    /// them, so that their number grows with the square of the rests.
    const MOST_MISSILE_FIGURES: usize = 1 << 24;

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
            nanoseconds: 0,
        }
    }

    /// The best result of a volley in the order of D8; `None` if there are too many dice and
    /// ships to look for it.
    pub(super) fn best(
        &mut self,
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> Option<Ships> {
        let rests = rests(volley)?;
        let order = Order::new(range.targets, range.policy, false);
        self.fits(rests, &order, enemy)?;
        self.try_all(range, &order, volley, enemy, None);
        let best = (0..rests)
            .filter(|&rest| self.now.reached[rest])
            .max_by(|&a, &b| self.now.row(a, order.length).cmp(self.now.row(b, order.length)))?;
        Some(self.assign(range, &order, volley, enemy, (rests, best), |_| ()))
    }

    /// The best way to aim missiles that can be shot down (D15): with the best result in the order
    /// of D8, or, where it is given, with this life left of the ship in each place; as few spare
    /// missiles as possible, spare ones at the largest ships. `None` if there are too many
    /// missiles and ships to look for it.
    pub(super) fn best_aims(
        &mut self,
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
        result: Option<&[u8; SHIPS]>,
    ) -> Option<Aims> {
        let rests = rests(volley)?;
        let order = Order::new(range.targets, range.policy, true);
        self.fits(rests, &order, enemy)?;
        let all = rests.checked_mul(rests)?.checked_mul(usize::from(enemy.afloat))?;
        if all.checked_mul(order.length)? > Self::MOST_MISSILE_FIGURES {
            return None;
        }
        self.try_all(range, &order, volley, enemy, result);
        // Every missile can hit some ship, and is aimed at one.
        let mut aims = Aims::NONE;
        self.now.reached[0].then(|| {
            self.assign(range, &order, volley, enemy, (rests, 0), |aim| aims.add(aim));
            aims
        })
    }

    /// Whether there are few enough dice and ships to look for the best result.
    fn fits(&self, rests: usize, order: &Order, enemy: &Ships) -> Option<()> {
        let fits = rests.checked_mul(usize::from(enemy.afloat))? <= Self::MOST
            && rests.checked_mul(order.length)? <= Self::MOST_FIGURES;
        fits.then_some(())
    }

    /// Finds the best way to every rest of the dice, ship by ship; with a result, only ways to it.
    fn try_all(
        &mut self,
        range: Range<'_>,
        order: &Order,
        volley: &[Salvo],
        enemy: &Ships,
        result: Option<&[u8; SHIPS]>,
    ) {
        let rests = rests(volley).unwrap_or(1);
        self.now.clear(rests, order.length);
        self.now.reached[rests - 1] = true;
        self.choices.clear();
        for target in targets(range.targets, enemy) {
            self.list_allotments(range, order, volley, target);
            let wanted = result.map(|life| life[target.place]);
            self.allot(order, range.targets, volley, (target, wanted), rests);
        }
    }

    /// The tables, to find something else in the same way.
    pub(super) fn tables(&mut self) -> [&mut Table; 2] {
        [&mut self.now, &mut self.next]
    }

    /// All ways to shoot at one ship, in a fixed order.
    fn list_allotments(
        &mut self,
        range: Range<'_>,
        order: &Order,
        volley: &[Salvo],
        target: Target,
    ) {
        self.allotments.clear();
        let none =
            Allotment { dice: [0; MOST_SALVOS], fired: 0, spare: 0, spent: 0, life: target.life };
        let reached = Reached { range, target, beyond_death: order.counts_spares };
        extend(&mut self.allotments, reached, volley, none, 0, 1);
    }

    /// Spends dice on one more ship in every way, or in those that leave it the life wanted.
    fn allot(
        &mut self,
        order: &Order,
        roster: &Roster,
        volley: &[Salvo],
        (target, wanted): (Target, Option<u8>),
        rests: usize,
    ) {
        self.next.clear(rests, order.length);
        self.nanoseconds += (rests * (order.length + REST) / FIGURES) as u64;
        let offer = OFFER + (order.length / FIGURES) as u64;
        let choices = self.choices.len();
        self.choices.resize(choices + rests, 0);
        for rest in (0..rests).filter(|&rest| self.now.reached[rest]) {
            let mut left = [0; MOST_SALVOS];
            let mut digits = rest;
            for (left, salvo) in left.iter_mut().zip(volley) {
                *left = (digits % (usize::from(salvo.hits) + 1)) as u8;
                digits /= usize::from(salvo.hits) + 1;
            }
            self.nanoseconds += self.allotments.len() as u64 * LOOK;
            for (i, allotment) in self.allotments.iter().enumerate() {
                let Allotment { dice, life, fired, spare, .. } = *allotment;
                if wanted.is_some_and(|wanted| wanted != life)
                    || dice.iter().zip(&left).any(|(dice, left)| dice > left)
                {
                    continue;
                }
                self.nanoseconds += offer;
                let to = rest - allotment.spent;
                let from = self.now.row(rest, order.length);
                if self
                    .next
                    .offer(to, from, |row| order.add(row, roster, target, life, (fired, spare)))
                {
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
        order: &Order,
        volley: &[Salvo],
        enemy: &Ships,
        (rests, mut rest): (usize, usize),
        mut aimed: impl FnMut(Aim),
    ) -> Ships {
        let (roster, mut ships) = (range.targets, *enemy);
        for (i, target) in (0..usize::from(enemy.afloat)).rev().zip(targets(roster, enemy).rev()) {
            self.list_allotments(range, order, volley, target);
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
    pub(super) fn new(roster: &Roster, policy: Policy, counts_spares: bool) -> Self {
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
            length: ranks * (2 + lives) + roster.groups + if counts_spares { 2 + ranks } else { 0 },
            counts_spares,
            concentrated: if policy == Policy::NpcSpread { -1 } else { 1 },
        }
    }

    /// Adds what one ship counts when so much of its life is left by this number of missiles, of
    /// which some are spare.
    pub(super) fn add(
        &self,
        figures: &mut [i16],
        roster: &Roster,
        target: Target,
        life: u8,
        (dice, spare): (i16, i16),
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
        if self.counts_spares {
            let spares = self.length - 2 - self.ranks;
            figures[spares] -= spare;
            figures[spares + 1 + rank] += spare;
            if life == 0 {
                figures[self.length - 1] -= dice;
            }
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

/// A ship that dice reach.
#[derive(Clone, Copy)]
struct Reached<'a> {
    range: Range<'a>,
    target: Target,
    /// Whether it may get dice beyond those that destroy it.
    beyond_death: bool,
}

/// Adds dice of the salvos from `salvo` on to an allotment, in every way; `step` is the
/// distance that one die of this salvo makes.
fn extend(
    all: &mut Vec<Allotment>,
    reached: Reached<'_>,
    volley: &[Salvo],
    mut allotment: Allotment,
    salvo: usize,
    step: usize,
) {
    let is_full = |allotment: &Allotment| allotment.life == 0 && !reached.beyond_death;
    if is_full(&allotment) || salvo == volley.len() {
        all.push(allotment);
        return;
    }
    let Salvo { damage, reach, hits, .. } = volley[salvo];
    let next = step * (usize::from(hits) + 1);
    extend(all, reached, volley, allotment, salvo + 1, next);
    if reached.range.faces[reached.target.group] < reach {
        return;
    }
    for _ in 0..hits {
        allotment.dice[salvo] += 1;
        allotment.fired += 1;
        allotment.spare += i16::from(allotment.life == 0);
        allotment.spent += step;
        allotment.life = allotment.life.saturating_sub(damage);
        extend(all, reached, volley, allotment, salvo + 1, next);
        if is_full(&allotment) {
            return;
        }
    }
}

/// Number of ways to have a part of the dice of a volley left; `None` if it is too large for a
/// number.
fn rests(volley: &[Salvo]) -> Option<usize> {
    volley.iter().try_fold(1usize, |rests, salvo| rests.checked_mul(usize::from(salvo.hits) + 1))
}
