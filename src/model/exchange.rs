//! Exchanges: battles in which both sides hit each other simultaneously, round by round.
//!
//! In an exchange, the number of hits that a side scores depends only on its own state, and so does
//! the effect of the hits that it takes. The states of each side are numbered separately. A hit
//! never leads to a higher number.

use super::{Lists, StepOutcome};

/// An exchange between two sides.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The states of both sides.
    pub sides: [ExchangeSide; 2],
    /// Initial distribution: a state of each side, and its probability.
    pub openings: Vec<([u32; 2], f64)>,
}

impl Exchange {
    /// Number of pairs of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.sides.iter().map(|side| side.fights.len() as u64).product()
    }

    /// Number of pairs of replies, an upper bound of the work of solving the exchange.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.sides.iter().map(|side| side.replies.total() as u64).product()
    }
}

/// The states of one side, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct ExchangeSide {
    /// By state: whether any unit can still fight.
    pub fights: Vec<bool>,
    /// By state: probabilities of scoring 0, 1, 2, … hits.
    pub hits: Lists<f64>,
    /// By state: the next state after taking 0, 1, 2, … hits. The last entry also applies to all
    /// higher numbers of hits.
    pub replies: Lists<u32>,
}

/// The states of one side, numbered from 0, where a captain chooses the effect of each hit.
#[derive(Clone, Debug, Default)]
pub struct ChoiceSide {
    /// By state: whether any unit can still fight.
    pub fights: Vec<bool>,
    /// By state: probabilities of scoring 0, 1, 2, … hits.
    pub hits: Lists<f64>,
    /// By state: the possible next states after one hit, in the order of the choices. They have
    /// lower numbers. The list is empty if hits have no effect.
    pub choices: Lists<u32>,
}

/// Computes the probabilities of this many kinds of replies from the probabilities of 0, 1, 2, … hits. The last
/// kind covers all higher numbers of hits.
pub fn chances_of_kinds(hits: &[f64], kinds: usize) -> impl Iterator<Item = f64> {
    let last = kinds.min(hits.len()) - 1;
    hits[..last].iter().copied().chain([hits[last..].iter().rev().sum()])
}

/// The rounds of a battle as an exchange whose states are found on demand. The states of each side
/// are numbered in the order in which they are found.
pub trait ExchangeRounds<S> {
    /// Returns the state of each side if the next activation is a round of the exchange.
    fn split(&mut self, state: &S) -> Option<[u32; 2]>;

    /// Lists the states of both sides after a round, each pair with its probability. Pairs of
    /// probability 0 are left out.
    fn outcomes(&mut self, states: [u32; 2], outcomes: &mut Vec<([u32; 2], f64)>);

    /// Returns the state of the battle after a round, and how the round ends.
    fn join(&self, states: [u32; 2]) -> (S, StepOutcome);

    /// Returns all states of both sides that can follow from those found so far. They keep their
    /// numbers, and a hit may lead to a higher number. `go_on` is called with the number of replies
    /// of a side so far. Returns `None` if it returns false, or if the effect of hits on a side
    /// does not depend on that side alone. `None` by default.
    fn sides(&mut self, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<[ExchangeSide; 2]> {
        None
    }
}
