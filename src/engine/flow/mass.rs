//! Probabilities of states, in the order in which the states come up.

use std::hash::Hash;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::model::flow::threshold;

/// Adds up the probability of each state.
#[derive(Clone, Debug)]
pub(crate) struct Masses<S>(IndexMap<S, f64, FxBuildHasher>);

impl<S> Default for Masses<S> {
    fn default() -> Self {
        Self(IndexMap::default())
    }
}

impl<S: Copy + Eq + Hash> Masses<S> {
    /// Bytes of each state. The map keeps the state with its hash and probability in a list, and
    /// its place in a table. Both have room for up to twice as many elements, and exist twice
    /// while they grow.
    pub(crate) const BYTES: u64 = 3 * (size_of::<(u64, S, f64)>() + 2 * size_of::<usize>()) as u64;

    #[inline]
    pub(crate) fn add(&mut self, state: S, mass: f64) {
        *self.0.entry(state).or_insert(0.0) += mass;
    }

    /// Returns the states with their probabilities, in the order in which they came up.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (S, f64)> {
        self.0.iter().map(|(state, mass)| (*state, *mass))
    }

    /// Takes out all states with their probabilities, in the order in which they came up.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = (S, f64)> + use<S> {
        std::mem::take(&mut self.0).into_iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn sum(&self) -> f64 {
        self.0.values().sum()
    }

    /// Leaves out the least probable states, of a total probability of at most `most`.
    pub(crate) fn leave_out(&mut self, most: f64) {
        self.keep(threshold(self.0.values().copied(), most));
    }

    pub(crate) fn keep(&mut self, least: f64) {
        if least > 0.0 {
            self.0.retain(|_, mass| *mass >= least);
        }
    }
}
