//! The walk: battles played down the graph, by far the fastest way to simulate.
//!
//! A battle is a path through the graph. Each step takes half of a 64-bit draw and one row of
//! an alias table; a step covers several activations where they have few outcomes together.
//! Eight battles are walked at a time, without branches: an ended battle's next situation is
//! the opening. Each lane plays a fixed share of the battles to their ends, so that no battle
//! is dropped for being long.
//!
//! With 32 bits a row is met to within 2^-32 of its place, and an outcome to within 2^-32 for
//! each row that leads to it: far below what any number of battles could show.

use std::hint::select_unpredictable;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use rustc_hash::FxHashMap;

use super::graph::{Edge, Graph, NoGraph, Node};
use super::player::{Block, Player};
use super::reader::{Chapter, Reader, Step, Telling, cells};
use super::steps::{self, steps, ways};
use crate::battle::{Battle, Progress};
use crate::chance::{Enumerator, Teller, alias_rows, block_generator};
use crate::story::{Event, choose};
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
    opening: Word,
    /// The situation that each row belongs to, for battles that are cut short.
    states: Vec<u32>,
}

/// A row of an alias table.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Of the draws that choose this row, those below this lead to its own place.
    threshold: u32,
    own: Word,
    alias: Word,
}

/// One word for a battle that is walked. From the lowest bit:
///
/// ```text
///  6  how far to shift a draw to choose among the rows of the place
/// 25  the first of these rows; of an end, its number
///  1  is it an end?
///  3  the lane
/// 29  rounds so far
/// ```
///
/// In a row stands the difference that a step makes.
#[derive(Clone, Copy, Debug, Default)]
struct Word(u64);

impl Word {
    const INDEX: u32 = 6;
    const END: u32 = 31;
    const LANE: u32 = 32;
    const ROUND: u32 = Self::LANE + LANES.trailing_zeros();
    /// Most rows, and most ends.
    const MOST: usize = 1 << (Self::END - Self::INDEX);

    fn state(row: usize, row_bits: u32) -> Self {
        Self((row as u64) << Self::INDEX | u64::from(32 - row_bits))
    }

    fn end(number: u32) -> Self {
        Self(1 << Self::END | u64::from(number) << Self::INDEX)
    }

    fn with_round(self, round: bool) -> Self {
        Self(self.0 | u64::from(round) << Self::ROUND)
    }

    fn with_lane(self, lane: usize) -> Self {
        Self(self.0 | (lane as u64) << Self::LANE)
    }

    #[inline]
    fn is_end(self) -> bool {
        self.0 >> Self::END & 1 != 0
    }

    /// First row of the place, or number of the end.
    #[inline]
    fn index(self) -> usize {
        (self.0 as u32 & !(1 << Self::END)) as usize >> Self::INDEX
    }

    #[inline]
    fn row(self, draw: u32) -> usize {
        // The place is no end, so there is no bit to clear. Of the shift, the lowest bits count.
        (self.0 as u32 >> Self::INDEX) as usize + draw.wrapping_shr(self.0 as u32) as usize
    }

    #[inline]
    fn round(self) -> u32 {
        (self.0 >> Self::ROUND) as u32
    }

    #[inline]
    fn lane(self) -> usize {
        (self.0 >> Self::LANE) as usize % LANES
    }

    /// The difference that a step from there to here makes.
    fn since(self, from: Self) -> Self {
        Self(self.0.wrapping_sub(from.0))
    }

    /// The battle after a step.
    #[inline]
    fn then(self, step: Self) -> Self {
        Self(self.0.wrapping_add(step.0))
    }
}

/// A number without its lowest bits, rounded to the nearest but not beyond its range.
fn rounded(number: u64, bits: u32) -> u32 {
    (number.saturating_add(1 << (bits - 1)) >> bits) as u32
}

/// What a worker keeps from block to block.
#[derive(Debug)]
pub struct Lanes {
    /// Battles that have ended.
    ended: Box<[Word; LANES * STRIDE]>,
}

impl<'a, B: Battle> Walk<'a, B> {
    /// The tables of a battle's graph; battles begin in the first of its openings.
    ///
    /// # Errors
    /// If it has more rows than can be numbered.
    pub fn new(battle: &'a B, graph: &'a Graph<B::State>) -> Result<Self, NoGraph> {
        let steps = steps(graph);
        let bits =
            |step: &steps::Step| step.outcomes.len().next_power_of_two().trailing_zeros().max(1);
        let mut places = vec![Word::default(); graph.states.len()];
        let mut rows = 0;
        for step in &steps {
            places[step.from as usize] = Word::state(rows, bits(step));
            rows += 1usize << bits(step);
        }
        if rows > Word::MOST || graph.ends.len() + graph.states.len() > Word::MOST {
            return Err(NoGraph::TooLarge);
        }
        let place = |node: Node| match node {
            Node::State(state) => places[state as usize],
            Node::End(end) => Word::end(end),
        };
        let mut walk = Self {
            battle,
            graph,
            rows: Vec::with_capacity(rows),
            opening: place(graph.openings[0]),
            states: Vec::with_capacity(rows),
        };
        for step in &steps {
            let to = |n: usize| {
                let edge = step.outcomes[n.min(step.outcomes.len() - 1)];
                place(edge.to).with_round(edge.round)
            };
            let bits = bits(step);
            let from = place(Node::State(step.from));
            walk.states.resize(walk.rows.len() + (1 << bits), step.from);
            let chances: Vec<f64> = step.outcomes.iter().map(|o| o.chance).collect();
            let table = alias_rows(&chances, 1 << bits);
            walk.rows.extend(table.into_iter().enumerate().map(|(n, (threshold, alias))| Row {
                threshold: ((n as u64) << (32 - bits)) as u32 + rounded(threshold, 32 + bits),
                own: to(n).since(from),
                alias: to(alias).since(from),
            }));
        }
        Ok(walk)
    }

    /// Steps that a battle takes on average, of 65,536.
    #[must_use]
    pub fn mean_steps(&self) -> f64 {
        const BATTLES: u32 = 1 << 16;
        let mut die = block_generator(1, 0);
        let (mut steps, mut ended) = (0u32, 0);
        let mut battle = self.opening;
        while !self.opening.is_end() && ended < BATTLES {
            battle = self.step(battle, (die.next_u64() >> 32) as u32);
            steps += 1;
            if battle.is_end() {
                ended += 1;
                battle = self.opening;
            }
        }
        f64::from(steps) / f64::from(BATTLES)
    }

    /// A battle after one more step.
    #[inline]
    fn step(&self, battle: Word, draw: u32) -> Word {
        let row = &self.rows[battle.row(draw)];
        battle.then(select_unpredictable(draw < row.threshold, row.own, row.alias))
    }

    /// Steps all lanes so many times and notes what has ended. With `CAPPED`, battles are
    /// cut short that are undecided after round `cap`; rounds are counted from 0 here.
    #[inline]
    fn stride<const CAPPED: bool>(
        &self,
        lanes: &mut [Word; LANES],
        die: &mut Xoshiro256PlusPlus,
        ended: &mut [Word; LANES * STRIDE],
        cap: u32,
    ) -> usize {
        let openings: [Word; LANES] = std::array::from_fn(|lane| self.opening.with_lane(lane));
        let mut n = 0;
        for _ in 0..STRIDE {
            let mut draw = 0;
            for (number, (lane, opening)) in lanes.iter_mut().zip(openings).enumerate() {
                draw = if number % 2 == 0 { die.next_u64() } else { draw << 32 };
                let here = self.step(*lane, (draw >> 32) as u32);
                let over = here.is_end() || (CAPPED && here.round() > cap);
                // Written over by the next if the battle goes on. There is room: no more can
                // end than steps have been made.
                ended[n % (LANES * STRIDE)] = here;
                n += usize::from(over);
                *lane = select_unpredictable(over, opening, here);
            }
        }
        n
    }
}

impl<B: Battle> Walk<'_, B> {
    /// Counts a battle that has ended or was cut short.
    fn count(&self, battle: Word, cap: u32, counts: &mut Tally) {
        let cell = self.cell(battle);
        counts.make_room(cell + 1);
        counts.cells[cell] += 1;
        counts.add_rounds(self.graph.first_round + battle.round().min(cap));
    }

    /// The same for many that have all ended, none of them beyond the share of its lane.
    #[inline]
    fn count_all(
        &self,
        battles: &[Word],
        left: &mut [u64; LANES],
        longest: u32,
        counts: &mut Tally,
    ) {
        let first_round = self.graph.first_round as usize;
        counts.make_room_for_rounds(self.graph.first_round + longest);
        counts.battles += battles.len() as u64;
        let (cells, rounds) = (&mut counts.cells[..], &mut counts.rounds[first_round..]);
        for battle in battles {
            left[battle.lane()] -= 1;
            cells[battle.index()] += 1;
            rounds[battle.round() as usize] += 1;
        }
    }
}

impl<B: Battle> Walk<'_, B> {
    /// Battles that a lane plays of so many.
    fn share(lane: usize, battles: u64) -> u64 {
        (battles + (LANES - 1 - lane) as u64) / LANES as u64
    }

    /// A situation in which a battle has ended, or was cut short, by the cell in which the walk
    /// counts it.
    fn state_of(&self, cell: usize) -> &B::State {
        let ends = &self.graph.ends;
        ends.get(cell).unwrap_or_else(|| &self.graph.states[cell - ends.len()])
    }

    /// The cell of a battle that has ended or was cut short.
    fn cell(&self, battle: Word) -> usize {
        match battle.is_end() {
            true => battle.index(),
            false => self.graph.ends.len() + self.states[battle.index()] as usize,
        }
    }

    /// The node that a battle is in.
    fn node(&self, battle: Word) -> Node {
        match battle.is_end() {
            true => Node::End(battle.index() as u32),
            false => Node::State(self.states[battle.index()]),
        }
    }

    /// Walks a block as it was walked in the run; `visit` sees each battle step by step, with
    /// its number in the block, the situation before the step and that after it, and whether
    /// it is over.
    fn follow(&self, block: Block, visit: &mut dyn FnMut(u64, Word, Word, bool) -> bool) {
        let mut die = block_generator(block.seed, block.number);
        let cap = block.round_cap.saturating_sub(self.graph.first_round);
        let mut lanes: [Word; LANES] = std::array::from_fn(|lane| self.opening.with_lane(lane));
        let mut done = [0; LANES];
        let open = |done: &[u64; LANES]| {
            (0..LANES).any(|lane| done[lane] < Self::share(lane, block.battles))
        };
        while open(&done) {
            let mut draw = 0;
            for number in 0..LANES {
                draw = if number % 2 == 0 { die.next_u64() } else { draw << 32 };
                let before = lanes[number];
                let here = self.step(before, (draw >> 32) as u32);
                let over = here.is_end() || here.round() > cap;
                lanes[number] = if over { self.opening.with_lane(number) } else { here };
                let nth = done[number];
                done[number] += u64::from(over);
                let is_wanted = nth < Self::share(number, block.battles);
                if is_wanted && !visit(nth * LANES as u64 + number as u64, before, here, over) {
                    return;
                }
            }
        }
    }

    /// One activation of those that the walk has taken together: its dice are drawn, given
    /// what it has come to.
    fn tell_edge(
        &self,
        from: u32,
        edge: Edge,
        captains: &mut B::Captains,
        draw: &mut dyn FnMut() -> f64,
    ) -> (Vec<Event>, B::State) {
        let before = self.graph.states[from as usize];
        let after = match edge.to {
            Node::State(state) => self.graph.states[state as usize],
            Node::End(end) => self.graph.ends[end as usize],
        };
        let is_end = matches!(edge.to, Node::End(_));
        let paths = Enumerator::paths(
            |die| {
                let mut state = before;
                (self.battle.step(&mut state, die, captains), state)
            },
            |(progress, state)| {
                let is_over = *progress == Progress::Over;
                let next_round = *progress == Progress::NextRound;
                *state == after && is_over == is_end && next_round == edge.round
            },
        );
        let chances: Vec<f64> = paths.iter().map(|(_, chance)| *chance).collect();
        let Some(path) = choose(&chances, draw()) else { return (Vec::new(), after) };
        let mut die = Teller::along(Enumerator::along(paths[path].0.clone()));
        let mut state = before;
        self.battle.step(&mut state, &mut die, captains);
        (die.told(), state)
    }
}

impl<B: Battle> Reader for Walk<'_, B> {
    fn is_walk(&self) -> bool {
        true
    }

    fn read(&self, block: Block, visit: &mut dyn FnMut(u64, &[u32])) {
        let mut known: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
        let mut show = |cell: usize, number: u64| {
            visit(
                number,
                known.entry(cell).or_insert_with(|| cells(self.battle, self.state_of(cell))),
            );
        };
        if self.opening.is_end() {
            (0..block.battles).for_each(|number| show(self.opening.index(), number));
            return;
        }
        self.follow(block, &mut |number, _, here, over| {
            if over {
                show(self.cell(here), number);
            }
            true
        });
    }

    fn tell(&self, block: Block, wanted: u64, draw: &mut dyn FnMut() -> f64) -> Telling {
        let mut captains = self.battle.captains();
        let mut path = Vec::new();
        if !self.opening.is_end() {
            self.follow(block, &mut |number, before, here, over| {
                if number == wanted {
                    path.push((before, here));
                }
                !(number == wanted && over)
            });
        }
        let (mut steps, mut round) = (Vec::new(), self.graph.first_round);
        let mut end = self.battle.opening();
        for (before, here) in path {
            let Node::State(mut from) = self.node(before) else { break };
            let mut ways = ways(self.graph, from, (self.node(here), here.round() > before.round()));
            let chances: Vec<f64> = ways.iter().map(|(_, chance)| *chance).collect();
            let Some(way) = choose(&chances, draw()) else { break };
            for edge in ways.swap_remove(way).0 {
                let (events, after) = self.tell_edge(from, edge, &mut captains, draw);
                steps.push(Step { round, events, cells: cells(self.battle, &after) });
                end = after;
                round += u32::from(edge.round);
                if let Node::State(state) = edge.to {
                    from = state;
                }
            }
        }
        let chapters = vec![Chapter { battle: 0, steps }];
        Telling { chapters, cells: cells(self.battle, &end) }
    }
}

impl<B: Battle> Player for Walk<'_, B> {
    type Hand = Lanes;

    fn hand(&self) -> Lanes {
        Lanes { ended: Box::new([Word::default(); LANES * STRIDE]) }
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
        let mut left: [u64; LANES] = std::array::from_fn(|lane| Self::share(lane, block.battles));
        let mut lanes = std::array::from_fn(|lane| self.opening.with_lane(lane));
        let cap = block.round_cap.saturating_sub(first_round);
        while left.iter().any(|&left| left > 0) {
            let longest = lanes.iter().map(|lane: &Word| lane.round()).max().unwrap_or(0);
            let capped = longest + STRIDE as u32 > cap;
            let ended = if capped {
                self.stride::<true>(&mut lanes, &mut die, &mut hand.ended, cap)
            } else {
                self.stride::<false>(&mut lanes, &mut die, &mut hand.ended, cap)
            };
            let ended = &hand.ended[..ended];
            let before: u64 = left.iter().sum();
            if capped || left.iter().any(|&left| left < STRIDE as u64) {
                for &battle in ended {
                    let left = &mut left[battle.lane()];
                    if *left > 0 {
                        *left -= 1;
                        self.count(battle, cap, counts);
                    }
                }
            } else {
                self.count_all(ended, &mut left, longest + STRIDE as u32, counts);
            }
            if !go_on(before - left.iter().sum::<u64>()) {
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
            self.battle.measure(state, |cell, amount| tally.cells[cell] += times * amount);
        }
        tally
    }

    fn outcomes(&self) -> usize {
        self.battle.outcomes()
    }
}
