//! Best play: how the dice of a duel are assigned as well as the rules allow.
//!
//! Situations are solved backward, in order of damage, because damage only grows. The one
//! cycle, a round in which nobody hits anything, closes by algebra: with c the value of the
//! turns that change something and p the probability that a turn changes nothing,
//! V₀ = (c₀ + p₀ c₁ + p₀ p₁ c₂ + …) / (1 - p₀ p₁ p₂ …).

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::battle::duel::{Duel, DuelTurn, Lists, Rows, Solution};

/// What a side that plays its best is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As much of its objective as it can get.
    Most,
    /// As little: the worst play there is.
    Least,
}

/// What is at stake for each side.
pub struct Stakes<'a> {
    /// What each side is after; of no account for one that plays as declared.
    pub aims: [Aim; 2],
    /// By situations of both sides that end the battle, what it is worth to each.
    pub worth: &'a (dyn Fn([usize; 2]) -> [f64; 2] + Sync),
    /// What one side gets, the other loses: `worth` always adds up to the same.
    pub zero_sum: bool,
}

/// Why a duel was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The values did not settle in as many passes as were granted.
    Unsettled,
    /// It was told to stop.
    Stopped,
}

/// Choices whose values differ by less than this are equal, and the first is taken.
const TIE: f64 = 1e-12;

/// Solves the duel on the threads of the present pool. One pass over all situations is
/// enough, unless ships are repaired: then as many as it takes, and at most `most_passes`.
///
/// # Errors
/// If the values of a battle in which ships are repaired do not settle, or `stop` is set.
pub fn solve(
    duel: &Duel,
    stakes: &Stakes<'_>,
    most_passes: u32,
    stop: &AtomicBool,
) -> Result<Solution, Unsolved> {
    let [first, second] = stakes.aims.map(|aim| if aim == Aim::Most { 1.0 } else { -1.0 });
    if stakes.zero_sum {
        // One value is enough: the second side is after as little of the first's.
        Solver::<1>::new(duel, stakes, [(0, first), (0, -second)]).run(most_passes, stop)
    } else {
        Solver::<2>::new(duel, stakes, [(0, first), (1, second)]).run(most_passes, stop)
    }
}

/// What solving a duel takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Situations: pairs of the sides' situations, for each turn.
    pub states: u64,
    /// Values that are looked at.
    pub looks: u64,
    /// Volleys that are assigned as declared.
    pub replies: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Counts what solving a duel takes, before any of it is taken.
#[must_use]
pub fn work(duel: &Duel) -> Work {
    let states = duel.sides.each_ref().map(|side| side.states() as u64);
    let pairs = states[0].saturating_mul(states[1]);
    let mut work =
        Work { states: pairs.saturating_mul(duel.turns.len() as u64), ..Work::default() };
    for (t, turn) in duel.turns.iter().enumerate() {
        let (own, foe) = (&duel.sides[turn.side], &duel.sides[1 - turn.side]);
        let blows = foe.blows.iter().map(Lists::total).max().unwrap_or(0) + foe.states();
        let volleys: usize = (0..own.states())
            .filter(|&s| duel.can_be(t, s))
            .map(|s| turn.volleys[usize::from(turn.strength[s])].len())
            .sum();
        let volleys = volleys as u64;
        if turn.is_open {
            work.looks = work.looks.saturating_add(volleys.saturating_mul(blows as u64));
            work.bytes = work.bytes.saturating_add(volleys.saturating_mul(foe.states() as u64));
        } else {
            work.looks = work.looks.saturating_add(volleys.saturating_mul(foe.states() as u64));
            work.replies += (turn.most_volleys() * foe.states()) as u64;
        }
    }
    let outer = outer_side(duel);
    let kept = Rows::new(duel, 1 - outer).total() as u64;
    let widest = widest_window(duel, outer) as u64;
    let values = if duel.sides.iter().any(|s| s.healed.is_some()) { pairs * 2 } else { 0 };
    work.bytes = work.bytes.saturating_add(16 * kept.saturating_mul(widest).saturating_add(values));
    work.looks = work.looks.saturating_add(work.states);
    work
}

/// The side whose situations are gone through in the outer loop. What the other side's
/// volleys are worth against them is kept for as long as a hit can lead there; but a side
/// that plays as declared may lead anywhere, so it should not be that other side.
fn outer_side(duel: &Duel) -> usize {
    let declared = |side| duel.turns.iter().any(|t| t.side == side && !t.is_open);
    match [declared(0), declared(1)] {
        [true, false] => 0,
        [false, true] => 1,
        _ => usize::from(duel.sides[1].states() > duel.sides[0].states()),
    }
}

/// By level of a side, the lowest level that a hit on a higher one leads to: what lies
/// below is no longer needed.
fn windows(duel: &Duel, outer: usize) -> Vec<usize> {
    let side = &duel.sides[outer];
    let levels = side.levels.len() - 1;
    if duel.turns.iter().any(|t| t.side != outer && !t.is_open) {
        return vec![0; levels];
    }
    let level_of = |state: usize| side.levels.partition_point(|&first| first <= state) - 1;
    let mut lowest: Vec<usize> = (0..levels)
        .map(|level| {
            let states = side.levels[level]..side.levels[level + 1];
            let hit = states.flat_map(|s| side.blows.iter().flat_map(move |b| b.of(s)));
            hit.map(|&s| s as usize).min().map_or(level, level_of)
        })
        .collect();
    for level in (1..levels).rev() {
        lowest[level - 1] = lowest[level - 1].min(lowest[level]);
    }
    lowest
}

/// Most situations of the outer side whose rows are kept at a time.
fn widest_window(duel: &Duel, outer: usize) -> usize {
    let levels = &duel.sides[outer].levels;
    let windows = windows(duel, outer);
    (0..windows.len()).map(|l| levels[l + 1] - levels[windows[l]]).max().unwrap_or(0)
}

/// The largest difference between the values of two passes.
fn farthest<const N: usize>(before: &[[f64; N]], after: &[[f64; N]]) -> f64 {
    let all = before.iter().flatten().zip(after.iter().flatten());
    all.map(|(before, after)| (before - after).abs()).fold(0.0, f64::max)
}

/// What all tasks share; a situation has N values.
struct Solver<'a, const N: usize> {
    duel: &'a Duel,
    stakes: &'a Stakes<'a>,
    /// By side, the value it looks at and whether more of it is better.
    picks: [(usize, f64); 2],
    outer: usize,
    rows: [Rows; 2],
    nth: Vec<usize>,
}

/// What one situation of the outer side leaves behind.
struct Column<const N: usize> {
    /// Rows of the inner side against it.
    rows: Vec<[f64; N]>,
    choices: [Box<[u8]>; 2],
    /// Values at the start of a round.
    starts: Vec<[f64; N]>,
    /// Value of the opening, if it lies here.
    opening: Option<[f64; N]>,
}

impl<'a, const N: usize> Solver<'a, N> {
    fn new(duel: &'a Duel, stakes: &'a Stakes<'a>, picks: [(usize, f64); 2]) -> Self {
        let rows = [Rows::new(duel, 0), Rows::new(duel, 1)];
        let mut nth = vec![0; duel.turns.len()];
        for side in &rows {
            for (n, &turn) in side.turns.iter().enumerate() {
                nth[turn] = n;
            }
        }
        Self { duel, stakes, picks, outer: outer_side(duel), rows, nth }
    }

    fn run(self, most_passes: u32, stop: &AtomicBool) -> Result<Solution, Unsolved> {
        let heals = self.duel.sides.iter().any(|side| side.healed.is_some());
        let mut sweep = self.sweep(None, stop)?;
        let mut sweeps = 1;
        let mut last_change = f64::NAN;
        while heals {
            let next = self.sweep(Some(&sweep), stop)?;
            let change = farthest(&sweep.starts, &next.starts);
            sweep = next;
            sweeps += 1;
            // Changes shrink by a factor each time, so what is still to come is a geometric
            // series.
            let factor = change / last_change;
            if change == 0.0 || (factor < 1.0 && change * factor / (1.0 - factor) < SETTLED) {
                break;
            }
            if sweeps >= most_passes {
                return Err(Unsolved::Unsettled);
            }
            last_change = change;
        }
        let [a, b] = (self.stakes.worth)([0, self.duel.opening[1]]);
        let first = sweep.opening[0];
        let values = [first, sweep.opening.get(1).copied().unwrap_or(a + b - first)];
        let Self { outer, rows, nth, .. } = self;
        Ok(Solution { values, outer, rows, nth, choices: sweep.choices })
    }

    /// One pass over all situations, for ships that are repaired with what the pass before
    /// has found: the best play of a battle that may take one round less.
    fn sweep(&self, before: Option<&Sweep<N>>, stop: &AtomicBool) -> Result<Sweep<N>, Unsolved> {
        let side = &self.duel.sides[self.outer];
        let windows = windows(self.duel, self.outer);
        let keeps_starts = self.duel.sides.iter().any(|side| side.healed.is_some());
        let mut sweep = Sweep {
            opening: [0.0; N],
            starts: Vec::new(),
            choices: Vec::with_capacity(side.states()),
        };
        let mut rows: Vec<Vec<[f64; N]>> = Vec::with_capacity(side.states());
        for level in 0..windows.len() {
            if stop.load(Ordering::Relaxed) {
                return Err(Unsolved::Stopped);
            }
            let states = side.levels[level]..side.levels[level + 1];
            let column = |state| self.column(state, &rows, before);
            let pairs = states.len() * self.duel.sides[1 - self.outer].states();
            let columns: Vec<Column<N>> = if pairs < PARALLEL {
                states.map(column).collect()
            } else {
                states.into_par_iter().map(column).collect()
            };
            for column in columns {
                rows.push(column.rows);
                sweep.choices.push(column.choices);
                if keeps_starts {
                    sweep.starts.extend(column.starts);
                }
                sweep.opening = column.opening.unwrap_or(sweep.opening);
            }
            if level > 0 {
                for row in &mut rows[side.levels[windows[level - 1]]..side.levels[windows[level]]] {
                    *row = Vec::new();
                }
            }
        }
        Ok(sweep)
    }

    /// All situations of the inner side against one of the outer side.
    fn column(
        &self,
        outer: usize,
        lower: &[Vec<[f64; N]>],
        before: Option<&Sweep<N>>,
    ) -> Column<N> {
        let inner = 1 - self.outer;
        let states = self.duel.sides[inner].states();
        let width = self.rows[self.outer].width(outer);
        let mut column = Column {
            rows: vec![[0.0; N]; self.rows[inner].total()],
            choices: [
                vec![0; self.choices(inner, self.rows[inner].total())].into(),
                vec![0; self.choices(self.outer, states * width)].into(),
            ],
            starts: Vec::with_capacity(states),
            opening: None,
        };
        let mut outer_rows = vec![[0.0; N]; states * width];
        let mut turns = vec![TurnValue::default(); self.duel.turns.len()];
        for state in 0..states {
            let pair = Pair { outer, inner: state, lower, before };
            let start = if pair.is_over() {
                let worth = self.worth(&pair);
                turns.fill(TurnValue { after: worth, ..TurnValue::default() });
                worth
            } else {
                self.fire(&pair, &mut turns, &mut column, &mut outer_rows);
                self.close(&pair, &mut turns)
            };
            self.keep(&pair, &turns, &mut column, &mut outer_rows);
            column.starts.push(start);
            if self.both([outer, state]) == self.duel.opening {
                column.opening = Some(turns.first().map_or(start, TurnValue::at));
            }
        }
        column
    }

    /// Bytes for the choices behind so many values.
    fn choices(&self, side: usize, values: usize) -> usize {
        let open = self.rows[side].turns.first().is_some_and(|&t| self.duel.turns[t].is_open);
        if open { values } else { 0 }
    }

    fn worth(&self, pair: &Pair<'_, N>) -> [f64; N] {
        let worth = (self.stakes.worth)(self.both([pair.outer, pair.inner]));
        std::array::from_fn(|value| worth[value])
    }

    /// A pair given as (outer, inner), as (first side, second side).
    fn both(&self, [outer, inner]: [usize; 2]) -> [usize; 2] {
        if self.outer == 0 { [outer, inner] } else { [inner, outer] }
    }

    /// What each turn is worth as far as it changes anything, and how likely it does not.
    fn fire(
        &self,
        pair: &Pair<'_, N>,
        turns: &mut [TurnValue<N>],
        column: &mut Column<N>,
        outer_rows: &mut [[f64; N]],
    ) {
        for (t, turn) in self.duel.turns.iter().enumerate() {
            let is_inner = turn.side != self.outer;
            let (own, foe) =
                if is_inner { (pair.inner, pair.outer) } else { (pair.outer, pair.inner) };
            let strength = usize::from(turn.strength[own]);
            let rows = &self.rows[turn.side];
            let stretch = rows.stretch(own, self.nth[t]);
            turns[t] = TurnValue { nothing: 1.0, ..TurnValue::default() };
            if stretch.is_empty() {
                continue;
            }
            let known = pair.before.map(|before| &before.choices[pair.outer]);
            let target = Target { turn, strength, foe, pick: self.picks[turn.side] };
            let blows = &self.duel.sides[1 - turn.side].blows;
            let [inner_choices, outer_choices] = &mut column.choices;
            turns[t] = if is_inner {
                let known = known.map_or(&[][..], |known| part(&known[0], stretch.clone()));
                let choices = slice(inner_choices, stretch.clone());
                let row_of = |foe: usize| &pair.lower[foe][stretch.clone()];
                target.fire(blows, &mut column.rows[stretch.clone()], choices, known, row_of)
            } else {
                let width = rows.width(own);
                let at = stretch.start - rows.row(own)..stretch.end - rows.row(own);
                let (before, row) = outer_rows.split_at_mut(foe * width);
                let place = foe * width + at.start..foe * width + at.end;
                let known = known.map_or(&[][..], |known| part(&known[1], place.clone()));
                let choices = slice(outer_choices, place);
                let row_of = |foe: usize| &before[foe * width + at.start..foe * width + at.end];
                target.fire(blows, &mut row[at.clone()], choices, known, row_of)
            };
        }
    }

    /// What comes after each turn, the rounds going round until somebody hits; returns the
    /// value of a round's start.
    fn close(&self, pair: &Pair<'_, N>, turns: &mut [TurnValue<N>]) -> [f64; N] {
        let (once, round) = turns.split_at_mut(self.duel.prelude);
        let mut changed = [0.0; N];
        let mut nothing = 1.0;
        for turn in round.iter() {
            changed = std::array::from_fn(|n| changed[n] + nothing * turn.changed[n]);
            nothing *= turn.nothing;
        }
        let start;
        let next_round;
        if nothing == 1.0 {
            // Nobody fires: this is how it ends.
            start = self.worth(pair);
            next_round = start;
        } else if let Some(next) = self.next_round(pair) {
            start = std::array::from_fn(|n| changed[n] + nothing * next[n]);
            next_round = next;
        } else {
            start = changed.map(|changed| changed / (1.0 - nothing));
            next_round = start;
        }
        follow(round, next_round);
        follow(once, start);
        start
    }

    /// The value of the next round's start, if that is not this very situation again.
    fn next_round(&self, pair: &Pair<'_, N>) -> Option<[f64; N]> {
        let healed = |side: usize, state: usize| match &self.duel.sides[side].healed {
            Some(healed) => healed[state] as usize,
            None => state,
        };
        let to = [healed(self.outer, pair.outer), healed(1 - self.outer, pair.inner)];
        if to == [pair.outer, pair.inner] {
            return None;
        }
        let states = self.duel.sides[1 - self.outer].states();
        let start = |sweep: &Sweep<N>| sweep.starts[to[0] * states + to[1]];
        Some(pair.before.map_or_else(|| self.worth(pair), start))
    }

    /// Keeps what later situations look up: the values of what comes after each turn, where
    /// no die is left, or none that can hit anything.
    fn keep(
        &self,
        pair: &Pair<'_, N>,
        turns: &[TurnValue<N>],
        column: &mut Column<N>,
        outer_rows: &mut [[f64; N]],
    ) {
        for (t, turn) in self.duel.turns.iter().enumerate() {
            let is_inner = turn.side != self.outer;
            let (own, foe) =
                if is_inner { (pair.inner, pair.outer) } else { (pair.outer, pair.inner) };
            let rows = &self.rows[turn.side];
            let stretch = rows.stretch(own, self.nth[t]);
            if stretch.is_empty() {
                continue;
            }
            let row = if is_inner {
                &mut column.rows[stretch]
            } else {
                let at = foe * rows.width(own) + stretch.start - rows.row(own);
                &mut outer_rows[at..at + stretch.len()]
            };
            if pair.is_over() {
                row.fill(turns[t].after);
                continue;
            }
            row[0] = turns[t].after;
            if turn.is_open {
                let blows = &self.duel.sides[1 - turn.side].blows;
                for run in &turn.volleys[usize::from(turn.strength[own])].runs {
                    if blows[run.kind].of(foe).is_empty() {
                        // One by one: a rest may be of this run, too.
                        for n in 0..run.len {
                            row[run.first + n] = row[run.rest + n];
                        }
                    }
                }
            }
        }
    }
}

/// Values of what comes after each turn, from the last back to the first.
fn follow<const N: usize>(turns: &mut [TurnValue<N>], last: [f64; N]) {
    let mut next = last;
    for turn in turns.iter_mut().rev() {
        turn.after = next;
        next = turn.at();
    }
}

/// The part of the choices, if there are any.
fn slice(choices: &mut [u8], range: std::ops::Range<usize>) -> &mut [u8] {
    if choices.is_empty() { choices } else { &mut choices[range] }
}

/// The same to be read.
fn part(choices: &[u8], range: std::ops::Range<usize>) -> &[u8] {
    if choices.is_empty() { choices } else { &choices[range] }
}

/// One volley's target.
struct Target<'a> {
    turn: &'a DuelTurn,
    strength: usize,
    foe: usize,
    pick: (usize, f64),
}

impl Target<'_> {
    /// Fills the row of an open turn, and adds up what the turn is worth where it changes
    /// anything. `known` are the choices of an earlier pass, if there was one: they are kept
    /// unless another is better. A choice that is as good only because the battle goes on
    /// for ever would never get there.
    #[inline]
    fn fire<'r, const N: usize>(
        &self,
        blows: &[Lists],
        row: &mut [[f64; N]],
        choices: &mut [u8],
        known: &[u8],
        row_of: impl Fn(usize) -> &'r [[f64; N]],
    ) -> TurnValue<N> {
        let volleys = &self.turn.volleys[self.strength];
        let chances = &volleys.chances[usize::from(self.turn.view[self.foe])];
        let mut value = TurnValue { nothing: chances[0], ..TurnValue::default() };
        if !self.turn.is_open {
            let replies = &self.turn.declared[self.foe * self.turn.most_volleys()..];
            for (chance, &global) in chances.iter().zip(&volleys.global).skip(1) {
                if *chance > 0.0 {
                    value.add(*chance, row_of(replies[global as usize] as usize)[0]);
                }
            }
            return value;
        }
        for run in &volleys.runs {
            if let Some((&first, others)) = blows[run.kind].of(self.foe).split_first() {
                let row = &mut row[run.first..run.first + run.len];
                let choices = &mut choices[run.first..run.first + run.len];
                let rest = |state: u32| &row_of(state as usize)[run.rest..run.rest + run.len];
                row.copy_from_slice(rest(first));
                if !known.is_empty() {
                    let known = &known[run.first..run.first + run.len];
                    for (i, &n) in known.iter().enumerate().filter(|(_, n)| **n > 0) {
                        row[i] = rest(others[usize::from(n) - 1])[i];
                        choices[i] = n;
                    }
                    prefer(row, choices, rest(first), 0, self.pick);
                }
                for (other, n) in others.iter().zip(1..) {
                    prefer(row, choices, rest(*other), n, self.pick);
                }
            }
        }
        for (chance, worth) in chances.iter().zip(row.iter()).skip(1) {
            value.add(*chance, *worth);
        }
        value
    }
}

/// Takes the n-th target for every volley for which it is better than those before it.
#[inline]
fn prefer<const N: usize>(
    row: &mut [[f64; N]],
    choices: &mut [u8],
    other: &[[f64; N]],
    n: u8,
    (value, sign): (usize, f64),
) {
    for ((best, choice), other) in row.iter_mut().zip(choices).zip(other) {
        let better = sign * (other[value] - best[value]) > TIE;
        *best = std::hint::select_unpredictable(better, *other, *best);
        *choice = std::hint::select_unpredictable(better, n, *choice);
    }
}

/// Values of one turn of a pair of situations.
#[derive(Clone, Copy)]
struct TurnValue<const N: usize> {
    /// Where it changes something, times how likely that is.
    changed: [f64; N],
    /// Probability that it changes nothing.
    nothing: f64,
    /// What comes after it, if it changes nothing.
    after: [f64; N],
}

impl<const N: usize> Default for TurnValue<N> {
    fn default() -> Self {
        Self { changed: [0.0; N], nothing: 1.0, after: [0.0; N] }
    }
}

impl<const N: usize> TurnValue<N> {
    #[inline]
    fn add(&mut self, chance: f64, worth: [f64; N]) {
        for (sum, worth) in self.changed.iter_mut().zip(worth) {
            *sum += chance * worth;
        }
    }

    /// Value before the turn.
    #[inline]
    fn at(&self) -> [f64; N] {
        std::array::from_fn(|n| self.changed[n] + self.nothing * self.after[n])
    }
}

/// A pair of situations, and where the values of lower ones are found.
struct Pair<'a, const N: usize> {
    outer: usize,
    inner: usize,
    lower: &'a [Vec<[f64; N]>],
    before: Option<&'a Sweep<N>>,
}

impl<const N: usize> Pair<'_, N> {
    fn is_over(&self) -> bool {
        self.outer == 0 || self.inner == 0
    }
}

/// What one pass over all situations has found.
struct Sweep<const N: usize> {
    opening: [f64; N],
    starts: Vec<[f64; N]>,
    choices: Vec<[Box<[u8]>; 2]>,
}

/// Passes end when no value is further than this from where it is going.
const SETTLED: f64 = 1e-13;

/// Pairs of situations in a level from which on it is shared among threads.
const PARALLEL: usize = 4096;
