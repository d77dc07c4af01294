//! The states of one side of an exchange, in an order in which hits lead to later states.

use std::ops::Range;

use crate::engine::graph::components::Components;
use crate::engine::{Control, Stopped};
use crate::model::exchange::ExchangeSide;

/// Probabilities below this one are left out.
const NEGLIGIBLE: f64 = 1e-22;

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

    /// Number of states.
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
        let mut tails = chances.to_vec();
        for n in (1..tails.len()).rev() {
            tails[n - 1] += tails[n];
        }
        let is_likely = |p: &f64| *p >= NEGLIGIBLE;
        let from = chances.iter().position(is_likely).unwrap_or(0);
        let to = chances.iter().rposition(is_likely).map_or(0, |last| last + 1);
        Self { chances: chances.to_vec(), tails, likely: from.min(to)..to }
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
