//! Lists in one vector, and values with numbers: what models keep for each of their states.

use std::hash::Hash;
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A list for each state, all stored in one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T> {
    /// By state: where its list begins. The last entry is the number of elements.
    first: Vec<u32>,
    all: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { first: vec![0], all: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Appends the list of the next state.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.all.extend(list);
        self.first.push(self.all.len() as u32);
    }

    /// Number of elements of all lists.
    #[must_use]
    pub fn total(&self) -> usize {
        self.all.len()
    }

    /// Number of lists.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the place of a state's list among the elements of all lists.
    #[inline]
    #[must_use]
    pub fn range(&self, state: usize) -> Range<usize> {
        self.first[state] as usize..self.first[state + 1] as usize
    }

    /// Returns the list of a state.
    #[inline]
    #[must_use]
    pub fn of(&self, state: usize) -> &[T] {
        &self.all[self.range(state)]
    }

    /// Length of the longest list.
    #[must_use]
    pub fn longest(&self) -> usize {
        (0..self.lists()).map(|state| self.range(state).len()).max().unwrap_or(0)
    }
}

/// Values with consecutive numbers, in the order in which they came up.
#[derive(Clone, Debug)]
pub struct Numbered<T>(IndexSet<T, FxBuildHasher>);

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self(IndexSet::default())
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    /// Returns the number of a value. A new value gets the next number.
    #[inline]
    pub fn number(&mut self, value: T) -> u32 {
        self.0.insert_full(value).0 as u32
    }

    /// Returns the number of a value, or `None` if it has none.
    #[inline]
    #[must_use]
    pub fn known(&self, value: &T) -> Option<u32> {
        self.0.get_index_of(value).map(|number| number as u32)
    }

    /// Upper bound of the bytes used by this many values. A growing list has room for twice as many
    /// elements and exists twice while it moves; the lookup table behaves alike.
    #[must_use]
    pub fn bytes_of(values: usize) -> u64 {
        values as u64 * (5 * size_of::<T>() + 4 * size_of::<u32>()) as u64
    }

    /// Number of distinct values.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the value with a number that was returned before.
    #[inline]
    #[must_use]
    pub fn get(&self, number: u32) -> T {
        self.0[number as usize]
    }

    /// Returns all values, in the order of their numbers.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        self.0.iter().copied().collect()
    }
}
