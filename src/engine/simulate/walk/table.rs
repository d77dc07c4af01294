//! The tables of a walk: rows that lead from state to state, and the battles that follow them. This
//! code uses nodes and edges only, not the states of a game.

use std::hint::select_unpredictable;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::steps::{self, steps};
use crate::array::array;
use crate::dice::{alias_rows, block_generator};
use crate::engine::Unsolved;
use crate::engine::graph::{Edge, Node, Topology};
use crate::engine::simulate::blocks::Block;
use crate::stats::Tally;

/// Number of battles that are walked at a time.
pub(super) const LANES: usize = 8;

/// Number of steps between checks for ended battles.
pub(super) const STRIDE: usize = 64;

/// Bytes of rows that fit the private caches of a core, and the cache shared by cores.
const PRIVATE_CACHE_BYTES: usize = 1 << 20;
const SHARED_CACHE_BYTES: usize = 1 << 24;

/// The tables of a graph.
#[derive(Clone, Debug)]
pub(super) struct WalkTable<'a> {
    pub(super) graph: &'a Topology,
    rows: Vec<AliasRow>,
    /// In the order of the openings of the graph.
    pub(super) openings: Vec<Word>,
    /// By row: the state that it belongs to, for battles that are cut short.
    states: Vec<u32>,
    /// By state: number of times that its step was lengthened.
    lengthened: Vec<u32>,
}

/// Buffer for battles that have ended. A worker reuses it from block to block.
#[derive(Debug)]
pub(super) struct Noted(Box<[Word; LANES * STRIDE]>);

impl Default for Noted {
    fn default() -> Self {
        Self(Box::new([Word::default(); LANES * STRIDE]))
    }
}

impl Noted {
    /// Returns the first `n` battles.
    pub(super) fn first(&self, n: usize) -> &[Word] {
        &self.0[..n]
    }
}

/// Source of the battles that the lanes play.
pub(super) trait BattleFeed {
    /// Returns the beginning of a lane's next battle.
    fn next(&self, lane: usize) -> Word;

    /// Called after each step of a lane. If `over`, the lane has begun its next battle.
    fn stepped(&mut self, lane: usize, before: Word, here: Word, over: bool);
}

/// Battles that all begin in one state.
struct Alike([Word; LANES]);

impl BattleFeed for Alike {
    #[inline]
    fn next(&self, lane: usize) -> Word {
        self.0[lane]
    }

    #[inline]
    fn stepped(&mut self, _lane: usize, _before: Word, _here: Word, _over: bool) {}
}

/// Result of [`STRIDE`] steps of all lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// Number of battles that have ended.
    pub(super) ended: usize,
    /// Whether battles may have been cut short.
    capped: bool,
    /// Upper bound of the rounds of all these battles, counted from 0.
    longest: u32,
}

/// A step of a battle: the nodes before and after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStep {
    pub(super) from: Node,
    pub(super) to: Node,
    /// Whether a round begins after the step.
    pub(super) round: bool,
}

/// A row of an alias table.
#[derive(Clone, Copy, Debug)]
struct AliasRow {
    /// Draws of this row up to this one take `own`, the others `alias`.
    last_own: u32,
    own: Word,
    alias: Word,
}

/// Drops the lowest `bits` bits of a number and rounds to nearest, without overflow.
fn rounded(number: u64, bits: u32) -> u32 {
    (number.saturating_add(1 << (bits - 1)) >> bits) as u32
}

impl<'a> WalkTable<'a> {
    /// Builds the tables of a graph. `edge_visits` is the number of edge visits left for
    /// lengthening steps.
    ///
    /// # Errors
    /// Returns an error if there are more rows than can be numbered.
    pub(super) fn new(graph: &'a Topology, edge_visits: &mut u64) -> Result<Self, Unsolved> {
        let steps = steps(graph, edge_visits);
        let bits = |step: &steps::DrawStep| {
            step.outcomes.len().next_power_of_two().trailing_zeros().max(1)
        };
        let mut places = vec![Word::default(); graph.states()];
        let mut rows = 0;
        for step in &steps {
            places[step.from as usize] = Word::state(rows, bits(step));
            rows += 1usize << bits(step);
        }
        if rows > Word::MAX_ROWS || graph.ends() + graph.states() > Word::MAX_ROWS {
            return Err(Unsolved::TooLarge(0));
        }
        let place = |node: Node| match node {
            Node::State(state) => places[state as usize],
            Node::End(end) => Word::end(end),
        };
        let mut walk = Self {
            graph,
            rows: Vec::with_capacity(rows),
            openings: graph.openings.iter().map(|&opening| place(opening)).collect(),
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
            walk.rows.extend(table.into_iter().enumerate().map(|(n, (threshold, alias))| {
                let first = ((n as u64) << (32 - bits)) as u32;
                let (own, alias) = (to(n).since(from), to(alias).since(from));
                match rounded(threshold, 32 + bits) {
                    0 => AliasRow { last_own: first, own: alias, alias },
                    draws => AliasRow { last_own: first + (draws - 1), own, alias },
                }
            }));
        }
        Ok(walk)
    }

    /// Returns the mean number of steps per battle, measured over battles with a total of at least
    /// `max_steps` steps. Battles are cut short after round `round_cap`.
    pub(super) fn mean_steps(&self, round_cap: u32, max_steps: u32) -> f64 {
        if self.openings[0].is_end() {
            return 0.0;
        }
        let cap = round_cap.saturating_sub(self.graph.first_round);
        let mut die = block_generator(0, 0);
        let (mut steps, mut ended) = (0u32, 0u32);
        let mut battle = self.openings[0];
        while steps < max_steps || ended == 0 {
            battle = self.step(battle, (die.next_u64() >> 32) as u32);
            steps = steps.saturating_add(1);
            if battle.is_end() || battle.round() > cap {
                ended += 1;
                battle = self.openings[0];
            }
        }
        f64::from(steps) / f64::from(ended)
    }

    /// Estimated seconds per step on one core. It is longer if the rows do not fit the caches.
    pub(super) fn step_seconds(&self) -> f64 {
        match self.rows.len() * size_of::<AliasRow>() {
            0..PRIVATE_CACHE_BYTES => 2.5e-9,
            PRIVATE_CACHE_BYTES..SHARED_CACHE_BYTES => 8e-9,
            _ => 25e-9,
        }
    }

    #[inline]
    fn step(&self, battle: Word, draw: u32) -> Word {
        let row = &self.rows[battle.row(draw)];
        battle.then(select_unpredictable(draw <= row.last_own, row.own, row.alias))
    }

    /// Steps all lanes [`STRIDE`] times and writes ended battles to `noted`. Battles that are
    /// undecided after round `cap`, counted from 0, are cut short.
    #[inline]
    pub(super) fn advance(
        &self,
        lanes: &mut [Word; LANES],
        feed: &mut impl BattleFeed,
        die: &mut Xoshiro256PlusPlus,
        Noted(noted): &mut Noted,
        cap: u32,
    ) -> Stretch {
        let longest = lanes.iter().map(|lane| lane.round()).max().unwrap_or(0) + STRIDE as u32;
        let capped = longest > cap;
        let ended = if capped {
            self.stride::<true>(lanes, feed, die, noted, cap)
        } else {
            self.stride::<false>(lanes, feed, die, noted, cap)
        };
        Stretch { ended, capped, longest }
    }

    /// Steps all lanes, writes ended battles to `ended`, and returns their number. Battles are only
    /// cut short with `CAPPED`.
    #[inline]
    fn stride<const CAPPED: bool>(
        &self,
        lanes: &mut [Word; LANES],
        feed: &mut impl BattleFeed,
        die: &mut Xoshiro256PlusPlus,
        ended: &mut [Word; LANES * STRIDE],
        cap: u32,
    ) -> usize {
        let mut n = 0;
        for _ in 0..STRIDE {
            let mut draw = 0;
            for (number, lane) in lanes.iter_mut().enumerate() {
                draw = if number % 2 == 0 { die.next_u64() } else { draw << 32 };
                let before = *lane;
                let here = self.step(before, (draw >> 32) as u32);
                let over = here.is_end() || (CAPPED && here.round() > cap);
                // Overwritten by the next entry if the battle continues. There is always room,
                // because each step ends at most one battle.
                ended[n % (LANES * STRIDE)] = here;
                n += usize::from(over);
                *lane = select_unpredictable(over, feed.next(number), here);
                feed.stepped(number, before, here, over);
            }
        }
        n
    }

    /// Counts battles that have ended or were cut short, as far as their lanes have quota left.
    fn count_some(&self, battles: &[Word], left: &mut [u64; LANES], cap: u32, counts: &mut Tally) {
        for &battle in battles {
            let left = &mut left[battle.lane()];
            if *left == 0 {
                continue;
            }
            *left -= 1;
            let cell = match self.node(battle) {
                Node::End(end) => end as usize,
                Node::State(state) => self.graph.ends() + state as usize,
            };
            if cell >= counts.cells.len() {
                counts.make_room(cell + 1);
            }
            counts.cells[cell] += 1;
            counts.add_rounds(self.graph.first_round + battle.round().min(cap));
        }
    }

    /// Counts many battles at once. All of them must have ended, and every lane must have quota
    /// left for its own.
    #[inline]
    fn count_all(&self, battles: &[Word], longest: u32, counts: &mut Tally) {
        let first_round = self.graph.first_round as usize;
        counts.make_room_for_rounds(self.graph.first_round + longest);
        counts.battles += battles.len() as u64;
        let (cells, rounds) = (&mut counts.cells[..], &mut counts.rounds[first_round..]);
        for battle in battles {
            cells[battle.index()] += 1;
            rounds[battle.round() as usize] += 1;
        }
    }

    /// Number of battles that a lane plays in a block of `battles`.
    fn share(lane: usize, battles: u64) -> u64 {
        (battles + (LANES - 1 - lane) as u64) / LANES as u64
    }

    pub(super) fn node(&self, battle: Word) -> Node {
        match battle.is_end() {
            true => Node::End(battle.index() as u32),
            false => Node::State(self.states[battle.index()]),
        }
    }

    /// Returns the paths by which a step leads from a state to its result, each with its
    /// probability given the state.
    pub(super) fn ways(&self, from: u32, step: &WalkStep) -> Vec<(Vec<Edge>, f64)> {
        steps::ways(self.graph, from, (step.to, step.round), self.lengthened[from as usize])
    }

    /// Returns the step between two words of one battle.
    pub(super) fn step_between(&self, before: Word, here: Word) -> WalkStep {
        let round = here.round() > before.round();
        WalkStep { from: self.node(before), to: self.node(here), round }
    }

    /// Plays a block. Counts ends by number, followed by the states in which battles were cut
    /// short.
    pub(super) fn play(
        &self,
        block: Block,
        noted: &mut Noted,
        counts: &mut Tally,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) {
        counts.make_room(self.graph.ends());
        let first_round = self.graph.first_round;
        if self.openings[0].is_end() {
            for _ in 0..block.battles {
                counts.cells[self.openings[0].index()] += 1;
                counts.add_rounds(first_round);
            }
            go_on(block.battles);
            return;
        }
        let mut die = block_generator(block.seed, block.number);
        let mut left: [u64; LANES] = array(|lane| Self::share(lane, block.battles));
        let mut lanes = array(|lane| self.openings[0].with_lane(lane));
        let mut feed = Alike(lanes);
        let cap = block.round_cap.saturating_sub(first_round);
        while left.iter().any(|&left| left > 0) {
            let Stretch { ended, capped, longest } =
                self.advance(&mut lanes, &mut feed, &mut die, noted, cap);
            let ended = noted.first(ended);
            let before: u64 = left.iter().sum();
            let by_lane = by_lane(ended);
            if capped || (0..LANES).any(|lane| left[lane] < by_lane[lane]) {
                self.count_some(ended, &mut left, cap, counts);
            } else {
                (0..LANES).for_each(|lane| left[lane] -= by_lane[lane]);
                self.count_all(ended, longest, counts);
            }
            if !go_on(before - left.iter().sum::<u64>()) {
                return;
            }
        }
    }
}

/// Numbers of battles of each lane, of those that have ended within [`STRIDE`] steps.
#[inline]
fn by_lane(ended: &[Word]) -> [u64; LANES] {
    // A byte for each lane: no lane ends more battles than it makes steps.
    let sum = ended.iter().fold(0u64, |sum, battle| sum + (1 << (8 * battle.lane())));
    let bytes = sum.to_le_bytes();
    array(|lane| bytes[lane].into())
}

const _: () =
    assert!(LANES == 8 && STRIDE < 256, "numbers of ended battles fit the bytes of a word");

/// The place of a walked battle in one word. From the lowest bit:
///
/// ```text
///  6  right shift of a draw that selects among the rows of the state
/// 25  first row of the state, or number of the end
///  1  whether it is an end
///  3  lane
/// 29  rounds so far
/// ```
///
/// A row stores the difference between the words after and before a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word(u64);

impl Word {
    const INDEX: u32 = 6;
    const END: u32 = 31;
    const LANE: u32 = 32;
    const ROUND: u32 = Self::LANE + LANES.trailing_zeros();
    /// Maximum number of rows, and of ends.
    pub(super) const MAX_ROWS: usize = 1 << (Self::END - Self::INDEX);

    pub(super) fn state(row: usize, row_bits: u32) -> Self {
        Self((row as u64) << Self::INDEX | u64::from(32 - row_bits))
    }

    pub(super) fn end(number: u32) -> Self {
        Self(1 << Self::END | u64::from(number) << Self::INDEX)
    }

    pub(super) fn with_round(self, round: bool) -> Self {
        Self(self.0 | u64::from(round) << Self::ROUND)
    }

    pub(super) fn with_lane(self, lane: usize) -> Self {
        Self(self.0 | (lane as u64) << Self::LANE)
    }

    #[inline]
    pub(super) fn is_end(self) -> bool {
        self.0 >> Self::END & 1 != 0
    }

    /// First row of the state, or number of the end.
    #[inline]
    pub(super) fn index(self) -> usize {
        (self.0 as u32 & !(1 << Self::END)) as usize >> Self::INDEX
    }

    #[inline]
    pub(super) fn row(self, draw: u32) -> usize {
        // The place is not an end, so that bit is not set. The shift wraps, so only its lowest bits
        // count.
        (self.0 as u32 >> Self::INDEX) as usize + draw.wrapping_shr(self.0 as u32) as usize
    }

    #[inline]
    pub(super) fn round(self) -> u32 {
        (self.0 >> Self::ROUND) as u32
    }

    #[inline]
    pub(super) fn lane(self) -> usize {
        (self.0 >> Self::LANE) as usize % LANES
    }

    /// Difference between this word and an earlier one.
    pub(super) fn since(self, from: Self) -> Self {
        Self(self.0.wrapping_sub(from.0))
    }

    /// Returns the word after a step.
    #[inline]
    pub(super) fn then(self, step: Self) -> Self {
        Self(self.0.wrapping_add(step.0))
    }
}
