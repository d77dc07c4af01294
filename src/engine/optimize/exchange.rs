//! Optimal play of exchanges in which captains choose the effect of each hit.
//!
//! In a round the first side assigns its hits, then the second. The best result of assigning `n`
//! hits is the best among the results of assigning `n - 1` hits after each choice for the first
//! one. So one table holds, for each pair of states and each pair of numbers of hits, the state in
//! which the first side ends the round, and another one the reply of the second side. Both are
//! filled from the weakest states up. A round without effective hits leads back to the same pair;
//! the other results are divided by the probability of leaving it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::game::{GameUnsolved, is_better};
use crate::engine::graph::Limit;
use crate::model::exchange::{ChoiceSide, chances_of_kinds};
use crate::model::game::{Decider, Values};

/// Number of entries of the tables that take as long as a position of a game.
const ENTRIES_PER_POSITION: u64 = 32;

/// Best play of an exchange.
#[derive(Clone, Debug)]
pub struct ExchangePlay {
    sides: [Rows; 2],
    /// By row of the second side, then by row of the first: its state after the round. The rows of
    /// a state of the second side are interleaved.
    first: Vec<u16>,
    /// By state of the first side after the round, then by row of the second side: its state after
    /// the round.
    second: Vec<u16>,
    /// By state of the first side, then by state of the second.
    values: Vec<Values>,
    /// Work done, in units of [`Limit::work`].
    pub work: u64,
}

/// The rows of one side: each state with each number of hits that makes a difference.
#[derive(Clone, Debug)]
struct Rows {
    /// By state: its first row. The last entry is the number of rows.
    first: Vec<usize>,
}

impl Rows {
    /// Creates the rows of a side against this enemy.
    fn new(side: &ChoiceSide, enemy: &ChoiceSide) -> Self {
        let states = |side: &ChoiceSide| 0..side.fights.len();
        let most = states(enemy).map(|state| enemy.hits.of(state).len() - 1).max().unwrap_or(0);
        let mut first = vec![0];
        let mut bears: Vec<usize> = Vec::new();
        for state in states(side) {
            let after = side.choices.of(state).iter().map(|&to| bears[to as usize] + 1);
            bears.push(after.max().unwrap_or(0));
            first.push(first[state] + bears[state].min(most) + 1);
        }
        Self { first }
    }

    fn states(&self) -> usize {
        self.first.len() - 1
    }

    fn all(&self) -> usize {
        self.first[self.states()]
    }

    /// Number of rows of a state: 1 more than the largest number of hits that has an effect.
    fn of(&self, state: usize) -> usize {
        self.first[state + 1] - self.first[state]
    }

    /// Returns the row of a state and a number of hits.
    fn row(&self, state: usize, hits: usize) -> usize {
        self.first[state] + hits.min(self.of(state) - 1)
    }
}

/// Finds best play of both sides. `worth` returns the values of a pair of states if the battle ends
/// there.
///
/// # Errors
/// Returns an error if the tables exceed the limit, or if `stop` is set.
pub fn solve(
    sides: &[ChoiceSide; 2],
    deciders: [Decider; 2],
    worth: &dyn Fn([u32; 2]) -> Values,
    limit: Limit,
    stop: &AtomicBool,
) -> Result<ExchangePlay, GameUnsolved> {
    let rows = [0, 1].map(|side| Rows::new(&sides[side], &sides[1 - side]));
    let [first, second] = &rows;
    let entries = (first.all() as u64).saturating_mul(second.all() as u64);
    let pairs = first.states() as u64 * second.states() as u64;
    let replies = first.states() as u64 * second.all() as u64;
    let bytes = (size_of::<Values>() as u64 * pairs + 2 * replies).saturating_add(2 * entries);
    let work = entries.div_ceil(ENTRIES_PER_POSITION);
    let most_states = usize::from(u16::MAX);
    if work > limit.work || bytes > limit.bytes || rows.iter().any(|r| r.states() > most_states) {
        return Err(GameUnsolved::TooLarge);
    }
    let play = ExchangePlay {
        first: vec![0; entries as usize],
        second: vec![0; replies as usize],
        values: vec![[0.0; 4]; pairs as usize],
        sides: rows,
        work,
    };
    let mut solver = Solver { sides, deciders, play, results: Vec::new() };
    for d in 0..solver.play.sides[1].states() {
        for a in 0..solver.play.sides[0].states() {
            solver.reply(a, d);
            solver.assign(a, d);
            let values = solver.fight(a, d);
            solver.set(a, d, values.unwrap_or_else(|| worth([a as u32, d as u32])));
            if stop.load(Ordering::Relaxed) {
                return Err(GameUnsolved::Stopped);
            }
        }
    }
    Ok(solver.play)
}

/// The tables while they are filled.
struct Solver<'a> {
    sides: &'a [ChoiceSide; 2],
    deciders: [Decider; 2],
    play: ExchangePlay,
    /// By state of the first side after the round, then by number of hits on the second side, for
    /// the present state of the second side: the values after its reply.
    results: Vec<Values>,
}

impl Solver<'_> {
    /// Finds the replies of the second side if the first has this state after the round.
    fn reply(&mut self, a: usize, d: usize) {
        let Self { sides, deciders, play, results } = self;
        let [_, rows] = &play.sides;
        let (states, kinds) = (rows.states(), rows.of(d));
        if a == 0 {
            results.clear();
            results.resize(play.sides[0].states() * kinds, [0.0; 4]);
        }
        let replies = &mut play.second[a * rows.all()..][..rows.all()];
        let values = &play.values[a * states..][..states];
        replies[rows.row(d, 0)] = d as u16;
        for hits in 1..kinds {
            let after = sides[1].choices.of(d).iter();
            let mut to = after.map(|&to| replies[rows.row(to as usize, hits - 1)]);
            let Some(mut best) = to.next() else { continue };
            for other in to {
                if prefers(deciders[1], &values[usize::from(other)], &values[usize::from(best)]) {
                    best = other;
                }
            }
            replies[rows.row(d, hits)] = best;
            results[a * kinds + hits] = values[usize::from(best)];
        }
    }

    /// Finds how the first side assigns its hits.
    fn assign(&mut self, a: usize, d: usize) {
        let Self { sides, deciders, play, results } = self;
        let [rows, of_second] = &play.sides;
        let kinds = of_second.of(d);
        let table = &mut play.first[of_second.first[d] * rows.all()..][..kinds * rows.all()];
        table[rows.row(a, 0) * kinds..][..kinds].fill(a as u16);
        for hits in 1..rows.of(a) {
            let (known, here) = table.split_at_mut(rows.row(a, hits) * kinds);
            let here = &mut here[..kinds];
            let mut after = sides[0].choices.of(a).iter().map(|&to| {
                let row = rows.row(to as usize, hits - 1);
                &known[row * kinds..][..kinds]
            });
            if let Some(first) = after.next() {
                here.copy_from_slice(first);
            }
            for others in after {
                for (n, (best, &other)) in here.iter_mut().zip(others).enumerate() {
                    let of = |state: u16| &results[usize::from(state) * kinds + n];
                    if other != *best && prefers(deciders[0], of(other), of(*best)) {
                        *best = other;
                    }
                }
            }
        }
    }

    /// Returns the values of a pair of states before a round; `None` if the battle ends there or
    /// goes on there for ever.
    fn fight(&mut self, a: usize, d: usize) -> Option<Values> {
        let Self { sides: [first, second], play, results, .. } = self;
        let [rows, of_second] = &play.sides;
        if !(first.fights[a] && second.fights[d]) {
            return None;
        }
        let kinds = of_second.of(d);
        let table = &play.first[of_second.first[d] * rows.all()..][..kinds * rows.all()];
        let mut stays = 0.0;
        let mut sum = [0.0; 4];
        for (hits, p) in chances_of_kinds(second.hits.of(d), rows.of(a)).enumerate() {
            let after = &table[rows.row(a, hits) * kinds..][..kinds];
            for (n, q) in chances_of_kinds(first.hits.of(a), kinds).enumerate() {
                if hits + n == 0 {
                    stays = p * q;
                    continue;
                }
                let values = &results[usize::from(after[n]) * kinds + n];
                sum = std::array::from_fn(|v| sum[v] + p * q * values[v]);
            }
        }
        (stays < 1.0).then(|| sum.map(|value| value / (1.0 - stays)))
    }

    /// Sets the values of a pair of states before a round.
    fn set(&mut self, a: usize, d: usize, values: Values) {
        let [_, rows] = &self.play.sides;
        self.results[a * rows.of(d)] = values;
        self.play.values[a * rows.states() + d] = values;
    }
}

/// Returns whether a captain prefers a choice with the values `other` to one with the values `mine`.
#[inline]
fn prefers(decider: Decider, other: &Values, mine: &Values) -> bool {
    match decider {
        Decider::Best { value, tie, sign } => is_better(other, mine, [value, tie], sign),
        Decider::While { .. } => false,
    }
}

impl ExchangePlay {
    /// Returns the values of a pair of states before a round.
    #[must_use]
    pub fn values(&self, [a, d]: [u32; 2]) -> Values {
        self.values[a as usize * self.sides[1].states() + d as usize]
    }

    /// Returns the number of numbers of hits on each side that make a difference, from 0 up.
    #[must_use]
    pub fn kinds(&self, [a, d]: [u32; 2]) -> [usize; 2] {
        let [first, second] = &self.sides;
        [first.of(a as usize), second.of(d as usize)]
    }

    /// Returns the states of both sides after a round in which they take these hits.
    #[must_use]
    pub fn after(&self, states: [u32; 2], hits: [usize; 2]) -> [u32; 2] {
        let first = self.of_first(states, hits);
        let [_, rows] = &self.sides;
        let row = rows.row(states[1] as usize, hits[1]);
        [first, self.second[first as usize * rows.all() + row].into()]
    }

    /// Returns the state of the first side after a round in which both take these hits.
    fn of_first(&self, [a, d]: [u32; 2], hits: [usize; 2]) -> u32 {
        let [rows, of_second] = &self.sides;
        let (a, d) = (a as usize, d as usize);
        let (row, kinds) = (rows.row(a, hits[0]), of_second.of(d));
        let n = of_second.row(d, hits[1]) - of_second.first[d];
        self.first[of_second.first[d] * rows.all() + row * kinds + n].into()
    }
}
