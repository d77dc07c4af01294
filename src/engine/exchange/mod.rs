//! Exchanges: rounds in which both sides hit each other, on a grid of their states.
//!
//! A round without effective hits leads back to the same pair of states. The other transitions are
//! divided by the probability of leaving the pair, so one pass over all pairs is enough. Passes
//! from the first pair on give the probability of each end and the number of rounds; those from the
//! last pair back, in [`play`], give the values of best play.

pub mod play;

use std::ops::Range;

use crate::engine::graph::components::Components;
use crate::engine::{Control, Ends, Stopped, Unsolved, par_map};
use crate::model::exchange::{Exchange, ExchangeSide};

/// Computes how an exchange ends, as pairs of states of the sides. A pair is undecided if neither
/// side can hurt the other. Hits lead to lower numbers, so one pass from the highest pair down is
/// enough: a search for orders of losses solves thousands of exchanges, and has no time to sort the
/// states of each into a grid.
#[must_use]
pub fn solve(exchange: &Exchange) -> Ends<[u32; 2]> {
    let [first, second] = &exchange.sides;
    let width = second.fights.len();
    let mut mass = vec![0.0; first.fights.len() * width];
    for &([a, d], chance) in &exchange.openings {
        mass[a as usize * width + d as usize] += chance;
    }
    let tails = exchange.sides.each_ref().map(|side| -> Vec<Vec<f64>> {
        (0..side.fights.len()).map(|state| tails(side.hits.of(state))).collect()
    });
    let mut found = Ends::default();
    // Probabilities of the replies of the first side, and of the second side times the mass that
    // leaves this pair.
    let (mut on_first, mut on_second) = (Vec::new(), Vec::new());
    for a in (0..first.fights.len()).rev() {
        for d in (0..width).rev() {
            let here = std::mem::take(&mut mass[a * width + d]);
            if here == 0.0 {
                continue;
            }
            let pair = [a as u32, d as u32];
            if !(first.fights[a] && second.fights[d]) {
                found.ends.push((pair, here));
                continue;
            }
            let (to_first, to_second) = (first.replies.of(a), second.replies.of(d));
            of_kinds(&mut on_first, second.hits.of(d), &tails[1][d], to_first.len());
            of_kinds(&mut on_second, first.hits.of(a), &tails[0][a], to_second.len());
            let is_same = to_first[0] as usize == a && to_second[0] as usize == d;
            let stays = if is_same { on_first[0] * on_second[0] } else { 0.0 };
            if stays >= 1.0 {
                found.undecided.push((pair, here));
                continue;
            }
            let moves = here / (1.0 - stays);
            on_second.iter_mut().for_each(|p| *p *= moves);
            for (hits, &p) in on_first.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                let into = &mut mass[to_first[hits] as usize * width..][..width];
                let from = usize::from(is_same && hits == 0);
                for (second, moves) in on_second.iter().enumerate().skip(from) {
                    into[to_second[second] as usize] += p * moves;
                }
            }
        }
    }
    found
}

/// Probabilities of at least 0, 1, 2, … hits.
fn tails(chances: &[f64]) -> Vec<f64> {
    let mut tails = chances.to_vec();
    for n in (1..tails.len()).rev() {
        tails[n - 1] += tails[n];
    }
    tails
}

/// Computes the probabilities of this many kinds of replies. The last kind covers all higher
/// numbers of hits.
fn of_kinds(chances: &mut Vec<f64>, hits: &[f64], tails: &[f64], kinds: usize) {
    chances.clear();
    if hits.len() < kinds {
        chances.extend_from_slice(hits);
    } else {
        chances.extend_from_slice(&hits[..kinds - 1]);
        chances.push(tails[kinds - 1]);
    }
}

/// Probabilities of pairs below this one are left out.
const NEGLIGIBLE: f64 = 1e-24;

/// Number of rows that a thread takes at a time.
const ROWS: usize = 4;

/// Work of adding the distribution after a round, besides its additions.
const SPREAD: u64 = 8;

/// Both sides of an exchange.
pub(super) struct Grid {
    pub(super) sides: [GridSide; 2],
    /// By state of the first side: the states that lead to it, with the numbers of hits.
    sources: Vec<Vec<(u32, usize)>>,
}

/// Pairs of states in which battles end, with their probabilities.
pub(super) type Pairs = Vec<([u32; 2], f64)>;

/// Probabilities of all pairs, row by row.
pub(super) struct GridMass {
    rows: Vec<Vec<f64>>,
    width: usize,
}

impl GridMass {
    pub(super) fn new(grid: &Grid) -> Self {
        let [first, second] = grid.sides.each_ref().map(GridSide::states);
        Self { rows: vec![Vec::new(); first], width: second }
    }

    pub(super) fn add(&mut self, [a, d]: [usize; 2], mass: f64) {
        let row = &mut self.rows[a];
        row.resize(self.width, 0.0);
        row[d] += mass;
    }

    /// Returns all pairs that are not impossible, with their probabilities.
    pub(super) fn pairs(&self) -> impl Iterator<Item = ([u32; 2], f64)> {
        let rows = (0..).zip(&self.rows);
        let pairs = rows.flat_map(|(a, row)| (0..).zip(row).map(move |(d, mass)| ([a, d], *mass)));
        pairs.filter(|(_, mass)| *mass > 0.0)
    }

    pub(super) fn sum(&self) -> f64 {
        self.rows.iter().flatten().sum()
    }
}

impl Grid {
    /// Creates the grid of these sides. Returns `None` if hits can lead in a circle.
    pub(super) fn new(
        sides: &[ExchangeSide; 2],
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let [first, second] = sides.each_ref().map(|side| GridSide::new(side, control));
        let (Some(first), Some(second)) = (first?, second?) else { return Ok(None) };
        Ok(Some(Self { sources: first.sources(), sides: [first, second] }))
    }

    /// Returns the place of a pair that is given by the numbers of both states in the exchange.
    pub(super) fn places(&self, numbers: [u32; 2]) -> [usize; 2] {
        [0, 1].map(|side| self.sides[side].places[numbers[side] as usize] as usize)
    }

    /// Returns the numbers of the states of a pair in the exchange.
    pub(super) fn numbers(&self, pair: [u32; 2]) -> [u32; 2] {
        [0, 1].map(|side| self.sides[side].numbers[pair[side] as usize])
    }

    /// Bytes of each pair of states.
    pub(super) const BYTES: u64 = 6 * size_of::<f64>() as u64;

    fn fights(&self, a: usize, d: usize) -> bool {
        self.sides[0].fights[a] && self.sides[1].fights[d]
    }

    /// Computes how battles end that begin with these probabilities: in one pass over all pairs, in
    /// an order in which hits lead to later pairs. A round without effective hits leads back to the
    /// same pair; the other transitions are divided by the probability of leaving it. The mean
    /// number of rounds counts those after the first.
    ///
    /// # Errors
    /// If that takes more than `most` additions, or if it is stopped.
    pub(super) fn settle(
        &self,
        mut mass: GridMass,
        most: u64,
        control: &Control,
    ) -> Result<Ends<[u32; 2]>, Unsolved> {
        let [first, second] = &self.sides;
        let mut found = Ends::default();
        for a in 0..first.states() {
            control.look(a)?;
            for d in 0..mass.rows[a].len() {
                let here = std::mem::take(&mut mass.rows[a][d]);
                if here < NEGLIGIBLE {
                    continue;
                }
                let pair = [a as u32, d as u32];
                if !self.fights(a, d) {
                    found.ends.push((pair, here));
                    continue;
                }
                let (to_first, to_second) = (&first.replies[a], &second.replies[d]);
                let (by_first, by_second) = (&first.hits[a], &second.hits[d]);
                let unhurt = [by_second.chance(to_first, 0), by_first.chance(to_second, 0)];
                let is_same = to_first.first() == a && to_second.first() == d;
                let stays = if is_same { unhurt[0] * unhurt[1] } else { 0.0 };
                if stays >= 1.0 {
                    found.undecided.push((pair, here));
                    continue;
                }
                let moves = here / (1.0 - stays);
                let mut continues = [0.0; 2];
                to_second.each(|hits, to| {
                    if second.fights[to] {
                        continues[1] += by_first.chance(to_second, hits);
                    }
                });
                let mut done = 0;
                to_first.each(|hits, to| {
                    let p = by_second.chance(to_first, hits);
                    continues[0] += if first.fights[to] { p } else { 0.0 };
                    if p * moves >= NEGLIGIBLE {
                        let row = &mut mass.rows[to];
                        row.resize(mass.width, 0.0);
                        let from = usize::from(is_same && hits == 0);
                        done += to_second.spread(by_first, from, p * moves, row) as u64 + SPREAD;
                    }
                });
                found.rounds.mean += moves * continues[0] * continues[1];
                found.work += done;
                if found.work > most {
                    return Err(Unsolved::TooLarge(found.work));
                }
            }
        }
        Ok(found)
    }

    /// Plays a round. Returns the probabilities of all pairs after it, and the work done.
    pub(super) fn play(&self, mass: &GridMass) -> (GridMass, u64) {
        let live = mass.rows.iter().map(|row| {
            let states = row.iter().copied().enumerate().filter(|(_, here)| *here > 0.0);
            states.collect()
        });
        let live: Vec<Vec<(usize, f64)>> = live.collect();
        let row = |to: usize| {
            let (mut row, mut work) = (Vec::new(), 0);
            for &(from, hits) in &self.sources[to] {
                let from = from as usize;
                let (replies, by_first) = (&self.sides[0].replies[from], &self.sides[0].hits[from]);
                for &(d, here) in &live[from] {
                    let factor = here * self.sides[1].hits[d].chance(replies, hits);
                    if factor >= NEGLIGIBLE {
                        row.resize(mass.width, 0.0);
                        let to_second = &self.sides[1].replies[d];
                        work += to_second.spread(by_first, 0, factor, &mut row) as u64 + SPREAD;
                    }
                }
            }
            (row, work)
        };
        let (rows, work): (Vec<Vec<f64>>, Vec<u64>) =
            par_map(self.sources.len(), ROWS, &row).into_iter().unzip();
        (GridMass { rows, width: mass.width }, work.iter().sum())
    }

    /// Takes out the pairs in which battles have ended.
    pub(super) fn take_ends(&self, mass: &mut GridMass, mut end: impl FnMut([u32; 2], f64)) {
        for (a, row) in mass.rows.iter_mut().enumerate() {
            for (d, here) in row.iter_mut().enumerate().filter(|(_, here)| **here > 0.0) {
                if !self.fights(a, d) {
                    end([a as u32, d as u32], std::mem::take(here));
                } else if *here < NEGLIGIBLE {
                    *here = 0.0;
                }
            }
        }
    }
}

/// Probabilities of hits below this one are left out.
const NEGLIGIBLE_HITS: f64 = 1e-22;

/// The states of one side. Hits lead to the same state or a later one.
pub(super) struct GridSide {
    /// By state: its number in the exchange.
    pub(super) numbers: Vec<u32>,
    /// By number in the exchange: the state.
    pub(super) places: Vec<u32>,
    /// By state: whether any unit can still fight.
    pub(super) fights: Vec<bool>,
    /// By state: the hits that it scores.
    pub(super) hits: Vec<Hits>,
    /// By state: what the hits that it takes lead to.
    pub(super) replies: Vec<Replies>,
}

/// Distribution over the hits that a side scores.
pub(super) struct Hits {
    /// Probabilities of 0, 1, 2, … hits.
    chances: Vec<f64>,
    /// Probabilities of at least 0, 1, 2, … hits.
    tails: Vec<f64>,
    /// Numbers of hits that are not negligible.
    likely: Range<usize>,
}

/// The states after 0, 1, 2, … hits. The last also applies to all higher numbers of hits.
pub(super) struct Replies {
    /// Number of hits that make a difference.
    most: usize,
    /// Runs of consecutive states, apart from the last one.
    runs: Vec<Run>,
    /// State after the highest number of hits.
    pub(super) last: u32,
}

/// Numbers of hits that lead to consecutive states.
struct Run {
    hits: Range<usize>,
    /// State after the first of these numbers.
    state: usize,
}

impl GridSide {
    /// Sorts the states of a side. Returns `None` if hits can lead in a circle.
    ///
    /// # Errors
    /// If it is stopped.
    pub(super) fn new(side: &ExchangeSide, control: &Control) -> Result<Option<Self>, Stopped> {
        let states = side.fights.len();
        let edge =
            |state: u32, nth: usize| side.replies.of(state as usize).get(nth).map(|to| Some(*to));
        let parts = Components::new(states, edge, control)?;
        let mut numbers = Vec::with_capacity(states);
        let mut places = vec![0; states];
        for (_, part) in parts.forward() {
            let [state] = part else { return Ok(None) };
            places[*state as usize] = numbers.len() as u32;
            numbers.push(*state);
        }
        let each = || numbers.iter().map(|number| *number as usize);
        Ok(Some(Self {
            fights: each().map(|number| side.fights[number]).collect(),
            hits: each().map(|number| Hits::new(side.hits.of(number))).collect(),
            replies: each().map(|n| Replies::new(side.replies.of(n), &places)).collect(),
            numbers,
            places,
        }))
    }

    pub(super) fn states(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the states that lead to each state with the numbers of hits, in order.
    pub(super) fn sources(&self) -> Vec<Vec<(u32, usize)>> {
        let mut sources = vec![Vec::new(); self.states()];
        for (from, replies) in (0..).zip(&self.replies) {
            replies.each(|hits, to| sources[to].push((from, hits)));
        }
        sources
    }
}

impl Hits {
    fn new(chances: &[f64]) -> Self {
        let is_likely = |p: &f64| *p >= NEGLIGIBLE_HITS;
        let from = chances.iter().position(is_likely).unwrap_or(0);
        let to = chances.iter().rposition(is_likely).map_or(0, |last| last + 1);
        Self { chances: chances.to_vec(), tails: tails(chances), likely: from.min(to)..to }
    }

    /// Returns the probability of the reply after this number of hits.
    #[inline]
    pub(super) fn chance(&self, replies: &Replies, hits: usize) -> f64 {
        let all = if hits == replies.most { &self.tails } else { &self.chances };
        all.get(hits).copied().unwrap_or(0.0)
    }
}

impl Replies {
    fn new(replies: &[u32], places: &[u32]) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let most = replies.len() - 1;
        for (hits, &number) in replies[..most].iter().enumerate() {
            let state = places[number as usize] as usize;
            match runs.last_mut() {
                Some(run) if run.state + run.hits.len() == state => run.hits.end += 1,
                _ => runs.push(Run { hits: hits..hits + 1, state }),
            }
        }
        Self { most, runs, last: places[replies[most] as usize] }
    }

    /// Returns the state after no hits.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.runs.first().map_or(self.last as usize, |run| run.state)
    }

    /// Calls a function with each number of hits and the state after it.
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(usize, usize)) {
        for Run { hits, state } in &self.runs {
            hits.clone().for_each(|n| visit(n, state + n - hits.start));
        }
        visit(self.most, self.last as usize);
    }

    /// Adds the distribution over the states after these hits, times a factor. Numbers of hits
    /// below `least` are left out. Returns the number of additions.
    #[inline]
    pub(super) fn spread(&self, hits: &Hits, least: usize, factor: f64, into: &mut [f64]) -> usize {
        let mut added = 1;
        let (from, to) = (hits.likely.start.max(least), hits.likely.end);
        for run in &self.runs {
            let (first, last) = (run.hits.start.max(from), run.hits.end.min(to));
            if first < last {
                let states = run.state + first - run.hits.start..run.state + last - run.hits.start;
                let chances = &hits.chances[first..last];
                let into = &mut into[states][..chances.len()];
                (0..chances.len()).for_each(|n| into[n] += factor * chances[n]);
                added += last - first;
            }
        }
        if self.most < to && self.most >= least {
            into[self.last as usize] += factor * hits.tails[self.most];
        }
        added
    }
}

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::model::exchange::{Exchange, ExchangeSide};

    /// Creates a side with one die that hits with probability `p`, and one life.
    fn one(p: f64) -> ExchangeSide {
        let mut side = ExchangeSide { fights: vec![false, true], ..ExchangeSide::default() };
        side.hits.push([1.0]);
        side.hits.push([1.0 - p, p]);
        side.replies.push([0]);
        side.replies.push([1, 0]);
        side
    }

    #[test]
    fn a_duel_of_one_each_has_a_closed_form() {
        let (p, q) = (0.4, 0.3);
        let exchange = Exchange { sides: [one(p), one(q)], openings: vec![([1, 1], 1.0)] };
        let sum = p + q - p * q;
        let known =
            [([1, 0], p * (1.0 - q) / sum), ([0, 1], q * (1.0 - p) / sum), ([0, 0], p * q / sum)];
        let found = solve(&exchange);
        for ((state, p), (found, q)) in known.iter().zip(found.ends) {
            assert_eq!(*state, found);
            assert!((p - q).abs() < 1e-15, "{p} {q}");
        }
    }

    #[test]
    fn sides_that_cannot_hurt_each_other_never_end() {
        let exchange = Exchange { sides: [one(0.0), one(0.0)], openings: vec![([1, 1], 1.0)] };
        let found = solve(&exchange);
        assert_eq!(found.undecided, [([1, 1], 1.0)]);
    }
}
