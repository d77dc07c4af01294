//! A die that records the events of a battle.

use super::{Die, Distribution, Enumerator, Sampler};
use crate::story::{Event, Witness};

/// A die that samples or follows a path, and records all events.
///
/// One type serves both cases, so that the rules are compiled only once more. Stories are not
/// critical for performance.
#[derive(Debug)]
pub struct Teller {
    die: Decides,
    events: Vec<Event>,
}

#[derive(Debug)]
enum Decides {
    Sampler(Box<Sampler>),
    Path(Enumerator),
}

impl Teller {
    /// Creates a die that samples.
    #[must_use]
    pub fn sampling(sampler: Sampler) -> Self {
        Self { die: Decides::Sampler(Box::new(sampler)), events: Vec::new() }
    }

    /// Creates a die that follows a path; see [`Enumerator::along`].
    #[must_use]
    pub fn along(path: Enumerator) -> Self {
        Self { die: Decides::Path(path), events: Vec::new() }
    }

    /// Takes the events recorded since the last call.
    pub fn told(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

impl Witness for Teller {
    const LISTENS: bool = true;

    fn hear(&mut self, event: Event) {
        self.events.push(event);
    }
}

impl Die for Teller {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        match &mut self.die {
            Decides::Sampler(die) => die.draw(distribution),
            Decides::Path(die) => die.draw(distribution),
        }
    }

    fn draw_up_to(&mut self, distribution: &Distribution<u8>, most: u8) -> u8 {
        match &mut self.die {
            Decides::Sampler(die) => die.draw_up_to(distribution, most),
            Decides::Path(die) => die.draw_up_to(distribution, most),
        }
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        match &mut self.die {
            Decides::Sampler(die) => die.choose(weights),
            Decides::Path(die) => die.choose(weights),
        }
    }
}
