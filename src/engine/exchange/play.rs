//! Optimal play of exchanges in which captains choose the effect of each hit.
//!
//! In a round the first side assigns its hits, then the second. The best result of assigning `n`
//! hits is the best among the results of assigning `n - 1` hits after each choice for the first
//! one. So one table holds, for each pair of states and each pair of numbers of hits, the state in
//! which the first side ends the round, and another one the reply of the second side. Both are
//! filled from the weakest states up. A round without effective hits leads back to the same pair;
//! the other results are divided by the probability of leaving it.

use crate::array::array;
use crate::engine::graph::Limit;
use crate::engine::optimize::is_better_gain;
use crate::engine::{Control, Unsolved};
use crate::model::exchange::{ChoiceSide, chances_of_kinds};
use crate::model::game::{Decider, Values};

/// Number of entries of the tables that take as long as a position of a game.
const ENTRIES_PER_POSITION: u64 = 32;
/// Results that are summed in the time of an entry.
const SUMS_PER_ENTRY: u64 = 8;

/// Best play of an exchange.
#[derive(Clone, Debug)]
pub struct ExchangePlay {
    sides: [Rows; 2],
    /// Whether the first side never has a choice. Its state after the round does not depend on the
    /// second side then.
    is_single: bool,
    /// By row of the second side, then by row of the first: its state after the round. The rows of
    /// a state of the second side are interleaved. Without choices, by row of the first side.
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
    /// Largest number of hits that the enemy scores in a round.
    most: usize,
}

impl Rows {
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
        Self { first, most }
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

    fn row(&self, state: usize, hits: usize) -> usize {
        self.first[state] + hits.min(self.of(state) - 1)
    }
}

/// Finds best play of both sides. `worth` returns the values of a pair of states if the battle ends
/// there.
///
/// # Errors
/// Returns an error if the tables exceed the limit, or if it is stopped.
pub fn solve(
    sides: &[ChoiceSide; 2],
    deciders: [Decider; 2],
    worth: &dyn Fn([u32; 2]) -> Values,
    limit: Limit,
    control: &Control,
) -> Result<ExchangePlay, Unsolved> {
    let rows = [0, 1].map(|side| Rows::new(&sides[side], &sides[1 - side]));
    let [first, second] = &rows;
    let is_single = (0..first.states()).all(|state| sides[0].choices.of(state).len() <= 1);
    let of_second = if is_single { 1 } else { second.all() as u64 };
    let entries = (first.all() as u64).saturating_mul(of_second);
    let pairs = first.states() as u64 * second.states() as u64;
    let replies = first.states() as u64 * second.all() as u64;
    let of_pair = (size_of::<Values>() + size_of::<[f64; 2]>()) as u64;
    let bytes = (of_pair * pairs + 2 * replies).saturating_add(2 * entries);
    // Results are summed over the hits on both sides, whether there is a choice or not.
    let sums = (first.all() as u64).saturating_mul(second.all() as u64) / SUMS_PER_ENTRY;
    let work = entries.max(sums).saturating_add(replies).div_ceil(ENTRIES_PER_POSITION);
    let most_states = usize::from(u16::MAX);
    if work > limit.work || bytes > limit.bytes || rows.iter().any(|r| r.states() > most_states) {
        return Err(Unsolved::TooLarge(0));
    }
    control.holds(bytes)?;
    let play = ExchangePlay {
        first: vec![0; entries as usize],
        second: vec![0; replies as usize],
        values: vec![[0.0; 4]; pairs as usize],
        sides: rows,
        is_single,
        work,
    };
    let mut solver = Solver {
        sides,
        deciders,
        play,
        results: Vec::new(),
        figures: Vec::new(),
        replied: vec![[0.0; 2]; pairs as usize],
        best: Vec::new(),
        chances: Vec::new(),
    };
    for d in 0..solver.play.sides[1].states() {
        for a in 0..solver.play.sides[0].states() {
            solver.reply(a, d);
            solver.assign(a, d);
            let values = solver.fight(a, d);
            solver.set(a, d, values.unwrap_or_else(|| worth([a as u32, d as u32])));
            if control.is_stopped() {
                return Err(Unsolved::Stopped);
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
    /// Like `results`: the figures by which the first side decides.
    figures: Vec<[f64; 2]>,
    /// By state of the first side, then by state of the second, before a round: the figures by
    /// which the second side decides.
    replied: Vec<[f64; 2]>,
    /// By number of hits: figures of the best choice found so far.
    best: Vec<[f64; 2]>,
    /// Probabilities of the numbers of hits that the first side scores.
    chances: Vec<f64>,
}

impl Solver<'_> {
    /// Finds the replies of the second side if the first has this state after the round.
    fn reply(&mut self, a: usize, d: usize) {
        let Self { sides, deciders, play, results, figures, replied, best, .. } = self;
        let [_, rows] = &play.sides;
        let (states, kinds) = (rows.states(), rows.of(d));
        if a == 0 {
            results.clear();
            results.resize(play.sides[0].states() * kinds, [0.0; 4]);
            figures.clear();
            figures.resize(results.len(), [0.0; 2]);
        }
        let replies = &mut play.second[a * rows.all()..][..rows.all()];
        let (known, here) = replies.split_at_mut(rows.first[d]);
        let here = &mut here[..kinds];
        here.fill(d as u16);
        let of = |state: u16| replied[a * states + usize::from(state)];
        let after = |to: u32| &known[rows.first[to as usize]..rows.first[to as usize + 1]];
        if let Some((&first, others)) = sides[1].choices.of(d).split_first() {
            let here = &mut here[1..];
            fill_to_the_end(here, after(first));
            best.clear();
            best.extend(here.iter().map(|&state| of(state)));
            for &to in others {
                let after = after(to);
                for (hits, mine) in best.iter_mut().enumerate() {
                    let (state, other) = (here[hits], after[hits.min(after.len() - 1)]);
                    let is_better = is_better_gain(of(other), *mine);
                    here[hits] = if is_better { other } else { state };
                    *mine = if is_better { of(other) } else { *mine };
                }
            }
        }
        for hits in 1..kinds {
            let values = play.values[a * states + usize::from(here[hits])];
            results[a * kinds + hits] = values;
            figures[a * kinds + hits] = deciders[0].figures(&values);
        }
    }

    /// Finds how the first side assigns its hits.
    fn assign(&mut self, a: usize, d: usize) {
        let Self { sides, play, figures, best, .. } = self;
        if play.is_single && d > 0 {
            return;
        }
        let (from, kinds) = play.table(d);
        let [rows, _] = &play.sides;
        let table = &mut play.first[from..][..kinds * rows.all()];
        table[rows.row(a, 0) * kinds..][..kinds].fill(a as u16);
        let Some((&first, others)) = sides[0].choices.of(a).split_first() else { return };
        for hits in 1..rows.of(a) {
            let (known, here) = table.split_at_mut(rows.row(a, hits) * kinds);
            let here = &mut here[..kinds];
            let after = |to: u32| &known[rows.row(to as usize, hits - 1) * kinds..][..kinds];
            here.copy_from_slice(after(first));
            if others.is_empty() {
                continue;
            }
            best.clear();
            for (n, &state) in here.iter().enumerate() {
                best.push(figures[usize::from(state) * kinds + n]);
            }
            for &to in others {
                improve(here, best, after(to), figures);
            }
        }
    }

    /// Returns the values of a pair of states before a round; `None` if the battle ends there or
    /// goes on there for ever.
    fn fight(&mut self, a: usize, d: usize) -> Option<Values> {
        let Self { sides: [first, second], play, results, chances, .. } = self;
        let [rows, of_second] = &play.sides;
        if !(first.fights[a] && second.fights[d]) {
            return None;
        }
        let (kinds, (from, columns)) = (of_second.of(d), play.table(d));
        let table = &play.first[from..][..columns * rows.all()];
        chances.clear();
        chances.extend(chances_of_kinds(first.hits.of(a), kinds));
        let mut stays = 0.0;
        let mut sum = [0.0; 4];
        for (hits, p) in chances_of_kinds(second.hits.of(d), rows.of(a)).enumerate() {
            let after = &table[rows.row(a, hits) * columns..][..columns];
            let mut of_row = [0.0; 4];
            // A round without hits leads back here.
            for n in usize::from(hits == 0)..chances.len() {
                let values = &results[usize::from(after[n.min(columns - 1)]) * kinds + n];
                of_row = array(|v| of_row[v] + chances[n] * values[v]);
            }
            sum = array(|v| sum[v] + p * of_row[v]);
            stays += if hits == 0 { p * chances[0] } else { 0.0 };
        }
        (stays < 1.0).then(|| sum.map(|value| value / (1.0 - stays)))
    }

    fn set(&mut self, a: usize, d: usize, values: Values) {
        let [_, rows] = &self.play.sides;
        self.results[a * rows.of(d)] = values;
        self.figures[a * rows.of(d)] = self.deciders[0].figures(&values);
        self.play.values[a * rows.states() + d] = values;
        self.replied[a * rows.states() + d] = self.deciders[1].figures(&values);
    }
}

/// Takes the states after another choice where they are better, for each number of hits on the
/// other side. `best` are the figures of the states taken so far, `figures` those of all states.
/// Compiled apart, because the loop needs all registers.
#[inline(never)]
fn improve(here: &mut [u16], best: &mut [[f64; 2]], others: &[u16], figures: &[[f64; 2]]) {
    let kinds = here.len();
    let (best, others) = (&mut best[..kinds], &others[..kinds]);
    for n in 0..kinds {
        let other = others[n];
        let theirs = figures[usize::from(other) * kinds + n];
        let is_better = is_better_gain(theirs, best[n]);
        here[n] = if is_better { other } else { here[n] };
        best[n] = if is_better { theirs } else { best[n] };
    }
}

/// Copies the states after 0, 1, 2, … hits. The last one also follows from all higher numbers.
fn fill_to_the_end(states: &mut [u16], after: &[u16]) {
    let (known, more) = states.split_at_mut(states.len().min(after.len()));
    known.copy_from_slice(&after[..known.len()]);
    if let Some(last) = after.last() {
        more.fill(*last);
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

    /// Returns whether these numbers of hits on each side can be scored in a round. Others are not
    /// in the tables.
    #[must_use]
    pub fn covers(&self, hits: [usize; 2]) -> bool {
        hits.iter().zip(&self.sides).all(|(hits, rows)| *hits <= rows.most)
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
        let (from, columns) = self.table(d);
        let n = of_second.row(d, hits[1]) - of_second.first[d];
        self.first[from + rows.row(a, hits[0]) * columns + n.min(columns - 1)].into()
    }

    /// Returns where the results of the first side begin in `first` for a state of the second side,
    /// and the number of results for each row.
    fn table(&self, d: usize) -> (usize, usize) {
        let [rows, of_second] = &self.sides;
        match self.is_single {
            true => (0, 1),
            false => (of_second.first[d] * rows.all(), of_second.of(d)),
        }
    }
}
