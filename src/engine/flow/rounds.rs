//! Rounds that are listed, and the state of the battle after each of them.

use super::tail::Rest;
use crate::engine::ends::{Ends, MAX_MASS_LEFT, Shares};
use crate::engine::graph::absorption;
use crate::engine::{Control, Stopped, Unsolved};
use crate::model::Battle;

/// Lists the rounds in which battles end.
pub(super) struct Listing<'a, B: Battle> {
    /// Last round after which the odds are wanted, if any are.
    last: Option<u32>,
    /// The cells of battles that have ended, while they are needed.
    shares: Option<Shares<'a, B>>,
    first_round: u32,
    /// Probability that battles have ended in the present round.
    ended: f64,
    found: Ends<B::State>,
}

impl<'a, B: Battle> Listing<'a, B> {
    pub(super) fn new(battle: &'a B, last: Option<u32>) -> Self {
        let mut found = Ends::default();
        found.rounds.distribution = vec![0.0; battle.first_round() as usize];
        let shares = last.map(|_| Shares::new(battle));
        Self { last, shares, first_round: battle.first_round(), ended: 0.0, found }
    }

    /// Whether the odds after this round are wanted.
    pub(super) fn wants(&self, round: u32) -> bool {
        round > 0 && self.last.is_some_and(|last| round <= last)
    }

    /// Whether it matters in which states battles end.
    pub(super) fn counts(&self) -> bool {
        self.shares.is_some()
    }

    /// Counts battles that end in the present round.
    #[inline]
    pub(super) fn end(&mut self, state: &B::State, mass: f64) {
        self.ended += mass;
        if let Some(shares) = &mut self.shares {
            shares.add(state, mass);
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
        if let Some(shares) = self.shares.as_ref().filter(|_| self.wants(round)) {
            let undecided = undecided.iter().map(|(state, mass)| (state, *mass));
            self.found.by_round.push((round, shares.odds_with(undecided)));
        }
        if self.last.is_none_or(|last| round >= last) {
            self.shares = None;
        }
    }

    /// Counts battles that are cut short after this round.
    pub(super) fn cut_short(&mut self, round: u32, left: f64) {
        self.add_round(round, left);
    }

    /// Replaces the mean number of rounds, which is known from elsewhere.
    pub(super) fn set_mean(&mut self, mean: f64) {
        self.found.rounds.mean = mean;
    }

    /// Notes that not all rounds are listed.
    pub(super) fn leave_off(&mut self) {
        self.found.rounds_are_whole = false;
    }

    fn add_round(&mut self, round: u32, mass: f64) {
        // The present round is listed even if no battle ends in it.
        if round as usize == self.found.rounds.distribution.len() {
            self.found.rounds.distribution.push(0.0);
        }
        self.found.add_round(round, mass);
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
        let mean = self.found.rounds.mean;
        for (round, mass) in (0..).zip(&found.rounds.distribution).skip(first as usize) {
            self.add_round(round - first + next, left * mass);
        }
        let of_rest = found.rounds.mean + f64::from(*next) - f64::from(first);
        self.set_mean(mean + left * of_rest);
        self.found.rounds_are_whole &= found.rounds_are_whole;
        if let Some(last) = self.last
            && let Some(shares) = self.shares.take()
        {
            let more = absorption::by_round_from(shares, graph, start, *next..=last, control)?;
            self.found.by_round.extend(more);
        }
        Ok(())
    }

    /// Lists the odds after rounds in which no battle is undecided any more.
    fn fill(&mut self) {
        let (Some(shares), Some(last)) = (&self.shares, self.last) else { return };
        let listed = self.found.by_round.last().map(|(round, _)| *round);
        let next = listed.map_or(self.first_round.max(1), |round| round + 1);
        let odds = |round| (round, shares.odds_with(std::iter::empty()));
        self.found.by_round.extend((next..=last).map(odds));
    }

    /// Returns the result of battles with these ends.
    ///
    /// # Errors
    /// If too much is left out.
    pub(super) fn result(
        mut self,
        ends: Vec<(B::State, f64)>,
        undecided: Vec<(B::State, f64)>,
        round_cap: Option<u32>,
        work: u64,
    ) -> Result<Ends<B::State>, Unsolved> {
        if undecided.is_empty() {
            self.fill();
        }
        let mut found = Ends { ends, undecided, work, ..self.found };
        if round_cap.is_none() {
            let mut left: f64 = found.ends.iter().map(|(_, mass)| mass).sum();
            let is_rest = |mass: &f64| {
                left -= mass;
                left < MAX_MASS_LEFT
            };
            if let Some(last) = found.rounds.distribution.iter().position(is_rest) {
                found.rounds.distribution.truncate(last + 1);
                found.rounds_are_whole = true;
            }
        }
        found.checked()
    }
}
