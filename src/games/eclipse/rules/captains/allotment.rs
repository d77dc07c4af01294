//! Search for the best of all results that a volley can have, where "best" is a sum over ships.
//!
//! The order of D8 compares results figure by figure, and each figure is a sum over the ships. So
//! the best result is found ship by ship, by dynamic programming: for every rest of the dice, the
//! best way to have spent the others on the ships so far. A ship gets dice that leave it alive, or
//! dice that destroy it of which the last and smallest is needed (D1: dice are assigned in order of
//! falling damage, and only to living ships).
//!
//! The search allows unspent dice, which D1 forbids while there is a ship to hit. But one more die
//! on a living ship always gives a better result, so the best result leaves none.
//!
//! Missiles that can be shot down are different (D15): no ship dies before point defence has fired,
//! so every missile is assigned, and a ship may get more missiles than it takes to destroy it.

use super::super::fleet::limits::{GROUPS, SHIPS};
use super::super::missile_targets::{MissileTarget, MissileTargets};
use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::AssignmentRules;
use super::super::volley::{MAX_SALVOS, Salvo};
use super::figures::{Changes, FigureOrder, FigureTable, LivingTarget, life_bit, targets};

/// Working memory for finding the best result.
#[derive(Debug)]
pub(super) struct Allotter {
    /// Figures of the best way to each rest of the dice.
    now: FigureTable,
    /// Figures after one more ship.
    next: FigureTable,
    /// Index of the allotment that led to each rest of the dice, ship by ship.
    choices: Vec<u16>,
    allotments: Vec<Allotment>,
    steps: Vec<AllotmentStep>,
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
    changes: Changes,
}

/// Estimated nanoseconds on one core of a 2024 server processor: for an allotment, and for comparing
/// its figures from one rest of the dice.
const NANOSECONDS_PER_ALLOTMENT: u64 = 30;
const NANOSECONDS_PER_COMPARISON: u64 = 4;

/// Words of figures that are compared in a nanosecond. Also words that are cleared, and rests of the
/// dice that turn out to be out of reach.
const WORDS_PER_NANOSECOND: u64 = 4;

impl Clone for Allotter {
    /// Returns memory of full capacity, which a derived clone of empty lists would not have.
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

    pub(super) fn new() -> Self {
        let table = || FigureTable::with_room(Self::MAX_ALLOTMENTS, Self::MAX_FIGURES);
        Self {
            now: table(),
            next: table(),
            choices: Vec::with_capacity(Self::MAX_ALLOTMENTS),
            allotments: Vec::with_capacity(1024),
            steps: Vec::with_capacity(1024),
            nanoseconds: 0,
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
        self.narrow(range, &mut order, volley, enemy);
        self.try_all(range, &order, volley, enemy, None);
        let best = (0..rests)
            .filter(|&rest| self.now.reached[rest])
            .max_by(|&a, &b| self.now.row(a, order.length).cmp(self.now.row(b, order.length)))?;
        Some(self.assign(range, &order, volley, enemy, (rests, best), |_| ()))
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
        self.narrow(range, &mut order, volley, enemy);
        self.try_all(range, &order, volley, enemy, result);
        // Every missile can hit some ship and is aimed at one.
        let mut aims = MissileTargets::NONE;
        self.now.reached[0].then(|| {
            self.assign(range, &order, volley, enemy, (rests, 0), |aim| aims.add(aim));
            aims
        })
    }

    /// Returns `None` if there are too many dice and ships for the search.
    fn fits(&self, rests: usize, order: &FigureOrder, enemy: &Ships) -> Option<()> {
        let fits = rests.checked_mul(usize::from(enemy.afloat))? <= Self::MAX_ALLOTMENTS
            && rests.checked_mul(order.all)? <= Self::MAX_FIGURES;
        fits.then_some(())
    }

    /// Drops the figures of lives with which no ship can be left.
    fn narrow(
        &mut self,
        range: AssignmentRules<'_>,
        order: &mut FigureOrder,
        volley: &[Salvo],
        enemy: &Ships,
    ) {
        let mut lives = [0; GROUPS];
        let mut before = None;
        for target in targets(range.targets, enemy) {
            // Equal ships can be left with equal lives.
            if before.replace((target.group, target.life)) == Some((target.group, target.life)) {
                continue;
            }
            self.list_allotments(range, order, volley, target);
            let left = self.allotments.iter().map(|allotment| allotment.life);
            let rank = order.rank_of[target.group];
            lives[rank] |= left.filter(|&life| life > 0).fold(0, |set, life| set | life_bit(life));
        }
        order.keep_lives(lives);
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
        self.now.clear(rests, order.length);
        self.now.reached[rests - 1] = true;
        self.choices.clear();
        for target in targets(range.targets, enemy) {
            self.list_allotments(range, order, volley, target);
            let wanted = result.map(|life| life[target.place]);
            self.allot(order, range.targets, volley, (target, wanted), rests);
        }
    }

    /// Returns the tables, for other searches of this kind.
    pub(super) fn tables(&mut self) -> [&mut FigureTable; 2] {
        [&mut self.now, &mut self.next]
    }

    /// Lists all ways to shoot at one ship, in a fixed order.
    fn list_allotments(
        &mut self,
        range: AssignmentRules<'_>,
        order: &FigureOrder,
        volley: &[Salvo],
        target: LivingTarget,
    ) {
        self.allotments.clear();
        let none =
            Allotment { dice: [0; MAX_SALVOS], fired: 0, spare: 0, spent: 0, life: target.life };
        let reached = Reached { range, target, beyond_death: order.counts_spares };
        extend(&mut self.allotments, reached, volley, none, 0, 1);
    }

    /// Extends all ways by the dice for one more ship; if a life is wanted, only by dice that leave
    /// it.
    fn allot(
        &mut self,
        order: &FigureOrder,
        roster: &EclipseRoster,
        volley: &[Salvo],
        (target, wanted): (LivingTarget, Option<u8>),
        rests: usize,
    ) {
        self.next.clear(rests, order.length);
        let choices = self.choices.len();
        self.choices.resize(choices + rests, 0);
        self.steps.clear();
        for (choice, allotment) in (0..).zip(&self.allotments) {
            let Allotment { life, fired, spare, spent, .. } = *allotment;
            if wanted.is_none_or(|wanted| wanted == life) {
                let changes = order.changes(roster, target, life, (fired, spare));
                self.steps.push(AllotmentStep { choice, spent, changes });
            }
        }
        // Of equally good ways to a rest, the one from the smallest rest wins.
        self.steps.sort_unstable_by_key(|step| step.spent);
        let (mut skipped, mut offers) = (0, 0);
        for AllotmentStep { choice, spent, changes } in &self.steps {
            let dice = &self.allotments[usize::from(*choice)].dice;
            each_rest(volley, dice, |to| {
                let from = to + spent;
                skipped += 1;
                if !self.now.reached[from] {
                    return;
                }
                offers += 1;
                if self.next.offer(to, self.now.row(from, order.length), changes) {
                    self.choices[choices + to] = *choice;
                }
            });
        }
        let words = order.length as u64;
        self.nanoseconds += (rests as u64 * words + skipped) / WORDS_PER_NANOSECOND
            + self.steps.len() as u64 * NANOSECONDS_PER_ALLOTMENT
            + offers * (NANOSECONDS_PER_COMPARISON + words / WORDS_PER_NANOSECOND);
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Follows the choices back from the best end and applies them.
    fn assign(
        &mut self,
        range: AssignmentRules<'_>,
        order: &FigureOrder,
        volley: &[Salvo],
        enemy: &Ships,
        (rests, mut rest): (usize, usize),
        mut aimed: impl FnMut(MissileTarget),
    ) -> Ships {
        let (roster, mut ships) = (range.targets, *enemy);
        for (i, target) in (0..usize::from(enemy.afloat)).rev().zip(targets(roster, enemy).rev()) {
            self.list_allotments(range, order, volley, target);
            let allotment = self.allotments[usize::from(self.choices[i * rests + rest])];
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

/// Visits every rest of a volley that can remain after these dice of each salvo have been spent, in
/// ascending order.
#[inline]
fn each_rest(volley: &[Salvo], spent: &[u8; MAX_SALVOS], mut visit: impl FnMut(usize)) {
    let Some((first, others)) = volley.split_first() else { return visit(0) };
    let mut left = [0; MAX_SALVOS];
    let mut rest = 0;
    'all: loop {
        (0..=usize::from(first.hits - spent[0])).for_each(|dice| visit(rest + dice));
        let mut step = usize::from(first.hits) + 1;
        for ((salvo, spent), left) in others.iter().zip(&spent[1..]).zip(&mut left) {
            if *left < salvo.hits - spent {
                *left += 1;
                rest += step;
                continue 'all;
            }
            rest -= step * usize::from(std::mem::take(left));
            step *= usize::from(salvo.hits) + 1;
        }
        return;
    }
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

/// Returns the number of ways in which some of the dice of a volley can be left; `None` if it
/// overflows.
fn rests(volley: &[Salvo]) -> Option<usize> {
    volley.iter().try_fold(1usize, |rests, salvo| rests.checked_mul(usize::from(salvo.hits) + 1))
}

#[cfg(test)]
mod tests {
    use super::{MAX_SALVOS, Salvo, each_rest};

    /// Of 2, 1 and 3 dice, 1, 0 and 2 are spent. What can remain is 0 or 1 of the first, 0 or 1 of
    /// the second, which count 3 each, and 0 or 1 of the third, which count 6.
    #[test]
    fn every_rest_that_can_be_left_is_visited_once() {
        let salvo = |hits| Salvo { damage: 1, reach: 1, hits, battery: 0 };
        let mut spent = [0; MAX_SALVOS];
        (spent[0], spent[2]) = (1, 2);
        let mut rests = Vec::new();
        each_rest(&[salvo(2), salvo(1), salvo(3)], &spent, |rest| rests.push(rest));
        assert_eq!(rests, [0, 1, 3, 4, 6, 7, 9, 10]);
    }
}
