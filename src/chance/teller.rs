//! A die that remembers what it was told.

use super::{Die, Distribution};
use crate::story::{Event, Witness};

/// Another die, and all that happened while it was thrown.
#[derive(Clone, Debug)]
pub struct Teller<D> {
    /// What decides.
    pub die: D,
    /// What happened.
    pub events: Vec<Event>,
}

impl<D> Teller<D> {
    /// Nothing has happened yet.
    #[must_use]
    pub fn new(die: D) -> Self {
        Self { die, events: Vec::new() }
    }
}

impl<D> Witness for Teller<D> {
    const LISTENS: bool = true;

    fn hear(&mut self, event: Event) {
        self.events.push(event);
    }
}

impl<D: Die> Die for Teller<D> {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        self.die.draw(distribution)
    }

    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        self.die.draw_up_to(distribution, most)
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        self.die.choose(weights)
    }
}
