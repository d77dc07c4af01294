//! The result of an exact calculation: how battles end, and after how many rounds.

use super::Unsolved;
use crate::model::Battle;
use crate::stats::{Histogram, Odds};

/// Probability that may be left out: of battles that are still undecided where a large strongly
/// connected part of a graph is iterated, of improbable states of a flow, or beyond the last listed
/// round where the cap on rounds is much later.
pub const MAX_LEFT_OUT: f64 = 1e-12;

/// Rounds are listed until less than this probability remains. Nothing else ends there: the odds
/// and the mean number of rounds are those of all battles.
pub(crate) const MAX_MASS_LEFT: f64 = 1e-9;

/// Maximum number of listed rounds.
pub(crate) const MAX_LISTED_ROUNDS: u64 = 10_000;

/// The distribution over the ends of a battle. `S` is a state, or a number that represents it.
#[derive(Clone, Debug)]
pub struct Ends<S> {
    /// Final states, each with its probability.
    pub ends: Vec<(S, f64)>,
    /// Battles that never end or are cut short by a cap on rounds: their last states, each with its
    /// probability.
    pub undecided: Vec<(S, f64)>,
    /// Probability of 0, 1, 2, … rounds, up to 10,000, and the expected number of rounds. Battles
    /// that never end are counted up to a round in which that has become certain.
    pub rounds: Histogram,
    /// Whether the listed rounds cover all battles that end, except for a probability of 1e-9.
    pub rounds_are_whole: bool,
    /// Probability that is missing from `ends` and `undecided`.
    pub left_out: f64,
    /// Work done, in units of the limit of the calculation.
    pub work: u64,
    /// The odds after each of the first rounds, if they were asked for.
    pub by_round: Vec<(u32, Odds)>,
}

impl<S> Default for Ends<S> {
    fn default() -> Self {
        Self {
            ends: Vec::new(),
            undecided: Vec::new(),
            rounds: Histogram::default(),
            rounds_are_whole: true,
            left_out: 0.0,
            work: 0,
            by_round: Vec::new(),
        }
    }
}

impl<S> Ends<S> {
    /// Returns all ways to end or to be cut short, with their probabilities.
    pub fn finals(&self) -> impl Iterator<Item = &(S, f64)> {
        self.ends.iter().chain(&self.undecided)
    }

    /// Probability that a battle never ends or is cut short.
    #[must_use]
    pub fn never(&self) -> f64 {
        self.undecided.iter().map(|(_, mass)| mass).sum()
    }

    /// Computes the odds of the battle.
    #[must_use]
    pub fn odds<B: Battle<State = S>>(&self, battle: &B) -> Odds {
        self.odds_of(battle, |state| state)
    }

    /// Computes the odds of the battle whose states are found like this.
    pub(crate) fn odds_of<'a, B: Battle>(
        &'a self,
        battle: &B,
        state: impl Fn(&'a S) -> &'a B::State,
    ) -> Odds
    where
        B::State: 'a,
    {
        let mut shares = Shares::new(battle);
        for (number, mass) in self.finals() {
            shares.add(state(number), *mass);
        }
        Odds::exact(shares.cells, self.rounds.clone())
    }

    /// Lists that battles end in a round.
    pub(crate) fn add_round(&mut self, round: u32, mass: f64) {
        self.rounds.mean += f64::from(round) * mass;
        if u64::from(round) >= MAX_LISTED_ROUNDS {
            self.rounds_are_whole = false;
        } else if mass > 0.0 {
            let listed = self.rounds.distribution.len().max(round as usize + 1);
            self.rounds.distribution.resize(listed, 0.0);
            self.rounds.distribution[round as usize] += mass;
        }
    }

    /// Makes certain probabilities exactly 1, and notes what is left out.
    ///
    /// # Errors
    /// If more than [`MAX_LEFT_OUT`] is left out.
    pub(crate) fn checked(mut self) -> Result<Self, Unsolved> {
        let sum = self.ends.iter().map(|(_, mass)| mass).sum::<f64>() + self.never();
        self.left_out = (1.0 - sum).max(0.0);
        for (_, mass) in self.ends.iter_mut().chain(&mut self.undecided) {
            *mass /= sum;
        }
        // Sums are only accurate to rounding error, hence the factor.
        match self.left_out > 2.0 * MAX_LEFT_OUT {
            true => Err(Unsolved::TooLarge(self.work)),
            false => Ok(self),
        }
    }
}

/// The share of battles in each cell.
pub(crate) struct Shares<'a, B> {
    battle: &'a B,
    cells: Vec<f64>,
}

impl<'a, B: Battle> Shares<'a, B> {
    pub(crate) fn new(battle: &'a B) -> Self {
        Self { battle, cells: vec![0.0; battle.cells()] }
    }

    #[inline]
    pub(crate) fn add(&mut self, state: &B::State, mass: f64) {
        self.battle.count(state, |cell| self.cells[cell] += mass);
        self.battle.measure(state, |cell, amount| self.cells[cell] += mass * amount as f64);
    }

    /// Returns the odds if the undecided battles are cut short now.
    pub(crate) fn odds_with<'s>(&self, undecided: impl Iterator<Item = (&'s B::State, f64)>) -> Odds
    where
        B::State: 's,
    {
        let mut now = Self { battle: self.battle, cells: self.cells.clone() };
        undecided.for_each(|(state, mass)| now.add(state, mass));
        Odds::exact(now.cells, Histogram::default())
    }
}
