//! Search for the best of all results that a volley can have, where "best" is a sum over ships.
//!
//! The order of D8 compares results figure by figure, and each figure is a sum over the ships. So
//! the best result is found ship by ship, by dynamic programming: for every rest of the dice, the
//! best way to have spent the others on the ships so far. A ship gets dice that leave it alive, or
//! dice that destroy it of which the last and smallest is needed (D1: dice are assigned in order of
//! falling damage, and only to living ships).
//!
//! Kills of large ships are compared first. So as soon as all ships of a rank have got their dice,
//! rests are dropped to which ways have led that destroy fewer of them than others.
//!
//! The search allows unspent dice, which D1 forbids while there is a ship to hit. But one more die
//! on a living ship always gives a better result, so the best result leaves none.
//!
//! Missiles that can be shot down are different (D15): no ship dies before point defence has fired,
//! so every missile is assigned, and a ship may get more missiles than it takes to destroy it.

use arrayvec::ArrayVec;

use super::super::fleet::limits::{GROUPS, SHIPS};
use super::super::missile_targets::{MissileTarget, MissileTargets};
use super::super::ships::Ships;
use super::super::turn::AssignmentRules;
use super::super::volley::{MAX_SALVOS, Salvo};
use super::figures::{
    Changes, FEW_WORDS, FigureOrder, FigureTable, LivingTarget, by_word, targets,
};
use super::reach::{destroy_all, lives_left};
use super::rests::{DiceBySalvo, rests};
use crate::array::array;

/// Working memory for finding the best result.
#[derive(Debug)]
pub(super) struct Allotter {
    /// Figures of the best way to each rest of the dice.
    now: FigureTable,
    /// Figures after one more ship.
    next: FigureTable,
    /// Index of the allotment that led to each rest of the dice, ship by ship. Only the rests to
    /// which there was a way have one.
    choices: Vec<u16>,
    /// Allotments of all ships. Equal ships share them.
    allotments: Vec<Allotment>,
    /// By ship: the first of its allotments.
    first_allotments: ArrayVec<usize, SHIPS>,
    steps: Vec<AllotmentStep>,
    /// Dice of each rest to which there was a way.
    dice: Vec<DiceBySalvo>,
    /// Estimated work so far, in nanoseconds.
    pub(super) nanoseconds: u64,
}

/// Dice assigned to one ship.
#[derive(Clone, Copy, Debug)]
struct Allotment {
    /// Number of dice of each salvo.
    dice: [u8; MAX_SALVOS],
    /// Number of dice in all.
    fired: i16,
    /// Number of spare missiles if they can be shot down: in order of falling damage, those after
    /// the one that destroys the ship.
    spare: i16,
    /// Difference between the indices of the rests of the dice before and after.
    spent: usize,
    /// Remaining life of the ship.
    life: u8,
}

/// Effect of an allotment on the rest of the dice and on the figures.
#[derive(Clone, Debug)]
struct AllotmentStep {
    /// Index of the allotment.
    choice: u16,
    spent: usize,
    dice: DiceBySalvo,
    changes: Changes,
    /// These changes by word, as far as they are in the first words.
    by_word: [u64; FEW_WORDS],
}

/// Estimated nanoseconds on one core of a 2024 server processor: for an allotment, and for
/// comparing its figures from one rest of the dice.
const NANOSECONDS_PER_ALLOTMENT: u64 = 30;
const NANOSECONDS_PER_COMPARISON: u64 = 4;

/// Words of figures that are compared in a nanosecond. Also rests that are prepared, and allotments
/// for which a rest turns out to be too small.
const WORDS_PER_NANOSECOND: u64 = 4;

impl Clone for Allotter {
    /// Returns an allotter without memory, which it takes at its first search.
    fn clone(&self) -> Self {
        Self { nanoseconds: self.nanoseconds, ..Self::new() }
    }
}

impl Allotter {
    /// Limit on the number of ships times rests of the dice. Larger volleys are not searched.
    const MAX_ALLOTMENTS: usize = 1 << 16;

    /// Limit on the number of figures of all rests of the dice.
    const MAX_FIGURES: usize = 1 << 20;

    /// Limit on the number of figures that are added up for missiles that can be shot down. Each
    /// ship may get any of them, so this number grows with the square of the rests.
    const MAX_MISSILE_FIGURES: usize = 1 << 24;

    /// Creates an allotter without memory, which is taken at the first search. Most captains of a
    /// large sector never need it.
    pub(super) fn new() -> Self {
        Self::with_room(0, 0, 0)
    }

    /// Creates an allotter with room for this many allotments of all ships, figures, and allotments
    /// of one ship.
    fn with_room(allotments: usize, figures: usize, of_ship: usize) -> Self {
        let table = || FigureTable::with_room(allotments, figures);
        Self {
            now: table(),
            next: table(),
            choices: Vec::with_capacity(allotments),
            allotments: Vec::with_capacity(4 * of_ship),
            first_allotments: ArrayVec::new(),
            steps: Vec::with_capacity(of_ship),
            dice: Vec::with_capacity(allotments),
            nanoseconds: 0,
        }
    }

    /// Takes the memory of all later searches at the first one.
    fn take_memory(&mut self) {
        if self.choices.capacity() == 0 {
            let memory = Self::with_room(Self::MAX_ALLOTMENTS, Self::MAX_FIGURES, 1024);
            *self = Self { nanoseconds: self.nanoseconds, ..memory };
        }
    }

    /// Returns the best result of a volley in the order of D8; `None` if there are too many dice
    /// and ships for the search.
    pub(super) fn best(
        &mut self,
        range: AssignmentRules<'_>,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> Option<Ships> {
        let rests = rests(volley)?;
        let mut order = FigureOrder::new(range.targets, range.policy, false);
        self.fits(rests, &order, enemy)?;
        if let Some(after) = destroy_all(range, volley, enemy) {
            return Some(after);
        }
        self.take_memory();
        narrow(range, &mut order, volley, enemy);
        self.try_all(range, &order, volley, enemy, None);
        let row = |rest: usize| self.now.row(rest, order.length);
        let best = self.now.reached().max_by(|&a, &b| row(a).cmp(row(b)))?;
        Some(self.assign(range, enemy, volley, (rests, best), |_| ()))
    }

    /// Returns the best way to aim missiles that can be shot down (D15). It has the best result in
    /// the order of D8 or, if `result` is given, leaves the ship in each place with that life; then
    /// as few spare missiles as possible, and these at the largest ships. Returns `None` if there
    /// are too many missiles and ships for the search.
    pub(super) fn best_aims(
        &mut self,
        range: AssignmentRules<'_>,
        volley: &[Salvo],
        enemy: &Ships,
        result: Option<&[u8; SHIPS]>,
    ) -> Option<MissileTargets> {
        let rests = rests(volley)?;
        let mut order = FigureOrder::new(range.targets, range.policy, true);
        self.fits(rests, &order, enemy)?;
        let all = rests.checked_mul(rests)?.checked_mul(usize::from(enemy.afloat))?;
        if all.checked_mul(order.all)? > Self::MAX_MISSILE_FIGURES {
            return None;
        }
        self.take_memory();
        narrow(range, &mut order, volley, enemy);
        self.try_all(range, &order, volley, enemy, result);
        // Every missile can hit some ship and is aimed at one.
        let mut aims = MissileTargets::NONE;
        self.now.is_reached(0).then(|| {
            self.assign(range, enemy, volley, (rests, 0), |aim| aims.add(aim));
            aims
        })
    }

    /// Returns `None` if there are too many dice and ships for the search.
    fn fits(&self, rests: usize, order: &FigureOrder, enemy: &Ships) -> Option<()> {
        let fits = rests.checked_mul(usize::from(enemy.afloat))? <= Self::MAX_ALLOTMENTS
            && rests.checked_mul(order.all)? <= Self::MAX_FIGURES;
        fits.then_some(())
    }

    /// Finds the best way to every rest of the dice, ship by ship; if `result` is given, only ways
    /// that lead to it.
    fn try_all(
        &mut self,
        range: AssignmentRules<'_>,
        order: &FigureOrder,
        volley: &[Salvo],
        enemy: &Ships,
        result: Option<&[u8; SHIPS]>,
    ) {
        let rests = rests(volley).unwrap_or(1);
        self.now.begin(rests, order.length);
        self.next.make_room(rests, order.length);
        self.allotments.clear();
        self.first_allotments.clear();
        if self.dice.len() < rests {
            self.dice.resize(rests, DiceBySalvo::default());
        }
        self.dice[rests - 1] = DiceBySalvo::of_all(volley);
        let choices = rests * usize::from(enemy.afloat);
        if self.choices.len() < choices {
            self.choices.resize(choices, 0);
        }
        let mut listed = None;
        let mut to_come = [0; GROUPS];
        targets(range.targets, enemy).for_each(|ship| to_come[order.rank_of[ship.group]] += 1);
        for (number, target) in targets(range.targets, enemy).enumerate() {
            let wanted = result.map(|life| life[target.place]);
            let alike = Some((target.group, target.life, wanted));
            let first = match self.first_allotments.last() {
                Some(first) if listed == alike => *first,
                _ => self.list(range, order, volley, (target, wanted)),
            };
            listed = alike;
            self.first_allotments.push(first);
            self.allot(order, volley, (number, rests));
            let rank = order.rank_of[target.group];
            to_come[rank] -= 1;
            if to_come[rank] == 0 && result.is_none() {
                self.keep_most_kills(order, rank);
            }
        }
    }

    /// Drops the rests to which ways have led that destroy fewer ships of a rank than others, if no
    /// ship of this rank follows. Of higher ranks, all ways destroy equally many.
    fn keep_most_kills(&mut self, order: &FigureOrder, rank: usize) {
        let kills = |now: &FigureTable, rest: usize| now.figure(rest, order.length, rank);
        let most = self.now.reached().map(|rest| kills(&self.now, rest)).max();
        self.now.keep(|now, rest| Some(kills(now, rest)) == most);
    }

    /// Returns the tables, for other searches of this kind.
    pub(super) fn tables(&mut self) -> [&mut FigureTable; 2] {
        self.take_memory();
        [&mut self.now, &mut self.next]
    }

    /// Lists all ways to shoot at one ship, in a fixed order, and their effects; if a life is
    /// wanted, the effects of those that leave it. Returns the first of them.
    fn list(
        &mut self,
        range: AssignmentRules<'_>,
        order: &FigureOrder,
        volley: &[Salvo],
        (target, wanted): (LivingTarget, Option<u8>),
    ) -> usize {
        let first = self.allotments.len();
        let none =
            Allotment { dice: [0; MAX_SALVOS], fired: 0, spare: 0, spent: 0, life: target.life };
        let reached = Reached { range, target, beyond_death: order.counts_spares };
        extend(&mut self.allotments, reached, volley, none, 0, 1);
        self.steps.clear();
        for (choice, allotment) in (0..).zip(&self.allotments[first..]) {
            let Allotment { life, fired, spare, spent, .. } = *allotment;
            if wanted.is_none_or(|wanted| wanted == life) {
                let changes = order.changes(range.targets, target, life, (fired, spare));
                let by_word = by_word(&changes);
                let dice = DiceBySalvo::new(&allotment.dice);
                self.steps.push(AllotmentStep { choice, spent, dice, changes, by_word });
            }
        }
        self.nanoseconds += self.steps.len() as u64 * NANOSECONDS_PER_ALLOTMENT;
        first
    }

    /// Extends all ways by the dice for one more ship, number `ship` of those listed.
    fn allot(&mut self, order: &FigureOrder, volley: &[Salvo], place: (usize, usize)) {
        match order.words() {
            1 => self.allot_words::<1>(order, volley, place),
            2 => self.allot_words::<2>(order, volley, place),
            3 => self.allot_words::<3>(order, volley, place),
            4 => self.allot_words::<4>(order, volley, place),
            5 => self.allot_words::<5>(order, volley, place),
            6 => self.allot_words::<6>(order, volley, place),
            7 => self.allot_words::<7>(order, volley, place),
            FEW_WORDS => self.allot_words::<FEW_WORDS>(order, volley, place),
            _ => self.allot_words::<0>(order, volley, place),
        }
    }

    /// Extends all ways, for figures in `N` words; 0 for any number of words.
    fn allot_words<const N: usize>(
        &mut self,
        order: &FigureOrder,
        volley: &[Salvo],
        (ship, rests): (usize, usize),
    ) {
        let choices = &mut self.choices[ship * rests..(ship + 1) * rests];
        let Self { now, next, steps, dice, .. } = self;
        let (mut tried, mut offers) = (0, 0);
        // Of equally good ways to a rest, the one from the smallest rest wins.
        for from in now.reached() {
            let (figures, left): ([u64; N], _) = (now.words(from), dice[from]);
            tried += steps.len() as u64;
            for step in steps.iter().filter(|step| left.include(&step.dice, volley.len())) {
                offers += 1;
                let to = from - step.spent;
                let is_best = if N == 0 {
                    next.offer(to, now.row(from, order.length), &step.changes)
                } else {
                    let more = &step.by_word;
                    let after = array(|n| figures[n].wrapping_add(more[n]));
                    next.offer_words::<N>(to, after)
                };
                if is_best {
                    dice[to] = left.without(&step.dice);
                    choices[to] = step.choice;
                }
            }
        }
        now.make_room(rests, order.length);
        let words = order.length as u64;
        self.nanoseconds += (rests as u64 + tried) / WORDS_PER_NANOSECOND
            + offers * (NANOSECONDS_PER_COMPARISON + words / WORDS_PER_NANOSECOND);
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Follows the choices back from the best end and applies them.
    fn assign(
        &self,
        range: AssignmentRules<'_>,
        enemy: &Ships,
        volley: &[Salvo],
        (rests, mut rest): (usize, usize),
        mut aimed: impl FnMut(MissileTarget),
    ) -> Ships {
        let (roster, mut ships) = (range.targets, *enemy);
        for (i, target) in (0..usize::from(enemy.afloat)).rev().zip(targets(roster, enemy).rev()) {
            let choice = usize::from(self.choices[i * rests + rest]);
            let allotment = self.allotments[self.first_allotments[i] + choice];
            rest += allotment.spent;
            for (salvo, &dice) in volley.iter().zip(&allotment.dice) {
                let (place, group) = (target.place as u8, target.group as u8);
                (0..dice).for_each(|_| aimed(MissileTarget { place, group, damage: salvo.damage }));
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

/// Drops the figures of lives with which no ship can be left.
fn narrow(range: AssignmentRules<'_>, order: &mut FigureOrder, volley: &[Salvo], enemy: &Ships) {
    let mut lives = [0; GROUPS];
    let mut before = None;
    for target in targets(range.targets, enemy) {
        // Equal ships can be left with equal lives.
        if before.replace((target.group, target.life)) != Some((target.group, target.life)) {
            lives[order.rank_of[target.group]] |= lives_left(range, volley, target);
        }
    }
    order.keep_lives(lives);
}

/// A ship that dice can hit.
#[derive(Clone, Copy)]
struct Reached<'a> {
    range: AssignmentRules<'a>,
    target: LivingTarget,
    /// Whether it may get more dice than it takes to destroy it.
    beyond_death: bool,
}

/// Adds dice of the salvos from `salvo` on to an allotment, in every way; `step` is the change of
/// the rest's index per die of this salvo.
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

#[cfg(test)]
mod tests;
