//! Rounds that are listed, and the state of the battle after each of them.

use super::FlowResult;
use super::tail::Rest;
use crate::engine::graph::absorption::{self, MAX_LISTED_ROUNDS, MAX_MASS_LEFT};
use crate::engine::{Control, Stopped};
use crate::model::Battle;
use crate::stats::{Histogram, Odds};

/// Lists the rounds in which battles end.
pub(super) struct Listing<'a, B: Battle> {
    battle: &'a B,
    /// Last round after which the odds are wanted, if any are.
    last: Option<u32>,
    /// Probability of each cell so far.
    shares: Vec<f64>,
    /// Whether `shares` are still needed.
    counts: bool,
    /// Probability that battles have ended in the present round.
    ended: f64,
    rounds: Vec<f64>,
    mean: f64,
    is_whole: bool,
    by_round: Vec<(u32, Odds)>,
}

impl<'a, B: Battle> Listing<'a, B> {
    pub(super) fn new(battle: &'a B, last: Option<u32>) -> Self {
        Self {
            battle,
            last,
            shares: vec![0.0; if last.is_some() { battle.cells() } else { 0 }],
            counts: last.is_some(),
            ended: 0.0,
            rounds: vec![0.0; battle.first_round() as usize],
            mean: 0.0,
            is_whole: true,
            by_round: Vec::new(),
        }
    }

    /// Whether the odds after this round are wanted.
    pub(super) fn wants(&self, round: u32) -> bool {
        round > 0 && self.last.is_some_and(|last| round <= last)
    }

    /// Whether it matters in which states battles end.
    pub(super) fn counts(&self) -> bool {
        self.counts
    }

    /// Counts battles that end in the present round.
    #[inline]
    pub(super) fn end(&mut self, state: &B::State, mass: f64) {
        self.ended += mass;
        if self.counts {
            add(self.battle, state, mass, &mut self.shares);
        }
    }

    /// Counts battles that end in the present round, in any state.
    pub(super) fn end_somewhere(&mut self, mass: f64) {
        self.ended += mass;
    }

    /// Ends a round with these states undecided, which are needed if its odds are wanted.
    pub(super) fn close(&mut self, round: u32, undecided: &[(B::State, f64)]) {
        let ended = std::mem::take(&mut self.ended);
        self.add_round(round, ended);
        if self.wants(round) {
            let mut now = self.shares.clone();
            for (state, mass) in undecided {
                add(self.battle, state, *mass, &mut now);
            }
            self.by_round.push((round, Odds::exact(now, Histogram::default())));
        }
        self.counts &= self.last.is_some_and(|last| round < last);
    }

    /// Counts battles that are cut short after this round.
    pub(super) fn cut_short(&mut self, round: u32, left: f64) {
        self.add_round(round, left);
    }

    /// Replaces the mean number of rounds, which is known from elsewhere.
    pub(super) fn set_mean(&mut self, mean: f64) {
        self.mean = mean;
    }

    /// Notes that not all rounds are listed.
    pub(super) fn leave_off(&mut self) {
        self.is_whole = false;
    }

    fn add_round(&mut self, round: u32, mass: f64) {
        self.mean += f64::from(round) * mass;
        if u64::from(round) < MAX_LISTED_ROUNDS {
            if mass > 0.0 || round as usize == self.rounds.len() {
                let listed = self.rounds.len().max(round as usize + 1);
                self.rounds.resize(listed, 0.0);
                self.rounds[round as usize] += mass;
            }
        } else {
            self.is_whole = false;
        }
    }

    /// Adds the rest of the battles, which were solved on a graph.
    ///
    /// # Errors
    /// If it is stopped.
    pub(super) fn append(
        &mut self,
        rest: &Rest<B::State>,
        control: &Control,
    ) -> Result<(), Stopped> {
        let Rest { graph, found, start, next, left } = rest;
        let first = graph.topology.first_round;
        for (round, mass) in (0..).zip(&found.rounds).skip(first as usize) {
            let mean = self.mean;
            self.add_round(round - first + next, left * mass);
            self.mean = mean;
        }
        self.mean += left * (found.mean_rounds + f64::from(*next) - f64::from(first));
        self.is_whole &= found.rounds_are_whole;
        if let Some(last) = self.last.filter(|last| next <= last) {
            let shares = std::mem::take(&mut self.shares);
            let more = absorption::by_round_from(
                self.battle,
                graph,
                start,
                shares,
                *next..=last,
                control,
            )?;
            self.by_round.extend(more);
        }
        Ok(())
    }

    /// Lists the odds after rounds in which no battle is undecided any more.
    fn fill(&mut self) {
        let listed = self.by_round.last().map(|(round, _)| *round);
        let next = listed.map_or(self.battle.first_round().max(1), |round| round + 1);
        for round in next..=self.last.filter(|_| self.counts).unwrap_or(0) {
            self.by_round.push((round, Odds::exact(self.shares.clone(), Histogram::default())));
        }
    }

    /// Returns the result of battles with these ends. Probabilities that are certain are exactly 1.
    pub(super) fn result(
        mut self,
        mut ends: Vec<(B::State, f64)>,
        mut undecided: Vec<(B::State, f64)>,
        round_cap: Option<u32>,
        work: u64,
    ) -> FlowResult<B::State> {
        if undecided.is_empty() {
            self.fill();
        }
        let never: f64 = undecided.iter().map(|(_, mass)| mass).sum();
        let sum = ends.iter().map(|(_, mass)| mass).sum::<f64>() + never;
        for (_, mass) in ends.iter_mut().chain(&mut undecided) {
            *mass /= sum;
        }
        let (mut rounds, mut is_whole) = (self.rounds, self.is_whole);
        if round_cap.is_none() {
            let mut left = sum - never;
            let is_rest = |mass: &f64| {
                left -= mass;
                left < MAX_MASS_LEFT
            };
            if let Some(last) = rounds.iter().position(is_rest) {
                rounds.truncate(last + 1);
                is_whole = true;
            }
        }
        FlowResult {
            ends,
            undecided,
            rounds,
            rounds_are_whole: is_whole,
            mean_rounds: self.mean,
            left_out: (1.0 - sum).max(0.0),
            work,
            by_round: self.by_round,
        }
    }
}

/// Adds a final state to the cells in which it is counted, weighted by its probability.
pub(super) fn add<B: Battle>(battle: &B, state: &B::State, chance: f64, shares: &mut [f64]) {
    battle.count(state, |cell| shares[cell] += chance);
    battle.measure(state, |cell, amount| shares[cell] += chance * amount as f64);
}
