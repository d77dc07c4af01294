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

use arrayvec::ArrayVec;

use super::super::aims::{Aim, Aims};
use super::super::fleet::limits::{GROUPS, HULL, SHIPS};
use super::super::ships::{Roster, Ships};
use super::super::turn::Range;
use super::super::volley::{MOST_SALVOS, Salvo};
use super::Policy;

/// Working memory for finding the best result.
#[derive(Debug)]
pub(super) struct Allotter {
    /// Figures of the best way to each rest of the dice.
    now: Table,
    /// Figures after one more ship.
    next: Table,
    /// Index of the allotment that led to each rest of the dice, ship by ship.
    choices: Vec<u16>,
    allotments: Vec<Allotment>,
    steps: Vec<Step>,
    /// Estimated work so far, in nanoseconds.
    pub(super) nanoseconds: u64,
}

/// Figures by rest of the dice. Four figures share a word, the first in its upper bits. Each is
/// raised by 2^15, so that words compare and add up like the figures in them.
#[derive(Debug, Default)]
/// Whether there is a way to each rest of the dice.
pub(super) struct Table {
    pub(super) reached: Vec<bool>,
    words: Vec<u64>,
}

/// Figures per word, bits per figure, and a word of figures that are 0.
const FIGURES_A_WORD: usize = 4;
const FIGURE_BITS: usize = 16;
const ZEROS: u64 = 0x8000_8000_8000_8000;

/// Dice assigned to one ship.
#[derive(Clone, Copy, Debug)]
struct Allotment {
    /// Number of dice of each salvo.
    dice: [u8; MOST_SALVOS],
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
struct Step {
    /// Index of the allotment.
    choice: u16,
    spent: usize,
    changes: Changes,
}

/// Changes of figures: words in ascending order, and the value added to each.
pub(super) type Changes = ArrayVec<(u16, u64), 6>;

/// A living ship of the enemy.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) group: usize,
    pub(super) place: usize,
    pub(super) life: u8,
}

/// Positions of the figures in the order of D8: kills by rank; damage on survivors by rank; ships
/// by rank and remaining life (low life first); loss of life by group as listed. If missiles can be
/// shot down, these follow: the number of spare missiles, the fewer the better; spare missiles by
/// rank, the more on the largest ships the better (D15); and all missiles on ships that die, the
/// fewer the better (D11).
///
/// A figure that is 0 in every result decides nothing and has no position.
pub(super) struct Order {
    ranks: usize,
    rank_of: [usize; GROUPS],
    /// Lives with which a ship may be left, by rank, as a set of bits from 1 up.
    lives: [u64; GROUPS],
    /// Position of the first of these lives, by rank.
    first_life: [usize; GROUPS],
    /// Position of the first group's loss.
    losses: usize,
    /// Number of figures of a result.
    pub(super) length: usize,
    /// Number of figures if ships could be left with any life.
    all: usize,
    /// Whether missiles can be shot down, so that spare missiles count.
    counts_spares: bool,
    /// Worth of a ship with low remaining life: 1 if damage is to be concentrated, -1 if it is to
    /// be spread.
    concentrated: i16,
}

/// Estimated nanoseconds on one core of a 2024 server processor: for an allotment, and for comparing
/// its figures from one rest of the dice.
const STEP: u64 = 30;
const OFFER: u64 = 4;

/// Words of figures that are compared in a nanosecond. Also words that are cleared, and rests of the
/// dice that turn out to be out of reach.
const AT_ONCE: u64 = 4;

impl Allotter {
    /// Limit on the number of ships times rests of the dice. Larger volleys are not searched.
    const MOST: usize = 1 << 16;

    /// Limit on the number of figures of all rests of the dice.
    const MOST_FIGURES: usize = 1 << 20;

    /// Limit on the number of figures that are added up for missiles that can be shot down. Each
    /// ship may get any of them, so this number grows with the square of the rests.
    const MOST_MISSILE_FIGURES: usize = 1 << 24;

    pub(super) fn new() -> Self {
        let table = || Table {
            reached: Vec::with_capacity(Self::MOST),
            words: Vec::with_capacity(Self::MOST_FIGURES / FIGURES_A_WORD + Self::MOST),
        };
        Self {
            now: table(),
            next: table(),
            choices: Vec::with_capacity(Self::MOST),
            allotments: Vec::with_capacity(1024),
            steps: Vec::with_capacity(1024),
            nanoseconds: 0,
        }
    }

    /// Returns the best result of a volley in the order of D8; `None` if there are too many dice
    /// and ships for the search.
    pub(super) fn best(
        &mut self,
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> Option<Ships> {
        let rests = rests(volley)?;
        let mut order = Order::new(range.targets, range.policy, false);
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
        range: Range<'_>,
        volley: &[Salvo],
        enemy: &Ships,
        result: Option<&[u8; SHIPS]>,
    ) -> Option<Aims> {
        let rests = rests(volley)?;
        let mut order = Order::new(range.targets, range.policy, true);
        self.fits(rests, &order, enemy)?;
        let all = rests.checked_mul(rests)?.checked_mul(usize::from(enemy.afloat))?;
        if all.checked_mul(order.all)? > Self::MOST_MISSILE_FIGURES {
            return None;
        }
        self.narrow(range, &mut order, volley, enemy);
        self.try_all(range, &order, volley, enemy, result);
        // Every missile can hit some ship and is aimed at one.
        let mut aims = Aims::NONE;
        self.now.reached[0].then(|| {
            self.assign(range, &order, volley, enemy, (rests, 0), |aim| aims.add(aim));
            aims
        })
    }

    /// Returns `None` if there are too many dice and ships for the search.
    fn fits(&self, rests: usize, order: &Order, enemy: &Ships) -> Option<()> {
        let fits = rests.checked_mul(usize::from(enemy.afloat))? <= Self::MOST
            && rests.checked_mul(order.all)? <= Self::MOST_FIGURES;
        fits.then_some(())
    }

    /// Drops the figures of lives with which no ship can be left.
    fn narrow(&mut self, range: Range<'_>, order: &mut Order, volley: &[Salvo], enemy: &Ships) {
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

    /// Returns the tables, for other searches of this kind.
    pub(super) fn tables(&mut self) -> [&mut Table; 2] {
        [&mut self.now, &mut self.next]
    }

    /// Lists all ways to shoot at one ship, in a fixed order.
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

    /// Extends all ways by the dice for one more ship; if a life is wanted, only by dice that leave
    /// it.
    fn allot(
        &mut self,
        order: &Order,
        roster: &Roster,
        volley: &[Salvo],
        (target, wanted): (Target, Option<u8>),
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
                self.steps.push(Step { choice, spent, changes });
            }
        }
        // Of equally good ways to a rest, the one from the smallest rest wins.
        self.steps.sort_unstable_by_key(|step| step.spent);
        let (mut looks, mut offers) = (0, 0);
        for Step { choice, spent, changes } in &self.steps {
            let dice = &self.allotments[usize::from(*choice)].dice;
            each_rest(volley, dice, |to| {
                let from = to + spent;
                looks += 1;
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
        self.nanoseconds += (rests as u64 * words + looks) / AT_ONCE
            + self.steps.len() as u64 * STEP
            + offers * (OFFER + words / AT_ONCE);
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Follows the choices back from the best end and applies them.
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
        self.words.clear();
        self.words.resize(rests * length.div_ceil(FIGURES_A_WORD), ZEROS);
    }

    /// Returns the figures of a rest; `length` is the number of figures.
    #[inline]
    pub(super) fn row(&self, rest: usize, length: usize) -> &[u64] {
        let words = length.div_ceil(FIGURES_A_WORD);
        &self.words[rest * words..(rest + 1) * words]
    }

    /// Replaces the figures of a rest by `from` with these changes, if that is better than all ways
    /// offered before. Returns whether it was.
    #[inline]
    pub(super) fn offer(&mut self, rest: usize, from: &[u64], changes: &[(u16, u64)]) -> bool {
        let words = from.len();
        let row = &mut self.words[rest * words..(rest + 1) * words];
        if self.reached[rest] && !is_better(from, changes, row) {
            return false;
        }
        self.reached[rest] = true;
        row.copy_from_slice(from);
        for &(word, more) in changes {
            row[usize::from(word)] = row[usize::from(word)].wrapping_add(more);
        }
        true
    }
}

/// Whether figures with these changes are better than others: the first difference decides.
#[inline]
fn is_better(figures: &[u64], changes: &[(u16, u64)], others: &[u64]) -> bool {
    let mut next = 0;
    for &(word, more) in changes {
        let word = usize::from(word);
        let order = figures[next..word].cmp(&others[next..word]);
        let order = order.then(figures[word].wrapping_add(more).cmp(&others[word]));
        if order.is_ne() {
            return order.is_gt();
        }
        next = word + 1;
    }
    figures[next..] > others[next..]
}

/// Visits every rest of a volley that can remain after these dice of each salvo have been spent, in
/// ascending order.
#[inline]
fn each_rest(volley: &[Salvo], spent: &[u8; MOST_SALVOS], mut visit: impl FnMut(usize)) {
    let Some((first, others)) = volley.split_first() else { return visit(0) };
    let mut left = [0; MOST_SALVOS];
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
        let most = roster.full.iter().copied().max().unwrap_or(0);
        let every_life = (1..=most).fold(0, |set, life| set | life_bit(life));
        let mut order = Self {
            ranks,
            rank_of,
            lives: [0; GROUPS],
            first_life: [0; GROUPS],
            losses: 2 * ranks,
            length: 2 * ranks + roster.groups + if counts_spares { 2 + ranks } else { 0 },
            all: 0,
            counts_spares,
            concentrated: if policy == Policy::NpcSpread { -1 } else { 1 },
        };
        order.keep_lives([every_life; GROUPS]);
        order.all = order.length;
        order
    }

    /// Makes room for the figures of these lives only.
    fn keep_lives(&mut self, lives: [u64; GROUPS]) {
        let others = self.length - self.losses;
        let mut place = 2 * self.ranks;
        for (first, lives) in self.first_life.iter_mut().zip(&lives).take(self.ranks) {
            *first = place;
            place += lives.count_ones() as usize;
        }
        self.lives = lives;
        self.losses = place;
        self.length = place + others;
    }

    /// Returns the position of the figure that counts ships of a rank with this remaining life.
    #[inline]
    fn place_of(&self, rank: usize, life: u8) -> usize {
        let lower = self.lives[rank] & (life_bit(life) - 1);
        self.first_life[rank] + lower.count_ones() as usize
    }

    /// Returns the changes of the figures if a ship is left with `life` after `dice` missiles, of
    /// which `spare` are spare.
    pub(super) fn changes(
        &self,
        roster: &Roster,
        target: Target,
        life: u8,
        (dice, spare): (i16, i16),
    ) -> Changes {
        let mut changes = Changes::new();
        // Positions are added in ascending order.
        let mut add = |place: usize, more: i16| {
            let (word, nth) = ((place / FIGURES_A_WORD) as u16, place % FIGURES_A_WORD);
            let more = (more as u64) << (FIGURE_BITS * (FIGURES_A_WORD - 1 - nth));
            match changes.last_mut() {
                Some((last, sum)) if *last == word => *sum = sum.wrapping_add(more),
                _ => changes.push((word, more)),
            }
        };
        let rank = self.rank_of[target.group];
        if life == 0 {
            add(rank, 1);
        } else {
            add(self.ranks + rank, i16::from(roster.full[target.group] - life));
            add(self.place_of(rank, life), self.concentrated);
        }
        add(self.losses + target.group, i16::from(target.life - life));
        if self.counts_spares {
            let spares = self.length - 2 - self.ranks;
            add(spares, -spare);
            add(spares + 1 + rank, spare);
            if life == 0 {
                add(self.length - 1, -dice);
            }
        }
        changes
    }
}

/// Returns the bit of a life in a set of lives. Even those of the largest hull fit 64 bits.
#[inline]
fn life_bit(life: u8) -> u64 {
    1 << (life - 1)
}

const _: () = assert!(HULL < u64::BITS as u8, "lives fit a set of bits");

/// Returns the living ships, from the largest to the smallest.
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

/// A ship that dice can hit.
#[derive(Clone, Copy)]
struct Reached<'a> {
    range: Range<'a>,
    target: Target,
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
    use super::{
        GROUPS, HULL, MOST_SALVOS, Order, Policy, Roster, Salvo, Table, Target, each_rest, life_bit,
    };

    /// Of 2, 1 and 3 dice, 1, 0 and 2 are spent. What can remain is 0 or 1 of the first, 0 or 1 of
    /// the second, which count 3 each, and 0 or 1 of the third, which count 6.
    #[test]
    fn every_rest_that_can_be_left_is_visited_once() {
        let salvo = |hits| Salvo { damage: 1, reach: 1, hits, battery: 0 };
        let mut spent = [0; MOST_SALVOS];
        (spent[0], spent[2]) = (1, 2);
        let mut rests = Vec::new();
        each_rest(&[salvo(2), salvo(1), salvo(3)], &spent, |rest| rests.push(rest));
        assert_eq!(rests, [0, 1, 3, 4, 6, 7, 9, 10]);
    }

    /// Compares all results of two ships with the largest hull, left with various lives, in the
    /// order of D8, figure by figure. If the sums of the lives are equal, so is the damage; then
    /// the weaker ship decides, for `npc-spread` the other way round.
    #[test]
    fn d8_results_of_large_ships_are_compared_figure_by_figure() {
        let full = HULL + 1;
        let roster = Roster {
            groups: 1,
            first: [0; GROUPS],
            count: [2; GROUPS],
            full: [full; GROUPS],
            regenerate: [0; GROUPS],
            rank: [0; GROUPS],
            by_rank: vec![0],
            ranks_differ: true,
        };
        for policy in [Policy::Npc, Policy::NpcSpread] {
            let mut order = Order::new(&roster, policy, false);
            let lives = [0, 1, 2, 30, 59, 60, 61];
            let kept = lives[1..].iter().fold(0, |set, &life| set | life_bit(life));
            order.keep_lives([kept; GROUPS]);
            let row = |pair: [u8; 2]| {
                let [mut now, mut next] = [(); 2].map(|()| Table::default());
                now.clear(1, order.length);
                for life in pair {
                    next.clear(1, order.length);
                    let target = Target { group: 0, place: 0, life: full };
                    let changes = order.changes(&roster, target, life, (0, 0));
                    assert!(next.offer(0, now.row(0, order.length), &changes));
                    std::mem::swap(&mut now, &mut next);
                }
                now.row(0, order.length).to_vec()
            };
            let key = |pair: [u8; 2]| {
                let sunk = pair.iter().filter(|&&life| life == 0).count();
                let damage: u32 =
                    pair.iter().filter(|&&life| life > 0).map(|life| u32::from(full - life)).sum();
                // Numbers of ships with one life left, with two, …; the first difference decides.
                let by_life: Vec<i32> = (1..=full)
                    .map(|life| pair.iter().filter(|&&left| left == life).count() as i32)
                    .map(|ships| if policy == Policy::Npc { ships } else { -ships })
                    .collect();
                (sunk, damage, by_life)
            };
            let pairs = || lives.into_iter().flat_map(|a| lives.map(|b| [a, b]));
            for (one, other) in pairs().flat_map(|one| pairs().map(move |other| (one, other))) {
                let found = row(one).cmp(&row(other));
                let known = key(one).cmp(&key(other));
                assert_eq!(found, known, "{one:?} {other:?} {policy}");
            }
        }
    }
}
