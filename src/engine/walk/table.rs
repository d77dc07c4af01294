//! The tables of a walk: rows that lead from situation to situation, and battles on their way.
//! They know nodes and edges, and never what a situation is.

use std::hint::select_unpredictable;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::steps::{self, steps};
use crate::chance::{alias_rows, block_generator};
use crate::engine::graph::{Edge, NoGraph, Node, Topology};
use crate::engine::simulator::Block;
use crate::tally::Tally;

/// Battles that are walked at a time.
const LANES: usize = 8;

/// Steps between two looks at what has ended.
const STRIDE: usize = 64;

/// Bytes of rows up to which they fit the fast caches of a core, and those that cores share.
const CACHE: usize = 1 << 20;
const LARGE: usize = 1 << 24;

/// The tables of a graph. Battles begin in the first of its openings.
#[derive(Clone, Debug)]
pub(super) struct WalkTable<'a> {
    pub(super) graph: &'a Topology,
    rows: Vec<Row>,
    opening: Word,
    /// The situation that each row belongs to, for battles that are cut short.
    states: Vec<u32>,
    /// By situation, how often its step was lengthened.
    lengthened: Vec<u32>,
}

/// What a worker keeps from block to block: battles that have ended.
#[derive(Debug)]
pub(super) struct Lanes(Box<[Word; LANES * STRIDE]>);

impl Default for Lanes {
    fn default() -> Self {
        Self(Box::new([Word::default(); LANES * STRIDE]))
    }
}

/// A step that a battle has made: the situation before it, and what it has led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStep {
    pub(super) from: Node,
    pub(super) to: Node,
    /// Whether a round begins after it.
    pub(super) round: bool,
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

impl<'a> WalkTable<'a> {
    /// The tables of a graph.
    ///
    /// # Errors
    /// If it has more rows than can be numbered.
    pub(super) fn new(graph: &'a Topology) -> Result<Self, NoGraph> {
        let steps = steps(graph);
        let bits =
            |step: &steps::Step| step.outcomes.len().next_power_of_two().trailing_zeros().max(1);
        let mut places = vec![Word::default(); graph.states()];
        let mut rows = 0;
        for step in &steps {
            places[step.from as usize] = Word::state(rows, bits(step));
            rows += 1usize << bits(step);
        }
        if rows > Word::MOST || graph.ends() + graph.states() > Word::MOST {
            return Err(NoGraph::TooLarge);
        }
        let place = |node: Node| match node {
            Node::State(state) => places[state as usize],
            Node::End(end) => Word::end(end),
        };
        let mut walk = Self {
            graph,
            rows: Vec::with_capacity(rows),
            opening: place(graph.openings[0]),
            states: Vec::with_capacity(rows),
            lengthened: vec![0; graph.states()],
        };
        for step in &steps {
            let to = |n: usize| {
                let edge = step.outcomes[n.min(step.outcomes.len() - 1)];
                place(edge.to).with_round(edge.round)
            };
            let bits = bits(step);
            let from = place(Node::State(step.from));
            walk.lengthened[step.from as usize] = step.lengthened;
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

    /// Returns the mean number of steps of battles that are cut short after round `round_cap`, of
    /// as many as take this number of steps together. The last one is followed to its end.
    pub(super) fn mean_steps(&self, round_cap: u32, most_steps: u32) -> f64 {
        if self.opening.is_end() {
            return 0.0;
        }
        let cap = round_cap.saturating_sub(self.graph.first_round);
        let mut die = block_generator(0, 0);
        let (mut steps, mut ended) = (0u32, 0u32);
        let mut battle = self.opening;
        while steps < most_steps || ended == 0 {
            battle = self.step(battle, (die.next_u64() >> 32) as u32);
            steps = steps.saturating_add(1);
            if battle.is_end() || battle.round() > cap {
                ended += 1;
                battle = self.opening;
            }
        }
        f64::from(steps) / f64::from(ended)
    }

    /// Estimated seconds that a step takes on one core: more where the rows do not fit the caches.
    pub(super) fn step_seconds(&self) -> f64 {
        match self.rows.len() * size_of::<Row>() {
            0..CACHE => 2.5e-9,
            CACHE..LARGE => 8e-9,
            _ => 25e-9,
        }
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

    /// Counts a battle that has ended or was cut short.
    fn count(&self, battle: Word, cap: u32, counts: &mut Tally) {
        let cell = match self.node(battle) {
            Node::End(end) => end as usize,
            Node::State(state) => self.graph.ends() + state as usize,
        };
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

    /// Battles that a lane plays of so many.
    fn share(lane: usize, battles: u64) -> u64 {
        (battles + (LANES - 1 - lane) as u64) / LANES as u64
    }

    /// The node that a battle is in.
    fn node(&self, battle: Word) -> Node {
        match battle.is_end() {
            true => Node::End(battle.index() as u32),
            false => Node::State(self.states[battle.index()]),
        }
    }

    /// The ways in which a step from a situation goes to where it has led, each with its
    /// probability given the situation.
    pub(super) fn ways(&self, from: u32, step: &WalkStep) -> Vec<(Vec<Edge>, f64)> {
        steps::ways(self.graph, from, (step.to, step.round), self.lengthened[from as usize])
    }

    /// The node that battles begin in.
    pub(super) fn opening(&self) -> Node {
        self.node(self.opening)
    }

    /// Walks a block as it is walked in a run. `visit` receives each battle step by step, with
    /// its number in the block and whether the battle is over after the step; the walk ends
    /// when it returns false. Battles that are over before they begin have no steps.
    pub(super) fn follow(&self, block: Block, visit: &mut dyn FnMut(u64, WalkStep, bool) -> bool) {
        if self.opening.is_end() {
            return;
        }
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
                let step = WalkStep {
                    from: self.node(before),
                    to: self.node(here),
                    round: here.round() > before.round(),
                };
                if is_wanted && !visit(nth * LANES as u64 + number as u64, step, over) {
                    return;
                }
            }
        }
    }

    /// Plays a block. Counts ends by number, and after them situations in which battles were cut
    /// short.
    pub(super) fn play(
        &self,
        block: Block,
        Lanes(noted): &mut Lanes,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        counts.make_room(self.graph.ends());
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
                self.stride::<true>(&mut lanes, &mut die, noted, cap)
            } else {
                self.stride::<false>(&mut lanes, &mut die, noted, cap)
            };
            let ended = &noted[..ended];
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
}
