//! The walk: battles played down the graph, by far the fastest way to simulate.
//!
//! A battle is a path through the graph. Each step takes one 64-bit draw and one row of an
//! alias table; a step covers several activations where they have few outcomes together.
//! Eight battles are walked at a time, without branches: an ended battle's next situation is
//! the opening. Each lane plays a fixed share of the battles to their ends, so that no battle
//! is dropped for being long.

use std::hint::select_unpredictable;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::blocks::Player;
use super::graph::{Graph, NoGraph, Node};
use super::simulate::Block;
use super::steps::{Step, steps};
use crate::battle::Battle;
use crate::chance::{alias_rows, block_generator};
use crate::tally::Tally;

/// Battles that are walked at a time.
const LANES: usize = 8;

/// Steps between two looks at what has ended.
const STRIDE: usize = 64;

/// A battle and the tables of its graph, to be walked.
#[derive(Clone, Debug)]
pub struct Walk<'a, B: Battle> {
    battle: &'a B,
    graph: &'a Graph<B::State>,
    rows: Vec<Row>,
    opening: Place,
    /// The situation that each row belongs to, for battles that are cut short.
    states: Vec<u32>,
}

/// A row of an alias table.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The row's own place comes up if the lower half of a draw is below this.
    threshold: u32,
    own: Place,
    alias: Place,
}

/// Where a battle is, in one word: is it an end, has a round begun on the way, the first of
/// its rows (of an end its number), and how far to shift a draw to choose among the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place(u32);

impl Place {
    const END: u32 = 31;
    const ROUND: u32 = 30;
    const INDEX_BITS: u32 = 24;
    const SHIFT_BITS: u32 = 6;
    const MOST: usize = 1 << Self::INDEX_BITS;

    fn state(row: usize, row_bits: u32) -> Self {
        Self((row as u32) << Self::SHIFT_BITS | (64 - row_bits))
    }

    fn end(number: u32) -> Self {
        Self(1 << Self::END | number << Self::SHIFT_BITS)
    }

    fn with_round(self, round: bool) -> Self {
        Self(self.0 | u32::from(round) << Self::ROUND)
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 << (32 - Self::INDEX_BITS - Self::SHIFT_BITS) >> (32 - Self::INDEX_BITS)) as usize
    }

    #[inline]
    fn row(self, draw: u64) -> usize {
        self.index() + draw.wrapping_shr(self.0) as usize
    }

    #[inline]
    fn is_end(self) -> bool {
        self.0 >> Self::END != 0
    }

    #[inline]
    fn rounds(self) -> u32 {
        self.0 >> Self::ROUND & 1
    }
}

/// A battle that is walked.
#[derive(Clone, Copy, Debug)]
struct Lane {
    place: Place,
    round: u32,
}

/// What a worker keeps from block to block.
#[derive(Debug)]
pub struct Lanes {
    /// Battles that have ended: place, round and lane.
    ended: Box<[(Place, u32, u32); LANES * STRIDE + 1]>,
}

impl<'a, B: Battle> Walk<'a, B> {
    /// The tables of a battle's graph.
    ///
    /// # Errors
    /// If it has more rows than can be numbered.
    pub fn new(battle: &'a B, graph: &'a Graph<B::State>) -> Result<Self, NoGraph> {
        let steps = steps(graph);
        let bits = |step: &Step| step.outcomes.len().next_power_of_two().trailing_zeros().max(1);
        let mut first = vec![0; graph.states.len()];
        let mut rows = 0;
        for step in &steps {
            first[step.from as usize] = rows;
            rows += 1usize << bits(step);
        }
        if rows > Place::MOST || graph.ends.len() + graph.states.len() > Place::MOST {
            return Err(NoGraph::TooLarge);
        }
        let mut bits_of = vec![1; graph.states.len()];
        for step in &steps {
            bits_of[step.from as usize] = bits(step);
        }
        let place = |node: Node| match node {
            Node::State(state) => Place::state(first[state as usize], bits_of[state as usize]),
            Node::End(end) => Place::end(end),
        };
        let mut walk = Self {
            battle,
            graph,
            rows: Vec::with_capacity(rows),
            opening: place(graph.opening),
            states: Vec::with_capacity(rows),
        };
        for step in &steps {
            let to = |n: usize| {
                let edge = step.outcomes[n.min(step.outcomes.len() - 1)];
                place(edge.to).with_round(edge.round)
            };
            walk.states.resize(walk.rows.len() + (1 << bits(step)), step.from);
            let chances: Vec<f64> = step.outcomes.iter().map(|o| o.chance).collect();
            let table = alias_rows(&chances, 1 << bits(step));
            walk.rows.extend(table.into_iter().enumerate().map(|(n, (threshold, alias))| Row {
                threshold: (threshold >> 32) as u32,
                own: to(n),
                alias: to(alias),
            }));
        }
        Ok(walk)
    }

    /// Steps all lanes so many times and notes what has ended. With `CAPPED`, battles are
    /// cut short that are undecided after round `cap`; rounds are counted from 0 here.
    #[inline]
    fn stride<const CAPPED: bool>(
        &self,
        lanes: &mut [Lane; LANES],
        die: &mut Xoshiro256PlusPlus,
        ended: &mut [(Place, u32, u32); LANES * STRIDE + 1],
        cap: u32,
    ) -> usize {
        let mut n = 0;
        for _ in 0..STRIDE {
            for (number, lane) in lanes.iter_mut().enumerate() {
                let draw = die.next_u64();
                let row = self.rows[lane.place.row(draw)];
                let place =
                    select_unpredictable((draw as u32) < row.threshold, row.own, row.alias);
                let round = lane.round + place.rounds();
                let over = place.is_end() || (CAPPED && round > cap);
                ended[n] = (place, round, number as u32);
                n += usize::from(over);
                lane.place = select_unpredictable(over, self.opening, place);
                lane.round = select_unpredictable(over, 0, round);
            }
        }
        n
    }
}

impl<B: Battle> Player for Walk<'_, B> {
    type Hand = Lanes;

    fn hand(&self) -> Lanes {
        Lanes { ended: Box::new([(Place::default(), 0, 0); LANES * STRIDE + 1]) }
    }

    /// Counts ends by number, and after them situations in which battles were cut short.
    fn play(
        &self,
        block: Block,
        hand: &mut Lanes,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        counts.make_room(self.graph.ends.len());
        let first_round = self.graph.first_round;
        if self.opening.is_end() {
            for _ in 0..block.battles {
                counts.cells[self.opening.index()] += 1;
                counts.add_rounds(first_round);
            }
            go_on(block.battles);
            return;
        }
        let mut die = block_generator(block.seed, block.number);
        let mut left: [u64; LANES] = std::array::from_fn(|lane| {
            (block.battles + (LANES - 1 - lane) as u64) / LANES as u64
        });
        let mut lanes = [Lane { place: self.opening, round: 0 }; LANES];
        let cap = block.round_cap.saturating_sub(first_round);
        while left.iter().any(|&left| left > 0) {
            let longest = lanes.iter().map(|lane| lane.round).max().unwrap_or(0);
            let ended = if longest + STRIDE as u32 <= cap {
                self.stride::<false>(&mut lanes, &mut die, &mut hand.ended, cap)
            } else {
                self.stride::<true>(&mut lanes, &mut die, &mut hand.ended, cap)
            };
            let mut played = 0;
            for &(place, round, lane) in &hand.ended[..ended] {
                let left = &mut left[lane as usize % LANES];
                if *left == 0 {
                    continue;
                }
                *left -= 1;
                played += 1;
                if place.is_end() {
                    counts.cells[place.index()] += 1;
                } else {
                    let cell = self.graph.ends.len() + self.states[place.index()] as usize;
                    counts.make_room(cell + 1);
                    counts.cells[cell] += 1;
                }
                counts.add_rounds(first_round + round.min(cap));
            }
            if !go_on(played) {
                return;
            }
        }
    }

    fn tally(&self, counts: &Tally) -> Tally {
        let mut tally = Tally { cells: Vec::new(), ..counts.clone() };
        tally.make_room(self.battle.cells());
        let finals = self.graph.ends.iter().chain(&self.graph.states);
        for (state, &times) in finals.zip(&counts.cells).filter(|(_, times)| **times > 0) {
            self.battle.count(state, |cell| tally.cells[cell] += times);
        }
        tally
    }

    fn outcomes(&self) -> usize {
        self.battle.outcomes()
    }
}
