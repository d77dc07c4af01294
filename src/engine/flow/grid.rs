//! The grid of an exchange: the probability of each pair of states of the two sides.

use super::sides::GridSide;
use crate::engine::{Control, Stopped, par_map};

/// Probabilities below this one are left out.
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

/// How battles end on a grid.
pub(super) struct GridEnds {
    /// Pairs in which battles end.
    pub(super) ends: Pairs,
    /// Pairs in which battles never end.
    pub(super) undecided: Pairs,
    /// Expected number of rounds after the first.
    pub(super) rounds: f64,
}

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
    pub(super) fn new(sides: [GridSide; 2]) -> Self {
        Self { sources: sides[0].sources(), sides }
    }

    /// Bytes of each pair of states.
    pub(super) const BYTES: u64 = 6 * size_of::<f64>() as u64;

    fn fights(&self, a: usize, d: usize) -> bool {
        self.sides[0].fights[a] && self.sides[1].fights[d]
    }

    /// Computes how battles end that begin with these probabilities: in one pass over all pairs, in
    /// an order in which hits lead to later pairs. A round without effective hits leads back to the
    /// same pair; the other transitions are divided by the probability of leaving it. Takes at most
    /// `work`, and returns `None` if that is not enough.
    pub(super) fn settle(
        &self,
        mut mass: GridMass,
        work: &mut u64,
        control: &Control,
    ) -> Result<Option<GridEnds>, Stopped> {
        let [first, second] = &self.sides;
        let mut found = GridEnds { ends: Vec::new(), undecided: Vec::new(), rounds: 0.0 };
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
                found.rounds += moves * continues[0] * continues[1];
                if done > *work {
                    return Ok(None);
                }
                *work -= done;
            }
        }
        Ok(Some(found))
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
