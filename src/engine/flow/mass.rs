//! Probabilities of states, in the order in which the states come up.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::model::flow::threshold;

/// Adds up the probability of each state.
#[derive(Clone, Debug)]
pub(crate) struct Masses<S> {
    places: FxHashMap<S, u32>,
    list: Vec<(S, f64)>,
}

impl<S> Default for Masses<S> {
    fn default() -> Self {
        Self { places: FxHashMap::default(), list: Vec::new() }
    }
}

impl<S: Copy + Eq + Hash> Masses<S> {
    /// Bytes of each state. A growing list has room for twice as many elements and exists twice
    /// while it moves; the lookup table behaves alike.
    pub(crate) const BYTES: u64 = (6 * size_of::<S>() + 40) as u64;

    #[inline]
    pub(crate) fn add(&mut self, state: S, mass: f64) {
        let next = self.list.len() as u32;
        let place = *self.places.entry(state).or_insert(next);
        if place == next {
            self.list.push((state, mass));
        } else {
            self.list[place as usize].1 += mass;
        }
    }

    /// Returns the states with their probabilities, in the order in which they came up.
    pub(crate) fn list(&self) -> &[(S, f64)] {
        &self.list
    }

    pub(crate) fn take(&mut self) -> Vec<(S, f64)> {
        self.places.clear();
        std::mem::take(&mut self.list)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn sum(&self) -> f64 {
        self.list.iter().map(|(_, mass)| mass).sum()
    }

    /// Leaves out the least probable states, of a total probability of at most `most`.
    pub(crate) fn leave_out(&mut self, most: f64) {
        self.keep(threshold(self.list.iter().map(|(_, mass)| *mass), most));
    }

    pub(crate) fn keep(&mut self, least: f64) {
        if least > 0.0 {
            let list = self.take();
            list.into_iter().filter(|(_, mass)| *mass >= least).for_each(|(s, m)| self.add(s, m));
        }
    }
}
